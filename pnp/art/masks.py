"""Pictures in other colours, and cut by masks: along outlines, or as much of each pixel as a mask leaves.

A mask keeps what it has dark and takes away what it has white or transparent: in drawings everything darker than a
middle grey stays, in bitmaps as much of each pixel as the mask is dark and opaque there.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple, assert_never

from pnp.art.clips import Budget, Clip, union
from pnp.art.pictures import MAX_BYTES
from pnp.art.transforms import transform_path
from pnp.io.opening import read_input
from pnp.io.picture_data import split_transparency
from pnp.model.colour import WHITE, Rgb, blended, colour_of, rgb_of
from pnp.model.display import (
    IDENTITY,
    Colour,
    Drawing,
    Gradient,
    Group,
    Item,
    Matrix,
    PageArt,
    Paint,
    Picture,
    Raster,
    Shape,
    Text,
    multiply,
)
from pnp.model.problem import code
from pnp.model.visiting import Mapper

if TYPE_CHECKING:
    from PIL.Image import Image

NO_MASK = code("PNP335", says="{name} can't cut a picture: {why}")

_MIDDLE = 0.5  # of the lightness
Box = tuple[float, float, float, float]  # left, top, width, height


class Channels(NamedTuple):
    colours: "Image"  # greys or RGB
    alpha: "Image | None"


def tint(art: Drawing | Raster, colour: Colour) -> Drawing | Raster:
    """Print art in one colour and its tints, from white to the colour itself for black."""
    if isinstance(art, Raster):
        return _tint_raster(art, colour)
    rgb = rgb_of(colour)

    def tint_colour(own: Colour) -> Colour:
        return colour_of(blended(WHITE, rgb, _grey(rgb_of(own))))

    mapper = _Recolourer(tint_colour, lambda raster: _tint_raster(raster, colour))
    return replace(mapper.inside(art), name=f"{art.name} tinted {colour}")


def recolour(drawing: Drawing, colours: Mapping[Colour, Colour]) -> tuple[Drawing, set[Colour]]:
    """Replace colours of a drawing, and return all that it had; bitmaps in it keep theirs."""
    met: set[Colour] = set()

    def replace_colour(own: Colour) -> Colour:
        met.add(own)
        return colours.get(own, own)

    return _Recolourer(replace_colour, lambda raster: raster).inside(drawing), met


def _grey(rgb: Rgb) -> float:
    """Return how light a colour is, as Pillow counts greys."""
    red, green, blue = rgb
    return 0.299 * red + 0.587 * green + 0.114 * blue


class _Recolourer(Mapper):
    """Copies drawings with other colours and bitmaps."""

    __slots__ = ("_colour", "_raster")

    def __init__(self, colour: Callable[[Colour], Colour], raster: Callable[[Raster], Raster]) -> None:
        self._colour, self._raster = colour, raster

    def text(self, text: Text) -> Text:
        return text._replace(runs=tuple([run._replace(fill=self._colour(run.fill)) for run in text.runs]))

    def shape(self, shape: Shape) -> Shape:
        stroke = shape.stroke._replace(paint=self._paint(shape.stroke.paint)) if shape.stroke else None
        return shape._replace(fill=None if shape.fill is None else self._paint(shape.fill), stroke=stroke)

    def _paint(self, paint: Paint) -> Paint:
        if not isinstance(paint, Gradient):
            return self._colour(paint)
        return paint._replace(stops=tuple([stop._replace(colour=self._colour(stop.colour)) for stop in paint.stops]))

    def raster(self, picture: Picture, art: Raster) -> Picture:
        return picture._replace(art=self._raster(art))

    def drawing(self, picture: Picture, art: Drawing) -> Picture:
        return picture._replace(art=self.inside(art))

    def page(self, picture: Picture, art: PageArt) -> Picture:
        return picture

    def group(self, group: Group) -> Group:
        return self.inside(group)


def _tint_raster(raster: Raster, colour: Colour) -> Raster:
    from PIL import ImageOps

    def colourise(pixels: Channels) -> Channels:
        return pixels._replace(colours=ImageOps.colorize(pixels.colours.convert("L"), colour, "#ffffff"))

    return _remake(raster, f"tinted {colour}", colourise)


def _remake(raster: Raster, how: str, make: Callable[[Channels], Channels]) -> Raster:
    """Change the pixels of a raster; the result is a PNG that is on no disk.

    A raster that can't be unpacked stays as it is: its damage is reported elsewhere.
    """
    pixels = _unpack(raster)
    if pixels is None:
        return raster
    colours, alpha = make(pixels)
    if alpha is not None:
        colours.putalpha(alpha)
    packed = BytesIO()
    colours.save(packed, "PNG")
    data = packed.getvalue()
    return replace(raster, name=f"{raster.name} {how}", digest=hashlib.sha256(data).hexdigest(), data=data)


def _unpack(raster: Raster) -> Channels | None:
    """Return the pixels of a raster, None where it is damaged."""
    from PIL import Image

    try:
        with Image.open(
            BytesIO(raster.data or read_input(raster.path, MAX_BYTES)), formats=("PNG", "JPEG", "WEBP")
        ) as image:
            return Channels(*split_transparency(image))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


class UnfitMask(Exception):
    """A drawing that can't be a mask: why, and what to do instead."""

    def __init__(self, why: str, hint: str) -> None:
        super().__init__(why)
        self.why, self.hint = why, hint


def mask_outlines(drawing: Drawing) -> Sequence[Clip]:
    """Return the outline of a mask's dark shapes, and of the mask if they reach over its edge: art stays in both.

    They are in the mask's coordinates; UnfitMask where it has no such outline.
    """
    if drawing.source:
        raise UnfitMask("it can only be printed as a bitmap", "use plain shapes")
    clips, edges = list[Clip](), list[Clip]()
    for item in drawing.items:
        for clip, is_dark in _find_shapes(item, IDENTITY, edges if len(drawing.items) == 1 else None):
            if is_dark:
                clips.append(clip)
            elif clips:
                raise UnfitMask("something light lies on something dark", "make one path of both, with a hole")
    if not clips:
        raise UnfitMask("nothing in it is dark", "what is black stays of the picture")
    made = union(clips, Budget())
    if made is None:
        raise UnfitMask("it is too intricate", "make one path of its shapes")
    return (made, *edges)


def _find_shapes(item: Item, matrix: Matrix, edges: list[Clip] | None) -> Iterator[tuple[Clip, bool]]:
    """Yield filled shapes, and whether they are dark; `edges` collects a clip around everything, if one is allowed."""
    if isinstance(item, Group):
        if item.clip is not None:
            if edges is None or item.transform != IDENTITY:
                raise UnfitMask("something in it is cut off", "cut the path itself")
            edges.append(Clip(item.clip, item.clip_evenodd))
        if item.opacity != 1.0:
            raise UnfitMask("it has a group that is seen through", "use opaque shapes")
        for child in item.items:
            yield from _find_shapes(child, multiply(matrix, item.transform), None)
    elif isinstance(item, Shape):
        if item.stroke is not None:
            raise UnfitMask("it has lines", "turn them into filled paths")
        if isinstance(item.fill, Gradient):
            raise UnfitMask("it has a gradient", "use black, or a PNG for a bitmap")
        if item.fill is not None:
            is_dark = _grey(blended(rgb_of(item.fill), WHITE, item.fill_opacity)) < _MIDDLE
            yield Clip(transform_path(matrix, item.path), item.evenodd), is_dark
    elif isinstance(item, Picture):
        what = "it has a pattern" if isinstance(item.art, Drawing) else "there is a bitmap in it"
        raise UnfitMask(what, "use plain shapes")
    elif not isinstance(item, Text):  # texts of files are outlines
        assert_never(item)


def mask_raster(raster: Raster, mask: Raster, seen: Box) -> Raster:
    """Cut a raster by a mask that lies at `seen`, in the raster's pixels; beyond it nothing stays."""
    from PIL import Image, ImageChops

    def cut(pixels: Channels) -> Channels:
        stays = Image.new("L", pixels.colours.size, 0)  # how much of each pixel
        own = _unpack(mask)
        if own is not None:
            dark = ImageChops.invert(own.colours.convert("L"))
            dark = ImageChops.multiply(dark, own.alpha) if own.alpha else dark
            left, top, w, h = seen
            stays.paste(dark.resize((max(round(w), 1), max(round(h), 1))), (round(left), round(top)))
        return pixels._replace(alpha=ImageChops.multiply(pixels.alpha, stays) if pixels.alpha else stays)

    return _remake(raster, f"cut by {mask.name}", cut)
