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
         "2:4: error PNP013 this line begins further right than line 3, which belongs beside it"
         " (begin it at column 3)"),
        (STYLE, "  low:", "  lwo:", '2:3: error PNP030 unknown key "lwo" (did you mean low?)'),
        (STYLE, "styles:", "stlyes:", '4:1: error PNP030 unknown key "stlyes" (did you mean styles?)'),
        (CARDS, "id,name", "id,nmae", '1:4: error PNP030 unknown column "nmae" (did you mean name?)'),
        (CARDS, ",power,", ",pwoer,", '1:9: error PNP030 unknown column "pwoer" (did you mean power?)'),
        (CARDS, ",suit\n", ",siut\n", '1:15: error PNP030 unknown column "siut" (did you mean suit?)'),
        (CARDS, "Card 3,3,hearts", "Card 3, hearts",
         "5:1: error PNP028 3 cells for 4 columns (a comma stands between all cells, also empty ones)"),
        (CARDS, "Card 3,3", "Card, 3,3",
         "5:14: error PNP018 5 cells, but only 4 columns (a text with a comma needs quotes)"),
        (RULES, "each: power", "eahc: power", '3:42: error PNP030 unknown key "eahc" (did you mean each?)'),
        (RULES, "each: \"name != ''\"", "eahc: \"name != ''\"",
         '2:37: error PNP030 unknown key "eahc" (did you mean each?)'),
        (GAME, "fields:", "feilds:", '12:5: error PNP030 unknown key "feilds" (did you mean fields?)'),
        (GAME, "components:", "componets:", '6:1: error PNP030 unknown key "componets" (did you mean components?)'),
        (GAME, "to: suits", "to: siuts", '15:35: error PNP104 there is no group or component "siuts" '
         "(did you mean suits?)"),
        (GAME, "data: cards", "data: crads", '11:11: error PNP001 there is no file "crads.csv" '
         "(did you mean cards.csv?)"),
    ],
)  # fmt: skip
def test_one_slip(deck: Path, run: Run, file: str, old: str, new: str, line: str) -> None:
    change(deck, file, old, new)
    assert run("check", "deck") == (1, "deck: 1 error\n", f"{file}:{line}\n")


def test_a_column_for_which_the_rows_have_no_cells(deck: Path, run: Run) -> None:
    change(deck, CARDS, "name,power", "name,Copies,power")
    first, second = run("check", "deck").err.splitlines()
    assert first == f'{CARDS}:1:9: error PNP030 unknown column "Copies" (did you mean copies?)'
    assert second.startswith(f"{CARDS}:2:1: error PNP028 4 cells for 5 columns (a comma stands between all cells")
    assert second.endswith("and 27 more")


def test_a_slip_in_one_rule_hides_no_other_mistake(deck: Path, run: Run) -> None:
    change(deck, RULES, "at-most: 40", "at-mots: 40")
    change(deck, RULES, "is: 60", "is: 61")
    first, second = run("check", "deck").err.splitlines()
    assert first.startswith(f"{CARDS}: error PNP511 sum: 61 expected, 60 found, of 30 pieces")
    assert second == f'{RULES}:1:48: error PNP030 unknown key "at-mots" (did you mean at-most?)'
