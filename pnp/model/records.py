"""Components and groups → records of their pieces and entries, whose references are the things they refer to.

Templates and expressions see pieces this way: `piece.season.name`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from pnp.model.game import Component, EntryGroup, Game, Piece
from pnp.model.problem import code
from pnp.model.span import Span
from pnp.model.values import Field, Poison, Record, Value

NO_TARGET = code("PNP110", says='"{path}" names nothing in {to}: {target}', varies=("path",), once=True)
NO_ICON = code("PNP111", says='"{path}" names no icon: {name}', varies=("path",), once=True)
NO_PICTURE = code("PNP112", says='"{path}": there is no file {file}', varies=("path",), once=True)
PICTURE_OUTSIDE = NO_PICTURE.also('"{path}": {file} {why}', varies=("path",), once=True)

Make = Callable[[str, Mapping[str, Value], str], Record]  # the owner's id, values, id


def _record(_: str, values: Mapping[str, Value], id: str) -> Record:
    return Record(values, id)


class Records:
    """Made once of everything, and linked to each other; `make` makes those of pieces, `make_entry` of entries."""

    def __init__(
        self,
        groups: Mapping[str, EntryGroup],
        components: Mapping[str, Component],
        make: Make = _record,
        make_entry: Make = _record,
    ) -> None:
        self._records: dict[tuple[str, str], Record] = {}
        self.is_whole = True  # else something refers to nothing
        unlinked: list[tuple[dict[str, Value], Piece, Iterable[Field]]] = []
        owners: list[tuple[Make, EntryGroup | Component, Iterable[Piece]]] = [
            *((make_entry, group, group.entries.values()) for group in groups.values()),
            *((make, component, component.pieces) for component in components.values()),
        ]
        for make_one, owner, pieces in owners:
            linking = [field for field in owner.fields.values() if _may_refer(field)]
            for piece in pieces:
                values = {**piece.fields, "id": piece.id, "copies": piece.copies}
                self._records[owner.id, piece.id] = make_one(owner.id, values, piece.id)
                if linking:
                    unlinked.append((values, piece, linking))
        for values, piece, fields in unlinked:
            for field in fields:
                if (value := piece.fields.get(field.name)) is not None:
                    values[field.name] = self.linked(value, field, piece)

    def of(self, owner: str, id: str) -> Record:
        """The record of a component's piece or a group's entry."""
        return self._records[owner, id]

    def linked(self, value: Value, field: Field, piece: Piece | None = None, path: str = "") -> Value:
        """A value of this field, with the things that it refers to.

        What a piece refers to and isn't there is poison; where no piece says it, it stays a text.
        """
        path = path or field.name
        if field.type == "reference" and isinstance(value, str):
            found = self._records.get((field.to, value))
            return found if found is not None else value if piece is None else self._nothing(value, field, piece, path)
        if field.type == "list" and field.of is not None and isinstance(value, tuple):
            of = field.of
            items = tuple([self.linked(item, of, piece, f"{path}.{number}") for number, item in enumerate(value)])
            return next((item for item in items if isinstance(item, Poison)), items)
        if field.type == "record" and isinstance(value, Record):
            linked = {key: self.linked(v, field.fields[key], piece, f"{path}.{key}") for key, v in value.read.items()}
            return Record(linked, value.id)
        return value

    def _nothing(self, target: str, field: Field, piece: Piece, path: str) -> Poison:
        self.is_whole = False
        return Poison(NO_TARGET.at(piece.span_of(path), path=path, to=field.to, target=target, subject=piece.label))


def _may_refer(field: Field) -> bool:
    if field.type == "list" and field.of is not None:
        return _may_refer(field.of)
    return field.type == "reference" or any(_may_refer(part) for part in field.fields.values())


def named_by(piece: Piece, fields: Mapping[str, Field], type_name: str, name: str) -> Span | None:
    """Where a piece names an icon, or a picture, in a field of that type."""
    found = (path for field, path, value in _said(piece, fields) if field.type == type_name and value == name)
    return next((piece.source_of(path) for path in found), None)


def colours_said(component: Component, piece: Piece, game: Game) -> Iterator[tuple[Piece, str, str]]:
    """What a piece, or a thing that it refers to, may say of a colour: who says it, in which field, the word."""
    for thing, field, path, value in words_said(component, piece, game):
        if field.type in ("text", "choice") and not field.translatable:
            yield thing, path, value


def words_said(component: Component, piece: Piece, game: Game) -> Iterator[tuple[Piece, Field, str, str]]:
    """What a piece, or a thing that it refers to, says in words: who says it, in which field."""
    yield from _words(piece, component.fields)
    for field, _, target in _said(piece, component.fields):
        if field.type == "reference" and (group := game.groups.get(field.to)) and target in group.entries:
            yield from _words(group.entries[target], group.fields)
        elif field.type == "reference" and (other := game.components.get(field.to)):
            for thing in other.pieces:
                if thing.id == target:
                    yield from _words(thing, other.fields)


def _words(thing: Piece, fields: Mapping[str, Field]) -> Iterator[tuple[Piece, Field, str, str]]:
    for field, path, value in _said(thing, fields):
        yield thing, field, path, value


def _said(thing: Piece, fields: Mapping[str, Field]) -> Iterator[tuple[Field, str, str]]:
    for field in fields.values():
        yield from _texts(field, field.name, thing.fields.get(field.name))


def _texts(field: Field, path: str, value: Value) -> Iterator[tuple[Field, str, str]]:
    if isinstance(value, str):
        yield field, path, value
    elif isinstance(value, tuple) and field.of:
        for number, item in enumerate(value):
            yield from _texts(field.of, f"{path}.{number}", item)
    elif isinstance(value, Record):
        for key, item in value.read.items():
            if key in field.fields:
                yield from _texts(field.fields[key], f"{path}.{key}", item)
