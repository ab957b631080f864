"""The examples of docs/rules.md are files of a game: they are read, and hold, in the stand-in that they are about."""

import re
import shutil
from pathlib import Path

import pytest

from pnp.load import load_game
from pnp.load.user_files import read_user_file
from pnp.model.project import Project
from pnp.rules import examine
from pnp.rules.victory.exercised import UNSHOWN

GAMES = Path(__file__).parent / "games"
MANUAL = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
FILES = ("rules.yaml", "setup.yaml", "victory.yaml", "selections.yaml", "examples.yaml")


def blocks(heading: str) -> list[str]:
    chapter = re.split(r"^## ", MANUAL.split(f"## {heading}\n", 1)[1], flags=re.MULTILINE)[0]
    return re.findall(r"```yaml\n(.*?)```", chapter, re.DOTALL)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    root = tmp_path / "games"
    shutil.copytree(GAMES, root)
    return Project(root, root)


@pytest.mark.parametrize("name", FILES)
def test_what_the_manual_shows_can_be_read(project: Project, name: str) -> None:
    folder = project.root / "card_data" / "leaders"
    for file in {name, "selections.yaml"}:  # whose selection an example is of
        (folder / file).write_text(blocks(file)[0], encoding="utf-8")
    _, problems = load_game(project, "leaders")
    assert [str(problem) for problem in problems if problem.span.file.endswith(name)] == []


@pytest.mark.parametrize("name", ["rules.yaml", "selections.yaml"])
def test_what_the_manual_shows_holds(project: Project, name: str) -> None:
    folder = project.root / "card_data" / "leaders"
    shutil.rmtree(folder / "introductory")
    game_file = folder / "game.yaml"
    game_file.write_text(game_file.read_text(encoding="utf-8").split("modules:\n")[0], encoding="utf-8")
    (folder / name).write_text(blocks(name)[0], encoding="utf-8")
    examples = (folder / "examples.yaml").read_text(encoding="utf-8").split("- id: ")
    shown = blocks("examples.yaml")[0] if name == "selections.yaml" else ""
    (folder / "examples.yaml").write_text(shown or "- id: ".join(examples[:2]), encoding="utf-8")
    game, problems = load_game(project, "leaders")
    assert game is not None
    found = [*problems, *(problem for problem in examine(game) if problem.code != UNSHOWN.id)]  # it shows a few
    assert [str(problem) for problem in found] == []


def test_the_finished_table_of_the_manual_can_be_read(project: Project, tmp_path: Path) -> None:
    table = tmp_path / "table.yaml"
    table.write_text(blocks("victory.yaml")[1], encoding="utf-8")
    read = read_user_file(project, table, "leaders")
    assert (read.problems, [player["name"] for player in read.written.players]) == ([], ["Ann", "Ben"])
