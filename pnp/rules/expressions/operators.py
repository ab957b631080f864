"""Operators of expressions on values: arithmetic, comparisons, attributes."""

import operator
from collections.abc import Callable, Mapping
from math import floor, log10
from typing import Any

from pnp.model.values import Record
from pnp.rules.expressions.functions import bounded, bounded_list
from pnp.rules.expressions.names import NOTHING, Absent
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
from pnp.rules.expressions.wrong import NUMBER_TOO_GREAT, UNFIT, UNKNOWN_NAME, WITHOUT_VALUE, Bad

VALUE_HAS_NO = UNKNOWN_NAME.also("{value} has no {name}", varies=("value",))
NOT_IN_LIST = UNKNOWN_NAME.also("there is no {id} in this list", once=True)
OWNER_HAS_NO = UNKNOWN_NAME.also("{owner} has no {name}", varies=("owner",), once=True)
LIST_HAS_NO = UNKNOWN_NAME.also("a list has no {name}")
NO_SUCH_ROOT = UNFIT.also("{one} ** {two}: there is no such root", varies=("one", "two"))
NONE_HAS_NO = UNFIT.also("{whose} is none here and has no {name}")
NOTHING_FOR_KEY = UNFIT.also("there is nothing for {key}, only for {keys}", varies=("key", "keys"))
NO_INDEX = UNFIT.also("{value} is no number of an item", varies=("value",))
NO_ITEM_AT = UNFIT.also("there is no item {index} in a list of {count}")
NO_PIECES_BY_ID = UNFIT.also("{id} is no number of an item, and this list has no pieces")
OPERAND_NO_NUMBER = UNFIT.also("{one} {sign} {two}: {value} is no number", varies=("one", "two", "value"))
DIVISION_BY_ZERO = UNFIT.also("{one} {sign} {two}: division by zero", varies=("one", "two"))

_DIVIDING = ("/", "//", "%")
_minus, _times = decimally(operator.sub), decimally(operator.mul)


def _numbers(one: Any, two: Any, sign: str) -> None:
    for value in (one, two):
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise Bad(code=OPERAND_NO_NUMBER, one=shown(one), sign=sign, two=shown(two), value=named(value))


def _computing(sign: str, compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any, Work], Any]:
    def run(one: Any, two: Any, work: Work) -> Any:
        _numbers(one, two, sign)
        if sign in _DIVIDING and exact(two) == 0:
            raise Bad(code=DIVISION_BY_ZERO, one=shown(one), sign=sign, two=shown(two))
        return bounded(compute(one, two))

    return run


_add_numbers = _computing("+", plus)


def _add(one: Any, two: Any, work: Work) -> Any:
    if isinstance(one, tuple) and isinstance(two, tuple):
        bounded_list(len(one) + len(two), work)
        return one + two
    return _add_numbers(one, two, work)


def _whole(one: Any, two: Any) -> Any:
    """How often two goes into one: three times 0.1 into 0.3."""
    return one // two if type(one) is int and type(two) is int else floor(exact(one / two))


def _power(one: Any, two: Any, work: Work) -> Any:
    _numbers(one, two, "**")
    if one == 0 and two < 0:
        raise Bad(code=DIVISION_BY_ZERO, one=shown(one), sign="**", two=shown(two))
    if one < 0 and two != int(two):
        raise Bad(code=NO_SUCH_ROOT, one=shown(one), two=shown(two))
    if abs(one) not in (0, 1) and two * log10(abs(one)) > 13:
        raise Bad(code=NUMBER_TOO_GREAT)
    return bounded(float(one) ** two if two < 0 else one**two)


ARITHMETIC: Mapping[str, Callable[[Any, Any, Work], Any]] = {
    "+": _add,
    "-": _computing("-", _minus),
    "*": _computing("*", _times),
    "/": _computing("/", operator.truediv),
    "//": _computing("//", _whole),
    "%": _computing("%", lambda one, two: _minus(one, _times(two, _whole(one, two)))),
    "**": _power,
}


def _ordering(sign: str, compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any, Work], bool]:
    def run(one: Any, two: Any, work: Work) -> bool:
        if type(one) is not int or type(two) is not int:
            _numbers(one, two, sign)
            return compare(exact(one), exact(two))
        return compare(one, two)

    return run


COMPARING: Mapping[str, Callable[[Any, Any, Work], bool]] = {
    "eq": equal,
    "ne": lambda one, two, work: not equal(one, two, work),
    "lt": _ordering("<", operator.lt),
    "lteq": _ordering("<=", operator.le),
    "gt": _ordering(">", operator.gt),
    "gteq": _ordering(">=", operator.ge),
    "in": lambda one, two, work: holds(two, one, work),
    "notin": lambda one, two, work: not holds(two, one, work),
}


def attribute(value: Any, name: str, whose: str, work: Work) -> Any:
    """`value.name`; of a record only what it says."""
    if isinstance(value, Mapping):
        for written in (name, name.replace("_", "-")):
            if (found := value.get(written, NOTHING)) is not NOTHING:
                return found
        owner = (value.id if isinstance(value, Record) else "") or whose or "it"
        hint, cause = work.hint(name, [str(key) for key in value]), work.cause_of_name(name)
        raise Bad(code=OWNER_HAS_NO, hint=hint, cause=cause, owner=owner, name=name)
    if isinstance(value, Listing):
        return attribute(value.says, name, whose, work)
    if isinstance(value, Absent):
        raise Bad(code=WITHOUT_VALUE, hint=value.hint, cause=value.cause, why=value.message)
    if isinstance(value, tuple):
        raise Bad(code=LIST_HAS_NO, hint=f"|map({name}) takes it of each item", name=name)
    if isinstance(value, Unknown):
        raise value.says(name)
    if value is None:
        raise Bad(code=NONE_HAS_NO, whose=whose or "it", name=name)
    raise Bad(code=VALUE_HAS_NO, value=named(value), name=name)


def at_index(value: Any, index: Any, work: Work) -> Any:
    """`value[index]`: what a record, or a list with names, has under a name; of a list the piece with that id, or an
    item, counted from 0."""
    wanted = index.id if isinstance(index, Record) else index
    if isinstance(value, Mapping):
        if isinstance(wanted, str | int | float) and (found := value.get(wanted, NOTHING)) is not NOTHING:
            return found
        raise Bad(code=NOTHING_FOR_KEY, key=shown(index), keys=shown(tuple(value)))
    if isinstance(value, Listing) and isinstance(wanted, str):
        return attribute(value, wanted, "it", work)
    items = listed(value, "an item of a list is meant, and this is")
    if isinstance(wanted, str):
        work.spend(len(items))
        pieces = [item for item in items if isinstance(item, Record) and item.id]
        if (piece := next((piece for piece in pieces if piece.id == wanted), None)) is not None:
            return piece
        if not pieces:
            raise Bad(code=NO_PIECES_BY_ID, id=shown(wanted))
        hint, cause = work.hint(wanted, [piece.id for piece in pieces]), work.cause_of_id(wanted)
        raise Bad(code=NOT_IN_LIST, hint=hint, cause=cause, id=wanted)
    if not isinstance(index, int) or isinstance(index, bool):
        raise Bad(code=NO_INDEX, value=named(index))
    if not -len(items) <= index < len(items):
        raise Bad(code=NO_ITEM_AT, index=index, count=len(items))
    return items[index]
