"""SVG's transform lists → matrices, which move paths and shapes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.art.attribute_values import ArtError, parse_transform, transform_path, transform_shape, uniform_scale
from pnp.art.paths import parse_path
from pnp.model.display import IDENTITY, Gradient, Group, Shape, Stop, Stroke, apply, multiply

parts = st.floats(-100, 100)
matrices = st.tuples(*[parts] * 6)
SQUARE = parse_path("M0 0h1v1h-1z")


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("", (3, 4)),
        ("translate(10)", (13, 4)),
        ("translate(10,20)", (13, 24)),
        ("scale(2)", (6, 8)),
        ("scale(2 -1)", (6, -4)),
        ("rotate(90)", (-4, 3)),
        ("rotate(90 3 4)", (3, 4)),
        ("rotate(-90, 0, 4)", (0, 1)),
        ("skewX(45)", (7, 4)),
        ("skewY(45)", (3, 7)),
        ("matrix(1 2 3 4 5 6)", (20, 28)),
        ("translate(10 0) scale(2)", (16, 8)),
        ("scale(2),translate(10-1)", (26, 6)),
        (" rotate (90)\n translate(1)\n", (-4, 4)),
        ("rotate(90deg)", (-4, 3)),
        ("translate(10px, 20px) rotate(-90.0deg)", (14, 17)),
        ("skewX(45deg)", (7, 4)),
    ],
)
def test_transforms_move_a_point(text, point):
    assert apply(parse_transform(text), 3, 4) == pytest.approx(point)


def test_quarter_turns_are_exact():
    assert parse_transform("rotate(90)") == (0, 1, -1, 0, 0, 0)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("rotat(3)", 'transform: there is no "rotat"', "did you mean rotate?"),
        ("rotate(1 2)", "transform: rotate takes 1 or 3 numbers, found 2", ""),
        ("skewX()", "transform: skewX takes 1 number, found 0", ""),
        ("matrix(1 2)", "transform: matrix takes 6 numbers, found 2", ""),
        ("rotate(30grad)", "transform: expected a number at character 3, found 'g'", ""),
        ("rotate 30", 'transform "rotate 30" is not a list of transforms', "write translate(3 4) rotate(45)"),
        ("scale(1e9) scale(1e9)", 'transform "scale(1e9) scale(1e9)" is too large', ""),
    ],
)
def test_wrong_transforms_say_why(text, message, hint):
    with pytest.raises(ArtError) as raised:
        parse_transform(text)
    assert (raised.value.message, raised.value.hint) == (message, hint)


@given(matrices, matrices, matrices)
@settings(max_examples=100)
def test_multiplying_is_associative(a, b, c):
    assert multiply(multiply(a, b), c) == pytest.approx(multiply(a, multiply(b, c)), rel=1e-9, abs=1e-6)


@given(matrices, matrices, parts, parts)
@settings(max_examples=100)
def test_a_product_does_the_inner_matrix_first(outer, inner, x, y):
    assert apply(multiply(outer, inner), x, y) == pytest.approx(apply(outer, *apply(inner, x, y)), rel=1e-9, abs=1e-5)


@given(matrices)
@settings(max_examples=50)
def test_paths_move_point_by_point(m):
    path = parse_path("M1 2L3 4C5 6 7 8 9 10z")
    moved = transform_path(m, path)
    assert [segment[0] for segment in moved] == ["M", "L", "C", "Z"]
    assert moved[0][1:] == apply(m, 1, 2)
    assert moved[2][1:] == (*apply(m, 5, 6), *apply(m, 7, 8), *apply(m, 9, 10))


@pytest.mark.parametrize(
    ("text", "scale"),
    [("rotate(30) scale(2)", 2), ("scale(-3 3)", 3), ("scale(2 3)", None), ("skewX(10)", None), ("", 1)],
)
def test_only_even_scaling_has_a_scale(text, scale):
    assert uniform_scale(parse_transform(text)) == (None if scale is None else pytest.approx(scale))


def test_an_even_transform_is_worked_into_a_shape():
    stroke = Stroke("#123456", 1, dash=(1, 2), dash_offset=0.5)
    moved = transform_shape(parse_transform("translate(5) scale(2)"), Shape(SQUARE, None, stroke))
    assert moved == Shape(parse_path("M5 0h2v2h-2z"), None, Stroke("#123456", 2, dash=(2, 4), dash_offset=1))


def test_a_stroke_that_would_become_uneven_keeps_its_transform():
    shape = Shape(SQUARE, None, Stroke("#123456", 1))
    moved = transform_shape(parse_transform("scale(1 2)"), shape)
    assert isinstance(moved, Group)
    assert (moved.items, moved.transform) == ((shape,), (1, 0, 0, 2, 0, 0))


def test_a_fill_without_stroke_takes_any_transform():
    assert transform_shape(parse_transform("scale(1 2)"), Shape(SQUARE, "#123456")) == Shape(
        parse_path("M0 0h1v2h-1z"), "#123456"
    )


def test_gradients_move_with_their_shape():
    gradient = Gradient(0, 0, 1, 0, (Stop(0, "#000000"), Stop(1, "#ffffff")))
    moved = transform_shape((1, 0, 0, 2, 3, 4), Shape(SQUARE, gradient))
    assert moved == Shape(parse_path("M3 4h1v2h-1z"), gradient._replace(transform=(1, 0, 0, 2, 3, 4)))
    assert transform_shape(IDENTITY, moved) is moved
