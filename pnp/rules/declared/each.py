"""
A piece isn't as a rule says that each must be.

Bad:  `each: season|count == 1`, `of: creatures`, where a creature has two seasons
Good: one season for each creature
"""

from collections.abc import Iterator

from pnp.model.problem import Problem, code
from pnp.model.rules import Rule
from pnp.rules.declared._judged import Judged
from pnp.rules.declared._reason import reason
from pnp.rules.expressions import shown

CODE = code("PNP514", "piece that breaks a rule", __doc__)
_MOST = 20  # pieces that are reported one by one


def check(rule: Rule, judged: Judged) -> Iterator[Problem]:
    if not judged.pieces:
        yield judged.nothing()
        return
    truth = judged.world.evaluator.truth
    holds = judged.each(judged.pieces, lambda names: truth(rule.subject, names))
    broken = list({id(item): item for item, held in holds if not held}.values())
    for item in broken[:_MOST]:
        why = reason(judged, judged.names.about(item))
        yield judged.problem(f"{why} for {shown(item)}", item)
    if len(broken) > _MOST:
        yield judged.problem(f"doesn't hold for {len(broken) - _MOST} more")
