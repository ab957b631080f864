"""Numbers, colours, matrices and paths → PDF operators, all in millimetres."""

from collections.abc import Iterable
from functools import lru_cache

from pnp.model.display import (
    IDENTITY,
    Colour,
    Drawing,
    Group,
    Item,
    Matrix,
    PageArt,
    Path,
    Picture,
    Raster,
    Shape,
    Text,
)
from pnp.model.geometry import Box, path_box, picture_box, surround, transform_box
from pnp.model.sheet import Rect
from pnp.model.visiting import Visitor

_ANYWHERE: Box = (-4000.0, -4000.0, 4000.0, 4000.0)  # wider than any sheet: texts stand on these
_FARTHEST = 1e8  # more is no place on a page


def as_rectangle(path: Path) -> Rect | None:
    """The rectangle that a path goes round, first along x."""
    match path:
        case (("M", x, y), ("L", x1, y1), ("L", x2, y2), ("L", x3, y3), ("Z",)) if (
            y == y1 and x1 == x2 and y2 == y3 and x3 == x
        ):
            return Rect(x, y, x1 - x, y2 - y)
    return None


def rectangle(left: float, top: float, right: float, bottom: float) -> Path:
    return (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",))


def shape_box(shape: Shape) -> Box:
    """A box that a shape stays inside of, with its stroke and the tips of its corners."""
    margin = shape.stroke.width * max(shape.stroke.miter, 2.0) if shape.stroke else 0.0
    left, top, right, bottom = path_box(shape.path)
    return left - margin, top - margin, right + margin, bottom + margin


def items_box(items: Iterable[Item]) -> Box:
    """A box that items stay inside of, whatever coordinates they have; around a text it is wider than any sheet."""
    boxes = [box for item in items if (box := _BOXES.visit(item))]
    left, top, right, bottom = (min(max(edge, -_FARTHEST), _FARTHEST) for edge in surround(boxes))
    return left, top, right, bottom


class _ItemBoxes(Visitor[Box | None]):
    """None for what is nowhere."""

    def text(self, text: Text) -> Box:
        return _ANYWHERE

    def shape(self, shape: Shape) -> Box | None:
        return shape_box(shape) if shape.path else None

    def raster(self, picture: Picture, art: Raster) -> Box:
        return picture_box(picture)

    def drawing(self, picture: Picture, art: Drawing) -> Box:
        return picture_box(picture)

    def page(self, picture: Picture, art: PageArt) -> Box:
        return picture_box(picture)

    def group(self, group: Group) -> Box:
        return transform_box(group.transform, items_box(group.items))


_BOXES = _ItemBoxes()


class _Numbers(dict[float, str]):
    """Numbers as they are written: up to four decimals (a tenth of a micrometre), no trailing zeros, never 1e-05."""

    def __missing__(self, value: float) -> str:
        if not -1e9 < value < 1e9:
            raise ValueError(f"{value} is no length on a page")
        if len(self) > 100_000:
            self.clear()
        text = self[value] = str(round(value, 4) + 0.0).removesuffix(".0")
        return text


number = _Numbers()


class _Factors(dict[float, str]):
    """Scales as they are written: they multiply lengths, so four decimals would be too few."""

    def __missing__(self, value: float) -> str:
        if len(self) > 100_000:
            self.clear()
        text = f"{value:.8f}".rstrip("0").rstrip(".")
        if value:  # 0 and -0 are one key, and two texts
            self[value] = text
        return text


factor = _Factors()


@lru_cache(4096)
def components(colour: Colour) -> str:
    """`#rrggbb` → one number for a grey, three for any other colour: greys print with black ink alone."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return number[red] if red == green == blue else f"{number[red]} {number[green]} {number[blue]}"


@lru_cache(4096)
def fill_colour(colour: Colour) -> str:
    written = components(colour)
    return f"{written} rg" if " " in written else f"{written} g"


@lru_cache(4096)
def stroke_colour(colour: Colour) -> str:
    written = components(colour)
    return f"{written} RG" if " " in written else f"{written} G"


def transform(matrix: Matrix) -> str:
    """The operator that changes coordinates; nothing where there is nothing to change."""
    if matrix == IDENTITY:
        return ""
    a, b, c, d, e, f = matrix
    if a == 1.0 == d and b == 0.0 == c:
        return f"1 0 0 1 {number[e]} {number[f]} cm"
    return f"{factor[a]} {factor[b]} {factor[c]} {factor[d]} {number[e]} {number[f]} cm"


def outline(path: Path) -> str:
    """The operators that construct a path, without painting it."""
    if rectangle := as_rectangle(path):
        return f"{' '.join(map(number.__getitem__, rectangle))} re"
    return " ".join(_SEGMENTS[segment[0]].format(*map(number.__getitem__, segment[1:])) for segment in path)


_SEGMENTS = {"M": "{} {} m", "L": "{} {} l", "C": "{} {} {} {} {} {} c", "Z": "h"}
