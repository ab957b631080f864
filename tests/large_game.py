"""A game of very many pieces with texts of several kinds, and its catalogues: `python tests/large_game.py FOLDER`.

It is what memory and time of catalogues are measured with: in full size 5,741 pieces, some 19,500 entries a language.
"""

import random
import sys
from collections.abc import Sequence
from pathlib import Path

from tiny_game import write

PIECES = 5741
LANGUAGES = ("de", "fr", "es", "it", "pt-BR", "pl", "ru", "cs", "ja", "ko", "zh-Hans", "ar", "he", "hi")

GAME = """\
title: Large
version: "1"
languages: [en]
icons: {coin: art/coin.svg}
components:
  cards:
    title: Cards
    size: 63 x 88
    front: card.xml.j2
    data: cards.yaml
    fields:
      name: {type: text, required: true, translatable: true}
      kind: {type: text, translatable: true}
      rule: {type: text, translatable: true}
      flavour: {type: text, translatable: true}
"""
TEMPLATE = """\
<face>
  <text of="name" x="4" y="4" w="55" h="8"/>
  <text of="kind" x="4" y="13" w="55" h="6"/>
  <text of="rule" x="4" y="20" w="55" h="40"/>
  {% if piece.flavour %}<text of="flavour" x="4" y="62" w="55" h="22"/>{% endif %}
</face>
"""
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></svg>\n'
WORDS = ["take", "give", "turn", "each", "player", "coin", "may", "guest", "row", "before", "after", "draw", "again"]


def write_large(root: Path, pieces: int = PIECES) -> Path:
    """Make a project of `root`, and return it."""
    choose = random.Random(7)

    def sentence(words: int) -> str:
        return " ".join(choose.choices(WORDS, k=words)).capitalize() + "."

    cards = []
    for number in range(pieces):
        said = [f"Card {number} {choose.choice(WORDS)}", sentence(2), f"**Now:** [coin] {sentence(30)} {sentence(24)}"]
        flavour = f'  flavour: "{sentence(12)}"\n' if number % 5 < 2 else ""
        cards.append(f'- id: c{number}\n  name: "{said[0]}"\n  kind: "{said[1]}"\n  rule: "{said[2]}"\n{flavour}')
    write(root, "card_data/large/game.yaml", GAME)
    write(root, "card_data/large/cards.yaml", "".join(cards))
    write(root, "card_data/large/art/coin.svg", ICON)
    write(root, "layouts/large/card.xml.j2", TEMPLATE)
    write(root, "layouts/large/style.yaml", "styles: {body: {size: 8pt, min: 6pt}}\n")
    return root


def catalogue_path(root: Path, language: str) -> Path:
    return root / f"card_data/large/locale/{language}.po"


def write_catalogues(root: Path, languages: Sequence[str] = LANGUAGES) -> None:
    """Complete ones, of which every tenth text is as in the source."""
    from pnp.build.loading import load_game
    from pnp.load import find_project
    from pnp.localise.catalogue import new_header
    from pnp.localise.messages import messages_of
    from pnp.localise.po import Entry
    from pnp.localise.updating import po_text

    game, problems = load_game(find_project(root, None), "large")
    assert game is not None and not problems
    messages = messages_of(game)
    for language in languages:
        entries = [Entry(*each.key[:2], (translate(language, n, each.text),)) for n, each in enumerate(messages)]
        text = po_text(new_header(language, "Large 1", "2024-01-01 00:00+0000"), entries)
        path = catalogue_path(root, language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def translate(language: str, number: int, text: str) -> str:
    from pnp.localise.edition import replace_words

    if number % 10 == 0:
        return text
    return replace_words(text, lambda words: words.replace("a", "á").replace("o", "ó").replace("e", f"e{language[0]}"))


if __name__ == "__main__":
    write_large(Path(sys.argv[1]))
    write_catalogues(Path(sys.argv[1]))
