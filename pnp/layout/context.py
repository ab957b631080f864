"""An edition → what templates see: its pieces and groups as records, and the words for everything else."""

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.model.game import Component, Edition, Piece
from pnp.model.records import Records
from pnp.model.values import Record


class Context:
    """Records of all pieces and group entries, made once and linked to each other."""

    def __init__(self, edition: Edition) -> None:
        groups = edition.game.groups
        # the edition of an expansion has only what that brings, which may refer to anything in the game
        self._records = Records(groups, edition.game.components if edition.game.base else edition.components)
        game = edition.game
        self.shared: dict[str, Any] = {
            "game": Record(
                {"title": game.title, "version": game.version, "credits": game.credits, "id": game.id}, game.id
            ),
            "groups": {id: {key: self._records.of(id, key) for key in group.entries} for id, group in groups.items()},
            "components": _Components(self, edition.components),
            "ink": edition.ink,
            "language": edition.language,
            **edition.told,
        }

    def of(self, component: Component, piece: Piece, page: int = 1, pages: int = 1) -> dict[str, Any]:
        """The names a template has for one face."""
        return {
            **self.shared,
            "piece": self._records.of(component.id, piece.id),
            "component": self._component(component),
            "page": Record({"number": page, "count": pages}),
        }

    def record(self, component: str, piece: str) -> Record:
        return self._records.of(component, piece)

    def _component(self, component: Component) -> Record:
        size = component.format
        return Record(
            {"title": component.title, "w": size.w, "h": size.h, "safe": size.safe, "id": component.id}, component.id
        )


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
