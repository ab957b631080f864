"""`examples`: what worked examples are given and come to, for rules and for whatever prints their figures."""

from pathlib import Path
from typing import Any

import pytest
from facts import facts, list_facts
from rival_game import BUNDLED, edit, world_of, write_rivals

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.model.rules import Expression
from pnp.model.span import Span
from pnp.rules.examining import examine
from pnp.rules.expressions.errors import EvalError

EXAMPLES = """\
- id: an-evenings-end
  say: Ben has fewer heroes.
  score:
    red: 4
    green: 5
    players:
      - {name: Ann, leader: cyra, face_up: [water-1, army-1]}
      - {name: Ben, leader: enned, face_up: [water-2]}
      - {name: Cy, leader: myrad, face_up: [undead-1]}
  expect: {winner: Ben}
- id: both-dark
  say: Both are in the dark area.
  given: {red: 10, green: 11}
  let: {apart: green - red}
  expect: {outcome: undead, apart * 2: 2}
- id: golems
  say: The golems win.
  with: [golems]
  score:
    red: 4
    green: 5
    golem: 8
    players: [{name: Ann, leader: tissa}, {name: Ben, leader: enned}]
  expect: {winner: Ann}
- id: round
  say: It looks at itself.
  let: {turn: examples.round.turn}
  expect: {turn: 1}
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_rivals(tmp_path)
    (tmp_path / "card_data/rivals/examples.yaml").write_text(EXAMPLES, encoding="utf-8")
    return tmp_path


def value(root: Path, text: str, *modules: str) -> Any:
    world = world_of(root, *modules)
    return world.evaluator.value(Expression(text, Span("it")), world.names)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("an_evenings_end.red", 4),
        ("an_evenings_end.players|map(name)", ("Ann", "Ben", "Cy")),
        ("an_evenings_end.players[1].leader.number", 6),
        ("an_evenings_end.players|where(name == 'Ann')|map(face_up|count)", (2,)),
        ("an_evenings_end.outcome.name", "Water Folk"),
        ("an_evenings_end.condition", "water"),
        ("an_evenings_end.winner", "Ben"),
        ("an_evenings_end.winners", ("Ben",)),
        ("an_evenings_end.by", "fewest-heroes"),
        ("an_evenings_end.figures.most_heroes.Ann", 1),
        ("an_evenings_end.figures.fewest_heroes['Ben']", 1),
        ("an_evenings_end.figures.aligned.Cy", False),
        ("both_dark.red", 10),
        ("both_dark.apart", 1),
        ("both_dark.outcome.name", "Undead"),
        ("golems.winner", "Ann"),
        ("golems.ally", True),
    ],
)
@pytest.mark.parametrize("modules", [(), ("golems",)])
def test_what_is_known_of_an_example(root: Path, text: str, expected: Any, modules: tuple[str, ...]) -> None:
    assert value(root, f"examples.{text}", *modules) == expected


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("evening", "PNP501 owner=examples name=evening ~meant=an_evenings_end"),
        ("an_evenings_end.looser", "PNP501 owner=examples.an_evenings_end name=looser"),
        ("an_evenings_end.figures.highest_number", "PNP501 owner=examples.an_evenings_end.figures name=highest_number"),
        ("round.turn", "PNP503 why='example round can't be worked: example round can't be worked: it uses itself'"),
    ],
)
def test_what_is_not_known(root: Path, text: str, fact: str) -> None:
    with pytest.raises(EvalError) as wrong:
        value(root, f"examples.{text}")
    assert facts(wrong.value.problem).endswith(fact)


def test_a_rule_asserts_a_figure(root: Path) -> None:
    rule = "- {id: told, say: As told., require: examples.an_evenings_end.figures.most_heroes.Ann == %d}\n"
    edit(root, "examples.yaml", EXAMPLES[EXAMPLES.index("- id: round") :], "")
    rules = root / "card_data/rivals/rules.yaml"
    rules.write_text(rule % 1, encoding="utf-8")
    game, _ = load_game(Project(root, BUNDLED), "rivals")
    assert game is not None and examine(game) == []
    rules.write_text(rule % 2, encoding="utf-8")
    game, _ = load_game(Project(root, BUNDLED), "rivals")
    assert game is not None
    assert list_facts(examine(game)) == ["card_data/rivals/rules.yaml:1:8 PNP515 rule=told reason='1 isn't 2'"]


def test_a_component_of_this_name_goes_first(root: Path) -> None:
    (root / "card_data/rivals/shown.yaml").write_text("- {id: shown}\n", encoding="utf-8")
    edit(root, "game.yaml", "  bribes:\n", "  examples: {title: Examples, size: tile, data: shown.yaml}\n  bribes:\n")
    assert [str(each) for each in value(root, "examples")] == ["shown"]
