"""Figures that are off → the one piece that is to blame, where its neighbours or its figures tell which."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pnp.rules.declared._judged import kept
from pnp.rules.expressions import exact, key, shown


class Off(NamedTuple):
    """A figure that isn't what a rule expects; `items` make it up."""

    name: str  # what it is of; "" where the rule has but one
    figure: Any
    expected: Any
    items: list[Any]


class Slip(NamedTuple):
    """A piece's number, and the one with which the sum would be right."""

    item: Any
    number: Any
    instead: Any


def slip(off: Off) -> Slip | None:
    """Of a sum, whose items are pieces with their numbers: the one piece that explains it by the wrong sign, or by one
    more or less than it should have.

    It must be unlike the others: of several whose sign would explain it that has another sign than all others, and
    one more or less is only believed of a number that no other piece has where others have the right one.
    """
    if not _is_number(off.expected) or not _is_number(off.figure):
        return None
    copies = Counter(id(item) for item, _ in off.items)
    numbers = {id(item): (item, number) for item, number in off.items if number}
    alike = Counter(number for _, number in numbers.values())
    found = []
    for item, number in numbers.values():
        instead = exact(number + (off.expected - off.figure) / copies[id(item)])
        if instead == -number:
            found.append(Slip(item, number, instead))
    odd = [each for each in found if _has_own_sign(each.number, alike)]
    if len(odd) == 1 or (len(found) == 1 and not odd):
        return (odd or found)[0]
    if found:
        return None
    for item, number in numbers.values():
        instead = exact(number + (off.expected - off.figure) / copies[id(item)])
        if abs(instead - number) == 1 and alike[number] == 1 and alike[instead]:
            found.append(Slip(item, number, instead))
    return found[0] if len(found) == 1 else None


def _has_own_sign(number: Any, alike: Counter[Any]) -> bool:
    return sum(alike.values()) > 2 and all((other > 0) != (number > 0) for other in (alike - Counter([number])))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def stray(more: Off, less: Off, valued: Iterable[tuple[Any, Any]]) -> Any:
    """Of counts by a value: the one piece counted under `more` that stands among those counted under `less`, where it
    would make up for both; or whose id says so. None where none does, or several do.

    `valued`: all pieces in the order of their files, with their values.
    """
    surplus = more.figure - more.expected
    if surplus <= 0 or surplus != less.expected - less.figure:
        return None
    order = list({id(item): (item, {shown(each) for each in kept(value)}) for item, value in valued}.values())
    copies = Counter(id(item) for item in more.items)
    moved = [
        n
        for n, (item, values) in enumerate(order)
        if more.name in values and less.name not in values and copies[id(item)] == surplus
    ]
    among = [n for n in moved if all(less.name in values for values in _beside(n, [values for _, values in order]))]
    found = among or [n for n in moved if _says(order[n][0], less.name) and not _says(order[n][0], more.name)]
    return order[found[0]][0] if len(found) == 1 else None


def _beside(place: int, values: Sequence[set[str]]) -> list[set[str]]:
    """Of the two neighbours; at an end, of the two next ones. Of fewer than three pieces none says anything."""
    if len(values) < 3:
        return [set()]
    first = min(max(place - 1, 0), len(values) - 3)
    return [each for n, each in enumerate(values[first : first + 3], first) if n != place]


def _says(item: Any, name: str) -> bool:
    """Whether the id of a piece has this word."""
    return name in str(key(item)).split("-")
