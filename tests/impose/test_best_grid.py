"""How many pieces go on a sheet, and which way they lie."""

import pytest
from paper_reader import overlap

from pnp.impose.grid import best_grid
from pnp.impose.papers import find_paper
from pnp.model.game import Format, Outline


def lie(w: float, h: float, paper: str = "a4", *, upright: bool = False, margin: float = 5.0) -> str:
    grid = best_grid(Format(w, h), find_paper(paper), margin, upright=upright)
    if grid is None:
        return "none"
    lying = "upright" if grid.paper.w <= grid.paper.h else "on its side"
    return f"{grid.columns} × {grid.rows} {lying}" + (f", turned {grid.turn}" if grid.turn else "")


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
    grid = best_grid(Format(63, 88), find_paper("letter"), 5)
    assert [(round(x, 6), round(y, 6)) for x, y, _, _ in grid.cells[:4]] == [
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
    grid = best_grid(Format(size, size, outline), find_paper("a4"), 5)
    assert (grid.columns, grid.rows) == (columns, rows)
    first, beside, below = grid.cells[0], grid.cells[1], grid.cells[columns]
    assert (round(beside.x - first.right, 6), round(below.y - first.bottom, 6)) == (gap_x, gap_y)
    assert max(overlap(a, b) for i, a in enumerate(grid.cells) for b in grid.cells[:i]) < 1e-6


def test_the_grid_stands_in_the_middle():
    grid = best_grid(Format(63, 88), find_paper("a4"), 5)
    assert tuple(grid.box) == (10.5, 16.5, 189, 264)
