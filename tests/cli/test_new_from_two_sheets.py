"""`pnp new --from cards.xlsx` whose second sheet says the same in another language."""

import re
from pathlib import Path

import pytest
from facts import read_facts
from forty_cards import forty_cards
from PIL import Image
from saying import Run
from spreadsheets import xlsx


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_translation_is_kept_where_a_cell_cannot_be_read(here: Path, run: Run) -> None:
    english = [["Name", "Cost", "Text"], ["Owl", 1, "Hoo."], ["Fox", 2, "Yip."], ["Elk", 3, "Moo."]]
    german = [["Name", "Kosten", "Text"], ["Eule", 1, "Hu."], ["Fuchs", 2, "Jip."], ["Elch", 3, "Muh."]]
    (here / "cards.xlsx").write_bytes(xlsx(merged="C3:C4", Cards=english, Deutsch=german))
    made = run("new", "mine", "--from", "cards.xlsx")
    assert '  sheet "Deutsch": the same in the language de, in card_data/mine/locale/de.po\n' in made.out
    assert made.err.splitlines()[-1] == (
        "pnp: mine is made, and can be built once this is fixed: pnp check mine looks again; "
        "then pnp translate update mine adds what the translation lacks"
    )
    (here / "card_data/mine/cards.xlsx").write_bytes(xlsx(Cards=english, Deutsch=german))
    said = run("translate", "update", "mine").out
    catalogue = (here / "card_data/mine/locale/de.po").read_text()
    assert 'msgstr "Eule"' in catalogue and 'msgstr "Hu."' in catalogue and 'msgstr "Elch"' in catalogue, said


ENGLISH = [
    ["Name", "Type", "Cost", "Power", "Text", "Picture"],
    *[
        [
            f"Card {n}",
            ("Ghost", "Dish", "Storm")[n % 3],
            n,
            ("1,5", "2")[n % 2],
            f"Draw a card and say {n} to all of us.",
            "a.png",
        ]
        for n in range(9)
    ],
]
GERMAN = [
    ["Name", "Typ", "Kosten", "Stärke", "Text"],
    *[
        [
            f"Karte {n}",
            ("Geist", "Gericht", "Sturm")[n % 3],
            n,
            ("1,5", "2")[n % 2],
            f"Ziehe eine Karte und sag uns allen {n}.",
        ]
        for n in range(9)
    ],
]


@pytest.mark.parametrize(
    "german", [GERMAN, [[*row[:1], *row[2:]] for row in GERMAN]], ids=["all texts", "without types"]
)
def test_a_look_leaves_the_columns_of_both_sheets_together(german: list[list[str | int]], here: Path, run: Run) -> None:
    (here / "cards.xlsx").write_bytes(xlsx(Cards=ENGLISH, Deutsch=german))
    Image.new("RGB", (600, 600)).save(here / "a.png")
    made = run("new", "mine", "--from", "cards.xlsx", "--look", "portrait")
    assert "  Type     guild: a group" in made.out and "  Power    kind: a short text" in made.out
    catalogue = (here / "card_data/mine/locale/de.po").read_text()
    said = dict(re.findall(r'\nmsgid "(.+)"\nmsgstr "(.*)"', catalogue))
    types = {"Ghost": "Geist", "Dish": "Gericht", "Storm": "Sturm"} if "Typ" in german[0] else {"Ghost": ""}
    assert (
        said
        | types
        | {
            "1,5": "1,5",
            "Card 1": "Karte 1",
            "Draw a card and say 8 to all of us.": "Ziehe eine Karte und sag uns allen 8.",
        }
        == said
    )


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [("Card Name", "Card Nmae", "PNP049"), ("cards.xlsx#", "crads.xlsx#", "PNP001"), ("#Cards", "#Crads", "PNP043")],
)
def test_one_slip_is_one_line_whatever_a_catalogue_says_of_the_cards(
    old: str, new: str, code: str, here: Path, run: Run
) -> None:
    (here / "cards.xlsx").write_bytes(forty_cards())
    run("new", "mine", "--from", "cards.xlsx")
    game = here / "card_data/mine/game.yaml"
    assert game.read_text().count(old) == 1
    game.write_text(game.read_text().replace(old, new))
    checked = run("check", "mine", "--all-warnings")
    told = [str(each) for each in read_facts(checked.err) if each.severity != "note"]
    assert [code in line for line in told] == [True], checked.err
