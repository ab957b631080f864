"""Runs of text → the outlines of their letters as one path, for what is drawn around and below them."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from pnp.layout.text.fonts import FontStore, LoadedFont
from pnp.model.display import IDENTITY, Colour, Path, Run, Segment, Shape, Stroke, apply
from pnp.model.style import LetterOutline, LetterShadow

_ROUND = 1  # joins: miters would stick out of sharp letters


def letter_shapes(
    path: Path,
    size: float,
    outline: tuple[LetterOutline, Colour] | None,
    shadow: tuple[LetterShadow, Colour] | None,
    place: str,
) -> Iterator[Shape]:
    """What is drawn below a text: its shadow, and above that its outline, each with its colour."""
    width = outline[0].at(size) * 2 if outline else 0.0  # half of it is under the letters
    if shadow:
        x, y = shadow[0].at(size)
        stroke = Stroke(shadow[1], width, join=_ROUND, place=place) if width else None
        upwards = [(kind, *[-n if at % 2 else n for at, n in enumerate(numbers)]) for kind, *numbers in path]
        moved = tuple(_placed(upwards, x, y, 1.0))  # type: ignore[arg-type]
        yield Shape(moved, shadow[1], stroke, of_letters=True)
    if outline:
        yield Shape(path, outline[1], Stroke(outline[1], width, join=_ROUND, place=place), of_letters=True)


def letters_path(runs: Iterable[Run], fonts: FontStore) -> Path:
    """In the coordinates of the runs."""
    return tuple([segment for run in runs for segment in _of_run(run, fonts)])


def glyph_path(font: LoadedFont, glyph: int, x: float, y: float, scale: float) -> Iterator[Segment]:
    """A glyph at its place, `scale` being that of a unit of its font."""
    return _placed(_outline(font, glyph), x, y, scale)


def _of_run(run: Run, fonts: FontStore) -> Iterator[Segment]:
    if run.turn is None:
        yield from _upright(run, fonts)
        return
    matrix = run.turned(IDENTITY)
    for kind, *numbers in _upright(run, fonts):
        points = [apply(matrix, x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        yield (kind, *[n for point in points for n in point])  # type: ignore[misc]


def _upright(run: Run, fonts: FontStore) -> Iterator[Segment]:
    font = fonts.loaded(run.font)
    scale = run.size / run.font.units_per_em
    x = run.x
    for part in run.parts:
        for glyph in part.glyphs:
            yield from glyph_path(font, glyph.id, x + glyph.dx * scale, run.y - glyph.dy * scale, scale)
            x += glyph.advance * scale + run.tracking + (run.gap if part.text[glyph.cluster] == " " else 0.0)


def _placed(path: Iterable[Segment], x: float, y: float, scale: float) -> Iterator[Segment]:
    """From a font's units, upwards, to millimetres, downwards."""
    for kind, *numbers in path:
        across = [x + number * scale for number in numbers[::2]]
        down = [y - number * scale for number in numbers[1::2]]
        yield (kind, *[n for pair in zip(across, down, strict=True) for n in pair])  # type: ignore[misc]


@lru_cache(4096)
def _outline(font: LoadedFont, glyph: int) -> Path:
    pen = _GlyphPen()
    font.hb_font.draw_glyph_with_pen(glyph, pen)
    return tuple(pen.segments)


class _GlyphPen:
    """Takes down what HarfBuzz draws."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self._at = (0.0, 0.0)

    def moveTo(self, to: tuple[float, float]) -> None:  # noqa: N802  (the names of a pen's methods)
        self.segments.append(("M", *to))
        self._at = to

    def lineTo(self, to: tuple[float, float]) -> None:  # noqa: N802
        self.segments.append(("L", *to))
        self._at = to

    def curveTo(self, *points: Any) -> None:  # noqa: N802
        (x1, y1), (x2, y2), (x, y) = points
        self.segments.append(("C", x1, y1, x2, y2, x, y))
        self._at = points[-1]

    def qCurveTo(self, *points: Any) -> None:  # noqa: N802
        """A quadratic curve as a cubic one."""
        (x0, y0), ((cx, cy), (x, y)) = self._at, points
        first, second = (x0 + (cx - x0) * 2 / 3, y0 + (cy - y0) * 2 / 3), (x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3)
        self.curveTo(first, second, (x, y))

    def closePath(self) -> None:  # noqa: N802
        self.segments.append(("Z",))
