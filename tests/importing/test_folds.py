"""Sheets that are to be folded are cut into fronts and the backs that lie behind them."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from facts import list_facts
from pikepdf import Dictionary, Name, Pdf
from running_sheets import COLOURS, DASHED, HALVES, MARKS, MM, Deck, H, W, grounds, seen
from saying import Run

UPPER, LOWER = HALVES[:2], HALVES[2:]
BELOW = "deck.pdf PNP416 pages='page 1' place=below"
OUT = "output/deck/en/deck-full-a4-duplex-no-instructions.pdf"


def banded(at: Sequence[tuple[float, float]], y: float = 0) -> str:
    """Draw a red band along an edge of each card."""
    return "1 0 0 rg " + " ".join(f"{left} {bottom + y} 63 20 re f" for left, bottom in at) + "\n"


def test_a_dashed_line_between_halves_is_a_fold(sheet: Run, deck: Deck) -> None:
    deck(grounds(HALVES) + banded(LOWER) + MARKS + DASHED, w=W, h=H)
    done = sheet("deck.pdf", "--sides", "duplex", "--no-instructions")
    assert (done.code, list_facts(done.err.splitlines()[1:])) == (0, [BELOW])
    assert "2 pages on 1 sheet, 2 pieces" in done.out
    front, back = seen(OUT, 1), seen(OUT, 2)
    assert [front.at(x, 80) for x in (42, 105)] == ["#1a00ff", "#3300ff"]
    assert [back.at(W - x, 80) for x in (42, 105)] == ["#4d00ff", "#6600ff"], "behind their fronts"
    assert [back.at(105, y) for y in (20, 100)] == ["#ff0000", "#6600ff"], "far from the fold is the upper edge"


def test_beside_a_fold_backs_stand_upright(sheet: Run, deck: Deck) -> None:
    left, right = [(40, 60), (40, 150)], [(107, 60), (107, 150)]
    line = "0.1 w [3 1.5] 0 d 105 40 m 105 250 l S [] 0 d 40 50 m 40 56 l S 40 245 m 40 249 l S\n"
    deck(grounds([*left, *right]) + banded(right) + line, w=W, h=H)
    done = sheet("deck.pdf", "--sides", "duplex", "--no-instructions")
    assert "deck.pdf PNP416 pages='page 1' place=beside" in list_facts(done.err)
    back = seen(OUT, 2)
    assert [back.at(x, 100) for x in (W - 42, 105)] == ["#ff0000", "#ff0000"], "below"


@pytest.mark.parametrize(
    ("line", "is_fold"),
    [
        (f"0.1 w 30 {H / 2} m 180 {H / 2} l S\n", True),
        (f"0.1 w 80 {H / 2} m 130 {H / 2} l S\n", False),
        (f"0.1 w 30 {H / 2 + 60} m 180 {H / 2 + 60} l S\n", False),
    ],
    ids=["the only line", "too short", "elsewhere"],
)
def test_a_line_that_is_drawn_through(line: str, is_fold: bool, sheet: Run, deck: Deck) -> None:
    deck(grounds(HALVES) + line, w=W, h=H)
    assert ("PNP416" in sheet("deck.pdf").err) is is_fold


def test_dashed_lines_all_over_are_where_to_cut(sheet: Run, deck: Deck) -> None:
    above = DASHED.replace(f"{H / 2}", f"{H / 2 + 91}")
    deck(grounds(HALVES) + DASHED + above, w=W, h=H)
    assert "PNP416" not in sheet("deck.pdf").err
    deck(grounds(HALVES) + DASHED, w=W, h=H)
    assert "PNP416" in sheet("deck.pdf").err


def test_somebody_says_how_backs_lie(sheet: Run, deck: Deck) -> None:
    deck(grounds(HALVES), w=W, h=H)
    done = sheet("deck.pdf", "--backs", "below", "--sides", "duplex", "--no-instructions")
    assert "2 pieces" in done.out
    assert seen(OUT, 2).at(W - 42, 80) == "#4d00ff"
    deck(grounds(HALVES) + MARKS + DASHED, w=W, h=H)
    done = sheet("deck.pdf", "--backs", "none", "--no-instructions")
    assert "4 pieces" in done.out and "PNP416" not in done.err
    deck(grounds([*UPPER, LOWER[0], (110, 20)]), w=W, h=H)
    done = sheet("deck.pdf", "--backs", "below")
    assert "deck.pdf PNP417 number=1 place=below" in list_facts(done.err)


def test_a_front_without_its_back(sheet: Run, deck: Deck) -> None:
    deck(grounds(HALVES[:3]) + MARKS + DASHED, w=W, h=H)
    found = list_facts(sheet("deck.pdf", "--no-instructions").err)
    assert BELOW in found
    assert "deck.pdf PNP426 name='page 1 card 2'" in found


def pictured(numbers: Sequence[int]) -> Path:
    """Cards that show one of several pictures each."""
    pdf = Pdf.new()
    page = pdf.add_blank_page(page_size=(W * MM, H * MM))
    forms = {
        f"F{number}": pdf.make_stream(
            b"%s rg 0 0 1 1 re f" % COLOURS[number].encode(), Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 1, 1]
        )
        for number in set(numbers)
    }
    page.Resources = Dictionary(XObject=Dictionary(**forms))
    drawn = [f"q 63 0 0 88 {x} {y} cm /F{number} Do Q" for (x, y), number in zip(HALVES, numbers, strict=True)]
    page.Contents = pdf.make_stream(f"{MM} 0 0 {MM} 0 0 cm {' '.join(drawn)}".encode())
    pdf.save("deck.pdf")
    return Path("deck.pdf")


@pytest.mark.parametrize(
    ("numbers", "said"), [([1, 2, 3, 3], True), ([3, 3, 1, 2], True), ([1, 2, 3, 4], False), ([1, 1, 1, 1], False)]
)
def test_one_half_that_is_all_alike_is_told(
    numbers: list[int], said: bool, sheet: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pictured(numbers)
    done = sheet("deck.pdf", "--no-instructions")
    line = "deck.pdf PNP416 pages='page 1'"
    assert (line in list_facts(done.err)) is said
    assert "4 pieces" in done.out
    if said:
        sheet("deck.pdf", "--backs", "below", "--sides", "duplex", "--no-instructions")
        assert seen(OUT, 2).at(105, 80) == seen(OUT, 2).at(W - 42, 80) == "#6600ff", "the alike ones are backs"
