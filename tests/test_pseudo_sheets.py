"""Whole games in languages that nobody speaks: what has no brackets on an en-XA page could not be translated."""

import re
from pathlib import Path

import pytest
from inn_game import write_inn
from nightly import every
from reading import text_of
from rival_game import write_rivals
from tiny_game import change

from pnp.build.loading import load_game
from pnp.build.pipeline import build
from pnp.io.project import Project
from pnp.model.options import Options

REPOSITORY = Path(__file__).parents[1]
STARTER = Project(REPOSITORY, REPOSITORY)
GAMES = sorted(path.parent.name for path in REPOSITORY.glob("card_data/*/game.yaml"))


def unbracketed(project: Project, options: Options, out: Path) -> set[str]:
    """Return the words on the pages that stand in no brackets."""
    built = build(project, options, out)
    assert built.files, built.problems
    assert [problem for problem in built.problems if problem.code == "PNP301"] == [], "no font has it"
    depth, outside = 0, []
    for character in text_of(built.files[0]):
        depth += {"«": 1, "»": -1}.get(character, 0)
        outside.append(character if depth == 0 else " ")
    assert depth == 0
    return set(re.findall(r"[^\W\d_][\w-]*", "".join(outside)))


def ids_of(game_id: str) -> set[str]:
    """Return the ids of all pieces: cards name themselves in small print."""
    game, _ = load_game(STARTER, game_id)
    assert game is not None
    changes = [change for module in game.modules.values() for change in module.changes.values()]
    there = {piece.id for component in game.components.values() for piece in component.pieces}
    return there | {item.id for change in changes for item in change.add}


def people_of(game_id: str) -> set[str]:
    """Return the players of worked examples in the rules: their names are the same in all languages."""
    game, _ = load_game(STARTER, game_id)
    assert game is not None
    tables = [example.given["players"] for example in game.examples.values() if example.score]
    return {str(player["name"]) for players in tables for player in players}


@pytest.mark.parametrize("ink", every(2, ["full", "low"]))
@pytest.mark.parametrize("sides", every(2, ["duplex", "fold"]))
def test_the_starter_says_nothing_that_cannot_be_translated(ink: str, sides: str, tmp_path: Path) -> None:
    options = Options("starter", language="en-XA", ink=ink, modules=("night",), sides=sides, draft=True)
    assert unbracketed(STARTER, options, tmp_path) - ids_of("starter") == {"en-XA", "A4"}


@pytest.mark.parametrize("game", every(4, [*GAMES[1:], GAMES[0]]))
def test_no_game_that_comes_with_pnp_does(game: str, tmp_path: Path) -> None:
    options = Options(game, language="en-XA", draft=True)
    assert unbracketed(STARTER, options, tmp_path) - ids_of(game) - people_of(game) == {"en-XA", "A4"}


def test_other_papers_and_larger_boards(tmp_path: Path) -> None:
    options = Options("starter", language="en-XA", paper="letter", only=("board", "setup"), players=3, draft=True)
    assert unbracketed(STARTER, options, tmp_path) == {"en-XA", "Letter"}


def test_what_cannot_be_translated_is_seen(tmp_path: Path) -> None:
    write_inn(tmp_path)
    project = Project(tmp_path, REPOSITORY)
    options = Options("inn", language="en-XA", draft=True)
    assert unbracketed(project, options, tmp_path / "out") == {"en-XA", "A4"}
    change(tmp_path, "layouts/inn/dish.xml.j2", "{% trans count=piece.price %}", "Price{% trans count=piece.price %}")
    assert unbracketed(project, options, tmp_path / "out") == {"en-XA", "A4", "Price"}


@pytest.mark.parametrize("language", ["en-XA", "ar-XB"])
def test_every_game_can_be_had_in_them_as_a_draft(language: str, tmp_path: Path) -> None:
    built = build(STARTER, Options("starter", language=language, draft=True), tmp_path)
    assert [file.name for file in built.files] == ["starter-low-a4-draft.pdf"]
    assert not {problem.code for problem in built.problems} - {"PNP310", "PNP210", "PNP302"}


def test_the_victory_map(tmp_path: Path) -> None:
    """Its marks are letters of the outcomes' names, which have accents."""
    write_rivals(tmp_path)
    options = Options("rivals", language="en-XA", modules=("golems",), draft=True)
    found = unbracketed(Project(tmp_path, REPOSITORY), options, tmp_path / "out")
    assert {word for word in found if word.isascii()} == {"en-XA", "A4"}
    assert {len(word) for word in found if not word.isascii()} == {1}
