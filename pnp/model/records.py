"""Components and groups → records of pieces and entries, with what they refer to: `piece.season.name`."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from pnp.model.game import Component, EntryGroup, Game, Piece
from pnp.model.problem import code
from pnp.model.span import Span
from pnp.model.values import Field, Poison, Record, Value, texts_in

NO_TARGET = code("PNP110", says='"{path}" names nothing in {to}: {target}', varies=("path",), once=True)
NO_ICON = code("PNP111", says='"{path}" names no icon: {name}', varies=("path",), once=True)
NO_PICTURE = code("PNP112", says='"{path}": there is no file {file}', varies=("path",), once=True)
PICTURE_OUTSIDE = NO_PICTURE.also('"{path}": {file} {why}', varies=("path",), once=True)

Make = Callable[[str, Mapping[str, Value], str], Record]  # the owner's id, values, id


class Records:
    """Made once of everything, and linked to each other; `make` makes those of pieces, `make_entry` of entries."""

    def __init__(
        self,
        groups: Mapping[str, EntryGroup],
        components: Mapping[str, Component],
        make: Make = lambda owner, values, id: Record(values, id),
        make_entry: Make = lambda owner, values, id: Record(values, id),
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
                    values[field.name] = self.link(value, field, piece)

    def get(self, owner: str, id: str) -> Record:
        """Return the record of a component's piece or a group's entry."""
        return self._records[owner, id]

    def link(self, value: Value, field: Field, piece: Piece | None = None, path: str = "") -> Value:
        """Return a value with what it refers to: poison where a piece refers to nothing, a text without a piece."""
        path = path or field.name
        if field.type == "reference" and isinstance(value, str):
            found = self._records.get((field.to, value))
            if found is not None or piece is None:
                return value if found is None else found
            self.is_whole = False
            return Poison(NO_TARGET.at(piece.span_of(path), path=path, to=field.to, target=value, subject=piece.label))
        if field.type == "list" and field.of is not None and isinstance(value, tuple):
            of = field.of
            items = tuple([self.link(item, of, piece, f"{path}.{number}") for number, item in enumerate(value)])
            return next((item for item in items if isinstance(item, Poison)), items)
        if field.type == "record" and isinstance(value, Record):
            linked = {key: self.link(v, field.fields[key], piece, f"{path}.{key}") for key, v in value.read.items()}
            return Record(linked, value.id)
        return value


def _may_refer(field: Field) -> bool:
    if field.type == "list" and field.of is not None:
        return _may_refer(field.of)
    return field.type == "reference" or any(_may_refer(part) for part in field.fields.values())


def find_name(piece: Piece, fields: Mapping[str, Field], type_name: str, name: str) -> Span | None:
    """Return where a piece names an icon, or a picture, in a field of that type."""
    texts = (found for field in fields.values() for found in texts_in(field, field.name, piece.fields.get(field.name)))
    found = (path for field, path, value in texts if field.type == type_name and value == name)
    return next((piece.source_of(path) for path in found), None)


def find_words(component: Component, piece: Piece, game: Game) -> Iterator[tuple[Piece, Field, str, str]]:
    """Yield the texts of a piece and of things that it refers to: whose, the field, its path, the text."""
    things: list[tuple[Piece, Mapping[str, Field]]] = [(piece, component.fields)]
    for thing, fields in things:
        for declared in fields.values():
            for field, path, value in texts_in(declared, declared.name, thing.fields.get(declared.name)):
                yield thing, field, path, value
                if thing is not piece or field.type != "reference":
                    continue
                if (group := game.groups.get(field.to)) and value in group.entries:
                    things.append((group.entries[value], group.fields))
                elif other := game.components.get(field.to):
                    things += [(each, other.fields) for each in other.pieces if each.id == value]


def find_colours(component: Component, piece: Piece, game: Game) -> Iterator[tuple[Piece, str, str]]:
    """Yield words of a piece and of things that it refers to which may name a colour: whose, the path, the word."""
    for thing, field, path, value in find_words(component, piece, game):
        if field.type in ("text", "choice") and not field.translatable:
            yield thing, path, value
