"""Hidden Wolves on paper: as many tokens as the facts count, by size, and one page of rules."""

import json
from pathlib import Path
from typing import Any

import pytest
from nightly import every
from pdf_reader import read_pages, sizes_of, texts
from saying import Run

from pnp.build.pipeline import build
from pnp.build.results import Result
from pnp.load import find_project
from pnp.model.options import Options

REPOSITORY = Path(__file__).parents[2]
SIZES = {"token": (30.0, 30.0), "tree": (60.0, 60.0), "row": (20.0, 60.0)}


def printed(folder: Path, **asked: Any) -> Result:
    built = build(find_project(REPOSITORY), Options("hidden-wolves", **asked), folder)
    assert [str(problem) for problem in built.problems if problem.code != "PNP404"] == []
    return built


@pytest.mark.parametrize("sides", every(3, ["fronts", "duplex", "fold"]))
@pytest.mark.parametrize(
    ("modules", "tokens", "others"), [((), 15, {}), (("base-set",), 15 + 60, {"tree": 3, "row": 5, "token": 1})]
)
def test_everything_is_cut_out(
    modules: tuple[str, ...], tokens: int, others: dict[str, int], sides: str, tmp_path: Path
) -> None:
    """Towers are built by the backs of tokens, so a build of fronts prints these, too; the start stone is as large."""
    built = printed(tmp_path, modules=modules, sides=sides, marks="lines")
    outlines = [box for page in read_pages(built.files[0]) for box in page.outlines]
    once = {name: count * (1 if sides == "fronts" else 2) for name, count in others.items()}
    assert sizes_of(outlines, SIZES) == {**once, "token": once.get("token", 0) + 2 * tokens}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("ink", every(3, ["low", "full", "black"]))
def test_the_rules_are_one_page(ink: str, language: str, tmp_path: Path) -> None:
    built = printed(tmp_path, language=language, ink=ink, only=("rules",), instructions=False)
    (page,) = texts(built.files[0])
    words = {
        "en": ["row marker. The first player takes the start stone", "Triqueta, whose rules you need"],
        "de": ["Reihenmarker je Person beginnt eine Reihe", "nimmt den Startstein", "dessen Regeln ihr braucht"],
    }
    assert [said for said in words[language] if said not in " ".join(page.split())] == []


@pytest.mark.parametrize("players", range(2, 6))
def test_four_towers(players: int, pnp: Run) -> None:
    said = pnp("setup", "hidden-wolves", "--players", str(players), "--with", "base-set", "--json")
    assert said.code == 0, said
    zones = {zone["id"]: zone["count"] for zone in json.loads(said.out)["zones"]}
    assert sum(count for id, count in zones.items() if id in ("bottoms", "uppers", "current")) == 75
    assert (zones["bottoms"], zones["uppers"]) == (15, 45)
