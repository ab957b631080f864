"""A printed file as pikepdf and pdfium see it: sizes, what is cut out and what shows, texts with their sizes, fonts.

Knows nothing of sheets and placements: what stands here is what a printer gets.
"""

import ctypes
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
from pypdfium2 import PdfDocument, PdfTextPage, raw
from reading import page_texts

from pnp.model.sheet import Sheet

MM = 25.4 / 72
NEAR = 0.05  # mm

PIXELS = 4  # of a millimetre

Operation = tuple[str, list[float]]


BLEED = 1.2  # millimetres


class Box(NamedTuple):
    """Millimetres from the top left corner of the page."""

    x: float
    y: float
    w: float
    h: float

    def is_near(self, other: "Box") -> bool:
        return all(abs(a - b) <= NEAR for a, b in zip(self, other, strict=True))

    def is_around(self, other: "Box") -> bool:
        """Tell whether it is around a box, with nothing to spare on a side, or no more than bleeds."""
        beside = (
            other.x - self.x,
            other.y - self.y,
            self.x + self.w - other.x - other.w,
            self.y + self.h - other.y - other.h,
        )
        return all(-NEAR < spare < BLEED + NEAR for spare in beside)


class Drawn(NamedTuple):
    """A page."""

    w: float
    h: float
    outlines: list[Box]  # closed lines that stand on the sheet itself: where to cut
    faces: list[Box]  # what shows of what is placed


def read_pages(file: Path) -> list[Drawn]:
    with pikepdf.open(file) as pdf:
        return [_read_page(page) for page in pdf.pages]


def texts(file: Path) -> list[str]:
    """Return the text of each page, in one line."""
    return [" ".join(text.split()) for text in page_texts(file)]


def type_sizes(file: Path) -> list[dict[float, str]]:
    """Return for each page: a size in points → the characters that are as large."""
    with closing(PdfDocument(file)) as document:
        return [_sizes(page.get_textpage()) for page in document]


def fonts(file: Path) -> dict[str, bool]:
    """Return by name whether the font itself is in the file."""
    found: dict[str, bool] = {}
    with pikepdf.open(file) as pdf:
        for each in pdf.objects:
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/FontDescriptor":
                embedded = any(key in each for key in ("/FontFile", "/FontFile2", "/FontFile3"))
                found[str(each["/FontName"])] = embedded
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/Font":
                inner = each.get("/DescendantFonts", [each])[0]
                found.setdefault(str(each["/BaseFont"]), "/FontDescriptor" in inner)
    return found


def sizes_of(boxes: list[Box], known: dict[str, tuple[float, float]]) -> Counter[str]:
    """How many of each size there are, either way up; one that nobody knows fails."""

    def name(box: Box) -> str:
        for id, (w, h) in known.items():
            if any(abs(box.w - a) <= NEAR and abs(box.h - b) <= NEAR for a, b in ((w, h), (h, w))):
                return id
        raise AssertionError(f"nothing is as large as {box}")

    return Counter(map(name, boxes))


def _read_page(page: pikepdf.Page) -> Drawn:
    w, h = (float(length) * MM for length in page.mediabox[2:])
    outlines: list[Box] = []
    faces: list[Box] = []
    for block in _blocks(page, h):
        if any(operator == "W" for operator, _ in block):
            faces.append(next(_closed(block)))
        elif any(operator == "S" for operator, _ in block):
            outlines += _closed(block)
    return Drawn(w, h, outlines, faces)


def _blocks(page: pikepdf.Page, high: float) -> Iterator[list[Operation]]:
    """Yield what stands between the outermost q and Q, without what is nested in it; numbers are millimetres on the
    page."""
    depth, block, base, at = 0, [], _IDENTITY, _IDENTITY
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        if name == "Q":
            depth -= 1
            if depth == 0:
                yield block
        elif name == "q":
            depth += 1
            if depth == 1:
                block, at = [], base
        elif name == "cm" and depth < 2:
            at = _times(at, tuple(map(float, operands)))
            base = at if depth == 0 else base
        elif depth == 1 and name in ("m", "l", "c", "re", "h", "S", "W"):
            block.append((name, _points(name, [float(each) for each in operands], at, high)))


def _points(name: str, numbers: list[float], at: Any, high: float) -> list[float]:
    if name == "re":
        x, y, w, h = numbers
        numbers = [x, y, x + w, y + h]
    elif name == "c":
        numbers = numbers[-2:]
    moved: list[float] = []
    for x, y in zip(numbers[::2], numbers[1::2], strict=True):
        moved += [(at[0] * x + at[2] * y + at[4]) * MM, high - (at[1] * x + at[3] * y + at[5]) * MM]
    return moved


def _closed(block: list[Operation]) -> Iterator[Box]:
    path: list[float] = []
    for name, numbers in block:
        path = numbers if name in ("m", "re") else path + numbers
        if name in ("re", "h"):
            xs, ys = path[::2], path[1::2]
            yield Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


_IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def _times(m: Any, n: Any) -> Any:
    a, b, c, d, e, f = n
    return (
        *(a * m[0] + b * m[2], a * m[1] + b * m[3], c * m[0] + d * m[2], c * m[1] + d * m[3]),
        *(e * m[0] + f * m[2] + m[4], e * m[1] + f * m[3] + m[5]),
    )


def _sizes(page: PdfTextPage) -> dict[float, str]:
    sizes: dict[float, str] = {}
    matrix = raw.FS_MATRIX()
    for number in range(page.count_chars()):
        if raw.FPDFText_IsGenerated(page, number) == 1:
            continue
        raw.FPDFText_GetMatrix(page, number, ctypes.byref(matrix))
        turned = (matrix.c**2 + matrix.d**2) ** 0.5
        size = round(raw.FPDFText_GetFontSize(page, number) * turned, 2)
        sizes[size] = sizes.get(size, "") + chr(raw.FPDFText_GetUnicode(page, number))
    return sizes


def white_beside(file: Path, sheets: Sequence[Sheet], beyond: float = 0.7) -> list[str]:
    """Return the sides of cut pieces just beyond which the paper shows: a slip of the knife would leave it on them."""
    found = []
    with closing(PdfDocument(file)) as pdf:
        for number, sheet in enumerate(sheets):
            page = pdf[number].render(scale=PIXELS * MM).to_pil().convert("RGB")
            for x, y, w, h in [placed[1:5] for placed in sheet.placements if sheet.bleed]:
                sides = {"left": (-beyond, h / 2), "right": (w + beyond, h / 2)}
                sides |= {"top": (w / 2, -beyond), "bottom": (w / 2, h + beyond)}
                for side, (dx, dy) in sides.items():
                    pixel = page.getpixel((round((x + dx) * PIXELS), round((y + dy) * PIXELS)))
                    found += [f"{sheet.label}: {side}"] if pixel == (255, 255, 255) else []
    return found
