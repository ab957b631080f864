"""How many pieces go on a sheet, and which way they lie."""

from itertools import combinations
from math import hypot

import pytest
from paper_reader import around, outside
from shapes import depth

from pnp.impose.patterns import Pattern, best_grid, ways
from pnp.impose.press import find_paper, printable
from pnp.model.game import Format, Outline
from pnp.model.geometry import outline_path


def best(format: Format, paper: str, margin: float = 5.0, **wishes: object) -> Pattern | None:
    return best_grid(format, find_paper(paper), lambda lying: printable(lying, margin), **wishes)


def columns_and_rows(pattern: Pattern) -> tuple[int, int]:
    (block,) = pattern.blocks
    return len({round(cell.x, 6) for cell in block.cells}), len({round(cell.y, 6) for cell in block.cells})


def lie(w: float, h: float, paper: str = "a4", *, upright: bool = False, margin: float = 5.0) -> str:
    pattern = best(Format(w, h), paper, margin, upright=upright)
    if pattern is None:
        return "none"
    columns, rows = columns_and_rows(pattern)
    lying = "upright" if pattern.paper.w <= pattern.paper.h else "on its side"
    turn = pattern.blocks[0].turn
    return f"{columns} × {rows} {lying}" + (f", turned {turn}" if turn else "")


@pytest.mark.parametrize(
    "name, w, h, a4, letter",
    [
        ("poker", 63, 88, "3 × 3 upright", "3 × 3 upright"),
        ("poker in inches", 63.5, 88.9, "3 × 3 upright", "3 × 3 upright"),
        ("bridge", 56, 87, "5 × 2 on its side", "3 × 3 upright"),
        ("Euro", 59, 92, "3 × 3 upright", "4 × 2 on its side"),
        ("Asia", 57.5, 89, "3 × 3 upright", "3 × 3 upright"),
        ("mini Euro", 45, 68, "4 × 4 upright", "5 × 3 on its side"),
        ("mini USA", 41, 63, "7 × 3 on its side", "5 × 4 upright"),
        ("mini Asia", 43, 65, "6 × 3 on its side", "6 × 3 on its side"),
        ("Japanese", 59, 86, "3 × 3 upright", "3 × 3 upright"),
        ("tarot", 70, 120, "2 × 2 upright", "2 × 2 upright"),
        ("square", 70, 70, "2 × 4 upright", "2 × 3 upright"),
        ("large", 80, 120, "2 × 2 upright", "2 × 2 upright"),
        ("CR80", 54, 85.6, "5 × 2 on its side", "3 × 3 upright"),
        ("tile", 25.4, 25.4, "7 × 11 upright", "8 × 10 upright"),
    ],
)
def test_the_sizes_of_the_field(name: str, w: float, h: float, a4: str, letter: str):
    assert (lie(w, h, "a4"), lie(w, h, "letter")) == (a4, letter), name


def test_two_sided_sheets_stay_upright_and_their_pieces_turn():
    assert lie(54, 85.6, upright=True) == "2 × 5 upright, turned 90"


def test_a_wide_board_lies_as_it_is_read():
    assert lie(280, 190) == "1 × 1 on its side"
    assert lie(280, 190, upright=True) == "1 × 1 upright, turned 90"


def test_a_paper_given_on_its_side_is_the_same_paper():
    assert lie(63, 88, "297x210") == "3 × 3 upright"


@pytest.mark.parametrize("w, h, fits", [(200, 287, True), (200.01, 287, False), (287, 200, True), (200, 287.01, False)])
def test_all_that_the_margins_leave(w: float, h: float, fits: bool):
    assert (lie(w, h) != "none") is fits


def test_four_quarters_fit_though_computers_count_in_binary():
    assert lie(190.5, 63.5, "letter", margin=12.7) == "1 × 4 upright"


def test_cards_share_their_cuts():
    (block,) = best(Format(63, 88), "letter").blocks
    assert [(round(x, 6), round(y, 6)) for x, y, _, _ in block.cells[:4]] == [
        (13.45, 7.7),
        (76.45, 7.7),
        (139.45, 7.7),
        (13.45, 95.7),
    ]


@pytest.mark.parametrize("outline", [Outline.CIRCLE, Outline.HEXAGON])
@pytest.mark.parametrize(
    "size, columns, rows, gap_x, gap_y",
    [
        (40, 5, 7, 0, 0),  # nothing to spare across, 7 mm down: the strips need them
        (30, 6, 9, 2, 0),  # 20 mm to spare across: 10 for the gaps; 17 down: not 16 without the strips
        (50, 4, 5, 0, 2),  # 37 mm to spare down
    ],
)
def test_round_pieces_stand_apart_where_nothing_is_lost(
    outline: Outline, size: float, columns: int, rows: int, gap_x: float, gap_y: float
):
    grid = next(ways(Format(size, size, outline), 200, 287))
    assert (grid.columns, grid.rows) == (columns, rows)
    assert (grid.step_x - size, grid.step_y - size) == (gap_x, gap_y)


@pytest.mark.parametrize(
    "outline, w, h, grid, staggered",
    [
        ("circle", 25, 25, 88, 98),
        ("circle", 20, 20, 140, 152),
        ("circle", 40, 40, 35, 36),
        ("hexagon", 30, 34.64, 48, 63),
        ("hexagon", 25, 25, 88, 105),
    ],
)
def test_staggered_rows_save_paper(outline: str, w: float, h: float, grid: int, staggered: int):
    format = Format(w, h, Outline(outline))
    pattern = best(format, "a4")
    (block,) = pattern.blocks
    plain = max(rows.pieces for rows in ways(format, 200, 287) if not rows.staggered)
    assert (plain, pattern.size) == (grid, staggered)
    apart = [depth(a, b, format, block.turn) for i, a in enumerate(block.cells) for b in block.cells[:i]]
    assert max(apart) < 1e-6
    assert outside(around(block.cells), printable(pattern.paper, 5.0)) < 1e-6


@pytest.mark.parametrize("outline", ["circle", "hexagon"])
@pytest.mark.parametrize(("size", "wanted", "gap"), [(25.4, 15, 2.0), (28, 54, 2.0), (28, 64, 0.0)])
def test_round_pieces_touch_only_where_that_saves_a_sheet(outline: str, size: float, wanted: int, gap: float):
    pattern = best(Format(size, size, Outline(outline)), "a4", wanted=wanted)
    assert pattern.size >= wanted
    cells = pattern.blocks[0].cells
    assert min(hypot(a.x - b.x, a.y - b.y) for a, b in combinations(cells, 2)) == pytest.approx(size + gap)


def test_pieces_in_staggered_rows_show_no_corners_to_their_neighbours():
    (block,) = best(Format(25, 25, Outline.CIRCLE), "a4").blocks
    assert block.clip == outline_path(Format(25, 25, Outline.CIRCLE))


def test_the_grid_stands_in_the_middle():
    assert tuple(best(Format(63, 88), "a4").box) == (10.5, 16.5, 189, 264)
