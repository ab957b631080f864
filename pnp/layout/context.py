"""An edition → what templates see: its pieces and groups as records, and the words for everything else."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from pnp.model.choices import design_of
from pnp.model.game import DATA, Component, Edition, Game, Piece
from pnp.model.reads import ReadAnswers, ReadMapping, ReadRecord, Reads
from pnp.model.records import Records
from pnp.model.values import Record


class Context:
    """Records of all pieces and group entries, made once and linked to each other."""

    def __init__(self, edition: Edition) -> None:
        groups = edition.game.groups
        self.reads = Reads()  # what templates look at besides their own piece
        self._records = Records(groups, edition.readable, partial(ReadRecord, self.reads))
        game = edition.game
        self.shared: dict[str, Any] = {
            "game": _described(game),
            "groups": {id: {key: self._records.of(id, key) for key in group.entries} for id, group in groups.items()},
            "components": _Components(self, edition.components),
            "ink": design_of(edition.ink),
            "language": edition.language,
            **{
                name: (ReadAnswers if name == DATA else ReadMapping)(self.reads, name, told)
                for name, told in edition.told.items()
            },
        }

    def of(self, component: Component, piece: Piece, page: int = 1, pages: int = 1) -> dict[str, Any]:
        """The names a template has for one face."""
        return {
            **self.shared,
            "piece": self.own(component.id, piece.id),
            "component": self._component(component),
            "page": Record({"number": page, "count": pages}),
        }

    def own(self, component: str, piece: str) -> Record:
        """A piece as its own template sees it."""
        record = self._records.of(component, piece)
        return record.own if isinstance(record, ReadRecord) else record

    def others(self, component: Component) -> tuple[Record, ...]:
        self.reads.found.add(("components", component.id))
        return tuple([self._records.of(component.id, piece.id) for piece in component.pieces])

    def _component(self, component: Component) -> Record:
        size = component.format
        return Record(
            {"title": component.title, "w": size.w, "h": size.h, "safe": size.safe, "id": component.id}, component.id
        )


def _described(game: Game) -> Record:
    """`base`: of what an expansion brings, the game that it is for; else the game itself."""
    values = {"title": game.title, "version": game.version, "credits": game.credits, "id": game.id}
    base = _described(game.base) if game.base else Record(values, game.id)
    return Record({**values, "base": base}, game.id)


class _Components(Mapping[str, tuple[Record, ...]]):
    """All pieces by component, for sheets that show the others."""

    def __init__(self, context: Context, components: Mapping[str, Component]) -> None:
        self._context = context
        self._components = components

    def __getitem__(self, id: str) -> tuple[Record, ...]:
        return self._context.others(self._components[id])

    def __iter__(self) -> Iterator[str]:
        self._context.reads.found.add(("components",))
        return iter(self._components)

    def __len__(self) -> int:
        self._context.reads.found.add(("components",))
        return len(self._components)
