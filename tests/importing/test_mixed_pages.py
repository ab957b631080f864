"""Pages with more than one grid: tokens beside cards, what is lost there, one card alone, sheets to read."""

from collections.abc import Sequence
from math import sqrt
from pathlib import Path

import pytest
from facts import facts, list_facts, read_facts
from running_sheets import Corner, Deck, H, W, grounds, places
from saying import Run
from tiny_game import change, write, write_tiny

EIGHT = places()[:8]
K = 0.5523


def discs(middles: Sequence[Corner], r: float) -> str:
    """Each a path of four curves."""
    drawn = []
    for (x, y), colour in zip(middles, ("1 0 0", "0 0 1", "0 1 1", "1 1 0", "1 0 1") * 9, strict=False):
        quarters = [(1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)]
        curves = "".join(
            f"{x + r * (a + K * c)} {y + r * (b + K * d)} {x + r * (c + K * a)} {y + r * (d + K * b)} "
            f"{x + r * c} {y + r * d} c "
            for a, b, c, d in quarters
        )
        drawn.append(f"{colour} rg {x + r} {y} m {curves}f\n")
    return "".join(drawn)


def staggered(x: float, y: float, r: float, rows: Sequence[int]) -> list[Corner]:
    """Middles of discs that touch, rows downwards."""
    return [(x + r * (2 * n + row % 2), y - row * r * sqrt(3)) for row, count in enumerate(rows) for n in range(count)]


def test_tokens_beside_cards_are_pieces_too(sheet: Run, deck: Deck) -> None:
    free = [(140 + dx, 20 + dy) for dy in (30, 0) for dx in (0, 30)]
    deck(grounds(EIGHT) + grounds(free, w=25, h=25), w=W, h=H)
    done = sheet("deck.pdf", "--no-instructions")
    assert list_facts(done.err.splitlines()) == [
        "deck.pdf PNP415 what='2 × 2 cards of 25 × 25 mm from 140, 222 mm' pages='page 1'",
        "deck.pdf PNP415 what='8 cards of 63 × 88 mm from 10.5, 16.5 mm' pages='page 1'",
    ]
    assert " 12 pieces" in done.out


@pytest.mark.parametrize("gap", [0.0, 2.0])
def test_discs_in_staggered_rows(gap: float, sheet: Run, deck: Deck) -> None:
    deck(grounds(EIGHT) + discs(staggered(150, 95, 8 + gap / 2, (3, 2, 3)), 8), w=W, h=H)
    done = sheet("deck.pdf", "--no-instructions")
    assert "deck.pdf PNP415 what='8 cards of 16 × 16 mm from 142, 194 mm' pages='page 1'" in list_facts(done.err)
    assert " 16 pieces" in done.out


def test_one_thing_alone_is_told(sheet: Run, deck: Deck) -> None:
    """Whether it is a piece or a logo, nobody can see."""
    deck(grounds(EIGHT) + grounds([(150, 40)], w=20, h=24), grounds(EIGHT), w=W, h=H)
    done = sheet("deck.pdf", "--no-instructions")
    assert (done.code, done.err.count("PNP432")) == (0, 1)
    assert "deck.pdf PNP432 size='20 × 24 mm' x=150 y=233 number=1" in list_facts(done.err)
    assert "PNP432" not in sheet("deck.pdf", "--grid", "3x3", "--size", "63x88", "--no-instructions").err


@pytest.mark.parametrize(
    "beside",
    [
        grounds([(10, 2)], w=190, h=5),
        "0 0 0 RG 0.3 w 5 290 m 205 290 l S\n",
        "0.9 g 0 0 210 297 re f\n",
        "".join(f"BT /F 30 Tf {x} 5 Td (Title) Tj ET\n" for x in (20, 100)),
    ],
    ids=["a bar", "a line", "a page's ground", "words"],
)
def test_what_is_no_piece_is_not_told(beside: str, sheet: Run, deck: Deck) -> None:
    deck(beside + grounds(places()), w=W, h=H)
    assert "PNP432" not in sheet("deck.pdf", "--no-instructions").err


def test_of_a_size_that_was_asked_for_nothing_else_is_taken(sheet: Run, deck: Deck) -> None:
    free = [(140 + dx, 20 + dy) for dy in (30, 0) for dx in (0, 30)]
    deck(grounds(EIGHT) + grounds(free, w=25, h=25), w=W, h=H)
    done = sheet("deck.pdf", "--no-instructions", "--size", "25x25")
    assert " 4 pieces" in done.out
    assert {fact.values["size"] for fact in read_facts(done.err) if fact.code == "PNP432"} == {"63 × 88 mm"}


def corners(x: float, y: float, w: float, h: float) -> str:
    """Cut marks 2 mm away from each corner."""
    drawn = ["0.1 w"]
    for side, out in ((x, -1), (x + w, 1)):
        for edge, away in ((y, -1), (y + h, 1)):
            drawn += [
                f"{side + 2 * out} {edge} m {side + 5 * out} {edge} l S",
                f"{side} {edge + 2 * away} m {side} {edge + 5 * away} l S",
            ]
    return "\n".join(drawn) + "\n"


@pytest.mark.parametrize("bleed", [0.0, 1.2, 3.0])
def test_one_card_with_bleed_is_found_by_its_marks(bleed: float, sheet: Run, deck: Deck) -> None:
    """Whatever boxes of one size are drawn on it."""
    ground = grounds([(20 - bleed, 190 - bleed)], w=63 + 2 * bleed, h=88 + 2 * bleed)
    panels = grounds([(22, 200), (52, 200)], ("1 1 1", "1 1 1"), w=28, h=34)
    deck(ground + panels + corners(20, 190, 63, 88), w=W, h=H)
    done = sheet("deck.pdf", "--no-instructions")
    assert list_facts(done.err.splitlines()) == [
        "deck.pdf PNP415 what='1 × 1 cards of 63 × 88 mm from 20, 19 mm' pages='page 1'"
    ]


def test_sides_that_nobody_says_anything_of(sheet: Run, deck: Deck) -> None:
    deck("1 0 0", "0 1 0", "0 0 1")
    done = sheet("deck.pdf", "--sides", "fold", "--no-instructions")
    first, last = done.err.splitlines()
    assert (facts(first), last[:12]) == ("deck.pdf PNP403 sides=fold", "pnp: 1 error")


RULES = """\
  rules:
    title: Rules
    size: 100 x 120
    cut: false
    front: rules.xml.j2
"""
FIGURES = (
    '<face><rect x="5" y="5" width="40" height="60" fill="red"/><rect x="50" y="5" width="40" height="60"/></face>'
)


@pytest.fixture
def whole(run_whole: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Provide a game's whole PDF: how to print it, rules with two figures, cards on both sides, coins."""
    write_tiny(tmp_path)
    change(tmp_path, "card_data/tiny/game.yaml", "modules:\n", f"{RULES}modules:\n")
    write(tmp_path, "layouts/tiny/rules.xml.j2", FIGURES)
    monkeypatch.chdir(tmp_path)
    built = run_whole("build", "tiny", "--sides", "duplex")
    assert built.code == 0, built.err
    return built.out.partition(":")[0]


def test_sheets_to_read_are_left_out_of_a_file_of_our_own(whole: str, sheet: Run) -> None:
    done = sheet(whole, "--sides", "duplex", "--paper", "letter", "--no-instructions")
    assert f"{whole} PNP431 pages='pages 3–4'" in list_facts(done.err)
    assert "--pages 3-4 --grid 1x1" in done.err
    assert done.code == 0
    assert " 3 pieces" in done.out


@pytest.mark.parametrize("words", ["--pages 3 --grid 1x1", "--pages 3,5"])
def test_unless_somebody_names_them(words: str, whole: str, sheet: Run) -> None:
    assert "PNP431" not in sheet(whole, *words.split(), "--no-instructions", "--paper", "a3").err


def test_nothing_is_left_out_where_nothing_is_cut(run_whole: Run, whole: str, sheet: Run) -> None:
    rules = run_whole("build", "tiny", "--only", "rules").out.partition(":")[0]
    done = sheet(rules, "--grid", "1x1", "--no-instructions", "--paper", "a3")
    assert ("PNP431" in done.err, " 1 piece" in done.out) == (False, True)
