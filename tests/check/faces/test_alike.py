"""Contrast, lightness and colour-vision deficiencies against published figures; groups told apart."""

from pathlib import Path

import pytest
from facts import read_facts
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.check.faces.legible import DEFICIENCIES, as_seen_with, difference, find_similar_entries, lab, lightness
from pnp.model.colour import blend, colour_of, contrast, rgb_of
from pnp.model.game import Edition, EntryGroup, Game, Piece
from pnp.model.span import Span
from pnp.model.style import Style

HERE = Span("game.yaml", 1, 1)
COLOURS = st.integers(0, 0xFFFFFF).map(lambda n: rgb_of(f"#{n:06x}"))


def facts_of(*entries: dict[str, str], low: dict[str, str] | None = None, ink: str = "low") -> list[str]:
    pieces = {
        id: Piece(id, "suits", 1, values, "game.yaml", n, 3, {"colour": (n, 20)})
        for n, (id, values) in enumerate(zip("abcdef", entries, strict=False), 1)
    }
    game = Game(
        "g", "G", "1", ("en",), {"suits": EntryGroup("suits", pieces, HERE)}, {}, {}, {}, Path("/nowhere"), HERE
    )
    style = Style({}, {"low": low or {}}, HERE)
    found = read_facts(find_similar_entries.find(Edition(game, "en", ink, (), {}), style))
    return [str(each._replace(place="", origin="", also="")) for each in found]


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#767676", "#ffffff", 4.54),
        ("#ff0000", "#ffffff", 4.0),
        ("#123456", "#123456", 1),
    ],
)
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert contrast(rgb_of(one), rgb_of(other)) == pytest.approx(ratio, abs=0.005)
    assert contrast(rgb_of(other), rgb_of(one)) == contrast(rgb_of(one), rgb_of(other))


@pytest.mark.parametrize(
    ("colour", "expected"),
    [
        ("#ffffff", (100, 0, 0)),
        ("#000000", (0, 0, 0)),
        ("#ff0000", (53.2, 80.1, 67.2)),
        ("#0000ff", (32.3, 79.2, -107.9)),
    ],
)
def test_lab_is_that_of_cie(colour: str, expected: tuple[float, float, float]) -> None:
    assert lab(rgb_of(colour)) == pytest.approx(expected, abs=0.1)
    assert lightness(rgb_of(colour)) == pytest.approx(expected[0], abs=0.1)


@settings(max_examples=50)
@given(st.integers(0, 255), COLOURS, st.floats(0, 1))
def test_greys_are_seen_by_everybody_and_colours_stay_colours(grey: int, colour, alpha: float) -> None:
    shade = rgb_of(f"#{grey:02x}{grey:02x}{grey:02x}")
    for deficiency in DEFICIENCIES:
        assert difference(as_seen_with(deficiency, shade), shade) < 0.5
        assert all(0 <= channel <= 1 for channel in as_seen_with(deficiency, colour))
    assert colour_of(blend(colour, colour, alpha)) == colour_of(colour)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("#b04030", "#506820", "in greyscale and with deuteranopia"),
        ("#2060c0", "#206080", "in greyscale and with tritanopia"),
        ("#d0d0d0", "#d4d4d0", "to everybody"),
    ],
)
def test_a_pair_is_named_with_those_who_cannot_tell_it_apart(one: str, other: str, expected: str) -> None:
    said = f"PNP362 group=suits one=a other=b whom='{expected}' ~when=' (ink low)'"
    assert facts_of({"colour": one}, {"colour": other}) == [said]
    assert facts_of({"colour": "one"}, {"colour": "other"}, low={"one": one, "other": other}) == [said]


def test_pairs_that_share_entries_are_one_line_and_others_another() -> None:
    shades = [{"colour": colour} for colour in ("#888888", "#898989", "#8a8a8a", "#8b8b8b", "#111111", "#121212")]
    assert facts_of(*shades) == [
        "PNP362 group=suits entries='a, b, c, d' count=6 pairs='a and b to everybody; a and c to everybody; "
        "a and d to everybody; 3 more' ~when=' (ink low)'",
        "PNP362 group=suits one=e other=f whom='to everybody' ~when=' (ink low)'",
    ]


def test_light_and_dark_are_told_apart_by_all() -> None:
    assert facts_of({"colour": "#a02010"}, {"colour": "#f0c060"}, {"colour": "#102040"}) == []


@pytest.mark.parametrize(
    ("one", "other", "is_told_apart"),
    [
        ({"icon": "sun"}, {"icon": "moon"}, True),
        ({"pattern": "dots"}, {"pattern": "lines"}, True),
        ({"icon": "sun", "pattern": "dots"}, {"icon": "sun", "pattern": "lines"}, True),
        ({"icon": "sun"}, {"icon": "sun"}, False),
        ({"icon": "sun"}, {}, False),
        ({"icon": "sun"}, {"pattern": "dots"}, False),
    ],
)
def test_other_icons_or_patterns_are_enough(one: dict[str, str], other: dict[str, str], is_told_apart: bool) -> None:
    assert (facts_of({"colour": "#888"} | one, {"colour": "#898989"} | other) == []) is is_told_apart


@pytest.mark.parametrize("colour", ["", "moss", "#12", "#12345g", "green"])
def test_what_is_no_colour_is_not_judged(colour: str) -> None:
    assert facts_of({"colour": "#888888"}, {"colour": colour}, {}) == []


def test_in_black_ink_lightness_does_not_tell_apart() -> None:
    dark, light = {"colour": "#111166"}, {"colour": "#dd7700"}
    assert facts_of(dark, light) == []
    assert facts_of(dark, light, ink="black") == [
        "PNP362 group=suits one=a other=b whom='to everybody' ~when=' (ink black)'"
    ]
    assert facts_of({**dark, "icon": "leaf"}, {**light, "icon": "coin"}, ink="black") == []
    assert facts_of(dark, {"colour": "#ffe9b0"}, ink="black") == []
