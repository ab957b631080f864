"""What a setup does that can be done, but is hardly meant: noted while it is dealt."""

from collections.abc import Collection

from pnp.model.problem import Problem, Severity, code
from pnp.model.rules import Move, Shuffle, Step
from pnp.rules.setup.dealt import is_one
from pnp.rules.setup.heap import Heap

UNSHUFFLED = code(
    "PNP563",
    "dealt without shuffling",
    """
A step takes some of the pieces of a zone in which different pieces still lie in the order of the data: everybody would
know what comes. Where players choose the pieces, `chosen: true` says so.

Bad:  `{move: 5, from: pile, to: hand}` without `{shuffle: pile}` before it
Good: `{shuffle: pile}`, then `{move: 5, from: pile, to: hand}`
""",
    Severity.WARNING,
)
NOTHING_SHUFFLED = code(
    "PNP564",
    "nothing to shuffle",
    """
A step shuffles a zone in which there is nothing yet, whatever the number of players, or that has just been shuffled.
Mostly another zone is meant.

Bad:  `{shuffle: market}`, then `{move: all, from: pile, to: market}`
Good: `{move: all, from: pile, to: market}`, then `{shuffle: market}`
""",
    Severity.WARNING,
)


class Doubts:
    """Those of one dealing; the same for each number of players, so that they can be compared."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._mixed: dict[str, int] = {}  # zones just shuffled, with the number of pieces in them
        self._in_order: set[str] = set()  # zones of which it is said that nobody shuffled them

    def shuffles(self, step: Step, action: Shuffle, heaps: Collection[Heap]) -> None:
        count = sum(map(len, heaps))
        if heaps and not count:
            self.problems.append(
                NOTHING_SHUFFLED.at(action.span, f"step {step.id} shuffles {action.zone}, in which there is nothing")
            )
        elif count and self._mixed.get(action.zone) == count:
            self.problems.append(NOTHING_SHUFFLED.at(action.span, f"step {step.id} shuffles {action.zone} once more"))
        self._mixed[action.zone] = count
        self._in_order.discard(action.zone)

    def deals(self, step: Step, move: Move, source: Heap, count: int) -> None:
        """Before the pieces are taken."""
        in_order = len(set(source.pools)) > 1 and all(map(is_one, source.pools))
        if in_order and 0 < count < len(source) and not move.chosen and move.source not in self._in_order:
            self._in_order.add(move.source)
            message = f"step {step.id} deals from {move.source}, which nobody has shuffled"
            self.problems.append(UNSHUFFLED.at(move.span, message, hint="shuffle it before, or chosen: true"))


def lasting(found: Collection[Collection[Problem]]) -> list[Problem]:
    """Of the doubts for each number of players, those that don't depend on it."""
    every = dict.fromkeys(problem for doubts in found for problem in doubts)
    return [each for each in every if each.code == UNSHUFFLED.id or all(each in doubts for doubts in found)]
