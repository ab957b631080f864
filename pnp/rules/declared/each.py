"""
A piece isn't as a rule says that each must be.

Bad:  `each: season|count == 1`, `of: creatures`, where a creature has two seasons
Good: one season for each creature
"""

from collections.abc import Iterator
from typing import Any

from pnp.model.problem import Problem, code
from pnp.model.rules import Rule, RuleKind
from pnp.rules.declared._scopes import NAMED, RuleScope, explain_failure, is_piece, some_ids
from pnp.rules.expressions.values import show

KIND = RuleKind("The rule says that this holds for each piece.", needs=("of",), may=("where",))
CODE = code("PNP514", says="{rule}: {reason} for {pieces}{others}", varies=("reason", "others"))


def check(rule: Rule, scope: RuleScope) -> Iterator[Problem]:
    if not scope.pieces:
        yield scope.says_nothing()
        return
    holds = scope.each(scope.pieces, scope.world.evaluator.truth, rule.subject)
    failing = list({id(item): item for item, held in holds if not held}.values())
    if failing:

        def ids(items: list[Any]) -> str:
            return some_ids(items) if all(map(is_piece, items)) else show(tuple(items) if len(items) > 1 else items[0])

        evaluator, scopes = scope.world.evaluator, map(scope.names.item_scope, failing[:NAMED])
        reasons = [explain_failure(evaluator, rule.subject, names) for names in scopes]
        alike = len(set(reasons)) == 1
        others = "" if alike or len(failing) == 1 else f"; nor does it hold for {ids(failing[1:])}"
        at = rule.subject.span if len(failing) > 2 and len(failing) == len(set(map(id, scope.pieces))) else None
        pieces = ids(failing if alike else failing[:1])
        yield scope.problem(CODE, failing[0], at, reason=reasons[0], pieces=pieces, others=others)
