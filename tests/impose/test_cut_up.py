"""Pages turned into pictures and cut along their marks: every piece comes out whole, whatever is cut first."""

from pathlib import Path

import pypdfium2
import pytest
from cutting import DPI, MM, comb, likeness, strips
from paper_reader import box_of, texts
from PIL import Image

from pnp.load import find_project
from pnp.model.sheet import Placement, Sheet
from pnp.pipeline import Built, Request, build

PROJECT = find_project(Path(__file__).parents[2])


def pictures(built: Built) -> list[Image.Image]:
    """Of the first sheets behind the instructions."""
    (file,) = built.files
    with pypdfium2.PdfDocument(file) as document:
        first = len(document) - len(built.sheets)
        pages = [document[n].render(scale=DPI / 72).to_pil() for n in range(first, min(first + 3, len(document)))]
    for page, sheet in zip(pages, built.sheets, strict=False):
        for item in sheet.furniture:
            if any(texts(item)):  # nobody takes the ruler or the footer for marks
                x, y, w, h = (round(side * MM) for side in box_of(item))
                page.paste("#ffffff", (x, y, x + w, y + h))
    return pages


def block(sheet: Sheet, placements: list[Placement]) -> tuple[int, int, int, int]:
    x, y = min(p.x for p in placements), min(p.y for p in placements)
    right, bottom = max(p.x + p.w for p in placements), max(p.y + p.h for p in placements)
    return round(x * MM), round(y * MM), round(right * MM), round(bottom * MM)


def as_printed(page: Image.Image, placement: Placement) -> Image.Image:
    x, y, w, h = placement.x * MM, placement.y * MM, placement.w * MM, placement.h * MM
    return page.crop((round(x), round(y), round(x + w), round(y + h)))


def straight(sheet: Sheet) -> list[Placement]:
    """What is cut with a ruler; the markers beside them are round."""
    return [p for p in sheet.placements if not p.face.label.startswith("markers/")]


def assert_whole(found: list[Image.Image], sheet: Sheet, page: Image.Image, corner: float) -> None:
    wanted = straight(sheet)
    left = list(found)
    for placement in wanted:
        face = as_printed(page, placement)
        w, h = face.size
        alike = [piece for piece in left if abs(piece.width - w) <= 3 and abs(piece.height - h) <= 3]
        best = min(alike, key=lambda piece: likeness(piece, face, corner), default=None)
        assert best is not None, f"{placement.face.label} on {sheet.label}: no piece of its size was cut"
        assert likeness(best, face, corner) < 25, f"{placement.face.label} on {sheet.label}"
        left.remove(best)


@pytest.fixture(scope="module")
def leaders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Built, list[Image.Image]]:
    request = Request("hidden-leaders", only=("support", "leaders", "heroes", "markers"), pieces=())
    built = build(PROJECT, request, tmp_path_factory.mktemp("out"))
    return built, pictures(built)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_cards_cut_from_mark_to_mark(leaders: tuple[Built, list[Image.Image]], number: int) -> None:
    built, pages = leaders
    sheet, page = built.sheets[number], pages[number]
    assert_whole(comb(page, block(sheet, straight(sheet))), sheet, page, 3.0)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_rounded_cards_cut_into_strips_first(leaders: tuple[Built, list[Image.Image]], number: int) -> None:
    built, pages = leaders
    sheet, page = built.sheets[number], pages[number]
    assert_whole(strips(page, block(sheet, straight(sheet))), sheet, page, 3.0)


def test_square_tiles_cut_from_mark_to_mark(tmp_path: Path) -> None:
    built = build(PROJECT, Request("starter", only=("tiles",)), tmp_path)
    for sheet, page in zip(built.sheets, pictures(built), strict=True):
        assert_whole(comb(page, block(sheet, list(sheet.placements))), sheet, page, 0.0)


def test_a_board_alone_on_its_sheet(tmp_path: Path) -> None:
    built = build(PROJECT, Request("hidden-leaders", only=("board",)), tmp_path)
    (sheet,), (page,) = built.sheets, pictures(built)
    assert_whole(comb(page, block(sheet, list(sheet.placements))), sheet, page, 0.0)


def test_no_marks_no_pieces(tmp_path: Path) -> None:
    built = build(PROJECT, Request("hidden-leaders", only=("leaders",), marks="none"), tmp_path)
    (sheet,), (page,) = built.sheets, pictures(built)
    with pytest.raises(AssertionError):
        comb(page, block(sheet, straight(sheet)))
    with pytest.raises(AssertionError, match="no piece of its size"):
        assert_whole(strips(page, block(sheet, straight(sheet))), sheet, page, 3.0)
