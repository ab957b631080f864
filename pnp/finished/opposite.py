"""Cards of a page, and of the page of backs behind it → which back lies behind which card."""

from collections.abc import Callable, Iterator, Sequence

from pnp.finished.values import FinishedSide

_BEHIND = 4.0  # mm that a back may lie off its front

Point = tuple[float, float]
Mirrored = Callable[[Point], Point]  # the middle of a card → where its back's is, on the page of backs


def opposite(
    page: Sequence[FinishedSide], behind: Sequence[FinishedSide], turned: str
) -> Iterator[FinishedSide | None]:
    """Of each side of a page what lies behind it, when its sheet is turned about this edge; "auto": as most of them
    find a back. Pages of one card are as they are meant, wherever it lies."""
    is_one = len(page) == len(behind) == 1
    ways = _ways(page, turned)
    is_turned, mirrored = max(ways, key=lambda way: _paired(page, behind, way[1])) if len(ways) > 1 else ways[0]
    for side in page:
        back = behind[0] if is_one else _at(mirrored(_middle(side)), behind)
        yield back._replace(turn=180) if back and is_turned else back


def _ways(page: Sequence[FinishedSide], turned: str) -> list[tuple[bool, Mirrored]]:
    """Whether backs are upside down as they lie, and where; of several that do as well the first counts."""
    if not page:
        return [(False, lambda at: at)]
    w, h = page[0].art_w, page[0].art_h
    middles = [_middle(side)[0] for side in page]
    first, last = min(middles), max(middles)
    columns = False, lambda at: (w - at[0], at[1])
    rows = True, lambda at: (at[0], h - at[1])
    if turned == "auto":
        within_block = False, lambda at: (first + last - at[0], at[1])
        return [columns, within_block, rows, (False, lambda at: at)]
    if turned == "no":
        return [(False, lambda at: at)]
    return [columns if (turned == "long") == (w <= h) else rows]


def _paired(page: Sequence[FinishedSide], behind: Sequence[FinishedSide], mirrored: Mirrored) -> int:
    return sum(_at(mirrored(_middle(side)), behind) is not None for side in page)


def _middle(side: FinishedSide) -> Point:
    return side.w / 2 - side.x, side.h / 2 - side.y


def _at(place: Point, sides: Sequence[FinishedSide]) -> FinishedSide | None:
    """The one whose middle is there."""
    for side in sides:
        x, y = _middle(side)
        if abs(x - place[0]) < _BEHIND and abs(y - place[1]) < _BEHIND:
            return side
    return None
