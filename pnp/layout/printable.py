"""Finished items → what printers can do: lines broad enough, lengths with an end, content inside the safe area.

A picture is drawn for one size and used at many; so is a card that a rules sheet shows small. What is scaled down there
keeps lines of a quarter of a point: thinner ones break up, and nobody could write a width that is right at every size.
A line that isn't scaled down is as thin as its author wants it, and its author is told.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import cos, hypot, inf, pi, sin
from typing import TypeVar, assert_never

from pnp.layout.element import Content
from pnp.model.display import (
    IDENTITY,
    Drawing,
    Group,
    Item,
    Matrix,
    PageArt,
    Paint,
    Path,
    Picture,
    Raster,
    Shape,
    Text,
    apply,
    multiply,
)
from pnp.model.game import Format, Outline
from pnp.model.length import THINNEST_LINE, mm, points, to_points
from pnp.model.problem import Finding, Severity, code, find
from pnp.model.visiting import Mapper, Reader, SharedWalk, picture_matrix, walk, walk_texts

THIN = code("PNP363", Severity.WARNING, says="a line is {width:g} pt wide, {in_mm:g} mm")

_ENOUGH = THINNEST_LINE - 0.0005
_OWN_SIZE = 0.999  # scale
_REMEMBERED = 5_000  # groups and drawings

_Whole = TypeVar("_Whole", Group, Drawing)
_Made = dict[tuple[int, Matrix], tuple[object, object]]  # what came of a group or drawing, after it itself

UNSAFE = code(
    "PNP350",
    Severity.WARNING,
    says="{kind} {part} is {near} from the cut: {safe} are to be left",
    varies=("part", "near"),
)
CROPPED = code(
    "PNP158", Severity.WARNING, says="{kind} {part} reaches {over} beyond the cut", varies=("part", "over"), grave=True
)
BEYOND = CROPPED.also("{what} beyond the cut at the {edge}: the piece is {size}", varies=("what",))

_SLACK = 0.02  # mm
_AROUND = [(cos(n * pi / 8), sin(n * pi / 8)) for n in range(16)]


class Strokes:
    """Looks at faces; what several of them share is looked at once, and stays shared."""

    def __init__(self, walk: SharedWalk) -> None:
        self._thinnest = walk.join(_Thinnest())
        self._made: _Made = {}

    def printed(self, group: Group) -> tuple[Group, list[Finding]]:
        """Return the group with lines that are broad enough, and findings about the others."""
        if self._thinnest(group) >= _ENOUGH:
            return group, []
        if len(self._made) > _REMEMBERED:
            self._made.clear()
        broad = _Broadened(self._thinnest, self._made, IDENTITY).inside(group)
        hint = f"{points(THINNEST_LINE)} or more is wanted"
        return broad, [
            find(THIN, hint=hint, origin=place, width=round(to_points(width), 2), in_mm=round(width, 2))
            for width, place in _too_thin(group.items, IDENTITY)
        ]


class _Thinnest(Reader[float, float]):
    """No line of an item is thinner; how thin each is exactly, only matters where this isn't enough."""

    def text(self, text: Text) -> float:
        return inf

    def shape(self, shape: Shape) -> float:
        return shape.stroke.width if shape.stroke is not None and shape.stroke.width > 0.0 else inf

    def raster(self, picture: Picture, art: Raster) -> float:
        return inf

    def page(self, picture: Picture, art: PageArt) -> float:
        return inf

    def drawing(self, drawing: Drawing, inside: Sequence[float]) -> float:
        return min((inf, *inside))  # inf first: what is no number isn't less than that

    def vector(self, picture: Picture, art: Drawing, drawing: float) -> float:
        return drawing * _scale(picture_matrix(picture, art)) if drawing < inf else inf

    def group(self, group: Group, inside: Sequence[float]) -> float:
        thinnest = min((inf, *inside))
        return thinnest * _scale(group.transform) if thinnest < inf else inf


class _Broadened(Mapper):
    """Broadens what this matrix brings to paper."""

    __slots__ = ("_made", "_matrix", "_thinnest")

    def __init__(self, thinnest: Callable[[Item], float], made: _Made, matrix: Matrix) -> None:
        self._thinnest, self._made, self._matrix = thinnest, made, matrix

    def text(self, text: Text) -> Text:
        return text

    def shape(self, shape: Shape) -> Shape:
        """Broaden the line, unless it isn't scaled down or nothing is left of it."""
        stroke, scale = shape.stroke, _scale(self._matrix)
        if stroke is None or not 0.0 < scale < _OWN_SIZE or not 0.0 < stroke.width * scale < _ENOUGH:
            return shape
        return shape._replace(stroke=stroke._replace(width=THINNEST_LINE / scale))

    def raster(self, picture: Picture, art: Raster) -> Picture:
        return picture

    def drawing(self, picture: Picture, art: Drawing) -> Picture:
        if self._is_broad(picture):
            return picture
        made = self._whole(art, picture_matrix(picture, art))
        return picture if made is art else picture._replace(art=made)

    def page(self, picture: Picture, art: PageArt) -> Picture:
        return picture

    def group(self, group: Group) -> Group:
        return group if self._is_broad(group) else self._whole(group, group.transform)

    def _is_broad(self, item: Item) -> bool:
        return self._thinnest(item) * _scale(self._matrix) >= _ENOUGH

    def _whole(self, whole: _Whole, inner: Matrix) -> _Whole:
        matrix = multiply(self._matrix, inner)
        a, b, c, d = (round(part, 6) for part in matrix[:4])
        key = id(whole), (a, b, c, d, 0.0, 0.0)
        if key not in self._made:
            self._made[key] = whole, _Broadened(self._thinnest, self._made, matrix).inside(whole)
        return self._made[key][1]  # type: ignore[return-value]


def _too_thin(items: Iterable[Item], matrix: Matrix) -> Iterator[tuple[float, str]]:
    """Yield width and place of lines that are too thin, and aren't scaled down; of art those of the thinnest."""
    for item, at, _ in walk(items, matrix):
        if isinstance(item, Shape):
            width = item.stroke.width * _scale(at) if item.stroke else 0.0
            if item.stroke is not None and 0.0 < width < _ENOUGH and _scale(at) >= _OWN_SIZE:
                yield width, item.stroke.place
        elif isinstance(item, Picture):
            if isinstance(item.art, Drawing) and (
                found := list(_too_thin(item.art.items, multiply(at, picture_matrix(item, item.art))))
            ):
                yield min(found)
        elif not isinstance(item, Text):
            assert_never(item)


def _scale(matrix: Matrix) -> float:
    """Return the least scale of lengths: in the direction in which the matrix shrinks most."""
    a, b, c, d = matrix[:4]
    if b == 0.0 == c:
        return min(abs(a), abs(d))
    return abs(hypot(a + d, b - c) - hypot(a - d, b + c)) / 2


def unsafe(content: Sequence[Content], items: Sequence[Item], format: Format) -> list[tuple[Content, Finding]]:
    """Return parts outside the safe area, in their order; then, edge by edge, those that aren't on the piece at all."""
    if format.outline in (Outline.CIRCLE, Outline.HEXAGON):
        over = _over_outline(content, items, format)
    else:
        safe, right, bottom = format.safe, format.w - format.safe, format.h - format.safe
        if not [p for p in content if p.x < safe or p.y < safe or p.x + p.w > right or p.y + p.h > bottom]:
            return []
        over = [max(safe - p.x, safe - p.y, p.x + p.w - right, p.y + p.h - bottom) for p in content]
    found: list[tuple[Content, Finding]] = []
    beyond: dict[str, list[Content]] = {}
    for part, far in zip(content, over, strict=True):
        if far <= _SLACK:
            continue
        x, y, right, bottom = part.x, part.y, part.x + part.w, part.y + part.h
        reaches_edge = x <= _SLACK or y <= _SLACK or right >= format.w - _SLACK or bottom >= format.h - _SLACK
        if part.kind == "picture" and reaches_edge:  # a background
            continue
        passed = {"left": right <= 0, "right": x >= format.w, "top": bottom <= 0, "bottom": y >= format.h}
        if edge := next((edge for edge, is_passed in passed.items() if is_passed), ""):
            beyond.setdefault(edge, []).append(part)
            continue
        kind, name, safe = part.kind, part.name, format.safe
        if far > safe + _SLACK:
            finding = find(CROPPED, kind=kind, part=name, over=mm(far - safe))
        else:
            finding = find(UNSAFE, kind=kind, part=name, near=mm(max(safe - far, 0.0)), safe=mm(safe))
        found.append((part, finding._replace(field=part.field, origin=part.origin)))
    size = f"{mm(format.w).removesuffix(' mm')} × {mm(format.h)}"
    for edge, parts in beyond.items():  # one finding for all that lies there, since one wrong size moves them all
        first, last = parts[0], parts[-1]
        all_kinds = first.kind if all(part.kind == first.kind for part in parts) else "part"
        what = f"{first.kind} {first.name} is"
        if len(parts) > 1:
            what = f"{len(parts)} {all_kinds}s, {first.name} to {last.name}, are"
        finding = find(BEYOND, what=what, edge=edge, size=size)
        found.append((first, finding._replace(field=first.field, origin=first.origin)))
    return found


def _over_outline(content: Sequence[Content], items: Sequence[Item], format: Format) -> list[float]:
    """Measure round and six-sided pieces: each line of a text by its letters, all else by the ellipse in its box."""
    over: list[float] = []
    for part in content:
        x, y, w, h = part.x + part.w / 2, part.y + part.h / 2, part.w / 2, part.h / 2
        is_text = part.kind == "text"
        over.append(0.0 if is_text else max(_beyond(format, x + w * dx, y + h * dy) for dx, dy in _AROUND))
    texts = [(i, part) for i, part in enumerate(content) if part.kind == "text"]
    for run, matrix in [(run, matrix) for text, matrix in walk_texts(items) for run in text.runs]:
        # corners around the letters of each line, from the capitals' height to the baseline
        right = run.x + sum(part.width for part in run.parts) * run.size
        top = run.y - run.font.cap_height * run.size
        corners = [apply(run.turn_matrix(matrix), x, y) for x in (run.x, right) for y in (top, run.y)]
        x, y = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
        around = [i for i, box in texts if box.x <= x <= box.x + box.w and box.y <= y <= box.y + box.h]
        if around:  # else it is clipped away
            i = min(around, key=lambda i: content[i].w * content[i].h)
            over[i] = max(over[i], *[_beyond(format, *corner) for corner in corners])
    return over


def _beyond(format: Format, x: float, y: float) -> float:
    """Return how far a point is outside the safe area of an outline; negative inside."""
    dx, dy = abs(x - format.w / 2), abs(y - format.h / 2)
    if format.outline is Outline.CIRCLE:
        return hypot(dx, dy) - min(format.w, format.h) / 2 + format.safe
    # pointed top: two upright sides, four slanted ones from (0, h/2) to (w/2, h/4)
    across, down = format.h / 4, format.w / 2
    slanted = (dx * across + (dy - format.h / 2) * down) / hypot(across, down)
    return max(dx - format.w / 2, slanted) + format.safe


TOO_FAR = code("PNP093", says="what <{tag}> draws has lengths that no file for a printer can hold")

_FARTHEST = 1e8  # mm


class Endless(Reader[bool, bool]):
    """Tells whether a length in an item has no end."""

    def text(self, text: Text) -> bool:
        """Return False: a text stands in a box, and attributes have bounds."""
        return False

    def shape(self, shape: Shape) -> bool:
        stroke = shape.stroke
        if stroke is not None and _are_far((stroke.width, stroke.miter, stroke.dash_offset, *stroke.dash)):
            return True
        return _is_far_path(shape.path) or _is_far_paint(shape.fill) or _is_far_paint(stroke and stroke.paint)

    def raster(self, picture: Picture, art: Raster) -> bool:
        return _is_far_picture(picture)

    def page(self, picture: Picture, art: PageArt) -> bool:
        return _is_far_picture(picture)

    def drawing(self, drawing: Drawing, inside: Sequence[bool]) -> bool:
        return True in inside or _are_far((drawing.w, drawing.h))

    def vector(self, picture: Picture, art: Drawing, drawing: bool) -> bool:
        return drawing or _is_far_picture(picture)

    def group(self, group: Group, inside: Sequence[bool]) -> bool:
        _, _, _, _, x, y = group.transform
        is_placed = -_FARTHEST < x < _FARTHEST and -_FARTHEST < y < _FARTHEST  # what is no number compares to nothing
        return not is_placed or True in inside or (group.clip is not None and _is_far_path(group.clip))


def _is_far_picture(picture: Picture) -> bool:
    _, x, y, w, h = picture
    is_near = -_FARTHEST < x < _FARTHEST and -_FARTHEST < y < _FARTHEST
    return not (is_near and -_FARTHEST < w < _FARTHEST and -_FARTHEST < h < _FARTHEST)


def _is_far_path(path: Path) -> bool:
    return any(_are_far(segment[1:]) for segment in path)


def _are_far(numbers: Iterable[float]) -> bool:
    """Check for a far or missing number: with one, the sum is no number either, and compares to nothing."""
    return not sum(map(abs, numbers)) < _FARTHEST


def _is_far_paint(paint: Paint | None) -> bool:
    if paint is None or isinstance(paint, str):
        return False
    return _are_far((*paint[:4], paint.radius, *paint.transform))
