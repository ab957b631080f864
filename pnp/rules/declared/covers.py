"""
Something that pieces must cover between them isn't covered, or more or less often than a rule says. A piece covers what
its `by` yields: one thing, or each of a list. Pairs are covered by a list of the same two, in whatever order.

Bad:  `covers: seasons|pairs`, `by: seasons`, `of: keepers`, where no keeper has spring and winter
Good: a keeper for each pair
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.model.problem import Problem, code
from pnp.model.rules import Expression, Rule
from pnp.rules.declared._judged import Judged, few, kept
from pnp.rules.expressions import Pair, key, shown

CODE = code("PNP513", "not covered as it should be", __doc__)


def check(rule: Rule, judged: Judged) -> Iterator[Problem]:
    wanted = {_key(item): item for item in judged.items(rule.subject)}
    if not wanted:
        yield judged.nothing("there is nothing to cover")
        return
    times = rule.bounds[0].expected if rule.bounds else None
    expected = judged.world.evaluator.number(times, judged.names) if isinstance(times, Expression) else None
    for name, pieces in _covering(rule, judged, wanted).items():
        what = f"({shown(wanted[name])})" if isinstance(wanted[name], tuple) else shown(wanted[name])
        if expected is None and not pieces:
            yield judged.problem(f"nothing covers {what}")
        elif expected is not None and len(pieces) != expected:
            ids = f": {few(pieces)}" if few(pieces) else ""
            surplus = pieces[-1] if len(pieces) > expected else None
            yield judged.problem(f"{shown(expected)} expected, {len(pieces)} found for {what}{ids}", surplus)


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
