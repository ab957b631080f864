"""A game that is quick to build, for tests of whole commands: two cards with backs, a coin, an icon, three modules."""

from pathlib import Path

FILES = {
    "card_data/tiny/game.yaml": """\
title: Tiny
version: "1"
languages: [en]
icons: {dot: art/dot.svg}
components:
  cards:
    title: Cards
    size: 40 x 60
    front: card.xml.j2
    back: back.xml.j2
    data: cards.yaml
    fields:
      name: {type: text, required: true}
      rule: text
  coins:
    title: Coins
    size: 20mm
    shape: circle
    front: coin.xml.j2
modules:
  more: {title: More cards, add: {cards: more.yaml}}
  less: {title: Fewer cards, not-with: [more], drop: {cards: [two]}}
  most: {title: Most cards, needs: [more]}
""",
    "card_data/tiny/cards.yaml": """\
- id: one
  copies: 2
  name: First
  rule: Take a [dot].
- id: two
  name: Second
""",
    "card_data/tiny/more.yaml": """\
- id: three
  name: Third
""",
    "card_data/tiny/art/dot.svg": """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></svg>
""",
    "layouts/tiny/card.xml.j2": """\
<face>
  <text of="name" x="4" y="4" w="32" h="8"/>
  {% if piece.rule %}<text of="rule" x="4" y="20" w="32" h="30"/>{% endif %}
</face>
""",
    "layouts/tiny/back.xml.j2": """\
<face><rect x="0" y="0" width="40" height="60" fill="#dddddd"/></face>
""",
    "layouts/tiny/coin.xml.j2": """\
<face><icon name="dot" x="6" y="6" size="8"/></face>
""",
}


def write_tiny(root: Path, name: str = "tiny") -> Path:
    """Make a project of `root`, with the game under this name; return `root`."""
    for path, text in FILES.items():
        write(root, path.replace("/tiny/", f"/{name}/"), text)
    return root


def write(root: Path, path: str, text: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def change(root: Path, path: str, old: str, new: str) -> None:
    """Replace what stands once in a file."""
    text = (root / path).read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
    write(root, path, text.replace(old, new))
