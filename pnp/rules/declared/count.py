"""
There are more or fewer pieces, or things of some list, than a rule says. Copies count; with `by` there is one figure
for each value, also for those entries of a group that no piece has.

Bad:  `count: creatures`, `by: season`, `is: 12`, where spring has 11 creatures
Good: 12 creatures of spring
"""

from collections.abc import Iterator
from typing import Any

from pnp.model.problem import Problem, code
from pnp.model.rules import Bound, Rule
from pnp.rules.declared._blame import Off, stray
from pnp.rules.declared._figures import compare, sentence
from pnp.rules.declared._judged import Judged, few, grouped
from pnp.rules.expressions import shown

CODE = code("PNP510", "wrong number of pieces", __doc__)


def check(rule: Rule, judged: Judged) -> Iterator[Problem]:
    valued: list[tuple[Any, Any]] = []
    if rule.by is None:
        figures = {"": (len(judged.pieces), list(judged.pieces))}
    else:
        valued = list(judged.values(rule.by))
        found = grouped(valued, judged.entries(rule.by)).values()
        figures = {shown(value): (len(items), items) for value, items in found}

    def tell(bound: Bound, off: list[Off]) -> Iterator[Problem]:
        if bound.relation == "is" and len(off) == 2:
            less, more = sorted(off, key=lambda each: each.figure - each.expected)
            if (item := stray(more, less, valued)) is not None:
                message = f"{sentence(bound, more)}; {sentence(bound, less)}: is {shown(item)} of {less.name}?"
                yield judged.problem(message, item)
                return
        for each in off:
            ids = few(each.items)
            yield judged.problem(sentence(bound, each) + (f": {ids}" if ids else ""))

    yield from compare(judged, figures, tell)
