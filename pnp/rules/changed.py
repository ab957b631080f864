"""A game and its modules → what stands in a section with any of them, and who changes it."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from pnp.model.game import Game
from pnp.model.plus import Plus
from pnp.model.values import Field
from pnp.rules.choosing import Set

NOBODY: Set = frozenset()


class Changed:
    """Modules by the sections that they change, and by the ids in these."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._within: dict[str, Set] = {}
        self._by: dict[tuple[str, str], Set] = {}
        for patch in game.patches:
            for section, change in patch.changes.items():
                for part in {section, section.partition(".")[0]}:
                    self._within[part] = self._within.get(part, NOBODY).union(patch.parts)
                for id in change.ids:
                    self._by[section, id] = self._by.get((section, id), NOBODY).union(patch.parts)

    def within(self, section: str) -> Set:
        """Modules that change anything in "setup.tables", or in "setup"."""
        return self._within.get(section, NOBODY)

    def by(self, section: str, id: str) -> Set:
        """Modules that add, replace, drop or raise this."""
        return self._by.get((section, id), NOBODY)

    def pieces(self, ids: Collection[str]) -> Set:
        """Modules that change pieces of these ids, whatever they are."""
        return NOBODY.union(*(of for (where, id), of in self._by.items() if where.startswith("pieces.") and id in ids))

    def raising(self, section: str, id: str) -> list[Plus]:
        """What modules add to its figures."""
        changes = [patch.change(section) for patch in self._game.patches]
        return [plus for change in changes for plus in change.plus if plus.id == id]

    def everywhere(self, section: str) -> list[Any]:
        """What stands in a section, that of all modules, too."""
        kind, _, name = section.partition(".")
        owner = getattr(self._game, kind) if name else self._game
        found = list(getattr(owner, name or kind).values()) if owner else []
        return [*found, *self.brought(section)]

    def brought(self, section: str) -> list[Any]:
        """What modules have there that the game by itself hasn't."""
        changes = [patch.change(section) for patch in self._game.patches]
        return [item for change in changes for item in (*change.add, *change.replace)]


def targets(fields: Iterable[Field]) -> Iterator[str]:
    """The groups and components that fields refer to."""
    for field in fields:
        if field.to:
            yield field.to
        yield from targets([*([field.of] if field.of else ()), *field.fields.values()])
