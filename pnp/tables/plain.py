"""A component's pieces → plain values, as its data says them: fields in their order, nothing that isn't said."""

from collections.abc import Mapping

from pnp.model.game import Component, Piece
from pnp.model.values import Field, Record, Value

Plain = str | int | float | bool | list["Plain"] | dict[str, "Plain"]


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
