"""A rule of rules.yaml and a world → what is wrong. One kind of rule a file: whatever module stands here is one.

A kind's module has a `KIND`, which says how people write such a rule, a `CODE`, and `check(rule, scope)`, which yields
problems: see `_scopes.py`. Modules whose name starts with an underscore are what kinds share. To read rules all `KIND`s
are imported, so nothing here imports what would be heavy: the evaluator comes with what is judged.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pnp.model.problem import Problem
from pnp.model.rules import Expression, Rule
from pnp.model.values import Unreadable
from pnp.registry import registry
from pnp.rules.declared._scopes import EXPECTED, SAYS_NOTHING, KindOfRule, RuleScope, explain_failure, split_by_per
from pnp.rules.expressions.errors import NOT_READ, EvalError
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.values import show

if TYPE_CHECKING:
    from pnp.rules.world import World

__all__ = [
    "EXPECTED",
    "KINDS",
    "SAYS_NOTHING",
    "RuleScope",
    "check_all",
    "check_rule",
    "explain_failure",
    "expressions_of",
    "split_by_per",
]


KINDS = registry(__name__, lambda _, module: KindOfRule(module.KIND, module.CODE, module.check))


def expressions_of(rule: Rule) -> list[Expression]:
    """Return all expressions of a rule but those in its sentence."""
    asked = (rule.subject, rule.of, rule.where, rule.by, rule.per, *rule.own.values())
    said = [bound.expected for bound in rule.bounds]
    figures = [one for each in said for one in (each.values() if isinstance(each, Mapping) else (each,))]
    return [each for each in (*asked, *figures) if each]


def check_all(rules: Iterable[Rule], world: "World", names: Names) -> list[Problem]:
    """Return how rules are broken in one scope, and what can't be filled in into their sentences."""
    both = (found for rule in rules for found in (check_rule(rule, world, names), _check_sentence(rule, world, names)))
    return [problem for found in both for problem in found]


def check_rule(rule: Rule, world: "World", names: Names) -> list[Problem]:
    """Return how a rule is broken with one number of players, or by a selection. Hints say its sentence."""
    kind = KINDS[rule.kind]
    try:
        whole = RuleScope(rule, kind, world, names)
        return [problem for scope in split_by_per(whole) for problem in kind.check(rule, scope)]
    except EvalError as wrong:
        return [wrong.problem]
    except Unreadable as error:
        return [NOT_READ.at(rule.subject.span, what=show(rule.subject.text), cause=error.problem)]


def _check_sentence(rule: Rule, world: "World", names: Names) -> Iterator[Problem]:
    """Yield what can't be filled in into the rule's sentence in one scope, whether the rule holds or not."""
    holes = list(world.evaluator.expressions_in(rule.say))
    if not holes:
        return
    try:
        scopes = [scope.sentence_names for scope in split_by_per(RuleScope(rule, KINDS[rule.kind], world, names))]
    except (EvalError, Unreadable):
        return  # why the rule itself can't be evaluated is reported for the rule
    for hole in holes:
        try:
            for scope in scopes:
                world.evaluator.value(hole, scope)
        except EvalError as wrong:
            yield wrong.problem
