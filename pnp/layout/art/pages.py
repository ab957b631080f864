"""Pages of others' PDFs → `PageArt`s: where they begin, how large they are shown, and which way up."""

from pathlib import Path
from typing import Any

from pnp.files.digests import bytes_of
from pnp.files.pdf import CANNOT_OPEN, NOWHERE, UnreadablePdf, inherited, opened_pdf
from pnp.model.display import PageArt
from pnp.model.length import MM_PER_POINT
from pnp.model.problem import Problem

NO_PAGE = CANNOT_OPEN.also("has no page {number}: its last one is {last}")
PAGE_SIZE = CANNOT_OPEN.also("page {number} says nothing sensible about its size")

_USUAL = (0.0, 0.0, 612.0, 792.0)  # of a page that says nothing
_LARGEST = 10_000.0  # mm


def read_page(path: Path, number: int, name: str, shown: str) -> tuple[PageArt | None, list[Problem]]:
    """`shown` names the file in problems."""
    try:
        with opened_pdf(path) as pdf:
            pages = pdf.pages
            if not 1 <= number <= len(pages):
                raise UnreadablePdf(NO_PAGE.at(NOWHERE, number=number, last=len(pages)))
            return page_art(pages[number - 1].obj, number, path, name, bytes_of(path).hex()), []
    except UnreadablePdf as error:
        return None, [error.told(shown)]


def page_art(page: Any, number: int, path: Path, name: str, digest: str) -> PageArt:
    """Raises UnreadablePdf."""
    media = page_box(page, "/MediaBox") or _USUAL
    # what of the crop box is on the page
    box = page_box(page, "/CropBox") or media
    left, bottom = max(box[0], media[0]), max(box[1], media[1])
    right, top = min(box[2], media[2]), min(box[3], media[3])
    seen = (left, bottom, right, top) if right > left and top > bottom else media
    unit, turn = page.get("/UserUnit", 1), inherited(page, "/Rotate") or 0
    whole = int(_number(turn)) if abs(_number(turn)) < 1e6 else 0
    art = PageArt(name, path, number, seen, whole % 360 // 90 * 90, _number(unit) * MM_PER_POINT, digest)
    if not (0.1 < art.w < _LARGEST and 0.1 < art.h < _LARGEST):
        raise UnreadablePdf(PAGE_SIZE.at(NOWHERE, number=number))
    return art


def page_box(page: Any, key: str) -> tuple[float, float, float, float] | None:
    """One of its boxes, with its corners in order; None where it says none."""
    from pikepdf import Array

    said = inherited(page, key)
    values = [_number(each) for each in said] if isinstance(said, Array) else []
    if len(values) != 4:
        return None
    (left, right), (bottom, top) = sorted(values[::2]), sorted(values[1::2])
    return (left, bottom, right, top) if right > left and top > bottom else None


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return 0.0
