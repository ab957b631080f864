"""SVG's presentation attributes → fill and stroke."""

import pytest

from pnp.art.attribute_values import ArtError, parse_transform
from pnp.art.paint import Looks, Paintbox, Palette, opacity_of, paint_of
from pnp.art.palette import read_gradient, read_stop
from pnp.art.paths import parse_path
from pnp.model.display import Gradient, Shape, Stop, Stroke

PALETTE = Palette({"ink": "#1a1a1a", "blood": "#8a1c1c"})
BOX = Paintbox(PALETTE)
SQUARE = parse_path("M10 20h4v2h-4z")
TWO = (Stop(0, "#000000"), Stop(1, "#ffffff"))


def paint(path=SQUARE, gradients=None, **attributes):
    named = {name.replace("_", "-"): value for name, value in attributes.items()}
    return paint_of(named, PALETTE, gradients or {}, "#00ff00", path)


def test_svg_fills_black_and_strokes_nothing_by_default():
    assert paint() == ("#000000", None, False, 1.0, 1.0)
    assert Shape(SQUARE, *paint()) == Shape(SQUARE, "#000000")


def test_every_attribute_of_a_stroke():
    found = paint(
        fill="none",
        stroke="blood",
        stroke_width="2pt",
        stroke_linecap="round",
        stroke_linejoin="bevel",
        stroke_miterlimit="7",
        stroke_dasharray="1mm, 2",
        stroke_dashoffset="-1",
        stroke_opacity="25%",
    )
    assert found == (None, Stroke("#8a1c1c", pytest.approx(0.70556, abs=1e-5), 1, 2, 7, (1, 2), -1), False, 1, 0.25)


@pytest.mark.parametrize(("dash", "read"), [("3", (3, 3)), ("1 2 3", (1, 2, 3, 1, 2, 3)), ("0 0", ()), ("none", ())])
def test_dashes(dash, read):
    assert paint(stroke="ink", stroke_dasharray=dash).stroke.dash == read


@pytest.mark.parametrize(("limit", "taken"), [("0", 1), ("0.3", 1), ("1", 1), ("1.5", 1.5)])
def test_a_low_limit_of_miters_cuts_all_corners_off_as_1_does(limit, taken):
    assert paint(stroke="ink", stroke_miterlimit=limit).stroke.miter == taken


def test_what_leaves_no_trace_is_no_paint():
    assert paint(stroke="ink", stroke_width="0").stroke is None
    assert paint(stroke="ink", stroke_opacity="0").stroke is None
    assert paint(fill_opacity="0").fill is None
    assert paint(path=parse_path("M0 0L5 5")).fill is None
    assert paint(path=parse_path("M0 0C1 1 2 0 5 5")).fill == "#000000"


def test_fill_rule_and_current_colour():
    assert paint(fill="currentColor", fill_rule="evenodd", fill_opacity="0.5")[:4:2] == ("#00ff00", True)
    assert paint(fill="currentColor", color="blood").fill == "#8a1c1c"


def test_groups_pass_their_looks_on():
    outer = Looks().inherit({"fill": "blood", "stroke": "currentColor", "stroke-width": "3", "opacity": ".5"}, BOX)
    inner = outer.inherit({"fill": "inherit", "stroke-width": "1", "color": "#abc"}, BOX)
    assert Shape(SQUARE, *inner.paints(SQUARE)) == Shape(SQUARE, "#8a1c1c", Stroke("#aabbcc", 1.0))
    assert Shape(SQUARE, *outer.paints(SQUARE)) == Shape(SQUARE, "#8a1c1c", Stroke("#000000", 3.0))
    assert inner.inherit({"x": "3"}, BOX) is inner


def test_opacity_is_of_the_group():
    assert [opacity_of(attributes) for attributes in ({}, {"opacity": "30%"}, {"opacity": "7"})] == [1.0, 0.3, 1.0]


@pytest.mark.parametrize(
    ("attributes", "message", "hint"),
    [
        ({"fill": "inkk"}, 'fill "inkk" is not a colour', "did you mean ink?"),
        ({"stroke_width": "-1"}, "stroke-width is negative: -1", ""),
        ({"stroke_linecap": "rond"}, 'stroke-linecap "rond" is not known', "there are: butt, round, square"),
        ({"fill_rule": "odd"}, 'fill-rule "odd" is not known', "there are: nonzero, evenodd"),
        ({"fill_opacity": "half"}, 'fill-opacity "half" is not a number', ""),
        ({"stroke_miterlimit": "-1"}, "stroke-miterlimit is negative: -1", ""),
        ({"stroke_dasharray": "1 -2"}, "stroke-dasharray is negative: -2", ""),
        ({"color": "none"}, 'color "none" is not a colour', ""),
        ({"fill": "url(#mos)"}, 'fill: there is no gradient "mos"', "did you mean moss?"),
        (
            {"fill": "url(art.svg#moss)"},
            'fill "url(art.svg#moss)" is outside of this file',
            "only url(#id) is followed",
        ),
    ],
)
def test_wrong_attributes(attributes, message, hint):
    with pytest.raises(ArtError) as raised:
        paint(gradients={"moss": "#00ff00"}, **attributes)
    assert (raised.value.message, raised.value.hint) == (message, hint)


def test_a_missing_gradient_with_a_fallback():
    assert paint(fill="url(#moss) blood").fill == "#8a1c1c"
    assert paint(fill="url(#moss) none").fill is None


def test_gradients_in_units_of_the_box_are_placed_on_the_path():
    shading = read_gradient("linearGradient", {"x2": "0", "y2": "100%"}, TWO)
    expected = Gradient(0, 0, 0, 1, TWO, transform=(4, 0, 0, 2, 10, 20))
    assert paint(fill="url('#g')", gradients={"g": shading}).fill == expected
    assert paint(stroke="url(#g)", gradients={"g": shading}).stroke == Stroke(expected, 1)


def test_gradients_in_units_of_the_box_need_a_box():
    gradients, line = {"g": read_gradient("linearGradient", {}, TWO)}, parse_path("M0 0V9")
    assert paint(line, gradients, stroke="url(#g) blood").stroke.paint == "#8a1c1c"
    assert paint(line, gradients, stroke="url(#g) currentColor").stroke.paint == "#00ff00"
    assert paint(line, gradients, fill="url(#g)").fill is None
    with pytest.raises(ArtError) as raised:
        paint(line, gradients, stroke="url(#g)")
    assert str(raised.value) == 'stroke "url(#g)" paints nothing: a straight line has no box for its gradient'
    assert raised.value.hint == 'gradientUnits="userSpaceOnUse", or a colour behind it: url(#g) black'


def test_gradients_in_user_units():
    attributes = {"gradientUnits": "userSpaceOnUse", "cx": "1cm", "cy": "2", "r": "3", "gradientTransform": "scale(2)"}
    shading = read_gradient("radialGradient", attributes, TWO)
    assert shading.paint_for(SQUARE) == Gradient(10, 2, 10, 2, TWO, 3, parse_transform("scale(2)"))


@pytest.mark.parametrize(
    ("tag", "attributes", "stops", "source"),
    [
        ("linearGradient", {}, (), None),
        ("linearGradient", {}, TWO[:1], "#000000"),
        ("linearGradient", {"x2": "0"}, TWO, "#ffffff"),
        ("radialGradient", {"r": "0"}, TWO, "#ffffff"),
    ],
)
def test_gradients_that_are_none(tag, attributes, stops, source):
    assert read_gradient(tag, attributes, stops) == source


def test_stops_never_go_back():
    stops = [Stop(0.5, "#000000"), Stop(0.2, "#111111"), Stop(1, "#222222")]
    assert [stop.offset for stop in read_gradient("linearGradient", {}, stops).gradient.stops] == [0.5, 0.5, 1]


def test_a_stop():
    assert read_stop({"offset": "30%", "stop-color": "blood"}, PALETTE) == Stop(0.3, "#8a1c1c")
    assert read_stop({}, PALETTE) == Stop(0, "#000000")


@pytest.mark.parametrize(
    ("attributes", "opacity"),
    [
        ({"stop-opacity": ".5"}, 0.5),
        ({"stop-opacity": "50%", "stop-color": "rgba(0, 0, 0, .5)"}, 0.25),
        ({"stop-color": "#00000033"}, 0.2),
        ({"stop-color": "transparent"}, 0.0),
    ],
)
def test_stops_that_something_is_seen_through(attributes, opacity):
    assert read_stop(attributes, PALETTE) == Stop(0, "#000000", opacity)


@pytest.mark.parametrize(
    ("read", "error", "message", "hint"),
    [
        (
            lambda: read_stop({"stop-color": "none"}, PALETTE),
            ArtError,
            'stop-color "none" is not a colour',
            "transparent, or stop-opacity",
        ),
        (lambda: read_stop({"offset": "x"}, PALETTE), ArtError, 'offset "x" is not a number', ""),
        (
            lambda: read_gradient("linearGradient", {"spreadMethod": "again"}, TWO),
            ArtError,
            'spreadMethod "again" is not known',
            "there are: pad, reflect, repeat",
        ),
        (
            lambda: read_gradient("linearGradient", {"gradientUnits": "user"}, TWO),
            ArtError,
            'gradientUnits "user" is not known',
            "there are: objectBoundingBox, userSpaceOnUse",
        ),
        (
            lambda: read_gradient("linearGradient", {"gradientTransform": "turn(3)"}, TWO),
            ArtError,
            'gradientTransform: there is no "turn"',
            "there are: matrix, rotate, scale, skewX, skewY, translate",
        ),
    ],
)
def test_gradients_that_are_wrong(read, error, message, hint):
    with pytest.raises(error) as raised:
        read()
    assert (raised.value.message, raised.value.hint) == (message, hint)
