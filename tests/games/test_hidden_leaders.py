"""Hidden Leaders on paper: every edition has all its pieces, in their sizes, with words that can be read."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from nightly import every
from pdf_reader import Box, Drawn, fonts, read_pages, sizes_of, texts, type_sizes
from saying import Run

from pnp.build.pipeline import build
from pnp.build.results import Result
from pnp.load import find_project, load_style
from pnp.model.options import INKS, Options

REPOSITORY = Path(__file__).parents[2]
DATA = REPOSITORY / "card_data" / "hidden-leaders"
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SIZES = {"sheet": (190.0, 260.0), "card": (63.0, 88.0), "marker": (16.0, 16.0)}  # the board; other sheets aren't cut
EVERY_PAGE = r"Hidden Leaders · (version )?23\.1 · en ·( .* ·)? unofficial fan-made copy ·( .* ·)? {}/{}( |$)"


def pieces(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load((DATA / f"{name}.yaml").read_text(encoding="utf-8"))
    return found


def printed(folder: Path, **asked: Any) -> Result:
    built = build(find_project(REPOSITORY), Options("hidden-leaders", **asked), folder)
    assert [str(problem) for problem in built.problems] == []
    assert built.files
    return built


def read(folder: Path, **asked: Any) -> list[str]:
    """Return the words of each page."""
    return texts(printed(folder, **asked).files[0])


def titles(pages: list[str]) -> list[str]:
    """Return what the footers say is on each sheet."""
    return [said[1] for page in pages if (said := re.search(r" · en · ([^·]*) · unofficial", page))]


def letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", re.sub(r"\[[a-z-]+\]", "", text).lower())


@pytest.mark.parametrize(
    ("sides", "ink", "paper"),
    every(  # any two choices meet: each of the papers every side and ink; a plain run has both papers
        5,
        [
            (sides, ink, list(PAPERS)[(row + column) % 2])
            for row, sides in enumerate(("fronts", "duplex", "fold"))
            for column, ink in enumerate(INKS)
        ],
        unpack=True,
    ),
)
def test_an_edition_on_paper(ink: str, paper: str, sides: str, tmp_path: Path) -> None:
    built = printed(tmp_path, ink=ink, paper=paper, sides=sides, marks="lines")
    (file,) = built.files
    pages = read_pages(file)
    for page in pages:
        assert sorted((page.w, page.h)) == pytest.approx(PAPERS[paper], abs=0.05)
    for number, text in enumerate(texts(file), 1):
        is_empty = sides == "duplex" and number in (2, 8)  # behind the instructions and the last page of rules
        assert is_empty or re.search(EVERY_PAGE.format(number, len(pages)), text), f"page {number}: {text[-120:]}"
    assert len(pages) == {"fronts": 18, "duplex": 30, "fold": 30}[sides]
    if sides == "duplex":
        assert_backs_lie_under_fronts(pages)
    pages = pages[len(pages) - len(built.sheets) :]
    cards = sum(piece.get("copies", 1) for name in ("heroes", "leaders", "support") for piece in pieces(name))
    markers = sum(piece.get("copies", 1) for piece in pieces("markers"))
    assert (cards, markers) == (89, 4)
    sided = 1 if sides == "fronts" else 2
    reverses = len(pieces("support")) if sides == "fronts" else 0  # aids say "Turn me over"
    outlines = [box for page in pages for box in page.outlines]
    assert sizes_of(outlines, SIZES) == {"sheet": 1, "card": sided * cards + reverses, "marker": sided * markers}
    for page, sheet in zip(pages, built.sheets, strict=True):
        is_read = sheet.component in ("cover", "rules", "victory-map")  # nobody cuts these out
        assert len(page.outlines) == (0 if is_read else len(page.faces))
        assert all(any(face.is_around(outline) for face in page.faces) for outline in page.outlines)
    embedded = fonts(file)
    assert len(embedded) >= 4
    assert [name for name, is_there in embedded.items() if not is_there] == []


def assert_backs_lie_under_fronts(pages: list[Drawn]) -> None:
    backed = 0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        for box in back.outlines:
            x, y = (front.w - box.x - box.w, box.y) if front.w < front.h else (box.x, front.h - box.y - box.h)
            assert any(Box(x, y, box.w, box.h).is_near(other) for other in front.outlines)
        backed += len(back.outlines)
    assert backed == 93


@pytest.fixture(scope="module")
def separate_sheets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with each component on sheets of its own."""
    return printed(tmp_path_factory.mktemp("apart"), together="no", instructions=False).files[0]


def test_components_come_in_their_order(separate_sheets: Path, tmp_path: Path) -> None:
    sheets = ["Cover", *["Rules"] * 3, "Victory map", "Board"]
    shared = ["Player aids", "Leaders + Player aids", *["Heroes"] * 8, "Heroes + Markers"]
    assert titles(read(tmp_path)) == [*sheets, *shared]
    assert titles(texts(separate_sheets)) == [*sheets, *["Player aids"] * 2, "Leaders", *["Heroes"] * 9, "Markers"]


def test_all_words_are_there_and_can_be_read(separate_sheets: Path) -> None:
    pages = texts(separate_sheets)
    for name, title in (("heroes", "Heroes"), ("leaders", "Leaders")):
        said = "".join(letters(page) for page in pages if re.search(rf"[·+] {title} ", page))
        for piece in pieces(name):
            for field in ("name", "ability", "reminder", "epithet", "story"):
                assert letters(piece.get(field, "")) in said, piece["id"]
    assert min(size for sizes in type_sizes(separate_sheets) for size in sizes) >= 6.5


@pytest.mark.parametrize(
    ("component", "title", "count"),
    every(
        3,
        [
            ("heroes", "Heroes", 77),
            ("leaders", "Leaders", 6),
            ("board", "Board", 1),
            ("support", "Player aids", 12),
            ("rules", "Rules", 3),
            ("markers", "Markers", 4),
        ],
        unpack=True,
    ),
)
def test_a_component_alone(component: str, title: str, count: int, tmp_path: Path) -> None:
    (file,) = printed(tmp_path, only=(component,), instructions=False).files
    assert set(titles(texts(file))) == {title}
    assert sum(len(page.faces) for page in read_pages(file)) == count


@pytest.mark.parametrize(
    ("modules", "heroes", "ends"),
    every(2, [(("introductory",), 53, ["7", "6", "6", "5", "4"]), ((), 77, ["8", "7", "7", "6", "5"])], unpack=True),
)
def test_numbers_are_those_of_the_edition(
    modules: tuple[str, ...], heroes: int, ends: list[str], tmp_path: Path
) -> None:
    """The introductory game has 53 heroes, and ends one hero earlier wherever that is told."""
    built = printed(tmp_path, modules=modules, together="no")
    pages = texts(built.files[0])
    sheets = zip(pages, read_pages(built.files[0]), strict=True)
    assert sum(len(sheet.faces) for page, sheet in sheets if "· Heroes ·" in page) == heroes
    said = {title: " ".join(page for page in pages if f"· {title} " in page) for title in titles(pages)}
    assert f"{heroes} Heroes the Emperor among them 6 Leaders numbered 1 to 6" in said["Cover"]
    assert f"{heroes} Heroes an equal share" in said["Rules"]
    banners = " ".join(f"{players} {end}" for players, end in enumerate(ends, 2))
    assert f"whoever’s party it is: {banners} For example." in said["Rules"]
    two, three, _, five, six = ends
    aids = re.findall(r"(\d) ([\d–]+) players Game end", said["Player aids"])
    assert aids == [(two, "2"), (three, "3–4"), (five, "5"), (six, "6")]
    (sheet,) = read(tmp_path, modules=modules, only=("setup",), players=4, instructions=False)
    assert re.search(rf"By number of players 2 3 4 5 6 .{{,60}} game {' '.join(ends)} ", sheet)


def test_aids_say_when_the_introductory_game_ends(tmp_path: Path) -> None:
    """Beside the whole game's number."""
    page, _ = read(tmp_path, only=("support",), instructions=False)
    said = re.findall(r"([\d–]+) players Game end .{,60}? in the game without \+: (\d)", page)
    assert said == [("2", "7"), ("3–4", "6"), ("5", "5"), ("6", "4")]


def test_the_example_in_the_rules_ends_the_game_it_is_about(tmp_path: Path) -> None:
    """Four players' parties go on with fewer than the figure of the banner, and end with it."""
    for modules, end in (((), 7), (("introductory",), 6)):
        text = " ".join(read(tmp_path, modules=modules, only=("rules",), instructions=False))
        example = text[text.index("For example.") : text.index("Which faction wins")]
        parties = [[int(n) for n in each] for each in re.findall(r"(\d), (\d), (\d), (\d)", example)]
        assert [max(each) >= end for each in parties] == [False, True, True]


def test_the_setup_sheet_is_printed_when_it_is_asked_for(tmp_path: Path) -> None:
    (sheet,) = read(tmp_path, only=("setup",), players=4, instructions=False)
    assert "4 players" in sheet
    assert "53" in re.findall(r"\d+", sheet)  # cards in the Harbor


@pytest.mark.nightly
def test_little_ink_is_little(pnp: Run) -> None:
    of_cards = {}
    for ink in INKS:
        cards = ("heroes", "leaders", "support")
        words = ["--only", ",".join(cards), "--ink", ink, "--no-instructions", "--out", "out"]
        said = json.loads(pnp("build", "hidden-leaders", "--json", *words).out)
        sheets = {name: said["components"][name]["sheets"] for name in cards}
        dark = sum(said["coverage"][name] * count for name, count in sheets.items())
        of_cards[ink] = dark / sum(sheets.values())
    assert of_cards["low"] <= 8
    assert of_cards["low"] <= of_cards["full"] / 3


@pytest.mark.parametrize("edition", every(3, [[], ["--ink", "black"], ["--ink", "black", "--with", "introductory"]]))
def test_nothing_is_wrong(edition: list[str], pnp: Run) -> None:
    """With each language, ink and set of modules, as a check looks at them that isn't told which; and in black."""
    said = pnp("check", "hidden-leaders", "--strict", *edition)
    assert said == (0, "hidden-leaders: no problems\n", "")


def test_what_the_check_demands_of_texts() -> None:
    style, problems = load_style(find_project(REPOSITORY), "hidden-leaders")
    assert problems == []
    assert style.contrast == 7
    assert style.smallest == pytest.approx(6.5 * 25.4 / 72)


def test_the_deck_is_as_large_as_it_says() -> None:
    heroes = pieces("heroes")
    assert Counter(len(hero["faction"]) for hero in heroes) == {1: 76, 4: 1}
    assert Counter(hero["faction"][0] for hero in heroes if len(hero["faction"]) == 1) == dict.fromkeys(
        ("tribes", "army", "water", "undead"), 19
    )


def test_it_is_listed(pnp: Run) -> None:
    said = pnp("list", "hidden-leaders").out.splitlines()
    assert said[0] == "Hidden Leaders, version 23.1 · languages: en, de"
    parts = [line for line in said[2:] if not line.startswith("  --")]
    assert [line.split()[0] for line in parts] == [
        *("cover", "rules", "victory-map", "board", "support", "leaders", "heroes", "markers")
    ]
    assert said[2 + len(parts) : 4 + len(parts)] == [
        "  --only setup: Setup",
        "  --with introductory: Introductory game",
    ]
    assert {line.split()[1] for line in said[4 + len(parts) :]} <= {
        "golems:",
        "bribery:",
        "artifacts:",
        "royal-intrigues:",
    }
