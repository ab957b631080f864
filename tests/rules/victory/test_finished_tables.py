"""Rules of finished tables, and the end of the game: tables that could never be are refused at their own places."""

from pathlib import Path

import pytest
from facts import facts, list_facts
from player_files import read_user_file
from rival_game import BUNDLED, edit, world_of, write_rivals

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.rules.examples import examine_examples
from pnp.rules.victory.proofs import examine_victory
from pnp.rules.victory.verdicts import judge_table

RULES = """\
ends: over
rules:
  - id: known-leaders
    say: No two players have leaders that are in league with the same factions.
    unique: leader.factions
    of: players
  - id: small-parties
    say: Nobody has more than {most} heroes.
    each: face_up|count + hidden|count <= most
    of: players
"""
BRIBES = """\
  rules:
    - id: bribes-in-play
      say: A bribe lies on a hero of somebody's party.
      each: players|any(hero in party)
      of: bribes
    - id: one-bribe-each
      say: At most one bribe lies on a hero.
      unique: hero
      of: bribes
"""
ENDED = "[water-1, water-2, water-3]"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_rivals(tmp_path)
    over = "over: players|map(face_up|count)|max >= 3"
    edit(tmp_path, "victory.yaml", '  dark: "9"\n', f'  dark: "9"\n  most: "4"\n  {over}\n')
    edit(tmp_path, "victory.yaml", "winner:\n", f"{RULES}winner:\n")
    edit(tmp_path, "bribery-victory.yaml", "  define:\n", f"{BRIBES}  define:\n")
    return tmp_path


def verdict_problems(root: Path, table: str, *modules: str) -> list[str]:
    file = root / "table.yaml"
    file.write_text(table, encoding="utf-8")
    _, written, problems = read_user_file(Project(root, BUNDLED), file, "rivals", modules)
    assert written is not None, problems
    verdict, found = judge_table(world_of(root, *modules), written)
    assert (verdict is None) == bool(found)
    return [facts(problem._replace(origin=None)) for problem in found]


def test_a_table_that_keeps_all_rules_is_judged(root: Path) -> None:
    table = f"red: 4\ngreen: 4\nplayers: [{{name: Ann, leader: cyra, face_up: {ENDED}}}, {{name: Ben, leader: lemron}}]"
    assert verdict_problems(root, table) == []


def test_a_broken_rule_is_told_at_the_player(root: Path) -> None:
    table = """\
red: 4
green: 4
players:
  - {name: Ann, leader: cyra, face_up: [water-1, water-2, water-3]}
  - {name: Ben, leader: lemron, face_up: [army-1, army-2, army-3], hidden: [army-4, water-4]}
"""
    assert verdict_problems(root, table) == [
        "table.yaml:5:5 PNP540 rule=small-parties reason='5 is more than 4' pieces=Ben"
    ]


def test_all_that_is_wrong_is_told_at_once(root: Path) -> None:
    table = """\
red: 4
green: 4
players:
  - {name: Ann, leader: cyra, face_up: [water-1]}
  - {name: Ben, leader: lemron, hidden: [water-1]}
bribes:
  - {hero: water-1, tile: loyalty}
  - {hero: army-1, tile: loyalty}
  - {hero: water-1, tile: protection}
"""
    assert verdict_problems(root, table, "bribery") == [
        "table.yaml:4:3 PNP541 why='1 is less than 3'",
        "table.yaml:5:42 PNP579 id=water-1 times=2",
        "table.yaml:7:5 PNP540 rule=one-bribe-each value=water-1 pieces='2 of them' ~also=table.yaml:9:5",
        "table.yaml:8:5 PNP540 rule=bribes-in-play reason='doesn't hold' pieces='hero: army-1, tile: loyalty'",
    ]


def test_a_wrong_number_of_players_says_nothing_of_the_rules(root: Path) -> None:
    [problem] = verdict_problems(root, "red: 4\ngreen: 4\nplayers: [{name: Ann, leader: cyra}]")
    assert problem == "table.yaml:3:10 PNP580 players='1 player'"


EXAMPLE = """\
- id: told
  say: It is told.
  score:
    red: 4
    green: 4
    players: [{name: Ann, leader: cyra}, {name: Ben, leader: %s, face_up: [water-1]}]
"""


def example_problems(root: Path, text: str) -> list[str]:
    (root / "card_data/rivals/examples.yaml").write_text(text, encoding="utf-8")
    return [facts(problem).replace("card_data/rivals/", "") for problem in examine_examples(world_of(root))]


def test_an_example_is_judged_by_the_rules_too(root: Path) -> None:
    [ended] = example_problems(root, EXAMPLE % "lemron" + "  expect: {winner: Ben}\n")
    assert ended.startswith("examples.yaml:6:14 PNP541 why=")


def test_an_example_says_which_rules_it_breaks(root: Path) -> None:
    assert example_problems(root, EXAMPLE % "lemron" + "  breaks: [ends]\n  expect: {winner: Ben}\n") == []
    assert example_problems(root, EXAMPLE % "lemron" + "  breaks: [ends]\n") == []
    assert example_problems(root, EXAMPLE % "lemron" + "  breaks: [ends, small-parties]\n") == [
        "examples.yaml:7:18 PNP576 id=small-parties ~about='example told'"
    ]
    assert example_problems(root, EXAMPLE % "lemron" + "  breaks: [ends, small]\n") == [
        "examples.yaml:7:18 PNP576 owner=victory id=small ~about='example told'"
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("of: players\nwinner:", "of: player\nwinner:", "PNP501 name=player"),
        ("<= most", "<= mist", "PNP501 name=mist"),
        ("unique: leader.factions", "unique: leader.faction", "PNP501 owner=lemron name=faction"),
        ("{most}", "{mots}", "PNP501 name=mots"),
        ("ends: over", "ends: ovre", "PNP501 name=ovre"),
        ("unique: leader.factions", "unique: leader == 'lemorn'", "PNP504 id=lemorn"),
        ("- id: small-parties\n", "- id: small-parties\n    needs: [known]\n", "PNP517 need=known"),
        ("- id: small-parties\n", "- id: ends\n", "PNP035 name=ends"),
    ],
)
def test_what_rules_misspell_is_told_without_a_table(root: Path, old: str, new: str, message: str) -> None:
    edit(root, "victory.yaml", old, new)
    game, problems = load_game(Project(root, BUNDLED), "rivals")
    assert game is not None
    problems = problems or examine_victory(world_of(root))
    (problem,) = list_facts(problems)
    assert message in problem


def test_a_module_replaces_and_drops_rules(root: Path) -> None:
    edit(root, "golem-victory.yaml", "add:\n", "drop: {rules: [small-parties]}\nadd:\n")
    assert list(world_of(root, "golems").game.victory.rules) == ["known-leaders"]  # type: ignore[union-attr]


def test_what_an_example_is_given_goes_before_a_definition(root: Path) -> None:
    edit(root, "victory.yaml", "over: players|map(face_up|count)|max >= 3", "over: parties|max >= 3")
    edit(root, "victory.yaml", "  over:", "  parties: players|map(face_up|count)\n  over:")
    shown = "- {id: shown, say: Three are enough., given: {parties: [1, 3]}, expect: {over: true}}\n"
    assert example_problems(root, shown) == []
    [wrong] = example_problems(root, shown.replace("3]", "2]"))
    assert "over is false, expected true" in wrong
    assert example_problems(root, EXAMPLE % "lemron" + "  breaks: [ends]\n") == []
