"""What a page draws → boxes in millimetres from its top left corner, as it is shown: what may be a card, what marks
where to cut, and where there is anything at all.

Nothing is painted for that: operators are followed as far as they move, clip and paint.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pnp.files.pdf import PdfPage, UnreadablePdf, look_up, read_numbers, read_stream, upright_matrix
from pnp.model.display import IDENTITY, Matrix, PageArt, apply, multiply
from pnp.model.sheet import Rect

_MOST_CONTENT = 8 << 20  # bytes of one stream that are followed; a form that is larger counts as one box
_MOST_OPERATORS = 400_000  # of a page
_MOST_WORDS = 1_200_000  # of one stream, which are in memory at once: numbers and operators
_DEEPEST = 12  # forms in forms
_MOST_OF = 0.5  # of a page
_THIN = 0.8  # mm: what is thinner is a line

_PAINTING = frozenset(("f", "F", "f*", "B", "B*", "b", "b*", "S", "s"))
_INKS = {
    **dict.fromkeys(("g", "rg", "k", "cs", "sc", "scn"), 0),
    **dict.fromkeys(("G", "RG", "K", "CS", "SC", "SCN"), 1),
    **{"gs": 2, "Tf": 3},
}
_WRITING = frozenset(("Tj", "TJ", "'", '"'))

Point = tuple[float, float]


class CutLine(NamedTuple):
    """Upright or lying."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(slots=True)
class PageBoxes:
    """What was found on a page."""

    framed: list[Rect] = field(default_factory=list)  # that something is clipped to, painted as, or shown in
    lines: list[CutLine] = field(default_factory=list)  # that stand in no clip, as what is on a card mostly does
    dashed: list[CutLine] = field(default_factory=list)  # lines that aren't drawn through
    painted: list[Rect] = field(default_factory=list)  # around all that is painted, as far as it is seen
    inks: list[int] = field(default_factory=list)  # of each of these a number: the same for what is painted alike
    pictures: list[tuple[Rect, tuple[int, int]]] = field(default_factory=list)  # and forms: the numbers of the objects
    is_cut_short: bool = False  # more is drawn than was followed


def find_boxes(page: PdfPage, content: bytes, art: PageArt) -> PageBoxes:
    """Follow what a page draws. Raises UnreadablePdf."""
    found = PageBoxes()
    flipped = multiply((1.0, 0.0, 0.0, -1.0, 0.0, art.h), upright_matrix(art))
    whole = Rect(0.0, 0.0, art.w, art.h)
    _Follower(page, found, whole).follow(content, page.inherited("/Resources"), _DrawState(flipped, whole), 0)
    return found


class _DrawState(NamedTuple):
    matrix: Matrix
    clip: Rect
    is_dashed: bool = False
    inks: tuple[int, ...] = (0, 0, 0, 0)  # a number each for how it is filled, stroked, blended, and for the font

    def shown(self, box: Rect) -> Rect | None:
        """What of a box the clip leaves."""
        x, y = max(box.x, self.clip.x), max(box.y, self.clip.y)
        right, bottom = min(box.right, self.clip.right), min(box.bottom, self.clip.bottom)
        return Rect(x, y, right - x, bottom - y) if right >= x and bottom >= y else None


class _Follower:
    def __init__(self, page: PdfPage, found: PageBoxes, whole: Rect) -> None:
        self._page, self._found, self._whole, self._left = page, found, whole, _MOST_OPERATORS

    def follow(self, content: bytes, resources: Any, state: _DrawState, depth: int) -> None:
        words = content.count(b" ") + content.count(b"\n") + content.count(b"\r")
        if len(content) > _MOST_CONTENT or words > _MOST_WORDS or depth > _DEEPEST:
            self._found.is_cut_short = True
            return
        outer = list[_DrawState]()
        points, subpaths, clips = list[Point](), list[list[Point]](), False
        text: Matrix = IDENTITY
        for step in self._page.parse(content):
            self._left -= 1
            if self._left < 0:
                self._found.is_cut_short = True
                return
            operands, name = step.operands, step.operator.unparse().decode("latin-1")
            if name == "q":
                outer.append(state)
            elif name == "Q":
                state = outer.pop() if outer else state
            elif name == "cm":
                state = state._replace(matrix=multiply(state.matrix, _matrix(operands)))
            elif name in _INKS:
                inks, which = state.inks, _INKS[name]
                new = hash((name, *map(str, operands)))
                state = state._replace(inks=(*inks[:which], new, *inks[which + 1 :]))
            elif name == "d":
                state = state._replace(is_dashed=_is_dashed(operands))
            elif name in ("m", "l", "c", "v", "y", "re", "h"):
                points = self._path(name, operands, state.matrix, points, subpaths)
            elif name in ("W", "W*"):
                clips = True
            elif name in _PAINTING or name == "n":
                if subpaths:
                    state = self._painted(subpaths, name, state, clips=clips)
                points, subpaths, clips = [], [], False
            elif name == "Do":
                self._shown(operands, resources, state, depth)
            elif name == "BT":
                text = IDENTITY
            elif name == "Tm":
                text = _matrix(operands)
            elif name in ("Td", "TD"):
                text = multiply(text, (1.0, 0.0, 0.0, 1.0, *_numbers(operands, 2)))  # type: ignore[arg-type]
            elif name in _WRITING:
                x, y = apply(multiply(state.matrix, text), 0.0, 0.0)
                self._note(Rect(x, y, 0.0, 0.0), state, hash(str(list(operands))), framed=False)
            elif name in ("INLINE IMAGE", "EI"):
                self._note(_around(_corners(state.matrix, 0, 0, 1, 1)), state)
            elif name == "sh":
                self._note(state.clip, state)

    def _path(
        self, name: str, operands: Any, matrix: Matrix, points: list[Point], subpaths: list[list[Point]]
    ) -> list[Point]:
        """The subpath that goes on."""
        values = _numbers(operands, len(operands))
        if name == "re" and len(values) == 4:
            x, y, w, h = values
            subpaths.append(_corners(matrix, x, y, w, h))
            return []
        if name == "h":
            if points:
                points.append(points[0])
            return points
        if name == "m" or not points:
            points = []
            subpaths.append(points)
        points += [apply(matrix, x, y) for x, y in zip(values[::2], values[1::2], strict=False)]
        return points

    def _note(self, box: Rect, state: _DrawState, what: int = 0, *, framed: bool = True) -> None:
        if shown := state.shown(box):
            self._found.painted.append(shown)
            self._found.inks.append(hash((state.inks, what)))
            self._found.framed += [shown] if framed else []

    def _clipped(self, state: _DrawState, box: Rect) -> _DrawState:
        clip = state.shown(box) or Rect(box.x, box.y, 0.0, 0.0)
        self._found.framed.append(clip)
        return state._replace(clip=clip)

    def _painted(self, subpaths: list[list[Point]], name: str, state: _DrawState, *, clips: bool) -> _DrawState:
        """What holds for all that follows."""
        boxes = [_around(points) for points in subpaths if points]
        for box, points in zip(boxes, filter(None, subpaths), strict=True):
            if name == "n":
                break
            is_thin = min(box.w, box.h) <= _THIN
            self._note(box, state, framed=not is_thin)
            if is_thin and self._is_most(state.clip) and (len(points) == 2 or name in ("f", "F", "f*")):
                x, y = box.x + box.w / 2, box.y + box.h / 2
                line = (x, box.y, x, box.bottom) if box.h > box.w else (box.x, y, box.right, y)
                is_dashed = state.is_dashed and name not in ("f", "F", "f*")
                (self._found.dashed if is_dashed else self._found.lines).append(CutLine(*line))
        return self._clipped(state, _union(boxes)) if clips and boxes else state

    def _is_most(self, clip: Rect) -> bool:
        """Of the page, as where only its margins are clipped away."""
        return clip.w * clip.h > _MOST_OF * self._whole.w * self._whole.h

    def _shown(self, operands: Any, resources: Any, state: _DrawState, depth: int) -> None:
        what: Any = look_up(resources, "/XObject", str(operands[0])) if len(operands) else None
        kind = look_up(what, "/Subtype")
        if kind == "/Image":
            box = _around(_corners(state.matrix, 0, 0, 1, 1))
            self._found.pictures.append((box, what.objgen))
            self._note(box, state, hash(what.objgen))
            return
        if kind != "/Form":
            return
        inner = multiply(state.matrix, _matrix(what.get("/Matrix") or (1, 0, 0, 1, 0, 0)))
        left, bottom, right, top = _numbers(what.get("/BBox") or (), 4)
        box = _around(_corners(inner, left, bottom, right - left, top - bottom))
        self._found.pictures.append((box, what.objgen))
        try:
            content = read_stream(what, _MOST_CONTENT)
        except UnreadablePdf:
            self._note(box, state)
            return
        own = what.get("/Resources")
        clipped = self._clipped(state, box)._replace(matrix=inner)
        self.follow(content, resources if own is None else own, clipped, depth + 1)


def _numbers(operands: Iterable[Any], count: int) -> list[float]:
    """Return so many; what is missing or no number is 0."""
    return [*read_numbers(operands), *[0.0] * count][:count]


def _is_dashed(operands: Iterable[Any]) -> bool:
    """`[3 1.5] 0`"""
    from pikepdf import Array

    return any(isinstance(each, Array) and len(each) for each in operands)


def _matrix(operands: Iterable[Any]) -> Matrix:
    a, b, c, d, e, f = _numbers(operands, 6)
    return a, b, c, d, e, f


def _corners(m: Matrix, x: float, y: float, w: float, h: float) -> list[Point]:
    return [apply(m, *corner) for corner in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))]


def _around(points: list[Point]) -> Rect:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _union(boxes: list[Rect]) -> Rect:
    return _around([point for box in boxes for point in ((box.x, box.y), (box.right, box.bottom))])
