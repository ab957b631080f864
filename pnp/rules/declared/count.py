"""
There are more or fewer pieces, or things of some list, than a rule says. Copies count; with `by` there is one figure
for each value, also for those entries of a group that no piece has.

Bad:  `count: creatures`, `by: season`, `is: 12`, where spring has 11 creatures
Good: 12 creatures of spring
"""

from collections.abc import Iterator
from typing import Any

from pnp.model.problem import Problem, code
from pnp.model.rules import BOUNDS, Rule, RuleKind
from pnp.rules.declared._figures import Off, compare, stray
from pnp.rules.declared._judged import Judged, named
from pnp.rules.expressions.values import shown

KIND = RuleKind(
    "The rule is about how many pieces, or things of any list, there are.",
    may=("where", "by", *BOUNDS),
    has_figures=True,
)
CODE = code("PNP510", says="{rule}: {figures}{whose}{pieces}", varies=("figures", "pieces"))
STRAY = CODE.also("{rule}: {more}{of_more}; {less}{of_less}: is {piece} of {other}?", varies=("more", "less"))
NONE_RIGHT = CODE.also("{rule}: {figures}{whose}, and none of the other {others} is right", varies=("figures", "whose"))


def check(rule: Rule, judged: Judged) -> Iterator[Problem]:
    def tell(off: list[Off], valued: list[tuple[Any, Any]]) -> Iterator[Problem]:
        if len(off) == 2 and off[0].relation == "is":
            less, more = sorted(off, key=lambda each: each.figure - each.expected)
            if (item := stray(more, less, valued)) is not None:
                yield judged.problem(
                    STRAY,
                    item,
                    more=more.figures,
                    of_more=more.whose,
                    less=less.figures,
                    of_less=less.whose,
                    piece=shown(item),
                    other=less.name,
                )
                return
        for each in off:
            yield judged.problem(CODE, figures=each.figures, whose=each.whose, pieces=named(each.items))

    yield from compare(judged, judged.pieces, len, tell, NONE_RIGHT)
