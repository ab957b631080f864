"""
A number of each piece comes to another sum than a rule says. Copies count; what a piece doesn't say counts as 0.
The message shows both sums, and the pieces where these are few: any of their numbers may be the wrong one.

Bad:  `sum: eggs`, `of: creatures`, `at-least: 15`, where the numbers add up to 12
Good: numbers that add up to 15 or more
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

from pnp.model.problem import Problem, code
from pnp.model.rules import BOUNDS, Expression, Rule, RuleKind
from pnp.rules.declared._scopes import NONE_OF_THEM, SAYS, RuleScope, compare
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.values import add_numbers, round_number

KIND = RuleKind(
    "The rule is about the sum of this over all pieces.", needs=("of",), may=("where", "by", *BOUNDS), has_figures=True
)
CODE = code("PNP511", says=SAYS, varies=("found", "wanted", "pieces"))
NONE_RIGHT = CODE.also(NONE_OF_THEM, varies=("found", "wanted", "whose", "pieces"))


def check(rule: Rule, scope: RuleScope) -> Iterator[Problem]:
    evaluator = scope.world.evaluator

    def number(expression: Expression, names: Names) -> Any:
        return 0 if evaluator.value(expression, names) is None else evaluator.number(expression, names)

    def add(amounts: Sequence[Any]) -> Any:
        return round_number(reduce(add_numbers, amounts, 0))

    yield from compare(scope, (CODE, NONE_RIGHT), list(scope.each(scope.pieces, number, rule.subject)), add)
