"""A game with everything that can be translated, quick to build: two dishes, tokens, a label, a setup, a module."""

from pathlib import Path

from tiny_game import write

PO = "card_data/inn/locale/de.po"

FILES = {
    "card_data/inn/game.yaml": """\
title: The Inn
version: "1"
languages: [en]
credits: By nobody.
icons: {coin: art/coin.svg}
groups:
  courses: {entries: {soup: {name: Soups}, cake: {name: Cakes}}}
components:
  dishes:
    title: Dishes
    size: 40 x 60
    front: dish.xml.j2
    data: dishes.yaml
    fields:
      name: {type: text, required: true, translatable: true}
      course: {type: reference, to: courses}
      price: {type: integer}
      rule: {type: text, translatable: true, default: Serve it hot.}
      hints: {type: list, of: text, translatable: true}
modules:
  feast: {title: The feast, add: {dishes: feast.yaml}, replace: {dishes: feast-soup.yaml}}
""",
    "card_data/inn/dishes.yaml": """\
- id: broth
  name: Broth
  course: soup
  price: 1
  rule: "**Serve:** Take 2 [coin] for each guest."
  hints: [Salt helps., Stir well.]
- id: tart
  name: Tart
  course: cake
  price: 3
""",
    "card_data/inn/feast.yaml": "- {id: roast, name: Roast, course: soup, price: 9}\n",
    "card_data/inn/feast-soup.yaml": "- {id: broth, name: Rich broth, course: soup, price: 2}\n",
    "card_data/inn/glossary.yaml": """\
- {term: guest, forms: [guests], de: [Gast, Gäste]}
- {term: Soups, de: [Suppen]}
""",
    "card_data/inn/setup.yaml": """\
players: [1, 2]
tables:
  first: {title: Dishes at first, rows: {1: 1, 2: 2}}
zones:
  pile: {title: Kitchen, starts: dishes, face: down}
  table: {title: Table, face: up}
steps:
  - id: serve
    say: {one: Serve one dish., other: "Serve {count} dishes."}
    do: [{shuffle: pile}, {move: tables.first, from: pile, to: table}]
""",
    "card_data/inn/rules.yaml": "- {id: prices, say: Every dish has a price., each: price > 0, of: dishes}\n",
    "card_data/inn/art/coin.svg": """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></svg>
""",
    "layouts/inn/dish.xml.j2": """\
<face>
  <text of="name" x="4" y="4" w="32" h="8"/>
  <text x="4" y="12" w="32" h="5">{{ piece.course.name }}</text>
  <text of="rule" x="4" y="20" w="32" h="16"/>
  {% if piece.hints %}<ul of="hints" x="4" y="36" w="32"/>{% endif %}
  <text x="4" y="50" w="32" h="6">{% trans count=piece.price %}Costs {{ count }} coin.
    {% pluralize %}Costs {{ count }} coins.{% endtrans %}</text>
</face>
""",
    "layouts/inn/style.yaml": "styles: {body: {size: 7pt, min: 6pt}}\n",
}


def write_inn(root: Path) -> Path:
    """Make a project of `root`, and return it."""
    for path, text in FILES.items():
        write(root, path, text)
    return root


def translated(text: str) -> str:
    """Any language: every o is an ö. Whatever means something stays."""
    from pnp.localise.edition import replace_words

    return replace_words(text, lambda words: words.replace("o", "ö").replace("“", "„").replace("”", "“"))


def fill(path: Path) -> None:
    """Translate all entries of a catalogue that are empty."""
    from pnp.localise.po import read_po
    from pnp.localise.updating import po_text

    found = read_po(path.read_bytes(), path.name)
    assert found.problems == []
    assert found.header is not None
    entries = []
    for entry in found.entries:
        sources = [entry.source, *[entry.plural] * (len(entry.forms) - 1)]
        said = tuple(said or translated(source) for said, source in zip(entry.forms, sources, strict=True))
        entries.append(entry._replace(forms=said))
    path.write_text(po_text(found.header, entries), encoding="utf-8", newline="\n")


def at(german: Path, context: str) -> str:
    """Return the place of a context's translation, as messages name it."""
    lines = german.read_text(encoding="utf-8").splitlines()
    start = lines.index(f'msgctxt "{context}"')
    number = next(n for n, line in enumerate(lines[start:], start + 1) if line.startswith("msgstr"))
    return f"{PO}:{number}"
