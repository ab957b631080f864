"""A small reader of content streams for tests: what a page draws, in millimetres from its top left corner."""

from dataclasses import dataclass, field
from io import BytesIO
from typing import NamedTuple

import pikepdf

MM = 25.4 / 72
Matrix = tuple[float, float, float, float, float, float]


class Box(NamedTuple):
    x: float
    y: float
    w: float
    h: float


class Show(NamedTuple):
    font: str
    size: float  # height of an em on the page
    x: float
    y: float
    glyphs: tuple[int, ...]
    width: float  # that the text moved on


class GlyphAt(NamedTuple):
    id: int
    x: float
    rise: float  # of the em


@dataclass
class Drawn:
    boxes: list[Box] = field(default_factory=list)  # rectangles that were constructed
    clips: list[Box] = field(default_factory=list)  # those of them that clip
    shows: list[Show] = field(default_factory=list)
    glyphs: list[GlyphAt] = field(default_factory=list)
    images: list[Box] = field(default_factory=list)
    operators: list[str] = field(default_factory=list)
    actual: list[str] = field(default_factory=list)


def opened(pdf: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(pdf))


def read_pages(pdf: bytes) -> list[Drawn]:
    """Page by page."""
    pages = []
    with opened(pdf) as file:
        for page in file.pages:
            pages.append(Drawn())
            _Reader(page, pages[-1]).read(page, page.Resources, (1, 0, 0, 1, 0, 0))
    return pages


def combined(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


class _Reader:
    def __init__(self, page: pikepdf.Page, found: Drawn) -> None:
        self.height = float(page.MediaBox[3])
        self.found = found
        self.is_mark = False  # of direction: nothing that is seen

    def point(self, matrix: Matrix, x: float, y: float) -> tuple[float, float]:
        a, b, c, d, e, f = matrix
        return (a * x + c * y + e) * MM, (self.height - (b * x + d * y + f)) * MM

    def box(self, matrix: Matrix, x: float, y: float, w: float, h: float) -> Box:
        (x0, y0), (x1, y1) = self.point(matrix, x, y), self.point(matrix, x + w, y + h)
        return Box(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))

    def read(self, stream: pikepdf.Object, resources: pikepdf.Object, matrix: Matrix) -> None:
        stack, font, rise, text = [], "", 0.0, matrix
        widths: dict[int, float] = {}
        for operands, operator in pikepdf.parse_content_stream(stream):
            op = str(operator)
            self.found.operators.append(op)
            match op:
                case "q":
                    stack.append((matrix, font, widths))
                case "Q":
                    matrix, font, widths = stack.pop()
                case "cm":
                    matrix = combined(tuple(map(float, operands)), matrix)
                case "re":
                    self.found.boxes.append(self.box(matrix, *map(float, operands)))
                case "W":
                    self.found.clips.append(self.found.boxes[-1])
                case "Tf":
                    font, widths = str(operands[0]), _widths(resources.Font[operands[0]])
                    assert operands[1] == 1
                case "Tm":
                    text = combined(tuple(map(float, operands)), matrix)
                case "Ts":
                    rise = float(operands[0])
                case "TJ":
                    text = self.show(operands[0], font, widths, text, rise)
                case "BDC":
                    told = bytes(operands[1].ActualText).removeprefix(b"\xfe\xff").decode("utf-16-be")
                    self.is_mark = told in ("\u200e", "\u200f")
                    if not self.is_mark:
                        self.found.actual.append(told)
                case "EMC":
                    self.is_mark = False
                case "Do":
                    what = resources.XObject[operands[0]]
                    if what.Subtype == "/Image":
                        self.found.images.append(self.box(matrix, 0, 0, 1, 1))
                    else:
                        self.read(what, what.Resources, matrix)
        assert not stack, "q without Q"

    def show(self, array: pikepdf.Array, font: str, widths: dict[int, float], text: Matrix, rise: float) -> Matrix:
        pen, glyphs = 0.0, []
        for item in array:
            if isinstance(item, pikepdf.String):
                codes = bytes(item)
                for at in range(0, len(codes), 2):
                    glyph = int.from_bytes(codes[at : at + 2])
                    glyphs.append(glyph)
                    if not self.is_mark:
                        self.found.glyphs.append(GlyphAt(glyph, self.point(text, pen, 0)[0], rise))
                    pen += widths[glyph] / 1000
            else:
                pen -= float(item) / 1000
        x, y = self.point(text, 0, 0)
        size = abs(text[3]) * MM
        if glyphs and not self.is_mark:
            self.found.shows.append(Show(font, size, x, y, tuple(glyphs), pen * size))
        return combined((1, 0, 0, 1, pen, 0), text)


def _widths(font: pikepdf.Object) -> dict[int, float]:
    declared = list(font.DescendantFonts[0].W)
    return {
        int(first) + i: float(width)
        for first, stretch in zip(declared[::2], declared[1::2], strict=True)
        for i, width in enumerate(stretch)
    }
