"""Plots of what pieces say."""

from typing import Any

import pytest

from pnp.model.length import MM_PER_POINT
from pnp.proof.pictures import Pictures
from pnp.proof.session import EditionChoice, ProofSession
from pnp.proof.statistics import ink, statistics
from pnp.proof.wall import Wall


def wall_of(fields: list[dict[str, Any]], types: dict[str, str]) -> Wall:
    component = {"id": "foxes", "title": "Foxes", "fields": [{"name": n, "type": t} for n, t in types.items()]}
    pieces = {
        f"foxes/{n}": {"component": "foxes", "copies": 2, "fields": said, "leaves": [], "name": str(n), "id": str(n)}
        for n, said in enumerate(fields)
    }
    return Wall({}, [component], pieces, [])


def plots(wall: Wall) -> dict[str, dict[str, float]]:
    return {each["title"]: {bar["label"]: bar["value"] for bar in each["bars"]} for each in statistics(wall)["plots"]}


def test_figures_by_kinds() -> None:
    said = [{"moves": n % 3, "clan": ["red", "blue"] if n == 0 else ["red"], "name": "Fox" * (n + 1)} for n in range(8)]
    found = plots(wall_of(said, {"moves": "integer", "clan": "list", "name": "text"}))
    assert found["Pieces"] == {"Foxes": 16}
    assert found["Foxes by clan"] == {"red": 8, "blue": 1}
    assert found["Foxes by moves"] == {"0": 3, "1": 3, "2": 2}
    assert found["Foxes: moves by clan"] == {"red": 7, "blue": 0}
    assert sum(found["Foxes: length of name"].values()) == 8


def test_what_is_said_once_each_is_no_plot() -> None:
    said = [{"name": f"Fox {n}"} for n in range(8)]
    assert list(plots(wall_of(said, {"name": "text"}))) == ["Pieces", "Foxes: length of name"]


def test_names_of_files_and_numbers_of_pieces_are_no_plots() -> None:
    said: list[dict[str, Any]] = [
        {"art": f"art/fox-{n}.svg", "number": n, "clan": "red" if n % 2 else "blue"} for n in range(8)
    ]
    said[0]["hint"] = "Only one has it."
    found = plots(wall_of(said, {"art": "picture", "number": "integer", "clan": "text", "hint": "text"}))
    assert list(found) == ["Pieces", "Foxes by clan"]


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ([9, 9, 9.6, 80], {"9 pt": 2, "9.5 pt": 1, "80 pt": 1}),
        ([5, *(6 + n / 3 for n in range(60))], {"5 pt": 1, "6 pt": 2}),
    ],
)
def test_type_sizes_are_counted_in_steps_that_tell_them_apart(sizes: list[float], expected: dict[str, int]) -> None:
    wall = wall_of([{}], {})
    texts = [["name", 0, 0, 9, 9, size * MM_PER_POINT, 0] for size in sizes]
    wall.pieces["foxes/0"]["leaves"] = [{"front": {"texts": texts}, "back": None}]
    found = plots(wall)["Type size"]
    assert dict(list(found.items())[: len(expected)]) == expected
    assert sum(found.values()) == len(sizes) and len(found) <= 24


def test_few_pieces_are_only_counted() -> None:
    assert list(plots(wall_of([{"moves": 1}, {"moves": 2}], {"moves": "integer"}))) == ["Pieces"]


def test_ink_of_what_is_printed(session: ProofSession) -> None:
    wall = session.edition(EditionChoice()).wall
    assert wall is not None
    (by_kind, most) = ink(wall, Pictures(session.find))["plots"]
    assert {bar["label"] for bar in by_kind["bars"]} == {"Guests", "Rooms"}
    assert all(0 < bar["value"] < 50 for bar in by_kind["bars"])
    assert len(most["bars"]) == 4
    assert statistics(wall)["plots"][-1]["title"] == "Type size"
