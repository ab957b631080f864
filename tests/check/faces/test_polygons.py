"""Boxes inside of outlines, which say quickly that a text stands on one colour."""

from math import cos, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.check.faces._grounds import Polygon
from pnp.model.display import Path
from pnp.model.geometry import rectangle_path

TURNS = st.floats(0, 2 * pi)
STAR: Path = (("M", 5, 0), ("L", 6, 4), ("L", 10, 5), ("L", 6, 6), ("L", 5, 10), ("L", 4, 6), ("L", 0, 5), ("L", 4, 4))


def polygon(corners: int, turn: float, clockwise: bool, stretch: float = 1.0) -> Path:
    angles = [turn + n * 2 * pi / corners * (1 if clockwise else -1) for n in range(corners)]
    points = [(10 + 8 * stretch * cos(angle), 10 + 8 * sin(angle)) for angle in angles]
    return (("M", *points[0]), *(("L", *point) for point in points[1:]), ("Z",))


@given(st.integers(4, 12), TURNS, st.booleans(), st.floats(0.3, 1))
def test_the_inner_box_is_inside(corners: int, turn: float, clockwise: bool, stretch: float) -> None:
    outline = Polygon(polygon(corners, turn, clockwise, stretch))
    inner = outline.inner_box()
    if inner is not None:
        left, top, right, bottom = inner
        assert left < right
        assert top < bottom
        assert all(outline.has_inside(x, y) for x in (left + 1e-6, right - 1e-6) for y in (top + 1e-6, bottom - 1e-6))


@given(st.integers(6, 12), TURNS, st.booleans())
def test_the_inner_box_is_as_large_as_can_be(corners: int, turn: float, clockwise: bool) -> None:
    outline = Polygon(polygon(corners, turn, clockwise))
    inner = outline.inner_box()
    assert inner is not None
    left, top, right, bottom = (inner[0] - 0.01, inner[1] - 0.01, inner[2] + 0.01, inner[3] + 0.01)
    assert not all(outline.has_inside(x, y) for x in (left, right) for y in (top, bottom))


@pytest.mark.parametrize("path", [rectangle_path(1, 2, 3, 4), tuple(rectangle_path(1, 2, 3, 4)[:4])])
def test_a_rectangle_is_its_own(path: Path) -> None:
    assert Polygon(path).inner_box() == (1, 2, 4, 6)


def test_what_is_not_convex_has_none() -> None:
    assert Polygon(STAR).inner_box() is None
