"""Several paths → the outline around them all."""

import pytest

from pnp.layout.art.clips import count_subpaths, turned_round, union
from pnp.layout.art.paths import parse_path, path_bounds


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
    assert turned_round(path) == parse_path(turned)
    assert path_bounds(turned_round(path)) == pytest.approx(path_bounds(path))


def test_a_union_turns_all_paths_the_same_way():
    clockwise, other = parse_path("M0 0H2V2H0z"), parse_path("M1 1V3H3V1z")
    assert union([clockwise, other]) == (*clockwise, *turned_round(other))
    assert union([other]) == other
    assert union([]) == ()


def test_curves_have_a_sense_of_turning():
    round_the_clock = parse_path("M0-1A1 1 0 0 1 0 1A1 1 0 0 1 0-1z")
    assert union([turned_round(round_the_clock), round_the_clock])[: len(round_the_clock)] == turned_round(
        turned_round(round_the_clock)
    )


def test_subpaths_are_counted():
    assert [count_subpaths(parse_path(d)) for d in ("", "M0 0h1", "M0 0h1zM1 1h2", "M0 0h1zh1")] == [0, 1, 2, 2]
