"""Boxes hold what they should, whichever way they are turned, and matrices are undone."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.model.display import Matrix, Path, apply
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
