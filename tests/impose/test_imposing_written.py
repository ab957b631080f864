"""The written file, read by somebody else: pikepdf finds the same pieces and cut outlines at the same millimetres."""

from io import BytesIO

import pikepdf
import pytest
from paper_reader import leaves, moved_by, outside, placed_box, rect, sheets_of
from test_imposing_holds import SIZES

from pnp.export.pdf import Info, write_pdf
from pnp.impose.cut_marks import CUT
from pnp.model.display import Group, Shape
from pnp.model.geometry import rectangle_path
from pnp.model.options import FLIPS
from pnp.model.sheet import Printer, Rect, Sheet

MM = 25.4 / 72
NEAR = 0.02


class Page:
    """The drawing of a page's operators, in millimetres from its top left corner."""

    def __init__(self, page: pikepdf.Page) -> None:
        self.height = float(page.MediaBox[3]) * MM
        self.clips: list[Rect] = []
        self.outlines: list[Rect] = []  # closed paths that are stroked
        self._stack: list[tuple[float, ...]] = []
        self._at: tuple[float, ...] = (1, 0, 0, 1, 0, 0)
        self._points: list[tuple[float, float]] = []
        self._closed = self._clipping = False
        for operands, operator in pikepdf.parse_content_stream(page):
            self._step(
                str(operator), [float(x) if not isinstance(x, (pikepdf.Name, pikepdf.Array)) else 0 for x in operands]
            )

    def _step(self, operator: str, numbers: list[float]) -> None:
        match operator:
            case "q":
                self._stack.append(self._at)
            case "Q":
                self._at = self._stack.pop()
            case "cm":
                a, b, c, d, e, f = numbers
                m = self._at
                x, y = moved_by(m, e, f)
                self._at = (a * m[0] + b * m[2], a * m[1] + b * m[3], c * m[0] + d * m[2], c * m[1] + d * m[3], x, y)
            case "re":
                x, y, w, h = numbers
                self._points += [moved_by(self._at, x, y), moved_by(self._at, x + w, y + h)]
                self._closed = True
            case "m" | "l" | "c":
                self._points.append(moved_by(self._at, *numbers[-2:]))
            case "h":
                self._closed = True
            case "W":
                self._clipping = True
            case "n" | "S" | "f" | "B":
                if self._clipping:
                    self.clips.append(self._box())
                elif operator == "S" and self._closed:
                    self.outlines.append(self._box())
                self._points, self._closed, self._clipping = [], False, False

    def _box(self) -> Rect:
        xs, ys = zip(*((x * MM, self.height - y * MM) for x, y in self._points), strict=True)
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def written(sheets: tuple[Sheet, ...]) -> list[Page]:
    with pikepdf.open(BytesIO(write_pdf(sheets, Info("test")))) as pdf:
        return [Page(page) for page in pdf.pages]


def are_alike(one: list[Rect], other: list[Rect]) -> bool:
    """Check for equal boxes in any order."""
    left = list(other)
    for box in one:
        found = next((b for b in left if max(abs(p - q) for p, q in zip(box, b, strict=True)) <= NEAR), None)
        if found is None:
            return False
        left.remove(found)
    return not left


@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("paper", ["a4", "letter", "a4+letter"])
@pytest.mark.parametrize("name", SIZES)
def test_backs_lie_under_their_fronts_in_the_file(name: str, paper: str, flip: str):
    sheets = sheets_of(leaves("piece", *SIZES[name], 11, backs="all"), paper, marks="lines", sides="duplex", flip=flip)
    pages = written(sheets)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        w, h = sheets[0].paper.w, sheets[0].paper.h
        if flip == "long":
            seen = [box._replace(x=w - box.right) for box in back.clips]
        else:
            seen = [box._replace(y=h - box.bottom) for box in back.clips]
        assert are_alike(front.clips, seen)
    assert sum(len(page.outlines) for page in pages) == 22
    for page, sheet in zip(pages, sheets, strict=True):
        assert are_alike(page.outlines, [rect(p) for p in sheet.placements])
        assert are_alike(page.clips, [rect(p) for p in sheet.placements])


def test_folded_pairs_lie_on_each_other_in_the_file():
    sheets = sheets_of(leaves("poker", 63, 88, 4, backs="all"), marks="lines", sides="fold")
    (page,) = written(sheets)
    fronts, backs = page.clips[:4], page.clips[4:]
    assert are_alike(fronts, [box._replace(y=210 - box.bottom) for box in backs])
    assert len(page.outlines) == 8


def test_bleed_shows_and_neighbours_keep_theirs():
    sheets = sheets_of(leaves("poker", 63, 88, 4, bleed=3), marks="lines", bleed="yes")
    (page,) = written(sheets)
    assert {(round(box.w, 2), round(box.h, 2)) for box in page.clips} == {(69, 94)}
    assert {(round(box.w, 2), round(box.h, 2)) for box in page.outlines} == {(63, 88)}


@pytest.mark.parametrize("sides", ["fronts", "duplex", "fold"])
@pytest.mark.parametrize("bleed", [0, 1.4, 3])
def test_boxes_lie_in_each_other(sides: str, bleed: float):
    stock = leaves("poker", 63, 88, 12, backs="all", bleed=bleed) + leaves("tokens", 25, 25, 9, outline="circle")
    sheets = sheets_of(stock, sides=sides, bleed="yes", together="yes")
    with pikepdf.open(BytesIO(write_pdf(sheets, Info("test")))) as pdf:
        for page, sheet in zip(pdf.pages, sheets, strict=True):
            media, shows, trim = (page[name].as_list() for name in ("/MediaBox", "/BleedBox", "/TrimBox"))
            for outer, inner in ((media, shows), (shows, trim)):
                assert outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]
            has_bleed = bleed and sheet.component != "tokens"
            assert (shows == trim) is not bool(has_bleed)


def test_each_page_of_a_board_shows_its_part():
    corner = Shape(rectangle_path(390, 290, 10, 10), stroke=CUT)
    stock = leaves("board", 400, 300)
    stock = [leaf._replace(front=leaf.front._replace(content=Group((corner,)))) for leaf in stock]
    sheets = sheets_of(stock, marks="none")
    *_, last = written(sheets)
    assert are_alike(last.outlines[:1], [Rect(46 + 205 - 10, 27.5 + 155 - 10, 10, 10)])
    for page, sheet in zip(written(sheets), sheets, strict=True):
        assert are_alike(page.clips[:1], [placed_box(sheet.placements[0])])
        assert outside(page.clips[0], Rect(0, 0, 297, 210)) < 0


def test_a_printers_offset_moves_the_whole_back():
    stock = leaves("poker", 63, 88, 9, backs="all")
    plain = written(sheets_of(stock, sides="duplex", marks="lines"))
    moved = written(sheets_of(stock, sides="duplex", marks="lines", printer=Printer("home", 1.5, -0.5)))
    assert are_alike(plain[0].clips, moved[0].clips)
    assert are_alike([box._replace(x=box.x + 1.5, y=box.y - 0.5) for box in plain[1].clips], moved[1].clips)
    assert are_alike([box._replace(x=box.x + 1.5, y=box.y - 0.5) for box in plain[1].outlines], moved[1].outlines)


def test_shared_sheets_have_all_their_outlines():
    stock = leaves("poker", 63, 88, 4, backs="all") + leaves("token", 25, 25, 9, outline="circle", backs="all")
    sheets = sheets_of(stock, sides="duplex", together="auto", marks="lines")
    pages = written(sheets)
    assert [len(page.outlines) for page in pages] == [13, 13]
    for page, sheet in zip(pages, sheets, strict=True):
        assert are_alike(page.outlines, [rect(p) for p in sheet.placements])
