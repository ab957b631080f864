"""What `data:` says, or `add:` of a module → files: names, patterns, sheets of spreadsheets, addresses."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import NamedTuple

from pnp.files.inside import is_file, matches, path_inside
from pnp.files.project import SHEETS
from pnp.load.fetched import fetched_file, is_address, without_sheet
from pnp.load.files import MISSING_FILE, leading_out, lost, named_file
from pnp.load.sink import Sink, shown
from pnp.model.problem import Problem, code
from pnp.model.span import Span
from pnp.model.values import Poison

FILE_TWICE = code(
    "PNP046 file named twice",
    """The list of a component's files names one of them twice, by itself or by a pattern: its pieces would be there
twice.

Bad:  `data: [core.csv, core.csv]`
Good: `data: [core.csv, "packs/*.csv"]`""",
    says="{name} is named twice",
)
UNKNOWN_FORMAT = code(
    "PNP017 unknown kind of file",
    """Pieces are read from `.yaml` (or `.yml`), `.csv` (or `.tsv`), `.json`, `.xlsx` (or `.xlsm`) and `.ods` files.
Other programs can save one of these: LibreOffice and Excel "Save as", Numbers "Export to", Google Sheets "Download".

Bad:  `data: heroes.xls`
Good: `data: heroes.xlsx`""",
    says="{name} is no file that pieces can be read from",
)
NO_MATCH = MISSING_FILE.also("no file is called like {name}", once=True)
NO_SHEETS = MISSING_FILE.also("{name} has no sheets", once=True)
_INSTEAD = {
    ".xls": "open it in a spreadsheet program and save it as .xlsx",
    ".xlsb": "open it in a spreadsheet program and save it as .xlsx",
    ".fods": "open it in a spreadsheet program and save it as .ods",
    ".numbers": "open it in Numbers and export it as Excel, .xlsx",
    ".gsheet": "it only points to a sheet on the web: open that, and download it as .xlsx",
    ".txt": "call it .csv",
}


class DataFile(NamedTuple):
    path: Path
    sheet: str = ""  # of a spreadsheet; the first, if none is named


class NamedFile(NamedTuple):
    """A file, or why it can't be read, and where it is named."""

    file: DataFile | Poison
    span: Span


def named_files(folder: Path, names: Iterable[tuple[str, Span]], problems: list[Problem]) -> list[NamedFile]:
    """In the order of the names; those of a pattern in their own, and without those that are named themselves."""
    said = list(names)
    alone = {name for name, _ in said}
    found: dict[DataFile, Span] = {}
    files: list[NamedFile] = []
    for name, span in said:
        for file in _meant(folder, name, span, problems):
            if isinstance(file, DataFile):
                if file in found:
                    if not _is_pattern(name):
                        problems.append(FILE_TWICE.at(span, origin=found[file], hint="delete one", name=shown(name)))
                    continue
                if _is_pattern(name) and file.path.relative_to(folder).as_posix() in alone:
                    continue
                found[file] = span
            files.append(NamedFile(file, span))
    return files


def without_sheets(name: str, span: Span) -> Problem:
    return NO_SHEETS.at(span, hint="only .xlsx and .ods files have", name=shown(name))


def unknown_kind(name: str, kinds: Sequence[str], span: Span) -> Problem:
    """Of a file that ends in none of `kinds`."""
    hint = _INSTEAD.get(_suffix(name)) or f"there are: {', '.join(kinds)}"
    return UNKNOWN_FORMAT.at(span, hint=hint, name=shown(name))


def _suffix(name: str) -> str:
    return PurePath(name).suffix.casefold()


def named_in(said: str | Sequence[str] | None, path: str, sink: Sink) -> list[tuple[str, Span]]:
    """A name, or several, as they stand at a path of a file."""
    if isinstance(said, str):
        return [(said, sink.span(path))]
    return [(name, sink.span(path, str(number))) for number, name in enumerate(said or ()) if name]


def _is_pattern(name: str) -> bool:
    return "*" in name or "?" in name


def _meant(folder: Path, name: str, span: Span, problems: list[Problem]) -> Iterator[DataFile | Poison]:
    if is_address(name):
        address, sheet = without_sheet(name)
        yield _of_path(fetched_file(folder, address, span, problems), sheet)
        return
    bare, _, sheet = name.partition("#")
    if sheet and _suffix(bare) in _INSTEAD and not is_file(folder / name):
        yield _of_path(named_file(folder, bare, span, problems), "")
    elif sheet and _suffix(bare) not in SHEETS and not is_file(folder / name):
        yield lost(without_sheets(bare, span), problems)
    elif not sheet or _suffix(bare) not in SHEETS:
        if _is_pattern(name) and not is_file(folder / name):
            yield from _matching(folder, name, span, problems)
        else:
            yield _of_path(named_file(folder, name, span, problems), "")
    else:
        yield _of_path(named_file(folder, bare, span, problems), sheet)


def _of_path(path: Path | Poison, sheet: str) -> DataFile | Poison:
    return path if isinstance(path, Poison) else DataFile(path, sheet)


def _matching(folder: Path, pattern: str, span: Span, problems: list[Problem]) -> Iterator[DataFile | Poison]:
    if path_inside(folder, pattern) is None:
        yield lost(leading_out(pattern, span), problems)
        return
    depth = pattern.count("/")
    there = (path for path in folder.glob("/".join("*" * (depth + 1))) if path.name[0] not in "._")
    names = sorted(path.relative_to(folder).as_posix() for path in there)
    meant = [name for name in names if matches(pattern, name) and is_file(folder / name) and name != "game.yaml"]
    if not meant:
        hint = "like packs/*.csv; folders are parted by /"
        yield lost(NO_MATCH.at(span, hint=hint, name=shown(pattern)), problems)
    for name in meant:
        yield _of_path(named_file(folder, name, span, problems), "")
