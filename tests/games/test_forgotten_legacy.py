"""Forgotten Legacy: every set of its modules is set up, judged and printed as the facts say."""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from laid import faces_of, leaves_of, shapes_of
from matrix import sets_of
from nightly import every
from pdf_reader import read_pages, sizes_of, texts
from saying import Run

from pnp.build.pipeline import build
from pnp.build.results import Result
from pnp.export.rasteriser import face_png
from pnp.load import find_project
from pnp.model.options import Options
from pnp.model.problem import UsageError

REPOSITORY = Path(__file__).parents[2]
SIZES = {"card": (63.0, 88.0), "tile": (25.4, 25.4), "disc": (16.0, 16.0), "sheet": (190.0, 260.0)}
PLAYERS = range(2, 7)
LEADERS = {2: (4, 2), 3: (3, 1), 4: (4, 2), 5: (5, 2), 6: (6, 3)}  # of the base game, of the Golems
CARDS = {"golems": 36, "bribery": 1, "artifacts": 6, "envoys": 4, "royal-intrigues": 4}
LEGAL = sorted(
    tuple(sorted(golems + bribery + artifacts))
    for golems, bribery, artifacts in product(
        ((), ("golems",)), ((), ("bribery",)), ((), ("artifacts",), ("artifacts", "royal-intrigues"))
    )
)


def printed(folder: Path, game: str = "forgotten-legacy", **asked: Any) -> Result:
    built = build(find_project(REPOSITORY), Options(game, **asked), folder)
    assert [str(problem) for problem in built.problems] == []
    return built


def outlines(built: Result) -> dict[str, int]:
    return sizes_of([box for page in read_pages(built.files[0]) for box in page.outlines], SIZES)


def test_twelve_sets_of_modules_and_the_introductory_game() -> None:
    assert sorted(sets_of("hidden-leaders")) == sorted([*LEGAL, ("introductory",)])


@pytest.mark.parametrize("modules", every(4, LEGAL), ids=lambda modules: "+".join(modules) or "none")
def test_the_setup_of_each_for_all_numbers_of_players(modules: tuple[str, ...], pnp: Run) -> None:
    has_golems, has_envoys = "golems" in modules, bool({"bribery", "artifacts"} & set(modules))
    for players in PLAYERS:
        chosen = ["--with", ",".join(modules)] if modules else []
        said = pnp("setup", "hidden-leaders", "--players", str(players), *chosen, "--json")
        assert said.code == 0, said
        told = json.loads(said.out)
        zones = {zone["id"]: zone["count"] for zone in told["zones"]}
        harbor = 73 - 5 * players + 4 * has_envoys
        if has_golems:
            harbor += 26 - 4 * (players == 2) - ("royal-intrigues" in modules)
            assert zones["out"] == (4 if players == 2 else 0)
            assert zones["fate"] == 6
            tables = {table["id"]: table["value"] for table in told["tables"]}
            assert (tables["base_leaders"], tables["golem_leaders"]) == LEADERS[players]
        assert zones["harbor"] == harbor
        assert zones.get("court", 0) == (0 if "royal-intrigues" not in modules else 5 if has_golems else 4)
        if "bribery" in modules:
            assert (zones["bribes"], zones["bag"]) == (2, 16)
        if "artifacts" in modules:
            assert zones["tokens"] == 18


@pytest.mark.parametrize(
    ("modules", "why"),
    [
        (("royal-intrigues",), "module royal-intrigues needs artifacts: add --with artifacts"),
        (("golems", "introductory"), "The introductory game is for the base game alone"),
        (("bribery", "introductory"), "The introductory game is for the base game alone"),
        (("artifacts", "introductory"), "The introductory game is for the base game alone"),
    ],
)
def test_other_sets_are_refused_with_the_reason(modules: tuple[str, ...], why: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=why):
        printed(tmp_path, "hidden-leaders", modules=modules)


@pytest.mark.parametrize("sides", every(3, ["duplex", "fronts", "fold"]))
def test_what_must_be_added_to_a_printed_game(sides: str, tmp_path: Path) -> None:
    """As many as the facts count, twice where sheets have two sides; of double-sided pieces both faces."""
    twice = 1 if sides == "fronts" else 2
    double = 1 + 6 if sides == "fronts" else 0  # the bribery card and the artifacts
    found = outlines(printed(tmp_path, sides=sides, marks="lines"))
    assert found == {"card": twice * sum(CARDS.values()) + double, "tile": twice * 18, "disc": twice * (18 + 2)}


@pytest.mark.parametrize(
    ("module", "expected"),
    every(
        4,
        [
            ("golems", {"card": 36, "disc": 2}),
            ("bribery", {"card": 2 + 4, "tile": 18}),
            ("artifacts", {"card": 12 + 4, "disc": 18}),
            ("royal-intrigues", {"card": 4}),
        ],
        unpack=True,
    ),
)
def test_one_module_alone(module: str, expected: dict[str, int], tmp_path: Path) -> None:
    built = printed(tmp_path, modules=(module,), marks="lines")
    assert outlines(built) == expected
    assert sum("Rules of the modules" in page for page in texts(built.files[0])) == 2  # instructions, and its page


@pytest.mark.parametrize("language", every(2, ["de", "en"]))
@pytest.mark.parametrize(
    "modules", every(5, [(), ("introductory",), ("golems",), ("bribery",), ("artifacts", "golems")])
)
def test_aids_name_the_introductory_game_only_where_it_can_be_played(
    modules: tuple[str, ...], language: str, tmp_path: Path
) -> None:
    built = printed(tmp_path, "hidden-leaders", modules=modules, language=language, only=("support",))
    said = " ".join(texts(built.files[0])).count({"en": "without +", "de": "ohne +"}[language])
    assert said == (0 if modules else 4)


def test_base_and_modules_as_one_game(tmp_path: Path) -> None:
    built = printed(
        tmp_path, "hidden-leaders", modules=("artifacts", "bribery", "golems", "royal-intrigues"), marks="lines"
    )
    cards = 77 + 6 + 6 + sum(CARDS.values()) + 6 + 1 + 6  # player aids, the bribery card and artifacts: both faces
    assert outlines(built) == {"card": cards, "tile": 18, "disc": 4 + 18 + 2, "sheet": 1}
    pages = texts(built.files[0])
    (board,) = (page for page in pages if "· Board ·" in page)
    assert "Golems" in board and "From 1 to 5: the first that is true decides" in board
    cover = next(page for page in pages if "Ten heirs. Five factions. Three markers. One throne." in page)
    assert "111 Heroes" in cover and "18 Bribery tiles" in cover and "18 Artifact tokens" in cover
    rules = " ".join(page for page in pages if "· Rules ·" in page)
    assert rules.index("The golem marker is ahead of the red and of the green one") < rules.index("Both markers are in")
    assert "Put the golem marker on space 1." in rules and "Lay the six fate cards ready" in rules
    (map,) = (page for page in pages if "· Victory map ·" in page)
    assert "1 · Golems" in map and "5 · Hill Tribes" in map


@pytest.mark.parametrize("language", every(2, ["en", "de"]))
def test_backs_are_those_of_the_base_game(language: str, tmp_path: Path) -> None:
    """Nobody can tell by its back which Hero or Leader came later."""

    def backs(game: str, *pieces: str, modules: tuple[str, ...] = ()) -> list[bytes]:
        built = printed(tmp_path, game, modules=modules, pieces=pieces, ink="full", language=language)
        return [face_png(leaf.back, 60) for leaf in built.leaves if leaf.back]

    of_base = backs("hidden-leaders", "owl-mourner", "cyra")
    assert len(of_base) == 2
    assert backs("forgotten-legacy", "ice-ogre", "tissa") == of_base
    assert backs("hidden-leaders", "ice-ogre", "tissa", modules=("golems",)) == of_base


def test_cards_say_which_module_they_are_of(pnp: Run) -> None:
    said = pnp("list", "forgotten-legacy", "--json")
    assert said.code == 0
    assert {module["id"] for module in json.loads(said.out)["modules"]} >= set(CARDS) - {"envoys"}


@pytest.mark.parametrize("language", every(2, ["en", "de"]))
@pytest.mark.parametrize("ink", every(2, ["low", "full"]))
def test_tiles_in_the_rules_are_drawn_as_they_are(ink: str, language: str) -> None:
    options = Options("forgotten-legacy", language=language, ink=ink, modules=("bribery",), only=("module-rules",))
    (rules,) = faces_of(options)
    shown = set(shapes_of(rules.content))
    for leaf in leaves_of(replace(options, only=("bribes",))):
        assert set(shapes_of(leaf.front.content)) <= shown, leaf.piece
