"""
There are more or fewer pieces, or things of some list, than a rule says. Copies count; with `by` there is one figure
for each value, also for those entries of a group that no piece has. The message shows both figures, and some of
the pieces that were counted; either figure may be the wrong one.

Bad:  `count: creatures`, `by: season`, `is: 12`, where spring has 11 creatures
Good: 12 creatures of spring
"""

from collections.abc import Iterator

from pnp.model.problem import Problem, code
from pnp.model.rules import BOUNDS, Rule, RuleKind
from pnp.rules.declared._scopes import NONE_OF_THEM, SAYS, RuleScope, compare

KIND = RuleKind(
    "The rule is about how many pieces, or things of any list, there are.",
    may=("where", "by", *BOUNDS),
    has_figures=True,
)
CODE = code("PNP510", says=SAYS, varies=("found", "wanted", "pieces"))
NONE_RIGHT = CODE.also(NONE_OF_THEM, varies=("found", "wanted", "whose", "pieces"))


def check(rule: Rule, scope: RuleScope) -> Iterator[Problem]:
    yield from compare(scope, (CODE, NONE_RIGHT), [(piece, 1) for piece in scope.pieces], len)
