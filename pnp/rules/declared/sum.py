"""
A number of each piece comes to another sum than a rule says. Copies count; what a piece doesn't say counts as 0.

Bad:  `sum: eggs`, `of: creatures`, `at-least: 15`, where the numbers add up to 12
Good: numbers that add up to 15 or more
"""

from collections.abc import Iterator
from typing import Any

from pnp.model.problem import Problem, code
from pnp.model.rules import Bound, Rule
from pnp.rules.declared._blame import Off, slip
from pnp.rules.declared._figures import compare, sentence
from pnp.rules.declared._judged import Judged, grouped
from pnp.rules.expressions import exact, shown

CODE = code("PNP511", "wrong sum", __doc__)


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
                message = f"{sentence(bound, each)}: {shown(wrong.item)} has {shown(wrong.number)}"
                yield judged.problem(f"{message}, not {shown(wrong.instead)}?", wrong.item)
            else:
                many = len(each.items)
                of = f", of {many} piece{'' if many == 1 else 's'}" if many else ""
                yield judged.problem(f"{sentence(bound, each)}{of}")

    yield from compare(judged, figures, tell)


def _total(numbered: list[tuple[Any, Any]]) -> Any:
    return exact(sum(amount for _, amount in numbered))
