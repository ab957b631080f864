"""Sides in their order → pieces: which are fronts, which is behind which, and how often each is printed."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from pnp.finished.names import Ids, NameParts, parts_of
from pnp.finished.page_backs import opposite
from pnp.finished.values import FinishedPiece, FinishedSide, Wishes
from pnp.impose.press import size_of
from pnp.model.display import PageArt
from pnp.model.problem import Problem, Severity, code

LONELY_BACK = code(
    "PNP425 back without its front",
    """A picture is called a back, but there is no front of that name; or pictures and pages that should be fronts and
backs in turn are an odd number.

Bad:  goblin-back.png, and gobln-front.png
Good: goblin-back.png with goblin-front.png or goblin.png""",
    says='is the back of "{whom}", of which there is no front',
)
ODD = LONELY_BACK.also("{count} pictures or pages are no pairs of fronts and backs")
LONELY_FRONT = code(
    "PNP426 front without a back",
    """Other pieces have a back, this one has none: its other side stays white.

Bad:  owl-front.png and owl-back.png, but of fox only fox-front.png
Good: a fox-back.png, or back.png for all that have none of their own, or `--back FILE`""",
    Severity.WARNING,
    says="has no back, as others have",
    once=True,
)
LONELY_CARD = LONELY_FRONT.also("{name} has no back, as others have", varies=("name",), once=True)
OTHER_SIZE = code(
    "PNP427 back of another size",
    """Front and back of a piece are cut out together, so they have one size. A back of another size is shown in the
middle, and what it lacks stays white.

Bad:  a front of 63 × 88 mm and a back of 59 × 92 mm
Good: both of one size, or `--size 63x88`, which brings both to it""",
    Severity.WARNING,
    says="is {back}, and its front {front}",
    once=True,
)

_SAME = 0.3  # mm that sides of one size may differ


class _NamedSide(NamedTuple):
    parts: NameParts
    side: FinishedSide


def paired(
    sides: Sequence[FinishedSide], wishes: Wishes, back: FinishedSide | None, counts: Mapping[str, int]
) -> tuple[list[FinishedPiece], list[Problem]]:
    """`back` is behind all that have none of their own; `counts` say how often pieces are printed that go by a name."""
    problems = list[Problem]()
    match wishes.backs:
        case "alternate" | "after":
            pages = [list(of_page) for _, of_page in groupby(sides, key=lambda side: id(side.art))]
            pairs, found = _by_order(pages, wishes)
        case "none":
            pairs, found = [(_NamedSide(_plainly(side), side), None) for side in sides], []
        case _:
            pairs, back, found = _by_name(sides, back)
    problems += found
    ids, pieces = Ids(), []
    for (parts, front), behind in pairs:
        behind = behind or (_lying_like(back, front) if back else None)
        copies = _counted(parts, front, counts)
        if behind and not behind.turn % 180 and max(abs(behind.w - front.w), abs(behind.h - front.h)) > _SAME:
            sizes = size_of(behind.w, behind.h), size_of(front.w, front.h)
            problems.append(OTHER_SIZE.at(behind.span, back=sizes[0], front=sizes[1]))
        pieces.append(FinishedPiece(ids.of(parts.whom), parts.whom, copies, front, behind))
    if any(piece.back for piece in pieces):
        problems += [_lonely(piece.front) for piece in pieces if piece.back is None]
    return [piece for piece in pieces if piece.copies], problems


def _lying_like(back: FinishedSide, front: FinishedSide) -> FinishedSide:
    """The back of all, turned by a quarter behind a card that lies where it stands."""
    is_other = abs(back.w - front.h) < _SAME and abs(back.h - front.w) < _SAME and abs(back.w - front.w) > _SAME
    return back._replace(turn=90) if is_other else back


def _lonely(front: FinishedSide) -> Problem:
    if isinstance(front.art, PageArt):
        return LONELY_CARD.at(front.span, name=front.name)
    return LONELY_FRONT.at(front.span)


_Pairs = list[tuple[_NamedSide, FinishedSide | None]]


def _by_order(pages: Sequence[list[FinishedSide]], wishes: Wishes) -> tuple[_Pairs, list[Problem]]:
    half = (len(pages) + 1) // 2
    fronts, backs = (pages[::2], pages[1::2]) if wishes.backs == "alternate" else (pages[:half], pages[half:])
    if len(fronts) != len(backs):
        return [], [ODD.at(pages[-1][0].span, count=len(pages), hint="--pages leaves some out")]
    pairs: _Pairs = []
    for page, behind in zip(fronts, backs, strict=True):
        of_page = opposite(page, behind, wishes.turned)
        pairs += [(_NamedSide(_plainly(side), side), back) for side, back in zip(page, of_page, strict=True)]
    return pairs, []


def _by_name(
    sides: Sequence[FinishedSide], back: FinishedSide | None
) -> tuple[_Pairs, FinishedSide | None, list[Problem]]:
    """A picture that is called back and nothing else is behind all that have none."""
    named = [_NamedSide(_parts(side), side) for side in sides]
    for parts, side in named:
        if parts.side == "back" and not parts.whom:
            back = back or side
    backs = {_key(each): each for each in named if each.parts.side == "back" and each.parts.whom}
    fronts = [each for each in named if each.parts.side != "back"]
    pairs: _Pairs = [(each, backs[_key(each)].side if _key(each) in backs else each.side.behind) for each in fronts]
    there = set(map(_key, fronts))
    lonely = [each for key, each in backs.items() if key not in there]
    return pairs, back, [LONELY_BACK.at(each.side.span, whom=each.parts.whom) for each in lonely]


def _parts(side: FinishedSide) -> NameParts:
    return NameParts(side.name) if isinstance(side.art, PageArt) else parts_of(side.name)


def _plainly(side: FinishedSide) -> NameParts:
    """Where its place says which side it is, its name needn't."""
    parts = _parts(side)
    return parts if parts.whom and not parts.side else parts._replace(whom=side.name)


def _key(named: _NamedSide) -> tuple[str, str]:
    return str(named.side.art.path.parent), named.parts.whom.casefold()


def _counted(parts: NameParts, side: FinishedSide, counts: Mapping[str, int]) -> int:
    for name in names_of(parts.whom, side):
        if name in counts:
            return counts[name]
    return 1 if parts.copies is None else parts.copies


def names_of(whom: str, side: FinishedSide) -> Iterator[str]:
    """By which a table may call a piece."""
    yield from (whom.casefold(), side.name.casefold(), side.art.path.name.casefold())
    if isinstance(side.art, PageArt):
        yield side.name.removeprefix("page ").casefold()
