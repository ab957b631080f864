"""A small game whose texts take their figures from the data, for tests."""

from pathlib import Path

from facts import fact

from pnp.build.loading import load_game
from pnp.diagnostics.report import drop_consequences
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.model.language import Speech
from pnp.model.patch import apply_modules
from pnp.model.problem import Problem
from pnp.rules.examining import examine
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.texts import fill_game_texts
from pnp.rules.world import World

FILES = {
    "game.yaml": """\
title: The Bank
version: "1"
languages: [en]
define: {hand: 3, draw_to: hand + 1}
groups:
  factions: {entries: {reds: {name: Reds, text: "{owls|count} owls fear the {name}."}}}
components:
  owls:
    title: Owls
    size: poker
    data: owls.yaml
    fields:
      name: {type: text, translatable: true}
      text: {type: text, translatable: true, default: "No more than {power}."}
      plain: text
      power: integer
      faction: {type: reference, to: factions}
      parts: {type: list, of: {type: record, fields: {say: {type: text, translatable: true}}}}
modules:
  night: {title: Night, add: {owls: night.yaml}}
""",
    "owls.yaml": """\
- {id: first, name: First, power: 3, faction: reds, copies: 2, text: "TEXT"}
- {id: second, name: Second, power: 4, plain: "{{7*7}}"}
""",
    "night.yaml": "- {id: third, name: Third, power: 9, text: Dark}\n",
    "setup.yaml": """\
players: [2, 3, 4]
tables:
  limit: {title: Limit, rows: {2: 5, 3: 4, 4: 4}}
  start: {title: Start, rows: {2: 1, 3: 1, 4: 1}}
zones:
  pile: {title: Pile, starts: owls, face: down}
  shown: {title: Shown, face: up}
steps:
  - id: show-one
    say: Show {count}.
    do: [{shuffle: pile}, {move: 1, from: pile, to: shown}]
""",
}
START = FILES["owls.yaml"].index("TEXT") + 1
NUMBERS = {1: "one", 3: "three", 4: "four"}


def write_bank(root: Path, text: str = "Owl", **changed: str) -> None:
    folder = root / "card_data" / "bank"
    folder.mkdir(parents=True, exist_ok=True)
    for name, said in (FILES | {f"{name}.yaml": text for name, text in changed.items()}).items():
        written = said.replace("TEXT", text)
        (folder / name).write_text(written, encoding="utf-8")


def loaded(root: Path) -> Game:
    game, problems = load_game(Project(root, root), "bank")
    assert game is not None
    assert not problems, "\n".join(map(str, problems))
    return game


def printed(root: Path, text: str, modules: tuple[str, ...] = (), **changed: str) -> str:
    """Return the text that the first owl prints."""
    write_bank(root, text, **changed)
    game = loaded(root)
    evaluator = Evaluator(speeches=lambda _: Speech("en", lambda: NUMBERS))
    world = World(apply_modules(game, [game.modules[id] for id in modules]), modules, evaluator)
    made, problems = fill_game_texts(world)
    assert problems == []
    return str(made.components["owls"].pieces[0].fields["text"])


def wrong(root: Path, text: str, **changed: str) -> list[str]:
    """In all sets of modules, each with its line, and where in the first owl's text it is."""
    write_bank(root, text, **changed)
    found = drop_consequences(examine(loaded(root)))
    return [f"{each.span.line}:{each.span.column - START} {describe(each)}" for each in found]


def describe(problem: Problem) -> str:
    return str(fact(problem)._replace(place=""))
