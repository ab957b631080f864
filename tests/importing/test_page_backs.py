"""Pages of backs are known in files of pnp's own by their names; in others' a line says where it looks as if."""

from pathlib import Path

import pytest
from facts import list_facts
from pikepdf import Array, Dictionary, Name, Pdf
from running_sheets import HALVES, Deck, H, W, grounds, places, seen
from saying import Run

from pnp.cardtext.orthography import number_ranges
from pnp.importing.card_backs import list_pages

OWN = "output/deck/en/deck-full-a4-duplex.pdf"
MADE = "output/deck/en/deck-full-a4-duplex-no-instructions.pdf"
TURNED = "output/deck/en/deck-full-a4-duplex-short.pdf"
BAND = "1 1 0 rg 0 68 63 20 re f\n"  # along the upper edge
BACKS = "0 1 0 rg 0 0 63 88 re f\n" + BAND, "0 1 1 rg 0 0 63 88 re f\n" + BAND


@pytest.mark.parametrize(("flip", "file"), [("long", OWN), ("short", TURNED)])
def test_a_file_of_our_own_says_which_pages_are_backs(flip: str, file: str, sheet: Run, deck: Deck) -> None:
    deck("1 0 0", BACKS[0], "0 0 1", BACKS[1])
    sheet("deck.pdf", "--backs", "alternate", "--sides", "duplex", "--flip", flip)
    done = sheet(file, "--format", "png", "--dpi", "30")
    assert done.code == 0, done.err
    assert list_facts(done.err)[-1] == f"{file} PNP429 pages='page 4'"
    assert "--backs none" in done.err
    from PIL import Image

    folder = next(Path("output").glob("*/en/*-30dpi")) / "cards"
    found = {path.name: Image.open(path).convert("RGB") for path in folder.iterdir()}
    assert {name: (image.getpixel((20, 3)), image.getpixel((20, 90))) for name, image in found.items()} == {
        "page-3-card-1.png": ((255, 0, 0), (255, 0, 0)),
        "page-3-card-1_back.png": ((255, 255, 0), (0, 255, 0)),
        "page-3-card-2.png": ((0, 0, 255), (0, 0, 255)),
        "page-3-card-2_back.png": ((255, 255, 0), (0, 255, 255)),
    }


def test_pages_that_somebody_chooses_or_calls_fronts(sheet: Run, deck: Deck) -> None:
    deck("1 0 0", "0 1 0", "0 0 1", "0 1 1")
    sheet("deck.pdf", "--backs", "alternate", "--sides", "duplex", "--no-instructions")
    for words in ("--backs none", "--pages 2"):
        done = sheet(MADE, "--no-instructions", *words.split())
        assert "PNP429" not in done.err, words
        assert f"{4 if words == '--backs none' else 2} pieces" in done.out, words


def others(*looks: str) -> tuple[str, ...]:
    """Pages of a card each, in these colours."""
    return tuple(f"0.{look} 0 1" for look in looks)


@pytest.mark.parametrize(
    ("looks", "said", "hint"),
    [
        ("1929", "pages 2, 4", "--backs alternate"),
        ("19293949", "pages 2, 4, …, 8", "--backs alternate"),
        ("123999", "pages 4–6", "--backs after"),
        ("1234", "", ""),
        ("1111", "", ""),
        ("19", "", ""),
        ("19192", "", ""),
        ("1919", "", ""),
        ("1991", "", ""),
    ],
)
def test_pages_of_others_that_look_alike(looks: str, said: str, hint: str, sheet: Run, deck: Deck) -> None:
    deck(*others(*looks))
    done = sheet("deck.pdf", "--no-instructions")
    assert list_facts(done.err.splitlines()) == ([f"deck.pdf PNP429 pages='{said}'"] if said else [])
    assert hint in done.err
    assert f"{len(looks)} pieces" in done.out, "all count as fronts"
    assert "PNP429" not in sheet("deck.pdf", "--backs", "alternate" if len(looks) % 2 == 0 else "none").err


def test_a_page_that_shows_one_picture_on_all_cards(sheet: Run, deck: Deck) -> None:
    shown = [(x, y) for x, y in HALVES]
    deck(grounds(shown), grounds([], []) + "".join(f"q 1 0 0 1 {x} {y} cm /B Do Q\n" for x, y in shown[:3]), w=W, h=H)
    with Pdf.open("deck.pdf", allow_overwriting_input=True) as pdf:
        back = pdf.make_stream(b"0 1 0 rg 0 0 63 88 re f")
        back.Type, back.Subtype, back.BBox = Name.XObject, Name.Form, Array([0, 0, 63, 88])
        pdf.pages[1].Resources = Dictionary(XObject=Dictionary(B=back))
        pdf.save()
    done = sheet("deck.pdf", "--no-instructions")
    assert list_facts(done.err)[-1] == "deck.pdf PNP429 pages='page 2'"
    assert "--backs alternate" in done.err
    assert "7 pieces" in done.out
    done = sheet("deck.pdf", "--backs", "alternate", "--sides", "duplex", "--no-instructions")
    assert seen(MADE, 2).at(W - 80, 60) == "#00ff00", done.err


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([4], "page 4"),
        ([2, 4], "pages 2, 4"),
        ([2, 4, 6], "pages 2, 4, 6"),
        ([2, 4, 6, 8], "pages 2, 4, …, 8"),
        ([1, 2, 3, 5], "pages 1–3, 5"),
    ],
)
def test_pages_in_few_words(numbers: list[int], words: str) -> None:
    assert list_pages(numbers) == words


def test_backs_of_a_deck_whose_last_page_is_not_full(sheet: Run, deck: Deck) -> None:
    """Drawn, not pictures: words and colours of each card are compared."""

    def words(at: list[tuple[float, float]], first: int, colour: str) -> str:
        return grounds(at, [colour] * len(at)) + "".join(
            f"0 g BT /F 4 Tf {x + 9} {y + 9} Td ({n}) Tj ET\n" for n, (x, y) in enumerate(at, first)
        )

    whole, some = places(), places()[:4]
    backs = [words(at, 0, "0 1 0").replace("(", "(b").replace("Tj", "pop") for at in (whole, some)]
    deck(words(whole, 0, "1 0 0"), words(some, 9, "1 0 0"), *backs, w=W, h=H)
    done = sheet("deck.pdf", "--no-instructions")
    assert "deck.pdf PNP429 pages='pages 3–4'" in list_facts(done.err)
    assert "--backs after" in done.err
    deck(words(whole, 0, "1 0 0"), words(places()[:1], 9, "1 0 0"), w=W, h=H)
    assert "PNP429" not in sheet("deck.pdf", "--no-instructions").err


def test_a_fold_without_a_line_is_seen_by_what_is_drawn(sheet: Run, deck: Deck) -> None:
    fronts, backs = grounds(HALVES[:2], ("1 0 0", "0 0 1")), grounds(HALVES[2:], ("0 1 0", "0 1 0"))
    deck(fronts + backs, w=W, h=H)
    done = sheet("deck.pdf", "--no-instructions")
    assert "deck.pdf PNP416 pages='page 1'" in list_facts(done.err)
    assert "--backs below" in done.err


def test_numbers_in_runs() -> None:
    assert number_ranges([1, 2, 5, 6, 9]) == "1–2, 5–6, 9"
