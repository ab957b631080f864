"""
A number of each piece comes to another sum than a rule says. Copies count; what a piece doesn't say counts as 0.

Bad:  `sum: eggs`, `of: creatures`, `at-least: 15`, where the numbers add up to 12
Good: numbers that add up to 15 or more
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any, NamedTuple

from pnp.model.problem import Problem, code
from pnp.model.rules import BOUNDS, Expression, Rule, RuleKind
from pnp.rules.declared._scopes import RuleScope, WrongFigure, compare
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.values import add_numbers, round_number, show

KIND = RuleKind(
    "The rule is about the sum of this over all pieces.", needs=("of",), may=("where", "by", *BOUNDS), has_figures=True
)
CODE = code("PNP511", says="{rule}: {figures}{whose}{pieces}", varies=("figures", "pieces"))
SLIP = CODE.also(
    "{rule}: {figures}{whose}: {piece} has {number}, not {instead}?", varies=("figures", "number", "instead")
)
NONE_RIGHT = CODE.also("{rule}: {figures}{whose}, and none of the other {others} is right", varies=("figures", "whose"))


def check(rule: Rule, scope: RuleScope) -> Iterator[Problem]:
    evaluator = scope.world.evaluator

    def number(expression: Expression, names: Names) -> Any:
        return 0 if evaluator.value(expression, names) is None else evaluator.number(expression, names)

    def total(numbered: Sequence[tuple[Any, Any]]) -> Any:
        return round_number(reduce(add_numbers, (amount for _, amount in numbered), 0))

    def report(off: list[WrongFigure], _: object) -> Iterator[Problem]:
        for each in off:
            if each.relation == "is" and (wrong := _find_slip(each)):
                item, number, instead = map(show, wrong)
                said: dict[str, Any] = {"figures": each.figures, "whose": each.whose, "piece": item}
                yield scope.problem(SLIP, wrong.item, **said, number=number, instead=instead)
            else:
                many = len(each.items)
                of = f", of {many} piece{'' if many == 1 else 's'}" if many else ""
                yield scope.problem(CODE, figures=each.figures, whose=each.whose, pieces=of)

    yield from compare(scope, list(scope.each(scope.pieces, number, rule.subject)), total, report, NONE_RIGHT)


class Slip(NamedTuple):
    """A piece's number, and the one with which the sum would be right."""

    item: Any
    number: Any
    instead: Any


def _find_slip(off: WrongFigure) -> Slip | None:
    """Find the one piece that explains a wrong sum by the wrong sign, or by one more or less than it should have.

    It must be unlike the others: of several whose sign would explain it that has another sign than all others, and
    one more or less is only believed of a number that no other piece has where others have the right one.
    """
    if any(isinstance(each, bool) or not isinstance(each, int | float) for each in (off.expected, off.figure)):
        return None
    copies = Counter(id(item) for item, _ in off.items)
    numbers = {id(item): (item, number) for item, number in off.items if number}
    alike = Counter(number for _, number in numbers.values())
    lacking = off.expected - off.figure
    slips = [Slip(item, number, round_number(number + lacking / copies[id(item)])) for item, number in numbers.values()]
    turned = [each for each in slips if each.instead == -each.number]
    signs = Counter(number > 0 for number in alike.elements())
    odd = [each for each in turned if signs.total() > 2 and signs[each.number > 0] == 1]
    near = [each for each in slips if abs(each.instead - each.number) == 1]
    own = [each for each in near if alike[each.number] == 1 and alike[each.instead]]
    found = odd if len(odd) == 1 else turned or own
    return found[0] if len(found) == 1 else None
