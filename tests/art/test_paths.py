"""Path data and basic shapes → absolute segments, and the box around them."""

import math
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.art import paths as path_data
from pnp.art.attribute_values import ArtError, Viewport
from pnp.art.paths import parse_path, path_bounds, rounded_rect, shape_path
from pnp.model.display import Path
from pnp.model.game import Format, Outline
from pnp.model.geometry import outline_path, path_box

coordinates = st.floats(-1e6, 1e6, allow_nan=False).map(float)
curves = st.tuples(st.just("C"), *[coordinates] * 6)
lines = st.tuples(st.just("L"), coordinates, coordinates)
moves = st.tuples(st.just("M"), coordinates, coordinates)
subpaths = st.tuples(moves, st.lists(st.one_of(lines, curves), max_size=4), st.sampled_from(((), (("Z",),)))).map(
    lambda parts: (parts[0], *parts[1], *parts[2])
)
paths = st.lists(subpaths, max_size=4).map(lambda parts: tuple(segment for part in parts for segment in part))


def write(path: Path) -> str:
    return " ".join(str(part) for segment in path for part in segment)


@pytest.mark.nightly(examples=50)
@given(paths)
@settings(max_examples=200)
def test_what_is_written_is_read_back(path):
    assert parse_path(write(path)) == path


@pytest.mark.parametrize(
    ("d", "absolute"),
    [
        ("M1 2L3 4", "M 1 2 L 3 4"),
        ("m1 2 3 4-1-1", "M 1 2 L 4 6 L 3 5"),
        ("M1,2,3,4", "M 1 2 L 3 4"),
        ("M.5.5l1e1-.5E1", "M .5 .5 L 10.5 -4.5"),
        ("M1 1h2v3H0V0", "M 1 1 L 3 1 L 3 4 L 0 4 L 0 0"),
        ("M1 1h2 3", "M 1 1 L 3 1 L 6 1"),
        ("M0 0c1 0 2 1 2 2s1 2 2 2", "M 0 0 C 1 0 2 1 2 2 C 2 3 3 4 4 4"),
        ("M0 0s1 2 2 2", "M 0 0 C 0 0 1 2 2 2"),
        ("M0 0Q3 0 3 3", "M 0 0 C 2 0 3 1 3 3"),
        ("M0 0q3 0 3 3t3 3", "M 0 0 C 2 0 3 1 3 3 C 3 5 4 6 6 6"),
        ("M0 0Q3 0 3 3s0 1 1 1", "M 0 0 C 2 0 3 1 3 3 C 3 3 3 4 4 4"),
        ("M1 1h2zh3", "M 1 1 L 3 1 Z M 1 1 L 4 1"),
        ("M1 1h2zm1 1h1", "M 1 1 L 3 1 Z M 2 2 L 3 2"),
        ("M1 1A0 5 0 0 1 4 4", "M 1 1 L 4 4"),
        ("M1 1A5 5 0 0 1 1 1L2 2", "M 1 1 L 2 2"),
        (" \n", ""),
    ],
)
def test_every_command_becomes_absolute(d, absolute):
    assert parse_path(d) == parse_path(absolute)
    assert {segment[0] for segment in parse_path(d)} <= set("MLCZ")


def test_numbers_of_a_quarter_circle():
    """The handles of a quarter of the unit circle reach 0.5523."""
    (_, (_, *numbers)) = parse_path("M1 0A1 1 0 0 1 0 1")
    assert numbers == pytest.approx([1, 0.5523, 0.5523, 1, 0, 1], abs=1e-4)


@pytest.mark.parametrize("compact", ["M0 0a25 25-30 01 50-25", "M0 0a25 25 -30 0 1 50 -25", "M0,0a25,25,-30,0,150-25"])
def test_arc_flags_need_no_separators(compact):
    assert parse_path(compact) == parse_path("M0 0 A 25 25 -30 0 1 50 -25")


@pytest.mark.parametrize(("large", "sweep"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_points_of_an_arc_lie_on_its_circle(large, sweep):
    """From (5, 0) to (0, 5) with radius 5: about the origin, or about (5, 5)."""
    path = parse_path(f"M5 0A5 5 0 {large} {sweep} 0 5")
    centre = (0, 0) if large != sweep else (5, 5)
    assert len(path) == 1 + (3 if large else 1)
    assert [math.dist(centre, segment[-2:]) for segment in path] == pytest.approx([5] * len(path))
    left, top, right, bottom = path_bounds(path)
    sides = {(0, 1): (0, 0, 5, 5), (0, 0): (0, 0, 5, 5), (1, 0): (-5, -5, 5, 5), (1, 1): (0, 0, 10, 10)}
    assert (left, top, right, bottom) == pytest.approx(sides[large, sweep], abs=2e-3)


def test_arcs_that_are_too_small_grow():
    assert path_bounds(parse_path("M0 0A1 1 0 0 1 10 0")) == pytest.approx((0, -5, 10, 0), abs=2e-3)


@given(*[st.floats(-1e3, 1e3)] * 5, st.booleans(), st.booleans())
@settings(max_examples=100)
def test_arcs_arrive(rx, ry, turn, x, y, large, sweep):
    path = parse_path(f"M0 0A{rx!r} {ry!r} {turn!r} {large:d} {sweep:d} {x!r} {y!r}")
    assert path[-1][-2:] == (x, y)
    assert all(math.isfinite(number) for segment in path for number in segment[1:])


@pytest.mark.parametrize(
    ("d", "message"),
    [
        ("M0 0C1 2 3 4 5 x", "expected a number after 'C' at character 16, found 'x'"),
        ("M0 0L1", "expected a number after 'L' at character 7, found the end"),
        ("M0 0L1 2 3", "expected a number after 'L' at character 11, found the end"),
        ("L1 2", "expected M or m at character 1, found 'L'"),
        ("M1 2b", "expected a command after 'M' at character 5, found 'b'"),
        ("M1 2 , 3,,4", "expected a number after 'M' at character 10, found ','"),
        ("M,1 2", "expected a number after 'M' at character 2, found ','"),
        ("M0 0z1 2", "expected a command after 'z' at character 6, found '1'"),
        ("M0 0A5 5 0 2 1 3 3", "expected 0 or 1 after 'A' at character 12, found '2'"),
        ("M0 1e400", "the number at character 4 is too large"),
    ],
)
def test_wrong_data_says_what_was_expected_and_where(d, message):
    with pytest.raises(ValueError) as raised:
        parse_path(d)
    assert str(raised.value) == message


@given(st.text(alphabet="MmLlHhVvCcSsQqTtAaZz0123456789.,-+eE \nx", max_size=40))
@settings(max_examples=300)
def test_any_text_gives_a_path_or_a_message(text):
    try:
        path = parse_path("M0 0" + text)
    except ValueError as error:
        assert str(error)
    else:
        assert path[0][0] == "M"


@pytest.mark.parametrize(
    ("d", "box"),
    [
        ("", (0, 0, 0, 0)),
        ("M9 9", (0, 0, 0, 0)),
        ("M9 9M1 2L3 5", (1, 2, 3, 5)),
        ("M5 5z", (5, 5, 5, 5)),
        ("M0 0C0 4 4 4 4 0", (0, 0, 4, 3)),
        ("M0 0C4 0-4 4 0 4", (-1.1547, 0, 1.1547, 4)),
        ("M0 0C1 0 3 4 4 4", (0, 0, 4, 4)),
        ("M1 1h3v3zM0 2L2 2", (0, 1, 4, 4)),
    ],
)
def test_the_box_holds_what_is_drawn_and_no_handles(d, box):
    assert path_bounds(parse_path(d)) == pytest.approx(box, abs=1e-3)


@given(st.tuples(*[st.floats(-100, 100)] * 8))
@settings(max_examples=100)
def test_no_point_of_a_curve_is_outside_of_its_box(n):
    left, top, right, bottom = path_bounds((("M", n[0], n[1]), ("C", *n[2:])))
    for t in (step / 20 for step in range(21)):
        x, y = (
            sum(
                w * p
                for w, p in zip(((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3), n[k::2], strict=True)
            )
            for k in (0, 1)
        )
        assert left - 1e-6 <= x <= right + 1e-6
        assert top - 1e-6 <= y <= bottom + 1e-6


numbers = st.sampled_from(("1", "-2.5", ".5", "+3", "0.25", "10", "1e1", "-.5E-1", "12345678901"))
separators = st.sampled_from((" ", ",", " , ", "", "\n", "-", ","))
letters = st.sampled_from("MmLlHhVvCcSsQqTtAaZz?")


@pytest.mark.nightly(examples=75)
@given(st.lists(st.tuples(letters, st.lists(st.tuples(numbers, separators), max_size=7)), max_size=6))
@settings(max_examples=300)
def test_read_at_a_stroke_or_number_by_number_it_is_the_same(parts):
    d = "M1 2" + "".join(letter + "".join(n + s for n, s in run) for letter, run in parts)
    at_a_stroke = path_data._plain_commands(d)
    if at_a_stroke:
        assert at_a_stroke == list(path_data._read_commands(d))


@pytest.mark.parametrize("d", ["M1 2h3v4l5 6,7-8c1 1 2 2 3 3z", " m.5.5t1 1 2 2s1 1 2 2Zl3 3 "])
def test_ordinary_paths_are_read_at_a_stroke(d):
    assert path_data._plain_commands(d)


@pytest.mark.parametrize("end", ["x", ",", "a", "1 2 3e", "A1 1 0 01 5 5"])
def test_long_paths_with_something_else_at_their_end_are_not_tried_for_ever(end):
    began = time.process_time()
    path_data._plain_commands("M0 0" + "l123456 789" * 20_000 + " 1234567" * 20_000 + end)
    assert time.process_time() - began < 2


@pytest.mark.nightly(examples=50)
@given(paths)
@settings(max_examples=200)
def test_the_rough_box_is_around_the_exact_one(path):
    drawn = [*zip(path_box(path), path_bounds(path), strict=True)]
    if any(segment[0] != "M" for segment in path):
        slack = 1e-6 * max(abs(value) for pair in drawn for value in pair)
        assert all(rough <= exact + slack for rough, exact in drawn[:2])
        assert all(rough >= exact - slack for rough, exact in drawn[2:])


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
