"""Values of expressions: what they are called, when they are the same, what is true."""

import operator
from collections.abc import Callable, Collection, Iterable, Mapping
from decimal import Decimal
from types import NoneType
from typing import Any, Protocol

from pnp.model.language import Speech
from pnp.model.problem import Problem
from pnp.model.values import Record, require
from pnp.rules.expressions.wrong import UNFIT, UNKNOWN_ID, Bad

NO_LIST = UNFIT.also("{complaint} {value}", varies=("value",))
NEITHER_YES_NOR_NO = UNFIT.also("{value} is neither yes nor no", varies=("value",))
NO_NUMBER = UNFIT.also("{value} is no number", varies=("value",))
UNKNOWN_PIECE = UNFIT.also("nobody knows which piece lies there, so nobody knows its {name}")
NEVER_EQUAL = UNFIT.also("{one} is never equal to {other}", varies=("one", "other"))
NEVER_IN_LISTS = UNFIT.also("{value} is never in a list of lists", varies=("value",))
NOTHING_HAS_ID = UNKNOWN_ID.also("nothing has the id {id}", once=True)

_WIDEST = 60  # characters of a value in a message

_DECIMALS = 9
_NESTED = 3  # lists in lists are shown so deep


class Pair(tuple[Any, ...]):
    """Two items of which neither is the first: what `covers` looks for may have them the other way round."""

    __slots__ = ()


class Listing(tuple[Any, ...]):
    """A list that has something to say as a whole: `track.red` are its spaces, `track.red.start` is one of them."""

    says: Any  # by name; or that nothing is known of that, and why

    def __new__(cls, items: Iterable[Any], says: Any) -> "Listing":
        made = super().__new__(cls, items)
        made.says = says
        return made


class Unknown:
    """A piece that nobody knows: equal to none, not even to another unknown one."""

    __slots__ = ()

    def __str__(self) -> str:
        return "unknown"

    def says(self, name: str) -> Bad:
        """What is wrong with asking it for something."""
        hint = "may_lie.<zone> is everything that can lie there"
        return Bad(code=UNKNOWN_PIECE, hint=hint, name=name)


_ALIKE = frozenset(((str, str), (int, int), (float, float), (int, float), (float, int), (bool, bool)))
_PIECES, _PIECE_AND_ID = (Record, Record), (Record, str)


class Work(Protocol):
    """What an evaluation has at hand."""

    ids: Collection[str] | None  # of everything in the game; None where it isn't known
    speech: Speech  # of the language of the text that is filled in

    def spend(self, steps: int) -> None: ...

    def hint(self, wrong: str, known: Collection[str]) -> str: ...

    def cause_of_name(self, name: str) -> Problem | None:
        """Why nothing is called so, although a file of the game may say it."""

    def cause_of_id(self, id: str) -> Problem | None:
        """The same of the id of a piece or an entry."""


def decimally(compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """A sum, a difference or a product, of the decimal numbers as they are written: 0.1 + 0.2 is 0.3."""

    def run(one: Any, two: Any) -> Any:
        if type(one) is int and type(two) is int:
            return compute(one, two)
        return float(compute(Decimal(repr(one)), Decimal(repr(two))))

    return run


plus = decimally(operator.add)


def exact(number: Any) -> Any:
    """As it is compared and shown: to nine decimals, and to fourteen digits in all, so that 1 / 3 * 3 is 1."""
    if type(number) is not float:
        return number
    rounded = round(float(f"{number:.14g}"), _DECIMALS)
    return int(rounded) if rounded == int(rounded) else rounded


def shown(value: Any, depth: int = 0) -> str:
    """A value in a message: ids of pieces, lists with commas, at most some 60 characters."""
    if isinstance(value, tuple | list):
        return _list(value, depth + 1)
    if value is None:
        return "none"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{exact(value):.14g}"
    if isinstance(value, Mapping):
        text = str(value) if isinstance(value, Record) and value.id else ""
        text = text or ", ".join(f"{k}: {shown(v)}" for k, v in list(value.items())[:8])
    else:
        text = str(value)
    text = " ".join(text.split()) or "''"
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"


def _list(items: Any, depth: int) -> str:
    """As many as fit, then how many more there are."""
    if not items or depth > _NESTED:
        return "…" if items else "nothing"
    parts: list[str] = []
    width = 0
    for n, item in enumerate(items):
        part = f"({shown(item, depth)})" if isinstance(item, tuple) else shown(item, depth)
        width += len(part) + 2
        if parts and width > _WIDEST and len(items) - n > 1:
            return f"{', '.join(parts)} and {len(items) - n} more"
        parts.append(part)
    return ", ".join(parts)


_KINDS = (
    (NoneType, "nothing"),
    (bool, "yes or no"),
    (int | float, "a number"),
    (str, "a text"),
    (tuple, "a list"),
    (Unknown, "a piece"),
)


def kind(value: Any) -> str:
    """Raises Unreadable."""
    value = require(value)
    if isinstance(value, Record) and value.id:
        return "a piece"
    return next((name for types, name in _KINDS if isinstance(value, types)), "a record")


def named(value: Any) -> str:
    """With what it is: "the number 3", "the list a, b"."""
    if value is None or value == ():
        return "nothing" if value is None else "an empty list"
    if isinstance(value, bool):
        return shown(value)
    if isinstance(value, Unknown):
        return "an unknown piece"
    return f"{kind(value).replace('a ', 'the ', 1)} {shown(value)}"


def key(value: Any, work: Work | None = None) -> Any:
    """What equal values share, hashable: pieces are equal by id, also to the text of their id. Raises Unreadable."""
    if isinstance(value, str):
        return value
    if isinstance(value, Record):
        return value.id or ("record", *sorted((name, key(part, work)) for name, part in value.items()))
    if isinstance(value, tuple):
        if work is not None:
            work.spend(len(value))
        return tuple([key(item, work) for item in value])
    value = require(value)
    return ("yes", value) if isinstance(value, bool) else exact(value) if type(value) is float else value


def same(one: Any, other: Any) -> bool:
    """Whether they are equal, of whatever kinds they are."""
    return one is other or bool(key(one) == key(other))


def equal(one: Any, other: Any, work: Work) -> bool:
    """`==`; raises Bad where that could never hold."""
    if one is other:
        return True
    types = type(one), type(other)
    if types in _ALIKE:
        return bool(one == other) or (float in types and bool(exact(one) == exact(other)))
    if one is None or other is None:
        return False
    if types == _PIECES and one.id and other.id:
        return bool(one.id == other.id)
    if types == _PIECE_AND_ID and one.id and (one.id == other or work.ids is None or other in work.ids):
        return bool(one.id == other)
    if key(one, work) == key(other, work):
        return True
    kinds = _comparable(one), _comparable(other)
    if kinds[0] != kinds[1]:
        listed = next((value for value in (one, other) if isinstance(value, tuple)), None)
        hint = "a list holds something: … in …" if listed is not None else ""
        raise Bad(code=NEVER_EQUAL, hint=hint, one=named(one), other=named(other))
    for pieces, text in ((one, other), (other, one)):  # a text that is the id of nothing can't be meant
        if isinstance(pieces, tuple) and isinstance(text, tuple):
            if any(isinstance(item, Record | Unknown) for item in pieces):
                for item in text:
                    _check_id(item, work)
        elif isinstance(pieces, Record | Unknown):
            _check_id(text, work)
    return False


def _comparable(value: Any) -> str:
    """Kinds that can be equal to each other."""
    found = kind(value)
    return "a text" if found == "a piece" else found


def _check_id(text: Any, work: Work) -> None:
    if isinstance(text, str) and work.ids is not None and text not in work.ids:
        hint, cause = work.hint(text, work.ids), work.cause_of_id(text)
        raise Bad(code=NOTHING_HAS_ID, hint=hint, cause=cause, id=shown(text))


def holds(items: Any, item: Any, work: Work) -> bool:
    """`item in items`; raises Bad where the text is the id of nothing."""
    found = listed(items, "in looks into lists, and this is", item)
    work.spend(len(found) // 8)
    wanted = key(item, work)
    if isinstance(item, str | Record) and found and all(type(each) is Listing for each in found):
        raise Bad(code=NEVER_IN_LISTS, hint=f"…|any(part = {shown(item)} in part)", value=named(item))
    if any(type(each) is not Unknown and key(each, work) == wanted for each in found):
        return True
    if isinstance(item, str) and any(isinstance(each, Record | Unknown) for each in found):
        _check_id(item, work)
    elif isinstance(item, Record):
        for each in found:
            _check_id(each, work)
    return False


def listed(value: Any, complaint: str, item: Any = None) -> tuple[Any, ...]:
    """Its items; what isn't there has none."""
    if isinstance(value, tuple):
        return value
    if value is None:
        return ()
    hint = f"{shown(item)} == …" if item is not None and isinstance(value, Record | str) else ""
    raise Bad(code=NO_LIST, hint=hint, complaint=complaint, value=named(value))


def holding(value: Any) -> bool:
    """The same among `and`, `or`, `not` and `if`: there a list is yes where it holds something."""
    return bool(value) if isinstance(value, tuple) else truth(value)


def truth(value: Any) -> bool:
    """Yes or no; a number that isn't 0 and a piece that is there are yes."""
    if value is True or value is False:
        return bool(value)
    if value is None:
        return False
    if isinstance(value, int | float):
        return value != 0
    if isinstance(value, Record | Unknown):
        return True
    hint = "|count says how many there are" if isinstance(value, tuple) else "is not none asks whether there is one"
    raise Bad(code=NEITHER_YES_NOR_NO, hint=hint, value=named(value))


def a_number(value: Any) -> Any:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise Bad(code=NO_NUMBER, value=named(value))
