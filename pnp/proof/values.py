"""What a piece says → plain values: names, texts by their paths, words to search."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pnp.model.game import Component, Piece
from pnp.model.values import Field, Poison, Record, Value


class Datum(NamedTuple):
    """One value that stands by itself: a text, a number, a name."""

    path: str  # "ability", "steps.2", "emblem.charge"
    value: str | int | float | bool
    type: str
    translatable: bool


def data_of(component: Component, piece: Piece) -> Iterator[Datum]:
    """In the order in which the fields are declared; what isn't there is left out."""
    for field in component.fields.values():
        yield from _data(field, field.name, piece.fields.get(field.name))


def _data(field: Field | None, path: str, value: Value) -> Iterator[Datum]:
    if isinstance(value, Poison) or value is None:
        return
    if isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from _data(field.of if field else None, f"{path}.{number}", item)
    elif isinstance(value, Record):
        if value.id:
            yield Datum(path, value.id, "reference", False)
            return
        for name, item in value.read.items():
            yield from _data(field.fields.get(name) if field else None, f"{path}.{name}", item)
    else:
        type = field.type if field else "text"
        yield Datum(path, value, type, type == "text" and bool(field and field.translatable))


def name_of(component: Component, piece: Piece) -> str:
    """As people call it: its name or its title, or its id."""
    for key in ("name", "title"):
        said = piece.fields.get(key)
        if isinstance(said, str) and said.strip() and key in component.fields:
            return said
    return piece.id


def plain(value: Value) -> Any:
    """For JSON; what couldn't be read is nothing."""
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, Record):
        return value.id or {name: plain(item) for name, item in value.read.items()}
    return None if isinstance(value, Poison) else value


def fields_of(piece: Piece) -> Mapping[str, Any]:
    """All that it says, without what it leaves out."""
    return {name: said for name, value in piece.fields.items() if (said := plain(value)) is not None}
