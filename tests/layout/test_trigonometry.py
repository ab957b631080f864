"""What templates reckon with: degrees, clockwise, rounded so that nothing prints as 1e-17."""

import math

import pytest
from desk import Desk


@pytest.mark.parametrize(
    ("expression", "prints"),
    [
        ("sin(30)", "0.5"),
        ("cos(60)", "0.5"),
        ("sin(180)", "0.0"),
        ("cos(270)", "0.0"),
        ("sin(-180)", "0.0"),
        ("tan(45)", "1.0"),
        ("atan2(1, -1)", "135.0"),
        ("atan2(10, 0)", "90.0"),
        ("hypot(3, 4)", "5.0"),
        ("sqrt(2.25)", "1.5"),
        ("pi|round(3)", "3.142"),
        ("10 + 8 * cos(90)", "10.0"),
    ],
)
def test_what_is_reckoned(desk: Desk, expression: str, prints: str) -> None:
    laid = desk.face(f"<text>{{{{ {expression} }}}}</text>")
    assert not laid.lines
    assert laid.texts == [prints]


def test_every_angle_is_right(desk: Desk) -> None:
    laid = desk.face("<text>{% for n in range(0, 361, 15) %}{{ cos(n) }},{{ sin(n) }} {% endfor %}</text>")
    for number, pair in enumerate(laid.texts[0].split()):
        x, y = map(float, pair.split(","))
        assert math.isclose(math.degrees(math.atan2(y, x)) % 360, number * 15 % 360, abs_tol=1e-6)


def test_who_misspells_one_is_told_how_it_is_called(desk: Desk) -> None:
    assert desk.face("<text>{{ sinn(30) }}</text>").mistakes == ["PNP201 name=sinn ~meant=sin"]


@pytest.mark.parametrize("expression", ["sqrt(-1)", "sin('x')", "hypot(1)"])
def test_what_has_no_answer_fails_for_the_piece(desk: Desk, expression: str) -> None:
    (problem,) = desk.face(f"<text>{{{{ {expression} }}}}</text>").problems
    assert problem.code == "PNP201"
