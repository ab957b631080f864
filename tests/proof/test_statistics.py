"""Plots of what pieces say."""

from typing import Any

from pnp.proof.editions import EditionChoice
from pnp.proof.pictures import Pictures
from pnp.proof.session import ProofSession
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
