"""One slip in a file is one line of a whole check, at its place, however much follows from it."""

from pathlib import Path

import pytest
from running import Run
from tiny_game import change, write

GAME = "card_data/deck/game.yaml"
CARDS = "card_data/deck/cards.csv"
RULES = "card_data/deck/rules.yaml"
STYLE = "layouts/deck/style.yaml"
FILES = {
    GAME: """\
title: Deck
version: "1"
languages: [en]
groups:
  suits: {entries: {hearts: {name: Hearts}, spades: {name: Spades}}}
components:
  cards:
    title: Cards
    size: poker
    front: card.xml.j2
    data: cards.csv
    fields:
      name: {type: text, required: true}
      power: {type: integer, default: 1}
      suit: {type: reference, to: suits}
""",
    CARDS: "id,name,power,suit\n" + "".join(f"c{n},Card {n},{n % 5},hearts\n" for n in range(30)),
    RULES: """\
- {id: few, say: There are few., count: cards, at-most: 40}
- {id: named, say: All have names., each: "name != ''", of: cards}
- {id: strong, say: None is too strong., each: power < 5, of: cards, needs: [named]}
- {id: sum, say: Together they are 60., sum: power, of: cards, is: 60}
""",
    STYLE: """\
palettes:
  low: {red: "#331111"}
  full: {red: "#881111"}
styles:
  name: {size: 12pt, fill: red}
  power: {size: 20pt, align: center}
""",
    "layouts/deck/card.xml.j2": """\
<face>
<text of="name" style="name" x="6" y="6" w="50" h="8"/>
<text style="power" x="6" y="30" w="50" h="20">{{ piece.power + 1 }} {{ piece.suit.name }}</text>
</face>
""",
}


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for path, text in FILES.items():
        write(tmp_path, path, text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_nothing_is_wrong(deck: Path, run: Run) -> None:
    assert run("check", "deck") == (0, "deck: no problems\n", "")


@pytest.mark.parametrize(
    ("file", "old", "new", "line"),
    [
        (STYLE, "  low:", "   low:",
         "2:4 PNP013 where='further right' line=3"),
        (STYLE, "  low:", "  lwo:", '2:3 PNP030 key="lwo" ~meant=low'),
        (STYLE, "styles:", "stlyes:", '4:1 PNP030 key="stlyes" ~meant=styles'),
        (CARDS, "id,name", "id,nmae", '1:4 PNP030 heading="nmae" ~meant=name'),
        (CARDS, ",power,", ",pwoer,", '1:9 PNP030 heading="pwoer" ~meant=power'),
        (CARDS, ",suit\n", ",siut\n", '1:15 PNP030 heading="siut" ~meant=suit'),
        (CARDS, "Card 3,3,hearts", "Card 3, hearts",
         '5:1 PNP028 cells=3 columns=4'),
        (CARDS, "Card 3,3", "Card, 3,3",
         '5:14 PNP018 cells=5 columns=4'),
        (RULES, "each: power", "eahc: power", '3:42 PNP030 key="eahc" ~meant=each'),
        (RULES, "each: \"name != ''\"", "eahc: \"name != ''\"",
         '2:37 PNP030 key="eahc" ~meant=each'),
        (GAME, "fields:", "feilds:", '12:5 PNP030 key="feilds" ~meant=fields'),
        (GAME, "components:", "componets:", '6:1 PNP030 key="componets" ~meant=components'),
        (GAME, "to: suits", "to: siuts", '15:35 PNP104 name="siuts" ~meant=suits'),
        (GAME, "data: cards", "data: crads", '11:11 PNP001 name="crads.csv" ~meant=cards.csv'),
    ],
)  # fmt: skip
def test_one_slip(deck: Path, run: Run, file: str, old: str, new: str, line: str) -> None:
    change(deck, file, old, new)
    checked = run("check", "deck")
    assert (checked.code, checked.out, checked.lines) == (1, "deck: 1 error\n", [f"{file}:{line}"])


def test_a_column_for_which_the_rows_have_no_cells(deck: Path, run: Run) -> None:
    change(deck, CARDS, "name,power", "name,Copies,power")
    first, second = run("check", "deck").lines
    assert first == f'{CARDS}:1:9 PNP030 heading="Copies" ~meant=copies'
    assert second.startswith(f"{CARDS}:2:1 PNP028 cells=4 columns=5 ~also=")
    assert second.endswith("and 27 more'")


def test_a_slip_in_one_rule_hides_no_other_mistake(deck: Path, run: Run) -> None:
    change(deck, RULES, "at-most: 40", "at-mots: 40")
    change(deck, RULES, "is: 60", "is: 61")
    first, second = run("check", "deck").lines
    assert first.startswith(f"{CARDS} PNP511 rule=sum found='60 (of 30 pieces)' wanted=61")
    assert second == f'{RULES}:1:48 PNP030 key="at-mots" ~meant=at-most'
