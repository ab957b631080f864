"""Boxes hold what they should, whichever way they are turned, and matrices are undone."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.model.display import Matrix, Path, apply
from pnp.model.game import Format, Outline
from pnp.model.geometry import (
    NO_BOX,
    Box,
    are_same,
    grow,
    has_middle,
    holds,
    invert,
    is_flat,
    is_upright,
    outline_path,
    overlap,
    path_box,
    rect_of,
    surround,
    surround_rects,
    transform_box,
)
from pnp.model.sheet import Rect

NUMBERS = st.floats(-100, 100)
BOXES = st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS).map(
    lambda at: (min(at[0], at[2]), min(at[1], at[3]), max(at[0], at[2]), max(at[1], at[3]))
)
MATRICES = st.tuples(*[st.floats(-9, 9)] * 6)


@given(st.lists(BOXES, min_size=1))
def test_what_surrounds_boxes_is_no_larger_than_they_need(boxes: list[Box]) -> None:
    around = surround(boxes)
    assert all(holds(around, box) for box in boxes)
    assert all(any(box[edge] == around[edge] for box in boxes) for edge in range(4))


def test_nothing_is_surrounded_by_nothing() -> None:
    assert surround([]) == path_box(()) == NO_BOX


@given(BOXES, MATRICES, st.floats(0, 1), st.floats(0, 1))
def test_a_moved_box_holds_what_moves_with_it(box: Box, matrix: Matrix, across: float, down: float) -> None:
    x, y = box[0] + across * (box[2] - box[0]), box[1] + down * (box[3] - box[1])
    moved = apply(matrix, x, y)
    assert holds(transform_box(matrix, box), (*moved, *moved), slack=1e-6)


@given(MATRICES, NUMBERS, NUMBERS)
def test_a_matrix_is_undone(matrix: Matrix, x: float, y: float) -> None:
    assume(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) > 0.01)
    assert apply(invert(matrix), *apply(matrix, x, y)) == pytest.approx((x, y), abs=1e-3)


@pytest.mark.parametrize(
    ("matrix", "flat", "upright"),
    [
        ((1, 0, 0, 1, 5, 5), False, True),
        ((0, 2, -2, 0, 0, 0), False, True),
        ((1, 1, -1, 1, 0, 0), False, False),
        ((2, 0, 0, 0, 0, 0), True, True),
    ],
)
def test_kinds_of_matrices(matrix: Matrix, flat: bool, upright: bool) -> None:
    assert (is_flat(matrix), is_upright(matrix)) == (flat, upright)


def test_handles_of_paths_count() -> None:
    path: Path = (("M", 1.0, 2.0), ("C", 0.0, -3.0, 5.0, 9.0, 4.0, 4.0), ("Z",))
    assert path_box(path) == (0, -3, 5, 9)


def test_boxes_as_rectangles() -> None:
    one, other = Rect(0, 0, 10, 10), Rect(9, 12, 4, 4)
    assert surround_rects([one, other]) == Rect(0, 0, 13, 16) == rect_of((0, 0, 13, 16))
    assert grow(one, 2) == Rect(-2, -2, 14, 14)
    assert overlap(one, other) == (1, -2)
    assert has_middle(one, Rect(5, 5, 10, 10))
    assert not has_middle(one, other)
    assert are_same(one, (0.2, 0, 10, 9.8))
    assert not are_same(one, (0.4, 0, 10, 10))


def write_path(w: float, h: float, outline: Outline, corner: float = 0.0) -> str:
    path = outline_path(Format(w, h, outline, corner))
    return " ".join(kind + ",".join(f"{number:g}" for number in numbers) for kind, *numbers in path)


def test_rectangle():
    assert write_path(63, 88, Outline.RECTANGLE) == "M0,0 L63,0 L63,88 L0,88 Z"


def test_a_rectangle_has_no_round_corners_whatever_the_radius():
    assert write_path(63, 88, Outline.RECTANGLE, corner=3) == "M0,0 L63,0 L63,88 L0,88 Z"


def test_hexagon_has_a_corner_at_its_top():
    assert write_path(40, 48, Outline.HEXAGON) == "M20,0 L40,12 L40,36 L20,48 L0,36 L0,12 Z"


def test_rounded():
    assert write_path(63, 88, Outline.ROUNDED, corner=3) == (
        "M3,0 L60,0 C61.6569,0,63,1.34315,63,3 "
        "L63,85 C63,86.6569,61.6569,88,60,88 "
        "L3,88 C1.34315,88,0,86.6569,0,85 "
        "L0,3 C0,1.34315,1.34315,0,3,0 Z"
    )


def test_rounded_without_a_radius_is_a_rectangle():
    assert write_path(63, 88, Outline.ROUNDED) == "M0,0 L63,0 L63,88 L0,88 Z"


def test_a_radius_stops_at_half_of_the_shorter_side():
    assert write_path(20, 30, Outline.ROUNDED, corner=50) == (
        "M10,0 C15.5228,0,20,4.47715,20,10 L20,20 C20,25.5228,15.5228,30,10,30 "
        "C4.47715,30,0,25.5228,0,20 L0,10 C0,4.47715,4.47715,0,10,0 Z"
    )


@pytest.mark.parametrize("w, h", [(25, 25), (25, 40)])
def test_a_circle_is_four_curves_on_the_circle(w: float, h: float):
    start, *curves, end = outline_path(Format(w, h, Outline.CIRCLE))
    assert [start[0], *(curve[0] for curve in curves), end[0]] == ["M", "C", "C", "C", "C", "Z"]
    x, y = start[1:]
    for _, x1, y1, x2, y2, to_x, to_y in curves:
        middle = (x + 3 * x1 + 3 * x2 + to_x) / 8, (y + 3 * y1 + 3 * y2 + to_y) / 8
        radius = ((middle[0] / w - 0.5) ** 2 + (middle[1] / h - 0.5) ** 2) ** 0.5
        assert radius == pytest.approx(0.5, rel=3e-4)
        x, y = to_x, to_y
    assert (x, y) == start[1:]
