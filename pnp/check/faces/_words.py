"""A face → what is painted on it, and the texts and icons that stand on that, in the order of painting."""

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Literal, NamedTuple, assert_never

from pnp.cardtext.icons import write_tag
from pnp.check.faces._grounds import DrawingGround, Ground, GroupGround, ShapeGround, clip_polygon, is_ground
from pnp.model.colour import Rgb, rgb_of
from pnp.model.display import (
    IDENTITY,
    Drawing,
    Group,
    Item,
    Matrix,
    PageArt,
    Paint,
    Picture,
    Raster,
    SetText,
    Shape,
    Text,
    apply,
)
from pnp.model.geometry import Box, picture_box, transform_box
from pnp.model.length import MM_PER_POINT
from pnp.model.visiting import Reader, nest, picture_matrix, walk

_ABOVE, _BELOW, _MIDDLE = 0.7, 0.2, 0.3  # of the size, from the baseline: capitals, tails, the middle of small letters


_LARGE, _LARGE_BOLD = 18 * MM_PER_POINT - 0.01, 14 * MM_PER_POINT - 0.01

WordLine = tuple[float, float, float, float]  # left, right, halfway up the small letters, size


class Lettering:
    """A text where it stands on the face."""

    __slots__ = ("_inner", "_lines", "_matrix", "_set", "alpha", "box", "is_large", "outline", "paints", "size", "text")

    kind: Literal["text"] = "text"

    def __init__(
        self, text: Text, lines: list[WordLine], inner: Box, matrix: Matrix = IDENTITY, alpha: float = 1.0
    ) -> None:
        """`inner`: the box in the text's own coordinates."""
        self.text = text
        self.paints = (rgb_of(text.runs[0].fill),)
        self.outline = text.outline
        self.alpha = alpha
        self.box = inner if matrix is IDENTITY else transform_box(matrix, inner)
        self.size = size = text.size * (matrix[2] ** 2 + matrix[3] ** 2) ** 0.5  # on paper, of its body
        self.is_large = size >= _LARGE or (size >= _LARGE_BOLD and all(run.font.bold for run in text.runs))
        self._lines = lines
        self._inner = inner
        self._matrix = matrix
        self._set: SetText | None = None

    @property
    def field(self) -> str:
        return self.text.field

    @property
    def says(self) -> str:
        return self.text.says

    def nest(self, group: Group) -> "Lettering":
        """Seen from outside of the group that it stands in."""
        matrix = nest(group.transform, self._matrix)
        return Lettering(self.text, self._lines, self._inner, matrix, self.alpha * group.opacity)

    def of_each_colour(self) -> Sequence["Lettering"]:
        """By itself what words are in one colour."""
        runs = self.text.runs
        for run in runs:
            if run.fill != runs[0].fill:
                break
        else:
            return (self,)
        fills = dict.fromkeys([run.fill for run in runs])
        texts = [self.text._replace(runs=tuple([run for run in runs if run.fill == fill])) for fill in fills]
        return [Lettering(text, *_lines_and_box(text), self._matrix, self.alpha) for text in texts]

    def as_set(self) -> SetText:
        if self._set is None:
            text, lines = self.text, 1 if self.text.is_bent else len(self._lines)
            left, top, right, bottom = self.box
            x, y, w, h = left * 100 + 0.5, top * 100 + 0.5, (right - left) * 100 + 0.5, (bottom - top) * 100 + 0.5
            scale = (self._matrix[2] ** 2 + self._matrix[3] ** 2) ** 0.5
            size, full = self.size * 1000 + 0.5, text.full * scale * 1000 + 0.5
            box = x // 1 / 100, y // 1 / 100, w // 1 / 100, h // 1 / 100
            self._set = SetText(text.field, text.says, box, size // 1 / 1000, full // 1 / 1000, lines)
        return self._set

    def points(self) -> list[tuple[float, float]]:
        """Some on each line, from its beginning to its end."""
        found = []
        for left, right, y, size in self._lines:
            count = 5 if right - left > 4 * size else 3
            indent = min(size / 4, (right - left) / 4)
            step = (right - left - 2 * indent) / (count - 1)
            found += [apply(self._matrix, left + indent + n * step, y) for n in range(count)]
        return found


class Sign:
    """An icon where it stands on the face. It can be seen if any of its paints can."""

    __slots__ = ("alpha", "box", "icon", "paints")

    kind: Literal["icon"] = "icon"
    field = outline = ""
    is_large = True
    size = inf

    def __init__(self, icon: str, paints: tuple[Rgb, ...], box: Box, alpha: float = 1.0) -> None:
        self.icon = icon
        self.paints = paints
        self.box = box
        self.alpha = alpha

    @property
    def says(self) -> str:
        return write_tag(self.icon)

    def nest(self, group: Group) -> "Sign":
        """Seen from outside of the group that it stands in."""
        return Sign(self.icon, self.paints, transform_box(group.transform, self.box), self.alpha * group.opacity)

    def of_each_colour(self) -> Sequence["Sign"]:
        return (self,)

    def points(self) -> list[tuple[float, float]]:
        left, top, right, bottom = self.box
        return [((left + right) / 2, (top + bottom) / 2)]


Painted = Ground | Lettering | Sign
_REMEMBERED = 5_000  # grounds in groups


class PaintedArt(NamedTuple):
    """What a drawing is, wherever it is shown."""

    paints: tuple[Rgb, ...]  # of an icon
    grounds: list[Ground]


class Painting(Reader[Sequence[Painted], PaintedArt]):
    """An item's grounds, texts and icons, the lowest first. A group without texts and icons is one ground."""

    def __init__(self) -> None:
        self._framed: dict[tuple[object, ...], Ground] = {}

    def text(self, text: Text) -> Sequence[Painted]:
        return (Lettering(text, *_lines_and_box(text)),) if text.runs else ()

    def shape(self, shape: Shape) -> Sequence[Painted]:
        return (ShapeGround(shape),) if is_ground(shape) else ()

    def raster(self, picture: Picture, art: Raster) -> Sequence[Painted]:
        return (Ground(picture_box(picture)),)

    def page(self, picture: Picture, art: PageArt) -> Sequence[Painted]:
        return (Ground(picture_box(picture)),)

    def drawing(self, drawing: Drawing, inside: Sequence[Sequence[Painted]]) -> PaintedArt:
        paints = tuple(sorted(set(_paints(drawing.items)))) if drawing.icon else ()
        return PaintedArt(paints, [part for parts in inside for part in parts if part.kind == "ground"])

    def drawn(self, picture: Picture, art: Drawing, drawing: PaintedArt) -> Sequence[Painted]:
        ground = DrawingGround(picture_box(picture), drawing.grounds, picture_matrix(picture, art))
        if not drawing.paints:  # of a bitmap nobody knows which of its colours matter
            return (ground,)
        return Sign(art.icon, drawing.paints, ground.box), ground

    def group(self, group: Group, inside: Sequence[Sequence[Painted]]) -> Sequence[Painted]:
        parts = [part for each in inside for part in each]
        grounds = [part for part in parts if part.kind == "ground"]
        if grounds == parts:
            return (GroupGround(grounds, group.transform, clip_polygon(group), group.opacity),) if grounds else ()
        if group.transform is IDENTITY and group.clip is None and group.opacity == 1.0:
            return parts
        return [self._frame(part, group) if part.kind == "ground" else part.nest(group) for part in parts]

    def _frame(self, ground: Ground, group: Group) -> Ground:
        """Return a ground as it is seen from outside of its group: one for all groups that only differ in texts."""
        key = ground, group.transform, group.clip, group.clip_evenodd, group.opacity
        framed = self._framed.get(key)
        if framed is None:
            if len(self._framed) > _REMEMBERED:
                self._framed.clear()
            framed = self._framed[key] = GroupGround((ground,), group.transform, clip_polygon(group), group.opacity)
        return framed


def _paints(items: Iterable[Item]) -> Iterator[Rgb]:
    for item, _, _ in walk(items):
        if isinstance(item, Shape):
            yield from _colours(item.fill)
            yield from _colours(item.stroke and item.stroke.paint)
        elif not isinstance(item, Text | Picture):
            assert_never(item)


def _colours(paint: Paint | None) -> Iterator[Rgb]:
    if isinstance(paint, str):
        yield rgb_of(paint)
    elif paint is not None:
        yield from (rgb_of(stop.colour) for stop in paint.stops)


def _lines_and_box(text: Text) -> tuple[list[WordLine], Box]:
    """Return its lines, runs on one baseline, wherever icons or another font part them; and the box around it."""
    if text.is_bent:
        # each letter is looked at where its middle is
        letters: list[WordLine] = []
        for run in text.runs:
            width = sum([part.width for part in run.parts]) * run.size
            x, y = apply(run.turn_matrix(IDENTITY), run.x + width / 2, run.y - _MIDDLE * run.size)
            letters.append((x - width / 4, x + width / 4, y, run.size))
        half = text.size / 2
        lefts, rights, ys, _ = zip(*letters, strict=True)
        return letters, (min(lefts) - half, min(ys) - half, max(rights) + half, max(ys) + half)
    lines: list[WordLine] = []
    leftmost, rightmost, line = inf, -inf, None
    for run in text.runs:
        size, left = run.size, run.x
        width = 0.0
        for part in run.parts:
            width += part.width
        width *= size
        if run.gap or run.tracking:
            width += sum([run.gap * part.text.count(" ") + run.tracking * len(part.glyphs) for part in run.parts])
        right, y = left + width, run.y - _MIDDLE * size
        leftmost, rightmost = left if left < leftmost else leftmost, right if right > rightmost else rightmost
        if line is not None and line[2] == y:
            line = lines[-1] = left if left < line[0] else line[0], right if right > line[1] else line[1], y, size
        else:
            line = left, right, y, size
            lines.append(line)
    first, last = text.runs[0], text.runs[-1]
    return lines, (leftmost, first.y - _ABOVE * first.size, rightmost, last.y + _BELOW * text.size)
