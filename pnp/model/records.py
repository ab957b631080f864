"""Components and groups → records of their pieces and entries, whose references are the things they refer to.

Templates and expressions see pieces this way: `piece.season.name`.
"""

from collections.abc import Callable, Iterable, Mapping

from pnp.model.game import Component, Group, Piece
from pnp.model.values import Field, Record, Value

Make = Callable[[str, Mapping[str, Value], str], Record]  # the owner's id, values, id


def _record(_: str, values: Mapping[str, Value], id: str) -> Record:
    return Record(values, id)


class Records:
    """Made once of everything, and linked to each other; `make` makes those of pieces."""

    def __init__(self, groups: Mapping[str, Group], components: Mapping[str, Component], make: Make = _record) -> None:
        self._records: dict[tuple[str, str], Record] = {}
        unlinked: list[tuple[dict[str, Value], Piece, Iterable[Field]]] = []
        for group in groups.values():
            linking = [field for field in group.fields.values() if _may_refer(field)]
            for entry in group.entries.values():
                self._add(group.id, entry, linking, unlinked, _record)
        for component in components.values():
            linking = [field for field in component.fields.values() if _may_refer(field)]
            for piece in component.pieces:
                self._add(component.id, piece, linking, unlinked, make)
        for values, piece, fields in unlinked:
            for field in fields:
                if (value := piece.fields.get(field.name)) is not None:
                    values[field.name] = self.linked(value, field)

    def of(self, owner: str, id: str) -> Record:
        """The record of a component's piece or a group's entry."""
        return self._records[owner, id]

    def linked(self, value: Value, field: Field) -> Value:
        """A value of this field, with the things that it refers to; a reference to nothing stays a text."""
        if field.type == "reference" and isinstance(value, str):
            return self._records.get((field.to, value), value)
        if field.type == "list" and field.of is not None and isinstance(value, tuple):
            of = field.of
            return tuple(self.linked(item, of) for item in value)
        if field.type == "record" and isinstance(value, Record):
            return Record({k: self.linked(v, field.fields[k]) for k, v in value.items()}, value.id)
        return value

    def _add(
        self,
        owner: str,
        piece: Piece,
        linking: list[Field],
        unlinked: list[tuple[dict[str, Value], Piece, Iterable[Field]]],
        make: Make,
    ) -> None:
        values = {**piece.fields, "id": piece.id, "copies": piece.copies}
        self._records[owner, piece.id] = make(owner, values, piece.id)
        if linking:
            unlinked.append((values, piece, linking))


def _may_refer(field: Field) -> bool:
    if field.type == "list" and field.of is not None:
        return _may_refer(field.of)
    return field.type == "reference" or any(_may_refer(part) for part in field.fields.values())
