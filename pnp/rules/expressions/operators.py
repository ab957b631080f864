"""Operators of expressions on values: arithmetic, comparisons, attributes."""

import operator
from collections.abc import Callable, Mapping
from math import floor, log10
from typing import Any

from pnp.model.values import Record
from pnp.rules.expressions.functions import bounded, bounded_list
from pnp.rules.expressions.names import NOTHING
from pnp.rules.expressions.values import (
    Listing,
    Unknown,
    Work,
    decimally,
    equal,
    exact,
    holds,
    listed,
    named,
    plus,
    shown,
)
from pnp.rules.expressions.wrong import ENDLESS, UNKNOWN_NAME, Bad

_minus, _times = decimally(operator.sub), decimally(operator.mul)


def _numbers(one: Any, two: Any, sign: str) -> None:
    for value in (one, two):
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise Bad(f"{shown(one)} {sign} {shown(two)}: {named(value)} is no number")


def _add(one: Any, two: Any, work: Work) -> Any:
    if isinstance(one, tuple) and isinstance(two, tuple):
        bounded_list(len(one) + len(two), work)
        return one + two
    _numbers(one, two, "+")
    return bounded(plus(one, two))


def _subtract(one: Any, two: Any, work: Work) -> Any:
    _numbers(one, two, "-")
    return bounded(_minus(one, two))


def _multiply(one: Any, two: Any, work: Work) -> Any:
    _numbers(one, two, "*")
    return bounded(_times(one, two))


def _dividing(sign: str, divide: Callable[[Any, Any], Any]) -> Callable[[Any, Any, Work], Any]:
    def run(one: Any, two: Any, work: Work) -> Any:
        _numbers(one, two, sign)
        if exact(two) == 0:
            raise Bad(f"{shown(one)} {sign} {shown(two)}: division by zero")
        return bounded(divide(one, two))

    return run


def _whole(one: Any, two: Any) -> Any:
    """How often two goes into one: three times 0.1 into 0.3."""
    return one // two if type(one) is int and type(two) is int else floor(exact(one / two))


def _power(one: Any, two: Any, work: Work) -> Any:
    _numbers(one, two, "**")
    if one == 0 and two < 0:
        raise Bad(f"{shown(one)} ** {shown(two)}: division by zero")
    if one < 0 and two != int(two):
        raise Bad(f"{shown(one)} ** {shown(two)}: there is no such root")
    if abs(one) not in (0, 1) and two * log10(abs(one)) > 13:
        raise Bad("a number of more than twelve digits", code=ENDLESS)
    return bounded(float(one) ** two if two < 0 else one**two)


ARITHMETIC: Mapping[str, Callable[[Any, Any, Work], Any]] = {
    "+": _add,
    "-": _subtract,
    "*": _multiply,
    "/": _dividing("/", operator.truediv),
    "//": _dividing("//", _whole),
    "%": _dividing("%", lambda one, two: _minus(one, _times(two, _whole(one, two)))),
    "**": _power,
}


def _unequal(one: Any, two: Any, work: Work) -> bool:
    return not equal(one, two, work)


def _not_in(one: Any, two: Any, work: Work) -> bool:
    return not holds(two, one, work)


def _in(one: Any, two: Any, work: Work) -> bool:
    return holds(two, one, work)


def _ordering(sign: str, compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any, Work], bool]:
    def run(one: Any, two: Any, work: Work) -> bool:
        if type(one) is not int or type(two) is not int:
            _numbers(one, two, sign)
            return compare(exact(one), exact(two))
        return compare(one, two)

    return run


COMPARING: Mapping[str, Callable[[Any, Any, Work], bool]] = {
    "eq": equal,
    "ne": _unequal,
    "lt": _ordering("<", operator.lt),
    "lteq": _ordering("<=", operator.le),
    "gt": _ordering(">", operator.gt),
    "gteq": _ordering(">=", operator.ge),
    "in": _in,
    "notin": _not_in,
}
WORDS = {"eq": "==", "ne": "!=", "lt": "<", "lteq": "<=", "gt": ">", "gteq": ">=", "in": "in", "notin": "not in"}


def attribute(value: Any, name: str, whose: str, work: Work) -> Any:
    """`value.name`; of a record only what it says."""
    if isinstance(value, Record) and (found := value._values.get(name, NOTHING)) is not NOTHING:
        return found
    if isinstance(value, Mapping):
        for written in (name, name.replace("_", "-")):
            if (found := value.get(written, NOTHING)) is not NOTHING:
                return found
        owner = (value.id if isinstance(value, Record) else "") or whose or "it"
        raise Bad(f"{owner} has no {name}", work.hint(name, [str(key) for key in value]), UNKNOWN_NAME)
    if isinstance(value, Listing):
        return attribute(value.says, name, whose, work)
    if isinstance(value, tuple):
        raise Bad(f"a list has no {name}", f"|map({name}) takes it of each item", UNKNOWN_NAME)
    if isinstance(value, Unknown):
        raise value.says(name)
    if value is None:
        raise Bad(f"{whose or 'it'} is none here and has no {name}")
    raise Bad(f"{named(value)} has no {name}", code=UNKNOWN_NAME)


def at_index(value: Any, index: Any, work: Work) -> Any:
    """`value[index]`: what a record, or a list with names, has under a name; of a list the piece with that id, or an
    item, counted from 0."""
    wanted = index.id if isinstance(index, Record) else index
    if isinstance(value, Mapping):
        if isinstance(wanted, str | int | float) and (found := value.get(wanted, NOTHING)) is not NOTHING:
            return found
        raise Bad(f"there is nothing for {shown(index)}, only for {shown(tuple(value))}")
    if isinstance(value, Listing) and isinstance(wanted, str):
        return attribute(value, wanted, "it", work)
    items = listed(value, "an item of a list is meant, and this is")
    if isinstance(wanted, str):
        return _with_id(items, wanted, work)
    if not isinstance(index, int) or isinstance(index, bool):
        raise Bad(f"{named(index)} is no number of an item")
    if not -len(items) <= index < len(items):
        raise Bad(f"there is no item {index} in a list of {len(items)}")
    return items[index]


def _with_id(items: tuple[Any, ...], id: str, work: Work) -> Record:
    work.spend(len(items))
    pieces = [item for item in items if isinstance(item, Record) and item.id]
    for piece in pieces:
        if piece.id == id:
            return piece
    if not pieces:
        raise Bad(f"{shown(id)} is no number of an item, and this list has no pieces")
    raise Bad(f"there is no {id} in this list", work.hint(id, [piece.id for piece in pieces]), UNKNOWN_NAME)
