"""Where pieces and words stand on contact sheets."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from pnp.model.sheet import Rect
from pnp.proof.contact_sheets import LINE, SheetGrid, choose_grid

A4 = (186.0, 260.0)


def test_nine_words_of_a_card_can_be_read() -> None:
    grid = choose_grid(A4, (63, 88), 1)
    assert (grid.columns, grid.rows) == (2, 3)
    assert grid.scale > 0.7
    assert choose_grid(A4, (63, 88), 2).each == 3


def test_nothing_is_larger_than_it_prints() -> None:
    assert choose_grid(A4, (16, 16), 1).scale == 1


def boxes(grid: SheetGrid, w: float, h: float, count: int) -> list[Rect]:
    """Return all boxes of a full sheet, lines included."""
    found = []
    for number in range(grid.each):
        cell = grid.place(number)
        inside = [*grid.pictures(w, h, count), grid.words(w, h, count)]
        lines = Rect(0, cell.h - grid.lines * LINE + 0.01, cell.w, grid.lines * LINE - 0.01)
        found += [Rect(cell.x + box.x, cell.y + box.y, box.w, box.h) for box in (*inside, lines)]
    return found


@given(
    some.floats(160, 500), some.floats(210, 700), some.floats(8, 500), some.floats(8, 500), some.sampled_from([1, 2])
)
def test_nothing_lies_over_anything_else(room_w: float, room_h: float, w: float, h: float, count: int) -> None:
    grid = choose_grid((room_w, room_h), (w, h), count)
    assert grid.scale > 0
    for box in boxes(grid, w, h, count):
        assert box.x > -1e-6 and box.y > -1e-6
        assert box.right < room_w + 1e-6 and box.bottom < room_h + 1e-6
        assert box.w > 10 or box.h > 1
    for one, other in combinations(boxes(grid, w, h, count)[:12], 2):
        apart_x = one.right <= other.x + 1e-6 or other.right <= one.x + 1e-6
        apart_y = one.bottom <= other.y + 1e-6 or other.bottom <= one.y + 1e-6
        assert apart_x or apart_y


@pytest.mark.parametrize(("count", "least"), [(1, 36), (2, 78)])
def test_words_have_room(count: int, least: float) -> None:
    for face in ((63, 88), (44, 63), (16, 16), (190, 260), (260, 190), (70, 120)):
        assert choose_grid(A4, face, count).words(*face, count).w >= least - 1e-6
