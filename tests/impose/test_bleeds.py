"""Real bleed where pieces have room for it, shared cut lines where not, and what is said about it."""

import pytest
from facts import list_facts
from paper_reader import around, imposed, leaves, marks_of, outside, placed_box, rect, sheets_of, strokes

from pnp.impose.press import printable
from pnp.model.sheet import Rect


def placed(w: float, h: float, bleed: float, wish: str = "auto") -> tuple[str, list[str]]:
    """Pieces a sheet with the bleed that shows, and the facts of what is said."""
    sheets, problems = imposed(leaves("cards", w, h, 20, bleed=bleed), bleed=wish)
    found = list_facts(problem for problem in problems if problem.code != "PNP402")
    lines = [each.removeprefix("cards.yaml:4:5 ") for each in found]
    if not sheets:
        return "none", lines
    first, last = sheets[0].placements[0], sheets[0].placements[-1]
    around = " around" if rect(first).x - placed_box(first).x > rect(last).x - placed_box(last).x else ""
    return f"{len(sheets[0].placements)} with {round(rect(first).x - placed_box(first).x, 3):g}{around}", lines


CHOSEN = "PNP404 component=cards what='"
SHARED = "9 a sheet with shared cut lines and"


@pytest.mark.parametrize(
    "w, h, bleed, wish, found, said",
    [
        (60, 85, 3, "auto", "9 with 2.9", [f"{CHOSEN}9 a sheet with 2.9 mm bleed; 3 mm would leave 8'"]),
        (63, 88, 3, "auto", "9 with 1.4", [f"{CHOSEN}9 a sheet with 1.4 mm bleed; 3 mm would leave 8'"]),
        (
            *(65, 94, 3, "auto", "9 with 1.3 around"),
            [f"{CHOSEN}{SHARED} 1.3 mm bleed around them; 3 mm would leave 4'"],
        ),
        (66, 95, 3, "auto", "9 with 0", [f"{CHOSEN}9 a sheet with shared cut lines; 3 mm would leave 4'"]),
        (63, 88, 2, "perimeter", "9 with 2 around", []),
        (65, 94, 3, "perimeter", "9 with 1.3 around", [f"{CHOSEN}{SHARED} 1.3 mm bleed around them'"]),
        (80, 120, 3, "auto", "4 with 3", []),
        (63, 88, 3, "no", "9 with 0", []),
        (63, 88, 3, "yes", "8 with 3", []),
        (63, 88, 0, "yes", "9 with 0", []),
    ],
)
def test_the_choice(w: float, h: float, bleed: float, wish: str, found: str, said: list[str]):
    assert placed(w, h, bleed, wish=wish) == (found, said)


def test_discs_that_lie_closer_with_bleed_have_it():
    """Rows are staggered where that saves a sheet: 56 with bleed, where 54 in rows without need no more sheets."""
    sheets, problems = imposed(leaves("cards", 30, 30, 108, outline="circle", bleed=1))
    assert [len(sheet.placements) for sheet in sheets] == [56, 52]
    assert [problem.code for problem in problems if problem.code == "PNP404"] == []
    first = sheets[0].placements[0]
    assert rect(first).x - placed_box(first).x == pytest.approx(1)


def test_bleed_at_any_price_on_a_paper_too_small_for_it():
    assert placed(198, 280, 3, wish="yes") == (
        "none",
        [
            "PNP400 component=cards what='198 × 280 mm with 3 mm bleed' room='200 × 287 mm' "
            "paper=a4 margin='5 mm' adjusted=''"
        ],
    )
    assert placed(198, 280, 3)[0] == "1 with 0"


@pytest.mark.parametrize(
    "w, h, marks, said, paper",
    [
        (195.5, 282.5, "edges", " and cut marks", "legal"),  # 199.5 × 286.5 mm without them
        (195.5, 282.5, "corners", " and cut marks", "legal"),
        (197, 280, "edges", "", "legal"),
        (200, 285, "lines", "", "legal"),
        (200, 285, "edges", "", "tabloid"),  # 206.4 mm with marks, of 205.9
    ],
)
def test_marks_that_have_no_room_beside_the_bleed(w: float, h: float, marks: str, said: str, paper: str):
    stock = leaves("cards", w, h, bleed=2)
    sheets, problems = imposed(stock, marks=marks, bleed="yes")
    assert (sheets, list_facts(problems)) == (
        (),
        [
            f"cards.yaml:4:5 PNP400 component=cards what='{w:g} × {h:g} mm with 2 mm bleed{said}' room='200 × 287 mm' "
            "paper=a4 margin='5 mm' adjusted=''"
        ],
    )
    assert f"--paper {paper} " in problems[0].hint
    assert sheets_of(stock, paper, marks=marks, bleed="yes"), "what is named would do"


@pytest.mark.parametrize("sides", ["duplex", "fold"])
def test_backs_bleed_as_their_fronts_do(sides: str):
    sheets = sheets_of(leaves("cards", 63, 88, 4, backs="all", bleed=2), sides=sides, bleed="yes")
    seen = [p for sheet in sheets for p in sheet.placements]
    assert len(seen) == 8
    for placement in seen:
        assert placed_box(placement) == pytest.approx(
            (placement.x - 2, placement.y - 2, placement.w + 4, placement.h + 4)
        )


def test_marks_stand_outside_of_the_bleed():
    (sheet,) = sheets_of(leaves("cards", 63, 88, 9, bleed=3))
    edge = min(placed_box(p).x for p in sheet.placements)
    lines = list(strokes(marks_of(sheet)))
    assert len(lines) == 24  # two for each gap between pieces
    assert all(min(outside(line, placed_box(p)) for p in sheet.placements) > 0.65 for line in lines)
    assert min(line.right for line in lines) < edge


@pytest.mark.parametrize("outline", ["circle", "hexagon"])
def test_round_pieces_bleed_within_their_gaps(outline: str):
    (sheet,) = sheets_of(leaves("tokens", 40, 40, 30, outline=outline, bleed=1.5), bleed="yes")
    boxes = [placed_box(p) for p in sheet.placements]
    assert {round(box.w, 6) for box in boxes} == {43}
    assert all(outside(box, printable(sheet.paper, 5)) < 1e-6 for box in boxes)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("wish", ["auto", "yes"])
@pytest.mark.parametrize("sides", ["fronts", "duplex", "fold", "backs"])
@pytest.mark.parametrize("outline", ["rectangle", "rounded", "circle", "hexagon"])
def test_the_bleed_box_is_around_all_that_shows(paper: str, wish: str, sides: str, outline: str):
    stock = leaves("pieces", 50, 50, 23, outline=outline, backs="all", bleed=2)
    for sheet in sheets_of(stock, paper, bleed=wish, sides=sides):
        box = sheet.bleed or sheet.trim
        assert sheet.bleed or wish == "auto", "which may leave no room for any"
        assert tuple(box) == pytest.approx(tuple(around([placed_box(placement) for placement in sheet.placements])))
        assert outside(sheet.trim, box) < 1e-6
        assert outside(box, Rect(0, 0, sheet.paper.w, sheet.paper.h)) < 1e-6


@pytest.mark.parametrize("bleed, wish", [(0, "yes"), (3, "no")])
@pytest.mark.parametrize("size", [(63, 88), (400, 300)])
def test_what_shows_no_bleed_has_no_bleed_box(size: tuple[float, float], bleed: float, wish: str):
    assert {sheet.bleed for sheet in sheets_of(leaves("pieces", *size, 4, bleed=bleed), bleed=wish)} == {None}


def test_the_bleed_box_of_a_shared_sheet_holds_what_has_none():
    stock = [*leaves("cards", 63, 88, 2, bleed=3), *leaves("mats", 60, 60, 2)]
    (sheet,) = sheets_of(stock, together="yes")
    shows = around([placed_box(placement) for placement in sheet.placements])
    assert sheet.bleed is not None and tuple(sheet.bleed) == pytest.approx(tuple(shows))
