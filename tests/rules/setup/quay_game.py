"""A game with a setup in a folder, for tests: twelve cards, one of them by name, and modules that add steps."""

from collections.abc import Iterable
from pathlib import Path

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.model.patch import apply_modules
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.world import World

FOLDER = "card_data/quay"
FILES = {
    "game.yaml": """\
title: The Quay
version: "1"
languages: [en]
groups:
  suits: {entries: {reds: {name: Reds}, blues: {name: Blues}}}
components:
  cards: {title: Cards, size: poker, data: cards.csv, fields: {suit: {type: reference, to: suits}}}
  coins: {title: Coins, size: 20, data: coins.csv}
modules:
  guests: {title: Guests, add: {cards: guests.csv}, setup: guests.yaml}
  storm: {title: Storm, setup: storm.yaml}
  calm: {title: Calm}
""",
    "cards.csv": "id,suit\n" + "".join(f"c{n},{'reds' if n % 2 else 'blues'}\n" for n in range(1, 12)) + "boss,reds\n",
    "coins.csv": "id,copies\ncoin,10\n",
    "guests.csv": "id,suit\ng1,reds\ng2,blues\n",
    "guests.yaml": "{}\n",
    "storm.yaml": "{}\n",
    "setup.yaml": """\
players: [2, 3]
tables:
  limit: {title: Limit, rows: {2: 5, 3: 4}}
zones:
  pile: {title: Pile, starts: cards}
  harbor: {title: Harbor, face: down, at: [10, 50]}
  market: {title: Market, face: up, at: [50, 50]}
  hand: {title: Hand, per: players}
  bank: {title: Bank, starts: coins, face: up}
steps:
  - id: boss
    say: Put the boss into the market.
    do: [{move: [boss], from: pile, to: market}]
  - id: harbor
    say: "Shuffle the rest: {zones.harbor} stay in the Harbor."
    do:
      - shuffle: pile
      - {move: all, from: pile, to: harbor}
  - id: hands
    say: {one: Deal {count} card., other: Deal each player {count} cards.}
    do: [{move: 2, from: harbor, to: hand}]
""",
}
FILES["setup.yaml"] = FILES["setup.yaml"].replace(
    "{one: Deal {count} card., other: Deal each player {count} cards.}",
    '{one: "Deal {count} card.", other: "Deal each player {count} cards."}',
)


def write_quay(root: Path, **files: str) -> Path:
    """Write the game; `setup=…` is another setup.yaml, `guests=…` another guests.yaml."""
    for name, text in (FILES | {f"{name}.yaml": text for name, text in files.items()}).items():
        file = root / FOLDER / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


def edit(root: Path, file: str, old: str, new: str) -> None:
    """Replace what stands once in a file of the game."""
    path = root / FOLDER / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def game_of(root: Path) -> Game:
    game, problems = load_game(Project(root, root), "quay")
    assert game is not None
    assert problems == []
    return game


def world_of(root: Path, modules: Iterable[str] = ()) -> World:
    chosen = tuple(sorted(modules))
    game = game_of(root)
    return World(apply_modules(game, [game.modules[id] for id in chosen]), chosen, Evaluator())
