"""
A piece isn't as a rule says that each must be.

Bad:  `each: season|count == 1`, `of: creatures`, where a creature has two seasons
Good: one season for each creature
"""

from collections.abc import Iterator
from typing import Any

from pnp.model.problem import Problem, code
from pnp.model.rules import Rule, RuleKind
from pnp.rules.declared._figures import compared
from pnp.rules.declared._judged import NAMED, Judged, few, is_piece
from pnp.rules.expressions.values import shown

KIND = RuleKind("The rule says that this holds for each piece.", needs=("of",), may=("where",))
CODE = code("PNP514", says="{rule}: {reason} for {pieces}{others}", varies=("reason", "others"))


def check(rule: Rule, judged: Judged) -> Iterator[Problem]:
    if not judged.pieces:
        yield judged.nothing()
        return
    holds = judged.each(judged.pieces, judged.world.evaluator.truth, rule.subject)
    failing = list({id(item): item for item, held in holds if not held}.values())
    if failing:
        reasons = [compared(judged.world.evaluator, rule.subject, judged.names.about(item)) for item in failing[:NAMED]]
        alike = len(set(reasons)) == 1
        others = "" if alike or len(failing) == 1 else f"; nor does it hold for {_named(failing[1:])}"
        at = rule.subject.span if len(failing) > 2 and len(failing) == len(set(map(id, judged.pieces))) else None
        pieces = _named(failing if alike else failing[:1])
        yield judged.problem(CODE, failing[0], at, reason=reasons[0], pieces=pieces, others=others)


def _named(items: list[Any]) -> str:
    return few(items) if all(map(is_piece, items)) else shown(tuple(items) if len(items) > 1 else items[0])
