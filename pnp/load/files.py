"""Names in a game's files → files: one, those of a pattern, a sheet's, that of an address; read within bounds."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from pathlib import Path, PurePath
from typing import NamedTuple
from urllib.parse import urlsplit

from pnp.cardtext.suggest import did_you_mean, nearest_name
from pnp.io.opening import OUTSIDE, OutsideError, explain_outside, is_file, is_match, path_inside, read_input
from pnp.io.project import FETCHED, SHEETS, Project
from pnp.load import limits
from pnp.load.sink import Sink, quote_value
from pnp.model.problem import FileError, LimitError, Problem, Severity, code
from pnp.model.span import Span
from pnp.model.values import Poison, Unreadable, attempt

MISSING_FILE = code("PNP001", says="there is no file {name}", once=True)
NOT_UTF8 = code("PNP003", says="{byte} is not UTF-8")
EMPTY_FILE = code("PNP004", says="the file is empty")
CONTROL_CHARACTER = code("PNP005", says="control character {sign}")
TOO_LARGE = code("PNP006", says="the file has more than {largest}")
MISNAMED = code("PNP009", Severity.WARNING, says="{file} is read by nothing")
NAMED_OUTSIDE = OUTSIDE.also("{name} {why}", once=True)

_reads: ContextVar[dict[str, bytes] | None] = ContextVar("reads", default=None)


def find_file(
    folder: Path, name: str, span: Span, problems: list[Problem], *, within: str = "the game's folder"
) -> Path:
    """Find the file that a value at `span` names; raise Unreadable if there is none or it is out of bounds."""
    path = path_inside(folder, name)
    if path is None:
        raise refuse(outside_problem(name, span, within), problems)
    if is_file(path):
        return path
    try:
        siblings = [each.name for each in path.parent.iterdir() if each.name[0] != "."]
    except OSError:
        siblings = []
    siblings = [each for each in siblings if each not in (path.name, "game.yaml")]
    hint = did_you_mean(path.name, siblings) if nearest_name(path.name, siblings) else ""
    raise refuse(MISSING_FILE.at(span, hint=hint, name=quote_value(name)), problems)


def find_misnamed(project: Project, path: Path) -> list[Problem]:
    """Report a file of nearly the right name, where the one that may be left out isn't there."""
    there = [each.name for each in path.parent.glob("*.y*ml") if is_file(each)]
    if not (found := nearest_name(path.name, there, 0.8)):
        return []
    file = project.display(path.parent / found)
    return [MISNAMED.at(Span(file), hint=f"pnp reads {path.name}: rename it", file=file)]


def refuse(problem: Problem, problems: list[Problem]) -> Unreadable:
    """Add the problem of what can't be read to the list, and return it as an exception to raise."""
    problems.append(problem)
    return Unreadable(problem)


def position(text: str, index: int) -> tuple[int, int]:
    """Return the line and the column of a character, from 1."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def outside_problem(name: str, span: Span, within: str = "the game's folder") -> Problem:
    """Return the problem of a file name that `path_inside` has no path for."""
    why, hint = explain_outside(name, within)
    return NAMED_OUTSIDE.at(span, hint=hint, name=quote_value(name), why=why)


@contextmanager
def record_reads() -> Iterator[dict[str, bytes]]:
    """Collect the content of each data file that is read inside of the context, by the name that spans give it.

    A file that changed between two reads counts as empty: its places may be those of either.
    """
    reads: dict[str, bytes] = {}
    token = _reads.set(reads)
    try:
        yield reads
    finally:
        _reads.reset(token)


def read_bytes(project: Project, path: Path, problems: list[Problem]) -> bytes:
    """Read a file within bounds; raise Unreadable, FileError, LimitError."""
    name = project.display(path)
    try:
        data = read_input(path, limits.FILE_BYTES, project.bounds(path))
    except OutsideError:
        raise refuse(OUTSIDE.at(Span(name)), problems) from None
    except OSError as error:
        raise FileError(f"{name}: can't be read: {error.strerror}") from None
    if len(data) > limits.FILE_BYTES:
        largest = f"{limits.FILE_BYTES // (1024 * 1024)} MB"
        raise LimitError(str(TOO_LARGE.at(Span(name, 1, 1), largest=largest)))
    reads = _reads.get()
    if reads is not None and reads.setdefault(name, data) != data:
        reads[name] = b""
    return data


def encoding_problem(name: str, data: bytes, error: UnicodeDecodeError) -> Problem:
    bad, start = error.object, error.start  # the codec counts from behind a byte order mark
    before = bad[:start].decode("utf-8", "replace")
    line, column = position(before, len(before))
    hint = "save the file as UTF-8" + (", it is UTF-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "")
    return NOT_UTF8.at(Span(name, line, column, column + 1), hint=hint, byte=f"byte {bad[start]:#04x}")


NOT_FETCHED = code("PNP061", says="{address} hasn't been fetched yet", once=True)
NO_INDEX = NOT_FETCHED.also("fetched/index.json can't be read", once=True)
OTHERWISE = code("PNP062", Severity.WARNING, says="{file} isn't as it was fetched")
NO_ADDRESS = code("PNP067", says="{address} {fault}", once=True)
INDEX = "index.json"
_SCHEMES = ("http://", "https://")
_NO_PORT = "has a port that isn't a number from 1 to 65535"
_LARGEST = 1_000_000  # bytes of the index


class Kept(NamedTuple):
    """A fetched address: its file's name in the folder, and the digest of what was fetched."""

    file: str
    digest: str


def is_address(name: str) -> bool:
    return name[:8].casefold().startswith(_SCHEMES)


def address_fault(address: str) -> str:
    """Return why an address can't be fetched, to follow the address in a sentence; "" if nothing is wrong."""
    if " " in address or not address.isprintable():
        return "has a blank or a control character"
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        host.encode("idna")
    except ValueError:
        return "has a host that can't be read"
    if parts.scheme not in ("http", "https"):
        return "isn't an http or https address"
    if not host:
        return "has no host"
    if "@" in parts.netloc:
        return "has a user name, which everybody who has the game could read"
    try:
        return "" if parts.port != 0 else _NO_PORT
    except ValueError:
        return _NO_PORT


def split_sheet(address: str) -> tuple[str, str]:
    """Split `https://…/cards.xlsx#Cards` into the address that is asked for and the name of a sheet."""
    bare, _, sheet = address.partition("#")
    return bare, sheet


def digest_of(data: bytes) -> str:
    return sha256(data).hexdigest()


def read_index(folder: Path) -> dict[str, Kept] | None:
    """Read what is kept of each address in a game's folder; None if the file is damaged."""
    path = path_inside(folder, f"{FETCHED}/{INDEX}")
    if path is None or not is_file(path):
        return {} if path is not None else None
    try:
        said = json.loads(read_input(path, _LARGEST)[:_LARGEST])
        return {str(address): Kept(str(kept["file"]), str(kept["digest"])) for address, kept in said.items()}
    except (OSError, ValueError, AttributeError, TypeError, KeyError, RecursionError):
        return None


def index_text(kept: Mapping[str, Kept]) -> str:
    said = {address: {"file": each.file, "digest": each.digest} for address, each in sorted(kept.items())}
    return json.dumps(said, indent=2) + "\n"


def address_problem(address: str, span: Span) -> Problem | None:
    """Return the problem of an address that a game's file names; None if it has none."""
    if not (fault := address_fault(address)):
        return None
    return NO_ADDRESS.at(span, hint="like https://example.org/cards.csv", address=quote_value(address), fault=fault)


def find_fetched(folder: Path, address: str, span: Span, problems: list[Problem]) -> Path:
    """Find the file of an address, which has no sheet's name; raise Unreadable."""
    if problem := address_problem(address, span):
        raise refuse(problem, problems)
    hint = f"pnp fetch {folder.name}"
    if (index := read_index(folder)) is None:
        raise refuse(NO_INDEX.at(span, hint=f"delete it, then {hint}"), problems)
    kept = index.get(address)
    path = path_inside(folder, f"{FETCHED}/{kept.file}") if kept else None
    if kept is None or path is None or not is_file(path):
        raise refuse(NOT_FETCHED.at(span, hint=hint, address=quote_value(address)), problems)
    if digest_of(read_input(path, limits.FILE_BYTES)) != kept.digest:
        problems.append(OTHERWISE.at(span, hint=f"{hint} writes over it", file=f"{FETCHED}/{kept.file}"))
    return path


FILE_TWICE = code("PNP046", says="{name} is named twice")
UNKNOWN_FORMAT = code("PNP017", says="{name} is no file that pieces can be read from")
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


NamedFile = tuple[DataFile | Poison, Span]  # or why it can't be read, and the place that names it


def find_files(folder: Path, names: Iterable[tuple[str, Span]], problems: list[Problem]) -> list[NamedFile]:
    """Find files in the order of their names; a pattern leaves out files that are named themselves."""
    said = list(names)
    alone = {name for name, _ in said}
    found: dict[DataFile, Span] = {}
    files: list[NamedFile] = []
    for name, span in said:
        of_name = attempt(_find, folder, name, span, problems)
        for file in [of_name] if isinstance(of_name, Poison) else of_name:
            if isinstance(file, DataFile):
                if _is_pattern(name) and (file in found or file.path.relative_to(folder).as_posix() in alone):
                    continue
                if file in found:
                    twice = FILE_TWICE.at(span, origin=found[file], hint="delete one", name=quote_value(name))
                    problems.append(twice)
                    continue
                found[file] = span
            files.append((file, span))
    return files


def no_sheets_problem(name: str, span: Span) -> Problem:
    return NO_SHEETS.at(span, hint="only .xlsx and .ods files have", name=quote_value(name))


def format_problem(name: str, kinds: Sequence[str], span: Span) -> Problem:
    """Return the problem of a file that ends in none of `kinds`."""
    hint = _INSTEAD.get(_suffix(name)) or f"there are: {', '.join(kinds)}"
    return UNKNOWN_FORMAT.at(span, hint=hint, name=quote_value(name))


def _suffix(name: str) -> str:
    return PurePath(name).suffix.casefold()


def list_names(said: str | Sequence[str] | None, path: str, sink: Sink) -> list[tuple[str, Span]]:
    """List the name, or names, that stand at a path of a file, with their places."""
    if isinstance(said, str):
        return [(said, sink.span(path))]
    return [(name, sink.span(path, str(number))) for number, name in enumerate(said or ()) if name]


def _is_pattern(name: str) -> bool:
    return "*" in name or "?" in name


def _find(folder: Path, name: str, span: Span, problems: list[Problem]) -> Sequence[DataFile | Poison]:
    if is_address(name):
        address, sheet = split_sheet(name)
        return [DataFile(find_fetched(folder, address, span, problems), sheet)]
    bare, _, sheet = name.partition("#")
    if not sheet or (_suffix(bare) not in SHEETS and is_file(folder / name)):
        bare, sheet = name, ""
    elif _suffix(bare) in _INSTEAD:
        sheet = ""
    elif _suffix(bare) not in SHEETS:
        raise refuse(no_sheets_problem(bare, span), problems)
    if bare == name and _is_pattern(name) and not is_file(folder / name):
        # all files of a pattern, some of which may be links that lead out
        if path_inside(folder, name) is None:
            raise refuse(outside_problem(name, span), problems)
        depth = name.count("/")
        there = (path for path in folder.glob("/".join("*" * (depth + 1))) if path.name[0] not in "._")
        names = sorted(path.relative_to(folder).as_posix() for path in there)
        meant = [each for each in names if is_match(name, each) and is_file(folder / each) and each != "game.yaml"]
        if not meant:
            hint = "like packs/*.csv; folders are parted by /"
            raise refuse(NO_MATCH.at(span, hint=hint, name=quote_value(name)), problems)
        return [attempt(lambda each: DataFile(find_file(folder, each, span, problems)), each) for each in meant]
    return [DataFile(find_file(folder, bare, span, problems), sheet)]
