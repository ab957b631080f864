"""A table before and now → the rows that came and went, and the cells that changed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.load.sink import shown
from pnp.load.tables.rows import Cell, TableRows

_KEYS = ("id", "name", "title")


class TableChanges(NamedTuple):
    added: int
    removed: int
    changed: int
    lines: tuple[str, ...]  # one a column that came or went, and a row that is concerned

    def __bool__(self) -> bool:
        return bool(self.lines)


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
