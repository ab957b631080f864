"""The name of a file → whom it shows, which side of it, and how often it is wanted: `3x goblin-back.png`."""

import re
from typing import NamedTuple

from pnp.files.inside import is_device
from pnp.load.auto_ids import slug

MOST_COPIES = 999

_SIDE = re.compile(r"(?P<rest>.+?)[-_. ]+\(?(?P<side>front|back)\)?|(?P<only>back)", re.IGNORECASE)
_BEFORE = re.compile(r"(?P<copies>\d{1,3})[x×][-_. ]+(?P<rest>.+)", re.IGNORECASE)
_BEHIND = re.compile(r"(?P<rest>.+?)[-_. ]+\(?(?:[x×](?P<copies>\d{1,3})|(?P<more>\d{1,3})[x×])\)?", re.IGNORECASE)
_DIGITS = re.compile(r"(\d+)")


class NameParts(NamedTuple):
    """`whom` is empty for the back of all."""

    whom: str
    side: str = ""  # "front", "back", or nothing said
    copies: int | None = None


def parts_of(stem: str) -> NameParts:
    """Of a file's name without its suffix: count and side may stand in any order."""
    whom, side, copies = stem.strip(), "", None
    for _ in range(2):
        if not side and (match := _SIDE.fullmatch(whom)):
            whom, side = match["rest"] or "", (match["side"] or match["only"]).lower()
        if copies is None and (match := _BEFORE.fullmatch(whom) or _BEHIND.fullmatch(whom)):
            whom, copies = match["rest"], int(match["copies"] or match.groupdict().get("more") or 1)
    return NameParts(whom, side, copies)


def in_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """By which names are sorted as people count: 2 before 10."""
    parts = _DIGITS.split(name.casefold())
    return tuple([(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts if part])


class Ids:
    """Names → ids that no two share."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def of(self, name: str) -> str:
        plain = slug(name) or "piece"
        plain = f"{plain}-1" if is_device(plain) else plain
        id, number = plain, 1
        while id in self._taken:
            number += 1
            id = f"{plain}-{number}"
        self._taken.add(id)
        return id
