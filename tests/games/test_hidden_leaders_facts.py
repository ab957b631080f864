"""Facts of Hidden Leaders: whoever changes one by mistake is told by its rules, with no edition looked at."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from nightly import every

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.load import find_project
from pnp.rules.examining import examine

REPOSITORY = Path(__file__).parents[2]
DATA = "card_data/hidden-leaders"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("copy")
    for folder in (DATA, "layouts/hidden-leaders", "layouts/shared"):
        shutil.copytree(REPOSITORY / folder, root / folder)
    return root


@pytest.fixture
def project(copy: Path) -> Iterator[Project]:
    yield find_project(copy)
    shutil.rmtree(copy / DATA)
    shutil.copytree(REPOSITORY / DATA, copy / DATA)


def report_change(project: Project, file: str, old: str, new: str) -> list[str]:
    """Return the messages after this change."""
    path = project.root / DATA / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    path.write_text(text.replace(old, new), encoding="utf-8", newline="\n")
    game, problems = load_game(project, "hidden-leaders")
    assert game is not None, problems
    return [problem.message for problem in (*problems, *examine(game))]


CHANGES = [
    ("game.yaml", "hand: 3 ", "hand: 4 ", "hand-size"),
    ("game.yaml", "draw_to: hand + 1", "draw_to: hand + 2", "hand-size"),
    ("game.yaml", "gap: 2 ", "gap: 3 ", "gap"),
    ("setup.yaml", "4: 7, 5: 6", "4: 8, 5: 6", "game-end"),
    ("setup.yaml", "move: hand + 2", "move: hand + 3", "in-hand"),
    ("setup.yaml", "{move: 3, from: harbor", "{move: 4, from: harbor", "around-the-board"),
    ("setup.yaml", "{move: 1, from: leader-pile", "{move: 2, from: leader-pile", "leaders"),
    (
        "setup.yaml",
        "to: hidden, chosen: true}\n      - {move: 1, from: hand, to: wilderness, chosen: true}",
        "to: wilderness, chosen: true}\n      - {move: 1, from: hand, to: hidden, chosen: true}",
        "hidden-first",
    ),
    ("setup.yaml", "[buried-emperor], from", "[goat-thief], from", "open-and-hidden"),
    ("setup.yaml", "title: Tavern, face: up", "title: Tavern, face: down", "open-and-hidden"),
    ("setup.yaml", "title: Hand, face: down", "title: Hand, face: up", "open-and-hidden"),
    ("setup.yaml", "face: down, at: [14, 50]", "face: down, at: [94, 50]", "sides-of-the-board"),
    ("setup.yaml", "at: [50, 26]", "at: [50, 80]", "sides-of-the-board"),
    ("setup.yaml", "{put: green, to: track.green.start}", "{put: green, to: 5}", "start-space"),
    (
        "victory.yaml",
        "title: Red marker, from: 1, to: 12, start: 4",
        "title: Red marker, from: 1, to: 12, start: 5",
        "start-space",
    ),
    ("victory.yaml", 'dark: "9"', 'dark: "8"', "dark-area"),
    ("victory.yaml", "red >= dark and green >= dark", "red >= dark or green >= dark", "states"),
    ("victory.yaml", "red - green >= gap", "red - green > gap", "no condition"),
    ("introductory/setup.yaml", "2: 7, 3: 6", "2: 6, 3: 6", "ends-earlier"),
    ("support.yaml", "players: [3, 4]", "players: [3]", "support-for-everybody"),
    ("support.yaml", "players: [5]", "players: [4]", "support-for-everybody"),
    (
        "lines.yaml",
        "- id: fill\n  aid: turn\n  place: 40\n  title: Fill the Tavern\n"
        "  text: Back to {dealt.tavern|word}, from the Harbor.\n",
        "",
        "there is no fill in this list",
    ),
    ("lines.yaml", "icon: undead", "icon: army", "support-victory"),
    ("positions.yaml", "{marker: green, space: 9}", "{marker: green, space: 8}", "positions"),
    ("positions.yaml", "{marker: green, space: 5}", "{marker: green, space: 9}", "positions"),
    ("rulebook.yaml", "figure: hidden", "figure: end", "figures"),
    ("leaders.yaml", "emblem: art/leaders/cyra.svg", "emblem: art/leaders/lemron.svg", "leader-emblems"),
    ("rulebook.yaml", "note: first-games", "note: ending", "notes"),
    ("game.yaml", "colour: water", "colour: army", "faction-signs"),
    ("game.yaml", "pattern: waves", "pattern: dots", "faction-patterns"),
    ("signs.yaml", "what: face down", "what: face up", "signs"),
    (
        "rulebook.yaml",
        "how: Lay a card face down on the Wilderness.",
        "how: Lay a card face up on the Wilderness.",
        "words",
    ),
    ("glossary.yaml", "say: See it yourself, and put it back as it was.", "say: See it yourself.", "words"),
    ("markers.yaml", "shape: disc", "shape: lozenge", "marker-shapes"),
    ("markers.yaml", "icon: green", "icon: red", "marker-signs"),
    ("leaders.yaml", "number: 1\n", "number: 7\n", "leader-numbers"),
    ("leaders.yaml", "factions: [army, water]", "factions: [army, tribes]", "different-pairs"),
    ("examples.yaml", "given: {parties: [5, 7, 4, 6]}", "given: {parties: [5, 7, 4, 5]}", "example-of-the-end"),
    (
        "introductory/examples.yaml",
        "given: {parties: [4, 5, 3, 6]}",
        "given: {parties: [4, 5, 3, 7]}",
        "example-of-the-end",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "rule"), every(8, CHANGES, unpack=True))
def test_a_fact_that_is_changed_is_told(file: str, old: str, new: str, rule: str, project: Project) -> None:
    messages = report_change(project, file, old, new)
    assert any(rule in message for message in messages), messages
