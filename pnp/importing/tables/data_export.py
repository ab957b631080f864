"""A component's pieces → plain values, rows of cells, and the files that `pnp data` writes for other programs.

What no cell can hold is reported.
"""

from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from pnp.cardtext.suggest import did_you_mean
from pnp.importing.tables.formats import FORMATS
from pnp.io.project import Project
from pnp.io.writing import write_atomically
from pnp.load.sink import quote_value
from pnp.load.table_rows import LIST_SEPARATOR
from pnp.localise.edition import make_edition
from pnp.localise.messages import translate_game
from pnp.model.game import Component, Game, Piece
from pnp.model.language import Translation
from pnp.model.options import INKS
from pnp.model.problem import Problem, UsageError, code
from pnp.model.values import Field, Record, Value

Plain = str | int | float | bool | list["Plain"] | dict[str, "Plain"]
NOT_IN_A_CELL = code("PNP060", says='"{path}" is {found}, which no cell can hold', once=True)
CellValue = str | int | float | bool | None


class PlainTable(NamedTuple):
    columns: tuple[str, ...]
    rows: tuple[tuple[CellValue, ...], ...]


def write_pieces(
    project: Project,
    game: Game,
    format: str,
    only: str = "",
    out: Path | None = None,
    modules: Collection[str] = (),
    translation: Translation | None = None,
) -> tuple[list[Path], list[Problem]]:
    """Write a file a component, with what modules make of it, if cells can hold it. Raises UsageError, FileError."""
    folder = out if out is not None else project.output / game.id / "data"
    problems, written = list[Problem](), list[Path]()
    ending = f"{translation.language}.{format}" if translation else format
    for component in _components(game, only, modules, translation):
        before = len(problems)
        data = FORMATS[format](component, problems)
        if len(problems) == before:
            path = folder / f"{component.id}.{ending}"
            write_atomically(path, data, project.root if out is None else out)
            written.append(path)
    return written, problems


def count_left_out(game: Game, only: str, modules: Collection[str]) -> dict[str, int]:
    """Return modules that aren't chosen, and how many pieces each adds or puts in another's place."""
    counts: dict[str, int] = {}
    for module in game.modules.values():
        if module.game == game.id and module.id not in modules:
            for section, change in module.changes.items():
                if section == f"pieces.{only}" or (not only and section.startswith("pieces.")):
                    counts[module.id] = counts.get(module.id, 0) + len(change.add) + len(change.replace)
    return {id: count for id, count in counts.items() if count}


def _components(game: Game, only: str, modules: Collection[str], translation: Translation | None) -> list[Component]:
    """Return components whose pieces stand in this game's own files: not what an expansion shares with its game."""
    if modules:
        language = translation.language if translation else ""
        there: Mapping[str, Component] = make_edition(game, language, INKS[0], modules, translation).components
    else:
        own = game.components.keys() - (game.base.components.keys() if game.base else ())
        game = translate_game(game, translation) if translation else game
        there = {id: each for id, each in game.components.items() if id in own}
    listed = {id: each for id, each in there.items() if each.fields and each.pieces}
    if only and only not in {**game.components, **there}:
        raise UsageError(f'{game.id} has no component "{only}" ({did_you_mean(only, listed)})', only)
    if only and only not in listed:
        raise UsageError(f"{only} has no pieces with fields of their own", only)
    if not listed:
        bringing = count_left_out(game, only, modules)
        hint = f" (modules have: --with {', --with '.join(bringing)})" if bringing else ""
        raise UsageError(f"{game.id} has no pieces with fields of their own{hint}")
    return [listed[only]] if only else list(listed.values())


def make_table(component: Component, problems: list[Problem], *, has_blanks: bool = True) -> PlainTable:
    """Return a table with a column for every field, whether pieces have it or not, and report what a cell can't hold.
    `has_blanks`: whether texts keep those at their ends."""
    copies = ["copies"] if any(piece.copies != 1 for piece in component.pieces) else []
    columns = "id", *copies, *_columns(component.fields)
    rows = []
    for piece, values in zip(component.pieces, plain_pieces(component), strict=True):
        cells = {"copies": 1, **dict(_cells(values, component.fields, "", piece, problems, has_blanks))}
        rows.append(tuple([cells.get(column) for column in columns]))
    return PlainTable(columns, tuple(rows))


def _columns(fields: Mapping[str, Field], prefix: str = "") -> Iterator[str]:
    """Yield columns: of a record one for each of its fields; of a list of records, or of lists, none."""
    for name, field in fields.items():
        if field.type == "record":
            yield from _columns(field.fields, f"{prefix}{name}.")
        elif field.of is None or field.of.type not in ("list", "record"):
            yield prefix + name


def _cells(
    values: Mapping[str, Plain],
    fields: Mapping[str, Field],
    prefix: str,
    piece: Piece,
    problems: list[Problem],
    has_blanks: bool,
) -> Iterator[tuple[str, CellValue]]:
    for name, value in values.items():
        path = prefix + name
        if isinstance(value, dict) and value:
            yield from _cells(value, fields[name].fields, f"{path}.", piece, problems, has_blanks)
        elif wrong := _describe_misfit(value, has_blanks):
            hint = "write it --as yaml or --as json"
            problems.append(NOT_IN_A_CELL.at(piece.source_of(path), hint=hint, path=path, found=wrong))
        elif isinstance(value, list):
            items = [format_value(item) for item in value if not isinstance(item, list | dict)]
            yield path, f"{LIST_SEPARATOR} ".join(items)
        elif not isinstance(value, dict):
            yield path, value


def _describe_misfit(value: Plain, has_blanks: bool) -> str:
    """Return what no cell can hold, as messages have it; empty if a cell can."""
    if isinstance(value, dict):
        return "a record that says nothing"
    if isinstance(value, str):
        is_cut = bool(value) and not has_blanks and value != value.strip()
        if not value or is_cut:
            return "a text with blanks around it" if is_cut else "an empty text"
        value = [value]
    elif not isinstance(value, list):
        return ""
    elif not value:
        return "an empty list"
    elif any(isinstance(item, list | dict) for item in value):
        return "a list of lists or records"
    else:
        for item in value:
            if isinstance(item, str) and (LIST_SEPARATOR in item or item != (item.strip() or None)):
                return f"a list with {'the item' if LIST_SEPARATOR in item else 'blanks around'} {quote_value(item)}"
    has_break = any(isinstance(item, str) and "\r" in item for item in value)
    return "a text with another line break than tables have" if has_break else ""


def format_value(value: CellValue) -> str:
    """Write a value, a number without an exponent, which data files don't know."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int) else format(Decimal(repr(value)), "f")


def plain_pieces(component: Component) -> list[dict[str, Plain]]:
    """Return each piece's id, its copies if there are several, and its fields. No value may be poison."""
    return [
        {
            **({"id": piece.id, "copies": piece.copies} if piece.copies != 1 else {"id": piece.id}),
            **_plain_fields(piece.fields, component.fields, "", piece),
        }
        for piece in component.pieces
    ]


def _plain_fields(
    values: Mapping[str, Value], fields: Mapping[str, Field], prefix: str, piece: Piece
) -> dict[str, Plain]:
    """Return what has a place, so it was written, and isn't a default."""
    there = ((name, values.get(name)) for name in fields if prefix + name in piece.places)
    return {name: _make_plain(each, fields[name], prefix + name, piece) for name, each in there if each is not None}


def _make_plain(value: Value, field: Field | None, path: str, piece: Piece) -> Plain:
    if isinstance(value, tuple):
        item = field.of if field else None
        return [_make_plain(each, item, f"{path}.{number}", piece) for number, each in enumerate(value)]
    if isinstance(value, Record):
        return _plain_fields(value.read, field.fields if field else {}, f"{path}.", piece)
    assert isinstance(value, str | int | float), path
    return value
