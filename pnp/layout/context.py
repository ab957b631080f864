"""An edition → what templates see: pieces as records whose references are the things they refer to."""

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.model.game import Component, Edition, Field, Piece, Record, Value


class Context:
    """Records of all pieces and group entries, made once and linked to each other."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self._records: dict[tuple[str, str], Record] = {}
        unlinked: list[tuple[dict[str, Value], Piece, Mapping[str, Field]]] = []
        groups = edition.game.groups
        for group_id, group in groups.items():
            for entry in group.entries.values():
                self._add(group_id, entry, group.fields, unlinked)
        for component in edition.components.values():
            for piece in component.pieces:
                self._add(component.id, piece, component.fields, unlinked)
        for values, piece, fields in unlinked:
            for name, field in fields.items():
                if (value := piece.fields.get(name)) is not None and _may_refer(field):
                    values[name] = self._linked(value, field)
        game = edition.game
        self.shared: dict[str, Any] = {
            "game": Record(
                {"title": game.title, "version": game.version, "credits": game.credits, "id": game.id}, game.id
            ),
            "groups": {id: {key: self._records[id, key] for key in group.entries} for id, group in groups.items()},
            "components": _Components(self, edition.components),
            "ink": edition.ink,
            "language": edition.language,
        }

    def of(self, component: Component, piece: Piece, page: int = 1, pages: int = 1) -> dict[str, Any]:
        """The names a template has for one face."""
        return {
            **self.shared,
            "piece": self._records[component.id, piece.id],
            "component": self._component(component),
            "page": Record({"number": page, "count": pages}),
        }

    def record(self, component: str, piece: str) -> Record:
        return self._records[component, piece]

    def _component(self, component: Component) -> Record:
        size = component.format
        return Record(
            {"title": component.title, "w": size.w, "h": size.h, "safe": size.safe, "id": component.id}, component.id
        )

    def _add(
        self,
        owner: str,
        piece: Piece,
        fields: Mapping[str, Field],
        unlinked: list[tuple[dict[str, Value], Piece, Mapping[str, Field]]],
    ) -> None:
        values = {**piece.fields, "id": piece.id}
        self._records[owner, piece.id] = Record(values, piece.id)
        if fields:
            unlinked.append((values, piece, fields))

    def _linked(self, value: Value, field: Field) -> Value:
        if field.type == "reference" and isinstance(value, str):
            return self._records.get((field.to, value), value)
        if field.type == "list" and field.of is not None and isinstance(value, tuple):
            of = field.of
            return tuple(self._linked(item, of) for item in value)
        if field.type == "record" and isinstance(value, Record):
            return Record({k: self._linked(v, field.fields[k]) for k, v in value.items()}, value.id)
        return value


def _may_refer(field: Field) -> bool:
    if field.type == "list" and field.of is not None:
        return _may_refer(field.of)
    return field.type == "reference" or any(_may_refer(part) for part in field.fields.values())


class _Components(Mapping[str, tuple[Record, ...]]):
    """All pieces by component, for sheets that show the others."""

    def __init__(self, context: Context, components: Mapping[str, Component]) -> None:
        self._context = context
        self._components = components

    def __getitem__(self, id: str) -> tuple[Record, ...]:
        return tuple(self._context.record(id, piece.id) for piece in self._components[id].pieces)

    def __iter__(self) -> Iterator[str]:
        return iter(self._components)

    def __len__(self) -> int:
        return len(self._components)
