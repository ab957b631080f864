"""The filters of a layout template: those of Jinja's that make texts and lists, none of them without bounds."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from jinja2 import Environment, Undefined, filters, pass_environment, pass_eval_context
from jinja2.nodes import EvalContext
from markupsafe import Markup

from pnp.cardtext.icons import change_words
from pnp.cardtext.orthography import MOST_DIGITS, capitalise, format_number, lower, title_case, upper
from pnp.model.problem import LimitError
from pnp.model.values import Poison, Poisoned, Record

MAX_MADE = 100_000  # characters or items that one expression may make
MAX_STEPS = 10_000  # of a range, columns of a batch

_AS_THEY_ARE = (
    *("abs", "count", "d", "default", "dictsort", "first", "float", "groupby", "int", "items", "last", "length"),
    *("list", "map", "max", "min", "reject", "rejectattr", "reverse", "select", "selectattr", "sort", "unique"),
)
_OF_ONE_TEXT = (*("e", "escape", "forceescape", "safe", "string", "striptags", "trim", "wordcount"),)
_CASES = {"capitalize": capitalise, "lower": lower, "title": title_case, "upper": upper}
_MARKUP = re.compile(r"(<[^>]*>|&#?\w+;)")


def check_made(length: int) -> None:
    if length > MAX_MADE:
        raise LimitError(f"a value of {length} characters or items is more than a template may make")


def one_text(value: Any) -> Any:
    """The value if it prints as one text; a list, whose text would be Python's and might be endless, is refused.

    Raises Poisoned.
    """
    if isinstance(value, str | int | float | Record | Undefined) or value is None:
        return value
    if isinstance(value, Poison):
        raise Poisoned(value)
    raise TypeError(f"a text or a number is expected, not a {type(value).__name__}")


def cases(language: str) -> dict[str, Callable[[str], str]]:
    """What texts are changed to under these names, as filters and as methods: as readers of the language write."""
    return {name: partial(_cased, function, language) for name, function in _CASES.items()}


def _cased(function: Callable[[str, str], str], language: str, text: str) -> str:
    """Icons stay as they are; of markup, tags and entities, too."""
    change = partial(change_words, change=lambda words: function(words, language))
    if not isinstance(text, Markup):
        return change(text)
    return Markup("".join([part if at % 2 else change(part) for at, part in enumerate(_MARKUP.split(text))]))


def layout_filters(language: str) -> dict[str, Callable[..., Any]]:
    known: Mapping[str, Callable[..., Any]] = filters.FILTERS
    return {
        **{name: known[name] for name in _AS_THEY_ARE},
        **{name: _of_one_text(known[name]) for name in _OF_ONE_TEXT},
        **{name: _of_words(function) for name, function in cases(language).items()},
        "batch": _in_groups(known["batch"]),
        "join": _join,
        "number": _number(language),
        "replace": _replace,
        "round": _round,
        "slice": _in_groups(known["slice"]),
        "sum": _sum,
    }


def _of_one_text(function: Callable[..., Any]) -> Callable[..., Any]:
    def checked(value: Any, *arguments: Any) -> Any:
        return function(one_text(value), *arguments)

    return checked


def _of_words(function: Callable[[str], str]) -> Callable[..., Any]:
    def cased(value: Any) -> Any:
        text = one_text(value)
        return function(text if isinstance(text, str) else str(text))

    return cased


def _number(language: str) -> Callable[..., Any]:
    """Nothing for a field that is left out."""

    def number(value: Any, digits: int | None = None) -> str:
        if isinstance(one_text(value), bool) or not isinstance(value, int | float | None):
            raise TypeError(f"a number is expected, not a {type(value).__name__}")
        if digits is not None and not 0 <= digits <= MOST_DIGITS:
            raise LimitError(f"{digits} digits behind the decimal point are none or more than {MOST_DIGITS}")
        return "" if value is None else format_number(language, value, digits)

    return number


def _in_groups(function: Callable[..., Any]) -> Callable[..., Any]:
    def checked(value: Iterable[Any], count: int, fill_with: Any = None) -> Any:
        if count > MAX_STEPS:
            raise LimitError(f"groups of {count} are more than a template may make")
        return function(value, count, fill_with)

    return checked


@pass_eval_context
def _join(context: EvalContext, value: Iterable[Any], d: str = "", attribute: str | int | None = None) -> Any:
    items = list(value)
    if attribute is not None:
        items = list(map(filters.make_attrgetter(context.environment, attribute), items))
    check_made(sum([len(str(one_text(item))) for item in items]) + len(d) * len(items))
    return filters.do_join(context, items, d)


@pass_eval_context
def _replace(context: EvalContext, text: str, old: str, new: str, count: int | None = None) -> str:
    text = str(one_text(text)) if not isinstance(text, str) else text
    check_made(len(text) + text.count(old) * len(new))
    return filters.do_replace(context, text, old, new, count)


def _round(value: float, precision: int = 0, method: Any = "common") -> float:
    if abs(precision) > 20:
        raise LimitError(f"rounding to {precision} digits is more than a template may do")
    return filters.do_round(value, precision, method)


@pass_environment
def _sum(environment: Environment, iterable: Iterable[Any], attribute: str | int | None = None, start: int = 0) -> Any:
    if attribute is not None:
        iterable = map(filters.make_attrgetter(environment, attribute), iterable)
    numbers = list(iterable)
    for number in (*numbers, start):
        if not isinstance(number, int | float):
            raise TypeError(f"a number is expected, not a {type(number).__name__}")
    return sum(numbers, start)
