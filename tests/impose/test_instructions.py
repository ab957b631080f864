"""The page that comes first in a build: what it counts, what it says, that all of it fits."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from listing import listing
from nightly import every
from tiny_game import change, write_tiny

from pnp.build.pipeline import build
from pnp.impose import own_pages as instructions
from pnp.impose.own_pages import PrintRun, instruction_sheets, no_room
from pnp.impose.press import Press, find_paper
from pnp.io.project import Project
from pnp.load import find_project
from pnp.model.display import Group, Item, Text
from pnp.model.game import Edition, Game
from pnp.model.options import MARKS, Options
from pnp.model.problem import Problem
from pnp.model.sheet import Batch, Fold, Plan, Printout, Share, Sheet
from pnp.model.span import Span

PROJECT = find_project(Path(__file__).parents[2])


def batch(
    *shares: tuple[str, int, int], first: int, last: int, cuts: int = 0, is_cut: bool = True, **more: bool
) -> Batch:
    """`shares`: title, how many there are, how many different ones."""
    said = {"is_tiled": False, "has_outlines": False, "has_crosses": False, "has_blocks": False} | more
    made = tuple(
        Share(title.lower(), title, printed, different, is_cut, printed) for title, printed, different in shares
    )
    return Batch(made, first, last, (last - first + 1) // 2, cuts, (), **said)


DOWN, ACROSS = Fold(is_wide=True, is_upright=True), Fold(is_wide=False, is_upright=False)
BATCHES = (
    batch(("Rules", 2, 2), first=3, last=4, is_cut=False),
    batch(("Creatures", 18, 18), first=5, last=8, cuts=16, has_crosses=True),
    batch(("Tiles", 28, 10), ("Tokens", 4, 2), first=9, last=10, cuts=11, has_outlines=True),
    batch(("Tokens", 40, 3), first=11, last=12, has_outlines=True)._replace(small=40),
)
PLANS = tuple(
    Plan(title.lower(), title, 1, count, 1, 9, 0, is_cut, "")
    for title, count, is_cut in [
        ("Rules", 2, False),
        ("Creatures", 18, True),
        ("Tiles", 28, True),
        ("Tokens", 44, True),
    ]
)
PRINTOUT = Printout("duplex", "long", 5, 10, PLANS, BATCHES)
GAME = Game("market", "Night Market", "1.2", ("en",), {}, {}, {}, {}, Path(), Span("game.yaml"))
PRESS = Press(Options("market", sides="duplex"), find_paper("a4"))
RUN = PrintRun(Edition(GAME, "en", "low", (), {}), PRESS, PRINTOUT, before=2)


def set_batches(run: PrintRun, *batches: Batch) -> PrintRun:
    return run._replace(printout=run.printout._replace(batches=batches))


def change_press(paper: str = "a4", **options: str) -> PrintRun:
    """Return another way to print it."""
    return RUN._replace(press=Press(replace(RUN.options, **options), find_paper(paper)))  # type: ignore[arg-type]


def change_game(**said: str) -> PrintRun:
    return RUN._replace(edition=replace(RUN.edition, game=replace(GAME, **said)))  # type: ignore[arg-type]


Golden = Callable[[str, str], None]


@pytest.fixture
def problems(monkeypatch: pytest.MonkeyPatch) -> list[Problem]:
    """Provide the problems of the pages."""
    found: list[Problem] = []
    draw = instructions.draw

    def draw_noting(pages, project: Project, language: str, *more):  # type: ignore[no-untyped-def]
        leaves, wrong = draw(pages, project, language, *more)
        found.extend(wrong)
        return leaves, wrong

    monkeypatch.setattr(instructions, "draw", draw_noting)
    return found


def sheets(run: PrintRun) -> tuple[Sheet, ...]:
    return instruction_sheets(run, PROJECT)


def texts(sheet: Sheet) -> list[str]:
    def walk(items: tuple[Item, ...]) -> Iterator[str]:
        for item in items:
            if isinstance(item, Text):
                yield item.says.strip()
            elif isinstance(item, Group):
                yield from walk(item.items)

    return [said for placement in sheet.placements for said in walk((placement.face.content,))]


@pytest.mark.parametrize("paper", every(5, ["a4", "letter", "a3", "180x240", "297x210"]))
@pytest.mark.parametrize("sides", ["fronts", "duplex", "fold", "backs"])
def test_all_fits(paper: str, sides: str, problems: list[Problem]) -> None:
    for flip in ("long", "short"):
        for marks in MARKS:
            folds = (DOWN, ACROSS, DOWN) if sides == "fold" else ()
            batches = [part._replace(folds=folds, is_tiled=flip == "short", has_blocks=True) for part in BATCHES]
            run = change_press(paper, sides=sides, flip=flip, marks=marks)
            run = run._replace(edition=replace(run.edition, ink="full"))
            sheet = sheets(set_batches(run, *batches))[0]
            assert sheet.paper.w <= sheet.paper.h
            spot = sheet.placements[0]
            assert min(spot.x, spot.y) >= 5 - 1e-9
    assert problems == []


def test_many_tiles_and_tokens_are_mounted() -> None:
    few = [part._replace(small=0) for part in BATCHES]
    assert "Mount" in texts(sheets(RUN)[0])
    assert "Mount" not in texts(sheets(set_batches(RUN, *few))[0])
    assert "Mount" in texts(sheets(set_batches(RUN, few[0], few[1]._replace(small=12)))[0])


@pytest.mark.parametrize(
    ("sides", "small", "backed", "said"),
    [
        ("fronts", 12, 0, ["Mount", "glue their sheets flat onto card"]),
        ("duplex", 12, 0, ["Mount", "glue their sheets flat onto card"]),
        ("duplex", 0, 12, ["heaviest card that your printer takes. Glue nothing onto it"]),
        ("duplex", 12, 12, ["Mount", "glue their sheets flat onto card", "Glue nothing onto it"]),
        ("duplex", 0, 11, []),
        ("fold", 0, 12, ["between the halves, close to the fold, and glue both onto it"]),
        ("fold", 0, 11, []),
    ],
)
def test_nothing_is_glued_onto_a_printed_back(
    sides: str, small: int, backed: int, said: list[str], problems: list[Problem]
) -> None:
    for language in ("en", "de", "fr"):
        run = set_batches(change_press(sides=sides), BATCHES[0], BATCHES[1]._replace(small=small, small_backed=backed))
        found = texts(sheets(run._replace(edition=replace(run.edition, language=language)))[0])
        assert language == "en" or "glue" not in " ".join(found)
        if language == "en":
            sentences = ["Mount", "glue their sheets flat onto card", "between the halves", "Glue nothing onto it"]
            text = "\n".join(found)
            assert [each in text for each in sentences] == [any(each in part for part in said) for each in sentences]
            assert all(part in text for part in said)
    assert problems == []


def test_long_names_fit(problems: list[Problem]) -> None:
    long = "A Very Long and Winding Title of a Game of Lanterns, Owls and Markets"
    part = batch((long, 99_999, 999), first=10_000, last=29_999, cuts=99_999)
    press = change_press(printer="office-on-the-2nd-floor.").press
    run = change_game(title=long, version="2026.12.31")._replace(
        press=press._replace(paper=press.paper._replace(name="1234.5x1234.5"))
    )
    parts = part._replace(folds=(DOWN,) * 9_999), part._replace(shares=part.shares * 5, has_outlines=True)
    sheets(set_batches(run, *parts))
    assert problems == []


def test_names_mean_nothing_in_the_layout() -> None:
    first = sheets(change_game(title="{{7*7}} <b> *R&D* [x] {flip}"))[0]
    assert texts(first)[0] == "{{7*7}} <b> *R&D* [x] {flip}"


@pytest.mark.parametrize(
    ("sides", "batches", "steps"),
    [
        ("fronts", BATCHES, ["Print", "Cut"]),
        ("duplex", BATCHES, ["Print", "Turn over", "Cut"]),
        ("fold", BATCHES, ["Print", "Fold and glue", "Cut"]),
        ("fronts", BATCHES[:1], ["Print"]),
        ("fronts", [BATCHES[1]._replace(is_tiled=True)], ["Print", "Cut", "Join"]),
        ("fronts", [BATCHES[1]._replace(folds=(DOWN,) * 9)], ["Print", "Fold and glue", "Cut"]),
    ],
)
def test_steps(sides: str, batches: list[Batch], steps: list[str]) -> None:
    said = texts(sheets(set_batches(change_press(sides=sides), *batches))[0])
    named = {"Print", "Turn over", "Fold and glue", "Cut", "Join"}
    assert [text for text in said if text in named] == steps


@pytest.mark.parametrize(
    ("batch", "sentence"),
    [
        (BATCHES[2], "Round and six-sided pieces: with scissors along their outlines."),
        (BATCHES[1], "Rounded cards keep crosses at their corners: their strips may be cut off whole."),
        (BATCHES[3]._replace(has_blocks=True), "Different pieces on one sheet: part them first."),
    ],
)
def test_what_is_said_only_where_it_is_needed(batch: Batch, sentence: str) -> None:
    def says(*batches: Batch) -> bool:
        return any(sentence in said for said in texts(sheets(set_batches(RUN, *batches))[0]))

    assert says(BATCHES[0], batch)
    assert not says(BATCHES[0], batch._replace(has_outlines=False, has_crosses=False, has_blocks=False))


@pytest.mark.parametrize(
    ("batches", "begin"),
    [
        ((BATCHES[0], BATCHES[1]), "Lay the ruler from mark to mark."),
        ((BATCHES[2], BATCHES[1]._replace(is_tiled=True)), "Lay the ruler from mark to mark."),
        ((BATCHES[0], BATCHES[1]._replace(is_tiled=True)), "Of each page cut off the margins"),
        ((BATCHES[0], BATCHES[3]), "Round and six-sided pieces:"),
    ],
)
def test_what_is_cut_says_how(batches: tuple[Batch, ...], begin: str) -> None:
    said = texts(sheets(set_batches(RUN, *batches))[0])
    assert any(text.startswith(begin) for text in said), said


def folds_of(*folds: Fold) -> list[tuple[bool, bool]]:
    """Return the folds that the drawing gets."""
    seen: list[Any] = []
    draw = instructions.draw

    def draw_noting(pages, *more):  # type: ignore[no-untyped-def]
        seen[:] = pages[0].values["folds"]
        return draw(pages, *more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(instructions, "draw", draw_noting)
        sheets(set_batches(RUN, BATCHES[0], BATCHES[1]._replace(folds=folds)))
    return [(fold["is_wide"], fold["is_upright"]) for fold in seen]


def test_each_way_to_fold_is_drawn_once_that_of_most_sheets_first() -> None:
    assert folds_of() == []
    assert folds_of(DOWN, ACROSS, ACROSS, DOWN, ACROSS) == [tuple(ACROSS), tuple(DOWN)]


ONE, TWO = (f"First only {pages}, … Then the rest:" for pages in ("page 1", "pages 1–2"))


@pytest.mark.parametrize(
    ("sides", "before", "batches", "said"),
    [
        ("fronts", 1, BATCHES, f"{ONE} pages 2–4 on plain paper, pages 5–11 on card stock."),
        ("duplex", 2, BATCHES, f"{TWO} pages 3–4 on plain paper, pages 5–12 on card stock."),
        ("duplex", 2, BATCHES[1:], f"{TWO} pages 3–12 on card stock."),
        ("fronts", 2, BATCHES[:1], f"{TWO} pages 3–4 on plain paper, pages 5–12 on card stock."),
        (
            "fold",
            2,
            [BATCHES[0], BATCHES[1]._replace(folds=(DOWN,)), BATCHES[2], BATCHES[3]._replace(folds=(ACROSS,))],
            f"{TWO} pages 3–8, 11–12 on plain paper, pages 9–10 on card stock.",
        ),
    ],
)
def test_the_first_sheet_is_measured_before_the_others_are_printed(
    sides: str, before: int, batches: tuple[Batch, ...], said: str
) -> None:
    run = set_batches(change_press(sides=sides)._replace(before=before), *batches)
    (found,) = [text.replace("\xa0", " ") for text in texts(sheets(run)[0]) if text.startswith("First only")]
    begin, end = said.split(" … ")
    assert found.startswith(begin) and found.endswith(end)


def test_the_checklist_goes_sheet_by_sheet_and_adds_up() -> None:
    said = texts(sheets(RUN)[0])
    at = said.index("Tiles + Tokens")
    assert said[at : at + 5] == ["Tiles + Tokens", "28 + 4", "1 sheet", "9–10", "11, scissors"]
    at = said.index("Rules")
    assert said[at + 1] == "2 pages"
    assert "6 sheets of paper in all · 27 cuts · 18 Creatures · 28 Tiles · 44 Tokens" in said


def print_faces_alone(batch: Batch, faces: int, printed: int) -> Batch:
    """Return a batch whose last share is printed with each face by itself."""
    *others, last = batch.shares
    return batch._replace(
        shares=(*others, last._replace(faces=faces, printed=printed, different=min(last.different, printed)))
    )


@pytest.mark.parametrize(
    ("batch", "said"),
    [
        (print_faces_alone(BATCHES[3], 80, 40), "40 pieces, 80 faces, 3 different"),
        (print_faces_alone(BATCHES[3], 1, 0), "1 face"),
        (print_faces_alone(BATCHES[2], 8, 4), "28 + 4"),
        (print_faces_alone(BATCHES[2], 1, 0), "28 + 1 face"),
    ],
)
def test_faces_that_are_printed_by_themselves_are_no_pieces(batch: Batch, said: str) -> None:
    found = texts(sheets(set_batches(change_press(sides="fronts"), BATCHES[0], batch))[0])
    assert said in found
    assert any("glue the two back to back" in text for text in found)


@pytest.mark.parametrize("first", every(4, range(1, 5)))
def test_no_page_holds_but_the_end_of_a_checklist(first: int, problems: list[Problem]) -> None:
    """Rows move closer together where that keeps them on one page; otherwise the next one takes several."""
    for count in range(first, 60, 4):
        parts = [BATCHES[1]._replace(shares=BATCHES[1].shares * (1 + n % 3)) for n in range(count)]
        pages = [texts(sheet) for sheet in sheets(set_batches(change_press(sides="fronts"), *parts))]
        rows = [sum(said.startswith("Creatures") for said in page) for page in pages]
        assert sum(rows) == count and min(rows) >= min(2, count), rows
        assert (count > 12) or len(pages) == 1
        for number, page in enumerate(pages, 1):
            assert [said[-5:] for said in page if re.search(r"\d/\d", said)] == [f" {number}/12"[-5:]]
    assert problems == []


def test_a_long_checklist_takes_more_pages() -> None:
    long = set_batches(change_press(sides="fronts"), *BATCHES * 9)
    assert [(sheet.label, sheet.side) for sheet in sheets(long)] == [
        ("instructions 1", "front"),
        ("instructions 2", "front"),
    ]
    on_both = sheets(set_batches(change_press(flip="short"), *BATCHES * 9))
    assert [(sheet.side, sheet.placements[0].turn) for sheet in on_both] == [("front", 0), ("back", 180)]
    assert sum(said == "Creatures" for sheet in sheets(long) for said in texts(sheet)) == 9


def test_words_of_another_language_are_english_where_there_are_none() -> None:
    assert "Checklist" in texts(sheets(RUN._replace(edition=replace(RUN.edition, language="xx")))[0])


@pytest.mark.parametrize(
    ("paper", "margin", "room"),
    [("a4", 5, ""), ("a4", 25, "160 × 247 mm"), ("150x200", 5, "140 × 190 mm"), ("100x100", 60, "0 × 0 mm")],
)
def test_paper_without_room(paper: str, margin: float, room: str) -> None:
    found = no_room(change_press(paper).press._replace(margin=margin), Span("game.yaml", 1, 1))
    said = f"{paper} leaves {room} inside {margin:g} mm margins, too little for instructions"
    assert (found.message if found else "") == (said if room else "")


def test_a_build_counts_what_it_prints(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    change(root, "card_data/tiny/cards.yaml", "copies: 2", "copies: 40")
    project = find_project(root)
    built = build(project, Options("tiny", sides="duplex"), project.output)
    assert built.printout is not None
    assert built.printout.batches == (
        batch(("Cards", 21, 1), first=3, last=4, cuts=4 + 8),  # three columns, seven rows
        batch(("Cards", 20, 2), ("Coins", 1, 1), first=5, last=6, cuts=12, has_outlines=True)._replace(small_backed=1),
    )
    assert (built.printout.papers, built.papers, built.pages) == (2, 3, 6)


def test_rules_share_no_paper_with_the_instructions(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    change(root, "card_data/tiny/game.yaml", "size: 20mm\n    shape: circle", "size: page\n    cut: false")
    project = find_project(root)
    built = build(project, Options("tiny", sides="duplex"), project.output)
    assert [sheet.label for sheet in built.before] == ["instructions 1", "instructions 1 back"]
    assert [sheet.label for sheet in built.sheets] == ["coins 1", "empty 4", "cards 1", "cards 1 back"]
    alone = build(project, Options("tiny", sides="duplex", only=("coins",)), project.output)
    assert [problem.code for problem in alone.problems if problem.severity == "error"] == ["PNP403"]


def test_neighbours_share_their_cuts(tmp_path: Path) -> None:
    project = find_project(write_tiny(tmp_path))
    built = build(project, Options("tiny"), project.output)
    assert built.printout is not None
    assert built.printout.cuts == 6, "three in a row: four upright cuts and two level ones"


def test_the_page_as_text(golden: Golden) -> None:
    face = sheets(RUN)[0].placements[0].face
    golden("instructions", "\n".join([*texts(sheets(RUN)[0]), "", listing(face)]))
