"""The sheets of a spreadsheet → the one with the cards, those with the same in other languages, and what is left."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.load.tables.reading import OpenedTable, table_from
from pnp.load.tables.rows import TableRows
from pnp.model.problem import Problem
from pnp.model.values import Poison
from pnp.tables.guessing import Guess
from pnp.tables.same_cards import same_cards
from pnp.tables.tongues import language_called, language_of


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
    opened = table_from(data, shown, sheet, problems)
    if sheet or isinstance(opened, Poison) or len(opened.table.header) > 1:
        return opened
    for other in sheets:
        found: list[Problem] = []
        cards = table_from(data, shown, other, found)
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
        opened = table_from(data, file, sheet, [])
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
