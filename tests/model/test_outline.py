"""The closed path a piece is cut out along."""

import pytest

from pnp.model.game import Format, Outline
from pnp.model.outline import outline_path


def said(w: float, h: float, outline: Outline, corner: float = 0.0) -> str:
    path = outline_path(Format(w, h, outline, corner))
    return " ".join(kind + ",".join(f"{number:g}" for number in numbers) for kind, *numbers in path)


def test_rectangle():
    assert said(63, 88, Outline.RECTANGLE) == "M0,0 L63,0 L63,88 L0,88 Z"


def test_a_rectangle_has_no_round_corners_whatever_the_radius():
    assert said(63, 88, Outline.RECTANGLE, corner=3) == "M0,0 L63,0 L63,88 L0,88 Z"


def test_hexagon_has_a_corner_at_its_top():
    assert said(40, 48, Outline.HEXAGON) == "M20,0 L40,12 L40,36 L20,48 L0,36 L0,12 Z"


def test_rounded():
    assert said(63, 88, Outline.ROUNDED, corner=3) == (
        "M3,0 L60,0 C61.6569,0,63,1.34315,63,3 "
        "L63,85 C63,86.6569,61.6569,88,60,88 "
        "L3,88 C1.34315,88,0,86.6569,0,85 "
        "L0,3 C0,1.34315,1.34315,0,3,0 Z"
    )


def test_rounded_without_a_radius_is_a_rectangle():
    assert said(63, 88, Outline.ROUNDED) == "M0,0 L63,0 L63,88 L0,88 Z"


def test_a_radius_stops_at_half_of_the_shorter_side():
    assert said(20, 30, Outline.ROUNDED, corner=50) == (
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
