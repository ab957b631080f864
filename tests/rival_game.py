"""A game of two markers, four factions and their leaders, for tests of victories: sixteen heroes, one of all factions.

Its module golems has a third marker and a fifth faction; bribery has tiles that lie on heroes.
"""

from pathlib import Path

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.localise import make_edition
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.world import World

BUNDLED = Path(__file__).parents[1]
FACTIONS = ("tribes", "army", "water", "undead")
HEROES = "".join(
    f"- {{id: {faction}-{n}, name: {faction.title()} {n}, faction: [{faction}]}}\n"
    for faction in FACTIONS
    for n in range(1, 5)
)
FILES = {
    "game.yaml": """\
title: Rivals
version: "1"
languages: [en]
icons: {}
groups:
  factions:
    entries:
      tribes: {name: Hill Tribes}
      army: {name: Imperial Army}
      water: {name: Water Folk}
      undead: {name: Undead}
components:
  leaders:
    title: Leaders
    size: poker
    data: leaders.yaml
    fields:
      number: {type: integer, required: true}
      factions: {type: list, of: {type: reference, to: factions}, required: true}
  heroes:
    title: Heroes
    size: poker
    data: heroes.yaml
    fields:
      name: {type: text, required: true}
      faction: {type: list, of: {type: reference, to: factions}, required: true}
  bribes:
    title: Bribes
    size: tile
    data: bribes.yaml
    fields:
      effect: {type: choice, choices: [change, protection, loyalty], required: true}
      to: {type: reference, to: factions}
  victory-map: {title: Victory map, size: page, front: shared/victory-map.xml.j2}
modules:
  golems:
    title: Golems
    groups: {factions: {golems: {name: Golems}}}
    add: {leaders: golem-leaders.yaml, heroes: golem-heroes.yaml}
    victory: golem-victory.yaml
  bribery:
    title: Bribery
    victory: bribery-victory.yaml
""",
    "leaders.yaml": """\
- {id: lemron, number: 1, factions: [water, tribes]}
- {id: cyra, number: 2, factions: [army, water]}
- {id: myrad, number: 3, factions: [undead, tribes]}
- {id: enned, number: 6, factions: [undead, water]}
""",
    "heroes.yaml": f"- {{id: emperor, name: Emperor, faction: [{', '.join(FACTIONS)}]}}\n{HEROES}",
    "bribes.yaml": """\
- {id: change-water, effect: change, to: water, copies: 3}
- {id: change-army, effect: change, to: army, copies: 3}
- {id: protection, effect: protection, copies: 3}
- {id: loyalty, effect: loyalty, copies: 3}
""",
    "golem-leaders.yaml": "- {id: tissa, number: 7, factions: [golems, army]}\n",
    "golem-heroes.yaml": """\
- {id: troll, name: Troll, faction: [golems]}
- {id: ogre, name: Ogre, faction: [golems, water]}
""",
    "setup.yaml": """\
players: [2, 3, 4]
zones: {pile: {title: Pile, starts: heroes, face: down}}
steps: []
""",
    "victory.yaml": """\
outcomes: factions
track:
  red: {title: Red marker, from: 1, to: 12, start: 4}
  green: {title: Green marker, from: 1, to: 12, start: 4}
define:
  dark: "9"
  party: face_up + hidden
conditions:
  - id: undead
    say: Both markers are in the dark area.
    when: red >= dark and green >= dark
  - id: water
    say: The markers are at most one space apart.
    when: (red - green)|abs <= 1
  - id: army
    say: The red marker is at least two spaces ahead.
    when: red - green >= 2
  - id: tribes
    say: The green marker is at least two spaces ahead.
    when: green - red >= 2
player:
  leader: {type: reference, to: leaders, required: true}
  face_up: {type: list, of: {type: reference, to: heroes}}
  hidden: {type: list, of: {type: reference, to: heroes}}
winner:
  - id: aligned
    say: Whose leader is aligned with {outcome.name}?
    only: outcome in leader.factions
  - id: most-heroes
    say: Who has most heroes of {outcome.name}, face up and hidden?
    most: party|where(outcome in faction)|count
  - id: fewest-heroes
    say: Who has fewest heroes in all?
    fewest: party|count
  - id: highest-number
    say: Whose leader has the highest number?
    most: leader.number
nobody: Nobody is aligned with {outcome.name}. Nobody wins.
map: [red, green]
""",
    "golem-victory.yaml": """\
add:
  track:
    golem: {title: Golem marker, from: 1, to: 12, start: 1}
    ally:
      title: Somebody is aligned with the golems
      choices: [true, false]
      read: players|any('golems' in leader.factions)
  conditions:
    - id: golems
      before: undead
      say: The golem marker is ahead of both others, and somebody is aligned with the golems.
      when: ally and golem > red and golem > green
""",
    "bribery-victory.yaml": """\
add:
  table:
    bribes:
      type: list
      of:
        type: record
        fields:
          hero: {type: reference, to: heroes, required: true}
          tile: {type: reference, to: bribes, required: true}
  define:
    changes: bribes|where(b = b.tile.effect == 'change')
    changed: changes|map(b = b.hero)
    protected: bribes|where(b = b.tile.effect == 'protection')|map(b = b.hero)
    loyal: bribes|where(b = b.tile.effect == 'loyalty')|map(b = b.hero)
    counting: >-
      party|where(h = outcome in changes|where(b = b.hero == h)|map(b = b.tile.to)
      + h.faction|where(f = f == 'golems' or h not in changed) + (['golems'] if h in protected else []))
replace:
  winner:
    - id: most-heroes
      say: Who has most heroes of {outcome.name}, with what bribes make of them?
      most: counting|sum(h = 2 if h in loyal else 1)
""",
}


def write_rivals(root: Path) -> None:
    """Return the game, in card_data/rivals/."""
    folder = root / "card_data" / "rivals"
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")


def edit(root: Path, name: str, old: str, new: str) -> None:
    """Change what stands once in one of the game's files."""
    file = root / "card_data" / "rivals" / name
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def world_of(root: Path, *modules: str, evaluator: Evaluator | None = None) -> World:
    """Return the game as rules see it; it must load without problems."""
    game, problems = load_game(Project(root, BUNDLED), "rivals")
    assert game is not None
    assert not problems, "\n".join(map(str, problems))
    edition = make_edition(game, "", "low", modules)
    return World(edition.game, edition.modules, evaluator or Evaluator())
