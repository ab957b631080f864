"""What is kept is a game that prints what `pnp sheet` printed."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pikepdf import Array
from PIL import Image
from running_sheets import MM, Deck, grounds, places, seen
from saying import Run

W, H = 210, 297
CORNERS = "\n".join(
    f"{colour} rg {x} {y} 32 44 re f"
    for colour, x, y in (("1 0 0", 0, 0), ("0 1 0", 31, 0), ("0 0 1", 0, 44), ("1 1 0", 31, 44))
)


def prints_the_same(run_whole: Run, name: str, pages: int, *words: str) -> None:
    """Assert that the game that was kept of sheets prints the same as they did."""
    again = run_whole("build", name, *words, "--no-instructions", "--ink", "full", "--out", "again")
    assert again.code == 0, again.err
    (first,), (second,) = (list(Path(folder, name, "en").glob("*.pdf")) for folder in ("output", "again"))
    places = [(x, y) for x in range(3, 207, 3) for y in range(3, 294, 3)]
    for number in range(1, pages + 1):
        before, after = seen(first, number), seen(second, number)
        different = [place for place in places if before.at(*place) != after.at(*place)]
        assert not different, f"page {number} differs at {different[:5]}"
    assert len({before.at(*place) for place in places}) > 1, "nothing is on the last page"


@pytest.mark.usefixtures("cards")
def test_the_game_prints_the_same(sheet: Run, run_whole: Run) -> None:
    done = sheet("cards", "--size", "poker", "--crop", "2mm", "--sides", "duplex", "--no-instructions", "--keep")
    assert done.out.splitlines()[1:] == ["card_data/cards, layouts/cards: a game to go on from: pnp build cards"]
    prints_the_same(run_whole, "cards", 2, "--sides", "duplex")


@pytest.mark.usefixtures("cards")
def test_nothing_is_overwritten(sheet: Run) -> None:
    Path("card_data/cards").mkdir(parents=True)
    done = sheet("cards", "--size", "poker", "--keep")
    assert (done.code, done.err) == (2, "pnp: --keep: there is a folder card_data/cards already\n")
    assert not Path("output").exists()


@pytest.mark.usefixtures("cards")
def test_bleed_that_is_there_is_kept(picture: Callable[..., Path], sheet: Run, run_whole: Run) -> None:
    """On all sides: a picture with a rim that is seen around the cut alone."""
    rim = Image.open(picture("cards/rim.png", "#00ff00", (815, 1110)))
    rim.paste("#ff0000", (40, 40, 775, 1070))
    rim.save("cards/rim.png")
    words = ("--bleed", "yes")
    assert sheet("cards", "--size", "poker", "--crop", "3mm", *words, "--no-instructions", "--keep").code == 0
    prints_the_same(run_whole, "cards", 1, *words)


@pytest.mark.parametrize("edges", ["mirror", "stretch"])
@pytest.mark.usefixtures("cards")
def test_bleed_made_of_edges_is_kept(edges: str, sheet: Run, run_whole: Run) -> None:
    words = ("--bleed", "yes")
    assert sheet("cards", "--size", "poker", "--edges", edges, *words, "--no-instructions", "--keep").code == 0
    assert f'edges="{edges}" bleed="3"' in Path("layouts/cards/cards-front.xml.j2").read_text()
    prints_the_same(run_whole, "cards", 1, *words)


def test_pages_of_a_pdf_are_kept(sheet: Run, run_whole: Run, deck: Deck) -> None:
    deck(CORNERS + "\n", "0 0 1")
    done = sheet(
        "deck.pdf",
        "--backs",
        "alternate",
        "--sides",
        "duplex",
        "--edges",
        "mirror",
        "--bleed",
        "yes",
        "--no-instructions",
        "--keep",
    )
    assert done.code == 0, done.err
    assert Path("card_data/deck/cards.csv").read_text().splitlines()[1:] == [
        "page-1,1,art/deck.pdf#page=1,art/deck.pdf#page=2"
    ]
    prints_the_same(run_whole, "deck", 2, "--sides", "duplex", "--bleed", "yes")


def test_cards_of_a_grid_are_kept(sheet: Run, run_whole: Run, deck: Deck) -> None:
    at = places()
    backs = [f"0 0.{number} 0" for number in range(1, 10)]
    marked = "\n".join(f"1 1 1 rg {x + 5} {y + 5} 20 9 re f" for x, y in at) + "\n"
    deck(grounds(at) + marked, grounds(at, backs) + marked, w=W, h=H)
    words = ("--sides", "duplex", "--paper", "a4")
    done = sheet(
        "deck.pdf",
        "--backs",
        "alternate",
        "--turned",
        "short",
        "--edges",
        "mirror",
        *words,
        "--no-instructions",
        "--keep",
    )
    assert done.code == 0, done.err
    assert "rotate(" in Path("layouts/deck/cards-behind.xml.j2").read_text()
    prints_the_same(run_whole, "deck", 2, *words)


def test_a_trimmed_page_is_kept(sheet: Run, run_whole: Run, deck: Deck) -> None:
    deck(CORNERS + "\n", TrimBox=Array([2 * MM, 4 * MM, 60 * MM, 85 * MM]))
    assert sheet("deck.pdf", "--no-instructions", "--keep").code == 0
    prints_the_same(run_whole, "deck", 1)
