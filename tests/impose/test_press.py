"""Papers by name and by size, one layout for two of them, and a printer's profile: what is done to each side, and that
everything stays where it can be printed.
"""

import pytest
from facts import list_facts
from faults import faults
from hypothesis import given, settings
from hypothesis import strategies as st
from paper_reader import CAPTIONS, around, box_of, imposed, leaves, moved_by, outside, press, rect, sheets_of, typeset
from test_imposing_holds import SIZES

from pnp.impose import impose
from pnp.impose.press import find_paper, printable, read_papers
from pnp.model.display import IDENTITY
from pnp.model.options import FLIPS, SIDES
from pnp.model.problem import UsageError
from pnp.model.sheet import Paper, Printer, Rect
from pnp.model.span import Span


@pytest.mark.parametrize(
    "text, paper",
    [
        ("a4", Paper("a4", 210, 297)),
        (" Letter ", Paper("letter", 215.9, 279.4)),
        ("LEGAL", Paper("legal", 215.9, 355.6)),
        ("a3", Paper("a3", 297, 420)),
        ("tabloid", Paper("tabloid", 279.4, 431.8)),
        ("210x297", Paper("210x297", 210, 297)),
        ("100 × 148.5 mm", Paper("100x148.5", 100, 148.5)),
        ("10cm x 148mm", Paper("100x148", 100, 148)),
        ("297*210", Paper("297x210", 297, 210)),
        ("a4+letter", Paper("a4+letter", 210, 279.4)),
        (" Letter + A4 ", Paper("letter+a4", 210, 279.4)),
        ("a3+tabloid", Paper("a3+tabloid", 279.4, 420)),
        ("a4+8.5x11in", Paper("a4+215.9x279.4", 210, 279.4)),
    ],
)
def test_found(text: str, paper: Paper):
    assert find_paper(text) == paper


@pytest.mark.parametrize("text", ["8.5in x 11in", "8.5inx11in", "8.5x11in", "8.5 X 11 in"])
def test_inches(text: str):
    name, w, h = find_paper(text)
    assert (name, w, h) == ("215.9x279.4", pytest.approx(215.9), pytest.approx(279.4))


@pytest.mark.parametrize(
    "text", ["a44", "", "210", "210x", "210x297x3", "-210x297", "1e9x20", "1.2.3x40", "20furlongx30"]
)
def test_what_is_no_paper(text: str):
    with pytest.raises(UsageError) as caught:
        find_paper(text)
    assert str(caught.value) == (
        f'there is no paper "{text}" '
        "(there are: letter, a4, legal, tabloid, a3; a4+letter for both; or give width x height: 210x297, 8.5in x 11in)"
    )


@pytest.mark.parametrize(
    "text, size",
    [
        ("19.9x100", "19.9 × 100 mm"),
        ("100x2001", "100 × 2001 mm"),
        ("0x0", "0 × 0 mm"),
        ("8.5mm x 11in", "8.5 × 279.4 mm"),
        (f"100x{'9' * 400}", "100 × inf mm"),
    ],
)
def test_absurd_sizes(text: str, size: str):
    with pytest.raises(UsageError) as caught:
        find_paper(text)
    assert str(caught.value) == f'paper "{text}" is {size}: each side must measure from 20 mm to 2000 mm'


def test_known_papers_stand_upright():
    assert [paper for paper in read_papers().values() if paper.w > paper.h] == []


def test_what_is_no_paper_among_two():
    with pytest.raises(UsageError, match='there is no paper "lettre"'):
        find_paper("a4+lettre")


def centred_on(box: Rect, page: Paper, paper: Paper) -> Rect:
    return box._replace(x=box.x + (paper.w - page.w) / 2, y=box.y + (paper.h - page.h) / 2)


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("name", SIZES)
def test_everything_is_inside_the_printable_area_of_both(name: str, sides: str):
    stock = leaves("piece", *SIZES[name], 14, backs="all")
    assert faults(stock, "a4+letter", sides=sides) == []
    for sheet in sheets_of(stock, "a4+letter", sides=sides):
        boxes = [*(rect(p) for p in sheet.placements), *(box_of(item) for item in sheet.furniture)]
        for paper in (find_paper("a4"), find_paper("letter")):
            lying = paper if sheet.paper.w < sheet.paper.h else Paper(paper.name, paper.h, paper.w)
            room = printable(lying, 5.0)
            assert max(outside(centred_on(box, sheet.paper, lying), room) for box in boxes) < 0.075001


def test_nine_poker_cards_fit():
    (sheet,) = sheets_of(leaves("poker", 63, 88, 9), "a4+letter")
    assert (len(sheet.placements), sheet.paper) == (9, Paper("a4+letter", 210, 279.4))


CARDS = leaves("poker", 63, 88, 9, backs="all")


def at(sheet, x: float, y: float) -> tuple[float, float]:
    """Return where a point of the sheet lies on the page."""
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


def test_the_margin_is_the_printers():
    printer = Printer("home", margin=3)
    (sheet,), _, _ = impose(leaves("board", 204, 291), press(printer=printer), CAPTIONS, typeset, {"board": Span("")})
    assert len(sheet.placements) == 1


def list_found(stock, paper="a4", **wishes) -> list[str]:
    return list_facts(problem for problem in imposed(stock, paper, **wishes)[1] if problem.code != "PNP402")


def test_an_offset_that_pushes_a_piece_off_the_printable_area():
    stock = leaves("board", 198, 280, backs="all")
    assert list_found(stock, sides="duplex") == []
    assert list_found(stock, sides="duplex", printer=Printer("home", 1.5)) == [
        "board.yaml:4:5 PNP400 component=board what='198 × 280 mm' room='197 × 287 mm' "
        "paper=a4 margin='5 mm' adjusted=' for printer home (offset 1.5, 0 mm)'"
    ]
    (problem,) = imposed(stock, sides="duplex", printer=Printer("home", 1.5))[1]
    assert "--paper legal " in problem.hint
    assert list_found(leaves("board", 198, 280), printer=Printer("home", 1.5)) == []  # it has no back to move


def test_fewer_a_sheet_for_the_printers_sake():
    assert list_found(CARDS, "letter", sides="duplex", printer=Printer("home", 0, 3)) == [
        "poker.yaml:4:5 PNP407 component=poker size=8 without=9 printer='printer home (offset 0, 3 mm)'"
    ]
    assert list_found(CARDS[:8], "letter", sides="duplex", printer=Printer("home", 0, 3)) == [], "it costs them nothing"


@pytest.mark.parametrize(
    "printer, wrong",
    [
        (Printer("home", 120), "offset x 120 is not between -20 and 20"),
        (Printer("home", 0, -21), "offset y -21 is not between -20 and 20"),
        (Printer("home", rotate=90), "rotate 90 is not between -5 and 5"),
        (Printer("home", scale_x=101), "scale x 101 is not between 0.9 and 1.1"),
        (Printer("home", scale_y=float("nan")), "scale y nan is not between 0.9 and 1.1"),
    ],
)
def test_profiles_that_cannot_be_right(printer: Printer, wrong: str):
    assert list_found(CARDS, sides="duplex", printer=printer) == [f"poker.yaml:4:5 PNP406 name=home wrong='{wrong}'"]


def test_an_offset_larger_than_a_small_paper():
    assert list_found(leaves("chip", 10, 10, backs="all"), "40x60", sides="duplex", printer=Printer("home", 18)) == [
        "chip.yaml:4:5 PNP406 printer='printer home (offset 18, 0 mm)' room='30 × 50 mm' paper=40x60"
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


@pytest.mark.nightly(examples=25)
@settings(max_examples=100)
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
