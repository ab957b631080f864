"""All values of some type that a game holds, wherever they stand, each with its place."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pnp.model.game import Game, Piece
from pnp.model.span import Span
from pnp.model.values import Field, Record, Value


class Found(NamedTuple):
    """A value; `base` is False in a piece that a module brings."""

    field: Field
    path: str
    value: str
    span: Span
    subject: str
    base: bool


def find_values(game: Game, type_name: str) -> Iterator[Found]:
    """Values of fields of this type: in groups, pieces and modules, and defaults, each default once."""
    for group in game.groups.values():
        yield from _of_owner(group.fields, group.entries.values(), type_name, True)
        for module in game.patches:
            yield from _of_pieces(group.fields, module.change(f"groups.{group.id}").add, type_name, False)
    brought = [each for module in game.patches for each in module.change("components").add]
    for component in (*game.components.values(), *brought):
        base = game.components.get(component.id) is component
        yield from _of_owner(component.fields, component.pieces, type_name, base)
        for module in game.patches:
            change = module.change(f"pieces.{component.id}")
            yield from _of_pieces(component.fields, (*change.add, *change.replace), type_name, False)


def _of_owner(fields: Mapping[str, Field], pieces: Iterable[Piece], type_name: str, base: bool) -> Iterator[Found]:
    for path, field in _declared(fields):
        if field.default is not None:
            for inner, at, value in _walk(field, path, field.default):
                if inner.type == type_name:
                    yield Found(inner, at, value, field.span, "", base)
    yield from _of_pieces(fields, pieces, type_name, base)


def _of_pieces(fields: Mapping[str, Field], pieces: Iterable[Piece], type_name: str, base: bool) -> Iterator[Found]:
    wanted = [field for field in fields.values() if _holds(field, type_name)]
    for piece in pieces if wanted else ():
        for field in wanted:
            for inner, path, value in _walk(field, field.name, piece.fields.get(field.name)):
                if inner.type == type_name and path in piece.places:
                    yield Found(inner, path, value, piece.span_of(path), piece.label, base)


def _declared(fields: Mapping[str, Field], prefix: str = "") -> Iterator[tuple[str, Field]]:
    for field in fields.values():
        yield prefix + field.name, field
        yield from _declared(field.fields, f"{prefix}{field.name}.")


def _holds(field: Field, type_name: str) -> bool:
    inner = [*field.fields.values(), *([field.of] if field.of else [])]
    return field.type == type_name or any(_holds(each, type_name) for each in inner)


def _walk(field: Field, path: str, value: Value) -> Iterator[tuple[Field, str, str]]:
    """The texts in a value, with the fields that declare them."""
    if isinstance(value, str):
        yield field, path, value
    elif isinstance(value, tuple) and field.of:
        for number, item in enumerate(value):
            yield from _walk(field.of, f"{path}.{number}", item)
    elif isinstance(value, Record):
        for name, inner in field.fields.items():
            yield from _walk(inner, f"{path}.{name}", value.get(name))
