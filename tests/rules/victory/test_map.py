"""What the victory map shows: regions of a grid and their borders; one map for each way in which others change it."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rival_game import edit, world_of, write_rivals

from pnp.rules.victory.map import Border, borders, regions, victory_record


def grid(drawing: str) -> list[str]:
    return drawing.split()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_rivals(tmp_path)
    return tmp_path


def recorded(root: Path, *modules: str) -> Any:
    return victory_record(world_of(root, *modules))


def winner_rows(map: Any) -> list[str]:
    """Return the first letter of who wins, row by row from the top."""
    return ["".join(str(cell["outcome"])[0] for cell in row) for row in map["rows"]]


def test_regions_are_neighbours_of_one_kind() -> None:
    found = regions(grid("aab abb aab"))
    assert [(region.kind, len(region.cells)) for region in found] == [("a", 5), ("b", 4)]
    assert [(region.kind, len(region.cells)) for region in regions(grid("ab ba"))] == [(kind, 1) for kind in "abba"]


def test_a_mark_stands_where_there_is_most_room() -> None:
    (region, *_) = regions(grid("aaaa abbb aaab aaab"))
    assert (region.x, region.y, region.side) == (2.0, 3.0, 2)
    (whole,) = regions(grid("aaaa aaaa aaaa"))
    assert (whole.x, whole.y, whole.side) == (1.5, 1.5, 3)


def test_a_mark_leaves_the_start_free() -> None:
    (region,) = regions(grid("aaaa aaaa"), (1, 0))
    assert (region.x, region.y, region.side) == (3.0, 1.0, 2)
    (small,) = regions(grid("a"), (0, 0))
    assert (small.x, small.y) == (0.5, 0.5)


def test_borders_are_long_lines() -> None:
    assert set(borders(grid("aa ab"))) == {
        Border(0, 0, 2, 0),
        Border(1, 1, 2, 1),
        Border(0, 2, 2, 2),
        Border(0, 0, 0, 2),
        Border(1, 1, 1, 2),
        Border(2, 0, 2, 2),
    }


@settings(max_examples=60)
@given(st.lists(st.text("abc", min_size=4, max_size=4), min_size=1, max_size=5))
def test_regions_cover_all_cells_and_borders_part_them(rows: list[str]) -> None:
    found = regions(rows)
    cells = [cell for region in found for cell in region.cells]
    assert len(cells) == len(set(cells)) == 4 * len(rows)
    of_cell = {cell: region for region in found for cell in region.cells}
    edges = {
        (x, y, line.x1 == line.x2)
        for line in borders(rows)
        for x in range(line.x1, max(line.x2, line.x1 + 1))
        for y in range(line.y1, max(line.y2, line.y1 + 1))
    }
    for (x, y), region in of_cell.items():
        right, below = of_cell.get((x + 1, y)), of_cell.get((x, y + 1))
        assert ((x + 1, y, True) in edges) == (right is not region)
        assert ((x, y + 1, False) in edges) == (below is not region)
        for inner in (region.x - region.side / 2 + 0.5, region.x + region.side / 2 - 0.5):
            assert (int(inner), int(region.y)) in region.cells


def test_the_map_of_two_markers(root: Path) -> None:
    record = recorded(root)
    (map,) = record["maps"]
    assert map is record["map"]
    assert winner_rows(map) == [
        "ttttttttuuuu",
        "ttttttttuuuu",
        "ttttttttuuuu",
        "tttttttwuuuu",
        "ttttttwwwaaa",
        "tttttwwwaaaa",
        "ttttwwwaaaaa",
        "tttwwwaaaaaa",
        "ttwwwaaaaaaa",
        "twwwaaaaaaaa",
        "wwwaaaaaaaaa",
        "wwaaaaaaaaaa",
    ]
    starts = [cell for row in map["rows"] for cell in row if cell["is_start"]]
    assert [(cell["x"], cell["y"], cell["across"], cell["upwards"]) for cell in starts] == [(3, 8, 4, 4)]
    said = [(each["number"], each["say"], str(each["outcome"]), each["count"]) for each in record["conditions"]]
    assert said[0] == (1, "Both markers are in the dark area.", "undead", 16)
    assert [(str(each), each["letter"], each["count"]) for each in record["outcomes"]] == [
        ("undead", "U", 16),
        ("water", "W", 24),
        ("army", "I", 52),
        ("tribes", "H", 52),
    ]
    assert [str(each["outcome"]) for each in map["regions"]] == ["tribes", "undead", "water", "army"]
    assert [step["id"] for step in record["steps"]] == ["aligned", "most-heroes", "fewest-heroes", "highest-number"]


def test_a_third_marker_makes_further_maps(root: Path) -> None:
    record = recorded(root, "golems")
    titles = [map["title"] for map in record["maps"]]
    assert titles[0] == "Golem marker 1 or Somebody is aligned with the golems: no"
    assert titles[1:] == [f"Golem marker {n}" for n in range(2, 13)]
    assert record["others"] == "Somebody is aligned with the golems: yes"
    assert winner_rows(record["maps"][0]) == winner_rows(recorded(root)["map"])
    assert winner_rows(record["maps"][3])[-3:] == ["gggwaaaaaaaa", "gggaaaaaaaaa", "gggaaaaaaaaa"]


def test_letters_are_taken_once(root: Path) -> None:
    edit(root, "game.yaml", "name: Imperial Army", "name: Hidden Army")
    letters = [each["letter"] for each in recorded(root)["outcomes"]]
    assert letters == ["U", "W", "I", "H"]  # of the Hill Tribes, then of the Hidden Army


def test_what_only_a_table_knows_is_left_open(root: Path) -> None:
    record = recorded(root)
    assert record["nobody"] == "Nobody is aligned with …. Nobody wins."
    assert record["steps"][0]["say"] == "Whose leader is aligned with …?"


def test_games_without_a_map(root: Path) -> None:
    edit(root, "victory.yaml", "map: [red, green]", "")
    record = recorded(root)
    assert (record["map"], record["maps"], len(record["conditions"])) == (None, (), 4)
