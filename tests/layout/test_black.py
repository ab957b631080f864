"""Everything becomes black or white, and whatever could be read before still can be."""

from pathlib import Path

import pytest
from desk import Desk
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pnp.layout.black import Black
from pnp.model.colour import contrast, rgb_of
from pnp.model.display import (
    Drawing,
    FontFace,
    Gradient,
    Group,
    Item,
    Picture,
    Raster,
    Run,
    Shape,
    Shaped,
    Stop,
    Stroke,
    Text,
)
from pnp.model.geometry import rectangle_path

BLACK, WHITE = "#000000", "#ffffff"
COLOURS = st.integers(0, 0xFFFFFF).map(lambda n: f"#{n:06x}")
FONT = FontFace("f", Path("f"), 0, b"", 1000, 0.8, -0.2, 0.7, 0, (0, 0, 1, 1), False, False)
AMBER = "#c07c00"  # 3.4 : 1 against white, 6.1 : 1 against black


def fill(colour: str, x: float = 0, y: float = 0, w: float = 10, h: float = 10, opacity: float = 1.0) -> Shape:
    return Shape(rectangle_path(x, y, w, h), colour, fill_opacity=opacity)


def line(colour: str, opacity: float = 1.0) -> Shape:
    return Shape(rectangle_path(1, 1, 8, 8), None, Stroke(colour, 0.3), stroke_opacity=opacity)


def word(colour: str) -> Text:
    return Text((Run(3, 5, FONT, 2, colour, (Shaped("word", FONT, (), 2.0),)),), "word", 2)


def tones(*items: Item) -> list[str]:
    """Return the tones painted, in order: fill, line, words."""
    found: list[str] = []
    for item in Black().items(items):
        if isinstance(item, Text):
            found += [run.fill for run in item.runs]
        elif isinstance(item, Shape):
            assert min(item.fill_opacity, item.stroke_opacity) == 1
            found += [str(paint) for paint in (item.fill, item.stroke and item.stroke.paint) if paint]
    return found


@pytest.mark.parametrize(
    ("colour", "as_fill", "as_line"),
    [
        ("#000000", BLACK, BLACK),
        ("#4b2a66", BLACK, BLACK),
        (AMBER, BLACK, BLACK),  # a sign
        ("#bbbbbb", WHITE, BLACK),  # a tint
        ("#eeeeee", WHITE, WHITE),
        ("#ffffff", WHITE, WHITE),
    ],
)
def test_dark_is_black_and_light_is_white_and_lines_and_words_are_black_sooner(
    colour: str, as_fill: str, as_line: str
) -> None:
    assert tones(fill(colour)) == [as_fill]
    assert tones(line(colour)) == [as_line]
    assert tones(word(colour)) == [as_line]


@pytest.mark.parametrize(
    ("ground", "words", "expected"),
    [
        (AMBER, "#000000", [WHITE, BLACK]),
        (AMBER, "#ffffff", [BLACK, WHITE]),
        ("#000000", AMBER, [BLACK, WHITE]),
        ("#ffffff", AMBER, [WHITE, BLACK]),
        ("#eeeeee", "#333333", [WHITE, BLACK]),
        ("#174f8a", "#ffffff", [BLACK, WHITE]),
    ],
)
def test_words_stand_out_from_what_is_under_them(ground: str, words: str, expected: list[str]) -> None:
    assert tones(fill(ground), word(words)) == expected


@given(COLOURS, COLOURS)
def test_words_that_could_be_read_still_can_be(ground: str, words: str) -> None:
    under, on = tones(fill(ground), Group((word(words),)).items[0])
    assert {under, on} <= {BLACK, WHITE}
    assert under != on or contrast(rgb_of(ground), rgb_of(words)) < 3.01


def test_a_ground_is_the_topmost_fill_that_holds_the_words() -> None:
    assert tones(fill(BLACK), fill(AMBER, 2, 2, 6, 6), word(BLACK)) == [BLACK, WHITE, BLACK]
    assert tones(fill(AMBER), fill(WHITE, 2, 2, 6, 6), word(BLACK)) == [BLACK, WHITE, BLACK]
    assert tones(fill(AMBER, 20, 20), word(BLACK)) == [BLACK, BLACK]


def test_grounds_are_found_through_groups() -> None:
    moved = Group((fill(AMBER, -20, 0),), (1, 0, 0, 1, 20, 0))
    group, text = Black().items((moved, word(BLACK)))
    assert isinstance(group, Group)
    assert tones(*group.items) == [WHITE]
    assert tones(text) == [BLACK]


def test_lines_and_signs_stand_out_from_a_ground() -> None:
    assert tones(fill(BLACK), line(AMBER)) == [BLACK, WHITE]
    assert tones(fill(BLACK), fill(AMBER, 2, 2, 6, 6)) == [BLACK, WHITE]
    assert tones(fill("#bbbbbb"), line(WHITE)) == [WHITE, BLACK]  # the gaps between grey cards
    assert tones(fill(AMBER), line(BLACK)) == [BLACK, BLACK]


@pytest.mark.parametrize("make", [fill, line])
def test_nothing_shows_through(make) -> None:
    assert tones(make(BLACK, opacity=0.8)) == [BLACK]
    assert tones(make(BLACK, opacity=0.3)) == []
    half, faint = (Group((make(BLACK), word(BLACK)), opacity=opacity) for opacity in (0.7, 0.3))
    seen, hidden = Black().items((half, faint))
    assert isinstance(seen, Group)
    assert isinstance(hidden, Group)
    assert (seen.opacity, len(seen.items)) == (1.0, 2)
    assert (hidden.opacity, len(hidden.items)) == (1.0, 1)  # words are never lost


def test_gradients_are_their_mean() -> None:
    def between(*colours: str) -> Gradient:
        return Gradient(0, 0, 1, 0, tuple(Stop(n, colour) for n, colour in enumerate(colours)))

    assert tones(Shape(rectangle_path(0, 0, 1, 1), between("#000000", "#222222"))) == [BLACK]
    assert tones(Shape(rectangle_path(0, 0, 1, 1), between("#cccccc", "#ffffff"))) == [WHITE]


def test_pictures_are_black_and_bitmaps_grey() -> None:
    art = Drawing("icon", 10, 10, (fill(AMBER), line("#17602c")))
    raster = Raster("photo", Path("photo"), 9, 9, "digest")
    drawn, again, photo = Black().items(
        (Picture(art, 0, 0, 5, 5), Picture(art, 9, 0, 5, 5), Picture(raster, 0, 0, 5, 5))
    )
    assert isinstance(drawn, Picture)
    assert isinstance(again, Picture)
    assert isinstance(photo, Picture)
    assert isinstance(drawn.art, Drawing)
    assert tones(*drawn.art.items) == [BLACK, BLACK]
    assert drawn.art is again.art
    assert isinstance(photo.art, Raster)
    assert photo.art.grey


@given(st.lists(st.tuples(COLOURS, st.floats(0, 1)), max_size=5))
def test_what_is_black_and_white_stays_the_same_objects(paints: list[tuple[str, float]]) -> None:
    items = tuple(Group((fill(colour, opacity=opacity), word(colour))) for colour, opacity in paints)
    once = Black().items(items)
    twice = Black().items(once)
    assert all(one is other for one, other in zip(once, twice, strict=True))


def test_the_ink_black_is_the_low_design_turned_black(desk: Desk) -> None:
    xml = '{% if ink == "low" %}<rect width="5" height="5" fill="fox"/>{% endif %}<text fill="fox" y="20">Fox</text>'
    listing = desk.face(xml, ink="black").listing
    assert "#c24a1a" in desk.face(xml).listing
    assert listing.count("#000000") == 2
    assert "#c24a1a" not in listing


def test_bitmaps_are_noted(desk: Desk) -> None:
    Image.new("RGB", (900, 900), "red").save(desk.root / "card_data/night/art/fox.png")
    xml = '<image href="art/fox.png" x="5" y="5" w="20" h="20"/>'
    assert desk.face(xml).problems == []
    laid = desk.face(xml, ink="black")
    assert [(problem.severity.value, *laid.mistakes) for problem in laid.problems] == [("note", "PNP364")]
