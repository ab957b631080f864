"""Sheets as strangers' programs make them: what is no fold, no card and no cut, and which backs lie where."""

from pathlib import Path

import pytest
from facts import list_facts, read_facts
from pikepdf import Array, Dictionary, Name
from pikepdf import new as new_pdf
from PIL import Image
from running_sheets import COLUMNS, ROWS, Deck, H, W, grounds, places
from saying import Run

MARKED = (*COLUMNS, 199.5), (*ROWS, 280.5)
DASHED, SOLID = "[2 2] 0 d\n", "[] 0 d\n"


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    """From the page's top left corner, as all here."""
    return f"0.2 w {x1} {H - y1} m {x2} {H - y2} l S\n"


def grid_lines(xs: tuple[float, ...], ys: tuple[float, ...]) -> str:
    """From edge to edge of the cards."""
    return "".join(line(x, ys[0], x, ys[-1]) for x in xs) + "".join(line(xs[0], y, xs[-1], y) for y in ys)


def ticks(xs: tuple[float, ...], ys: tuple[float, ...]) -> str:
    """Outside of all cards."""
    across = "".join(line(x, ys[0] - 6, x, ys[0] - 2) + line(x, ys[-1] + 2, x, ys[-1] + 6) for x in xs)
    return across + "".join(line(xs[0] - 6, y, xs[0] - 2, y) + line(xs[-1] + 2, y, xs[-1] + 6, y) for y in ys)


FOUR = places((42, 105), (60, 148))
FOUR_XS, FOUR_YS = (42, 105, 168), (60, 148, 236)


@pytest.mark.parametrize(
    "drawn",
    [
        DASHED + grid_lines(FOUR_XS, FOUR_YS) + SOLID + line(20, 20, 190, 20),
        DASHED + grid_lines(FOUR_XS, FOUR_YS) + SOLID + "".join(line(x + 5, 75, x + 58, 75) for x in (42, 105)),
    ],
    ids=["a line below the title", "lines on cards"],
)
def test_dashed_cuts_are_no_fold(drawn: str, sheet: Run, deck: Deck) -> None:
    deck(grounds(FOUR) + drawn, w=W, h=H)
    done = sheet("deck.pdf", "--no-instructions")
    assert list_facts(done.err.splitlines()) == [
        "deck.pdf PNP415 what='2 × 2 cards of 63 × 88 mm from 42, 60 mm' pages='page 1'"
    ]
    assert " 4 pieces" in done.out


def test_guides_in_gaps_both_ways_are_no_fold(sheet: Run, deck: Deck) -> None:
    deck(grounds(places((40, 107), (60, 152))) + line(105, 50, 105, 250) + line(30, 150, 180, 150), w=W, h=H)
    done = sheet("deck.pdf", "--no-instructions")
    assert ("PNP416" in done.err, " 4 pieces" in done.out) == (False, True)


def test_a_fold_drawn_through_among_dashed_cuts(sheet: Run, deck: Deck) -> None:
    """Not where a cut happens to be in the middle."""
    cuts = DASHED + grid_lines(FOUR_XS, (58, 146)) + grid_lines(FOUR_XS, (150, 238)) + SOLID
    deck(grounds(places((42, 105), (58, 150))) + cuts + line(20, 148, 190, 148), w=W, h=H)
    done = sheet("deck.pdf", "--no-instructions", "--sides", "duplex")
    assert "deck.pdf PNP416 pages='page 1' place=below" in list_facts(done.err)
    assert " 2 pieces" in done.out


def test_a_line_in_the_middle_of_a_gap_makes_no_card_longer(sheet: Run, deck: Deck) -> None:
    drawn = grounds(places((42, 105), (56, 152))) + ticks(FOUR_XS, (56, 144, 152, 240)) + line(30, 148, 180, 148)
    deck(drawn, w=W, h=H)
    done = sheet("deck.pdf", "--no-instructions")
    assert "cards of 63 × 88 mm from 42, 56 mm" in done.err


def test_short_lines_on_cards_are_no_cuts(sheet: Run, deck: Deck) -> None:
    dividers = "".join(line(x + 24, y + 44, x + 38, y + 44) for x in COLUMNS for y in ROWS)
    deck("".join(f"BT {x + 9} {y + 9} Td (a) Tj ET\n" for x, y in places()) + ticks(*MARKED) + dividers, w=W, h=H)
    done = sheet("deck.pdf", "--no-instructions")
    assert list_facts(done.err.splitlines()) == [
        "deck.pdf PNP415 what='3 × 3 cards of 63 × 88 mm from 10.5, 16.5 mm' pages='page 1'"
    ]


def test_halves_that_make_a_whole_card_are_no_cards(sheet: Run, deck: Deck) -> None:
    halves = [(x, y + up) for x, y in places() for up in (0, 44)]
    frames = "".join(f"0 G {x} {y} 63 88 re S\n" for x, y in places())
    deck(grounds(halves, ["0 1 0"] * 18, h=44) + frames, w=W, h=H)
    assert "3 × 3 cards of 63 × 88 mm" in sheet("deck.pdf", "--no-instructions").err


def test_pictures_with_texts_beside_them_are_no_cards(sheet: Run, deck: Deck) -> None:
    art = grounds([(x + 4, y + 24) for x, y in places()], w=55, h=60)
    words = "".join(f"BT {x + 5} {y + up} Td (text) Tj ET\n" for x, y in places() for up in (6, 11, 16))
    deck(art + words, w=W, h=H)
    (fact,) = read_facts(sheet("deck.pdf").err)
    assert (fact.severity, fact.code, fact.values["pages"]) == ("error", "PNP414", "page 1")


@pytest.mark.parametrize(("w", "h", "at"), [(148, 105, [(5, 8), (75, 8)]), (152, 102, [(8, 7), (80, 7)])])
def test_small_papers_with_two_cards(w: float, h: float, at: list[tuple[float, float]], sheet: Run, deck: Deck) -> None:
    deck(grounds(at), w=w, h=h)
    done = sheet("deck.pdf", "--no-instructions")
    (fact,) = read_facts(done.err)
    assert (fact.code, fact.values["what"].partition(" from ")[0]) == ("PNP415", "2 × 1 cards of 63 × 88 mm")
    assert " 2 pieces" in done.out


def test_a_large_card_with_panels_is_one(sheet: Run, deck: Deck) -> None:
    deck("0 1 0 rg 0 0 100 140 re f\n" + grounds([(5, 5), (52, 5)], w=43, h=60), w=100, h=140)
    done = sheet("deck.pdf", "--no-instructions")
    assert ("PNP415" in done.err, " 1 piece" in done.out) == (False, True)


def test_a_page_of_white_is_no_card_in_each_place(sheet: Run, deck: Deck) -> None:
    white, marks = "1 1 1 rg 0 0 210 297 re f\n", ticks(*MARKED)
    some = "".join(f"BT {x + 9} {y + 9} Td (a) Tj ET\n" for x, y in places()[:4])
    deck(white + marks + some, w=W, h=H)
    assert " 4 pieces" in sheet("deck.pdf", "--no-instructions").out


def test_cards_known_from_other_pages_lie_beside_tokens(sheet: Run, deck: Deck) -> None:
    tokens = grounds([(90 + 30 * n, 40) for n in range(3)], w=25, h=25)
    deck(grounds(places()), grounds(places()[:1]) + tokens, w=W, h=H)
    assert " 13 pieces" in sheet("deck.pdf", "--no-instructions").out


def test_a_place_with_tokens_in_it_is_no_card(sheet: Run, deck: Deck) -> None:
    x, y = places()[8]
    tokens = grounds([(x + dx, y + 50 + dy) for dy in (0, 20) for dx in (5, 25)], w=16, h=16)
    deck(grounds(places()[:8]) + tokens + ticks(*MARKED), w=W, h=H)
    done = sheet("deck.pdf", "--no-instructions")
    cards = [fact.values["what"].partition(" from ")[0] for fact in read_facts(done.err) if fact.code == "PNP415"]
    assert sorted(cards) == ["2 × 2 cards of 16 × 16 mm", "8 cards of 63 × 88 mm"]


def test_cards_placed_by_hand_have_the_size_that_is_asked_for(sheet: Run, deck: Deck) -> None:
    drawn = "".join(f"0.{n + 1} 0 1 rg {x} {y} {63 - n / 10} {88 - n / 10} re f\n" for n, (x, y) in enumerate(places()))
    deck(drawn, w=W, h=H)
    assert " 9 pieces" in sheet("deck.pdf", "--no-instructions", "--size", "63x88").out


def pairs_of(sheet: Run, *words: str) -> list[tuple[int, int]]:
    """Return the red of each front, and of its back."""
    done = sheet("deck.pdf", "--format", "png", "--dpi", "30", *words)
    assert done.code == 0, done.err
    folder = next(Path("output/deck/en").glob("*30dpi*")) / "cards"
    found = {path.stem: Image.open(path).convert("RGB") for path in folder.iterdir()}
    reds = {name: image.getpixel((image.width // 2, image.height // 2))[0] for name, image in found.items()}
    return sorted((red, reds[f"{name}_back"]) for name, red in reds.items() if f"{name}_back" in reds)


LYING = places((16, 79, 142, 205), (20, 108))


def numbered(count: int) -> list[str]:
    return [f"{(n + 1) / 10} 0 1" for n in range(count)]


def are_alike(pairs: list[tuple[int, int]], count: int) -> bool:
    return len({red for red, _ in pairs}) == count and all(front == back for front, back in pairs)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (lambda x, y: (297 - 63 - x, y), ()),
        (lambda x, y: (297 - 63 - x, y), ("--turned", "short")),
        (lambda x, y: (x, 210 - 88 - y), ("--turned", "long")),
    ],
    ids=["columns", "columns, said", "rows"],
)
def test_backs_of_pages_that_lie(place, words: tuple[str, ...], sheet: Run, deck: Deck) -> None:
    fronts = [(x, y - 87) for x, y in LYING]
    deck(grounds(fronts, numbered(8)), grounds([place(x, y) for x, y in fronts], numbered(8)), w=297, h=210)
    assert are_alike(pairs_of(sheet, "--backs", "alternate", *words), 8)


def test_backs_that_fit_one_way_only(sheet: Run, deck: Deck) -> None:
    """Three cards of a row that isn't full, turned about the other edge than is usual."""
    at = places()[:3] + places()[3:4]
    behind = [(x, H - y - 88) for x, y in at]
    deck(grounds(at, numbered(4)), grounds(behind, numbered(4)), w=W, h=H)
    assert are_alike(pairs_of(sheet, "--backs", "alternate"), 4)


def test_backs_mirrored_within_their_block(sheet: Run, deck: Deck) -> None:
    """Which isn't in the middle of the page."""
    xs = (8, 71, 134)
    at, behind = places(xs, (8,)), places(tuple(reversed(xs)), (8,))
    deck(grounds(at, numbered(3)), grounds(behind, numbered(3)), w=W, h=H)
    assert are_alike(pairs_of(sheet, "--backs", "alternate"), 3)


def test_a_page_of_backs_is_behind_all(sheet: Run, deck: Deck) -> None:
    deck(grounds(places()), grounds(places(), ["0 1 0"] * 9), w=W, h=H)
    done = sheet("deck.pdf", "--back", "2", "--sides", "duplex", "--no-instructions")
    assert (done.code, " 9 pieces" in done.out) == (0, True), done.err


def test_the_size_is_that_of_the_cut_card(sheet: Run, deck: Deck) -> None:
    bled = [(10 + 70 * n, 100) for n in range(2)]
    deck(grounds(bled, w=69, h=94), w=W, h=H)
    for words in (("--grid", "2x1", "--gap", "1mm", "--start", "10,103"), ()):
        done = sheet("deck.pdf", "--size", "63x88", "--crop", "3mm", "--bleed", "yes", "--no-instructions", *words)
        assert "2 × 1 cards of 69 × 94 mm" in done.err, done.err
        page = (Path("output/deck/en") / "deck-full-a4-bleed-yes-no-instructions.pdf").read_bytes()
        assert page.startswith(b"%PDF")


@pytest.mark.parametrize("option", ["--start", "--gap"])
def test_where_cards_are_goes_with_how_many(option: str, sheet: Run, deck: Deck) -> None:
    deck(grounds(places()), w=W, h=H)
    refused = f"pnp: {option} goes with --grid, which says how many cards there are\n"
    assert sheet("deck.pdf", option, "5,5").err == refused


def test_one_card_where_it_is_said_to_be(sheet: Run, deck: Deck) -> None:
    deck(grounds([(70, 100)]) + "0 1 0 rg 5 5 20 20 re f\n", w=W, h=H)
    done = sheet("deck.pdf", "--grid", "1x1", "--size", "63x88", "--start", f"70,{H - 188}", "--no-instructions")
    assert list_facts(done.err.splitlines()) == [
        "deck.pdf PNP415 what='1 × 1 cards of 63 × 88 mm from 70, 109 mm' pages='page 1'"
    ]


def test_a_page_of_too_much_is_told_and_can_be_said(sheet: Run, deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.importing.page_boxes._MOST_OPERATORS", 20)
    deck(grounds(places()), w=W, h=H)
    done = sheet("deck.pdf", "--no-instructions")
    assert "deck.pdf PNP432 number=1" in list_facts(done.err)
    assert " 9 pieces" in sheet("deck.pdf", "--grid", "3x3", "--size", "63x88", "--no-instructions").out


def test_what_is_trimmed_lies_where_it_lay(sheet: Run, deck: Deck) -> None:
    mm = 72 / 25.4
    trim = Array([3 * mm, 4 * mm, 66 * mm, 92 * mm])
    deck("1 0 0 rg 0 0 69 96 re f 0 0 1 rg 3 4 10 88 re f\n", w=69, h=96, TrimBox=trim)
    assert sheet("deck.pdf", "--format", "png", "--dpi", "100").code == 0
    (file,) = Path("output").rglob("*.png")
    image = Image.open(file).convert("RGB")
    at = [image.getpixel((round(x * image.width / 63), image.height // 2)) for x in (5, 13)]
    assert at == [(0, 0, 255), (255, 0, 0)]


def test_one_row_of_two(sheet: Run, deck: Deck) -> None:
    deck("1 0 0 rg 0 0 63 88 re f 0 0 1 rg 63 0 63 88 re f\n", w=126, h=88)
    assert " 2 pieces" in sheet("deck.pdf", "--grid", "2x1", "--no-instructions").out


def test_things_that_are_too_small_are_no_cards(sheet: Run, deck: Deck) -> None:
    small = [(5 + 10 * column, 5 + 10 * row) for column in range(19) for row in range(28)]
    deck(grounds(small, ["0.5 0 1"] * len(small), w=9, h=9), w=W, h=H)
    (fact,) = read_facts(sheet("deck.pdf").err)
    assert (fact.severity, fact.code) == ("error", "PNP414")


def test_forms_of_too_much_count_as_one_thing_each(sheet: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pnp.importing.page_boxes._MOST_CONTENT", 300)
    mm = 72 / 25.4
    pdf = new_pdf()
    page = pdf.add_blank_page(page_size=(W * mm, H * mm))
    form = pdf.make_stream(b"0 1 0 rg 0 0 63 88 re f" + b" " * 3000, Type=Name.XObject, Subtype=Name.Form)
    form.BBox = Array([0, 0, 63, 88])
    shown = " ".join(f"q 1 0 0 1 {x} {y} cm /X Do Q" for x, y in places((10, 73, 136), (16, 104, 192)))
    page.Contents = pdf.make_stream(f"{mm} 0 0 {mm} 0 0 cm {shown}".encode())
    page.Resources = Dictionary(XObject=Dictionary(X=form))
    pdf.save("deck.pdf")
    assert "3 × 3 cards of 63 × 88 mm" in sheet("deck.pdf", "--no-instructions").err
