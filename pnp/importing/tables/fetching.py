"""A game whose `data:` names addresses → the files that are kept of them, and the changes in each table."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from pnp.importing.tables.downloading import Downloaded, download
from pnp.io.opening import read_input
from pnp.io.project import FETCHED, Project, game_folder
from pnp.io.writing import write_atomically
from pnp.load import limits
from pnp.load.data_files import (
    INDEX,
    Kept,
    address_problem,
    digest_of,
    index_text,
    is_address,
    list_names,
    read_index,
    split_sheet,
)
from pnp.load.files import find_file, open_yaml
from pnp.load.game_file import GAME
from pnp.load.sink import Sink, shown
from pnp.load.tables.reading import OpenedTable, parse_table
from pnp.load.tables.rows import Cell, TableRows
from pnp.model.problem import FileError, Problem, UsageError
from pnp.model.span import Span
from pnp.model.values import Poison

_KEYS = ("id", "name", "title")


class TableChanges(NamedTuple):
    added: int
    removed: int
    changed: int
    lines: tuple[str, ...]  # one a column that came or went, and a row that is concerned

    def __bool__(self) -> bool:
        return bool(self.lines)


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
    file = open_yaml(project, find_file(folder, "game.yaml", Span(project.display(folder / "game.yaml")), problems), [])
    if isinstance(file, Poison):
        return []
    sink = Sink(file.sink.file, [])
    found: dict[str, Address] = {}
    for component, key, name, span in _named(GAME.read(file.root, "", sink) or {}, sink):
        if is_address(name):
            bare, sheet = split_sheet(name)
            sheets = found.setdefault(bare, Address(bare, component, key, address_problem(bare, span))).sheets
            sheets += [sheet] if sheet not in sheets else []
    return list(found.values())


def _named(raw: Mapping[str, Any], sink: Sink) -> Iterator[tuple[str, str, str, Span]]:
    """Yield each file's component, the heading of its ids, its name and where that stands."""
    for component, said in (raw.get("components") or {}).items():
        if said:
            key = (said["columns"] or {}).get("id") or ""
            yield from (
                (component, key, *each) for each in list_names(said["data"], f"components.{component}.data", sink)
            )
    for id, module in (raw.get("modules") or {}).items():
        further = ((module or {}).get("when-with") or {}).items()
        for path, patch in ((id, module), *((f"{id}.when-with.{other}", each) for other, each in further)):
            for part in ("add", "replace"):
                for component, names in ((patch or {}).get(part) or {}).items():
                    where = f"modules.{path}.{part}.{component}"
                    yield from ((component, "", *each) for each in list_names(names, where, sink))


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
        # our own file, which no address needs any more
        path = folder / FETCHED / Path(file).name
        if project.has(path):
            path.unlink(missing_ok=True)
    if there or kept:
        _index_text(project, folder, kept)


def _kept(project: Project, folder: Path, address: Address, found: Downloaded, kept: dict[str, Kept]) -> Fetched:
    """Written, unless it can't be read; the index says so at once, whatever happens to the next."""
    before = kept.get(address.address)
    taken = {each.file for other, each in kept.items() if other != address.address}
    if before and before.file.endswith(found.suffix) and before.file not in taken:
        name = before.file
    else:  # the component's, with a number where another address has that
        numbered = [f"{address.component}{number}{found.suffix}" for number in ("", *[f"-{n}" for n in range(2, 999)])]
        name = next(each for each in numbered if each not in taken)
    path = folder / FETCHED / name
    old = b""
    if before:
        was = folder / FETCHED / before.file
        with suppress(OSError):
            old = read_input(was, limits.FILE_BYTES, project.bounds(was))
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
    _index_text(project, folder, {**(read_index(folder) or {}), **kept})
    rows = sum(len(each.table.rows) for each in tables)
    return Fetched(address, path, len(found.data), not old, is_same, rows, changes)


def _tables(project: Project, path: Path, data: bytes, address: Address) -> tuple[list[OpenedTable], list[Problem]]:
    problems: list[Problem] = []
    opened = [parse_table(data, project.display(path), sheet, problems) for sheet in address.sheets]
    return [each for each in opened if not isinstance(each, Poison)], problems


def _index_text(project: Project, folder: Path, kept: Mapping[str, Kept]) -> None:
    write_atomically(folder / FETCHED / INDEX, index_text(kept).encode(), project.root)


def changes_between(old: TableRows, new: TableRows, key: str = "") -> TableChanges:
    """`key`: the heading of the column that says which row is which, if that is known."""
    before, now = [cell.text for cell in old.header], [cell.text for cell in new.header]
    columns = [f"- column {shown(each)}" for each in before if each not in now]
    columns += [f"+ column {shown(each)}" for each in now if each not in before]
    by = next((each for each in (key, *_KEYS, *now) if _tells_rows(each, old) and _tells_rows(each, new)), "")
    lines = list(_by_key(old, new, by) if by else _as_whole(old, new))
    counts = Counter(line[0] for line in lines)
    return TableChanges(counts["+"], counts["-"], counts["~"], (*columns, *lines))


def _tells_rows(heading: str, table: TableRows) -> bool:
    """Whether every row says something else in this column."""
    headings = [cell.text for cell in table.header]
    if not heading or headings.count(heading) != 1:
        return False
    at = headings.index(heading)
    values = [row[at].text if at < len(row) else "" for row in table.rows]
    return all(values) and len(set(values)) == len(values)


def _by_key(old: TableRows, new: TableRows, key: str) -> Iterator[str]:
    before, now = ({row[key]: row for row in _rows(each)} for each in (old, new))
    headings = [cell.text for cell in new.header]
    both = [each for each in headings if each in {cell.text for cell in old.header}]
    for name, row in now.items():
        if name not in before:
            yield f"+ {shown(name)} {_said(row, [each for each in headings if each != key])}".rstrip()
        elif changed := [each for each in both if before[name].get(each, "") != row.get(each, "")]:
            cells = [f"{each}: {shown(before[name].get(each, ''))} → {shown(row.get(each, ''))}" for each in changed]
            yield f"~ {shown(name)} {', '.join(cells)}"
    yield from (f"- {shown(name)}" for name in before if name not in now)


def _as_whole(old: TableRows, new: TableRows) -> Iterator[str]:
    """Where nothing tells rows apart, a row that changed is one that went and one that came."""
    before, now = Counter(map(_texts, old.rows)), Counter(map(_texts, new.rows))
    yield from (f"+ {_listed(row)}" for row in (now - before).elements())
    yield from (f"- {_listed(row)}" for row in (before - now).elements())


def _rows(table: TableRows) -> Iterator[dict[str, str]]:
    headings = [cell.text for cell in table.header]
    for row in table.rows:
        yield dict(zip(headings, _texts(row), strict=False))


def _texts(row: Sequence[Cell]) -> tuple[str, ...]:
    texts = [cell.text for cell in row]
    while texts and not texts[-1]:
        texts.pop()
    return tuple(texts)


def _said(row: dict[str, str], headings: Sequence[str]) -> str:
    return _listed([row.get(each, "") for each in headings])


def _listed(texts: Sequence[str]) -> str:
    said = [shown(text).strip('"') for text in texts if text]
    return ", ".join(said[:4]) + (", …" if len(said) > 4 else "")
