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
from pnp.rules.declared._scopes import NONE_OF_THEM, SAYS, RuleScope, WrongFigure, is_piece, values_in
from pnp.rules.expressions.values import Pair, key, show

KIND = RuleKind(
    "The rule says that each of this list is covered by some piece.",
    needs=("of", "by"),
    may=("where", "is"),
    keys={"by": "what a piece covers."},
)
CODE = code("PNP513", says=SAYS, varies=("found", "wanted", "pieces"))
NONE_RIGHT = CODE.also(NONE_OF_THEM, varies=("found", "wanted", "whose", "pieces"))
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
            if expected is None and isinstance(wanted[name], tuple):  # of [id, value] the piece is known
                pieces = [piece for piece in scope.pieces if is_piece(piece) and wanted[name][:1] == (piece.id,)]
            off.append(WrongFigure(f"({what})" if is_listed else what, len(pieces), expected, pieces, rule.span))
    if expected is None:
        yield from (scope.problem(NOT_COVERED, among=each.items, whose=each.name) for each in off)
        return
    if len(off) > 1 and len(off) == len(wanted):
        yield scope.problem(NONE_RIGHT, at=rule.bounds[0].span, others=len(off) - 1, **off[0].values)
    else:
        yield from (scope.problem(CODE, among=each.items, **each.values) for each in off)
