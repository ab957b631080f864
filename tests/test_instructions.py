"""The page that comes first in a build: what it counts, what it says, that all of it fits."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tiny_game import change, write_tiny

from pnp import instructions
from pnp.emit.listing import listing
from pnp.impose import find_paper
from pnp.instructions import Job, Part, Stock, instruction_sheets, no_room, parts_of
from pnp.load import find_project
from pnp.model.choices import MARKS
from pnp.model.display import Group, Item, Text
from pnp.model.problem import Problem
from pnp.model.project import Project
from pnp.model.sheet import Sheet
from pnp.model.span import Span
from pnp.pipeline import Request, build

PROJECT = find_project(Path(__file__).parents[1])
PARTS = (
    Part("Creatures", 18, 18, 2, 3, 6, 13),
    Part("Tiles", 10, 30, 1, 7, 8, 11),
    Part("Tokens", 3, 40, 1, 9, 10, 0),
)
JOB = Job("Night Market", "1.2", "en", "a4", "low", "duplex", "long", "edges", "", PARTS, 4, 19)
Golden = Callable[[str, str], None]


@pytest.fixture
def problems(monkeypatch: pytest.MonkeyPatch) -> list[Problem]:
    """What was wrong with the pages."""
    found: list[Problem] = []
    draw = instructions.draw

    def drawn(page, project: Project, language: str, *more):  # type: ignore[no-untyped-def]
        leaves, wrong = draw(page, project, language, *more)
        found.extend(wrong)
        return leaves, wrong

    monkeypatch.setattr(instructions, "draw", drawn)
    return found


def sheets(job: Job, paper: str = "a4", *, is_duplex: bool = False, margin: float = 5.0) -> tuple[Sheet, ...]:
    return instruction_sheets(job, Stock(find_paper(paper), margin, is_duplex), PROJECT)


def texts(sheet: Sheet) -> list[str]:
    def walk(items: tuple[Item, ...]) -> Iterator[str]:
        for item in items:
            if isinstance(item, Text):
                yield item.says.strip()
            elif isinstance(item, Group):
                yield from walk(item.items)

    return [said for placement in sheet.placements for said in walk((placement.face.content,))]


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "180x240", "297x210"])
@pytest.mark.parametrize("sides", ["fronts", "duplex", "fold", "backs"])
def test_all_fits(paper: str, sides: str, problems: list[Problem]) -> None:
    for flip in ("long", "short"):
        for marks in MARKS:
            parts = tuple(part._replace(folds=3 * (sides == "fold"), is_tiled=flip == "short") for part in PARTS)
            plan = JOB._replace(paper=paper, sides=sides, flip=flip, marks=marks, ink="full", components=parts)
            sheet = sheets(plan, paper)[0]
            assert sheet.paper.w <= sheet.paper.h
            spot = sheet.placements[0]
            assert min(spot.x, spot.y) >= 5 - 1e-9
    assert problems == []


def test_long_names_fit(problems: list[Problem]) -> None:
    long = "A Very Long and Winding Title of a Game of Lanterns, Owls and Markets"
    parts = (Part(long, 999, 99_999, 9_999, 10_000, 29_999, 99_999, 9_999),) * 2
    sheets(
        JOB._replace(
            title=long,
            version="2026.12.31",
            printer="office-on-the-2nd-floor.",
            paper="1234.5x1234.5",
            components=parts,
        )
    )
    assert problems == []


def test_names_mean_nothing_in_the_layout() -> None:
    first = sheets(JOB._replace(title="{{7*7}} <b> *R&D* [x] {flip}", components=()))[0]
    assert texts(first)[0] == "{{7*7}} <b> *R&D* [x] {flip}"


@pytest.mark.parametrize(
    ("change", "steps"),
    [
        ({"sides": "fronts"}, ["Print", "Cut"]),
        ({"sides": "duplex"}, ["Print", "Turn over", "Cut"]),
        ({"sides": "fold"}, ["Print", "Fold and glue", "Cut"]),
        ({"sides": "fronts", "components": (PARTS[0]._replace(is_tiled=True),)}, ["Print", "Cut", "Join"]),
        ({"sides": "fronts", "components": (PARTS[0]._replace(folds=9),)}, ["Print", "Fold and glue", "Cut"]),
    ],
)
def test_steps(change: dict[str, object], steps: list[str]) -> None:
    said = texts(sheets(JOB._replace(**change))[0])  # type: ignore[arg-type]
    named = {"Print", "Turn over", "Fold and glue", "Cut", "Join"}
    assert [text for text in said if text in named] == steps


def test_scissors_only_where_they_are_needed() -> None:
    round_ones = "Round and six-sided pieces: with scissors along their outlines."
    assert any(round_ones in said for said in texts(sheets(JOB)[0]))
    assert not any(round_ones in said for said in texts(sheets(JOB._replace(components=PARTS[:2]))[0]))


def test_a_long_checklist_takes_more_pages_and_whole_sheets_of_paper() -> None:
    long = JOB._replace(components=PARTS * 15)
    assert [(sheet.label, sheet.side) for sheet in sheets(long)] == [
        ("instructions 1", "front"),
        ("instructions 2", "front"),
    ]
    assert [(sheet.side, len(sheet.placements)) for sheet in sheets(long, is_duplex=True)] == [
        ("front", 1),
        ("back", 1),
    ]
    assert [(sheet.side, len(sheet.placements)) for sheet in sheets(JOB, is_duplex=True)] == [
        ("front", 1),
        ("back", 0),
    ]
    assert sum(said == "Tokens" for sheet in sheets(long) for said in texts(sheet)) == 15


def test_words_of_another_language_are_english_where_there_are_none() -> None:
    assert "Checklist" in texts(sheets(JOB._replace(language="xx"))[0])


@pytest.mark.parametrize(
    ("paper", "margin", "room"),
    [("a4", 5, ""), ("a4", 25, "160 × 247 mm"), ("150x200", 5, "140 × 190 mm"), ("100x100", 60, "0 × 0 mm")],
)
def test_paper_without_room(paper: str, margin: float, room: str) -> None:
    found = no_room(Stock(find_paper(paper), margin), Span("game.yaml", 1, 1))
    said = f"{paper} leaves {room} inside {margin:g} mm margins, too little for instructions"
    assert (found.message if found else "") == (said if room else "")


def test_a_build_counts_what_it_prints(tmp_path: Path) -> None:
    root = write_tiny(tmp_path)
    change(root, "card_data/tiny/cards.yaml", "copies: 2", "copies: 40")
    project = find_project(root)
    built = build(project, Request("tiny", sides="duplex"), project.output)
    assert built.printout is not None
    found = parts_of(built.printout, built.sheets, 2)
    assert found == (
        Part("Cards", 2, 41, 2, 3, 6, 2 * (4 + 8)),  # 21 a sheet: three columns, seven rows
        Part("Coins", 1, 1, 1, 7, 8, 0),
    )
    assert built.printout.papers == 3


def test_neighbours_share_their_cuts(tmp_path: Path) -> None:
    project = find_project(write_tiny(tmp_path))
    built = build(project, Request("tiny"), project.output)
    assert built.printout is not None
    found = parts_of(built.printout, built.sheets, 1)
    assert found[0] == Part("Cards", 2, 3, 1, 2, 2, 6), "three in a row: four upright cuts and two level ones"


def test_the_page_as_text(golden: Golden) -> None:
    face = sheets(JOB)[0].placements[0].face
    golden("instructions", "\n".join([*texts(sheets(JOB)[0]), "", listing(face)]))
