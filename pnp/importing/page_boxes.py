"""What a page draws → boxes in millimetres from its top left corner, as it is shown: what may be a card, what marks
where to cut, and where there is anything at all.

Nothing is painted for that: operators are followed as far as they move, clip and paint.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from pikepdf import Array, Stream

from pnp.io.pdf import PdfPage, UnreadablePdf, look_up, read_numbers, read_stream, upright_matrix
from pnp.model.display import IDENTITY, Matrix, PageArt, apply, multiply
from pnp.model.geometry import SAME, overlap, rect_of, surround_points, surround_rects, transform_box
from pnp.model.sheet import Rect

THIN = 0.8  # mm: what is thinner is a line
_MOST_CONTENT = 8 << 20  # bytes of one stream that are followed; a form that is larger counts as one box
_MOST_OPERATORS = 400_000  # of a page
_MOST_WORDS = 1_200_000  # of one stream, which are in memory at once: numbers and operators
_DEEPEST = 12  # forms in forms
_MOST_OF = 0.5  # of a page
_SMALLEST = 15.0  # mm of a card
_WHOLE = 0.85  # of the page: what is larger is the page, not a card

_PAINTING = frozenset(("f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "n"))
_FILLING = frozenset(("f", "F", "f*"))
_INKS = {
    **dict.fromkeys(("g", "rg", "k", "cs", "sc", "scn"), 0),
    **dict.fromkeys(("G", "RG", "K", "CS", "SC", "SCN"), 1),
    **{"gs": 2, "Tf": 3},
}
_UNIT = (0.0, 0.0, 1.0, 1.0)

Point = tuple[float, float]


class CutLine(NamedTuple):
    """A line down the page, or across it."""

    upright: bool
    at: float
    start: float
    end: float


@dataclass
class PageBoxes:
    """What was found on a page of this size."""

    w: float
    h: float
    framed: list[Rect] = field(default_factory=list)  # that something is clipped to, painted as, or shown in
    lines: list[CutLine] = field(default_factory=list)  # that stand in no clip, as what is on a card mostly does
    dashed: list[CutLine] = field(default_factory=list)  # lines that aren't drawn through
    painted: list[Rect] = field(default_factory=list)  # around all that is painted, as far as it is seen
    inks: list[int] = field(default_factory=list)  # of each of these a number: the same for what is painted alike
    pictures: list[tuple[Rect, tuple[int, int]]] = field(default_factory=list)  # and forms: the numbers of the objects
    is_cut_short: bool = False  # more is drawn than was followed

    def has_room_for(self, rects: Iterable[Rect]) -> bool:
        return all(
            rect.x >= -SAME and rect.y >= -SAME and rect.right <= self.w + SAME and rect.bottom <= self.h + SAME
            for rect in rects
        )

    def forget_cards(self) -> None:
        """Drop what only serves to find cells: pages are kept until the last one of a file was read."""
        for name in ("possible_cards", "solid", "contents"):
            self.__dict__.pop(name, None)

    def is_whole(self, box: Rect) -> bool:
        """Tell whether a box is as large as the page, about."""
        return box.w * box.h >= _WHOLE * self.w * self.h

    @cached_property
    def possible_cards(self) -> list[Rect]:
        """Return boxes that are as large as a card and lie on the page, each once."""
        boxes = dict.fromkeys(Rect(*(round(side, 4) for side in box)) for box in self.framed)
        large = [box for box in boxes if min(box.w, box.h) >= _SMALLEST and not self.is_whole(box)]
        return [box for box in large if self.has_room_for([box])]

    @cached_property
    def solid(self) -> list[Rect]:
        """Return what is painted without lines, which may be cut marks; letters are points."""
        return [box for box in self.painted if is_solid(box)]

    @cached_property
    def contents(self) -> Sequence[Rect]:
        """Return what tells places with cards from empty ones: not the page's own ground, unless it is a picture."""
        if self.is_cut_short:
            return [Rect(0.0, 0.0, self.w, self.h)]
        if any(self.is_whole(box) for box, _ in self.pictures):
            return self.painted
        return [box for box in self.painted if not self.is_whole(box)]


def is_solid(box: Rect) -> bool:
    return min(box.w, box.h) > THIN or max(box.w, box.h) == 0.0


def find_boxes(page: PdfPage, content: bytes, art: PageArt) -> PageBoxes:
    """Follow what a page draws. Raises UnreadablePdf."""
    found = PageBoxes(art.w, art.h)
    flipped = multiply((1.0, 0.0, 0.0, -1.0, 0.0, art.h), upright_matrix(art))
    state = _DrawState(flipped, Rect(0.0, 0.0, art.w, art.h))
    _Follower(page, found).follow(content, page.find_inherited("/Resources"), state, 0)
    return found


class _DrawState(NamedTuple):
    matrix: Matrix
    clip: Rect
    is_dashed: bool = False
    inks: tuple[int, ...] = (0, 0, 0, 0)  # a number each for how it is filled, stroked, blended, and for the font

    def clip_box(self, box: Rect) -> Rect | None:
        """Return what the clip leaves of a box."""
        w, h = overlap(box, self.clip)
        return Rect(max(box.x, self.clip.x), max(box.y, self.clip.y), w, h) if w >= 0 and h >= 0 else None

    def place(self, box: tuple[float, float, float, float]) -> Rect:
        return rect_of(transform_box(self.matrix, box))


class _Follower:
    def __init__(self, page: PdfPage, found: PageBoxes) -> None:
        self._page, self._found, self._left = page, found, _MOST_OPERATORS

    def follow(self, content: bytes, resources: Any, state: _DrawState, depth: int) -> None:
        words = content.count(b" ") + content.count(b"\n") + content.count(b"\r")
        if len(content) > _MOST_CONTENT or words > _MOST_WORDS or depth > _DEEPEST:
            self._found.is_cut_short = True
            return
        outer, path, clips = list[_DrawState](), _Subpaths(), False
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
                is_dashed = any(isinstance(each, Array) and len(each) for each in operands)  # [3 1.5] 0
                state = state._replace(is_dashed=is_dashed)
            elif name in ("m", "l", "c", "v", "y", "re", "h"):
                path.add(name, read_numbers(operands), state.matrix)
            elif name in ("W", "W*"):
                clips = True
            elif name in _PAINTING:
                subpaths = [points for points in path.all if points]
                boxes = [rect_of(surround_points(points)) for points in subpaths]
                if name != "n":
                    for box, points in zip(boxes, subpaths, strict=True):
                        self._note_path(box, len(points), state, is_filled=name in _FILLING)
                state = self._clip(state, surround_rects(boxes)) if clips and boxes else state
                path, clips = _Subpaths(), False
            elif name == "Do":
                self._show(str(operands[0]) if len(operands) else "", resources, state, depth)
            elif name == "BT":
                text = IDENTITY
            elif name == "Tm":
                text = _matrix(operands)
            elif name in ("Td", "TD"):
                text = multiply(text, (1.0, 0.0, 0.0, 1.0, *_numbers(operands, 2)))  # type: ignore[arg-type]
            elif name in ("Tj", "TJ", "'", '"'):
                x, y = apply(multiply(state.matrix, text), 0.0, 0.0)
                self._note(Rect(x, y, 0.0, 0.0), state, hash(str(list(operands))), framed=False)
            elif name in ("INLINE IMAGE", "EI"):
                self._note(state.place(_UNIT), state)
            elif name == "sh":
                self._note(state.clip, state)

    def _note(self, box: Rect, state: _DrawState, what: int = 0, *, framed: bool = True) -> None:
        if seen := state.clip_box(box):
            self._found.painted.append(seen)
            self._found.inks.append(hash((state.inks, what)))
            self._found.framed += [seen] if framed else []

    def _note_path(self, box: Rect, points: int, state: _DrawState, *, is_filled: bool) -> None:
        is_thin = min(box.w, box.h) <= THIN
        self._note(box, state, framed=not is_thin)
        is_on_page = state.clip.w * state.clip.h > _MOST_OF * self._found.w * self._found.h  # where margins are clipped
        if is_thin and is_on_page and (points == 2 or is_filled):
            upright = box.h > box.w
            at = (box.x + box.w / 2, box.y, box.bottom) if upright else (box.y + box.h / 2, box.x, box.right)
            lines = self._found.dashed if state.is_dashed and not is_filled else self._found.lines
            lines.append(CutLine(upright, *at))

    def _clip(self, state: _DrawState, box: Rect) -> _DrawState:
        clip = state.clip_box(box) or Rect(box.x, box.y, 0.0, 0.0)
        self._found.framed.append(clip)
        return state._replace(clip=clip)

    def _show(self, name: str, resources: Any, state: _DrawState, depth: int) -> None:
        """Note a picture, or follow a form."""
        what = look_up(resources, "/XObject", name)
        kind = what.get("/Subtype") if isinstance(what, Stream) else None
        if kind == "/Image":
            box = state.place(_UNIT)
            self._found.pictures.append((box, what.objgen))
            self._note(box, state, hash(what.objgen))
        elif kind == "/Form":
            inner = state._replace(matrix=multiply(state.matrix, _matrix(what.get("/Matrix") or (1, 0, 0, 1, 0, 0))))
            left, bottom, right, top = _numbers(what.get("/BBox") or (), 4)
            box = inner.place((left, bottom, right, top))
            self._found.pictures.append((box, what.objgen))
            try:
                content = read_stream(what, _MOST_CONTENT)
            except UnreadablePdf:
                self._note(box, state)
                return
            own = what.get("/Resources")
            self.follow(content, resources if own is None else own, self._clip(inner, box), depth + 1)


class _Subpaths:
    """A path while it is made: the points of its parts, where they are on the page."""

    def __init__(self) -> None:
        self.all = list[list[Point]]()
        self._current = list[Point]()

    def add(self, name: str, values: Sequence[float], matrix: Matrix) -> None:
        if name == "re" and len(values) == 4:
            x, y, w, h = values
            self.all.append([apply(matrix, *at) for at in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))])
            self._current = []
        elif name == "h":
            self._current += self._current[:1]
        else:
            if name == "m" or not self._current:
                self._current = []
                self.all.append(self._current)
            self._current += [apply(matrix, x, y) for x, y in zip(values[::2], values[1::2], strict=False)]


def _numbers(operands: Iterable[Any], count: int) -> list[float]:
    """Return `count` numbers; what is missing or no number is 0."""
    return [*read_numbers(operands), *[0.0] * count][:count]


def _matrix(operands: Iterable[Any]) -> Matrix:
    a, b, c, d, e, f = _numbers(operands, 6)
    return a, b, c, d, e, f
