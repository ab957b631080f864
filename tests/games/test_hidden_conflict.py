"""Hidden Conflict on paper: 240 tiles and six player cards, on as few sheets as the facts say; its armies are legal."""

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
SIZES = {"tile": (25.4, 25.4), "card": (70.0, 120.0)}
ARMIES = sorted((REPOSITORY / "card_data" / "hidden-conflict" / "armies").glob("*.yaml"))


def printed(folder: Path, **asked: Any) -> Result:
    built = build(find_project(REPOSITORY), Options("hidden-conflict", **asked), folder)
    assert [str(problem) for problem in built.problems if problem.code not in ("PNP404", "PNP408")] == []
    return built


@pytest.mark.parametrize("sides", every(2, ["duplex", "fronts"]))
def test_everything_is_cut_out(sides: str, tmp_path: Path) -> None:
    built = printed(tmp_path, sides=sides, marks="lines")
    outlines = [box for page in read_pages(built.files[0]) for box in page.outlines]
    twice = 1 if sides == "fronts" else 2
    assert sizes_of(outlines, SIZES) == {"tile": twice * 240, "card": twice * 6}


@pytest.mark.parametrize("ink", every(2, ["low", "full"]))
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["6 player cards", "240 tiles, 40 a clan", "Everybody takes a clan: its player card and its 40 tiles."]),
        (
            "de",
            ["6 Spielerkarten", "240 Plättchen, je Clan 40", "Alle nehmen einen Clan: Spielerkarte und 40 Plättchen."],
        ),
    ],
)
def test_the_rules_say_what_there_is_and_who_takes_it(ink: str, language: str, said: list[str], tmp_path: Path) -> None:
    built = printed(tmp_path, language=language, ink=ink, only=("rules",), instructions=False)
    pages = [" ".join(page.split()) for page in texts(built.files[0])]
    assert len(pages) == 3
    assert [text for text in said if text not in pages[0]] == []


@pytest.mark.parametrize(("paper", "sheets"), [("a4", 4), ("letter", 3)])
def test_tiles_take_as_few_sheets_as_can_be(paper: str, sheets: int, tmp_path: Path) -> None:
    assert len(printed(tmp_path, paper=paper, only=("tiles",), instructions=False).sheets) == sheets


@pytest.mark.parametrize("clan", every(3, ["vampire", "zombie", "werewolf", "demon", "ghoul", "human"]))
def test_the_tiles_of_a_clan_are_a_sheet(clan: str, tmp_path: Path) -> None:
    built = printed(tmp_path, only=("tiles",), pieces=(f"{clan}-*",), instructions=False)
    assert [len(sheet.placements) for sheet in built.sheets] == [40]


@pytest.mark.parametrize("army", ARMIES, ids=lambda path: path.stem)
def test_an_army_is_legal(army: Path, pnp: Run) -> None:
    assert pnp("check", str(army)).code == 0


def test_there_is_an_army_of_each_group_for_different_numbers_of_players() -> None:
    said = [path.read_text(encoding="utf-8") for path in ARMIES]
    players = {line for text in said for line in text.splitlines() if line.startswith("players:")}
    assert len(ARMIES) == 6 and len(players) >= 4
