"""Display items → what they paint: fills, lines and texts in the order of painting, and how well each stands out."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from pnp.layout.art.paths import Box, rough_bounds
from pnp.layout.art.transforms import apply, multiply
from pnp.model.colour import WHITE as PAPER
from pnp.model.colour import Rgb, blended, contrast, rgb_of
from pnp.model.display import IDENTITY, Gradient, Group, Item, Matrix, Paint, Path, Picture, Run, Shape, Text

BLACK, WHITE = "#000000", "#ffffff"

FAINT = 0.5  # opacity; what has less isn't printed
LIGHT, DARK = 1.3, 7.0  # contrast with white, 1 to 21: of what is white, and of what is black, whatever lies around it

_MIDDLE = 0.3  # of the size, from the baseline: the middle of small letters


class Mark(NamedTuple):
    """A fill, a line or a run of text."""

    kind: Literal["fill", "line", "text"]
    contrast: float  # with white paper
    path: Path  # of a text one point
    matrix: Matrix

    @property
    def is_open(self) -> bool:
        """Its colour alone doesn't tell what it becomes."""
        return LIGHT <= self.contrast < DARK

    def box(self) -> Box:
        """On the face; of a text the middle of its line."""
        left, top, right, bottom = rough_bounds(self.path)
        corners = [apply(self.matrix, x, y) for x in (left, right) for y in (top, bottom)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return min(xs), min(ys), max(xs), max(ys)


def marks_of(items: Iterable[Item], matrix: Matrix = IDENTITY, opacity: float = 1.0) -> Iterator[Mark]:
    """Without those that are too faint to be printed, and those in pictures."""
    for item in items:
        if isinstance(item, Text):
            for run in item.runs:
                yield Mark("text", _against_paper(run.fill, 1.0), _middle(run), matrix)
        elif isinstance(item, Shape):
            yield from _of_shape(item, matrix, opacity)
        elif isinstance(item, Group):
            yield from marks_of(item.items, multiply(matrix, item.transform), opacity * item.opacity)
        else:
            assert isinstance(item, Picture)


def _of_shape(shape: Shape, matrix: Matrix, opacity: float) -> Iterator[Mark]:
    if shape.fill is not None and (seen := opacity * shape.fill_opacity) >= FAINT:
        yield Mark("fill", _against_paper(shape.fill, seen), shape.path, matrix)
    if shape.stroke is not None and (seen := opacity * shape.stroke_opacity) >= FAINT:
        yield Mark("line", _against_paper(shape.stroke.paint, seen), shape.path, matrix)


def _middle(run: Run) -> Path:
    width = sum([part.width for part in run.parts]) * run.size
    return (("M", run.x + width / 2, run.y - _MIDDLE * run.size),)


@lru_cache(1024)
def _against_paper(paint: Paint, opacity: float) -> float:
    """The contrast that a paint has where white shows through it; a gradient counts as the mean of its stops."""
    rgb = _mean(paint) if isinstance(paint, Gradient) else rgb_of(paint)
    return contrast(blended(rgb, PAPER, opacity), PAPER)


def _mean(gradient: Gradient) -> Rgb:
    colours = [rgb_of(stop.colour) for stop in gradient.stops] or [rgb_of(BLACK)]
    red, green, blue = (sum(channel) / len(colours) for channel in zip(*colours, strict=True))
    return red, green, blue
