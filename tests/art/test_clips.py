"""Several paths → the outline around them all."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.art.clips import Budget, Clip, reverse_path, union
from pnp.art.paths import parse_path, path_bounds


@pytest.mark.parametrize(
    ("d", "turned"),
    [
        ("M1 1h2v2z", "M3 3V1H1z"),
        ("M1 1L2 2L3 1", "M3 1L2 2L1 1"),
        ("M0 0C1 2 3 4 5 6L7 8", "M7 8L5 6C3 4 1 2 0 0"),
        ("M0 0H1zM5 5V6", "M1 0H0zM5 6V5"),
        ("M4 4z", "M4 4z"),
    ],
)
def test_paths_turn_round(d, turned):
    path = parse_path(d)
    assert reverse_path(path) == parse_path(turned)
    assert path_bounds(reverse_path(path)) == pytest.approx(path_bounds(path))


def join(*parts, budget=1_000_000):
    return union([Clip(parse_path(d), evenodd) for d, evenodd in parts], Budget(budget))


SQUARE, OTHER_WAY, BOW = "M0 0H2V2H0z", "M1 1V3H3V1z", "M0 0L4 4V0L0 4z"


def test_a_union_turns_all_paths_the_same_way():
    clockwise, other = parse_path(SQUARE), parse_path(OTHER_WAY)
    assert join((SQUARE, False), (OTHER_WAY, False)) == Clip((*clockwise, *reverse_path(other)))
    assert join((SQUARE, True), (OTHER_WAY, False)) == Clip((*clockwise, *reverse_path(other)))
    assert join((SQUARE + "M5 5V6H6V5z", True), (OTHER_WAY, False)) == Clip(
        (*clockwise, *reverse_path(parse_path("M5 5V6H6V5z")), *reverse_path(other))
    )
    assert join((OTHER_WAY, True)) == Clip(other, True)
    assert join() == Clip(())


def test_curves_have_a_sense_of_turning():
    clockwise, other = "M0-1A1 1 0 0 1 0 1A1 1 0 0 1 0-1z", "M0-1A1 1 0 0 0 0 1A1 1 0 0 0 0-1z"
    assert join((other, False), (clockwise, False)) == Clip(reverse_path(parse_path(other)) + parse_path(clockwise))


def test_what_turns_both_ways_becomes_the_trapezoids_it_covers():
    bow, bar = "M0 0L4 4V0L0 4z", "M0 1H4V3H0z"
    above, below = "M0 0H0L1 1H0zM4 0H4V1H3z", "M0 3H1L0 4H0zM3 3H4V4H4z"
    assert join((bow, False), (bar, False)) == Clip(parse_path(f"{above}M0 1H4V3H0z{below}"))
    assert join((bow, True), (bar, True)) == join((bow, False), (bar, False))


def test_joining_has_a_limit():
    assert join((SQUARE, False), (OTHER_WAY, False), budget=1) is None
    assert join((BOW, False), (SQUARE, False), budget=12) is None
    assert join(("M0 0L4 4V0L0 4z" * 400, False), *[("M0 1L4 5V1L0 5z" * 400, False)] * 9, budget=100_000) is None


def has_inside(clip, x, y):
    """Tell whether a point is inside of closed polygons, by the edges that a line from it to the right crosses."""
    winding, points = 0, []
    for segment in clip.path:
        if segment[0] != "Z":
            points = [segment[1:]] if segment[0] == "M" else [*points, segment[1:]]
            continue
        for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
            if (y1 <= y) != (y2 <= y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                winding += 1 if y2 > y1 else -1
    return winding % 2 == 1 if clip.evenodd else winding != 0


corners = st.tuples(st.integers(0, 6).map(float), st.integers(0, 6).map(float))
polygons = st.lists(corners, min_size=3, max_size=7).map(
    lambda points: (("M", *points[0]), *(("L", *point) for point in points[1:]), ("Z",))
)
paths = st.lists(polygons, min_size=1, max_size=2).map(
    lambda parts: tuple(segment for part in parts for segment in part)
)


@pytest.mark.nightly(examples=75)
@given(st.lists(st.builds(Clip, paths, st.sampled_from([False, False, False, True])), min_size=2, max_size=4))
@settings(max_examples=300)
def test_a_union_leaves_what_any_of_its_parts_leaves(clips):
    whole = union(clips, Budget())
    for x, y in product([n + 0.37 for n in range(6)], [n + 0.59 for n in range(6)]):
        assert has_inside(whole, x, y) == any(has_inside(clip, x, y) for clip in clips)


@pytest.mark.nightly(examples=75)
@given(polygons)
@settings(max_examples=300)
def test_a_path_that_turns_round_leaves_the_same(path):
    for x, y in product([n + 0.37 for n in range(6)], [n + 0.59 for n in range(6)]):
        assert has_inside(Clip(reverse_path(path)), x, y) == has_inside(Clip(path), x, y)
