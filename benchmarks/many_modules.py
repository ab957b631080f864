"""`pnp check` of a game with many modules, beside the same game without any: `python benchmarks/many_modules.py`.

A game for 2 to 6 players with one deck, its setup and its rules; eight modules in two expansions that each add cards
to that deck and raise its rules, so that all is judged with each of their 256 sets; and eight modules, each with a deck
of its own, so that hardly anything is judged twice. Each run is a new process with an empty cache, and they take
turns: the processor's time of the best of each, divided.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from many_rules import Judged
from measure import Command, run

ROUNDS, SHARED, INDEPENDENT = 5, 8, 8
MOST = 3.0  # × the game alone
KINDS = ("sun", "moon", "rain", "wind")
CARDS = 60
_HEAD = 'title: {id}\nversion: "1"\nlanguages: [en]\n'
_GAME = """\
groups: {kinds: {entries: {%s}}}
components:
  cards:
    title: Cards
    size: poker
    front: card.xml.j2
    data: cards.yaml
    fields: {name: {type: text, required: true}, kind: {type: reference, to: kinds, required: true}, worth: integer}
"""
_SETUP = """\
players: [2, 3, 4, 5, 6]
tables: {hand: {title: Hand, rows: {2: 7, 3: 6, 4: 5, 5: 4, 6: 4}}}
zones:
  pile: {title: Pile, starts: cards, face: down}
  row: {title: Row, face: up}
  hands: {title: Hands, per: players}
steps:
  - id: hands
    say: Deal {count} cards to each player.
    do: [{shuffle: pile}, {move: tables.hand, from: pile, to: hands}]
  - {id: row, say: Lay out five cards., do: [{move: 5, from: pile, to: row}]}
"""
_RULES = f"""\
- {{id: deck, say: The deck., count: cards, is: {CARDS}}}
- {{id: kinds, say: Each kind., count: cards, by: kind, is: {CARDS // len(KINDS)}}}
- {{id: worth, say: All together., sum: worth, of: cards, is: {CARDS * 2}}}
- {{id: names, say: Names differ., unique: name, of: cards}}
- {{id: left, say: Enough are left., require: zones.pile >= 20}}
- {{id: dealt, say: The pile., table: zones.pile, is: "cards|count - 5 - players * tables.hand"}}
"""
_LAYOUT = '<face><text of="name" x="4" y="4" w="50" h="8"/></face>\n'
_RAISED = f"plus: {{deck: {len(KINDS)}, kinds: 1, worth: {len(KINDS) * 2}}}\n"


def _cards(prefix: str, count: int) -> str:
    kinds = [KINDS[n % len(KINDS)] for n in range(count)]
    pieces = [
        f"- {{id: {prefix}{n}, name: Card {prefix}{n}, kind: {kind}, worth: 2}}\n" for n, kind in enumerate(kinds)
    ]
    return "".join(pieces)


def _game(root: Path, id: str, text: str, **files: str) -> None:
    folder = root / "card_data" / id
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(_HEAD.format(id=id) + text, encoding="utf-8")
    for name, content in files.items():
        (folder / f"{name}.yaml").write_text(content, encoding="utf-8")


def write(root: Path, modules: str = "", **files: str) -> None:
    """Return a project with the game."""
    entries = ", ".join(f"{kind}: {{name: {kind.title()}}}" for kind in KINDS)
    text = _GAME % entries + (f"modules:\n{modules}" if modules else "")
    _game(root, "many", text, cards=_cards("c", CARDS), setup=_SETUP, rules=_RULES, **files)
    (root / "layouts").mkdir()
    (root / "layouts" / "card.xml.j2").write_text(_LAYOUT, encoding="utf-8")


def write_expansions(root: Path) -> None:
    """Return the game, and two expansions that share its deck."""
    write(root)
    for expansion in ("left", "right"):
        ids = [f"{expansion}-{n}" for n in range(SHARED // 2)]
        said = [f"title: {id.title()}, add: {{cards: {id}.yaml}}, rules: {id}-raised.yaml" for id in ids]
        modules = "".join(f"  {id}: {{{each}}}\n" for id, each in zip(ids, said, strict=True))
        files = {id: _cards(f"{id}-", len(KINDS)) for id in ids} | {f"{id}-raised": _RAISED for id in ids}
        _game(root, expansion, f"for: many\nmodules:\n{modules}", **files)


def write_own_decks(root: Path) -> None:
    """Return the game with modules that have nothing to do with each other."""
    ids = [f"m{n}" for n in range(INDEPENDENT)]
    deck = "title: Deck {id}, size: poker, front: card.xml.j2, data: {id}.yaml, fields: {{name: text}}"
    said = "title: Module {id}, components: {{{id}-deck: {{" + deck + "}}}}, rules: {id}-rules.yaml"
    modules = "".join(f"  {id}: {{{said.format(id=id)}}}\n" for id in ids)
    files = {id: "".join(f"- {{id: {id}-{n}, name: Card {id} {n}}}\n" for n in range(10)) for id in ids}
    files |= {f"{id}-rules": f"- {{id: deck-{id}, say: A deck., count: {id}_deck, is: 10}}\n" for id in ids}
    write(root, modules, **files)


def judged() -> Iterator[Judged]:
    made = {
        "": write,
        f"{SHARED} modules of two expansions on one deck, 2 to 6 players": write_expansions,
        f"{INDEPENDENT} modules with a deck each": write_own_decks,
    }
    best = dict.fromkeys(made, float("inf"))
    with tempfile.TemporaryDirectory(prefix="modules") as folder:
        roots = {what: Path(folder) / str(n) for n, what in enumerate(made)}
        for what, root in roots.items():
            made[what](root)
        for number in range(ROUNDS):
            for what, root in roots.items():
                best[what] = min(best[what], _seconds(root, root / f"cache-{number}"))
    for what in list(made)[1:]:
        yield Judged(what, best[what] / best[""], MOST, "pnp check of the game alone")


def _seconds(root: Path, cache: Path) -> float:
    """Return the processor's time for a check of a game that was never seen."""
    env = {"PATH": "/usr/bin:/bin", "PNP_CACHE": str(cache), "PNP_CONFIG": str(cache)}
    words = [sys.executable, "-m", "pnp", "check", "many", "--project", str(root)]
    return run(Command(words, root / "output", Path(__file__).parents[1], env, makes=False)).cpu


def main() -> int:
    missed = False
    for each in judged():
        missed = missed or each.ratio > each.most
        print(f"{each.what}: {each.ratio:.2f} × {each.beside}; at most {each.most:g} ×")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
