"""A printer's profile: what is done to each side, and that everything stays where it can be printed."""

import pytest
from faults import faults
from hypothesis import given, settings
from hypothesis import strategies as st
from paper_reader import CAPTIONS, around, box_of, imposed, leaves, moved_by, outside, rect, sheets_of, typeset

from pnp.impose import Settings, find_paper, impose
from pnp.impose.settings import printable
from pnp.model.choices import FLIPS
from pnp.model.display import IDENTITY
from pnp.model.sheet import Printer, Rect
from pnp.model.span import Span

CARDS = leaves("poker", 63, 88, 9, backs="all")


def at(sheet, x: float, y: float) -> tuple[float, float]:
    """Where a point of the sheet comes to lie on the page."""
    return tuple(round(value, 6) for value in moved_by(sheet.adjust, x, y))


def test_offsets_move_backs_alone():
    front, back = sheets_of(CARDS, sides="duplex", printer=Printer("home", 1.5, -0.5))
    assert (front.adjust, at(back, 105, 148.5)) == (IDENTITY, (106.5, 148))


def test_scales_apply_to_both_sides_about_the_middle():
    front, back = sheets_of(CARDS, sides="duplex", printer=Printer("home", scale_x=1.01, scale_y=0.99))
    for sheet in (front, back):
        assert (at(sheet, 105, 148.5), at(sheet, 205, 248.5)) == ((105, 148.5), (206, 247.5))


def test_backs_are_turned_clockwise_about_the_middle():
    front, back = sheets_of(CARDS, sides="duplex", printer=Printer("home", rotate=1))
    assert front.adjust == IDENTITY
    assert at(back, 205, 148.5) == (204.984770, 150.245241)


def test_folded_sheets_have_no_backs_to_move():
    (sheet,) = sheets_of(CARDS[:4], sides="fold", printer=Printer("home", 1.5, -0.5, 0.4))
    assert sheet.adjust == IDENTITY


def test_on_a_sheet_that_lies_on_its_side_x_is_the_printers_y():
    (sheet,) = sheets_of(leaves("board", 280, 190), printer=Printer("home", scale_x=1.02))
    assert sheet.paper.w > sheet.paper.h
    assert at(sheet, 148.5, 205) == (148.5, 207)


def test_the_margin_is_the_printers_unless_one_is_given():
    printer = Printer("home", margin=3)
    assert (
        Settings(find_paper("a4"), printer=printer).white,
        Settings(find_paper("a4"), 7, printer=printer).white,
    ) == (3, 7)
    assert Settings(find_paper("a4"), printer=Printer("office")).white == 5
    (sheet,), _, _ = impose(
        leaves("board", 204, 291), Settings(find_paper("a4"), printer=printer), CAPTIONS, typeset, {"board": Span("")}
    )
    assert len(sheet.placements) == 1


def lines(stock, paper="a4", **wishes) -> list[str]:
    return [str(problem) for problem in imposed(stock, paper, **wishes)[1] if problem.code != "PNP402"]


def test_an_offset_that_pushes_a_piece_off_the_printable_area():
    stock = leaves("board", 198, 280, backs="all")
    assert lines(stock, sides="duplex") == []
    assert lines(stock, sides="duplex", printer=Printer("home", 1.5)) == [
        "board.yaml:4:5: error PNP400 board is 198 × 280 mm, larger than the 197 × 287 mm that a4 leaves inside "
        "5 mm margins for printer home (offset 1.5, 0 mm) (--paper legal would do)"
    ]
    assert lines(leaves("board", 198, 280), printer=Printer("home", 1.5)) == []  # it has no back to move


def test_fewer_a_sheet_for_the_printers_sake():
    assert lines(CARDS, "letter", sides="duplex", printer=Printer("home", 0, 3)) == [
        "poker.yaml:4:5: note PNP407 poker: 8 a sheet instead of 9 for printer home (offset 0, 3 mm)"
    ]
    assert lines(CARDS[:8], "letter", sides="duplex", printer=Printer("home", 0, 3)) == [], "it costs them nothing"


@pytest.mark.parametrize(
    "printer, said",
    [
        (Printer("home", 120), "offset x 120 is not between -20 and 20"),
        (Printer("home", 0, -21), "offset y -21 is not between -20 and 20"),
        (Printer("home", rotate=90), "rotate 90 is not between -5 and 5"),
        (Printer("home", scale_x=101), "scale x 101 is not between 0.9 and 1.1"),
        (Printer("home", scale_y=float("nan")), "scale y nan is not between 0.9 and 1.1"),
    ],
)
def test_profiles_that_cannot_be_right(printer: Printer, said: str):
    assert lines(CARDS, sides="duplex", printer=printer) == [
        f"poker.yaml:4:5: error PNP406 printer home: {said} (measure it again on a calibration sheet)"
    ]


def test_an_offset_larger_than_a_small_paper():
    assert lines(leaves("chip", 10, 10, backs="all"), "40x60", sides="duplex", printer=Printer("home", 18)) == [
        "chip.yaml:4:5: error PNP406 printer home (offset 18, 0 mm) pushes everything off the 30 × 50 mm "
        "that 40x60 leaves (larger paper would do, or a smaller offset)"
    ]


def corners(box: Rect) -> list[tuple[float, float]]:
    return [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]


printers = st.builds(
    Printer,
    st.just("home"),
    st.sampled_from([0.0, 1.5, -2.0]),
    st.sampled_from([0.0, 0.5, -3.0]),
    st.sampled_from([0.0, 0.3, -1.0]),
    st.sampled_from([1.0, 1.02, 0.98]),
    st.sampled_from([1.0, 1.01, 0.99]),
)
sizes = st.integers(10, 140)


@settings(max_examples=100, deadline=None)
@given(printers, sizes, sizes, st.sampled_from(["a4", "letter", "120x180"]), st.sampled_from(FLIPS))
def test_all_stays_inside_the_margins_when_it_is_adjusted(printer: Printer, w: float, h: float, paper: str, flip: str):
    stock = leaves("piece", w, h, 30, backs="all")
    wishes = {"sides": "duplex", "flip": flip, "printer": printer, "tile": False}
    sheets, _ = imposed(stock, paper, **wishes)
    if not sheets:
        return
    assert faults(stock, paper, **wishes) == []
    for sheet in sheets:
        boxes = [*(rect(p) for p in sheet.placements), *(box_of(item) for item in sheet.furniture)]
        there = around([Rect(*moved_by(sheet.adjust, *point), 0, 0) for box in boxes for point in corners(box)])
        assert outside(there, printable(sheet.paper, 5.0)) < 0.08
