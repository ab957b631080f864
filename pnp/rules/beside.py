"""`with.<module>` of expressions: the names of the game with that module, and what it needs, besides those chosen."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from pnp.model.game import Game
from pnp.model.rules import Definition
from pnp.model.values import Record
from pnp.rules.choosing import Choices
from pnp.rules.expressions import Absent, Lazy, Names

if TYPE_CHECKING:
    from pnp.rules.world import World

WITH = "with"
_NO_FURTHER = Absent("figures of another module can't be looked at from those of one")


class Beside:
    """The other worlds of a world, each made when it is first asked for."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._game: Game = world.game.plain or world.game
        self._choices = Choices(self._game)

    def names(self, players: int | None = None) -> Record:
        """By module; those that can't be chosen at all are known, but have no figures."""
        return self._by_module(lambda other: other.names if players is None else other.for_players(players))

    def names_of_texts(self) -> Record:
        """The same for texts, which know figures for each number of players."""
        return self._by_module(lambda other: other.texts.names)

    def _by_module(self, names: Callable[["World"], Names]) -> Record:
        known: dict[str, Any] = {id: Lazy(partial(self._names, id, names)) for id in self._game.modules}
        return Record(known)

    def _names(self, module: str, names: Callable[["World"], Names]) -> Any:
        if module not in self._choices.single:
            return Absent(f"module {module} can't be chosen")
        other = self._world_with(module)
        return Record(dict(_values(other, names(other))))

    def _world_with(self, module: str) -> "World":
        """With all that are chosen, but for those that can't be used with it, or need what can't be."""
        together = self._choices.single[module]
        kept = [
            each for id in self._world.modules if self._choices.legal((each := self._choices.single[id]) | together)
        ]
        modules = tuple(sorted(together.union(*kept)))
        return self._world if modules == self._world.modules else self._world.other(modules)


def _values(world: "World", names: Names) -> Iterator[tuple[str, Any]]:
    """All names of a world; a definition has the value that it has there."""
    for name in names:
        value = _NO_FURTHER if name == WITH else names.find(name)
        if isinstance(value, Definition):
            value = Lazy(partial(world.evaluator.defined, value, names))
        yield name, value
