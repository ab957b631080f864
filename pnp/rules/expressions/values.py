"""Values of expressions: how messages show them, when they are the same, what is true."""

import operator
from collections.abc import Callable, Collection, Iterable, Mapping
from decimal import Decimal
from types import NoneType
from typing import TYPE_CHECKING, Any, Protocol

from pnp.model.language import Speech
from pnp.model.rules import Definition
from pnp.model.values import Record, require
from pnp.rules.expressions.errors import UNFIT, UNKNOWN_ID, BadValue

if TYPE_CHECKING:
    from pnp.rules.causes import UnreadNames
    from pnp.rules.expressions.names import Names

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
    """Two items in any order: what `covers` looks for may have them the other way round."""

    __slots__ = ()


class Listing(tuple[Any, ...]):
    """A list that has something to say as a whole: `track.red` are its spaces, `track.red.start` is one of them."""

    says: Any  # by name; or that nothing is known of that, and why

    def __new__(cls, items: Iterable[Any], says: Any) -> "Listing":
        made = super().__new__(cls, items)
        made.says = says
        return made


class Unknown:
    """A piece that can't be known: equal to none, not even to another unknown one."""

    __slots__ = ()

    def __str__(self) -> str:
        return "unknown"

    def says(self, name: str) -> BadValue:
        """Return the error for a look at one of its fields."""
        return BadValue(code=UNKNOWN_PIECE, hint="may_lie.<zone> is everything that can lie there", name=name)


_ALIKE = frozenset(((str, str), (int, int), (float, float), (int, float), (float, int), (bool, bool)))
_PIECES, _PIECE_AND_ID = (Record, Record), (Record, str)


class Work(Protocol):
    """The evaluator as values and closures see it."""

    ids: Collection[str] | None  # of everything in the game; None where it isn't known
    also_known: set[str]  # names that aren't there now, but would be with a module
    unread: "UnreadNames"  # why a name or an id isn't there
    speech: Speech  # of the language of the text that is filled in

    def value_of(self, definition: Definition, names: "Names") -> Any: ...

    def spend(self, steps: int) -> None: ...

    def hint(self, wrong: str, known: Collection[str]) -> str: ...


def decimal_operator(compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Make an operator compute with decimal numbers as they are written: 0.1 + 0.2 is 0.3."""

    def run(one: Any, two: Any) -> Any:
        if type(one) is int and type(two) is int:
            return compute(one, two)
        return float(compute(Decimal(repr(one)), Decimal(repr(two))))

    return run


add_numbers = decimal_operator(operator.add)


def round_number(number: Any) -> Any:
    """Round a number as it is compared and shown: to nine decimals and fourteen digits, so that 1 / 3 * 3 is 1."""
    if type(number) is not float:
        return number
    rounded = round(float(f"{number:.14g}"), _DECIMALS)
    return int(rounded) if rounded == int(rounded) else rounded


def show(value: Any, depth: int = 0) -> str:
    """Return a value as messages show it: ids of pieces, lists with commas, at most some 60 characters."""
    if isinstance(value, tuple | list):
        if not value or depth >= _NESTED:
            return "…" if value else "nothing"
        parts: list[str] = []
        width = 0
        for n, item in enumerate(value):  # as many as fit, then how many more there are
            part = f"({show(item, depth + 1)})" if isinstance(item, tuple) else show(item, depth + 1)
            width += len(part) + 2
            if parts and width > _WIDEST and len(value) - n > 1:
                return f"{', '.join(parts)} and {len(value) - n} more"
            parts.append(part)
        return ", ".join(parts)
    if value is None:
        return "none"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{round_number(value):.14g}"
    if isinstance(value, Mapping):
        text = str(value) if isinstance(value, Record) and value.id else ""
        text = text or ", ".join(f"{k}: {show(v)}" for k, v in list(value.items())[:8])
    else:
        text = str(value)
    text = " ".join(text.split()) or "''"
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"


_KINDS = (
    (NoneType, "nothing"),
    (bool, "yes or no"),
    (int | float, "a number"),
    (str, "a text"),
    (tuple, "a list"),
    (Unknown, "a piece"),
)


def kind(value: Any) -> str:
    """Return what kind of value it is, as messages call that. Raises Unreadable."""
    value = require(value)
    if isinstance(value, Record) and value.id:
        return "a piece"
    return next((name for types, name in _KINDS if isinstance(value, types)), "a record")


def name_value(value: Any) -> str:
    """Return a value as messages show it, with its kind: "the number 3", "the list a, b"."""
    if value is None or value == ():
        return "nothing" if value is None else "an empty list"
    if isinstance(value, bool):
        return show(value)
    if isinstance(value, Unknown):
        return "an unknown piece"
    return f"{kind(value).replace('a ', 'the ', 1)} {show(value)}"


def key(value: Any, work: Work | None = None) -> Any:
    """Return what equal values share, hashable: a piece equals its id. Raises Unreadable."""
    if isinstance(value, str):
        return value
    if isinstance(value, Record):
        return value.id or ("record", *sorted((name, key(part, work)) for name, part in value.items()))
    if isinstance(value, tuple):
        if work is not None:
            work.spend(len(value))
        return tuple([key(item, work) for item in value])
    value = require(value)
    return ("yes", value) if isinstance(value, bool) else round_number(value) if type(value) is float else value


def are_same(one: Any, other: Any) -> bool:
    """Return whether two values are equal, of whatever kinds they are."""
    return one is other or bool(key(one) == key(other))


def are_equal(one: Any, other: Any, work: Work) -> bool:
    """Return what `==` yields. Raises BadValue where that could never hold."""
    if one is other:
        return True
    types = type(one), type(other)
    if types in _ALIKE:
        return bool(one == other) or (float in types and bool(round_number(one) == round_number(other)))
    if one is None or other is None:
        return False
    if types == _PIECES and one.id and other.id:
        return bool(one.id == other.id)
    if types == _PIECE_AND_ID and one.id and (one.id == other or work.ids is None or other in work.ids):
        return bool(one.id == other)
    if key(one, work) == key(other, work):
        return True
    kinds = {"a text" if (found := kind(value)) == "a piece" else found for value in (one, other)}
    if len(kinds) > 1:
        hint = "a list holds something: … in …" if isinstance(one, tuple) or isinstance(other, tuple) else ""
        raise BadValue(code=NEVER_EQUAL, hint=hint, one=name_value(one), other=name_value(other))
    for pieces, text in ((one, other), (other, one)):  # a text that is the id of nothing can't be meant
        if isinstance(pieces, tuple) and isinstance(text, tuple):
            if any(isinstance(item, Record | Unknown) for item in pieces):
                for item in text:
                    _check_id(item, work)
        elif isinstance(pieces, Record | Unknown):
            _check_id(text, work)
    return False


def _check_id(text: Any, work: Work) -> None:
    if isinstance(text, str) and work.ids is not None and text not in work.ids:
        hint, cause = work.hint(text, work.ids), work.unread.cause_of_id(text)
        raise BadValue(code=NOTHING_HAS_ID, hint=hint, cause=cause, id=show(text))


def contains(items: Any, item: Any, work: Work) -> bool:
    """Return what `item in items` yields. Raises BadValue where the text is the id of nothing."""
    found = require_list(items, "in looks into lists, and this is", item)
    work.spend(len(found) // 8)
    wanted = key(item, work)
    if isinstance(item, str | Record) and found and all(type(each) is Listing for each in found):
        raise BadValue(code=NEVER_IN_LISTS, hint=f"…|any(part = {show(item)} in part)", value=name_value(item))
    if any(type(each) is not Unknown and key(each, work) == wanted for each in found):
        return True
    if isinstance(item, str) and any(isinstance(each, Record | Unknown) for each in found):
        _check_id(item, work)
    elif isinstance(item, Record):
        for each in found:
            _check_id(each, work)
    return False


def require_list(value: Any, complaint: str, item: Any = None) -> tuple[Any, ...]:
    """Return the items of a list, none where there is no value. Raises BadValue with the complaint for other values."""
    if isinstance(value, tuple):
        return value
    if value is None:
        return ()
    hint = f"{show(item)} == …" if item is not None and isinstance(value, Record | str) else ""
    raise BadValue(code=NO_LIST, hint=hint, complaint=complaint, value=name_value(value))


def to_condition(value: Any) -> bool:
    """Return what a value means to `and`, `or`, `not` and `if`: there a list is yes where it holds something."""
    return bool(value) if isinstance(value, tuple) else truth(value)


def truth(value: Any) -> bool:
    """Return a value as yes or no; a number that isn't 0 and a piece that is there are yes. Raises BadValue."""
    if value is True or value is False:
        return bool(value)
    if value is None:
        return False
    if isinstance(value, int | float):
        return value != 0
    if isinstance(value, Record | Unknown):
        return True
    hint = "|count says how many there are" if isinstance(value, tuple) else "is not none asks whether there is one"
    raise BadValue(code=NEITHER_YES_NOR_NO, hint=hint, value=name_value(value))


def require_number(value: Any) -> Any:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise BadValue(code=NO_NUMBER, value=name_value(value))


def contrast(one: Any, other: Any) -> tuple[str, str]:
    """Return two values as messages show them; where these read alike, with quotes, or where they begin to differ."""
    texts = show(one), show(other)
    if texts[0] != texts[1] or key(one) == key(other):
        return texts
    quoted = show(_quoted(one)), show(_quoted(other))
    if quoted[0] != quoted[1]:
        return quoted
    is_list = isinstance(one, tuple) and isinstance(other, tuple)
    if not is_list and not (isinstance(one, str) and isinstance(other, str)):
        return texts
    mine, theirs = ([key(item) for item in each] if is_list else each for each in (one, other))
    pairs = enumerate(zip(mine, theirs, strict=False))
    place = next((n for n, (a, b) in pairs if a != b), min(len(mine), len(theirs)))

    def quote(value: Any, than: Any) -> str:
        if not is_list:  # 12 characters before the first that differs, 30 behind it
            part = " ".join(value[max(0, place - 12) : place + 30].split())
            return f"…{part}…" if len(value) > place + 30 else f"…{part}"
        if place >= len(value):
            return f"a list of {len(value)}"
        item = contrast(value[place], than[place])[0] if place < len(than) else show(value[place])
        return f"{item} in place {place + 1} of {len(value)}"

    return quote(one, other), quote(other, one)


def _quoted(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple([_quoted(item) for item in value])
    return f"'{value}'" if isinstance(value, str) else value
