"""
A number of each piece comes to another sum than a rule says. Copies count; what a piece doesn't say counts as 0.

Bad:  `sum: eggs`, `of: creatures`, `at-least: 15`, where the numbers add up to 12
Good: numbers that add up to 15 or more
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

from pnp.model.problem import Problem, code
from pnp.model.rules import BOUNDS, Expression, Rule, RuleKind
from pnp.rules.declared._figures import Off, compare, slip
from pnp.rules.declared._judged import Judged
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.values import exact, plus, shown

KIND = RuleKind(
    "The rule is about the sum of this over all pieces.", needs=("of",), may=("where", "by", *BOUNDS), has_figures=True
)
CODE = code("PNP511", says="{rule}: {figures}{whose}{pieces}", varies=("figures", "pieces"))
SLIP = CODE.also(
    "{rule}: {figures}{whose}: {piece} has {number}, not {instead}?", varies=("figures", "number", "instead")
)
NONE_RIGHT = CODE.also("{rule}: {figures}{whose}, and none of the other {others} is right", varies=("figures", "whose"))


def check(rule: Rule, judged: Judged) -> Iterator[Problem]:
    evaluator = judged.world.evaluator

    def number(expression: Expression, names: Names) -> Any:
        return 0 if evaluator.value(expression, names) is None else evaluator.number(expression, names)

    def total(numbered: Sequence[tuple[Any, Any]]) -> Any:
        return exact(reduce(plus, (amount for _, amount in numbered), 0))

    def tell(off: list[Off], _: object) -> Iterator[Problem]:
        for each in off:
            if each.relation == "is" and (wrong := slip(each)):
                item, number, instead = map(shown, wrong)
                yield judged.problem(
                    SLIP, wrong.item, figures=each.figures, whose=each.whose, piece=item, number=number, instead=instead
                )
            else:
                many = len(each.items)
                of = f", of {many} piece{'' if many == 1 else 's'}" if many else ""
                yield judged.problem(CODE, figures=each.figures, whose=each.whose, pieces=of)

    yield from compare(judged, list(judged.each(judged.pieces, number, rule.subject)), total, tell, NONE_RIGHT)
