"""French Deck: 54 cards out of few lines, and what Skat and Doppelkopf take of them."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from laid import faces_of, leaves_of, shapes_of
from nightly import every
from pdf_reader import read_pages, sizes_of, texts

from pnp.build.pipeline import build
from pnp.build.results import Result
from pnp.load import find_project
from pnp.model.options import Options

REPOSITORY = Path(__file__).parents[2]
MOST_LINES = 150
FILES = (
    "card_data/french-deck/game.yaml",
    "card_data/french-deck/jokers.yaml",
    "layouts/french-deck/style.yaml",
    "layouts/french-deck/card.xml.j2",
    "layouts/french-deck/suited.xml.j2",
    "layouts/french-deck/back.xml.j2",
)
INDICES = {"en": "A 2 3 4 5 6 7 8 9 10 J Q K", "de": "A 2 3 4 5 6 7 8 9 10 B D K"}


def printed(folder: Path, **asked: Any) -> Result:
    built = build(find_project(REPOSITORY), Options("french-deck", **asked), folder)
    assert [str(problem) for problem in built.problems] == []
    return built


def test_the_deck_is_short() -> None:
    """Game, data, template and style together; its words, rules and pictures apart."""
    assert sum(len((REPOSITORY / file).read_text(encoding="utf-8").splitlines()) for file in FILES) <= MOST_LINES


@pytest.mark.parametrize(("modules", "cards"), [((), 54), (("skat",), 32), (("doppelkopf",), 48)])
@pytest.mark.parametrize("sides", every(2, ["fronts", "duplex"]))
def test_as_many_cards_as_a_game_has(modules: tuple[str, ...], cards: int, sides: str, tmp_path: Path) -> None:
    built = printed(tmp_path, modules=modules, sides=sides, marks="lines")
    outlines = [box for page in read_pages(built.files[0]) for box in page.outlines]
    assert sizes_of(outlines, {"card": (63.0, 88.0)}) == {"card": cards * (1 if sides == "fronts" else 2)}


@pytest.mark.parametrize("language", INDICES)
def test_each_card_has_its_index_in_two_corners(language: str, tmp_path: Path) -> None:
    built = printed(tmp_path, language=language, only=("cards",), instructions=False)
    said = Counter(word for page in texts(built.files[0]) for word in page.partition(" French")[0].split())
    assert {index: said[index] for index in INDICES[language].split()} == dict.fromkeys(INDICES[language].split(), 8)


@pytest.mark.parametrize("ink", ["low", "full"])
@pytest.mark.parametrize(
    ("module", "shown"),
    [
        ("skat", ["clubs-jack", "spades-jack", "hearts-jack", "diamonds-jack", "clubs-ace"]),
        ("doppelkopf", ["hearts-10", "clubs-queen", "spades-queen", "hearts-queen", "diamonds-queen"]),
    ],
)
def test_cards_in_the_rules_are_drawn_as_they_are(module: str, shown: list[str], ink: str) -> None:
    """Each of the fan with all that stands on its ground: its index, figure and pips."""
    options = Options("french-deck", ink=ink, modules=(module,), only=("rules",))
    (rules,) = faces_of(options)
    drawn_there = set(shapes_of(rules.content))
    cards = {leaf.piece: leaf.front for leaf in leaves_of(replace(options, only=("cards",)))}
    assert [card for card in shown if not set([*shapes_of(cards[card].content)][1:]) <= drawn_there] == []
