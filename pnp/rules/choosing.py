"""A game's modules → the sets of them that can be chosen together."""

from collections.abc import Iterable
from itertools import combinations

from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code

MOST_SETS = 256
_MOST_PAIRS = 4 * MOST_SETS

TOO_MANY_SETS = code(
    "PNP520",
    "more sets of modules than are looked at",
    f"""
    Modules that can be combined freely make many sets: eight of them make {MOST_SETS}. Of more, only those of one
    module and those of two, with what they need, are looked at. A mistake that only three of them make isn't found.

    What to do: say which modules don't go together (`not-with`); `pnp check GAME --with a,b,c` looks at one set.
    """,
    Severity.NOTE,
)

Set = frozenset[str]


def legal_sets(game: Game) -> list[tuple[str, ...]]:
    """Sorted, () first."""
    return chosen_sets(game)[0]


def chosen_sets(game: Game) -> tuple[list[tuple[str, ...]], list[Problem]]:
    """Those that are looked at, and a note where there are more."""
    single = {found for id in game.modules if (found := _with_needed(game, id)) is not None}
    every = _unions(game, single)
    if every is not None:
        return _sorted(every), []
    pairs = (one | other for one, other in combinations(sorted(single, key=sorted), 2))
    some = {frozenset[str](), *single}
    for pair in pairs:
        if len(some) < _MOST_PAIRS and _agree(game, pair):
            some.add(pair)
    message = f"{len(game.modules)} modules make more than {MOST_SETS} sets: looked at are those of one and of two"
    return _sorted(some), [TOO_MANY_SETS.at(game.span, message)]


def _unions(game: Game, single: Iterable[Set]) -> set[Set] | None:
    """All that modules and what they need can make; None where those are too many."""
    found: set[Set] = {frozenset()}
    for one in sorted(single, key=sorted):
        found |= {together for each in found if _agree(game, together := each | one)}
        if len(found) > MOST_SETS:
            return None
    return found


def _with_needed(game: Game, id: str) -> Set | None:
    """None where it can't be chosen at all: `pnp check` says so by itself."""
    together = [id]
    for each in together:  # grows on the way
        if each not in game.modules:
            return None
        together += [other for other in game.modules[each].needs if other not in together]
    found = frozenset(together)
    return found if _agree(game, found) else None


def _agree(game: Game, ids: Set) -> bool:
    return not any(other in ids for id in ids for other in game.modules[id].not_with)


def _sorted(found: Iterable[Set]) -> list[tuple[str, ...]]:
    return sorted((tuple(sorted(each)) for each in found), key=lambda each: (len(each), each))
