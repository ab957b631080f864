"""A small game whose rules hold, for tests of rules: three factions, five heroes, three leaders."""

from pathlib import Path

from facts import facts

from pnp.build.loading import load_game
from pnp.diagnostics.report import drop_consequences
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.model.problem import Problem
from pnp.rules.examining import examine

FILES = {
    "game.yaml": """\
title: Small
version: "1"
languages: [en]
groups:
  factions: {entries: {water: {name: Water}, fire: {name: Fire}, air: {name: Air}}}
components:
  heroes:
    title: Heroes
    size: poker
    data: heroes.yaml
    fields:
      faction: {type: list, of: {type: reference, to: factions}, required: true}
      power: integer
      kind: {type: choice, choices: [slow, fast, odd]}
  leader-cards:
    title: Leaders
    size: poker
    data: leaders.yaml
    fields:
      number: {type: integer, required: true}
      factions: {type: list, of: {type: reference, to: factions}, required: true}
modules:
  moon: {title: Moon, add: {heroes: moon.yaml}}
  sun: {title: Sun, not-with: [moon]}
  star: {title: Star, needs: [moon], drop: {heroes: [eel]}}
""",
    "heroes.yaml": """\
- {id: eel, faction: [water], power: 3, kind: slow, copies: 2}
- {id: carp, faction: [water], power: 1}
- {id: imp, faction: [fire], power: 2, kind: fast}
- {id: fan, faction: [fire, air], power: 5}
""",
    "leaders.yaml": """\
- {id: ann, number: 1, factions: [fire, water]}
- {id: ben, number: 2, factions: [air, water]}
- {id: cas, number: 3, factions: [air, fire]}
""",
    "moon.yaml": """\
- {id: elf, faction: [air], power: 4}
""",
    "setup.yaml": """\
players: [2, 3, 4]
tables:
  hand: {title: Hand, rows: {2: 2, 3: 1, 4: 1}}
zones:
  pile: {title: Heroes, starts: heroes, face: down}
  hands: {title: Hand, per: players}
steps:
  - id: deal
    say: Deal {count} heroes to each player.
    do: [{shuffle: pile}, {move: tables.hand, from: pile, to: hands}]
""",
}


def write_small(root: Path, rules: str, **changed: str) -> None:
    """Write the game with these rules; `changed` holds other files by their names without `.yaml`."""
    folder = root / "card_data" / "small"
    folder.mkdir(parents=True, exist_ok=True)
    files = FILES | {f"{name}.yaml": text for name, text in changed.items()} | {"rules.yaml": rules}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def load_small(root: Path) -> Game:
    game, problems = load_game(Project(root, root), "small")
    assert game is not None
    assert not problems, "\n".join(map(str, problems))
    return game


def find_problems(root: Path, rules: str, sets: list[tuple[str, ...]] | None = None, **changed: str) -> list[Problem]:
    write_small(root, rules, **changed)
    return drop_consequences(examine(load_small(root), [()] if sets is None else sets))


def messages(root: Path, rules: str, sets: list[tuple[str, ...]] | None = None, **changed: str) -> list[str]:
    """Return the problems' facts, with the files' names only."""
    return [facts(problem).replace("card_data/small/", "") for problem in find_problems(root, rules, sets, **changed)]


def rule(text: str, id: str = "it", say: str = "So it is.") -> str:
    """Return a rule with this text besides its id and its sentence."""
    return f"- id: {id}\n  say: {say}\n  " + text.replace("\n", "\n  ") + "\n"
