"""Numbers that no printed file can hold are a problem at the element that draws them, found before anything is."""

import pytest
from desk import Desk

from pnp.export.rasteriser import face_png
from pnp.layout.printable import Endless
from pnp.model.display import IDENTITY, Group, Shape, Stroke
from pnp.model.visiting import SharedWalk

CARD = "layouts/night/card.xml.j2"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><g transform="{g}"><path d="{d}" {more}/></g></svg>'


def drawing(desk: Desk, d: str = "M0 0h9v9z", box: str = "0 0 10 10", g: str = "", more: str = "") -> None:
    desk.file("card_data/night/art/large.svg", SVG.format(box=box, g=g, d=d, more=more))


IMAGE = '\n<image href="art/large.svg" x="1" y="1" w="30" h="30"/>'


@pytest.mark.parametrize(
    "said",
    [
        {"d": "M0 0h9e8v9z"},
        {"more": 'stroke="#000" stroke-width="9e8"'},
        {"g": "scale(1e6) scale(1e6)"},
        {"g": "translate(9e8 0)"},
        {"more": 'stroke="#000" stroke-dasharray="9e8 1"'},
    ],
)
def test_art_that_is_larger_than_can_be_printed(said: dict[str, str], desk: Desk) -> None:
    drawing(desk, **said)
    lines = [line for line in desk.face(IMAGE).lines if "PNP093" in line]
    assert len(lines) == 1
    assert lines[0].startswith(
        f"{CARD}:2:1 PNP093 tag=image ~about=creatures/fox ~origin=card_data/night/creatures.yaml:1:3"
    )


def test_what_is_as_large_as_can_be_imagined_is_fine(desk: Desk) -> None:
    drawing(desk, "M-9000 -9000h99999v99999z")
    assert desk.face(IMAGE).lines == []


@pytest.mark.parametrize("number", [1e9, -1e9, float("inf"), float("-inf"), float("nan"), 1e300])
def test_each_number_counts(number: float) -> None:
    shapes = [
        Shape((("M", 0, 0), ("L", number, 0))),
        Shape((("M", 0, 0), ("L", 1, 0)), stroke=Stroke("#000000", number)),
        Group((), (1.0, 0.0, 0.0, 1.0, number, 0.0)),
        Group((), IDENTITY, (("M", 0, number),)),
        Group((Group((Shape((("M", number, 0),)),)),)),
    ]
    is_endless = SharedWalk().join(Endless())
    assert [is_endless(shape) for shape in shapes] == [True] * len(shapes)
    assert not is_endless(Shape((("M", 0, 0), ("L", 1, 0))))


@pytest.mark.parametrize(
    "said",
    [
        {"more": 'stroke="#000" stroke-width="1e9"'},
        {"d": "M0 0h1e9"},
        {"box": "0 0 1e9 1e9"},
        {"box": "0 0 1e-6 1e-6"},
        {"d": "M0 0 A1e9 1e-9 30 0 1 5 5"},
        {"d": "M0 0h9e8v9z"},
    ],
)
def test_what_is_fine_can_be_written(said: dict[str, str], desk: Desk) -> None:
    drawing(desk, **said)
    laid = desk.face(IMAGE)
    assert laid.problems or face_png(laid.faces[0], 20)
