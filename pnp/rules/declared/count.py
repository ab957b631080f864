"""
There are more or fewer pieces, or things of some list, than a rule says. Copies count; with `by` there is one figure
for each value, also for those entries of a group that no piece has.

Bad:  `count: creatures`, `by: season`, `is: 12`, where spring has 11 creatures
Good: 12 creatures of spring
"""

from collections.abc import Iterator

from pnp.model.problem import Problem, code
from pnp.model.rules import Rule
from pnp.rules.declared._figures import compare
from pnp.rules.declared._judged import Judged, grouped
from pnp.rules.expressions import shown

CODE = code("PNP510", "wrong number of pieces", __doc__)


def check(rule: Rule, judged: Judged) -> Iterator[Problem]:
    if rule.by is None:
        figures = {"": (len(judged.pieces), list(judged.pieces))}
    else:
        found = grouped(judged.values(rule.by), judged.entries(rule.by)).values()
        figures = {shown(value): (len(items), items) for value, items in found}
    yield from compare(judged, figures)
