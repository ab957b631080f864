"""Writes the deck of N cards into `data/`: YAML, art and icons for the rivals, and the same as a project for pnp.

python benchmarks/workload.py N …
"""

import random
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from peers.common import ART_VB, DATA, FACTIONS, FONTS, ICON_COLOUR, ICON_VB, ICONS, N_ART, art

DECK = Path(__file__).resolve().parent / "deck"
PER_FILE = 20_000  # cards, as many as pnp reads from one

SYLLABLES = "ar bel cor dun el fen gor hal ith jor kel lun mor nar or pel quin ras sil tor ul ven wyn yar zan"
VERBS = "Deal Gain Spend Draw Block Ready Exhaust Claim"
WORDS = (
    "for each adjacent ally then choose one enemy in range and push it back while this hero is on a ruined tile "
    "or guarding any open gate until the next round ends"
)
KEYWORDS = "swift fierce warded hidden loyal cursed blessed armoured"
LETTERS = 116  # of a card's rules, at least

ENTRY = """\
- id: {id}
  name: {name}
  faction: {faction}
  rules: "{rules}"
  move: {move}
  marker: {marker}
  art: {art}
"""

Card = dict[str, str | int]


def hero_rules(r: random.Random) -> str:
    """Return a sentence with an icon, a **bold** keyword and another icon."""
    words, letters = [r.choice(VERBS.split()), str(r.randint(1, 4)), f"{{{r.choice(list(ICONS))}}}"], 12
    bold_at, icon_at = r.randint(5, 8), r.randint(10, 14)
    while letters < LETTERS:
        word = r.choice(WORDS.split())
        if len(words) == bold_at:
            word = f"**{r.choice(KEYWORDS.split())}**"
        elif len(words) == icon_at:
            word = f"{{{r.choice(list(ICONS))}}}"
        words.append(word)
        letters += 3 if word.startswith("{") else len(word.strip("*")) + 1
    return " ".join(words) + "."


def heroes(n: int) -> Iterator[Card]:
    """Yield the same cards on every machine; fewer cards are the first of more."""
    r = random.Random(7)
    for i in range(n):
        name = " ".join("".join(r.choices(SYLLABLES.split(), k=k)).capitalize() for k in (2, 3))
        rules = hero_rules(r)
        yield {
            "id": f"h-{i + 1:05d}",
            "name": name,
            "faction": r.choice(list(FACTIONS)),
            "rules": rules,
            "move": r.randint(1, 9),
            "marker": r.randint(1, 20),
            "art": i % N_ART,
        }


def svg(side: int, shapes: str) -> str:
    size = f'width="{side}" height="{side}" viewBox="0 0 {side} {side}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{shapes}</svg>\n'


def art_svg(k: int) -> str:
    def path(operations: list[tuple[str, tuple[float, ...]]]) -> str:
        return " ".join(op + ",".join(map(str, numbers)) for op, numbers in operations) + "Z"

    return svg(ART_VB, "".join(f'<path fill="{fill}" d="{path(operations)}"/>' for fill, operations in art(k)))


def icon_svg(name: str) -> str:
    points = " ".join(f"{round(x, 3):g},{round(y, 3):g}" for x, y in ICONS[name])
    return svg(ICON_VB, f'<polygon fill="{ICON_COLOUR}" points="{points}"/>')


def write_art(folder: Path, icons: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    icons.mkdir(parents=True, exist_ok=True)
    for k in range(N_ART):
        (folder / f"{k:02d}.svg").write_text(art_svg(k), encoding="utf-8")
    for name in ICONS:
        (icons / f"{name}.svg").write_text(icon_svg(name), encoding="utf-8")


def pnp_card(card: Card) -> Card:
    """Return the card as pnp's data says it: [icon] for {icon}, art by its path."""
    rules = str(card["rules"]).replace("{", "[").replace("}", "]")
    return card | {"rules": rules, "art": f"art/{card['art']:02d}.svg"}


def project(n: int) -> Path:
    """Return where pnp's project of N cards stands."""
    return DATA / f"pnp_{n}"


def write(n: int) -> None:
    cards = list(heroes(n))
    write_art(DATA / "art", DATA / "icons")
    (DATA / f"heroes_{n}.yaml").write_text("".join(ENTRY.format(**c) for c in cards), encoding="utf-8")

    shutil.rmtree(project(n), ignore_errors=True)
    shutil.copytree(DECK, project(n))
    game = project(n) / "card_data" / "heroes"
    write_art(game / "art", game / "art" / "icons")
    parts = [cards[first : first + PER_FILE] for first in range(0, n, PER_FILE)]
    for number, part in enumerate(parts, 1):
        text = "".join(ENTRY.format(**pnp_card(c)) for c in part)
        (game / f"{component(number)}.yaml").write_text(text, encoding="utf-8")
    write_components(game / "game.yaml", len(parts))
    for font in map(Path, FONTS.values()):
        shutil.copyfile(font, project(n) / "fonts" / font.name)


def write_all(sizes: Iterable[int]) -> None:
    """Write all in another process: Linux counts this one's memory as that of each process it starts."""
    subprocess.run([sys.executable, __file__, *map(str, sorted(sizes))], check=True)


def component(number: int) -> str:
    """Return the name of a component and of its file: heroes, heroes-2 and so on."""
    return "heroes" if number == 1 else f"heroes-{number}"


def write_components(file: Path, count: int) -> None:
    """Write so many components that look the same as the game's one, and read its file."""
    text = file.read_text(encoding="utf-8")
    head, key, one = text.partition("components:\n")
    more = [
        one.replace("heroes:", f"{component(number)}:", 1)
        .replace("heroes.yaml", f"{component(number)}.yaml")
        .replace("Heroes", f"Heroes {number}")
        for number in range(2, count + 1)
    ]
    file.write_text(f"{head}{key}{one}{''.join(more)}", encoding="utf-8")


STRANGE = Path(__file__).resolve().parent / "strange"
SIGNS = 24
REALMS = ["ash", "brass", "coral", "fern", "gale", "iris", "loam"]
KINDS = ["Creature", "Place", "Ritual", "Relic", "Ally", "Storm"]
WHEN = [
    "When this enters play",
    "At the end of each round",
    "Whenever an ally leaves",
    "Once in a turn",
    "If you hold no cards",
]
DOES = [
    "deal 2 harm to a creature you do not control",
    "draw a card, then discard a card",
    "search your deck for a Relic that costs 3 or less, show it and take it into your hand",
    "each rival loses a card of their choice",
    "put a growth marker on each other creature of this realm",
    "pay [s{a}][s{b}] to return this to your hand",
    "gain [s{a}] for each Place you control",
    "choose one: **guard** or **strike**; the chosen creature keeps it until your next turn",
]
SAYINGS = [
    "The road remembers every foot.",
    "Nobody asked the river.",
    "We counted the lamps, and there was one too many.",
    "What the tide takes it gives back in a worse mood.",
    "She laughed, and the bell answered.",
    "Old doors open outwards.",
]


def strange_cards(n: int) -> Iterator[str]:
    """Cards as large trading card games have them: long texts of several abilities, flavour, many icons."""
    r = random.Random(11)
    for i in range(n):
        abilities = []
        for _ in range(r.choice((1, 2, 2, 3, 3, 4))):
            does = r.choice(DOES).format(a=r.randrange(SIGNS), b=r.randrange(SIGNS))
            with_words = " ".join(r.choices(WORDS.split(), k=r.randint(3, 9)))
            abilities.append(f"{r.choice(WHEN)}, {does} {with_words} {r.randint(2, 9)}.")
        name = " ".join("".join(r.choices(SYLLABLES.split(), k=k)).capitalize() for k in (2, 2))
        place = "".join(r.choices(SYLLABLES.split(), k=2)).capitalize()
        kind = f"{r.choice(KINDS)} - {r.choice(KEYWORDS.split())}"
        yield f"- id: c{i + 1:05d}"
        yield f'  name: "{name}, {r.choice(KEYWORDS.split())} of {place}"'
        yield f"  realm: {r.choice(REALMS)}"
        yield f"  cost: {r.randint(0, 12)}"
        yield f'  kind: "{kind}"'
        yield f"  marks: [{', '.join(f's{r.randrange(SIGNS)}' for _ in range(r.randint(0, 3)))}]"
        yield f'  rules: "{" ".join(abilities)}"'
        yield f"  art: art/{i % N_ART:02d}.svg"
        if r.random() < 0.6:
            yield f'  flavour: "{r.choice(SAYINGS)} {r.choice(SAYINGS)}"'
        if r.random() < 0.5:
            yield f"  power: {r.randint(1, 9)}"


def write_strange(n: int) -> Path:
    """Return a project of N such cards."""
    root = DATA / f"strange_{n}"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(STRANGE, root)
    game = root / "card_data" / "realm"
    icons = game / "art" / "icons"
    write_art(game / "art", icons)
    shapes = list(ICONS)
    for i in range(SIGNS):
        (icons / f"s{i}.svg").write_text(icon_svg(shapes[i % len(shapes)]), encoding="utf-8")
    said = "".join(f"  s{i}: art/icons/s{i}.svg\n" for i in range(SIGNS))
    file = game / "game.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("ICONS\n", said), encoding="utf-8")
    (game / "cards.yaml").write_text("\n".join(strange_cards(n)) + "\n", encoding="utf-8")
    for font in map(Path, FONTS.values()):
        shutil.copyfile(font, root / "fonts" / font.name)
    return root


def copy_of_game(id: str, folder: Path) -> Path:
    """Return a project with a game that comes with pnp, to be edited."""
    root = Path(__file__).resolve().parents[1]
    for part in ("card_data", "layouts"):
        shutil.copytree(root / part / id, folder / part / id)
    return folder


def edit_a_hero(project: Path, id: str, edition: int) -> None:
    """Give the last hero another name, as people do who work on a game."""
    file = project / "card_data" / id / "heroes.yaml"
    text = file.read_text(encoding="utf-8")
    at = text.rindex("  name: ")
    file.write_text(f"{text[:at]}  name: Edition {edition}{text[text.index(chr(10), at) :]}", encoding="utf-8")


if __name__ == "__main__":
    for size in map(int, sys.argv[1:]):
        write(size)
