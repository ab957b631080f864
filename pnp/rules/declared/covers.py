"""
Something that pieces must cover between them isn't covered, or more or less often than a rule says. A piece covers what
its `by` yields: one thing, or each of a list. Pairs are covered by a list of the same two, in whatever order.

Bad:  `covers: seasons|pairs`, `by: seasons`, `of: keepers`, where no keeper has spring and winter
Good: a keeper for each pair
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.model.problem import Problem, code
from pnp.model.rulebook import RuleKind
from pnp.model.rules import Expression, Rule
from pnp.rules.declared._figures import Off
from pnp.rules.declared._judged import Judged, few, kept
from pnp.rules.expressions.values import Pair, key, shown

KIND = RuleKind(
    "The rule says that each of this list is covered by some piece.",
    needs=("of", "by"),
    may=("where", "is"),
    keys={"by": "what a piece covers."},
)
CODE = code(
    "PNP513 not covered as it should be",
    __doc__,
    says="{rule}: {expected} expected, {found} found for {whose}{missing}{pieces}",
    varies=("expected", "missing", "pieces"),
)
NONE_RIGHT = CODE.also(
    "{rule}: {expected} expected, {found} found for {whose}{pieces}, and none of the other {others} is right",
    varies=("expected", "whose", "pieces"),
)
NOT_COVERED = CODE.also("{rule}: nothing covers {whose}")


def check(rule: Rule, judged: Judged) -> Iterator[Problem]:
    wanted = {_key(item): item for item in judged.items(rule.subject)}
    if not wanted:
        yield judged.nothing("there is nothing to cover")
        return
    times = rule.bounds[0].expected if rule.bounds else None
    expected = judged.world.evaluator.number(times, judged.names) if isinstance(times, Expression) else None
    off = [
        Off(shown(wanted[name]), len(pieces), expected, pieces)
        for name, pieces in _covering(rule, judged, wanted).items()
        if (not pieces if expected is None else len(pieces) != expected)
    ]
    more = [each for each in off if expected is not None and each.figure > expected]
    less = [each for each in off if each not in more]
    if expected is not None and len(more) == len(less) == 1 and more[0].figure + less[0].figure == 2 * expected:
        missing = f", {less[0].figure} for {_named(less[0], wanted)}"  # one piece covers the one in place of the other
        yield _off(judged, more[0], wanted, missing, more[0].items[-1])
        return
    if expected is not None and len(off) > 1 and len(off) == len(wanted):
        at, others = rule.bounds[0].span, len(off) - 1
        first, whose = off[0], _named(off[0], wanted)
        yield judged.problem(
            NONE_RIGHT,
            at=at,
            expected=shown(first.expected),
            found=first.figure,
            whose=whose,
            pieces=_pieces(first),
            others=others,
        )
        return
    for each in off:
        if expected is None:
            yield judged.problem(NOT_COVERED, whose=_named(each, wanted))
        else:
            item = each.items[-1] if each in more else None
            yield _off(judged, each, wanted, "", item)


def _off(judged: Judged, off: Off, wanted: Mapping[Any, Any], missing: str, item: Any) -> Problem:
    return judged.problem(
        CODE,
        item,
        expected=shown(off.expected),
        found=off.figure,
        whose=_named(off, wanted),
        missing=missing,
        pieces=_pieces(off),
    )


def _pieces(off: Off) -> str:
    return f": {few(off.items)}" if few(off.items) else ""


def _named(off: Off, wanted: Mapping[Any, Any]) -> str:
    is_list = any(isinstance(item, tuple) for item in wanted.values())
    return f"({off.name})" if is_list else off.name


def _covering(rule: Rule, judged: Judged, wanted: Mapping[Any, Any]) -> dict[Any, list[Any]]:
    """Which pieces cover each of what is wanted."""
    assert rule.by is not None
    found: dict[Any, list[Any]] = {name: [] for name in wanted}
    listed = any(isinstance(item, tuple) for item in wanted.values())
    for piece, value in judged.values(rule.by):
        covered = (value,) if listed and not _is_list_of_lists(value) else kept(value)
        for name in dict.fromkeys(name for item in covered for name in _keys(item)):
            if name in found:
                found[name].append(piece)
    return found


def _is_list_of_lists(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and all(isinstance(item, tuple) for item in value)


def _key(item: Any) -> Any:
    return frozenset([key(part) for part in item]) if isinstance(item, Pair) else key(item)


def _keys(item: Any) -> tuple[Any, ...]:
    """A list of two covers itself, and the pair of the two."""
    if isinstance(item, tuple) and len(item) == 2:
        return key(item), frozenset([key(part) for part in item])
    return (key(item),)
