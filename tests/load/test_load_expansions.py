"""Expansions: loaded by themselves, with the game that they are for, and what is wrong with `for:`."""

from pathlib import Path

import pytest
from facts import list_facts

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.localise import make_edition
from pnp.model.game import Edition, Game
from pnp.model.problem import UsageError

GOOD = Path(__file__).parent / "projects" / "good"
PROJECT = Project(GOOD, GOOD)


def load_one(id: str, *modules: str) -> Game:
    game, problems = load_game(PROJECT, id, modules)
    assert list_facts(problems) == []
    assert game is not None
    return game


def print_lines(edition: Edition) -> list[str]:
    return [piece.label for component in edition.components.values() for piece in component.pieces]


def test_an_expansion_has_all_of_its_game() -> None:
    game = load_one("moon-race-night")
    assert game.base is not None
    assert (game.id, game.base.id, game.title, game.version) == (
        "moon-race-night",
        "moon-race",
        "Moon race by night",
        "2",
    )
    assert [*game.components] == ["tiles", "maps"]
    assert [(module.id, module.game) for module in game.modules.values()] == [
        ("short", "moon-race"),
        ("stars", "moon-race-night"),
        ("comets", "moon-race-night"),
    ]
    assert [*game.icons] == ["moon", "star"]
    assert "tiles-per-side" in game.rules
    assert "by-night" in game.rules
    assert game.setup is game.base.setup
    assert game.ids == ("moon-race-night", "moon-race")
    assert game.folders == (GOOD / "card_data/moon-race-night", GOOD / "card_data/moon-race")


def test_modules_say_why_they_do_not_go_together() -> None:
    assert load_one("moon-race-night").modules["stars"].not_with == {"short": "The race is too short for stars."}


def test_an_example_of_a_module_is_one_with_it() -> None:
    (example,) = load_one("moon-race-night").modules["stars"].change("examples").add
    assert example.modules == ("stars",)
    assert example.given["star"] == "up"


def test_an_expansion_prints_what_it_brings() -> None:
    edition = make_edition(load_one("moon-race-night"), "", "low", ())
    assert print_lines(edition) == ["tiles/t1", "tiles/s1", "tiles/s2", "maps/maps", "comets/c1"]
    assert edition.modules == ()


def test_one_module_of_an_expansion_prints_its_part() -> None:
    assert print_lines(make_edition(load_one("moon-race-night"), "", "low", ["stars"])) == ["tiles/s1", "tiles/s2"]
    assert print_lines(make_edition(load_one("moon-race-night"), "", "low", ["comets"])) == ["tiles/t1", "comets/c1"]


@pytest.mark.parametrize(
    ("module", "message"),
    [
        ("short", "moon-race-night has no module short: it is one of moon-race"),
        ("star", "moon-race-night has no module star (did you mean stars?)"),
    ],
)
def test_an_expansion_prints_no_other_modules(module: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        make_edition(load_one("moon-race-night"), "", "low", [module])
    assert str(error.value) == message


def test_a_game_with_a_module_of_its_expansion() -> None:
    game = load_one("moon-race", "stars")
    assert (game.id, game.base, [*game.modules]) == ("moon-race", None, ["short", "stars", "comets"])
    edition = make_edition(game, "", "low", ["stars"])
    assert print_lines(edition) == ["tiles/t1", "tiles/t2", "tiles/3", "tiles/s1", "tiles/s2", "maps/maps"]
    assert "stars" in edition.game.groups["sides"].entries
    victory = edition.game.victory
    assert victory is not None
    assert [*victory.conditions] == ["stars", "sun", "near"]


def test_expansions_are_only_read_when_they_are_asked_for() -> None:
    assert [*load_one("moon-race").modules] == ["short"]
    assert [*load_one("moon-race", "short").modules] == ["short"]


def test_a_module_that_nobody_has() -> None:
    with pytest.raises(UsageError) as error:
        load_game(PROJECT, "moon-race", ["starz"])
    assert str(error.value) == "moon-race has no module starz (did you mean stars?)"


HEAD = "title: T\nversion: '1'\nlanguages: [en]\n"


def write(root: Path, id: str, text: str) -> None:
    (root / "card_data" / id).mkdir(parents=True, exist_ok=True)
    (root / "card_data" / id / "game.yaml").write_text(HEAD + text)


@pytest.mark.parametrize(
    ("base", "message"),
    [
        ("owls", "PNP037"),
        ("wolfs", 'PNP037 name="wolfs" ~meant=wolves'),
        ("bears", "PNP037 game=bears base=wolves"),
        ("toads", "PNP037 game=toads"),
    ],
)
def test_a_base_that_can_not_be(tmp_path: Path, base: str, message: str) -> None:
    write(tmp_path, "owls", f"for: {base}\n")
    write(tmp_path, "wolves", "components: {}\n")
    write(tmp_path, "bears", "for: wolves\n")
    write(tmp_path, "toads", "components: {a: 1}\n")
    game, problems = load_game(Project(tmp_path, tmp_path), "owls")
    assert list_facts(problems) == [f"card_data/owls/game.yaml:4:6 {message}"]
    assert game is not None


def test_two_expansions_with_one_name(tmp_path: Path) -> None:
    write(tmp_path, "wolves", "components: {}\n")
    write(tmp_path, "bears", "for: wolves\nmodules: {night: {title: Night}, moon: {title: Moon}}\n")
    write(tmp_path, "owls", "for: wolves\nmodules: {night: {title: Night}, noon: {title: Noon}}\n")
    project = Project(tmp_path, tmp_path)
    assert load_game(project, "wolves", ["noon"])[1] == []
    _, problems = load_game(project, "wolves", ["noon", "moon"])
    assert list_facts(problems) == [
        "card_data/owls/game.yaml:5:11 PNP038 id=night part=modules ~origin=card_data/bears/game.yaml:5:11"
    ]
