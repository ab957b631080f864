"""Rules over many pieces, beside loading them: `python benchmarks/many_rules.py`.

A game of 10,000 cards with 200 rules of all kinds. The time is given as a multiple of the time that loading the same
game takes in the same run.
"""

import gc
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import NamedTuple

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.rules.examining import examine

PIECES, RULES, ROUNDS = 10_000, 200, 5
MOST = 3.0  # × loading
_GAME = """\
title: Many
version: "1"
languages: [en]
groups:
  kinds: {entries: {%s}}
components:
  cards:
    title: Cards
    size: poker
    data: cards.yaml
    fields:
      name: {type: text, required: true}
      kind: {type: reference, to: kinds, required: true}
      kinds: {type: list, of: {type: reference, to: kinds}}
      partner: {type: reference, to: cards, required: true}
      level: {type: integer, required: true}
      worth: integer
"""
_KINDS = ("sun", "moon", "rain", "wind", "snow", "hail", "mist", "dusk")


def write(root: Path, rules: str, pieces: int = PIECES) -> None:
    """Return a project with this game."""
    folder = root / "card_data" / "many"
    folder.mkdir(parents=True, exist_ok=True)
    entries = ", ".join(f"{kind}: {{name: {kind.title()}}}" for kind in _KINDS)
    (folder / "game.yaml").write_text(_GAME % entries, encoding="utf-8")
    cards = [
        f"- {{id: c{n}, name: Card {n}, kind: {_KINDS[n % 8]}, kinds: [{_KINDS[n % 8]}, {_KINDS[(n + 1) % 8]}], "
        f"partner: c{(n * 7 + 3) % pieces}, level: {n // 8 % 10}, worth: {n % 5 - 2}}}\n"
        for n in range(pieces)
    ]
    (folder / "cards.yaml").write_text("".join(cards), encoding="utf-8")
    (folder / "rules.yaml").write_text(rules, encoding="utf-8")


def rules(pieces: int = PIECES) -> str:
    """Return rules of all kinds, all of which hold."""
    of_kind, text = pieces // 8, ""
    for n in range(RULES // 5):
        level = n % 10
        text += f"""\
- {{id: count-{n}, say: So many., count: cards, where: level >= {level} and worth is not none, by: kind, at-least: 1}}
- {{id: all-{n}, say: So many., count: cards, by: kind, is: {of_kind}}}
- {{id: each-{n}, say: Each., each: kind in kinds and level < {10 + n}, of: cards}}
- {{id: unique-{n}, say: All differ., unique: name, of: cards, where: level == {level}}}
- {{id: sum-{n}, say: In all., sum: worth, of: cards, where: "'{_KINDS[n % 8]}' in kinds", is: 0}}
"""
    return text


def least(run: Callable[[], object]) -> float:
    """Return the processor's time of the best of some rounds."""
    times = []
    for _ in range(ROUNDS):
        gc.collect()
        before = process_time()
        run()
        times.append(process_time() - before)
    return min(times)


def measured(text: str, pieces: int = PIECES) -> tuple[float, float]:
    """Seconds that loading takes, and judging the rules."""
    with tempfile.TemporaryDirectory(prefix="rules") as folder:
        root = Path(folder)
        write(root, text, pieces)

        def load() -> Game:
            game, problems = load_game(Project(root, root), "many")
            assert game is not None, problems
            assert not problems, problems[:3]
            return game

        game = load()
        found = examine(game, [()])
        assert not found, "\n".join(map(str, found[:3]))
        return least(load), least(lambda: examine(game, [()]))


class Judged(NamedTuple):
    """What was judged, the time of it ÷ that of something else, and the most that this may be."""

    what: str
    ratio: float
    most: float
    beside: str = "the time of loading them"


def judged() -> Iterator[Judged]:
    loading, judging = measured(rules())
    yield Judged(f"{PIECES:,} pieces, {RULES} rules", judging / loading, MOST)


def main() -> int:
    missed = False
    for each in judged():
        missed = missed or each.ratio > each.most
        print(f"{each.what}: {each.ratio:.2f} × loading the same game; at most {each.most:g} ×")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
