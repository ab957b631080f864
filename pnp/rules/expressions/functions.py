"""Filters and functions of expressions: each one a function of its own, found by its name."""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from pnp.cardtext.marks import printed_text
from pnp.model.values import Record
from pnp.rules.expressions.printing import SPOKEN, Function
from pnp.rules.expressions.values import (
    Listing,
    Pair,
    Work,
    a_number,
    exact,
    holds,
    key,
    listed,
    named,
    plus,
    shown,
    truth,
)
from pnp.rules.expressions.wrong import ENDLESS, NUMBER_TOO_GREAT, UNFIT, Bad

LIST_TOO_LONG = ENDLESS.also("a list of {length} items: {most} are the most")
TEXT_TOO_LONG = ENDLESS.also("a text of more than {most} characters")
CANNOT_BE_SORTED = UNFIT.also("{value} can't be sorted: neither a number nor a text", varies=("value",))
OF_NO_NUMBERS = UNFIT.also("{what} of no numbers")
SORTS_NUMBERS_AND_TEXTS = UNFIT.also("numbers and texts can't be sorted together")
EMPTY_LIST = UNFIT.also("the {what} of an empty list")
NO_NUMBER_OF_DIGITS = UNFIT.also("{value} is no number of digits", varies=("value",))
NO_TEXT = UNFIT.also("{value} is no text", varies=("value",))
HAS_NO_CHARACTERS = UNFIT.also("only a text has characters, and this is {value}", varies=("value",))
NO_WHOLE_NUMBER = UNFIT.also("{value} is no whole number", varies=("value",))

MOST_ITEMS = 100_000
LONGEST_TEXT = 10_000
GREATEST = 10**12

Each = Callable[[Any], Any]  # an item → the value of the expression about it
ItemTuple = tuple[Any, ...]
Form = Callable[[ItemTuple, Each, Work], Any]


def itself(item: Any) -> Any:
    return item


def bounded(number: Any) -> Any:
    """Itself, unless it is too great; that it is not a number at all counts, too."""
    if isinstance(number, int | float) and -GREATEST <= number <= GREATEST:
        return number
    raise Bad(code=NUMBER_TOO_GREAT)


def bounded_list(length: int, work: Work) -> None:
    """Before it is made."""
    if length > MOST_ITEMS:
        raise Bad(code=LIST_TOO_LONG, length=length, most=MOST_ITEMS)
    work.spend(length // 8)


def _sum(items: ItemTuple, each: Each, _: Work) -> Any:
    total = 0
    for item in items:
        value = each(item)
        if value is not None:
            total = bounded(plus(total, a_number(value)))
    return total


def _extreme(choose: Callable[[list[Any]], Any], what: str) -> Form:
    def of_items(items: ItemTuple, each: Each, _: Work) -> Any:
        numbers = [a_number(value) for item in items if (value := each(item)) is not None]
        if not numbers:
            raise Bad(code=OF_NO_NUMBERS, what=what)
        return choose(numbers)

    return of_items


_least, _greatest = _extreme(min, "the least"), _extreme(max, "the greatest")


def _unique(items: ItemTuple, each: Each, work: Work) -> ItemTuple:
    """The first of those that are equal."""
    found: dict[Any, Any] = {}
    for item in items:
        found.setdefault(key(each(item), work), item)
    return tuple(found.values())


def _sort(items: ItemTuple, each: Each, _: Work) -> ItemTuple:
    """By numbers or by texts, pieces by their ids; what has no value comes first."""
    valued: list[tuple[Any, Any]] = []
    for item in items:
        value = each(item)
        value = value.id if isinstance(value, Record) and value.id else value
        if not isinstance(value, str | int | float | None) or isinstance(value, bool):
            raise Bad(code=CANNOT_BE_SORTED, value=named(value))
        valued.append((value, item))
    kinds = {type(value) is str for value, _ in valued if value is not None}
    if len(kinds) > 1:
        raise Bad(code=SORTS_NUMBERS_AND_TEXTS)
    missing = "" if True in kinds else float("-inf")
    return tuple([item for _, item in sorted(valued, key=lambda pair: missing if pair[0] is None else pair[0])])


FORMS: Mapping[str, Form] = {  # what stands in their brackets is about each item
    "where": lambda items, each, _: tuple([item for item in items if truth(each(item))]),
    "map": lambda items, each, _: tuple([each(item) for item in items]),
    "all": lambda items, each, _: all(truth(each(item)) for item in items),
    "any": lambda items, each, _: any(truth(each(item)) for item in items),
    "sum": _sum,
    "min": _least,
    "max": _greatest,
    "unique": _unique,
    "sort": _sort,
}
NEED_BRACKETS = ("where", "map")


def _count(work: Work, value: Any) -> int:
    return len(listed(value, "only a list can be counted, and this is"))


def _at_end(index: int, what: str) -> Callable[[Work, Any], Any]:
    def of_list(_: Work, value: Any) -> Any:
        items = listed(value, f"the {what} of a list is meant, and this is")
        if not items:
            raise Bad(code=EMPTY_LIST, what=what)
        return items[index]

    return of_list


def _abs(work: Work, value: Any) -> Any:
    return abs(a_number(value))


def _pairs(work: Work, value: Any) -> ItemTuple:
    """All pairs of different items."""

    def apart(item: Any) -> Any:
        """Parts of a zone are different things, whatever lies in them."""
        return (item.says["part"], item) if isinstance(item, Listing) and "part" in item.says else item

    items = _unique(listed(value, "pairs are made of a list, and this is"), apart, work)
    bounded_list(len(items) * (len(items) - 1) // 2, work)
    return tuple([Pair(pair) for pair in combinations(items, 2)])


def _without(work: Work, value: Any, others: Any) -> ItemTuple:
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


def _set(work: Work, value: Any) -> ItemTuple:
    """Without repetitions and in a fixed order: two sets are equal when they hold the same."""
    items = _unique(listed(value, "a set is made of a list, and this is"), itself, work)
    return tuple(sorted(items, key=lambda item: (type(key(item)).__name__, repr(key(item, work)))))


def _round(work: Work, value: Any, digits: Any = 0) -> Any:
    if not isinstance(digits, int) or isinstance(digits, bool) or abs(digits) > 12:
        raise Bad(code=NO_NUMBER_OF_DIGITS, value=named(digits))
    number = exact(a_number(value))
    return round(number, digits) if digits > 0 else int(round(number, digits))


def _join(work: Work, value: Any, between: Any = ", ") -> str:
    items = listed(value, "join makes a text of a list, and this is")
    if not isinstance(between, str):
        raise Bad(code=NO_TEXT, value=named(between))
    work.spend(len(items) // 8)
    length, parts = 0, []
    for item in items:
        part = item if isinstance(item, str) else shown(item)
        length += len(part) + len(between)
        if length > LONGEST_TEXT:
            raise Bad(code=TEXT_TOO_LONG, most=LONGEST_TEXT)
        parts.append(part)
    work.spend(length // 8)
    return between.join(parts)


def _characters(work: Work, value: Any) -> int:
    """As they are printed: an icon is one, the stars of bold and italic are none."""
    if value is None:
        return 0
    if not isinstance(value, str):
        raise Bad(code=HAS_NO_CHARACTERS, value=named(value))
    work.spend(len(value) // 8)
    return len(printed_text(value))


FILTERS: Mapping[str, Function] = {
    "count": (_count, 0, 0),
    "first": (_at_end(0, "first"), 0, 0),
    "last": (_at_end(-1, "last"), 0, 0),
    "abs": (_abs, 0, 0),
    "pairs": (_pairs, 0, 0),
    "without": (_without, 1, 1),
    "set": (_set, 0, 0),
    "round": (_round, 0, 1),
    "join": (_join, 0, 1),
    "characters": (_characters, 0, 0),
    **SPOKEN,
}


def _range(work: Work, first: Any, last: Any) -> ItemTuple:
    for end in (first, last):
        if not isinstance(end, int) or isinstance(end, bool):
            raise Bad(code=NO_WHOLE_NUMBER, value=named(end))
    bounded_list(max(0, last - first + 1), work)
    return tuple(range(first, last + 1))


def _of_values(form: Form) -> Callable[..., Any]:
    """Of the values in the brackets, or of the one list there."""

    def run(work: Work, *values: Any) -> Any:
        return form(values[0] if len(values) == 1 and isinstance(values[0], tuple) else values, itself, work)

    return run


FUNCTIONS: Mapping[str, Function] = {
    "range": (_range, 2, 2),
    "count": (_count, 1, 1),
    "abs": (_abs, 1, 1),
    "min": (_of_values(_least), 1, 100),
    "max": (_of_values(_greatest), 1, 100),
}
