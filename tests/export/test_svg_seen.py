"""An SVG file in a browser looks like the PNG, which looks like the PDF: letters, gradients, clips, pictures."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from laid import leaves_of
from nightly import every
from PIL import Image
from script_sheets import LANGUAGES, proof_sheet
from svg_pictures import Screen, compare, whole_svg

from pnp.model.display import Drawing, Face, Gradient, Group, Picture, Shape, Stop, Stroke
from pnp.model.options import DESIGNS, Options

pytestmark = pytest.mark.system("chromium")

GAMES = sorted(file.parent.name for file in (Path(__file__).parents[2] / "card_data").glob("*/game.yaml"))
# PDFium puts edges of rectangles on whole pixels; and where a browser sets a line of text by itself, it hints its
# letters, and may put them a hundredth of their size elsewhere
MEAN, WORST, WORST_TEXT = 4.0, 0.05, 0.15


@pytest.fixture
def screen(chromium: Any, tmp_path: Path) -> Iterator[Screen]:
    found = Screen(chromium, tmp_path)
    yield found
    found.close()
    assert found.complaints == []


def check(screen: Screen, face: Face, most: float = WORST) -> None:
    for keeps_text, worst in ((False, most), (True, WORST_TEXT)):
        off = compare(screen, face, whole_svg(face, text=keeps_text), keeps_text=keeps_text)
        assert off.mean < MEAN and off.worst < worst, (face.label, keeps_text, off)


@pytest.mark.parametrize("ink", every(2, DESIGNS[::-1]))
@pytest.mark.parametrize("game", GAMES)
def test_faces_of_each_component(game: str, ink: str, screen: Screen) -> None:
    first = {leaf.component: leaf for leaf in reversed(leaves_of(Options(game, ink=ink)))}
    for face in filter(None, chain.from_iterable((leaf.front, leaf.back) for leaf in first.values())):
        check(screen, face)


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_of_each_script(language: str, screen: Screen) -> None:
    check(screen, proof_sheet(language)[0])


SQUARE = (("M", 0.0, 0.0), ("L", 20.0, 0.0), ("L", 20.0, 20.0), ("L", 0.0, 20.0), ("Z",))
HOLE = (*SQUARE, ("M", 5.0, 5.0), ("L", 15.0, 5.0), ("L", 15.0, 15.0), ("L", 5.0, 15.0), ("Z",))
STOPS = (Stop(0.1, "#ff0000"), Stop(0.5, "#00ff00"), Stop(0.5, "#0000ff"), Stop(0.9, "#ffff00"))
CLEAR = (Stop(0.0, "#ff0000"), Stop(1.0, "#0000ff", 0.0))
LINEAR = Gradient(0.0, 0.0, 20.0, 10.0, STOPS)
PATHS = {
    "linear": Shape(SQUARE, LINEAR),
    "linear, seen through": Shape(SQUARE, LINEAR._replace(stops=CLEAR)),
    "turned": Shape(SQUARE, LINEAR._replace(transform=(0.5, 0.5, -0.5, 0.5, 10.0, 0.0))),
    "radial": Shape(SQUARE, Gradient(10.0, 10.0, 10.0, 10.0, STOPS, 9.0)),
    "radial from a circle": Shape(SQUARE, Gradient(10.0, 10.0, 10.0, 10.0, CLEAR, 9.0, inner=3.0)),
    "radial, its focus elsewhere": Shape(SQUARE, Gradient(6.0, 8.0, 10.0, 10.0, STOPS, 9.0)),
    "of one colour": Shape(SQUARE, Gradient(3.0, 3.0, 3.0, 3.0, STOPS)),
    "stroke of a gradient": Shape(SQUARE, "#cccccc", Stroke(LINEAR, 3.0), stroke_opacity=0.5),
    "even-odd": Shape(HOLE, "#204080", evenodd=True, fill_opacity=0.5),
    "dashes": Shape(SQUARE, None, Stroke("#000000", 1.5, 1, 1, 4.0, (3.0, 2.5), 1.0)),
    "blunt corners": Shape(
        (("M", 1.0, 19.0), ("L", 5.0, 1.0), ("L", 9.0, 19.0)), None, Stroke("#a00000", 2.0, 2, 0, 2.0)
    ),
    "clipped": Group((Shape(SQUARE, LINEAR),), (0.8, 0.3, -0.3, 0.8, 6.0, 0.0), HOLE, 0.6, True),
    "one over the other, seen through": Group((Shape(SQUARE, "#ff0000"), Shape(HOLE, "#0000ff")), opacity=0.4),
}


@pytest.mark.parametrize("name", PATHS)
def test_shapes_and_groups(name: str, screen: Screen, card) -> None:
    check(screen, card(Group((PATHS[name],), (1.0, 0.0, 0.0, 1.0, 5.0, 5.0)), w=30.0, h=30.0))


def test_drawings_end_at_their_edges(screen: Screen, card) -> None:
    dot = Drawing("dot", 10.0, 10.0, (Shape(SQUARE, "#204080"), Shape(HOLE, "#ffcc00", evenodd=True)))
    check(screen, card(Picture(dot, 2.0, 2.0, 10.0, 20.0), Picture(dot, 14.0, 3.0, 5.0, 5.0), w=30.0, h=30.0), 0.1)


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.webp"])
def test_pictures(name: str, screen: Screen, card, png) -> None:
    picture = Image.radial_gradient("L").resize((236, 236))
    colours = Image.merge("RGB", (picture, picture.rotate(90), picture.point(lambda value: 255 - value)))
    if name != "a.jpg":
        colours.putalpha(picture)
    check(screen, card(Picture(png(name, colours), 0.0, 0.0, 30.0, 15.0), w=30.0, h=30.0))


def test_a_missing_word_would_be_noticed(screen: Screen, card, line) -> None:
    words, fewer = (line(text, points=12) for text in ("Move 3 far", "Move 3"))
    assert compare(screen, card(words), whole_svg(card(fewer))).worst > WORST_TEXT


def test_turned_letters_in_justified_lines_and_moved_apart(screen: Screen, card, line) -> None:
    turned = line("Move far", y=20)
    turned = turned._replace(runs=(turned.runs[0]._replace(turn=0.5),))
    check(screen, card(turned, line("Move 3 far", y=10, gap=1.5), line("fi Move", y=40, tracking=0.4), w=40.0, h=45.0))
