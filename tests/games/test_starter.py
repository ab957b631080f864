"""Owl Light, the game that `pnp new` copies: its cards are told apart by the numbers that are printed on them."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from nightly import every
from pdf_reader import white_beside
from saying import Run

from pnp.build.pipeline import build
from pnp.load import find_project
from pnp.model.options import Options

REPOSITORY = Path(__file__).parents[2]
DATA = Path("card_data/starter")


@pytest.fixture
def owl_light(tmp_path: Path) -> Path:
    for folder in (DATA, "layouts/starter", "layouts/shared"):
        shutil.copytree(REPOSITORY / folder, tmp_path / folder)
    return tmp_path


def test_a_number_that_stands_twice_is_named(owl_light: Path, pnp: Run) -> None:
    creatures = owl_light / DATA / "creatures.yaml"
    creatures.write_text(creatures.read_text("utf-8").replace("number: 2\n", "number: 1\n"), encoding="utf-8")
    said = pnp("check", "starter")
    assert said.code == 1
    assert any("PNP512 rule=numbers value=1 pieces='hare, toad'" in line for line in said.facts)


def test_visitors_of_the_night_have_a_hundred_of_their_own(owl_light: Path, pnp: Run) -> None:
    night = owl_light / DATA / "night.yaml"
    night.write_text(night.read_text("utf-8").replace("number: 101\n", "number: 1\n"), encoding="utf-8")
    said = pnp("check", "starter", "--with", "night")
    assert any("PNP512 rule=numbers value=1 pieces='hare, bat'" in line for line in said.facts)


@pytest.mark.parametrize("sides", every(3, ["duplex", "fronts", "fold"]))
@pytest.mark.parametrize("game", ["starter", "french-deck"])
def test_a_slip_of_the_knife_leaves_no_white_edge(game: str, sides: str, tmp_path: Path) -> None:
    """Grounds of full ink go beyond the cut, on as few sheets of paper as without."""
    options = Options(game, ink="full", sides=sides, marks="none", instructions=False)
    built = build(find_project(REPOSITORY), options, tmp_path)
    assert [str(problem) for problem in built.problems] == []
    cut = [
        sheet
        for sheet in built.sheets
        if sheet.placements and built.edition.components[sheet.placements[0].face.label.split("/")[0]].format.is_cut
    ]
    assert [sheet.label for sheet in cut if sheet.bleed is None] == []
    assert white_beside(built.files[0], built.sheets) == []
    plain = build(find_project(REPOSITORY), replace(options, bleed="no"), tmp_path)
    assert plain.papers == built.papers
