"""
There are more or fewer pieces, or things of some list, than a rule says. Copies count; with `by` there is one figure
for each value, also for those entries of a group that no piece has.

Bad:  `count: creatures`, `by: season`, `is: 12`, where spring has 11 creatures
Good: 12 creatures of spring
"""

from collections.abc import Iterator
from typing import Any

from pnp.model.problem import Problem, code
from pnp.model.rulebook import RuleKind
from pnp.model.rules import BOUNDS, Bound, Rule
from pnp.rules.declared._figures import Off, compare, contrast, stray, whom
from pnp.rules.declared._judged import Judged, few, grouped
from pnp.rules.expressions.values import shown

KIND = RuleKind(
    "The rule is about how many pieces, or things of any list, there are.",
    may=("where", "by", *BOUNDS),
    has_figures=True,
)
CODE = code(
    "PNP510 wrong number of pieces", __doc__, says="{rule}: {figures}{whose}{pieces}", varies=("figures", "pieces")
)
STRAY = CODE.also("{rule}: {more}{of_more}; {less}{of_less}: is {piece} of {other}?", varies=("more", "less"))
NONE_RIGHT = CODE.also("{rule}: {figures}{whose}, and none of the other {others} is right", varies=("figures", "whose"))


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
                yield judged.problem(
                    STRAY,
                    item,
                    more=contrast(bound, more),
                    of_more=whom(more),
                    less=contrast(bound, less),
                    of_less=whom(less),
                    piece=shown(item),
                    other=less.name,
                )
                return
        for each in off:
            ids = few(each.items)
            named = f": {ids}" if ids else ""
            yield judged.problem(CODE, figures=contrast(bound, each), whose=whom(each), pieces=named)

    yield from compare(judged, figures, tell, NONE_RIGHT)
