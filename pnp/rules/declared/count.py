"""
There are more or fewer pieces, or things of some list, than a rule says. Copies count; with `by` there is one figure
for each value, also for those entries of a group that no piece has.

Bad:  `count: creatures`, `by: season`, `is: 12`, where spring has 11 creatures
Good: 12 creatures of spring
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from pnp.model.problem import Problem, code
from pnp.model.rules import BOUNDS, Rule, RuleKind
from pnp.rules.declared._scopes import RuleScope, WrongFigure, compare, ids_at_end, values_in
from pnp.rules.expressions.values import key, show

KIND = RuleKind(
    "The rule is about how many pieces, or things of any list, there are.",
    may=("where", "by", *BOUNDS),
    has_figures=True,
)
CODE = code("PNP510", says="{rule}: {figures}{whose}{pieces}", varies=("figures", "pieces"))
STRAY = CODE.also("{rule}: {more}{of_more}; {less}{of_less}: is {piece} of {other}?", varies=("more", "less"))
NONE_RIGHT = CODE.also("{rule}: {figures}{whose}, and none of the other {others} is right", varies=("figures", "whose"))


def check(rule: Rule, scope: RuleScope) -> Iterator[Problem]:
    def report(off: list[WrongFigure], valued: list[tuple[Any, Any]]) -> Iterator[Problem]:
        if len(off) == 2 and off[0].relation == "is":
            less, more = sorted(off, key=lambda each: each.figure - each.expected)
            if (item := _stray_piece(more, less, valued)) is not None:
                said: dict[str, Any] = {"more": more.figures, "of_more": more.whose, "less": less.figures}
                piece, other = show(item), less.name
                yield scope.problem(STRAY, item, **said, of_less=less.whose, piece=piece, other=other)
                return
        for each in off:
            yield scope.problem(CODE, figures=each.figures, whose=each.whose, pieces=ids_at_end(each.items))

    yield from compare(scope, scope.pieces, len, report, NONE_RIGHT)


def _stray_piece(more: WrongFigure, less: WrongFigure, valued: Iterable[tuple[Any, Any]]) -> Any:
    """Find the one piece counted under `more` that stands among those of `less`, or whose id says so, and would make
    up for both; `valued` has all pieces in the order of their files."""
    surplus = more.figure - more.expected
    if surplus <= 0 or surplus != less.expected - less.figure:
        return None
    order = list({id(item): (item, {show(each) for each in values_in(value)}) for item, value in valued}.values())
    copies = Counter(id(item) for item in more.items)
    both = {more.name, less.name}
    moved = [n for n, (item, its) in enumerate(order) if both & its == {more.name} and copies[id(item)] == surplus]
    found: list[int] = []
    for n in moved if len(order) > 2 else ():  # between two neighbours, or at an end before the two next ones
        first = min(max(n - 1, 0), len(order) - 3)
        beside = [values for place, (_, values) in enumerate(order[first : first + 3], first) if place != n]
        found += [n] if all(less.name in values for values in beside) else []
    if not found:
        words = {n: str(key(order[n][0])).split("-") for n in moved}
        found = [n for n in moved if less.name in words[n] and more.name not in words[n]]
    return order[found[0]][0] if len(found) == 1 else None
