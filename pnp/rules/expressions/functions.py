"""Filters and functions of expressions, by their names; values as card text prints them."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations
from typing import Any

from pnp.cardtext.icons import ICON_CHARACTER, mask_icons
from pnp.cardtext.marks import printed_text
from pnp.cardtext.orthography import MOST_DIGITS, format_number, upper
from pnp.model.problem import code
from pnp.model.values import Record
from pnp.rules.expressions.errors import ENDLESS, NUMBER_TOO_GREAT, UNFIT, BadValue
from pnp.rules.expressions.names import Lazy
from pnp.rules.expressions.values import (
    Listing,
    Pair,
    Work,
    add_numbers,
    contains,
    key,
    kind,
    name_value,
    require_list,
    require_number,
    round_number,
    show,
    truth,
)

LIST_TOO_LONG = ENDLESS.also("a list of {length} items: {most} are the most")
TEXT_TOO_LONG = ENDLESS.also("a text of more than {most} characters")
CANNOT_BE_SORTED = UNFIT.also("{value} can't be sorted: neither a number nor a text", varies=("value",))
OF_NO_NUMBERS = UNFIT.also("{what} of no numbers")
SORTS_NUMBERS_AND_TEXTS = UNFIT.also("numbers and texts can't be sorted together")
EMPTY_LIST = UNFIT.also("the {what} of an empty list")
TOO_FEW_TO_TAKE = UNFIT.also("{wanted} can't be taken of {count}")
NO_NUMBER_OF_DIGITS = UNFIT.also("{value} is no number of digits", varies=("value",))
NO_TEXT = UNFIT.also("{value} is no text", varies=("value",))
HAS_NO_CHARACTERS = UNFIT.also("only a text has characters, and this is {value}", varies=("value",))
NO_WHOLE_NUMBER = UNFIT.also("{value} is no whole number", varies=("value",))
UNPRINTABLE = code("PNP629", says="a text can’t print {kind}", varies=("kind",))
NO_NAME_TO_PRINT = UNPRINTABLE.also("{value} has no name to print", varies=("value",))
NEEDS_WHOLE_NUMBER = UNFIT.also("{name} needs a whole number, and this is {value}", varies=("value",))
NO_WORD_FOR_ONE = UNFIT.also("the brackets of word take the word for 1, and this is {value}", varies=("value",))
FORM_TAKES_TEXTS = UNFIT.also("the brackets of form take texts, and this is {value}", varies=("value",))

MOST_ITEMS = 100_000
LONGEST_TEXT = 10_000
GREATEST = 10**12

Each = Callable[[Any], Any]  # an item → the value of the expression about it
ItemTuple = tuple[Any, ...]
Form = Callable[[ItemTuple, Each, Work], Any]
Function = tuple[Callable[..., Any], int, int]  # and how many values may stand in the brackets: from, to


def identity(item: Any) -> Any:
    return item


def check_number(number: Any) -> Any:
    """Return a number, or raise BadValue where it is none or too great."""
    if isinstance(number, int | float) and -GREATEST <= number <= GREATEST:
        return number
    raise BadValue(code=NUMBER_TOO_GREAT)


def check_length(length: int, work: Work) -> None:
    """Check that a list may be so long, before it is made."""
    if length > MOST_ITEMS:
        raise BadValue(code=LIST_TOO_LONG, length=length, most=MOST_ITEMS)
    work.spend(length // 8)


def print_value(value: Any) -> str:
    """Return a value as card text prints it. Raises BadValue where that is nothing to print."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:.10g}".replace("-", "−") if isinstance(value, float) else str(value).replace("-", "−")
    if isinstance(value, Record):
        name = value.get("name")
        name = name.get() if isinstance(name, Lazy) else name
        if isinstance(name, str):
            return name
        raise BadValue(code=NO_NAME_TO_PRINT, hint="print one of its fields", value=name_value(value))
    hint = "|join makes a text of a list, |count a number" if isinstance(value, tuple) else ""
    raise BadValue(code=UNPRINTABLE, hint=hint, kind=kind(value))


def _sum(items: ItemTuple, each: Each, _: Work) -> Any:
    total = 0
    for item in items:
        value = each(item)
        if value is not None:
            total = check_number(add_numbers(total, require_number(value)))
    return total


def _extreme(choose: Callable[[list[Any]], Any], what: str, items: ItemTuple, each: Each, _: Work) -> Any:
    numbers = [require_number(value) for item in items if (value := each(item)) is not None]
    if not numbers:
        raise BadValue(code=OF_NO_NUMBERS, what=what)
    return choose(numbers)


_least, _greatest = partial(_extreme, min, "the least"), partial(_extreme, max, "the greatest")


def _unique(items: ItemTuple, each: Each, work: Work) -> ItemTuple:
    """Return the first of those that are equal."""
    found: dict[Any, Any] = {}
    for item in items:
        found.setdefault(key(each(item), work), item)
    return tuple(found.values())


def _sort(items: ItemTuple, each: Each, _: Work) -> ItemTuple:
    """Sort by numbers or by texts, pieces by their ids; what has no value comes first."""
    valued: list[tuple[Any, Any]] = []
    for item in items:
        value = each(item)
        value = value.id if isinstance(value, Record) and value.id else value
        if not isinstance(value, str | int | float | None) or isinstance(value, bool):
            raise BadValue(code=CANNOT_BE_SORTED, value=name_value(value))
        valued.append((value, item))
    kinds = {type(value) is str for value, _ in valued if value is not None}
    if len(kinds) > 1:
        raise BadValue(code=SORTS_NUMBERS_AND_TEXTS)
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
    return len(require_list(value, "only a list can be counted, and this is"))


def _at_end(index: int, what: str, _: Work, value: Any) -> Any:
    items = require_list(value, f"the {what} of a list is meant, and this is")
    if not items:
        raise BadValue(code=EMPTY_LIST, what=what)
    return items[index]


def _take(work: Work, value: Any, count: Any) -> ItemTuple:
    """Return the first so many; there must be as many."""
    items = require_list(value, "take takes from a list, and this is")
    if _whole_number(count, "take") not in range(len(items) + 1):
        raise BadValue(code=TOO_FEW_TO_TAKE, wanted=count, count=len(items))
    return items[:count]


def _abs(work: Work, value: Any) -> Any:
    return abs(require_number(value))


def _pairs(work: Work, value: Any) -> ItemTuple:
    """Return all pairs of different items."""

    def identity(item: Any) -> Any:
        # parts of a zone are different things, whatever lies in them
        return (item.says["part"], item) if isinstance(item, Listing) and "part" in item.says else item

    items = _unique(require_list(value, "pairs are made of a list, and this is"), identity, work)
    check_length(len(items) * (len(items) - 1) // 2, work)
    return tuple([Pair(pair) for pair in combinations(items, 2)])


def _remove(work: Work, value: Any, others: Any) -> ItemTuple:
    """Remove an item for each of the others: of three copies two stay."""
    items = require_list(value, "without takes from a list, and this is")
    gone: Counter[Any] = Counter()
    for each in others if isinstance(others, tuple) else (others,):
        contains(items, each, work)  # an id that nothing has is a problem here, too
        gone[key(each, work)] += 1
    left = []
    for item in items:
        gone[name := key(item, work)] -= 1
        if gone[name] < 0:
            left.append(item)
    return tuple(left)


def _set(work: Work, value: Any) -> ItemTuple:
    """Drop repetitions and sort: two sets are equal when they hold the same."""
    items = _unique(require_list(value, "a set is made of a list, and this is"), identity, work)
    return tuple(sorted(items, key=lambda item: (type(key(item)).__name__, repr(key(item, work)))))


def _round(work: Work, value: Any, digits: Any = 0) -> Any:
    if not isinstance(digits, int) or isinstance(digits, bool) or abs(digits) > 12:
        raise BadValue(code=NO_NUMBER_OF_DIGITS, value=name_value(digits))
    number = round_number(require_number(value))
    return round(number, digits) if digits > 0 else int(round(number, digits))


def _join(work: Work, value: Any, between: Any = ", ") -> str:
    items = require_list(value, "join makes a text of a list, and this is")
    if not isinstance(between, str):
        raise BadValue(code=NO_TEXT, value=name_value(between))
    work.spend(len(items) // 8)
    parts = [item if isinstance(item, str) else show(item) for item in items]
    length = sum(map(len, parts)) + len(between) * len(parts)
    if length > LONGEST_TEXT:
        raise BadValue(code=TEXT_TOO_LONG, most=LONGEST_TEXT)
    work.spend(length // 8)
    return between.join(parts)


def _characters(work: Work, value: Any) -> int:
    """Count characters as they are printed: an icon is one, the stars of bold and italic are none."""
    if value is None:
        return 0
    if not isinstance(value, str):
        raise BadValue(code=HAS_NO_CHARACTERS, value=name_value(value))
    work.spend(len(value) // 8)
    return len(printed_text(value))


def _whole_number(value: Any, what: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise BadValue(code=NEEDS_WHOLE_NUMBER, name=what, value=name_value(value))


def _word(work: Work, value: Any, one: Any = None) -> str:
    number = _whole_number(value, "word")
    if one is not None and not isinstance(one, str):
        raise BadValue(code=NO_WORD_FOR_ONE, value=name_value(one))
    return one if number == 1 and one is not None else work.speech.words.get(number) or print_value(number)


def _form(work: Work, value: Any, *forms: Any) -> str:
    number = _whole_number(value, "form")
    for each in forms:
        if not isinstance(each, str):
            raise BadValue(code=FORM_TAKES_TEXTS, value=name_value(each))
    return str(forms[work.speech.plurals[1](abs(number))])


def _signed(work: Work, value: Any) -> str:
    number = require_number(value)
    return f"+{print_value(number)}" if number > 0 else print_value(number)


def _number(work: Work, value: Any, digits: Any = None) -> str:
    if digits is not None and not 0 <= _whole_number(digits, "number") <= MOST_DIGITS:
        raise BadValue(code=NEEDS_WHOLE_NUMBER, name="number", value=name_value(digits))
    return format_number(work.speech.language, require_number(value), digits)


def _capital(work: Work, value: Any) -> str:
    text = print_value(value)
    masked = mask_icons(text)  # of a text that begins with an icon, the first word is no beginning
    at = next((n for n, letter in enumerate(masked) if letter.isalnum() or letter == ICON_CHARACTER), 0)
    return f"{text[:at]}{upper(text[at : at + 1], work.speech.language)}{text[at + 1 :]}"


FORM = "form"
FILTERS: Mapping[str, Function] = {
    "count": (_count, 0, 0),
    "first": (partial(_at_end, 0, "first"), 0, 0),
    "take": (_take, 1, 1),
    "last": (partial(_at_end, -1, "last"), 0, 0),
    "abs": (_abs, 0, 0),
    "pairs": (_pairs, 0, 0),
    "without": (_remove, 1, 1),
    "set": (_set, 0, 0),
    "round": (_round, 0, 1),
    "join": (_join, 0, 1),
    "characters": (_characters, 0, 0),
    "word": (_word, 0, 1),
    FORM: (_form, 1, 6),
    "signed": (_signed, 0, 0),
    "number": (_number, 0, 1),
    "capital": (_capital, 0, 0),
}


def _range(work: Work, first: Any, last: Any) -> ItemTuple:
    for end in (first, last):
        if not isinstance(end, int) or isinstance(end, bool):
            raise BadValue(code=NO_WHOLE_NUMBER, value=name_value(end))
    check_length(max(0, last - first + 1), work)
    return tuple(range(first, last + 1))


def _extreme_of_values(form: Form, work: Work, *values: Any) -> Any:
    """Choose among the values in the brackets, or those of the one list there."""
    return form(values[0] if len(values) == 1 and isinstance(values[0], tuple) else values, identity, work)


FUNCTIONS: Mapping[str, Function] = {
    "range": (_range, 2, 2),
    "count": (_count, 1, 1),
    "abs": (_abs, 1, 1),
    "min": (partial(_extreme_of_values, _least), 1, 100),
    "max": (partial(_extreme_of_values, _greatest), 1, 100),
}
