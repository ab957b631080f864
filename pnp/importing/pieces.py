"""Names of files and the order of sides → pieces: which are fronts, what is behind them, and how often each prints."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from pnp.importing.backs import find_opposites
from pnp.importing.sides import FinishedSide, Wishes
from pnp.impose.press import size_of
from pnp.io.opening import is_device
from pnp.load.kinds import slug
from pnp.model.display import PageArt
from pnp.model.geometry import SAME, are_same
from pnp.model.problem import Problem, Severity, code

LONELY_BACK = code("PNP425", says='is the back of "{whom}", of which there is no front')
ODD = LONELY_BACK.also("{count} pictures or pages are no pairs of fronts and backs")
LONELY_FRONT = code("PNP426", Severity.WARNING, says="has no back, as others have", once=True)
LONELY_CARD = LONELY_FRONT.also("{name} has no back, as others have", varies=("name",), once=True)
OTHER_SIZE = code("PNP427", Severity.WARNING, says="is {back}, and its front {front}", once=True)

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


def parse_name(stem: str) -> NameParts:
    """Read a file's name without its suffix: count and side may stand in any order."""
    whom, side, copies = stem.strip(), "", None
    for _ in range(2):
        if not side and (match := _SIDE.fullmatch(whom)):
            whom, side = match["rest"] or "", (match["side"] or match["only"]).lower()
        if copies is None and (match := _BEFORE.fullmatch(whom) or _BEHIND.fullmatch(whom)):
            whom, copies = match["rest"], int(match["copies"] or match.groupdict().get("more") or 1)
    return NameParts(whom, side, copies)


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return the key by which names are sorted as people count: 2 before 10."""
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


class FinishedPiece(NamedTuple):
    id: str
    name: str
    copies: int
    front: FinishedSide
    back: FinishedSide | None


class _Card(NamedTuple):
    """A front with what its name says, and the back that is found for it."""

    parts: NameParts
    front: FinishedSide
    back: FinishedSide | None = None


def pair_sides(
    sides: Sequence[FinishedSide], wishes: Wishes, back: FinishedSide | None, counts: Mapping[str, int]
) -> tuple[list[FinishedPiece], list[Problem]]:
    """Make pieces: `back` is behind all that have none of their own, `counts` are the copies of those that it names."""
    problems, cards = list[Problem](), list[_Card]()
    if wishes.backs in ("alternate", "after"):
        cards, problems = _pair_pages(sides, wishes)
    elif wishes.backs == "none":
        cards = [_Card(_name_by_place(side), side) for side in sides]
    else:
        cards, back, problems = _pair_names(sides, back)
    ids, pieces = Ids(), list[FinishedPiece]()
    for parts, front, own in cards:
        behind = own or (_turn_like(back, front) if back else None)
        if behind and not behind.turn % 180 and max(abs(behind.w - front.w), abs(behind.h - front.h)) > SAME:
            sizes = size_of(behind.w, behind.h), size_of(front.w, front.h)
            problems.append(OTHER_SIZE.at(behind.span, back=sizes[0], front=sizes[1]))
        count = next((counts[name] for name in names_of(parts.whom, front) if name in counts), parts.copies)
        copies = 1 if count is None else count
        pieces.append(FinishedPiece(ids.of(parts.whom), parts.whom, copies, front, behind))
    if any(piece.back for piece in pieces):
        for front in [piece.front for piece in pieces if piece.back is None]:
            is_page = isinstance(front.art, PageArt)
            problems.append(LONELY_CARD.at(front.span, name=front.name) if is_page else LONELY_FRONT.at(front.span))
    return [piece for piece in pieces if piece.copies], problems


def _turn_like(back: FinishedSide, front: FinishedSide) -> FinishedSide:
    """Turn the back of all by a quarter behind a card that lies where it stands."""
    is_other = are_same((back.w, back.h), (front.h, front.w)) and abs(back.w - front.w) > SAME
    return back._replace(turn=90) if is_other else back


def _pair_pages(sides: Sequence[FinishedSide], wishes: Wishes) -> tuple[list[_Card], list[Problem]]:
    pages = [list(of_page) for _, of_page in groupby(sides, key=lambda side: id(side.art))]
    half = (len(pages) + 1) // 2
    fronts, backs = (pages[::2], pages[1::2]) if wishes.backs == "alternate" else (pages[:half], pages[half:])
    if len(fronts) != len(backs):
        return [], [ODD.at(pages[-1][0].span, count=len(pages), hint="--pages leaves some out")]
    return [
        _Card(_name_by_place(side), side, back)
        for page, behind in zip(fronts, backs, strict=True)
        for side, back in zip(page, find_opposites(page, behind, wishes.turned), strict=True)
    ], []


def _pair_names(
    sides: Sequence[FinishedSide], back: FinishedSide | None
) -> tuple[list[_Card], FinishedSide | None, list[Problem]]:
    """Pair sides by their names; a picture that is called back and nothing else is behind all that have none."""
    named = [_Card(_parse_side(side), side, side.behind) for side in sides]
    fronts = [each for each in named if each.parts.side != "back"]
    backs = {_key(each): each for each in named if each.parts.side == "back"}
    for_all = (each.front for each in named if each.parts.side == "back" and not each.parts.whom)
    cards = [each._replace(back=backs[_key(each)].front if _key(each) in backs else each.back) for each in fronts]
    there = {_key(each) for each in fronts}
    lonely = [each for key, each in backs.items() if each.parts.whom and key not in there]
    problems = [LONELY_BACK.at(each.front.span, whom=each.parts.whom) for each in lonely]
    return cards, back or next(for_all, None), problems


def _parse_side(side: FinishedSide) -> NameParts:
    return NameParts(side.name) if isinstance(side.art, PageArt) else parse_name(side.name)


def _name_by_place(side: FinishedSide) -> NameParts:
    """Name a side whose place says which one it is, so that its name needn't."""
    parts = _parse_side(side)
    return parts if parts.whom and not parts.side else parts._replace(whom=side.name)


def _key(card: _Card) -> tuple[str, str]:
    return str(card.front.art.path.parent), card.parts.whom.casefold()


def names_of(whom: str, side: FinishedSide) -> Iterator[str]:
    """Yield the names by which a table may call a piece."""
    yield from (whom.casefold(), side.name.casefold(), side.art.path.name.casefold())
    if isinstance(side.art, PageArt):
        yield side.name.removeprefix("page ").casefold()
