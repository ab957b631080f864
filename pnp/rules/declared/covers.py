"""
Something that pieces must cover between them isn't covered, or more or less often than a rule says. A piece covers what
its `by` yields: one thing, or each of a list. Pairs are covered by a list of the same two, in whatever order.

Bad:  `covers: seasons|pairs`, `by: seasons`, `of: keepers`, where no keeper has spring and winter
Good: a keeper for each pair
"""

from collections.abc import Iterator
from typing import Any

from pnp.model.problem import Problem, code
from pnp.model.rules import Expression, Rule, RuleKind
from pnp.rules.declared._scopes import RuleScope, WrongFigure, ids_at_end, values_in
from pnp.rules.expressions.values import Pair, key, show

KIND = RuleKind(
    "The rule says that each of this list is covered by some piece.",
    needs=("of", "by"),
    may=("where", "is"),
    keys={"by": "what a piece covers."},
)
CODE = code(
    "PNP513",
    says="{rule}: {found} for {whose}, the rule says {expected}{pieces}",
    varies=("expected", "pieces"),
)
NONE_RIGHT = CODE.also(
    "{rule}: {found} for {whose}, the rule says {expected}{pieces}, and none of the other {others} is right",
    varies=("expected", "whose", "pieces"),
)
NOT_COVERED = CODE.also("{rule}: nothing covers {whose}")


def check(rule: Rule, scope: RuleScope) -> Iterator[Problem]:
    wanted: dict[Any, Any] = {}
    for item in scope.items(rule.subject):
        wanted[frozenset(map(key, item)) if isinstance(item, Pair) else key(item)] = item
    if not wanted:
        yield scope.says_nothing("there is nothing to cover")
        return
    times = rule.bounds[0].expected if rule.bounds else None
    expected = scope.world.evaluator.number(times, scope.names) if isinstance(times, Expression) else None
    is_listed = any(isinstance(item, tuple) for item in wanted.values())
    assert rule.by is not None
    covering: dict[Any, list[Any]] = {name: [] for name in wanted}
    for piece, value in scope.values(rule.by):
        are_lists = isinstance(value, tuple) and bool(value) and all(isinstance(item, tuple) for item in value)
        names: dict[Any, None] = {}
        for item in (value,) if is_listed and not are_lists else values_in(value):
            names[key(item)] = None
            if isinstance(item, tuple) and len(item) == 2:  # a list of two covers itself, and the pair of the two
                names[frozenset(map(key, item))] = None
        for name in names.keys() & wanted.keys():
            covering[name].append(piece)
    off = []
    for name, pieces in covering.items():
        if not pieces if expected is None else len(pieces) != expected:
            what = show(wanted[name])
            off.append(WrongFigure(f"({what})" if is_listed else what, len(pieces), expected, pieces, rule.span))
    if expected is None:
        yield from (scope.problem(NOT_COVERED, whose=each.name) for each in off)
        return
    are_none_right = len(off) > 1 and len(off) == len(wanted)
    for each in off[:1] if are_none_right else off:
        said = {"expected": show(expected), "found": each.figure, "whose": each.name, "pieces": ids_at_end(each.items)}
        if are_none_right:
            yield scope.problem(NONE_RIGHT, at=rule.bounds[0].span, others=len(off) - 1, **said)
        else:
            yield scope.problem(CODE, among=each.items, **said)
