"""Victories of all sets of modules, and their worked examples → steps that decide nothing, or that no example shows.

Whether a step is of no use depends on all sets: what never decides in the game alone may decide with a module.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from pnp.model.problem import Problem, Severity, code
from pnp.model.rules import Judging
from pnp.model.span import Span
from pnp.rules.expressions.wrong import Wrong
from pnp.rules.victory.conditions import verdicts_at_fault
from pnp.rules.victory.parting import parting_of
from pnp.rules.victory.verdicts import names_of, rounds_of
from pnp.rules.worked_examples import judged_example

if TYPE_CHECKING:
    from pnp.rules.world import World

NEVER_SHARED = code(
    "PNP543 shared ties that can't be",
    """victory.yaml says `ties: shared`, but a step of `winner` always parts everybody, with any modules: nobody can be
    left to share the victory.

    Bad:  `ties: shared` beside `most: keeper.number`, where each keeper has a number of its own
    Good: only one of the two""",
    Severity.WARNING,
    says="ties are never shared: {parts} always parts everybody",
)
DECIDES_NOTHING = code(
    "PNP544 step that never decides",
    """A step of `winner` leaves everybody who is there: it stands after one that always parts everybody, or after one
    that asks for the same, or it is the same for all players. Mostly it stands at the wrong place, or asks the wrong
    thing.

    Bad:  `most: keeper.number`, each of another number, and then `fewest: animals|count`
    Good: the other way round""",
    Severity.WARNING,
    says="{step} never decides: {why}",
    varies=("why",),
)
UNSHOWN = code(
    "PNP545 step that no example shows",
    """Worked examples tell by which step somebody wins, and none of them is decided by this one; or they would all come
    out the same, if two steps stood the other way round. So nobody would notice if the step was wrong, or misplaced.

    Bad:  steps `most-animals` and `fewest-foods`, and only examples in which whoever has most animals has fewest foods
    Good: one more, in which somebody with fewer animals has fewest foods""",
    Severity.WARNING,
    says="no example shows that nobody wins",
)
STEP_NOT_SHOWN = UNSHOWN.also("no example is decided by {step}")
ORDER_NOT_SHOWN = UNSHOWN.also("no example tells whether {one} or {other} comes first")
_TOLD = frozenset(("winner", "winners", "by"))


class Exercised:
    """Asked only where all sets of modules have been added."""

    def __init__(self) -> None:
        self._steps: dict[Span, Judging] = {}  # of any set
        self._idle: dict[Span, str] = {}
        self._useful: set[Span] = set()
        self._ties: dict[Span, str] = {}  # where they are said to be shared, and which step parts everybody
        self._can_tie = False
        self._base: tuple[Judging, ...] = ()
        self._shown: set[str] = set()  # steps that decide an example
        self._nobody: Span | None = None
        self._nobody_shown = self._is_told = False
        self._ordered: set[tuple[str, str]] = set()  # steps that an example tells apart
        self._cause: Problem | None = None  # for which that can't be said

    def add(self, world: "World") -> None:
        victory = world.game.victory
        if victory is None or not victory.winner:
            return
        parting = parting_of(world, victory)
        self._cause = self._cause or verdicts_at_fault(world)
        self._steps |= {step.span: step for step in victory.winner.values()}
        idle = {step.span: why for step, why in parting.idle()}
        self._idle |= idle
        self._useful |= {step.span for step in parting.steps} - idle.keys()
        self._can_tie |= parting.parts is None
        if victory.ties and parting.parts:
            self._ties[victory.ties] = parting.parts.id
        if not world.modules:
            self._base = parting.steps
            self._nobody = victory.nobody.span if victory.nobody else None
        for example in world.game.examples.values():
            if not example.score or set(example.modules) != set(world.modules):
                continue
            judged = judged_example(world, example)
            told = {each.what.text.strip() for each in example.expect} & _TOLD
            if judged.verdict is None or judged.table is None or not told:
                continue
            self._is_told |= "by" in told
            if judged.verdict.winners:
                self._shown.add(judged.verdict.by)
            else:
                self._nobody_shown = True
            for number, pair in enumerate(pairwise(victory.winner)):
                if pair in self._ordered:
                    continue
                # would what the example tells be otherwise, if these two stood the other way round?
                steps = list(victory.winner.values())
                steps[number : number + 2] = reversed(steps[number : number + 2])
                try:
                    _, left, by = rounds_of(world, steps, judged.table)
                except Wrong:
                    self._ordered.add(pair)
                    continue
                if names_of(left) != judged.verdict.winners or ("by" in told and by != judged.verdict.by):
                    self._ordered.add(pair)

    def problems(self, error: Problem | None) -> Iterator[Problem]:
        """`error`: the first that was found; for it examples may be decided by a step that they aren't about."""
        for span, step in self._steps.items():
            if span in self._idle and span not in self._useful:
                yield DECIDES_NOTHING.at(span, step=step.id, why=self._idle[span], cause=self._cause)
        if not self._can_tie:
            for span, parts in self._ties.items():
                yield NEVER_SHARED.at(span, parts=parts, cause=self._cause)
        if not self._is_told:
            return
        missing: set[str] = set()
        cause, hint = self._cause or error, "an example with score:"
        for span, step in self._steps.items():
            if step.id not in self._shown and span in self._useful and step.id not in missing:
                missing.add(step.id)
                yield STEP_NOT_SHOWN.at(span, step=step.id, hint=hint, cause=cause)
        if self._nobody and not self._nobody_shown:
            yield UNSHOWN.at(self._nobody, hint=hint, cause=cause)
        for one, other in pairwise(self._base):
            if (one.id, other.id) in self._ordered or {one.id, other.id} & missing or one.kind == other.kind == "only":
                continue
            if {one.span, other.span} <= self._useful:
                hint = "one that would come out otherwise"
                yield ORDER_NOT_SHOWN.at(other.span, one=one.id, other=other.id, hint=hint, cause=cause)
