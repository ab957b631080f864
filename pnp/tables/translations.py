"""Sheets with the same cards in other languages → catalogues of the game that was made of the first."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pnp.edition.loading import read_game
from pnp.files.project import Project
from pnp.files.writing import write_atomically
from pnp.load.auto_ids import slug
from pnp.load.tables.rows import Cell, TableRows
from pnp.load.tables.values import LIST_SEPARATOR
from pnp.localise.catalogue import read_catalogue
from pnp.localise.entry import Entry
from pnp.localise.writing import po_text
from pnp.model.game import Game
from pnp.model.problem import Severity
from pnp.tables.card_look import label_of
from pnp.tables.component_names import cards_in
from pnp.tables.game_of_table import MadeGame, OtherSheet
from pnp.tables.guessing import Guess
from pnp.translate.catalogues import begin

Said = Mapping[tuple[str, str], str]  # context, or "" for labels, and text → the same in the other language


def write_catalogues(project: Project, made: MadeGame) -> list[Path]:
    """Each is begun as by pnp translate, then filled in, as far as the game can be read: what was translated once isn't
    asked for again because one cell is wrong. Raises FileError, LimitError."""
    game, _ = read_game(project, made.folders[0].name)
    written = []
    for other in made.others if game and made.guess and made.opened else ():
        assert game and made.guess and made.opened
        outcome = begin(project, game.id, other.language, of_what_is_right=True)
        titles = dict(_of_titles(game, other.language))
        said = {**titles, **dict(_of_labels(made.guess, other)), **dict(_of_pieces(game, made, other))}
        _fill(project, outcome.file, other.language, said)
        written.append(outcome.file)
    return written


def _of_titles(game: Game, language: str) -> Iterator[tuple[tuple[str, str], str]]:
    yield ("game:title", game.title), game.title
    if "cards" in game.components and (cards := cards_in(language)):
        yield ("component:cards.title", game.components["cards"].title), cards


def _fill(project: Project, path: Path, language: str, said: Said) -> None:
    catalogue, _ = read_catalogue(project, path, language)
    assert catalogue.header is not None
    filled = [_filled(entry, said) for entry in catalogue.entries]
    write_atomically(path, po_text(catalogue.header, filled).encode(), project.root)


def _filled(entry: Entry, said: Said) -> Entry:
    there = said.get((entry.context, entry.source)) or said.get(("", entry.source)) if not entry.plural else None
    is_label = entry.context.endswith(".j2") or (entry.context, entry.source) in said
    return entry._replace(forms=(there,)) if there and is_label else entry


def _of_labels(found: Guess, other: OtherSheet) -> Iterator[tuple[tuple[str, str], str]]:
    """Headings that the template prints."""
    for column, cell in zip(found.columns, other.table.header, strict=False):
        if cell.text and column.type:
            yield ("", label_of(column.heading)), label_of(cell.text)


def _of_pieces(game: Game, made: MadeGame, other: OtherSheet) -> Iterator[tuple[tuple[str, str], str]]:
    assert made.guess and made.opened
    component = game.components[made.component]
    table: TableRows = made.opened.table
    by_line = {row[0].place[0]: pair for pair in zip(table.rows, other.table.rows, strict=True) for row in pair[:1]}
    for piece in component.pieces:  # rows with 0 copies aren't among them
        row, translated = by_line.get(piece.span.line, ((), ()))
        for at, column in enumerate(made.guess.columns):
            path = f"{component.id}.{piece.id}.{column.field}"
            if column.type == "text":
                yield (path, _text(row, at)), _text(translated, at)
            elif column.type == "list":
                items = zip(_items(row, at), _items(translated, at), strict=False)
                yield from (((f"{path}.{number}", one), two) for number, (one, two) in enumerate(items))
            elif column.type == "reference" and (name := _text(row, at)):
                entry = f"{component.fields[column.field].to}.{slug(name)}.name"
                yield (entry, name), _text(translated, at)


def _text(row: Sequence[Cell], at: int) -> str:
    """ "" also of a cell that can't be read."""
    cell = row[at] if at < len(row) else None
    return "" if cell is None or (cell.note and cell.note.severity is Severity.ERROR) else cell.text


def _items(row: Sequence[Cell], at: int) -> list[str]:
    return [item.strip() for item in _text(row, at).split(LIST_SEPARATOR) if item.strip()]
