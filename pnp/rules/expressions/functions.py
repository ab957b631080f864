"""Filters and functions of expressions: each one a function of its own, found by its name."""

import re
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from pnp.model.values import Record
from pnp.rules.expressions.values import Listing, Pair, Work, a_number, exact, holds, key, listed, named, shown, truth
from pnp.rules.expressions.wrong import ENDLESS, Bad

MOST_ITEMS = 100_000
LONGEST_TEXT = 10_000
GREATEST = 10**12

_ONE_CHARACTER = re.compile(r"\\[*\[\]\\\n]|\[[a-z0-9][a-z0-9_-]*\]")  # a mark with a backslash, an icon
_STARS = re.compile(r"(?<=\S)\*+|\*+(?=\S)")

Each = Callable[[Any], Any]  # an item → the value of the expression about it
Items = tuple[Any, ...]


def bounded(number: Any) -> Any:
    """Itself, unless it is too great; that it is not a number at all counts, too."""
    if isinstance(number, int | float) and -GREATEST <= number <= GREATEST:
        return number
    raise Bad("a number of more than twelve digits", code=ENDLESS)


def bounded_list(length: int, work: Work) -> None:
    """Before it is made."""
    if length > MOST_ITEMS:
        raise Bad(f"a list of {length} items: {MOST_ITEMS} are the most", code=ENDLESS)
    work.spend(length // 8)


def _where(items: Items, each: Each, _: Work) -> Items:
    return tuple([item for item in items if truth(each(item))])


def _map(items: Items, each: Each, _: Work) -> Items:
    return tuple([each(item) for item in items])


def _all(items: Items, each: Each, _: Work) -> bool:
    return all(truth(each(item)) for item in items)


def _any(items: Items, each: Each, _: Work) -> bool:
    return any(truth(each(item)) for item in items)


def _sum(items: Items, each: Each, _: Work) -> Any:
    total = 0
    for item in items:
        value = each(item)
        if value is not None:
            total = bounded(total + a_number(value))
    return total


def _least(items: Items, each: Each, _: Work) -> Any:
    return min(_numbers(items, each, "the least"))


def _greatest(items: Items, each: Each, _: Work) -> Any:
    return max(_numbers(items, each, "the greatest"))


def _numbers(items: Items, each: Each, what: str) -> list[Any]:
    numbers = [a_number(value) for item in items if (value := each(item)) is not None]
    if not numbers:
        raise Bad(f"{what} of no numbers")
    return numbers


def _unique(items: Items, each: Each, work: Work) -> Items:
    """The first of those that are equal."""
    found: dict[Any, Any] = {}
    for item in items:
        found.setdefault(key(each(item), work), item)
    return tuple(found.values())


def _sort(items: Items, each: Each, _: Work) -> Items:
    """By numbers or by texts, pieces by their ids; what has no value comes first."""
    valued = [(_sortable(each(item)), item) for item in items]
    kinds = {type(value) is str for value, _ in valued if value is not None}
    if len(kinds) > 1:
        raise Bad("numbers and texts can't be sorted together")
    missing = "" if True in kinds else float("-inf")
    return tuple([item for _, item in sorted(valued, key=lambda pair: missing if pair[0] is None else pair[0])])


def _sortable(value: Any) -> Any:
    if isinstance(value, Record) and value.id:
        return value.id
    if value is None or (isinstance(value, str | int | float) and not isinstance(value, bool)):
        return value
    raise Bad(f"{named(value)} can't be sorted: neither a number nor a text")


FORMS: Mapping[str, Callable[[Items, Each, Work], Any]] = {  # what stands in their brackets is about each item
    "where": _where,
    "map": _map,
    "all": _all,
    "any": _any,
    "sum": _sum,
    "min": _least,
    "max": _greatest,
    "unique": _unique,
    "sort": _sort,
}
NEED_BRACKETS = ("where", "map")


def _count(work: Work, value: Any) -> int:
    return len(listed(value, "only a list can be counted, and this is"))


def _first(work: Work, value: Any) -> Any:
    return _at_end(value, 0, "first")


def _last(work: Work, value: Any) -> Any:
    return _at_end(value, -1, "last")


def _at_end(value: Any, index: int, what: str) -> Any:
    items = listed(value, f"the {what} of a list is meant, and this is")
    if not items:
        raise Bad(f"the {what} of an empty list")
    return items[index]


def _abs(work: Work, value: Any) -> Any:
    return abs(a_number(value))


def _pairs(work: Work, value: Any) -> Items:
    """All pairs of different items."""
    items = _unique(listed(value, "pairs are made of a list, and this is"), _apart, work)
    bounded_list(len(items) * (len(items) - 1) // 2, work)
    return tuple([Pair(pair) for pair in combinations(items, 2)])


def _apart(item: Any) -> Any:
    """Parts of a zone are different things, whatever lies in them."""
    return (item.says["part"], item) if isinstance(item, Listing) and "part" in item.says else item


def _without(work: Work, value: Any, others: Any) -> Items:
    """Each of the others takes one away: of three copies two stay."""
    items = listed(value, "without takes from a list, and this is")
    gone: dict[Any, int] = {}
    for each in others if isinstance(others, tuple) else (others,):
        holds(items, each, work)  # an id that nothing has is a problem here, too
        gone[key(each, work)] = gone.get(key(each, work), 0) + 1
    left = []
    for item in items:
        name = key(item, work)
        if gone.get(name, 0):
            gone[name] -= 1
        else:
            left.append(item)
    return tuple(left)


def _set(work: Work, value: Any) -> Items:
    """Without repetitions and in a fixed order: two sets are equal when they hold the same."""
    items = _unique(listed(value, "a set is made of a list, and this is"), lambda item: item, work)
    return tuple(sorted(items, key=lambda item: (type(key(item)).__name__, repr(key(item, work)))))


def _round(work: Work, value: Any, digits: Any = 0) -> Any:
    if not isinstance(digits, int) or isinstance(digits, bool) or abs(digits) > 12:
        raise Bad(f"{named(digits)} is no number of digits")
    number = exact(a_number(value))
    return round(number, digits) if digits > 0 else int(round(number, digits))


def _join(work: Work, value: Any, between: Any = ", ") -> str:
    items = listed(value, "join makes a text of a list, and this is")
    if not isinstance(between, str):
        raise Bad(f"{named(between)} is no text")
    work.spend(len(items) // 8)
    length, parts = 0, []
    for item in items:
        part = item if isinstance(item, str) else shown(item)
        length += len(part) + len(between)
        if length > LONGEST_TEXT:
            raise Bad(f"a text of more than {LONGEST_TEXT} characters", code=ENDLESS)
        parts.append(part)
    work.spend(length // 8)
    return between.join(parts)


def _characters(work: Work, value: Any) -> int:
    """As they are printed: an icon is one, the stars of bold and italic are none."""
    if value is None:
        return 0
    if not isinstance(value, str):
        raise Bad(f"only a text has characters, and this is {named(value)}")
    work.spend(len(value) // 8)
    return len(_STARS.sub("", _ONE_CHARACTER.sub("x", value)))


FILTERS: Mapping[str, tuple[Callable[..., Any], int, int]] = {  # how many values may stand in the brackets
    "count": (_count, 0, 0),
    "first": (_first, 0, 0),
    "last": (_last, 0, 0),
    "abs": (_abs, 0, 0),
    "pairs": (_pairs, 0, 0),
    "without": (_without, 1, 1),
    "set": (_set, 0, 0),
    "round": (_round, 0, 1),
    "join": (_join, 0, 1),
    "characters": (_characters, 0, 0),
}


def _range(work: Work, first: Any, last: Any) -> Items:
    for end in (first, last):
        if not isinstance(end, int) or isinstance(end, bool):
            raise Bad(f"{named(end)} is no whole number")
    bounded_list(max(0, last - first + 1), work)
    return tuple(range(first, last + 1))


def _min(work: Work, *values: Any) -> Any:
    return _least(_arguments(values), lambda item: item, work)


def _max(work: Work, *values: Any) -> Any:
    return _greatest(_arguments(values), lambda item: item, work)


def _arguments(values: Items) -> Items:
    return values[0] if len(values) == 1 and isinstance(values[0], tuple) else values


FUNCTIONS: Mapping[str, tuple[Callable[..., Any], int, int]] = {
    "range": (_range, 2, 2),
    "count": (_count, 1, 1),
    "abs": (_abs, 1, 1),
    "min": (_min, 1, 100),
    "max": (_max, 1, 100),
}
