"""A component's pieces → plain values, and rows of cells, a column a field. What no cell can hold is reported."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple

from pnp.load.sink import shown
from pnp.load.tables.rows import LIST_SEPARATOR
from pnp.model.game import Component, Piece
from pnp.model.problem import Problem, code
from pnp.model.values import Field, Record, Value

Plain = str | int | float | bool | list["Plain"] | dict[str, "Plain"]
NOT_IN_A_CELL = code("PNP060", says='"{path}" is {found}, which no cell can hold', once=True)
CellValue = str | int | float | bool | None


class PlainTable(NamedTuple):
    columns: tuple[str, ...]
    rows: tuple[tuple[CellValue, ...], ...]


def table_of(component: Component, problems: list[Problem], *, has_blanks: bool = True) -> PlainTable:
    """Every field has its column, said or not; what a cell can't hold comes to the problems. `has_blanks`: whether
    texts keep those at their ends."""
    columns = ["id", *(["copies"] if any(piece.copies != 1 for piece in component.pieces) else [])]
    columns += _columns(component.fields)
    rows = []
    for piece, said in zip(component.pieces, plain_pieces(component), strict=True):
        cells: dict[str, CellValue] = {
            "copies": 1,
            **dict(_cells(said, component.fields, "", piece, problems, has_blanks)),
        }
        rows.append(tuple([cells.get(column) for column in columns]))
    return PlainTable(tuple(columns), tuple(rows))


def _columns(fields: Mapping[str, Field], prefix: str = "") -> Iterator[str]:
    """Of a record one for each of its fields; of a list of records, or of lists, none."""
    for name, field in fields.items():
        if field.type == "record":
            yield from _columns(field.fields, f"{prefix}{name}.")
        elif field.of is None or field.of.type not in ("list", "record"):
            yield prefix + name


def _cells(
    said: Mapping[str, Plain],
    fields: Mapping[str, Field],
    prefix: str,
    piece: Piece,
    problems: list[Problem],
    has_blanks: bool,
) -> Iterator[tuple[str, CellValue]]:
    for name, value in said.items():
        path = prefix + name
        if isinstance(value, dict) and value:
            yield from _cells(value, fields[name].fields, f"{path}.", piece, problems, has_blanks)
        elif wrong := _why_not(value, has_blanks):
            hint = "write it --as yaml or --as json"
            problems.append(NOT_IN_A_CELL.at(piece.source_of(path), hint=hint, path=path, found=wrong))
        elif isinstance(value, list):
            yield (
                path,
                f"{LIST_SEPARATOR} ".join([written(item) for item in value if not isinstance(item, list | dict)]),
            )
        elif not isinstance(value, dict):
            yield path, value


def _why_not(value: Plain, has_blanks: bool) -> str:
    if isinstance(value, dict):
        return "a record that says nothing"
    if isinstance(value, str):
        is_cut = bool(value) and not has_blanks and value != value.strip()
        return "an empty text" if not value else "a text with blanks around it" if is_cut else _other_break(value)
    if not isinstance(value, list):
        return ""
    if not value:
        return "an empty list"
    if any(isinstance(item, list | dict) for item in value):
        return "a list of lists or records"
    for item in value:
        if isinstance(item, str) and (LIST_SEPARATOR in item or item != (item.strip() or None)):
            return f"a list with {'the item' if LIST_SEPARATOR in item else 'blanks around'} {shown(item)}"
    return next(filter(None, [_other_break(item) for item in value if isinstance(item, str)]), "")


def _other_break(text: str) -> str:
    return "a text with another line break than tables have" if "\r" in text else ""


def written(value: CellValue) -> str:
    """Numbers without exponents, which data files don't know."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int) else format(Decimal(repr(value)), "f")


def plain_pieces(component: Component) -> list[dict[str, Plain]]:
    """Each with its id, its copies where there are several, and its fields. No value may be poison."""
    return [_plain_piece(piece, component.fields) for piece in component.pieces]


def _plain_piece(piece: Piece, fields: Mapping[str, Field]) -> dict[str, Plain]:
    copies: dict[str, Plain] = {"copies": piece.copies} if piece.copies != 1 else {}
    return {"id": piece.id, **copies, **_said(piece.fields, fields, "", piece)}


def _said(values: Mapping[str, Value], fields: Mapping[str, Field], prefix: str, piece: Piece) -> dict[str, Plain]:
    """What has a place was said, and isn't a default."""
    found: dict[str, Plain] = {}
    for name, field in fields.items():
        value = values.get(name)
        if value is not None and prefix + name in piece.places:
            found[name] = _plain(value, field, prefix + name, piece)
    return found


def _plain(value: Value, field: Field | None, path: str, piece: Piece) -> Plain:
    if isinstance(value, tuple):
        item = field.of if field else None
        return [_plain(each, item, f"{path}.{number}", piece) for number, each in enumerate(value)]
    if isinstance(value, Record):
        return _said(value.read, field.fields if field else {}, f"{path}.", piece)
    assert isinstance(value, str | int | float), path
    return value
