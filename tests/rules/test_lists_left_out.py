"""A list that is left out is an empty one, whoever looks at it; a required one must be there, and may be empty."""

from pathlib import Path

import pytest
from facts import facts
from player_files import read_user_file
from small_game import FILES, load_small, messages, rule, write_small

from pnp.io.project import Project
from pnp.rules.examples import examine_examples
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.selections import judge
from pnp.rules.world import World

GAME = FILES["game.yaml"].replace(
    "      power: integer\n",
    "      power: integer\n"
    "      allies: {type: list, of: {type: reference, to: factions}}\n"
    "      notes: {type: record, fields: {tags: {type: list, of: text}}}\n",
)
HEROES = FILES["heroes.yaml"].replace("power: 1}", "power: 1, notes: {}}").replace("power: 5}", "allies: [water]}")
SELECTIONS = """\
deck:
  title: Deck
  fields:
    hero: {type: reference, to: heroes, required: true}
    heroes: {type: list, of: {type: reference, to: heroes}, required: true}
    spare: {type: list, of: {type: reference, to: heroes}}
  define: {own: hero.faction + hero.allies}
  rules:
    - {id: own, say: All are of its kind., require: (heroes + spare)|all(h = h.faction|any(it in own))}
    - {id: few, say: Few., require: spare|count < 3}
"""


@pytest.mark.parametrize(
    "text",
    [
        "each: allies == [] or allies == ['water']\nof: heroes",
        "require: (heroes|sum(faction|count + allies|count)) == 7",
        "each: (faction + allies)|count > 0\nof: heroes",
        "count: heroes\nby: allies\nis: {water: 1, fire: 0, air: 0}",
        "unique: allies\nof: heroes",  # what says nothing is like nothing
        "require: heroes['carp'].notes.tags == [] and heroes['carp'].notes.tags is not none",
    ],
)
def test_rules_see_an_empty_list(text: str, tmp_path: Path) -> None:
    assert messages(tmp_path, rule(text), game=GAME, heroes=HEROES) == []


@pytest.mark.parametrize(
    ("hero", "heroes", "broken"), [("eel", "[carp]", []), ("eel", "[]", []), ("imp", "[eel]", [1])]
)
def test_selections_see_an_empty_list(hero: str, heroes: str, broken: list[int], tmp_path: Path) -> None:
    write_small(tmp_path, "[]\n", game=GAME, heroes=HEROES, selections=SELECTIONS)
    file = tmp_path / "mine.yaml"
    file.write_text(f"game: small\nselection: deck\nhero: {hero}\nheroes: {heroes}\n")
    game, written, problems = read_user_file(Project(tmp_path, tmp_path), file)
    assert written is not None and problems == []
    assert len(judge(World(game, (), Evaluator()), game.selections["deck"], written)) == len(broken)


def test_examples_see_an_empty_list(tmp_path: Path) -> None:
    example = "- {id: ok, say: Fine., selection: deck, given: {hero: eel, heroes: []}, breaks: []}\n"
    write_small(tmp_path, "[]\n", game=GAME, heroes=HEROES, selections=SELECTIONS, examples=example)
    assert examine_examples(World(load_small(tmp_path), (), Evaluator())) == []


def test_a_required_list_must_be_there(tmp_path: Path) -> None:
    write_small(tmp_path, "[]\n", game=GAME, heroes=HEROES, selections=SELECTIONS)
    file = tmp_path / "mine.yaml"
    file.write_text("game: small\nselection: deck\nhero: eel\n")
    _, _, problems = read_user_file(Project(tmp_path, tmp_path), file)
    assert [facts(each).split()[1:3] for each in problems] == [["PNP032", "within=heroes"]]


def test_nothing_beside_a_list_is_the_mistake(tmp_path: Path) -> None:
    """A number that is left out isn't a list, and the list is no mistake."""
    (said,) = messages(
        tmp_path, rule("each: (faction + power)|count > 0\nof: heroes\nwhere: id == 'fan'"), game=GAME, heroes=HEROES
    )
    assert "value=nothing" in said, said
