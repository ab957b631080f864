"""facts.yaml: every fact of the rulebooks is asserted by something, and each rule and example can fail by itself.

firing.yaml has for each of them what stands in the games and makes it fail, and no other, when it is changed.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from legal_sets import legal_sets
from nightly import every
from stand_ins import GAMES, NAMES, Copy, checked

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.model.game import Change, Game
from pnp.model.problem import Problem

HERE = Path(__file__).parent
FACTS: list[dict[str, Any]] = yaml.load((HERE / "facts.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
FIRING: dict[str, dict[str, Any]] = yaml.load((HERE / "firing.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)


def game_of(game_id: str) -> Game:
    game, problems = load_game(Project(GAMES, GAMES), game_id)
    assert game is not None and problems == []
    return game


def parts_of(game_id: str) -> Iterator[str]:
    """Everything that a fact could name: what the game has by itself, and what its modules bring."""
    game = game_of(game_id)
    if game.base is None:
        yield from (f"{game_id}/{part}" for part in _facts_of_game(game))
    for module in game.modules.values():
        if module.game == game_id:
            yield f"{game_id}/modules/{module.id}"
            for section, change in module.changes.items():
                yield from (f"{game_id}/{part}" for part in _facts_of_change(section, change, module.id, game))


def _facts_of_game(game: Game) -> Iterator[str]:
    setup, victory = game.setup, game.victory
    assert setup and victory
    sections = {"rules": game.rules, "examples": game.examples, "components": game.components, "steps": setup.steps}
    sections |= {"zones": setup.zones, "tables": setup.tables, "track": victory.track, "define": victory.define}
    sections |= {"conditions": victory.conditions, "victory-rules": victory.rules, "winner": victory.winner}
    for section, things in sections.items():
        yield from (f"{section}/{id}" for id in things)
    for selection in game.selections.values():
        yield from (f"selections/{selection.id}/{id}" for id in selection.rules)


def _facts_of_change(section: str, change: Change, module: str, game: Game) -> Iterator[str]:
    """Yield the facts of a change, below its module's name unless the game is an expansion."""
    owner = "" if game.base else f"{module}/"
    kind = "victory-rules" if section == "victory.rules" else section.rpartition(".")[2]
    yield from (f"{owner}{kind}/{item.id}" for item in (*change.add, *change.replace))


PARTS = {game_id: list(parts_of(game_id)) for game_id in NAMES}
ASSERTED = list(dict.fromkeys(part for fact in FACTS for part in fact.get("by", ())))


def asserts(part: str) -> bool:
    """Whether it can fail; steps, zones and the like are what rules are about."""
    return any(f"/{kind}/" in part for kind in ("rules", "examples", "selections", "victory-rules"))


@pytest.mark.parametrize("game_id", NAMES)
def test_the_games_are_right_with_every_set_of_modules(game_id: str) -> None:
    assert [str(problem) for problem in checked(GAMES, game_id)] == []


def test_ten_setups_alone_and_65_with_the_expansion() -> None:
    players = {game_id: len(setup.players) for game_id in NAMES if (setup := game_of(game_id).setup)}
    sets = {game_id: len(legal_sets(game_of(game_id))) for game_id in NAMES}
    assert (sets["leaders"] * players["leaders"], sets["legacy"] * players["legacy"]) == (10, 65)
    assert sets["leaders"] == 2 and sets["legacy"] == 13


def test_each_fact_is_asserted_or_says_why_not() -> None:
    assert [fact["fact"] for fact in FACTS if ("by" in fact) == ("not" in fact)] == []
    assert [part for part in ASSERTED if part not in PARTS[part.split("/")[0]]] == []
    words = [fact["fact"] for fact in FACTS]
    assert len(set(words)) == len(words)


def test_each_rule_and_example_asserts_a_fact() -> None:
    there = [part for parts in PARTS.values() for part in dict.fromkeys(parts) if asserts(part)]
    assert [part for part in there if part not in ASSERTED] == []


def test_each_rule_and_example_is_known_to_fail() -> None:
    assert sorted(FIRING) == sorted(filter(asserts, ASSERTED))


def failing(problems: list[Problem]) -> set[str]:
    """Return the ids of rules and examples that problems are about."""
    told = ["".join(problem.about) or str(problem.value("rule")) for problem in problems]
    return {f"examples/{each.removeprefix('example ')}" if each[:8] == "example " else f"rules/{each}" for each in told}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("facts"))


@pytest.mark.parametrize("part", every(12, FIRING))
def test_it_fails_alone(copy: Copy, part: str) -> None:
    change = FIRING[part]
    sets = {(), tuple(change.get("with", ()))}
    problems = copy.check_change(change["file"], change["old"], change["new"], part.split("/")[0], sets)
    expected = ["examples", change["example"]] if "example" in change else part.split("/")[-2:]
    assert failing(problems) == {"/".join(expected)}, [str(problem) for problem in problems]
