"""The sheets of a spreadsheet → the one with the cards, those with the same cards in other languages, and the rest."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pnp.importing.tables.guessing import Guess, guess
from pnp.importing.tables.known_words import language_called, language_of
from pnp.load.tables.reading import OpenedTable, parse_table
from pnp.load.tables.rows import Cell, CellPlace, TableRows
from pnp.model.problem import Problem
from pnp.model.values import Poison

_PLAIN = ("id", "copies", "figure", "flag")  # what is no language's
_TEXTS = ("name", "text", "line", "list")
_ENOUGH = 0.9  # of the values that two columns have
_MOSTLY = 0.75  # of the cards that have the same figures
_NOWHERE = CellPlace(0, 0)


class SameCards(NamedTuple):
    """`table`: columns and rows as in the first sheet, empty where the other has none; or `why` there is no such."""

    table: TableRows | None = None
    why: str = ""
    is_sure: bool = False  # that rows belong together: by ids, or by figures that aren't nearly all the same


class OtherSheet(NamedTuple):
    """The same cards in another language: columns and rows as in the first sheet."""

    name: str
    language: str
    table: TableRows
    is_sure: bool  # that rows belong together; else they are taken in their order


class UnusedSheet(NamedTuple):
    name: str
    why: str
    has_cards: bool = False  # others, of which a game can be made


def opened_sheet(
    data: bytes, shown: str, sheet: str, sheets: Sequence[str], problems: list[Problem]
) -> OpenedTable | Poison:
    """Where nobody says which sheet, and the first is a text for readers, the first with cards in it."""
    opened = parse_table(data, shown, sheet, problems)
    if sheet or isinstance(opened, Poison) or len(opened.table.header) > 1:
        return opened
    for other in sheets:
        found: list[Problem] = []
        cards = parse_table(data, shown, other, found)
        if not isinstance(cards, Poison) and has_cards(cards.table):
            problems[:] = found
            return cards
    return opened


def languages_of(
    data: bytes, file: str, sheets: Sequence[str], table: TableRows, found: Guess
) -> tuple[str, tuple[OtherSheet, ...], tuple[UnusedSheet, ...]]:
    """That of the cards, sheets with the same ones in others, and what is left."""
    first = table.understood.sheet
    language = language_called(first) or language_of(texts_of(table, found)) or "en"
    others: list[OtherSheet] = []
    unused: list[UnusedSheet] = []
    for sheet in sheets:
        if sheet == first:
            continue
        opened = parse_table(data, file, sheet, [])
        if isinstance(opened, Poison) or not opened.table.rows:
            unused.append(UnusedSheet(sheet, "can't be read" if isinstance(opened, Poison) else "has no rows"))
            continue
        same, why, is_sure = same_cards(table, found, opened.table)
        said = (language_called(sheet) or language_of(texts_of(same, found))) if same else ""
        why = why or ("" if said else "it isn't plain in which language it is: call the sheet de, French …")
        if said in (language, *[each.language for each in others]):
            why = f"the same language, {said}, once more"
        if same and not why:
            others.append(OtherSheet(sheet, said, same, is_sure))
        else:
            unused.append(UnusedSheet(sheet, why, has_cards=same is None and has_cards(opened.table)))
    return language, tuple(others), tuple(unused)


def has_cards(table: TableRows) -> bool:
    """Several columns, and rows that fill two of them or more."""
    filled = [row for row in table.rows if sum(1 for cell in row if cell.text) > 1]
    return len(table.header) > 1 and len(filled) > 1


def texts_of(table: TableRows, found: Guess) -> Iterator[str]:
    for at, column in enumerate(found.columns):
        if column.type in ("text", "list"):
            yield from (row[at].text for row in table.rows if at < len(row))


def same_cards(table: TableRows, found: Guess, other: TableRows) -> SameCards:
    theirs = guess(other, lambda _: False)
    columns = _columns(table, found, other, theirs)
    ids = (at for at in columns if found.columns[at].role == "id")
    by = next((at for at in ids if _agree(table.rows, at, other.rows, columns[at])), None)
    if by is not None:
        to = columns[by]
        there = {_at(row, to).text: row for row in other.rows}
        rows = [there.get(_at(row, by).text, ()) for row in table.rows]
    elif len(other.rows) != len(table.rows):
        return SameCards(why=f"{len(other.rows)} cards against {len(table.rows)}, and no column of ids that both have")
    else:
        rows = list(other.rows)
    if not any(found.columns[at].role in _TEXTS for at in columns):
        return SameCards(why="no texts of the cards in it")
    if by is None and not _are_alike(table, found, rows, columns):
        return SameCards(why="no column has the same numbers")
    header = [other.header[columns[at]] if at in columns else _nothing(cell) for at, cell in enumerate(table.header)]
    laid = [
        [_at(theirs_, columns[at]) if at in columns else _nothing(cell) for at, cell in enumerate(row)]
        for row, theirs_ in zip(table.rows, rows, strict=True)
    ]
    is_sure = by is not None or _tells_apart(table, found, columns)
    return SameCards(other._replace(header=header, rows=laid), is_sure=is_sure)


def _tells_apart(table: TableRows, found: Guess, columns: dict[int, int]) -> bool:
    """Whether the values that are the same in both sheets would hardly be so in another order."""
    plain = [at for at in columns if found.columns[at].role in _PLAIN]
    said = Counter(tuple(_at(row, at).text for at in plain) for row in table.rows)
    return said.most_common(1)[0][1] <= _MOSTLY * len(table.rows)


def _columns(table: TableRows, found: Guess, other: TableRows, theirs: Guess) -> dict[int, int]:
    """Number of a column → that of the other's. As many columns stand in the same order; of fewer, ids have the same
    values, numbers and what else no language says otherwise, too, and texts the same heading or the same order."""
    if len(other.header) == len(table.header):
        return {at: at for at in range(len(table.header))}
    paired: dict[int, int] = {}

    def pair(roles: Sequence[str], is_same: Callable[[int, int], bool]) -> None:
        for at, column in enumerate(found.columns):
            free = [to for to in range(len(other.header)) if to not in paired.values()]
            to = next((to for to in free if at not in paired and column.role in roles and is_same(at, to)), None)
            if to is not None:
                paired[at] = to

    ours, others = found.columns, theirs.columns
    pair(_PLAIN, lambda at, to: _agree(table.rows, at, other.rows, to))
    pair(("line",), lambda at, to: others[to].role == "line" and _agree(table.rows, at, other.rows, to))
    pair(_TEXTS, lambda at, to: ours[at].heading.casefold() == others[to].heading.casefold())
    pair(("name",), lambda at, to: others[to].role == "name")
    pair(_TEXTS, lambda at, to: others[to].role in _TEXTS and (ours[at].role == "text") == (others[to].role == "text"))
    return paired


def _agree(rows: Sequence[Sequence[Cell]], at: int, others: Sequence[Sequence[Cell]], to: int) -> bool:
    """Whether two columns have nearly the same values, as often."""
    one, two = (Counter(_at(row, of).text for row in each) for each, of in ((rows, at), (others, to)))
    del one[""], two[""]
    return two.total() > 0 and (one & two).total() >= _ENOUGH * two.total()


def _are_alike(table: TableRows, found: Guess, rows: Sequence[Sequence[Cell]], columns: dict[int, int]) -> bool:
    """Whether what is no text says the same, row by row; of as many columns, there need be none."""
    plain = [at for at in columns if found.columns[at].role in _PLAIN]
    pairs = [
        (_at(row, at).text, _at(theirs, columns[at]).text)
        for row, theirs in zip(table.rows, rows, strict=True)
        for at in plain
    ]
    is_whole = len(columns) == len(table.header) > 1
    return sum(1 for one, two in pairs if one == two) >= _ENOUGH * len(pairs) and (bool(pairs) or is_whole)


def _at(row: Sequence[Cell], at: int) -> Cell:
    return row[at] if at < len(row) else Cell("", row[0].mark if row else _NOWHERE)


def _nothing(cell: Cell) -> Cell:
    return Cell("", cell.mark)
