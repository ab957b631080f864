"""Owl Light, the game that `pnp new` copies: its cards are told apart by the numbers that are printed on them."""

import shutil
from pathlib import Path

import pytest
from saying import Run

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
    assert "PNP512 numbers: 1 is the same for hare, toad" in said.err


def test_visitors_of_the_night_have_a_hundred_of_their_own(owl_light: Path, pnp: Run) -> None:
    night = owl_light / DATA / "night.yaml"
    night.write_text(night.read_text("utf-8").replace("number: 101\n", "number: 1\n"), encoding="utf-8")
    assert "is the same for hare, bat" in pnp("check", "starter", "--with", "night").err
