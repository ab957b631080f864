"""What a stranger changed in Hidden Leaders unnoticed: `pnp check` tells of each, before any face is drawn."""

import shutil
from pathlib import Path

import pytest
from nightly import every

from pnp.build.loading import load_game
from pnp.check import check_game
from pnp.diagnostics.ignores import CommentReader
from pnp.io.project import Project
from pnp.localise.edition import speeches
from pnp.model.problem import Problem, Severity
from pnp.rules.examining import examine

REPOSITORY = Path(__file__).parents[2]
GAME = "hidden-leaders"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for folder in (f"card_data/{GAME}", f"layouts/{GAME}", "layouts/shared"):
        shutil.copytree(REPOSITORY / folder, tmp_path / folder)
    return tmp_path


def checked(root: Path) -> list[Problem]:
    project = Project(root, root)
    game, problems = load_game(project, GAME)
    assert game is not None
    found = [*problems, *check_game(game, project), *examine(game, speeches=speeches(game))]
    return [each for each in CommentReader(project).filter(found) if each.severity is not Severity.NOTE]


def change(root: Path, file: str, *pairs: tuple[str, str]) -> None:
    path = root / "card_data" / GAME / file
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert text.count(old) == 1, f"{file} has {text.count(old)} times: {old}"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


LAST_STEP = """  - id: highest-number
    say: The highest number on the Leader.
    most: leader.number
"""
HIDE, DISCARD = (f"      - {{move: 1, from: hand, to: {zone}, chosen: true}}\n" for zone in ("hidden", "wilderness"))


def test_the_game_itself_is_right(root: Path) -> None:
    assert checked(root) == []


MUTANTS: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "another hero on the graveyard": ("setup.yaml", [("move: [buried-emperor]", "move: [goat-thief]")]),
    "the tavern face down": ("setup.yaml", [("Tavern, face: up", "Tavern, face: down")]),
    "hidden heroes face up": ("setup.yaml", [("Party, face: down", "Party, face: up")]),
    "harbor on the right": ("setup.yaml", [("[14, 50]", "[86, 51]"), ("[86, 50]", "[14, 50]")]),
    "discarding before hiding": ("setup.yaml", [(HIDE + DISCARD, DISCARD + HIDE)]),
    "green on 5": ("setup.yaml", [("put: green, to: track.green.start", "put: green, to: 5")]),
    "another end of the game": ("setup.yaml", [("rows: {2: 8, 3: 7", "rows: {2: 9, 3: 7")]),
    "another end of first games": ("introductory/setup.yaml", [("rows: {2: 7", "rows: {2: 6")]),
    "most and fewest": (
        "victory.yaml",
        [("most: party|where", "fewest: party|where"), ("fewest: party|count", "most: party|count")],
    ),
    "no last step": ("victory.yaml", [(LAST_STEP, "")]),
    "anybody wins": (
        "victory.yaml",
        [("only: outcome in leader.factions", "only: outcome in leader.factions or hidden|count > 0")],
    ),
    "a larger dark area": ("victory.yaml", [('dark: "9"', 'dark: "8"')]),
    "leader numbers": ("leaders.yaml", [("  number: 1\n", "  number: 7\n"), ("  number: 2\n", "  number: 1\n")]),
    "a picture of another state": ("positions.yaml", [("{marker: red, space: 11}", "{marker: red, space: 8}")]),
    "the evening's end": ("rulebook.yaml", [("{evening.winner} wins", "{evening.winer} wins")]),
    "the sign of a marker": ("markers.yaml", [("  icon: red\n", "  icon: face-up\n")]),
}


@pytest.mark.parametrize("mutant", every(4, MUTANTS))
def test_it_is_noticed(mutant: str, root: Path) -> None:
    file, pairs = MUTANTS[mutant]
    change(root, file, *pairs)
    assert checked(root) != []
