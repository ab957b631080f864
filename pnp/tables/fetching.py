"""A game whose `data:` names addresses → the files that are kept of them, and what has changed in each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from pnp.files.opening import read_input
from pnp.files.project import FETCHED, Project, game_folder
from pnp.files.writing import write_atomically
from pnp.load import limits
from pnp.load.data_files import named_in
from pnp.load.fetched import INDEX, Kept, address_problem, digest_of, index_text, is_address, read_index, without_sheet
from pnp.load.files import named_file
from pnp.load.game_file import GAME
from pnp.load.sink import Sink
from pnp.load.tables.reading import OpenedTable, table_from
from pnp.load.yaml_nodes import opened
from pnp.model.problem import FileError, Problem, UsageError
from pnp.model.span import Span
from pnp.model.values import Poison
from pnp.tables.changes import TableChanges, changes_between
from pnp.tables.downloading import Downloaded, download

Download = Callable[[str], Downloaded]


@dataclass(slots=True)
class Address:
    """Where the first component takes pieces from, and which sheets of it are read; "" is the first."""

    address: str
    component: str
    key: str = ""  # the heading of the ids, where game.yaml says it
    problem: Problem | None = None  # what is wrong with it
    sheets: list[str] = field(default_factory=list)


class Fetched(NamedTuple):
    """What came of an address; with problems nothing is kept of it."""

    address: Address
    path: Path
    size: int = 0
    is_new: bool = False
    is_same: bool = False
    rows: int = 0
    changes: tuple[TableChanges, ...] = ()  # a sheet
    problems: tuple[Problem, ...] = ()
    failed: str = ""  # in a line


def addresses_of(project: Project, game_id: str) -> list[Address]:
    """Those that its game.yaml names, as far as that can be read. Raises UsageError, FileError, LimitError."""
    folder = game_folder(project, game_id)
    if not folder.is_relative_to(project.root / "card_data"):
        raise UsageError(f"{game_id} is no game of this project: copy it with pnp new, and fetch for the copy", game_id)
    problems: list[Problem] = []
    file = opened(project, named_file(folder, "game.yaml", Span(project.display(folder / "game.yaml")), problems), [])
    if isinstance(file, Poison):
        return []
    sink = Sink(file.sink.file, [])
    found: dict[str, Address] = {}
    for component, key, name, span in _named(GAME.read(file.root, "", sink) or {}, sink):
        if is_address(name):
            bare, sheet = without_sheet(name)
            sheets = found.setdefault(bare, Address(bare, component, key, address_problem(bare, span))).sheets
            sheets += [sheet] if sheet not in sheets else []
    return list(found.values())


def _named(raw: Mapping[str, Any], sink: Sink) -> Iterator[tuple[str, str, str, Span]]:
    """Yield each file's component, the heading of its ids, its name and where that stands."""
    for component, said in (raw.get("components") or {}).items():
        if said:
            key = (said["columns"] or {}).get("id") or ""
            yield from (
                (component, key, *each) for each in named_in(said["data"], f"components.{component}.data", sink)
            )
    for id, module in (raw.get("modules") or {}).items():
        further = ((module or {}).get("when-with") or {}).items()
        for path, patch in ((id, module), *((f"{id}.when-with.{other}", each) for other, each in further)):
            for part in ("add", "replace"):
                for component, names in ((patch or {}).get(part) or {}).items():
                    where = f"modules.{path}.{part}.{component}"
                    yield from ((component, "", *each) for each in named_in(names, where, sink))


def fetch(project: Project, game_id: str, wanted: Sequence[Address], get: Download = download) -> Iterator[Fetched]:
    """Fetch one address of a game after the other. Raises FileError, LimitError."""
    folder = game_folder(project, game_id)
    there = read_index(folder) or {}
    kept = {each.address: there[each.address] for each in wanted if each.address in there}
    has_failed = False
    for each in wanted:
        try:
            if each.problem:
                found = Fetched(each, folder / FETCHED, problems=(each.problem,))
            else:
                found = _kept(project, folder, each, get(each.address), kept)
        except FileError as error:
            found = Fetched(each, folder / FETCHED, failed=str(error))
        has_failed = has_failed or bool(found.failed or found.problems)
        yield found
    if has_failed:  # perhaps by a slip in an address, whose table is still there under the right one
        return
    for file in {each.file for each in there.values()} - {each.file for each in kept.values()}:
        _remove(project, folder, file)
    if there or kept:
        _write_index(project, folder, kept)


def _kept(project: Project, folder: Path, address: Address, found: Downloaded, kept: dict[str, Kept]) -> Fetched:
    """Written, unless it can't be read; the index says so at once, whatever happens to the next."""
    before = kept.get(address.address)
    name = _name(address, found.suffix, kept)
    path = folder / FETCHED / name
    old = _content(project, folder, before)
    tables, problems = _tables(project, path, found.data, address)
    if problems:
        return Fetched(address, path, len(found.data), problems=tuple(problems))
    known = _tables(project, folder / FETCHED / before.file, old, address)[0] if before and old else ()
    pairs = zip(known, tables, strict=False)
    changes = tuple([changes_between(was.table, now.table, address.key) for was, now in pairs])
    is_same = old == found.data
    if not is_same or before is None or before.file != name:
        write_atomically(path, found.data, project.root)
    kept[address.address] = Kept(name, digest_of(found.data))
    _write_index(project, folder, {**(read_index(folder) or {}), **kept})
    rows = sum(len(each.table.rows) for each in tables)
    return Fetched(address, path, len(found.data), not old, is_same, rows, changes)


def _tables(project: Project, path: Path, data: bytes, address: Address) -> tuple[list[OpenedTable], list[Problem]]:
    problems: list[Problem] = []
    opened = [table_from(data, project.display(path), sheet, problems) for sheet in address.sheets]
    return [each for each in opened if not isinstance(each, Poison)], problems


def _content(project: Project, folder: Path, before: Kept | None) -> bytes:
    """What there was of it."""
    path = folder / FETCHED / before.file if before else None
    try:
        return read_input(path, limits.FILE_BYTES, project.bounds(path)) if path else b""
    except OSError:
        return b""


def _name(address: Address, suffix: str, kept: Mapping[str, Kept]) -> str:
    """The one that it has; else the component's, with a number where another address has that."""
    taken = {each.file for other, each in kept.items() if other != address.address}
    before = kept.get(address.address)
    if before and before.file.endswith(suffix) and before.file not in taken:
        return before.file
    numbered = [f"{address.component}{number}{suffix}" for number in ("", *[f"-{n}" for n in range(2, 999)])]
    return next(name for name in numbered if name not in taken)


def _remove(project: Project, folder: Path, file: str) -> None:
    """A file of ours that no address needs any more."""
    path = folder / FETCHED / Path(file).name
    if project.has(path):
        path.unlink(missing_ok=True)


def _write_index(project: Project, folder: Path, kept: Mapping[str, Kept]) -> None:
    write_atomically(folder / FETCHED / INDEX, index_text(kept).encode(), project.root)
