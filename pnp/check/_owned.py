"""A game → what stands in a section, the modules' things beside the base game's: what may be there together."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

from pnp.model.game import Game, Module
from pnp.model.patch import sections


class Owned(NamedTuple):
    """Something that can be changed by its id, and the module that brings it, if one does."""

    module: Module | None
    item: Any


def owned(game: Game) -> Iterator[tuple[str, list[Owned]]]:
    """By section, but for pieces and entries; what several modules bring in one file stands here once."""
    for section, base in sections(game):
        if section.startswith(("pieces.", "groups.")):
            continue
        found = {item.span: Owned(None, item) for item in base.values()}
        for module in game.patches:
            change = module.change(section)
            for item in (*change.add, *change.replace):
                found.setdefault(item.span, Owned(module, item))
        yield section, list(found.values())


def same(game: Game, things: Iterable[Owned], what: Callable[[Any], Hashable]) -> Iterator[tuple[Any, Any]]:
    """Things of different ids that can be in the game together and are the same in something: the first, another."""
    earlier: dict[Hashable, list[Owned]] = {}
    for thing in things:
        alike = earlier.setdefault(what(thing.item), [])
        first = next((each for each in alike if each.item.id != thing.item.id and _agree(game, each, thing)), None)
        if first:
            yield first.item, thing.item
        alike.append(thing)


def _agree(game: Game, one: Owned, other: Owned) -> bool:
    a, b = one.module, other.module
    return a is None or b is None or game.go_together(a.id, b.id)
