"""`pnp new --from cards.xlsx --look portrait`: a table's columns fill the places of a finished look."""

from pathlib import Path

import pypdfium2
import pytest
from forty_cards import forty_cards
from PIL import Image
from saying import Run
from tiny_game import write

from pnp.importing import new_games
from pnp.importing.new_games import folders_of_look, list_looks
from pnp.importing.tables.card_looks import KINDS, read_places

TOKENS = "Symbol,Qty,Name,Worth,Kind\nCoin,6,Small coin,1,Gold\nCoin,4,Big coin,5,Gold\nWolf Paw,3,Paw,,Beast\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.xlsx").write_bytes(forty_cards())
    (tmp_path / "tokens.csv").write_text(TOKENS)
    return tmp_path


def text_of(path: str) -> str:
    """Return the text without blanks, which stand between spaced letters, too."""
    pages = pypdfium2.PdfDocument(path)
    return "".join("".join(page.get_textpage().get_text_range().split()) for page in pages)


def codes(err: str) -> set[str]:
    return {word for line in err.splitlines() for word in line.split() if word.startswith("PNP")}


@pytest.mark.parametrize("look", list_looks())
def test_each_look_prints_a_table(look: str, here: Path, run: Run) -> None:
    table = "tokens.csv" if look == "tokens" else "cards.xlsx"
    made = run("new", "mine", "--from", table, "--look", look)
    assert (made.code, made.err) == (0, ""), made.err
    built = run("build", "mine", "--ink", "full")
    assert built.code == 0, built.err
    assert codes(built.err) <= {"PNP144", "PNP152"}, built.err
    assert ("5" if look == "tokens" else "AmberBridge") in text_of("output/mine/en/mine-full-a4.pdf")


def test_columns_find_the_places_of_a_look(here: Path, run: Run) -> None:
    made = run("new", "mine", "--from", "cards.xlsx", "--look", "portrait")
    assert made.out.splitlines()[3:10] == [
        "  Card Name       name: what cards are called, and their ids are made of (id: auto)",
        "  Kind            guild: a group, of what it says",
        "  Cost            cost: a number, in the corner",
        "  Qty             how often each is printed",
        "  Card Text       text: a text",
        "  Weight          kind: a short text",
        "  Note to myself  left out: nothing in it",
    ]
    game = (here / "card_data/mine/game.yaml").read_text()
    for line in ("title: Mine", "      trade: {name: Trade, icon: grove, colour: grove}", "      cost: integer"):
        assert f"\n{line}\n" in game
    art = next(line for line in game.splitlines() if line.startswith("      art: "))
    assert art.startswith(
        "      art: {type: picture, default: art/pilot.svg}   # SVG, PNG or JPEG; about as wide as high"
    )
    assert art.endswith("  # pnp: ignore PNP142")
    assert "layouts/mine/style.yaml" in game and "layouts/portrait" not in game
    pictures = {
        path.relative_to(here / "card_data/mine/art").as_posix() for path in here.glob("card_data/mine/art/**/*.svg")
    }
    assert "languages: [en, de]\n" in game and [*here.glob("card_data/mine/locale/*")] == [
        here / "card_data/mine/locale/de.po"
    ]
    assert pictures == {"pilot.svg", "tide.svg", "grove.svg", "ember.svg", "icons/coin.svg", "icons/heart.svg"}


SMALL_LETTERS = """\
Name,Type,Power,Text
Fog,spirit,1,"Draw a card, then discard one of yours."
Elk,Beast,2,Run.
Mist,Spirit,"1,5",Stay.
Owl,Beast,2,Hoo.
Dew,Spirit,1,Fall.
Fox,Beast,2,Yip.
"""


def test_small_letters_in_a_cell_make_no_other_group(here: Path, run: Run) -> None:
    (here / "cards.csv").write_text(SMALL_LETTERS)
    made = run("new", "mine", "--from", "cards.csv", "--look", "portrait")
    assert made.out.splitlines()[4:7] == [
        "  Type   guild: a group, of what it says",
        '    row 2: "spirit", read as Spirit',
        "  Power  kind: a short text",
    ]
    game = (here / "card_data/mine/game.yaml").read_text()
    assert [line.strip() for line in game.splitlines() if "colour:" in line] == [
        "spirit: {name: Spirit, icon: tide, colour: tide}",
        "beast: {name: Beast, icon: grove, colour: grove}",
    ]
    built = run("build", "mine")
    assert built.code == 0, built.err
    assert text_of("output/mine/en/mine-low-a4.pdf").count("·SPIRIT") == 3


def test_what_a_look_has_no_place_for_is_said(here: Path, run: Run) -> None:
    made = run("new", "mine", "--from", "cards.xlsx", "--look", "big-art")
    assert "  Kind            left out: the look big-art has no place for it\n" in made.out
    assert "      number: Cost\n" in (here / "card_data/mine/game.yaml").read_text()


PARTLY = """\
Name,Type,Cost,Text,Picture
Owl,Bird,1,Hoo.,owl.png
Fox,Beast,,"Draw a card and show it to all of them.

Then pay one coin for each of the cards that lie beside yours, and another for each that lies below. Go home.",owl.png
Elk,Beast,3,,
Emu,Bird,4,Run.,
"""


@pytest.mark.parametrize(("look", "ink"), [("portrait", "low"), ("big-art", "low"), ("big-art", "full")])
def test_cards_without_a_picture_or_figure_and_with_long_texts_are_right(
    look: str, ink: str, here: Path, run: Run
) -> None:
    (here / "cards.csv").write_text(PARTLY)
    Image.new("RGB", (898, 1488)).save(here / "owl.png")
    made = run("new", "mine", "--from", "cards.csv", "--look", look)
    assert "  Picture  art: a picture, copied\n" in made.out
    built = run("build", "mine", "--ink", ink)
    assert (built.code, codes(built.err)) == (0, set()), built.err


def test_groups_are_translated_with_the_cards(here: Path, run: Run) -> None:
    run("new", "mine", "--from", "cards.xlsx", "--look", "text-heavy")
    built = run("build", "mine", "--lang", "de")
    assert built.code == 0 and "PNP612" not in built.err, built.err
    said = text_of("output/mine/de/mine-low-a4.pdf").casefold()
    assert "bernsteinbrücke" in said and "handel" in said and "·karten·" in said and "trade" not in said


def test_symbols_of_a_table_become_icons(here: Path, run: Run) -> None:
    run("new", "mine", "--from", "tokens.csv", "--look", "tokens")
    assert (here / "card_data/mine/game.yaml").read_text().splitlines()[3:10] == [
        "icons:",
        "  coin: art/coin.svg",
        "  wolf-paw: art/icons/wolf-paw.svg",
        "groups:",
        "  rims:                      # colours are those of layouts/mine/style.yaml",
        "    entries:",
        "      gold: {name: Gold, colour: gold, pattern: beads}",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "--from cards.xlsx --look portait",
            "there is no look portait; there are: big-art, portrait, text-heavy, tokens",
        ),
        ("--from starter --look tokens", "--look and --from: a game begins in one way; --look goes with a table alone"),
        ("--from cards.xlsx --blank", "--blank and --from: a game begins in one way"),
    ],
)
def test_what_makes_no_game(words: str, said: str, here: Path, run: Run) -> None:
    assert run("new", "mine", *words.split()) == (2, "", f"pnp: {said}\n")
    assert not (here / "card_data").exists()


@pytest.mark.parametrize("look", list_looks())
def test_places_are_fields_of_their_look(look: str) -> None:
    game = (folders_of_look(look).game / "game.yaml").read_text()
    places = read_places(look)
    assert all(f"\n      {place.field}: {{" in game for place in places)
    assert {place.kind for place in places} <= KINDS.keys()
    pictures = [place.instead for place in places if place.kind == "picture"]
    assert all((folders_of_look(look).game / picture).is_file() for picture in pictures)


NOTES = {
    "card_data/notes/game.yaml": """\
# Notes.
title: Notes
icons:
  pin-1: art/pin-1.svg
groups:
  moods:
    entries:
      calm-1: {name: Calm, icon: pin-1}
components:
  notes:
    size: 60 x 40
    front: note.xml.j2
    data: notes.yaml
    fields:
      head: {type: text, required: true}
      mood: {type: reference, to: moods, required: true}
      drawn: {type: picture}
""",
    "card_data/notes/notes.yaml": "- {id: one, head: One, mood: calm-1}\n",
    "card_data/notes/art/pin-1.svg": """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0H1V1Z"/></svg>
""",
    "layouts/notes/note.xml.j2": """\
<face>
  <text of="head" x="4" y="4" w="40" h="10"/><icon name="{{ piece.mood.icon }}" x="46" y="4" size="6"/>
  <image href="{{ piece.drawn }}" x="4" y="16" w="20" h="20"/>
</face>
""",
    "tables/notes.yaml": """\
- {field: head, kind: name}
- {field: mood, kind: group, instead: calm-1}
- {field: drawn, kind: picture, instead: art/pin-1.svg}
""",
}


def test_a_look_is_made_of_folders_alone(here: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_games, "_LOOKS", here / "looks")
    for path, text in NOTES.items():
        write(here / "looks", path, text)
    (here / "cards.csv").write_text("Name\nOwl\nFox\n")
    made = run("new", "mine", "--from", "cards.csv", "--look", "notes")
    assert (made.code, made.err) == (0, "")
    built = run("build", "mine")
    assert (built.code, codes(built.err)) == (0, set()), built.err
    assert text_of("output/mine/en/mine-low-a4.pdf").count("OwlFox") == 1
    (here / "looks/tables/notes.yaml").unlink()
    assert run("new", "other", "--from", "cards.csv", "--look", "notes") == (
        2,
        "",
        "pnp: the look notes has no places for a table's columns: begin with --look notes alone\n",
    )
    assert run("new", "other", "--look", "notes").code == 0


def test_help_names_each_look(run: Run) -> None:
    said = " ".join(run("new", "--help").out.split())
    assert f"Start with a finished look: {', '.join(list_looks())}." in said
