"""SVG's basic shapes → paths."""

import pytest

from pnp.layout.art.paths import parse_path, path_bounds, rounded_rect, shape_path
from pnp.layout.art.values import ArtError, Viewport
from pnp.model.game import Format, Outline
from pnp.model.outline import outline_path


@pytest.mark.parametrize(
    ("tag", "attributes", "d"),
    [
        ("rect", {"width": "3", "height": "4"}, "M0 0h3v4h-3z"),
        ("rect", {"x": "1mm", "y": "1cm", "width": "1in", "height": "72pt"}, "M1 10H26.4V35.4H1z"),
        ("rect", {"width": "0", "height": "4"}, ""),
        ("line", {"x2": "3"}, "M0 0H3"),
        ("polyline", {"points": "1,2 3-4.5.5,6"}, "M1 2L3-4.5L.5 6"),
        ("polygon", {"points": " 1 2 3 4 , 5 6 "}, "M1 2L3 4L5 6z"),
        ("polygon", {"points": ""}, ""),
        ("circle", {"r": "0"}, ""),
        ("path", {"d": "M1 1h2"}, "M1 1h2"),
    ],
)
def test_shapes_are_paths(tag, attributes, d):
    expected = parse_path(d)
    found = shape_path(tag, attributes)
    assert [segment[0] for segment in found] == [segment[0] for segment in expected]
    for one, other in zip(found, expected, strict=True):
        assert one[1:] == pytest.approx(other[1:])


@pytest.mark.parametrize(
    ("tag", "attributes", "box", "kinds"),
    [
        ("circle", {"cx": "5", "cy": "6", "r": "2"}, (3, 4, 7, 8), "MCCCCZ"),
        ("ellipse", {"rx": "2", "ry": "1"}, (-2, -1, 2, 1), "MCCCCZ"),
        ("ellipse", {"rx": "2"}, (-2, -2, 2, 2), "MCCCCZ"),
        ("rect", {"width": "10", "height": "6", "rx": "1"}, (0, 0, 10, 6), "MLCLCLCLCZ"),
        ("rect", {"width": "10", "height": "6", "rx": "99"}, (0, 0, 10, 6), "MCCCCZ"),
        ("rect", {"width": "10", "height": "6", "ry": "3"}, (0, 0, 10, 6), "MLCCLCCZ"),
        ("rect", {"width": "10", "height": "6", "rx": "0", "ry": "3"}, (0, 0, 10, 6), "MLLLZ"),
    ],
)
def test_round_shapes_fill_their_box(tag, attributes, box, kinds):
    path = shape_path(tag, attributes)
    assert path_bounds(path) == pytest.approx(box)
    assert "".join(segment[0] for segment in path) == kinds


def test_circles_and_ellipses_go_clockwise_from_three_o_clock():
    for tag, attributes in (("circle", {"r": "2"}), ("ellipse", {"rx": "2", "ry": "2"})):
        path = shape_path(tag, {"cx": "5", "cy": "6", **attributes})
        assert [segment[-2:] for segment in path[:-1]] == [(7, 6), (5, 8), (3, 6), (5, 4), (7, 6)]


@pytest.mark.parametrize(
    ("tag", "attributes", "attribute", "message"),
    [
        ("rect", {"height": "4"}, "width", "rect needs width"),
        ("rect", {"width": "-3", "height": "4"}, "width", "width is negative: -3"),
        ("rect", {"width": "3", "height": "4 furlongs"}, "height", 'height "4 furlongs" is not a length'),
        ("rect", {"width": "50%", "height": "4"}, "width", 'width "50%" is not a length'),
        ("rect", {"width": "9" * 12, "height": "4"}, "width", 'width "999999999999" is too large'),
        ("rect", {"width": "9" * 400, "height": "4"}, "width", f'width "{"9" * 39}…" is not a length'),
        ("rect", {"width": "3", "height": "4", "rx": "-1"}, "rx", "rx is negative: -1"),
        ("circle", {"cx": "1"}, "r", "circle needs r"),
        ("ellipse", {"cx": "1"}, "rx", "ellipse needs rx"),
        ("polygon", {}, "points", "polygon needs points"),
        ("polyline", {"points": "1 2 3"}, "points", "points: the last of 3 numbers has no partner"),
        ("polyline", {"points": "1 2 x"}, "points", "points: expected a number at character 4, found ' '"),
        ("path", {}, "d", "path needs d"),
        ("path", {"d": "M1 2L"}, "d", "d: expected a number after 'L' at character 6, found the end"),
    ],
)
def test_wrong_values_name_their_attribute(tag, attributes, attribute, message):
    with pytest.raises(ArtError) as raised:
        shape_path(tag, attributes)
    assert (raised.value.attribute, str(raised.value)) == (attribute, message)


def test_lengths_mean_what_the_caller_says():
    length = Viewport(200, 100).length
    path = shape_path("rect", {"x": "10%", "y": "10%", "width": "2px", "height": "1in"}, length)
    assert path_bounds(path) == (20, 10, 22, 106)


@pytest.mark.parametrize(
    ("format", "box", "kinds"),
    [
        (Format(63, 88), (0, 0, 63, 88), "MLLLZ"),
        (Format(63, 88, Outline.ROUNDED, corner=3), (0, 0, 63, 88), "MLCLCLCLCZ"),
        (Format(30, 30, Outline.CIRCLE), (0, 0, 30, 30), "MCCCCZ"),
        (Format(30, 34, Outline.HEXAGON), (0, 0, 30, 34), "MLLLLLZ"),
    ],
)
def test_outlines_reach_from_0_to_the_format(format, box, kinds):
    path = outline_path(format)
    assert path_bounds(path) == pytest.approx(box)
    assert "".join(segment[0] for segment in path) == kinds


def test_rounded_rects_have_straight_corners_without_a_radius():
    assert rounded_rect(1, 2, 3, 4, 0, 5) == parse_path("M1 2h3v4h-3z")
