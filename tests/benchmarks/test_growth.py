"""Who makes how large a deck, and what is written down of it."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

pytest.importorskip("resource", reason="costs are measured on Linux and macOS")

import growth
from measure import Cost
from report import Result

Made = dict[tuple[str, int], Result]
COSTS = {  # seconds and megabytes a card
    "pnp": (0.0001, 0.0001),
    "typst": (0.0002, 0.0001),
    "weasyprint": (0.05, 0.0001),
    "pillow": (0.0001, 1e6),
}


def faked(players: Mapping[int, Sequence[str]], rounds: int, folder: Path) -> Made:
    made: Made = {}
    for n, names in players.items():
        for name in names:
            seconds, megabytes = COSTS.get(name, (0.0, 0.0))
            costs = (Cost(n * seconds, n * seconds, n * megabytes, 1.0),) if seconds else ()
            made[name, n] = Result(costs, "" if costs else "not installed")
    return made


@pytest.fixture(autouse=True)
def no_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "contest", faked)


def test_who_takes_long_or_much_memory_makes_no_larger_deck(tmp_path: Path) -> None:
    points = growth.grown(["pnp", "typst", "chromium", "weasyprint", "pillow"], {}, 1, tmp_path)
    assert {name: list(times) for name, times in points.items()} == {
        "pnp": [77, 770, 7700, 77_000],
        "typst": [77, 770, 7700, 77_000],
        "weasyprint": [77, 770],
        "pillow": [77],
    }


def test_times_are_multiples_of_ours_for_the_smallest_deck(tmp_path: Path) -> None:
    points = growth.grown(["pnp", "typst"], {}, 1, tmp_path)
    assert points["pnp"][7700] == pytest.approx(100) and points["typst"][77] == pytest.approx(2)


def test_decks_made_already_are_not_made_again(tmp_path: Path) -> None:
    already = {("pnp", 77): Result((Cost(0.77, 1.0, 1.0, 1.0),))}
    assert growth.grown(["pnp", "typst"], already, 1, tmp_path)["typst"][77] == pytest.approx(0.02)


def test_it_is_written_under_the_names_that_are_read(tmp_path: Path) -> None:
    growth.save({"pnp": {77: 1.0, 770: 1.23456}, "rl_raw": {77: 123.456}}, tmp_path / "growth.json")
    written = json.loads((tmp_path / "growth.json").read_text(encoding="utf-8"))
    assert written == {"pnp": {"77": 1.0, "770": 1.23}, "reportlab's bare canvas": {"77": 123.0}}
