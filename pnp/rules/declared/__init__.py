"""A rule of rules.yaml and a world → what is wrong. One kind of rule a file: whatever module stands here is one.

A kind's module has a `KIND`, which says how people write such a rule, a `CODE`, and `check(rule, judged)`, which yields
problems: see `_judged.py`. Modules whose name starts with an underscore are what kinds share. Whoever reads rules looks
at all `KIND`s, so nothing here is imported that would be heavy: the evaluator comes with what is judged.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.model.problem import Problem
from pnp.model.rules import Rule
from pnp.model.values import Unreadable
from pnp.registry import registry
from pnp.rules.declared._figures import compared
from pnp.rules.declared._judged import EXPECTED, SAYS_NOTHING, Judged, KindOfRule, shares
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.values import shown
from pnp.rules.expressions.wrong import NOT_READ, Wrong

if TYPE_CHECKING:
    from pnp.rules.world import World

__all__ = ["EXPECTED", "KINDS", "SAYS_NOTHING", "Judged", "check_rule", "compared", "shares", "unsaid"]


KINDS = registry(__name__, lambda _, module: KindOfRule(module.KIND, module.CODE, module.check))


def check_rule(rule: Rule, world: "World", names: Names) -> list[Problem]:
    """What is wrong in one scope: that of a number of players, or of a selection. The hints say the rule's sentence."""
    kind = KINDS[rule.kind]
    try:
        whole = Judged(rule, kind, world, names)
        return [problem for judged in shares(whole) for problem in kind.check(rule, judged)]
    except Wrong as wrong:
        return [wrong.problem]
    except Unreadable as error:
        return [NOT_READ.at(rule.subject.span, what=shown(rule.subject.text), cause=error.problem)]


def unsaid(rule: Rule, world: "World", names: Names) -> Iterator[Problem]:
    """What can't be filled in into the rule's sentence in one scope, whether the rule holds or not."""
    holes = list(world.evaluator.spoken(rule.say))
    if not holes:
        return
    try:
        scopes = [judged.said_names for judged in shares(Judged(rule, KINDS[rule.kind], world, names))]
    except (Wrong, Unreadable):
        return  # what the rule itself can't be evaluated for is said of the rule
    for hole in holes:
        try:
            for scope in scopes:
                world.evaluator.value(hole, scope)
        except Wrong as wrong:
            yield wrong.problem
