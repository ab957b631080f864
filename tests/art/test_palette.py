"""Colours as authors write them."""

import pytest
from PIL import ImageColor

from pnp.art.attribute_values import ArtError
from pnp.art.palette import Palette, colours

PALETTE = Palette({"ink": "#1a1a1a", "blood": "#8a1c1c", "red": "#c0392b"})


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("ink", "#1a1a1a"),
        (" blood ", "#8a1c1c"),
        ("red", "#c0392b"),
        ("Red", "#ff0000"),
        ("RebeccaPurple", "#663399"),
        ("#8AF", "#88aaff"),
        ("#8a1C1c", "#8a1c1c"),
        ("rgb(1, 2, 255)", "#0102ff"),
        ("rgb(1 2 300)", "#0102ff"),
        ("RGB(0%,50%,100%)", "#0080ff"),
        ("var(--ink)", "#1a1a1a"),
        ("var( --ink , red)", "#1a1a1a"),
        ("var(--moss, red)", "#c0392b"),
        ("var(--moss, var(--fern, rgb(1,2,3)))", "#010203"),
        ("currentColor", "#abcdef"),
        ("var(--moss, currentcolor)", "#abcdef"),
        ("#8a1C1c icc-color(sRGB, 0.1, 0.2, 0.3)", "#8a1c1c"),
        ("none", None),
        ("transparent", None),
    ],
)
def test_colours(text, colour):
    assert PALETTE.colour(text, current="#abcdef") == colour


def test_the_names_of_css_are_those_others_know():
    assert colours == {name: "#{:02x}{:02x}{:02x}".format(*ImageColor.getrgb(name)) for name in ImageColor.colormap}


def test_in_files_only_variables_mean_the_palette():
    files = PALETTE.file_palette()
    assert (files.colour("red"), files.colour("var(--red)")) == ("#ff0000", "#c0392b")


FORMS = "a palette's name, #rrggbb, rgb(r, g, b) or a CSS colour name"


@pytest.mark.parametrize(
    ("palette", "text", "message", "hint"),
    [
        (PALETTE, "blod", 'fill "blod" is not a colour', "did you mean blood?"),
        (PALETTE, "zzz", 'fill "zzz" is not a colour', "there are: blood, ink, red"),
        (Palette({}), "zzz", 'fill "zzz" is not a colour', FORMS),
        (PALETTE, "#12345", 'fill "#12345" is not a colour', "there are: blood, ink, red"),
        (PALETTE, "rgb(1, 2)", 'fill "rgb(1, 2)" is not a colour', "there are: blood, ink, red"),
        (PALETTE, "var(--blod)", 'fill: the palette has no "blod"', "did you mean blood?"),
        (PALETTE, "currentColor", 'fill "currentColor" is not a colour', "there are: blood, ink, red"),
        (PALETTE, "#1234", 'fill "#1234" is a see-through colour', "leave the alpha out, use opacity"),
        (
            PALETTE,
            "rgba(0,0,0,.5)",
            'fill "rgba(0,0,0,.5)" is a see-through colour',
            "leave the alpha out, use opacity",
        ),
        (PALETTE.file_palette(), "blood", 'fill "blood" is not a colour', "the palette's is var(--blood)"),
        (PALETTE.file_palette(), "grean", 'fill "grean" is not a colour', "did you mean green?"),
        (PALETTE, "x" * 2000, f'fill "{"x" * 39}…" is not a colour', FORMS),
    ],
)
def test_what_is_no_colour(palette, text, message, hint):
    with pytest.raises(ArtError) as raised:
        palette.colour(text)
    assert (raised.value.message, raised.value.hint) == (message, hint)


def test_variables_in_variables_have_no_depth():
    with pytest.raises(ArtError):
        PALETTE.colour("var(--a," * 100_000)
