"""What a dealt setup is: the zones with their pieces, what each step did, where the markers stand."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple

from pnp.model.game import Piece
from pnp.model.problem import Problem
from pnp.model.rules import Move, Step
from pnp.model.values import Value


class Pile(NamedTuple):
    """Pieces in one place, the top one last. `pools` are bits: which pieces each of them might be as well."""

    pieces: tuple[Piece, ...]
    pools: tuple[int, ...]

    @property
    def known(self) -> tuple[Piece, ...]:
        """Those that are certainly here: nobody shuffled or dealt them."""
        return tuple([piece for piece, pool in zip(self.pieces, self.pools, strict=True) if is_one(pool)])


class Moved(NamedTuple):
    """What a move did: so many pieces at a time, and what came into which part of its target."""

    move: Move
    each: int
    given: tuple[tuple[str, tuple[Piece, ...]], ...]  # key of the target's part → pieces


class Done(NamedTuple):
    """A step that was done; `number` is that of its first move that has one."""

    step: Step
    moved: tuple[Moved, ...]
    number: int | None


@dataclass(frozen=True, slots=True)
class Dealt:
    """A setup for one number of players."""

    players: int
    steps: tuple[Done, ...]
    zones: Mapping[str, Mapping[str, Pile]]  # by the zone's id and the key of its part: "" where it has no parts
    markers: Mapping[str, Value]
    problems: tuple[Problem, ...]
    parts: Mapping[str, Mapping[str, object]]  # what each part of a zone is for: a number, a piece, an entry
    doubts: tuple[Problem, ...] = ()  # what can be done, but is hardly meant
    unmet: Step | None = None  # dealt by chance as far as this step, whose condition doesn't hold
    cause: Problem | None = None  # for which its figures say nothing

    @property
    def counts(self) -> dict[str, int]:
        """How many pieces lie in each zone, in all its parts together: `zones.<id>` of expressions."""
        return {id: sum([len(pile.pieces) for pile in parts.values()]) for id, parts in self.zones.items()}


def is_one(pool: int) -> bool:
    """Whether only one piece is in it."""
    return pool & (pool - 1) == 0


def pooled(pools: tuple[int, ...] | list[int]) -> int:
    """All that any of them might be."""
    return reduce(or_, pools, 0)
