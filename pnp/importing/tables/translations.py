"""Sheets with the same cards in other languages → catalogues of the game that was made of the first."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pnp.build.loading import read_game
from pnp.build.translating import begin_catalogue
from pnp.importing.tables.card_look import label_of
from pnp.importing.tables.game_of_table import MadeGame
from pnp.importing.tables.guessing import Guess
from pnp.importing.tables.known_words import cards_in
from pnp.importing.tables.sheets_of_book import OtherSheet
from pnp.io.project import Project
from pnp.io.writing import write_atomically
from pnp.load.kinds import slug
from pnp.load.tables.rows import LIST_SEPARATOR, Cell, CellPlace, TableRows
from pnp.localise.catalogue import Catalogues, read_catalogue
from pnp.localise.checks import About, check_catalogue
from pnp.localise.entry import Entry
from pnp.localise.messages import messages_of
from pnp.localise.texts import speeches
from pnp.localise.writing import po_text
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity
from pnp.model.span import Span, path_of


class SaidInSheet(NamedTuple):
    text: str
    place: CellPlace | None = None  # of the cell; None for what isn't in the sheet


Said = Mapping[tuple[str, str], SaidInSheet]  # context, or "" for labels, and text → the same in the other language


class WrittenCatalogue(NamedTuple):
    path: Path
    problems: tuple[Problem, ...]  # of its translations, at the cells of the sheet
    unsure: int  # of them that aren't printed until somebody has looked: those with errors


def write_catalogues(project: Project, made: MadeGame) -> list[WrittenCatalogue]:
    """Each is begun as by pnp translate, then filled in, as far as the game can be read: what was translated once isn't
    asked for again because one cell is wrong. Raises FileError, LimitError."""
    game, _ = read_game(project, made.folders[0].name)
    written = []
    for other in made.others if game and made.guess and made.opened else ():
        assert game and made.guess and made.opened
        outcome = begin_catalogue(project, game.id, other.language, of_what_is_right=True)
        titles = dict(_of_titles(game, other.language))
        said = {**titles, **dict(_of_labels(made.guess, other)), **dict(_of_pieces(game, made, other))}
        sheet = f"{path_of(made.opened.sink.file)}#{other.name}"
        written.append(_filled(project, game, outcome.file, other.language, said, sheet))
    return written


def _filled(project: Project, game: Game, path: Path, language: str, said: Said, sheet: str) -> WrittenCatalogue:
    """A mistake in a translation stops the build of its language: what has one is fuzzy, so that the game builds."""
    catalogue, _ = read_catalogue(project, path, language)
    assert catalogue.header is not None
    filled = catalogue._replace(entries=tuple([_with_words(entry, said) for entry in catalogue.entries]))
    at = {entry.says: cell.place for entry in filled.entries if (cell := _said(entry, said)) and cell.place}
    known = {message.key: message for message in messages_of(game)}
    spoken = speeches(game, Catalogues(filled.language, [filled]))
    found = [
        problem for problem in check_catalogue(About(filled, known, game.glossary, spoken)) if problem.span.line in at
    ]
    wrong = {problem.span.line for problem in found if problem.severity is Severity.ERROR}
    entries = [
        entry._replace(flags=(*entry.flags, "fuzzy")) if entry.says in wrong else entry for entry in filled.entries
    ]
    write_atomically(path, po_text(catalogue.header, entries).encode(), project.root)
    problems = [problem._replace(span=Span(sheet, *at[problem.span.line].place)) for problem in found]
    return WrittenCatalogue(path, tuple(problems), len(wrong))


def _of_titles(game: Game, language: str) -> Iterator[tuple[tuple[str, str], SaidInSheet]]:
    yield ("game:title", game.title), SaidInSheet(game.title)
    if "cards" in game.components and (cards := cards_in(language)):
        yield ("component:cards.title", game.components["cards"].title), SaidInSheet(cards)


def _with_words(entry: Entry, said: Said) -> Entry:
    there = _said(entry, said)
    return entry._replace(forms=(there.text,)) if there and there.text else entry


def _said(entry: Entry, said: Said) -> SaidInSheet | None:
    if entry.plural:
        return None
    of_label = said.get(("", entry.source)) if entry.context.endswith(".j2") else None
    return said.get((entry.context, entry.source)) or of_label


def _of_labels(found: Guess, other: OtherSheet) -> Iterator[tuple[tuple[str, str], SaidInSheet]]:
    """Headings that the template prints."""
    for column, cell in zip(found.columns, other.table.header, strict=False):
        if cell.text and column.type:
            yield ("", label_of(column.heading)), SaidInSheet(label_of(cell.text), cell.mark)


def _of_pieces(game: Game, made: MadeGame, other: OtherSheet) -> Iterator[tuple[tuple[str, str], SaidInSheet]]:
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
                place = _cell(translated, at).place
                for number, (one, two) in enumerate(items):
                    yield (f"{path}.{number}", one), SaidInSheet(two, place)
            elif column.type == "reference" and (name := _text(row, at)):
                entry = f"{component.fields[column.field].to}.{slug(name)}.name"
                yield (entry, name), _cell(translated, at)


def _text(row: Sequence[Cell], at: int) -> str:
    """ "" also of a cell that can't be read."""
    cell = row[at] if at < len(row) else None
    return "" if cell is None or (cell.note and cell.note.severity is Severity.ERROR) else cell.text


def _cell(row: Sequence[Cell], at: int) -> SaidInSheet:
    return SaidInSheet(_text(row, at), row[at].mark) if at < len(row) else SaidInSheet("")


def _items(row: Sequence[Cell], at: int) -> list[str]:
    return [item.strip() for item in _text(row, at).split(LIST_SEPARATOR) if item.strip()]
