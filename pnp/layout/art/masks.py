"""What is to cut a picture → the outline that it leaves, or how much of each of its pixels.

Of a mask what is dark stays, and what is white or transparent goes: in drawings all that is darker than a middle grey,
in bitmaps as much of each pixel as it is dark and opaque.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pnp.layout.art.clips import Budget, Clip, union
from pnp.layout.art.recolouring import Channels, remade, unpacked
from pnp.layout.art.transforms import transform_path
from pnp.model.colour import WHITE, blended, rgb_of
from pnp.model.display import (
    IDENTITY,
    Drawing,
    Gradient,
    Group,
    Matrix,
    PageArt,
    Picture,
    Raster,
    Shape,
    Text,
    multiply,
)
from pnp.model.problem import code
from pnp.model.visiting import Visitor

if TYPE_CHECKING:
    from PIL.Image import Image

NO_MASK = code(
    "PNP335 picture that can't be a mask",
    """`mask=` names a picture that can't cut another. A drawing cuts with the shapes that it fills, along their edges:
it may have no lines, gradients or bitmaps, nothing that is cut off itself, and nothing light that lies on something
dark. A bitmap can cut bitmaps only: it has no edges along which a drawing could be cut.

Bad:  `<image href="art/fox.png" mask="art/ring.svg"/>` with a white disc drawn on a black one
Good: the same with one path that has a hole""",
    says="{name} can't cut a picture: {why}",
)

_MIDDLE = 0.5  # of the lightness
Box = tuple[float, float, float, float]  # left, top, width, height


class UnfitMask(Exception):
    """Why, and what would do."""

    def __init__(self, why: str, hint: str) -> None:
        super().__init__(why)
        self.why, self.hint = why, hint


def mask_outlines(drawing: Drawing) -> Sequence[Clip]:
    """Around what is dark in it, and around all of it where it reaches over its edge: what lies in each stays. In its
    own coordinates; UnfitMask where it has no such outline."""
    if drawing.source:
        raise UnfitMask("it can only be printed as a bitmap", "use plain shapes")
    clips, edges = list[Clip](), list[Clip]()
    shapes = _DarkShapes(IDENTITY, edges if len(drawing.items) == 1 else None)
    for clip, is_dark in (found for item in drawing.items for found in shapes.visit(item)):
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


class _DarkShapes(Visitor[Iterator[tuple[Clip, bool]]]):
    """What is filled, and whether it is dark."""

    def __init__(self, matrix: Matrix, edges: list[Clip] | None = None) -> None:
        """`edges`: for what cuts off all there is; where None, nothing may be cut off."""
        self._matrix, self._edges = matrix, edges

    def text(self, text: Text) -> Iterator[tuple[Clip, bool]]:
        return iter(())

    def shape(self, shape: Shape) -> Iterator[tuple[Clip, bool]]:
        if shape.stroke is not None:
            raise UnfitMask("it has lines", "turn them into filled paths")
        if isinstance(shape.fill, Gradient):
            raise UnfitMask("it has a gradient", "use black, or a PNG for a bitmap")
        if shape.fill is not None:
            red, green, blue = blended(rgb_of(shape.fill), WHITE, shape.fill_opacity)
            is_dark = 0.299 * red + 0.587 * green + 0.114 * blue < _MIDDLE
            yield Clip(transform_path(self._matrix, shape.path), shape.evenodd), is_dark

    def raster(self, picture: Picture, art: Raster) -> Iterator[tuple[Clip, bool]]:
        raise UnfitMask("there is a bitmap in it", "use plain shapes")

    def drawing(self, picture: Picture, art: Drawing) -> Iterator[tuple[Clip, bool]]:
        raise UnfitMask("it has a pattern", "use plain shapes")

    def page(self, picture: Picture, art: PageArt) -> Iterator[tuple[Clip, bool]]:
        return iter(())

    def group(self, group: Group) -> Iterator[tuple[Clip, bool]]:
        if group.clip is not None:
            if self._edges is None or group.transform != IDENTITY:
                raise UnfitMask("something in it is cut off", "cut the path itself")
            self._edges.append(Clip(group.clip, group.clip_evenodd))
        if group.opacity != 1.0:
            raise UnfitMask("it has a group that is seen through", "use opaque shapes")
        inside = _DarkShapes(multiply(self._matrix, group.transform))
        return (found for item in group.items for found in inside.visit(item))


def masked_raster(raster: Raster, mask: Raster, seen: Box) -> Raster:
    """`seen`: where in the raster the mask lies, in its pixels; beyond it nothing stays."""
    from PIL import ImageChops

    def cut(pixels: Channels) -> Channels:
        stays = _darkness(mask, pixels.colours.size, seen)
        return pixels._replace(alpha=ImageChops.multiply(pixels.alpha, stays) if pixels.alpha else stays)

    return remade(raster, f"cut by {mask.name}", cut)


def _darkness(mask: Raster, size: tuple[int, int], seen: Box) -> "Image":
    """How much of each pixel stays."""
    from PIL import Image, ImageChops

    stays = Image.new("L", size, 0)
    pixels = unpacked(mask)
    if pixels is None:
        return stays
    dark = ImageChops.invert(pixels.colours.convert("L"))
    dark = ImageChops.multiply(dark, pixels.alpha) if pixels.alpha else dark
    left, top, w, h = seen
    stays.paste(dark.resize((max(round(w), 1), max(round(h), 1))), (round(left), round(top)))
    return stays
