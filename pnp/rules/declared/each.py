"""
A piece isn't as a rule says that each must be.

Bad:  `each: season|count == 1`, `of: creatures`, where a creature has two seasons
Good: one season for each creature
"""

from collections.abc import Iterator
from typing import Any

from pnp.model.problem import Problem, code
from pnp.model.rules import Rule
from pnp.rules.declared._judged import NAMED, Judged, few, is_piece
from pnp.rules.declared._reason import reason
from pnp.rules.expressions import shown

CODE = code("PNP514", "piece that breaks a rule", __doc__)


def check(rule: Rule, judged: Judged) -> Iterator[Problem]:
    if not judged.pieces:
        yield judged.nothing()
        return
    truth = judged.world.evaluator.truth
    holds = judged.each(judged.pieces, lambda names: truth(rule.subject, names))
    broken = list({id(item): item for item, held in holds if not held}.values())
    if broken:
        reasons = [reason(judged, judged.names.about(item)) for item in broken[:NAMED]]
        alike = len(set(reasons)) == 1
        others = "" if alike or len(broken) == 1 else f"; nor does it hold for {_named(broken[1:])}"
        at = rule.subject.span if len(broken) > 2 and len(broken) == len(set(map(id, judged.pieces))) else None
        yield judged.problem(f"{reasons[0]} for {_named(broken if alike else broken[:1])}{others}", broken[0], at)


def _named(items: list[Any]) -> str:
    return few(items) if all(map(is_piece, items)) else shown(tuple(items) if len(items) > 1 else items[0])
