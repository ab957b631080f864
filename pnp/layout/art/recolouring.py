"""Art → the same in other colours: tinted, or each colour replaced by another.

A tint keeps light and dark: black becomes the colour, white stays white, greys are in between, and of other colours
only counts how light they are.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from pnp.files.opening import read_input
from pnp.files.pixels import separated
from pnp.layout.art.pictures import MAX_BYTES
from pnp.model.colour import WHITE, Rgb, blended, colour_of, rgb_of
from pnp.model.display import Colour, Drawing, Gradient, Group, PageArt, Paint, Picture, Raster, Shape, Text
from pnp.model.visiting import Mapper

if TYPE_CHECKING:
    from PIL.Image import Image


class Channels(NamedTuple):
    colours: "Image"  # greys or RGB
    alpha: "Image | None"


def tinted(art: Drawing | Raster, colour: Colour) -> Drawing | Raster:
    if isinstance(art, Raster):
        return tinted_raster(art, colour)
    rgb = rgb_of(colour)
    mapper = _Recoloured(lambda own: _tinted(own, rgb), lambda raster: tinted_raster(raster, colour))
    return replace(mapper.inside(art), name=f"{art.name} tinted {colour}")


def recoloured(drawing: Drawing, colours: Mapping[Colour, Colour]) -> tuple[Drawing, set[Colour]]:
    """With all colours that it has; bitmaps in it keep theirs."""
    met: set[Colour] = set()

    def other(own: Colour) -> Colour:
        met.add(own)
        return colours.get(own, own)

    return _Recoloured(other, lambda raster: raster).inside(drawing), met


def _tinted(own: Colour, rgb: Rgb) -> Colour:
    red, green, blue = rgb_of(own)
    return colour_of(blended(WHITE, rgb, 0.299 * red + 0.587 * green + 0.114 * blue))  # as Pillow counts greys


class _Recoloured(Mapper):
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


def tinted_raster(raster: Raster, colour: Colour) -> Raster:
    from PIL import ImageOps

    def colourise(pixels: Channels) -> Channels:
        return pixels._replace(colours=ImageOps.colorize(pixels.colours.convert("L"), colour, "#ffffff"))

    return remade(raster, f"tinted {colour}", colourise)


def remade(raster: Raster, how: str, make: Callable[[Channels], Channels]) -> Raster:
    """What is made of it, as a PNG that is on no disk. One that can't be unpacked stays as it is: that it is damaged is
    told elsewhere."""
    pixels = unpacked(raster)
    if pixels is None:
        return raster
    colours, alpha = make(pixels)
    if alpha is not None:
        colours.putalpha(alpha)
    packed = BytesIO()
    colours.save(packed, "PNG")
    data = packed.getvalue()
    return replace(raster, name=f"{raster.name} {how}", digest=hashlib.sha256(data).hexdigest(), data=data)


def unpacked(raster: Raster) -> Channels | None:
    from PIL import Image

    try:
        with Image.open(
            BytesIO(raster.data or read_input(raster.path, MAX_BYTES)), formats=("PNG", "JPEG", "WEBP")
        ) as image:
            return Channels(*separated(image))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
