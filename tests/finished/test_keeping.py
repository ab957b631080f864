"""What is kept is a game that prints what `pnp sheet` printed."""

from pathlib import Path

import pytest
from running_sheets import Deck, seen
from saying import Run


@pytest.mark.usefixtures("cards")
def test_the_game_prints_the_same(sheet: Run, run_whole: Run) -> None:
    done = sheet("cards", "--size", "poker", "--crop", "2mm", "--sides", "duplex", "--no-instructions", "--keep")
    assert done.out.splitlines()[1:] == ["card_data/cards, layouts/cards: a game to go on from: pnp build cards"]
    again = run_whole("build", "cards", "--sides", "duplex", "--no-instructions", "--ink", "full", "--out", "again")
    assert again.code == 0, again.err
    for number in (1, 2):
        before = seen("output/cards/en/cards-full-a4-duplex.pdf", number)
        after = seen("again/cards/en/cards-full-a4-duplex.pdf", number)
        places = [(x, y) for x in range(5, 205, 5) for y in range(5, 205, 5)]
        assert [before.at(*place) for place in places] == [after.at(*place) for place in places]


@pytest.mark.usefixtures("cards")
def test_nothing_is_overwritten(sheet: Run) -> None:
    Path("card_data/cards").mkdir(parents=True)
    done = sheet("cards", "--size", "poker", "--keep")
    assert (done.code, done.err) == (2, "pnp: --keep: there is a folder card_data/cards already\n")
    assert not Path("output").exists()


def test_pages_stay_in_their_pdf(sheet: Run, deck: Deck) -> None:
    deck("1 0 0")
    done = sheet("deck.pdf", "--keep")
    assert (done.code, done.err) == (2, "pnp: --keep makes a game of pictures; pages of PDFs stay in their PDF\n")
