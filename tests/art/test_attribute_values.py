"""Art of one shape in a box of another."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.art.attribute_values import ArtError, fit

sizes = st.floats(0.1, 1000)
fractions = st.floats(0, 1)


@given(sizes, sizes, sizes, sizes, fractions, fractions)
@settings(max_examples=150)
def test_contained_art_stays_inside_and_touches(box_w, box_h, art_w, art_h, align_x, align_y):
    x, y, w, h = fit(box_w, box_h, art_w, art_h, "contain", align_x, align_y)
    assert 0 <= x <= x + w <= box_w * (1 + 1e-9)
    assert 0 <= y <= y + h <= box_h * (1 + 1e-9)
    assert w == box_w or h == box_h
    assert w / h == pytest.approx(art_w / art_h)


@given(sizes, sizes, sizes, sizes, fractions, fractions)
@settings(max_examples=150)
def test_covering_art_leaves_no_gap(box_w, box_h, art_w, art_h, align_x, align_y):
    x, y, w, h = fit(box_w, box_h, art_w, art_h, "cover", align_x, align_y)
    assert x <= 0
    assert y <= 0
    assert x + w >= box_w * (1 - 1e-9)
    assert y + h >= box_h * (1 - 1e-9)
    assert w == box_w or h == box_h
    assert w / h == pytest.approx(art_w / art_h)


@pytest.mark.parametrize(
    ("how", "align", "placed"),
    [
        ("contain", (0.5, 0.5), (0, 5, 20, 10)),
        ("contain", (0.5, 0.0), (0, 0, 20, 10)),
        ("contain", (0.5, 1.0), (0, 10, 20, 10)),
        ("cover", (0.5, 0.5), (-10, 0, 40, 20)),
        ("cover", (0.0, 0.5), (0, 0, 40, 20)),
        ("cover", (1.0, 0.5), (-20, 0, 40, 20)),
        ("stretch", (0.5, 0.5), (0, 0, 20, 20)),
    ],
)
def test_where_a_wide_picture_goes_in_a_square(how, align, placed):
    assert fit(20, 20, 200, 100, how, *align) == placed


def test_an_unknown_way_to_fit():
    with pytest.raises(ArtError) as raised:
        fit(1, 1, 1, 1, "contains")
    assert (raised.value.message, raised.value.hint) == ('fit "contains" is not known', "did you mean contain?")
