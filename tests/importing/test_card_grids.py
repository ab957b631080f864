"""Cards on somebody's sheets are found by marks, frames, grounds or pictures of one size, or where options say."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from facts import facts, list_facts, read_facts
from running_sheets import COLUMNS, ROWS, Corner, Deck, H, W, grounds, places, seen
from saying import Run


def frames(at: Sequence[Corner]) -> str:
    """Lines 3 mm inside of each card."""
    return "\n".join(f"0 0 0 RG {x + 3} {y + 3} 57 82 re S" for x, y in at) + "\n"


def marks(xs: Sequence[float], ys: Sequence[float]) -> str:
    upright = [f"{x} {y} m {x} {y + 4} l S" for x in xs for y in (8, H - 12)]
    lying = [f"{x} {H - y} m {x + 4} {H - y} l S" for y in ys for x in (2, W - 6)]
    return "\n".join(["0.2 w", *upright, *lying]) + "\n"


ALL_MARKS = marks((*COLUMNS, 199.5), (*ROWS, 280.5))
NOTE = "deck.pdf PNP415 what='3 × 3 cards of 63 × 88 mm from 10.5, 16.5 mm' pages='{}'"


@pytest.mark.parametrize(
    "drawn",
    [
        grounds(places()),
        frames(places()) + ALL_MARKS,
        "q 1 1 208 295 re W n\n" + frames(places()) + ALL_MARKS + "Q\n",
        grounds(places()) + frames(places()) + ALL_MARKS,
        "".join(f"q {x} {y} 63 88 re W n 1 0 0 rg {x - 5} {y - 5} 80 99 re f Q\n" for x, y in places()),
        "1 1 1 rg 0 0 210 297 re f\n" + grounds(places()),
    ],
    ids=["grounds", "marks", "marks within margins", "both", "clips", "a white page"],
)
def test_nine_cards_are_found(drawn: str, sheet: Run, deck: Deck) -> None:
    deck(drawn, w=W, h=H)
    done = sheet("deck.pdf", "--no-instructions", "--paper", "letter")
    assert (done.code, list_facts(done.err.splitlines())) == (0, [NOTE.format("page 1")])
    assert "1 sheet, 9 pieces" in done.out


def test_cards_with_gaps_and_bleed(sheet: Run, deck: Deck) -> None:
    xs = [x + d for c, x in enumerate((10, 79)) for d in (0, 63)]
    ys = [y + d for y in (20, 114) for d in (0, 88)]
    at = places((10, 79), (20, 114))
    deck(grounds([(x - 3, y - 3) for x, y in at], w=69, h=94) + marks(xs, ys), w=W, h=H)
    done = sheet("deck.pdf", "--no-instructions")
    assert list_facts(done.err.splitlines()) == [
        "deck.pdf PNP415 what='2 × 2 cards of 63 × 88 mm from 10, 20 mm' pages='page 1'"
    ]
    deck(grounds([(x - 3, y - 3) for x, y in at], w=69, h=94), w=W, h=H)
    done = sheet("deck.pdf", "--crop", "3mm", "--bleed", "yes", "--no-instructions", "--json")
    assert '"pages": 1' in done.out
    page = seen("output/deck/en/deck-full-a4-bleed-yes-no-instructions.pdf", 1)
    found = {page.at(x, y) for x in range(2, 205) for y in range(2, 205)}
    assert {"#1a00ff", "#3300ff", "#4d00ff", "#6600ff"} <= found


def test_a_page_with_fewer_cards(sheet: Run, deck: Deck) -> None:
    deck(grounds(places()), grounds(places()[3:4]), w=W, h=H)
    done = sheet("deck.pdf", "--no-instructions")
    assert list_facts(done.err.splitlines()) == [NOTE.format("pages 1–2")]
    assert "10 pieces" in done.out


def test_backs_lie_mirrored(sheet: Run, deck: Deck) -> None:
    at = places()[:2]
    mirrored = [(W - x - 63, y) for x, y in at]
    deck(grounds(at, ("1 0 0", "0 0 1")), grounds(mirrored, ("0 1 0", "0 1 1")), w=W, h=H)
    done = sheet("deck.pdf", "--backs", "alternate", "--format", "png", "--dpi", "30")
    assert done.code == 0, done.err
    folder = Path("output/deck/en/deck-full-30dpi/cards")
    from PIL import Image

    found = {path.name: Image.open(path).convert("RGB").getpixel((20, 20)) for path in folder.iterdir()}
    assert found == {
        "page-1-card-1.png": (255, 0, 0),
        "page-1-card-1_back.png": (0, 255, 0),
        "page-1-card-2.png": (0, 0, 255),
        "page-1-card-2_back.png": (0, 255, 255),
    }


def test_backs_that_were_turned_about_the_short_edge(sheet: Run, deck: Deck) -> None:
    """They lie upside down on the page, at the other end of it."""
    (x, y), *_ = places()
    front, back = places()[:2], [(x, H - y - 88), (x + 63, H - y - 88)]
    drawn = grounds(back, ("0 1 0", "0 1 1")) + grounds(back, ("1 1 0", "1 1 0"), h=10)
    deck(grounds(front), drawn, w=W, h=H)
    done = sheet("deck.pdf", "--backs", "alternate", "--turned", "short", "--format", "png", "--dpi", "30")
    assert done.code == 0, done.err
    from PIL import Image

    image = Image.open("output/deck/en/deck-full-30dpi/cards/page-1-card-2_back.png").convert("RGB")
    assert (image.getpixel((20, 3)), image.getpixel((20, 90))) == ((255, 255, 0), (0, 255, 255))


def test_a_card_without_a_back_is_told(sheet: Run, deck: Deck) -> None:
    at = places()[:2]
    deck(grounds(at), grounds([(W - at[0][0] - 63, at[0][1]), (10, 10)]), w=W, h=H)
    done = sheet("deck.pdf", "--backs", "alternate", "--sides", "duplex", "--no-instructions")
    assert "deck.pdf PNP426 name='page 1 card 2'" in list_facts(done.err)


def test_where_options_say(sheet: Run, deck: Deck) -> None:
    deck("1 0 0 rg 0 0 210 297 re f\n", w=W, h=H)
    refused = sheet("deck.pdf")
    assert refused.code == 1
    first, *_ = refused.err.splitlines()
    assert facts(first) == "deck.pdf PNP414 pages='page 1' size='210 × 297 mm'" and "--grid 3x3" in first
    said = {
        "--grid 3x3": "cards of 70 × 99 mm",
        "--grid 3x3 --size 63x88": "63 × 88",
        "--grid 2x3 --start 10,20 --gap 2mm,4mm": "94 × 83",
        "--grid 1x1 --size 63x88": "63 × 88",
    }
    for words in said:
        done = sheet("deck.pdf", *words.split(), "--no-instructions", "--paper", "a3")
        count = {"3x3": 9, "2x3": 6, "1x1": 1}[words.split()[1]]
        assert done.code == 0 and f" {count} piece" in done.out, (words, done)
    done = sheet("deck.pdf", "--grid", "4x4", "--size", "63x88")
    assert list_facts(done.err) == ["deck.pdf PNP414 grid='4 × 4 cards' size='63 × 88 mm' number=1"]
    assert sheet("deck.pdf", "--grid", "3").err == "pnp: --grid is columns x rows, like 3x3, not 3\n"
    (fact,) = read_facts(sheet("deck.pdf", "--grid", "9x9", "--crop", "10mm").err)
    assert (fact.severity, fact.code, fact.values["crop"]) == ("error", "PNP422", "10 mm")


def test_empty_places_are_no_cards(sheet: Run, deck: Deck) -> None:
    deck(grounds(places()[:4]), w=W, h=H)
    done = sheet("deck.pdf", "--grid", "3x3", "--size", "63x88", "--no-instructions")
    assert " 4 pieces" in done.out


def test_a_size_says_which_boxes_are_cards(sheet: Run, deck: Deck) -> None:
    """Nine grounds, and on each a picture that is smaller."""
    inner = [(x + 10, y + 20) for x, y in places()]
    deck(grounds(places()) + grounds(inner, ["0 1 0"] * 9, w=40, h=40), w=W, h=H)
    assert "cards of 63 × 88" in sheet("deck.pdf", "--no-instructions").err
    assert "cards of 40 × 40" in sheet("deck.pdf", "--size", "40x40", "--no-instructions").err


def test_figures_in_a_text_are_no_cards(sheet: Run, deck: Deck) -> None:
    words = "".join(f"BT /F 4 Tf 20 {y} Td (words words) Tj ET\n" for y in range(20, 280, 5))
    deck(words + grounds([(120, 200), (120, 150)], w=40, h=40), w=W, h=H)
    (fact,) = read_facts(sheet("deck.pdf").err)
    assert (fact.severity, fact.code) == ("error", "PNP414")


def test_lines_without_end_cost_nothing(sheet: Run, deck: Deck) -> None:
    deck("".join(f"{x / 10} 5 m {x / 10} 290 l S\n" for x in range(20, 2000)), w=W, h=H)
    (fact,) = read_facts(sheet("deck.pdf").err)
    assert (fact.severity, fact.code) == ("error", "PNP414")
