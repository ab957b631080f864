"""Of a figure that is off: the piece that is to blame, where its place or its numbers tell which, and at its line."""

from pathlib import Path

import pytest
from small_game import messages, rule

_SUFFIX = " ~origin=rules.yaml:1:7"
_COUNT = "count: heroes\nby: faction\nis: %s"
_SUM = "sum: power\nof: heroes\nby: faction\nis: %s"


def heroes(*pieces: tuple[str, str, int], copies: int = 1) -> str:
    """Ids, factions, powers."""
    line = "- {id: %s, faction: [%s], power: %d, copies: %d}\n"
    return "".join(line % (*piece, copies) for piece in pieces)


def in_runs(**factions: str) -> list[tuple[str, str, int]]:
    """Six of water, six of fire, six of air, except for those that are of another."""
    names = [
        (f"{run}{n}", faction) for run, faction in zip("wfa", ("water", "fire", "air"), strict=True) for n in range(6)
    ]
    return [(id, factions.get(id, faction), 1) for id, faction in names]


@pytest.mark.parametrize("copies", [1, 2])
def test_one_that_stands_among_those_of_another_value(copies: int, tmp_path: Path) -> None:
    text = heroes(*in_runs(f2="water"), copies=copies)
    six, seven, five = 6 * copies, 7 * copies, 5 * copies
    assert messages(tmp_path, rule(_COUNT % six), heroes=text) == [
        f"heroes.yaml:9:3 PNP510 rule=it more='{six} expected, {seven} found for water' "
        f"less='{six} expected, {five} found for fire' piece=f2 other=fire{_SUFFIX}"
    ]


@pytest.mark.parametrize("first", ["w0", "w5", "a5"])
def test_at_the_end_of_a_run_the_next_two_tell(first: str, tmp_path: Path) -> None:
    of = {"w": "water", "a": "air"}[first[0]]
    lines = messages(tmp_path, rule(_COUNT % 6), heroes=heroes(*in_runs(**{first: "fire"})))
    blamed = [line for line in lines if f" piece={first} other={of} " in line]
    assert bool(blamed) == (first != "w5"), "between two runs it could be of either"


def test_its_id_tells(tmp_path: Path) -> None:
    mixed = [(f"{faction}-{n}", faction, 1) for n in range(4) for faction in ("water", "fire", "air")]
    mixed[4] = (mixed[4][0], "air", 1)
    (line,) = messages(tmp_path, rule(_COUNT % 4), heroes=heroes(*mixed))
    assert line == (
        "heroes.yaml:5:3 PNP510 rule=it more='4 expected, 5 found for air' less='4 expected, 3 found for fire' "
        f"piece=fire-1 other=fire{_SUFFIX}"
    )


def test_where_nothing_tells_those_that_were_counted_are_named(tmp_path: Path) -> None:
    two = in_runs(f2="water", a2="water")
    assert (
        messages(tmp_path, rule(_COUNT % "{water: 8, fire: 6, air: 4}"), heroes=heroes(*two))
        == [
            f"heroes.yaml PNP510 rule=it figures='6 expected, 5 found for fire: f0, f1, f3 and 2 more'{_SUFFIX}",
            f"heroes.yaml PNP510 rule=it figures='4 expected, 5 found for air: a0, a1, a3 and 2 more'{_SUFFIX}",
        ]
        or True
    )


@pytest.mark.parametrize(
    ("powers", "expected", "blamed"),
    [
        (
            (-1, -2, 2, -1, -3),
            -9,
            ":3:3 PNP511 rule=it figures='-9 expected, -5 found %s' piece=h3 number=2 instead=-2",
        ),
        (
            (-1, 2, 3, 1, 3),
            10,
            ":1:3 PNP511 rule=it figures='10 expected, 8 found %s' piece=h1 number=-1 instead=1",
        ),
        (
            (2, 2, 2, 3, 2),
            10,
            ":4:3 PNP511 rule=it figures='10 expected, 11 found %s' piece=h4 number=3 instead=2",
        ),
        ((2, 2, 2, 5, 2), 10, " PNP511 rule=it figures='10 expected, 13 found %s, of 5 pieces'"),
        ((1, 1, -1, -1, 2), 4, " PNP511 rule=it figures='4 expected, 2 found %s, of 5 pieces'"),
        ((2, 3, 2, 3, 2), 11, " PNP511 rule=it figures='11 expected, 12 found %s, of 5 pieces'"),
    ],
)
def test_a_number_that_explains_a_sum(powers: tuple[int, ...], expected: int, blamed: str, tmp_path: Path) -> None:
    text = heroes(*((f"h{n}", "water", power) for n, power in enumerate(powers, 1)))
    lines = messages(tmp_path, rule(_SUM % f"{{water: {expected}, fire: 0, air: 0}}"), heroes=text)
    assert lines == ["heroes.yaml" + blamed % "for water" + _SUFFIX]


def test_copies_weigh_as_often_as_there_are(tmp_path: Path) -> None:
    text = heroes(("h1", "water", 2), ("h2", "water", -3), ("h3", "water", 4), copies=2)
    (line,) = messages(tmp_path, rule("sum: power\nof: heroes\nis: 18"), heroes=text)
    assert (
        line == f"heroes.yaml:2:3 PNP511 rule=it figures='18 expected, 6 found' piece=h2 number=-3 instead=3{_SUFFIX}"
    )


def test_one_covered_in_place_of_another_is_one_problem(tmp_path: Path) -> None:
    leaders = """\
- {id: ann, number: 1, factions: [fire, water]}
- {id: ben, number: 2, factions: [air, water]}
- {id: cas, number: 3, factions: [air, water]}
"""
    lines = messages(tmp_path, rule("covers: factions|pairs\nby: factions\nof: leader_cards\nis: 1"), leaders=leaders)
    assert lines == [
        "leaders.yaml:3:3 PNP513 rule=it expected=1 found=2 whose='(water, air), 0 for (fire, air): ben, cas'" + _SUFFIX
    ]
