"""
A number of each piece comes to another sum than a rule says. Copies count; what a piece doesn't say counts as 0.

Bad:  `sum: eggs`, `of: creatures`, `at-least: 15`, where the numbers add up to 12
Good: numbers that add up to 15 or more
"""

from collections.abc import Iterator
from typing import Any

from pnp.model.problem import Problem, code
from pnp.model.rules import Rule
from pnp.rules.declared._figures import compare
from pnp.rules.declared._judged import Judged, grouped
from pnp.rules.expressions import exact, shown

CODE = code("PNP511", "wrong sum", __doc__)


def check(rule: Rule, judged: Judged) -> Iterator[Problem]:
    evaluator = judged.world.evaluator

    def number(names: Any) -> Any:
        return 0 if evaluator.value(rule.subject, names) is None else evaluator.number(rule.subject, names)

    amounts = [amount for _, amount in judged.each(judged.pieces, number)]
    if rule.by is None:
        yield from compare(judged, {"": (exact(sum(amounts)), [])})
        return
    numbered = [((item, amount), value) for (item, value), amount in zip(judged.values(rule.by), amounts, strict=True)]
    found = grouped(numbered, judged.entries(rule.by)).values()
    yield from compare(judged, {shown(value): (exact(sum(n for _, n in each)), []) for value, each in found})
