"""What was judged with some set of modules → the same for each set that has the same of those with a say in it."""

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from pnp.model.game import Game
from pnp.model.problem import Problem
from pnp.model.rules import Rule
from pnp.rules.choosing import Set
from pnp.rules.influences import Influences

if TYPE_CHECKING:
    from pnp.rules.world import World

Found = list[Problem]
_OF_THE_GAME = ("setup", "victory")  # expansions have none of their own


class Once:
    """Remembers problems. Without influences everything is judged each time.

    `proved` is the game without expansions, of which nothing is judged again that only its own modules have a say in.
    """

    def __init__(self, influences: Influences | None = None, proved: Game | None = None) -> None:
        self._influences, self._proved = influences, proved
        self._known: dict[tuple[Hashable, Set], Found] = {}

    def part(self, what: str, world: "World", examine: Callable[["World"], Found]) -> Found:
        """The setup, the victory, the selections."""
        if self._influences is None:
            return examine(world)
        modules: Set = getattr(self._influences, what)
        if what in _OF_THE_GAME and self._is_proved(modules, world):
            return []
        return self._of(what, modules, world, lambda: examine(world)) or []

    def rule(self, rule: Rule, world: "World", examine: Callable[[Rule], Found | None]) -> Found:
        """None of `examine`: with this set it can't be said, but with another one it may be."""
        if self._influences is None:
            return examine(rule) or []
        modules = self._influences.rule(rule.id)
        if self._proved and rule.id in self._proved.rules and self._is_proved(modules, world):
            return []
        return self._of(("rule", rule.id), modules, world, lambda: examine(rule)) or []

    def _is_proved(self, modules: Set, world: "World") -> bool:
        return self._proved is not None and modules.intersection(world.modules) <= self._proved.modules.keys()

    def has_dealt(self, world: "World") -> bool:
        """Whether setups like this one have been asked for; the first time they haven't."""
        if self._influences is None:
            return False
        key = "dealt", self._influences.setup.intersection(world.modules)
        has = key in self._known
        self._known[key] = []
        return has

    def _of(self, what: Hashable, modules: Set, world: "World", examine: Callable[[], Found | None]) -> Found | None:
        key = what, modules.intersection(world.modules)
        if key not in self._known:
            found = examine()
            if found is None:
                return None
            self._known[key] = found
        return self._known[key]
