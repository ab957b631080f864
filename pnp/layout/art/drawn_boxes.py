"""Items → the boxes around them, in the coordinates of what they stand in."""

from collections.abc import Callable, Iterator

from pnp.layout.art.paths import Box, path_bounds
from pnp.layout.art.shapes import rounded_rect
from pnp.layout.art.transforms import transform_path
from pnp.model.display import Drawing, Group, PageArt, Path, Picture, Raster, Shape, Text
from pnp.model.visiting import Visitor


class DrawnBoxes(Visitor[Iterator[Box]]):
    """Around shapes without their strokes, and around pictures, whatever clips leave of them. Files hold no texts."""

    def __init__(self, bounds: Callable[[Path], Box] = path_bounds) -> None:
        self.bounds = bounds

    def text(self, text: Text) -> Iterator[Box]:
        return iter(())

    def shape(self, shape: Shape) -> Iterator[Box]:
        yield self.bounds(shape.path)

    def raster(self, picture: Picture, art: Raster) -> Iterator[Box]:
        yield picture.x, picture.y, picture.x + picture.w, picture.y + picture.h

    def drawing(self, picture: Picture, art: Drawing) -> Iterator[Box]:
        yield picture.x, picture.y, picture.x + picture.w, picture.y + picture.h

    def page(self, picture: Picture, art: PageArt) -> Iterator[Box]:
        return iter(())

    def group(self, group: Group) -> Iterator[Box]:
        for item in group.items:
            for box in self.visit(item):
                yield self.bounds(transform_path(group.transform, box_path(box)))


def box_path(box: Box) -> Path:
    left, top, right, bottom = box
    return rounded_rect(left, top, right - left, bottom - top, 0.0, 0.0)
