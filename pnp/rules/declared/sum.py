"""
A number of each piece comes to another sum than a rule says. Copies count; what a piece doesn't say counts as 0.

Bad:  `sum: eggs`, `of: creatures`, `at-least: 15`, where the numbers add up to 12
Good: numbers that add up to 15 or more
"""

from collections.abc import Iterator
from functools import reduce
from typing import Any

from pnp.model.problem import Problem, code
from pnp.model.rulebook import RuleKind
from pnp.model.rules import BOUNDS, Bound, Rule
from pnp.rules.declared._figures import Off, compare, contrast, slip, whom
from pnp.rules.declared._judged import Judged, grouped
from pnp.rules.expressions.values import exact, plus, shown

KIND = RuleKind(
    "The rule is about the sum of this over all pieces.", needs=("of",), may=("where", "by", *BOUNDS), has_figures=True
)
CODE = code("PNP511 wrong sum", __doc__, says="{rule}: {figures}{whose}{pieces}", varies=("figures", "pieces"))
SLIP = CODE.also(
    "{rule}: {figures}{whose}: {piece} has {number}, not {instead}?", varies=("figures", "number", "instead")
)
NONE_RIGHT = CODE.also("{rule}: {figures}{whose}, and none of the other {others} is right", varies=("figures", "whose"))


def check(rule: Rule, judged: Judged) -> Iterator[Problem]:
    evaluator = judged.world.evaluator

    def number(names: Any) -> Any:
        return 0 if evaluator.value(rule.subject, names) is None else evaluator.number(rule.subject, names)

    numbered = list(judged.each(judged.pieces, number))
    if rule.by is None:
        figures = {"": (_total(numbered), numbered)}
    else:
        valued = [(pair, value) for pair, (_, value) in zip(numbered, judged.values(rule.by), strict=True)]
        found = grouped(valued, judged.entries(rule.by)).values()
        figures = {shown(value): (_total(each), each) for value, each in found}

    def tell(bound: Bound, off: list[Off]) -> Iterator[Problem]:
        for each in off:
            if bound.relation == "is" and (wrong := slip(each)):
                yield judged.problem(
                    SLIP,
                    wrong.item,
                    figures=contrast(bound, each),
                    whose=whom(each),
                    piece=shown(wrong.item),
                    number=shown(wrong.number),
                    instead=shown(wrong.instead),
                )
            else:
                many = len(each.items)
                of = f", of {many} piece{'' if many == 1 else 's'}" if many else ""
                yield judged.problem(CODE, figures=contrast(bound, each), whose=whom(each), pieces=of)

    yield from compare(judged, figures, tell, NONE_RIGHT)


def _total(numbered: list[tuple[Any, Any]]) -> Any:
    return exact(reduce(plus, (amount for _, amount in numbered), 0))
