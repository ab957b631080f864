"""Heimliche Herrschaft, the German edition: complete, nothing of it English, and not set smaller."""

import re
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import pytest
from laid import leaves_of
from nightly import every
from pdf_reader import texts

from pnp.build.pipeline import build, check
from pnp.build.translating import count_translations
from pnp.load import find_project
from pnp.model.display import IDENTITY, Group, Item, Matrix, Text, apply, multiply
from pnp.model.options import DESIGNS, INKS, Options

REPOSITORY = Path(__file__).parents[2]
GAME = "hidden-leaders"
ENGLISH = r"\b(the|and|of|your|cards?|hero(es)?|leaders?|tavern|harbor|graveyard|wilderness|players?|draw|bury|turn)\b"


ALL = ("artifacts", "bribery", "royal-intrigues", "golems")


def test_everything_is_translated() -> None:
    (status,) = count_translations(find_project(REPOSITORY), GAME, "de")
    whole = status.whole
    assert (whole.missing, whole.fuzzy, whole.problems) == (0, 0, 0)
    assert whole.translated > 440  # texts of its own, without those of pnp


@pytest.mark.parametrize("modules", every(2, [(), ("introductory",)]))
def test_nothing_is_wrong_with_it(modules: tuple[str, ...]) -> None:
    """In black; a check of the whole game looks at the other inks."""
    laid = check(find_project(REPOSITORY), Options(GAME, language="de", ink="black", modules=modules))
    assert [str(problem) for problem in laid.problems] == []


def test_no_english_is_left_on_paper(tmp_path: Path) -> None:
    built = build(find_project(REPOSITORY), Options(GAME, language="de"), tmp_path)
    for page in texts(built.files[0]):
        assert re.findall(ENGLISH, page, re.IGNORECASE) == []
        assert "Heimliche" in page


def sizes(language: str) -> list[float]:
    """Return the sizes of the abilities, as they are printed."""
    leaves = leaves_of(Options(GAME, language=language, only=("heroes",)))
    return [text.size for leaf in leaves for text in walk(leaf.front.content) if text.field == "ability"]


def walk(item: Item) -> Iterator[Text]:
    if isinstance(item, Text):
        yield item
    elif isinstance(item, Group):
        for each in item.items:
            yield from walk(each)


def test_its_abilities_are_as_large_as_the_english_ones() -> None:
    german, english = sizes("de"), sizes("en")
    assert len(german) == len(english) == 76
    assert fmean(german) >= 0.95 * fmean(english)


@pytest.mark.parametrize("ink", every(3, INKS))
@pytest.mark.parametrize("modules", every(2, [(), ("introductory",)]))
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_rules_are_three_pages(language: str, ink: str, modules: tuple[str, ...]) -> None:
    options = Options(GAME, language=language, ink=ink, modules=modules, only=("rules",))
    assert len(leaves_of(options)) == 3


@pytest.mark.parametrize("ink", every(3, INKS))
@pytest.mark.parametrize("modules", every(2, [(), ("introductory",)]))
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_rules_end_well(language: str, ink: str, modules: tuple[str, ...]) -> None:
    """No page begins with a note on the one before, and columns of the last are about equally high."""
    options = Options(GAME, language=language, ink=ink, modules=modules, only=("rules",))
    leaves = leaves_of(options)
    for leaf in leaves[1:]:
        _, first, *_ = walk(leaf.front.content)  # the head of the page comes first
        assert not first.field.endswith("note.text")
    columns: list[set[float]] = [set(), set()]
    page = leaves[-1].front
    for x, y in baselines(page.content):
        if 20 < y < page.h - 15:  # between the title and the number of the page
            columns[x > page.w / 2].add(y)
    low, high = sorted(max(column) for column in columns)
    assert low - 20 > 5 / 6 * (high - 20)


VICTORY = {
    "en": [
        "Both markers are in the dark area.",
        "The markers are side by side, or on one space.",
        "The red marker is two or more spaces ahead.",
        "The green marker is two or more spaces ahead.",
    ],
    "de": [
        "Beide Marker sind im dunklen Bereich.",
        "Die Marker liegen auf einem Feld oder nebeneinander.",
        "Der rote Marker liegt zwei oder mehr Felder vorn.",
        "Der grüne Marker liegt zwei oder mehr Felder vorn.",
    ],
}


@pytest.mark.parametrize("ink", every(2, DESIGNS))
@pytest.mark.parametrize(
    "modules",
    every(4, [(), ("introductory",), *[tuple(ALL[:n]) for n in (1, 2, 3, 4)], ("golems",), ("bribery", "golems")]),
    ids="+".join,
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_condition_that_is_true_is_found_on_one_page(
    language: str, ink: str, modules: tuple[str, ...]
) -> None:
    """The heading, all conditions in their order, and with Golems theirs before the others."""
    options = Options(GAME, language=language, ink=ink, modules=modules, only=("rules",))
    pages = [[text.says.replace("\n", " ") for text in walk(leaf.front.content)] for leaf in leaves_of(options)]
    (page,) = [said for said in pages if VICTORY[language][0] in said]
    begin = page.index({"en": "Which faction wins", "de": "Welche Fraktion siegt"}[language])
    places = [page.index(condition) for condition in VICTORY[language]]
    assert begin < places[0] and places == sorted(places)
    assert ("Golems" in page[begin : places[0]]) == ("golems" in modules)


def baselines(item: Item, matrix: Matrix = IDENTITY) -> Iterator[tuple[float, float]]:
    """Yield where runs begin on the face."""
    if isinstance(item, Group):
        for each in item.items:
            yield from baselines(each, multiply(matrix, item.transform))
    elif isinstance(item, Text):
        for run in item.runs:
            yield apply(matrix, run.x, run.y)
