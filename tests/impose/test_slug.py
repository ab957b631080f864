"""Footer, ruler, marks and the dashes of safe areas: where they stand, and what is said when they have no room."""

import pytest
from facts import facts, list_facts
from paper_reader import (
    box_of,
    footer_of,
    imposed,
    leaves,
    marks_of,
    press,
    rect,
    ruler_of,
    safe_areas_of,
    sheets_of,
    strokes,
    texts,
    typeset,
)

from pnp.impose import impose
from pnp.impose.press import Captions
from pnp.model.display import Group
from pnp.model.length import MM_PER_POINT
from pnp.model.sheet import Leaf, Rect
from pnp.model.span import Span


def place(item: Group | None) -> str:
    """Edges of a box in millimetres: x from-to, y from-to."""
    if item is None:
        return "nowhere"
    box = box_of(item)
    return f"x {box.x:.2f}-{box.right:.2f} y {box.y:.2f}-{box.bottom:.2f}"


def size(footer: Group) -> float:
    """In points."""
    ((text, _),) = texts(footer)
    return text.size / MM_PER_POINT


def lines(group: Group) -> list[Rect]:
    return list(strokes(group))


def test_footer_below_the_pieces_on_a4():
    (sheet,) = sheets_of(leaves("poker", 63, 88, 9))
    assert place(footer_of(sheet)) == "x 10.50-65.53 y 289.36-292.00"
    assert size(footer_of(sheet)) == pytest.approx(6.5)


def test_footer_up_the_right_side_on_letter():
    (sheet,) = sheets_of(leaves("poker", 63, 88, 9), "letter")
    assert place(footer_of(sheet)) == "x 208.26-210.90 y 216.67-271.70"
    assert footer_of(sheet).transform[:4] == (0, -1, 1, 0)  # read from the right: words run upwards


def test_marks_are_as_long_as_the_strip_allows():
    (a4,) = sheets_of(leaves("poker", 63, 88, 9))
    (letter,) = sheets_of(leaves("poker", 63, 88, 9), "letter")

    def lengths(sheet):
        return {round(max(line.w, line.h), 2) for line in lines(marks_of(sheet))}

    assert lengths(a4) == {3.0}
    assert lengths(letter) == {3.0, 2.0}  # 2.7 mm above and below, 0.7 of them beside the piece


def test_marks_beside_the_footer_get_shorter():
    first, second = sheets_of(leaves("board", 190, 277, 2))
    above = [line for line in lines(marks_of(second)) if line.bottom < 10]
    below = [line for line in lines(marks_of(second)) if line.y > 287]
    assert {round(line.h, 2) for line in above} == {3.0}
    assert {round(line.h, 2) for line in below} == {1.05}  # 5 - 0.7 - 2.75 for the footer - 0.5 between the two
    assert size(footer_of(second)) == pytest.approx(6.5)
    assert {round(line.h, 2) for line in lines(marks_of(first)) if line.bottom < 10} == {1.05}  # beside the ruler


@pytest.mark.parametrize("h, points", [(278.5, 6), (278.6, 5.75), (279.3, 5.0), (279.36, 5.0)])
def test_the_footer_shrinks_to_five_points(h: float, points: float):
    (sheet,) = sheets_of(leaves("board", 200, h))
    assert size(footer_of(sheet)) == pytest.approx(points)


def test_a_footer_longer_than_the_strip_below_goes_up_the_side():
    (sheet,) = sheets_of(leaves("slip", 20, 80), "40x110")
    ((text, box),) = texts(footer_of(sheet))
    assert (len(text.says), round(box.w, 2), round(box.h, 2)) == (47, 2.64, 53.89)


def test_the_ruler_measures_100_millimetres():
    (sheet,) = sheets_of(leaves("poker", 63, 88))
    baseline, *ticks = lines(ruler_of(sheet))
    assert round(baseline.w, 6) == 100.15
    middles = [round(tick.x + tick.w / 2 - baseline.x - 0.075, 6) for tick in ticks]
    assert middles == [*range(10), *range(10, 101, 10)]
    assert {round(tick.bottom - (baseline.y + 0.075), 6) for tick in ticks} == {0}


def test_the_ruler_comes_once_on_the_first_sheet():
    sheets = sheets_of(leaves("poker", 63, 88, 11, backs="all") + leaves("tile", 25, 25), sides="duplex")
    assert [ruler_of(sheet) is not None for sheet in sheets] == [True, False, False, False, False, False]


def test_the_ruler_comes_on_the_first_sheet_that_has_room():
    sheets, problems = imposed(leaves("board", 200, 287) + leaves("poker", 63, 88))
    assert [ruler_of(sheet) is not None for sheet in sheets] == [False, True]
    assert [fact for fact in list_facts(problems) if "ruler" in fact] == []


@pytest.mark.parametrize(
    "w, h, paper, stands",
    [
        (63, 88, "a4", "x 10.50-175.71 y 5.00-7.75"),  # above the pieces
        (63, 88, "letter", "x 5.00-7.75 y 106.49-271.70"),  # up the left side
        (140, 94, "150x120", "x 5.00-105.15 y 5.00-10.63"),  # its caption below it where the strip is short
    ],
)
def test_the_ruler_stands_in_a_strip_of_its_own(w: float, h: float, paper: str, stands: str):
    (sheet, *_) = sheets_of(leaves("piece", w, h, 9), paper)
    assert place(ruler_of(sheet)) == stands


def problems_of(stock: list[Leaf], paper: str = "a4", marks: str = "edges") -> list[str]:
    sheets, problems = imposed(stock, paper, marks=marks)
    assert len(sheets) > 0
    return list_facts(problems)


def test_the_ruler_keeps_clear_of_a_footer_that_fills_the_corner():
    (sheet,) = sheets_of(leaves("slip", 30, 80), "60x120")
    assert place(footer_of(sheet)) == "x 5.00-54.74 y 112.57-115.00"
    assert place(ruler_of(sheet)) == "x 5.00-10.63 y 5.00-105.15"


def test_a_footer_that_fills_the_corner_can_keep_the_ruler_out():
    assert problems_of(leaves("slip", 30, 80), "60x112") == [
        "slip.yaml:4:5 PNP402 component=slip paper=60x112 lacks='100 mm ruler (1.7 mm missing)'"
    ]


def test_a_piece_as_large_as_the_printable_area_has_nothing_beside_it():
    (sheet,), (problem,) = imposed(leaves("board", 200, 287))
    assert sheet.furniture == ()
    assert facts(problem) == (
        "board.yaml:4:5 PNP402 component=board paper=a4 lacks='footer (3.9 mm missing), 100 mm ruler (4.3 mm missing), "
        "cut marks top and bottom (1.2 mm missing), cut marks left and right (1.2 mm missing)'"
    )


def test_cut_marks_without_room_on_two_sides():
    _, (problem,) = imposed(leaves("strip", 200, 80, 3))
    assert facts(problem) == (
        "strip.yaml:4:5 PNP402 component=strip paper=a4 lacks='cut marks left and right (1.2 mm missing)'"
    )
    assert "--marks lines " in problem.hint


@pytest.mark.parametrize("marks", ["lines", "corners", "none"])
def test_other_marks_need_no_strip(marks: str):
    assert problems_of(leaves("strip", 200, 80, 3), marks=marks) == []


def test_a_sheet_too_short_for_the_ruler():
    assert problems_of(leaves("token", 25, 25), "90x95") == [
        "token.yaml:4:5 PNP402 component=token paper=90x95 lacks='100 mm ruler (15.2 mm missing)'"
    ]


def test_empty_texts_are_left_out():
    captions = Captions(lambda title, page, pages: "", "")
    (sheet,), problems, _ = impose(leaves("poker", 63, 88), press(), captions, typeset, {"poker": Span("poker.yaml")})
    assert problems == []
    assert [list(texts(item)) for item in sheet.furniture] == [[], []]  # marks and the bare ruler


def test_a_page_with_a_longer_footer_sets_it_smaller():
    def footer(title: str, page: int, pages: int) -> str:
        return "m" * (400 if page == 1 else 150)

    (sheet,), _, _ = impose(leaves("poker", 63, 88), press(), Captions(footer, ""), typeset, {"poker": Span("")})
    footers = [item for item in sheet.furniture if any(text.says.startswith("m") for text, _ in texts(item))]
    assert round(box_of(footers[0]).w, 2) == round(150 * 6.5 * MM_PER_POINT / 2, 2)


@pytest.mark.parametrize("outline", ["rectangle", "rounded", "circle", "hexagon"])
def test_two_millimetres_inside_of_each_piece(outline: str):
    sheets = sheets_of(leaves("piece", 40, 40, 3, outline=outline, corner=3, backs="all"), sides="duplex", safe=True)
    for sheet in sheets:
        drawn = safe_areas_of(sheet)
        assert len(drawn.items) == len(sheet.placements) == 3
        for placement, shape in zip(sheet.placements, drawn.items, strict=True):
            xs = [x for segment in shape.path for x in segment[1::2]]
            ys = [y for segment in shape.path for y in segment[2::2]]
            x, y, w, h = rect(placement)
            inner = (x + 2, y + 2, x + w - 2, y + h - 2)
            assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(inner)


def test_they_are_dashed_and_coloured_and_only_there_on_request():
    (plain,), (asked,) = (sheets_of(leaves("piece", 40, 40), safe=safe) for safe in (False, True))
    assert safe_areas_of(plain) is None
    assert {(shape.stroke.paint, shape.stroke.dash) for shape in safe_areas_of(asked).items} == {
        ("#00a0c0", (1.0, 1.0))
    }


def test_rounded_corners_stay_round_inside():
    (sheet,) = sheets_of(leaves("piece", 60, 90, outline="rounded", corner=5), "70x100", safe=True)
    (shape,) = safe_areas_of(sheet).items
    assert shape.path[0] == ("M", 10.0, 7.0)  # 2 mm inside the cut, 3 of the 5 mm radius left
    assert [segment[0] for segment in shape.path].count("C") == 4


def test_a_piece_with_nothing_safe_in_it_has_no_dashes():
    (sheet,) = sheets_of(leaves("cube", 4, 4), safe=True)
    assert safe_areas_of(sheet) is None
