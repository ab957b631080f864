"""Pages turned into pictures and cut along their marks: every piece comes out whole, whatever is cut first."""

from pathlib import Path

import pypdfium2
import pytest
from cutting import DPI, MM, comb, likeness, strips
from paper_reader import box_of, texts
from PIL import Image

from pnp.build.pipeline import build
from pnp.load import find_project
from pnp.model.options import Options
from pnp.model.sheet import Placement, Sheet

PROJECT = find_project(Path(__file__).parents[2])
ALIKE = 5  # dots of a thousand


class Page:
    """A sheet and its picture; no tuple, since pytest would write out all of it for a test that fails."""

    def __init__(self, sheet: Sheet, picture: Image.Image) -> None:
        self.label, self.picture = sheet.label, picture
        self.pieces = [p for p in sheet.placements if not p.face.label.startswith("markers/")]  # those are round

    @property
    def block(self) -> tuple[int, int, int, int]:
        x, y = min(p.x for p in self.pieces), min(p.y for p in self.pieces)
        right, bottom = max(p.x + p.w for p in self.pieces), max(p.y + p.h for p in self.pieces)
        return round(x * MM), round(y * MM), round(right * MM), round(bottom * MM)

    def as_printed(self, placement: Placement) -> Image.Image:
        x, y, w, h = placement.x * MM, placement.y * MM, placement.w * MM, placement.h * MM
        return self.picture.crop((round(x), round(y), round(x + w), round(y + h)))


def printed(options: Options, out: Path) -> list[Page]:
    """Return the first sheets behind the instructions."""
    built = build(PROJECT, options, out)
    (file,) = built.files
    with pypdfium2.PdfDocument(file) as document:
        first = len(document) - len(built.sheets)
        numbers = range(first, min(first + 3, len(document)))
        pictures = [document[number].render(scale=DPI / 72).to_pil() for number in numbers]
    for picture, sheet in zip(pictures, built.sheets, strict=False):
        for item in sheet.furniture:
            if any(texts(item)):  # nobody takes the ruler or the footer for marks
                x, y, w, h = (round(side * MM) for side in box_of(item))
                beyond = max(w, h) // 3  # real letters may be wider than those of tests
                above, beside = (beyond if h > w else 0), (beyond if w > h else 0)
                picture.paste("#ffffff", (x, y - above, x + w + beside, y + h))
    return [Page(sheet, picture) for picture, sheet in zip(pictures, built.sheets, strict=False)]


def lost(found: list[Image.Image], page: Page, corner: float) -> list[str]:
    """Return the pieces that are not whole among those that were cut."""
    left, missing = list(found), []
    for placement in page.pieces:
        face = page.as_printed(placement)
        w, h = face.size
        sized = [piece for piece in left if abs(piece.width - w) <= 3 and abs(piece.height - h) <= 3]
        best = min(sized, key=lambda piece: likeness(piece, face, corner), default=None)
        if best is None or likeness(best, face, corner) > ALIKE:
            missing.append(placement.face.label)
        else:
            left.remove(best)
    return missing


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> list[Page]:
    only = ("support", "leaders", "heroes", "markers")
    return printed(Options("hidden-leaders", only=only), tmp_path_factory.mktemp("out"))


@pytest.mark.parametrize("number", [0, 1, 2])
def test_cards_cut_from_mark_to_mark(cards: list[Page], number: int) -> None:
    page = cards[number]
    assert lost(comb(page.picture, page.block), page, 3.0) == []


@pytest.mark.parametrize("number", [0, 1, 2])
def test_rounded_cards_cut_into_strips_first(cards: list[Page], number: int) -> None:
    page = cards[number]
    assert lost(strips(page.picture, page.block), page, 3.0) == []


def test_square_tiles_cut_from_mark_to_mark(tmp_path: Path) -> None:
    for page in printed(Options("starter", only=("tiles",)), tmp_path):
        assert lost(comb(page.picture, page.block), page, 0.0) == []


def test_a_board_alone_on_its_sheet(tmp_path: Path) -> None:
    (page,) = printed(Options("hidden-leaders", only=("board",)), tmp_path)
    assert lost(comb(page.picture, page.block), page, 0.0) == []


def test_other_cards_are_not_taken_for_each_other(cards: list[Page]) -> None:
    faces = [page.as_printed(placement) for page in cards for placement in page.pieces[:3]]
    assert min(likeness(one, other, 3.0) for n, one in enumerate(faces) for other in faces[:n]) > ALIKE


def test_without_marks_nothing_comes_out(tmp_path: Path) -> None:
    (page,) = printed(Options("hidden-leaders", only=("leaders",), marks="none"), tmp_path)
    with pytest.raises(AssertionError):
        comb(page.picture, page.block)
    assert len(lost(strips(page.picture, page.block), page, 3.0)) == 6
