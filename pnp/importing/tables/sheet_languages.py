"""The sheets of a spreadsheet → the one with the cards, and those with the same cards in other languages, of which
catalogues are made for the game that was made of the first."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pnp.build.loading import read_game
from pnp.build.translating import begin_catalogue
from pnp.importing.tables.card_looks import label_of
from pnp.importing.tables.column_roles import TableGuess, guess_roles, read_table_words
from pnp.io.project import Project
from pnp.io.writing import write_atomically
from pnp.load.kinds import slug
from pnp.load.table_files import OpenedTable, parse_table
from pnp.load.table_rows import LIST_SEPARATOR, Cell, CellPlace, TableRows
from pnp.localise.catalogue import Catalogues, read_catalogue
from pnp.localise.checks import About, check_catalogue
from pnp.localise.edition import speeches
from pnp.localise.messages import messages_of
from pnp.localise.po import Entry
from pnp.localise.updating import po_text
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity
from pnp.model.span import Span, path_of
from pnp.model.values import Unreadable

if TYPE_CHECKING:
    from pnp.importing.tables.game_from_table import TableGame

_PLAIN = ("id", "copies", "figure", "flag")  # what is no language's
_TEXTS = ("name", "text", "line", "list")
_ENOUGH = 0.9  # of the values that two columns have
_MOSTLY = 0.75  # of the cards that have the same figures
_NOWHERE = CellPlace(0, 0)
_WORD = re.compile(r"[^\W\d_]+")
_TAG = re.compile(r"[a-z]{2}")


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


def open_card_sheet(data: bytes, shown: str, sheet: str, sheets: Sequence[str], problems: list[Problem]) -> OpenedTable:
    """Open a sheet. If none is named, and the first is a text for readers, open the first with cards in it."""
    opened = parse_table(data, shown, sheet, problems)
    if sheet or len(opened.table.header) > 1:
        return opened
    for other in sheets:
        found: list[Problem] = []
        with suppress(Unreadable):
            cards = parse_table(data, shown, other, found)
            if has_cards(cards.table):
                problems[:] = found
                return cards
    return opened


def find_language(name: str) -> str:
    """Return `de` for `de`, `German`, `Karten (Deutsch)`; empty if no word of it is a language."""
    words = [word.casefold() for word in _WORD.findall(name)]
    called = _words_of_languages("names")
    by_word = {name: tag for tag, names in called.items() for name in names}
    found = [by_word[word] for word in words if word in by_word]
    if not found and len(words) <= 2:
        found = [word for word in words if _TAG.fullmatch(word) and word in called]
    return next(iter(found), "")


def guess_language(texts: Iterable[str]) -> str:
    """Return the language of texts; empty if none is plainly ahead of the others."""
    counts = Counter(word.casefold() for text in texts for word in _WORD.findall(text))
    common = _words_of_languages("words")
    scores = sorted(((sum(counts[word] for word in words), tag) for tag, words in common.items()), reverse=True)
    (best, tag), (second, _) = scores[:2]
    return tag if best > 1 and best >= 1.5 * second else ""


def cards_in(language: str) -> str:
    """Return what cards are called in a language; empty if pnp doesn't know."""
    return " ".join(_words_of_languages("cards").get(language, ()))


def _words_of_languages(key: str) -> Mapping[str, tuple[str, ...]]:
    """Return what languages have under a key, by their tags; without those that lack it."""
    languages = read_table_words()["languages"]
    return {tag: tuple(entry[key].split()) for tag, entry in languages.items() if key in entry}


def find_languages(
    data: bytes, file: str, sheets: Sequence[str], table: TableRows, found: TableGuess
) -> tuple[str, tuple[OtherSheet, ...], tuple[UnusedSheet, ...]]:
    """Return the language of the cards, sheets with the same cards in others, and the sheets that are left."""
    first = table.understood.sheet
    language = find_language(first) or guess_language(printed_texts(table, found)) or "en"
    others: list[OtherSheet] = []
    unused: list[UnusedSheet] = []
    for sheet in sheets:
        if sheet == first:
            continue
        try:
            opened = parse_table(data, file, sheet, [])
        except Unreadable:
            unused.append(UnusedSheet(sheet, "can't be read"))
            continue
        if not opened.table.rows:
            unused.append(UnusedSheet(sheet, "has no rows"))
            continue
        same, why, is_sure = match_cards(table, found, opened.table)
        tag = (find_language(sheet) or guess_language(printed_texts(same, found))) if same else ""
        why = why or ("" if tag else "it isn't plain in which language it is: call the sheet de, French …")
        if tag in (language, *[each.language for each in others]):
            why = f"the same language, {tag}, once more"
        if same and not why:
            others.append(OtherSheet(sheet, tag, same, is_sure))
        else:
            unused.append(UnusedSheet(sheet, why, has_cards=same is None and has_cards(opened.table)))
    return language, tuple(others), tuple(unused)


def has_cards(table: TableRows) -> bool:
    """Tell whether a table has several columns, and rows that fill two of them or more."""
    filled = [row for row in table.rows if sum(1 for cell in row if cell.text) > 1]
    return len(table.header) > 1 and len(filled) > 1


def printed_texts(table: TableRows, found: TableGuess) -> Iterator[str]:
    for at, column in enumerate(found.columns):
        if column.type in ("text", "list"):
            yield from (row[at].text for row in table.rows if at < len(row))


def match_cards(table: TableRows, found: TableGuess, other: TableRows) -> SameCards:
    """Find the cards of a table in another sheet."""
    columns = _pair_columns(table, found, other, guess_roles(other, lambda _: False))
    ids = (at for at in columns if found.columns[at].role == "id")
    by = next((at for at in ids if _have_same_values(table.rows, at, other.rows, columns[at])), None)
    if by is not None:
        there = {_cell_at(row, columns[by]).text: row for row in other.rows}
        rows = [there.get(_cell_at(row, by).text, ()) for row in table.rows]
    elif len(other.rows) != len(table.rows):
        return SameCards(why=f"{len(other.rows)} cards against {len(table.rows)}, and no column of ids that both have")
    else:
        rows = list(other.rows)
    if not any(found.columns[at].role in _TEXTS for at in columns):
        return SameCards(why="no texts of the cards in it")
    # columns that are no text say the same, row by row; of as many columns, there need be none
    plain = [at for at in columns if found.columns[at].role in _PLAIN]
    if by is None:
        both = zip(table.rows, rows, strict=True)
        pairs = [(_cell_at(own, at).text, _cell_at(row, columns[at]).text) for own, row in both for at in plain]
        is_whole = len(columns) == len(table.header) > 1
        if sum(1 for one, two in pairs if one == two) < _ENOUGH * len(pairs) or not (pairs or is_whole):
            return SameCards(why="no column has the same numbers")

    def lay_out(own: Sequence[Cell], theirs: Sequence[Cell]) -> list[Cell]:
        return [_cell_at(theirs, columns[at]) if at in columns else Cell("", cell.mark) for at, cell in enumerate(own)]

    laid = [lay_out(own, row) for own, row in zip(table.rows, rows, strict=True)]
    # values that are the same in both sheets would hardly be so in another order
    counts = Counter(tuple(_cell_at(row, at).text for at in plain) for row in table.rows)
    is_sure = by is not None or counts.most_common(1)[0][1] <= _MOSTLY * len(table.rows)
    return SameCards(other._replace(header=lay_out(table.header, other.header), rows=laid), is_sure=is_sure)


def _pair_columns(table: TableRows, found: TableGuess, other: TableRows, theirs: TableGuess) -> dict[int, int]:
    """Return which column of the other table belongs to which. As many columns stand in the same order.

    Of fewer, ids have the same values; numbers and what else no language says otherwise, too; and texts have the same
    heading or the same order.
    """
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
    pair(_PLAIN, lambda at, to: _have_same_values(table.rows, at, other.rows, to))
    pair(("line",), lambda at, to: others[to].role == "line" and _have_same_values(table.rows, at, other.rows, to))
    pair(_TEXTS, lambda at, to: ours[at].heading.casefold() == others[to].heading.casefold())
    pair(("name",), lambda at, to: others[to].role == "name")
    pair(_TEXTS, lambda at, to: others[to].role in _TEXTS and (ours[at].role == "text") == (others[to].role == "text"))
    return paired


def _have_same_values(rows: Sequence[Sequence[Cell]], at: int, others: Sequence[Sequence[Cell]], to: int) -> bool:
    """Tell whether two columns have nearly the same values, as often."""
    one, two = (Counter(_cell_at(row, of).text for row in each) for each, of in ((rows, at), (others, to)))
    del one[""], two[""]
    return two.total() > 0 and (one & two).total() >= _ENOUGH * two.total()


def _cell_at(row: Sequence[Cell], at: int) -> Cell:
    return row[at] if at < len(row) else Cell("", row[0].mark if row else _NOWHERE)


SheetText = tuple[str, CellPlace | None]  # and the place of its cell; None for what isn't in the sheet
SheetTexts = Mapping[tuple[str, str], SheetText]  # context, or "" for labels, and text → the same in the other language


class WrittenCatalogue(NamedTuple):
    path: Path
    problems: tuple[Problem, ...]  # of its translations, at the cells of the sheet
    unsure: int  # how many have errors, and aren't printed until they are reviewed


def write_catalogues(project: Project, made: "TableGame") -> list[WrittenCatalogue]:
    """Begin catalogues as by pnp translate and fill them in, as far as the game can be read: what was translated once
    isn't needed again because one cell is wrong. Raises FileError, LimitError."""
    game, _ = read_game(project, made.folders[0].name)
    written = []
    for other in made.others if game and made.guess and made.opened else ():
        assert game and made.guess and made.opened
        outcome = begin_catalogue(project, game.id, other.language, of_what_is_right=True)
        texts: dict[tuple[str, str], SheetText] = {("game:title", game.title): (game.title, None)}
        if "cards" in game.components and (cards := cards_in(other.language)):
            texts["component:cards.title", game.components["cards"].title] = cards, None
        for column, cell in zip(made.guess.columns, other.table.header, strict=False):
            if cell.text and column.type:  # a heading that the template prints
                texts["", label_of(column.heading)] = label_of(cell.text), cell.mark
        texts |= dict(_texts_of_pieces(game, made, other))
        sheet = f"{path_of(made.opened.sink.file)}#{other.name}"
        written.append(_fill_catalogue(project, game, outcome.file, other.language, texts, sheet))
    return written


def _fill_catalogue(
    project: Project, game: Game, path: Path, language: str, texts: SheetTexts, sheet: str
) -> WrittenCatalogue:
    """Fill in translations. A mistake stops the build of a language: what has one is fuzzy, so that the game builds."""
    catalogue, _ = read_catalogue(project, path, language)
    assert catalogue.header is not None
    at, entries = dict[int, CellPlace](), list[Entry]()
    for entry in catalogue.entries:
        found_text = texts.get((entry.context, entry.source))
        if found_text is None and entry.context.endswith(".j2"):
            found_text = texts.get(("", entry.source))
        if found_text and not entry.plural:
            text, place = found_text
            at |= {entry.says: place} if place else {}
            entry = entry._replace(forms=(text,)) if text else entry
        entries.append(entry)
    filled = catalogue._replace(entries=tuple(entries))
    known = {message.key: message for message in messages_of(game)}
    spoken = speeches(game, Catalogues(filled.language, [filled]))
    checked = check_catalogue(About(filled, known, game.glossary, spoken))
    found = [problem for problem in checked if problem.span.line in at]
    wrong = {problem.span.line for problem in found if problem.severity is Severity.ERROR}
    entries = [each._replace(flags=(*each.flags, "fuzzy")) if each.says in wrong else each for each in filled.entries]
    write_atomically(path, po_text(catalogue.header, entries).encode(), project.root)
    problems = [problem._replace(span=Span(sheet, *at[problem.span.line].place)) for problem in found]
    return WrittenCatalogue(path, tuple(problems), len(wrong))


def _texts_of_pieces(game: Game, made: "TableGame", other: OtherSheet) -> Iterator[tuple[tuple[str, str], SheetText]]:
    assert made.guess and made.opened
    component = game.components[made.component]
    table: TableRows = made.opened.table
    by_line = {row[0].place[0]: pair for pair in zip(table.rows, other.table.rows, strict=True) for row in pair[:1]}
    for piece in component.pieces:  # rows with 0 copies aren't among them
        row, translated = by_line.get(piece.span.line, ((), ()))
        for at, column in enumerate(made.guess.columns):
            path = f"{component.id}.{piece.id}.{column.field}"
            if column.type == "text":
                yield (path, _text(row, at)), _cell(translated, at)
            elif column.type == "list":
                items = zip(_items(row, at), _items(translated, at), strict=False)
                for number, (one, two) in enumerate(items):
                    yield (f"{path}.{number}", one), (two, translated[at].mark)
            elif column.type == "reference" and (name := _text(row, at)):
                entry = f"{component.fields[column.field].to}.{slug(name)}.name"
                yield (entry, name), _cell(translated, at)


def _text(row: Sequence[Cell], at: int) -> str:
    """Return the text of a cell; empty, too, if it can't be read."""
    cell = _cell_at(row, at)
    return "" if cell.note and cell.note.severity is Severity.ERROR else cell.text


def _cell(row: Sequence[Cell], at: int) -> SheetText:
    return _text(row, at), row[at].mark if at < len(row) else None


def _items(row: Sequence[Cell], at: int) -> list[str]:
    return [item.strip() for item in _text(row, at).split(LIST_SEPARATOR) if item.strip()]
