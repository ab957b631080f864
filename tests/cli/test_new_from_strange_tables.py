"""`pnp new --from` of tables as designers keep them: prices, quotations, a sheet for each kind of card."""

import io
from pathlib import Path
from zipfile import ZipFile

import pytest
from saying import Run
from spreadsheets import xlsx


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("table", "styles"),
    [
        ("name,cost,text\nFox,1,Draw a card.\nOwl,2,Fly two spaces.\n", {"text": "body"}),
        (
            "name,flavour,ability\nFox,Red as the evening sun and quick.,Draw a card.\nOwl,Wise as an oak.,Fly home.\n",
            {"flavour": "aside", "ability": "body"},
        ),
        ('name,kind,said,price\nFox,Beast,Yip yip yip.,"2,50"\nOwl,Bird,Hoo hoo hoo hoo.,"1,20"\n', {"kind": "line"}),
        ('name,price,kind,text\nFox,"2,50",Beast,Yip.\nOwl,"1,20",Bird,Hoo.\n', {"kind": "line", "text": "body"}),
    ],
)
def test_texts_have_the_places_that_their_headings_say(
    table: str, styles: dict[str, str], here: Path, run: Run
) -> None:
    """Rules before quotations, however long these are; no price where the kind of card stands."""
    (here / "cards.csv").write_text(table)
    run("new", "mine", "--from", "cards.csv")
    (made,) = here.glob("layouts/mine/card.xml.j2")
    for field, style in styles.items():
        (said,) = [line for line in made.read_text().splitlines() if f'<text of="{field}"' in line]
        assert f'style="{style}"' in said
    assert run("build", "mine").code == 0


@pytest.mark.parametrize(("look", "text"), [("portrait", "Ability"), ("big-art", "Ability"), ("text-heavy", "Ability")])
def test_looks_print_the_rules_and_group_by_words(look: str, text: str, here: Path, run: Run) -> None:
    rows = "".join(
        f'Card {n},"{n},50",{("Beast", "Bird")[n % 2]},Draw {n} cards.,A long and winding sentence about {n} at dusk.\n'
        for n in range(1, 9)
    )
    (here / "cards.csv").write_text(f"Name,Price,Type,{text},Flavour\n{rows}")
    made = run("new", "mine", "--from", "cards.csv", "--look", look)
    assert f"  {text}" in made.out
    assert f"{text}   left out" not in made.out
    assert "Price    left out" in made.out
    assert run("build", "mine").code == 0


READ_ME = [["My game, v0.7"], ["See the other sheets"]]
HEROES = [["Name", "Power"], ["Owl", 3], ["Fox", 2], ["Elk", 2]]
ITEMS = [["Name", "Text"], ["Rope", "Climb."], ["Lamp", "See."]]


def test_a_sheet_for_each_kind_of_card(here: Path, run: Run) -> None:
    """A text for readers is no card, and what else there is can be had."""
    (here / "cards.xlsx").write_bytes(xlsx(**{"Read me": READ_ME, "Heroes": HEROES, "Items": ITEMS}))
    made = run("new", "mine", "--from", "cards.xlsx")
    assert made.out.splitlines()[2] == 'cards.xlsx is XLSX, sheet "Heroes": 3 cards, as it seems'
    assert made.out.splitlines()[-3] == (
        '  sheet "Items": left out, as a translation: 2 cards against 3, and no column of ids that both have; '
        '--from "cards.xlsx#Items" makes a game of it'
    )
    assert run("build", "mine").code == 0


def test_columns_without_a_value_and_pictures_within_are_told(here: Path, run: Run) -> None:
    rows = [["Name", "Text", "Odds"], ["Owl", "=A2", 0.5], ["Fox", "=A3", 0.25]]
    data = io.BytesIO(xlsx(Cards=rows))
    with ZipFile(data, "a") as file:
        file.writestr("xl/media/image1.png", b"png")
    (here / "cards.xlsx").write_bytes(data.getvalue())
    made = run("new", "mine", "--from", "cards.xlsx")
    why = "2 cells without a value; in row 2 the cell has a formula, and no result of it"
    assert f"  Text  left out: {why}\n" in made.out
    assert "  pictures within the spreadsheet aren't read: save them beside it" in made.out


def test_braces_are_no_icons_and_it_says_what_is(here: Path, run: Run) -> None:
    (here / "cards.csv").write_text("Name,Text\nOwl,Take {coin}.\nFox,Lose {coin} and {heart}.\nElk,So [coin].\n")
    said = "if {coin}, {heart} are icons, write [coin]\n"
    assert f"has braces, so it isn't translated: {said}" in run("new", "mine", "--from", "cards.csv").out
