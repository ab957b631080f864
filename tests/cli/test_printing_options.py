"""What `pnp build` is told about sheets, read back from the written file."""

import re
from pathlib import Path

import pikepdf
import pytest
from facts import read_facts
from printed import GAME, WRITTEN, built_json, pages, read, sheets
from running import Run
from tiny_game import change


def test_fold_puts_backs_beside_their_fronts(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/cards.yaml", "copies: 2", "copies: 1")
    cards, coins = pages(run, "--sides fold --marks lines --copies 5")
    fronts, backs = cards.faces[:10], cards.faces[10:]
    assert cards.size == (210, 297)
    assert {y + h for _, y, _, h in fronts} == {86.5, 146.5}, "two rows, 2 mm above the line"
    assert backs == [(x, 297 - y - h, w, h) for x, y, w, h in fronts]
    assert (3.0, 1.5) in cards.dashes, "the line to fold at"
    assert (len(coins.faces), coins.dashes) == (5, []), "what has no back lies on a sheet that isn't folded"


def test_fold_is_said(tiny: Path, run: Run) -> None:
    assert run("build", "tiny", "--sides", "fold", "--marks", "lines") == (
        0,
        f"{WRITTEN}tiny-low-a4-fold-marks-lines.pdf: 3 pages on 3 sheets, 4 pieces, 6 cuts\n",
        "",
    )
    assert built_json(run, "--sides fold --marks lines")["printout"] == {
        "papers": 2,
        "pages": 2,
        "cuts": 6,
        "folds": 1,
        "sides": "fold",
        "flip": "",
    }


def test_backs_are_those_of_the_two_sided_file(tiny: Path, run: Run) -> None:
    (backs,) = pages(run, "--sides backs")
    _, behind = pages(run, "--sides duplex")
    assert len(backs.faces) == 3
    assert backs.faces == behind.faces


def test_backs_come_without_instructions_and_count_what_has_one(tiny: Path, run: Run) -> None:
    assert run("build", "tiny", "--sides", "backs") == (
        0,
        f"{WRITTEN}tiny-low-a4-backs.pdf: 1 page on 1 sheet, 3 pieces, 6 cuts\n",
        "",
    )
    assert sheets(run, "--sides backs") == {"cards": 1, "coins": 0, "papers": 1}


def test_the_edge_to_flip_at(tiny: Path, run: Run) -> None:
    for flip, short in (("long", ""), ("short", "-short")):
        front, back = pages(run, f"--sides duplex --flip {flip}")
        assert Path(WRITTEN, f"tiny-low-a4-duplex{short}-no-instructions.pdf").is_file()
        cards = front.faces[:3]
        behind = [(210 - x - w, y, w, h) if flip == "long" else (x, 297 - y - h, w, h) for x, y, w, h in cards]
        assert back.faces == behind, flip
        assert built_json(run, f"--sides duplex --flip {flip}")["printout"]["flip"] == flip
    assert built_json(run, "--flip short")["printout"]["flip"] == "", "one side is printed: there is nothing to flip"


@pytest.mark.parametrize(
    ("options", "file", "said"),
    [
        ("", "tiny-low-a4.pdf", "/Simplex"),
        ("--sides fold", "tiny-low-a4-fold.pdf", "/Simplex"),
        ("--sides backs --flip short", "tiny-low-a4-backs-short.pdf", "/Simplex"),
        ("--sides duplex", "tiny-low-a4-duplex.pdf", "/DuplexFlipLongEdge"),
        ("--sides duplex --flip short", "tiny-low-a4-duplex-short.pdf", "/DuplexFlipShortEdge"),
    ],
)
def test_print_dialogues_are_told(options: str, file: str, said: str, tiny: Path, run: Run) -> None:
    assert run("build", "tiny", *options.split()).code == 0
    with pikepdf.open(WRITTEN + file) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == said
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"


def test_the_sides_that_have_marks(tiny: Path, run: Run) -> None:
    def both_sides(options: str) -> tuple[bytes, bytes]:
        front, back = pages(run, f"--paper a3 --sides duplex {options}")
        return front.drawn, back.drawn

    (marked_front, marked_back), (front, back) = both_sides("--marked both"), both_sides("--marks none")
    assert marked_front != front
    assert marked_back != back
    assert both_sides("") == (marked_front, marked_back)
    assert both_sides("--marked fronts") == (marked_front, back)
    assert both_sides("--marked backs") == (front, marked_back)


def test_safe_areas_are_dashed(tiny: Path, run: Run) -> None:
    (plain,), (safe,) = pages(run, ""), pages(run, "--safe")
    assert (plain.dashes, safe.dashes) == ([], [(1, 1)] * 4), "three cards and a coin"
    assert safe.faces == plain.faces


NOTE = ["21", "2.3", "3", "16"]  # figures of PNP404: how many a sheet with how much bleed; with all bleed how many
PLAIN = ["21", "2.3"]


AROUND = {(62.3, 42.3), (60, 42.3), (62.3, 40), (60, 40)}  # of corners, of edges, in the middle


@pytest.mark.parametrize(
    ("options", "named", "note", "said", "shows"),
    [
        ("", "", NOTE, "2 pages on 2 sheets, 21 pieces, 12 cuts", AROUND),
        ("--bleed auto", "", NOTE, "2 pages on 2 sheets, 21 pieces, 12 cuts", AROUND),
        ("--bleed perimeter", "-bleed-perimeter", PLAIN, "2 pages on 2 sheets, 21 pieces, 12 cuts", AROUND),
        ("--bleed no", "-bleed-no", [], "2 pages on 2 sheets, 21 pieces, 12 cuts", {(60, 40)}),
        ("--bleed yes", "-bleed-yes", [], "3 pages on 3 sheets, 21 pieces, 28 cuts", {(46, 66)}),
        (
            "--bleed yes --marks none --copies 2",
            "-2x-marks-none-bleed-yes",
            [],
            "4 pages on 4 sheets, 42 pieces, 46 cuts",
            {(66, 46)},
        ),
    ],
)
def test_bleed(
    options: str, named: str, note: list[str], said: str, shows: set[tuple[float, float]], tiny: Path, run: Run
) -> None:
    change(tiny, GAME, "size: 40 x 60", "size: 40 x 60\n    bleed: 3mm")
    change(tiny, "card_data/tiny/cards.yaml", "copies: 2", "copies: 20")
    built = run("build", "tiny", "--only", "cards", *options.split())
    file = f"tiny-low-a4-cards{named}.pdf"
    assert (built.code, built.out, built.notices) == (0, f"{WRITTEN}{file}: {said}\n", [])
    told = [(*each[:3], re.findall(r"[\d.]+", each.values["what"])) for each in read_facts(built.err)]
    assert told == ([(f"{GAME}:6:3", "note", "PNP404", note)] if note else [])
    assert {(w, h) for _, _, w, h in read(file)[1].faces} == shows


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ("", {"cards": 1, "coins": 1, "papers": 1}),
        ("--sides duplex", {"cards": 1, "coins": 1, "papers": 1}),
        ("--together no", {"cards": 1, "coins": 1, "papers": 2}),
        ("--copies 12", {"cards": 2, "coins": 1, "papers": 2}),  # 36 cards: 21 and 15
        ("--copies 12 --together auto", {"cards": 2, "coins": 1, "papers": 2}),
        ("--copies 12 --together yes", {"cards": 2, "coins": 1, "papers": 2}),
        ("--copies 12 --together yes --sides duplex", {"cards": 2, "coins": 1, "papers": 2}),
        ("--copies 12 --together no --sides duplex", {"cards": 2, "coins": 1, "papers": 3}),
    ],
)
def test_components_that_share_sheets_are_counted_on_each(
    options: str, found: dict[str, int], tiny: Path, run: Run
) -> None:
    assert sheets(run, options) == found


@pytest.mark.parametrize(
    ("pieces", "file", "said", "faces"),
    [
        ("one", "tiny-low-a4-one.pdf", "2 pieces, 5 cuts", 2),
        ("two,coins", "tiny-low-a4-two-coins.pdf", "2 pieces, 4 cuts", 2),
        ("cards/one,coins/coins", "tiny-low-a4-cards-one-coins-coins.pdf", "3 pieces, 5 cuts", 3),
        ("o*", "tiny-low-a4-o.pdf", "2 pieces, 5 cuts", 2),
        ("cards/*", "tiny-low-a4-cards.pdf", "3 pieces, 6 cuts", 3),
    ],
)
def test_pieces_by_name(pieces: str, file: str, said: str, faces: int, tiny: Path, run: Run) -> None:
    built = run("build", "tiny", "--pieces", pieces)
    assert built == (0, f"{WRITTEN}{file}: 2 pages on 2 sheets, {said}\n", "")
    assert len(read(file)[1].faces) == faces


def test_copies_are_of_everything(tiny: Path, run: Run) -> None:
    assert run("build", "tiny", "--copies", "3") == (
        0,
        f"{WRITTEN}tiny-low-a4-3x.pdf: 2 pages on 2 sheets, 12 pieces, 8 cuts\n",
        "",
    )
    said = built_json(run, "--copies 3")
    assert said["components"] == {
        "cards": {"pieces": 2, "copies": 9, "sheets": 1},
        "coins": {"pieces": 1, "copies": 3, "sheets": 1},
    }
    assert len(read("tiny-low-a4-3x.pdf")[1].faces) == 12


def test_skipped_places_stay_empty(tiny: Path, run: Run) -> None:
    options = "--only cards"
    (full,) = pages(run, f"{options} --copies 7")
    (last,) = pages(run, f"{options} --skip 18")
    assert (len(full.faces), last.faces) == (21, full.faces[18:])
    first, second = pages(run, f"{options} --skip 20")
    assert (first.faces, second.faces) == (full.faces[20:], full.faces[:2])


def test_one_file_for_two_papers(tiny: Path, run: Run) -> None:
    assert run("build", "tiny", "--paper", "a4+letter") == (
        0,
        f"{WRITTEN}tiny-low-a4+letter.pdf: 2 pages on 2 sheets, 4 pieces, 7 cuts\n",
        "",
    )
    assert {page.size for page in read("tiny-low-a4+letter.pdf")} == {(210, 279.4)}
    assert built_json(run, "--paper letter+a4")["paper"] == "letter+a4"


def test_a_board_larger_than_the_paper(tiny: Path, run: Run) -> None:
    change(tiny, GAME, "size: 20mm\n    shape: circle", "size: 400 x 300")
    assert run("build", "tiny", "--only", "coins") == (
        0,
        f"{WRITTEN}tiny-low-a4-coins.pdf: 5 pages on 5 sheets, 1 piece, 12 cuts\n",
        "",
    )
    shown = [page.faces for page in read("tiny-low-a4-coins.pdf")[1:]]
    assert [faces[0] for faces in shown] == [(46, 27.5, 205, 155)] * 4
    assert [len(faces) for faces in shown] == [3, 2, 2, 1], "the board, and marks where the next page is joined"
    assert sheets(run, "") == {"cards": 1, "coins": 4, "papers": 5}


@pytest.mark.usefixtures("office")
def test_a_printers_offsets_move_all_backs(tiny: Path, run: Run) -> None:
    built = run("build", "tiny", "--sides", "duplex", "--printer", "office")
    file = "tiny-low-a4-duplex-office.pdf"
    assert built == (0, f"{WRITTEN}{file}: 4 pages on 2 sheets, 4 pieces, 6 cuts\n", "")
    moved = (1, 0, 0, 1, 1.5, -0.5)
    assert [page.adjust for page in read(file)] == [None, moved, None, moved], "that of the instructions, too"
    run("build", "tiny", "--sides", "duplex")
    plain = read("tiny-low-a4-duplex.pdf")
    assert [page.adjust for page in plain] == [None] * 4
    assert [page.faces for page in read(file)] == [page.faces for page in plain]


@pytest.mark.usefixtures("office")
@pytest.mark.parametrize(
    ("sides", "adjust"), [("", [None]), ("-fold", [None] * 2), ("-backs", [(1, 0, 0, 1, 1.5, -0.5)])]
)
def test_offsets_are_for_backs_alone(sides: str, adjust: list[tuple[float, ...] | None], tiny: Path, run: Run) -> None:
    options = f"--marks lines --printer office --sides {sides.removeprefix('-') or 'fronts'}"
    assert [page.adjust for page in pages(run, options)] == adjust


@pytest.mark.usefixtures("office")
def test_scales_are_for_all_pages(tiny: Path, run: Run) -> None:
    run("printer", "add", "wide", "--scale-x", "101%")
    assert run("build", "tiny", "--printer", "wide").code == 0
    assert [page.adjust for page in read("tiny-low-a4-wide.pdf")] == [(1.01, 0, 0, 1, -1.05, 0)] * 2
