"""Setups dealt for all sets of modules → the steps that none of them takes."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.model.problem import Problem, Severity, code
from pnp.model.rules import Step
from pnp.model.span import Span
from pnp.rules.expressions import shown
from pnp.rules.setup.dealing import deal

if TYPE_CHECKING:
    from pnp.rules.world import World

NEVER_TAKEN = code(
    "PNP565",
    "step that is never taken",
    """
    The `when` of a step holds with no number of players and no set of modules that can be chosen: nobody would ever
    take the step.

    Bad:  `when: players > 6`, where the game is for two to six players
    Good: `when: players > 5`
    """,
    Severity.WARNING,
)
_TEXT = re.compile(r"'([^']*)'|\"([^\"]*)\"")


class Taken:
    """Asked only where all sets of modules have been added."""

    def __init__(self) -> None:
        self._idle: dict[Span, Step] = {}
        self._done: set[Span] = set()

    def add(self, world: "World") -> None:
        setup = world.game.setup
        asked = {step.span: step for step in setup.steps.values() if step.when} if setup else {}
        for players in setup.players if setup and asked else ():
            dealt = deal(world, players)
            self._done |= {done.step.span for done in dealt.steps}
            if dealt.problems or not dealt.is_whole:
                self._done |= asked.keys()  # nobody knows whether it would be taken
        self._idle |= {span: step for span, step in asked.items() if not _is_of_others(step, world)}

    def problems(self) -> Iterator[Problem]:
        for span, step in self._idle.items():
            if span not in self._done and step.when:
                yield NEVER_TAKEN.at(step.when.span, f"step {step.id} is never taken: {shown(step.when.text)}")


def _is_of_others(step: Step, world: "World") -> bool:
    """It speaks of what only an expansion has, or of nothing, which is said where names are looked at."""
    text = step.when.text if step.when else ""
    return "modules" in text and any((a or b) not in world.game.modules for a, b in _TEXT.findall(text))
