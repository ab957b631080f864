"""The four mark styles on all outlines."""

import pytest
from paper_reader import leaves, marks_of, sheets_of, strokes

from pnp.impose.cut_marks import EDGE, arm
from pnp.model.display import Group
from pnp.model.game import Format, Outline
from pnp.model.sheet import Sheet


def paths_of(sheet: Sheet) -> list[str]:
    """Return the paths of the marks, in millimetres."""
    group = marks_of(sheet)
    shapes = group.items if group else ()
    return [
        " ".join(kind + ",".join(f"{number:g}" for number in numbers) for kind, *numbers in shape.path)
        for shape in shapes
    ]


def one(w: float, h: float, outline: str, marks: str, corner: float = 0.0, paper: str = "100x120") -> list[str]:
    (sheet,) = sheets_of(leaves("piece", w, h, outline=outline, corner=corner), paper, marks=marks)
    return paths_of(sheet)


def test_edges():
    assert one(60, 90, "rectangle", "edges") == [
        "M20,11.3 L20,14.3",
        "M20,105.7 L20,108.7",
        "M80,11.3 L80,14.3",
        "M80,105.7 L80,108.7",
        "M16.3,15 L19.3,15",
        "M80.7,15 L83.7,15",
        "M16.3,105 L19.3,105",
        "M80.7,105 L83.7,105",
    ]


def test_corners():
    assert one(60, 90, "rectangle", "corners") == [
        "M18.5,15 L21.5,15",
        "M20,13.5 L20,16.5",
        "M78.5,15 L81.5,15",
        "M80,13.5 L80,16.5",
        "M18.5,105 L21.5,105",
        "M20,103.5 L20,106.5",
        "M78.5,105 L81.5,105",
        "M80,103.5 L80,106.5",
    ]


def test_lines():
    assert one(60, 90, "rectangle", "lines") == ["M20,15 L80,15 L80,105 L20,105 Z"]


def test_rounded_pieces_are_cut_straight_first():
    arms = ["M20,15 L21.5,15", "M20,15 L20,16.5", "M20,105 L21.5,105", "M20,103.5 L20,105"]
    arms += ["M78.5,15 L80,15", "M80,15 L80,16.5", "M78.5,105 L80,105", "M80,103.5 L80,105"]
    assert one(60, 90, "rounded", "edges", 3) == [*arms, *one(60, 90, "rectangle", "edges"), *arms]
    assert one(60, 90, "rounded", "corners", 3) == one(60, 90, "rectangle", "corners")
    (path,) = one(60, 90, "rounded", "lines", 3)
    assert path.startswith("M23,15 L77,15 C78.6569,15,80,16.3431,80,18 L80,102 ")


@pytest.mark.parametrize("marks", ["lines", "edges", "corners"])
def test_round_pieces_show_their_outline_in_every_style(marks: str):
    assert one(60, 60, "hexagon", marks, paper="80x100") == ["M40,20 L70,35 L70,65 L40,80 L10,65 L10,35 Z"]
    (path,) = one(60, 60, "circle", marks, paper="80x100")
    assert path.startswith("M40,20 C56.5685,20,70,33.4315,70,50 ")


@pytest.mark.parametrize("outline", ["rectangle", "rounded", "circle", "hexagon"])
def test_none(outline: str):
    assert one(60, 60, outline, "none", 3) == []


def test_a_turned_hexagon_has_its_corner_at_the_right():
    stock = leaves("hex", 60, 40, outline="hexagon", backs="all")
    front, back = sheets_of(stock, "60x90", marks="lines", sides="duplex")
    assert front.placements[0].turn == 90
    assert paths_of(front) == ["M50,45 L40,75 L20,75 L10,45 L20,15 L40,15 Z"]
    assert paths_of(back) == ["M10,45 L20,15 L40,15 L50,45 L40,75 L20,75 Z"]


def test_a_turned_card_keeps_its_round_corners_round():
    front, _ = sheets_of(
        leaves("card", 70, 40, outline="rounded", corner=5, backs="all"), "60x90", marks="lines", sides="duplex"
    )
    assert front.placements[0].turn == 90
    (path,) = paths_of(front)
    assert path.startswith("M50,15 L50,75 C50,77.7614,47.7614,80,45,80 L15,80 ")


def test_only_cuts_that_free_a_piece_are_marked():
    full, rest = sheets_of(leaves("poker", 63, 88, 11))
    assert (len(paths_of(full)), len(paths_of(rest))) == (16, 10)
    full, rest = sheets_of(leaves("poker", 63, 88, 11), marks="corners")
    assert (len(paths_of(full)), len(paths_of(rest))) == (32, 12)
    full, rest = sheets_of(leaves("poker", 63, 88, 11), marks="lines")
    assert (len(paths_of(full)), len(paths_of(rest))) == (9, 2)


def test_marks_are_thin_and_black_and_those_inside_of_a_block_lie_on_white():
    def strokes_used(outline: str) -> list[tuple[object, ...]]:
        (sheet,) = sheets_of(leaves("poker", 63, 88, outline=outline, corner=3))
        used = {shape.stroke for shape in marks_of(sheet).items}
        return sorted((stroke.paint, stroke.width, stroke.cap, stroke.dash) for stroke in used)

    assert strokes_used("rectangle") == [("#000000", 0.15, 0, ())]
    assert strokes_used("rounded") == [("#000000", 0.15, 0, ()), ("#ffffff", 0.5, 0, ())]


@pytest.mark.parametrize(("corner", "length"), [(0.2, 0), (1, 0), (1.5, 0.67), (2, 1.03), (3, 1.5), (10, 1.5)])
def test_an_arm_is_as_long_as_the_corner_lets_it_be(corner: float, length: float):
    assert arm(Format(63, 88, Outline.ROUNDED, corner)) == pytest.approx(length, abs=0.005)
    assert arm(Format(63, 88, Outline.RECTANGLE)) == 0


def test_arms_stand_on_the_side_that_is_cut():
    def white_edges(**wishes: object) -> list[int]:
        stock = leaves("poker", 63, 88, 4, outline="rounded", corner=3, backs="all")
        sheets = sheets_of(stock, sides="duplex", **wishes)
        return [sum(shape.stroke == EDGE for shape in (marks_of(sheet) or Group(())).items) for sheet in sheets]

    assert white_edges() == [26, 0]  # neighbours share the arms on the cut between them
    assert white_edges(marked="backs") == [0, 26]


def test_marks_reach_into_the_free_margin_on_shared_sheets_and_not_into_their_neighbours():
    stock = leaves("poker", 63, 88, 2) + leaves("square", 70, 70, 2)
    (sheet,) = sheets_of(stock, together="auto")
    lengths = {round(max(line.w, line.h), 2) for line in strokes(marks_of(sheet))}
    assert max(lengths) == 3.0 and min(lengths) >= 0.5


def test_ticks_stay_inside_the_margin_where_the_piece_ends_at_it():
    (sheet,) = sheets_of(leaves("strip", 200, 80))
    xs = sorted({(round(line.x, 3), round(line.right, 3)) for line in strokes(marks_of(sheet))})
    assert xs == [(5.0, 5.15), (204.85, 205.0)]


def test_an_empty_back_has_no_marks():
    _, back, *_ = sheets_of(leaves("tile", 25, 25) + leaves("poker", 63, 88, backs="all"), sides="duplex")
    assert paths_of(back) == []
