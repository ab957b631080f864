"""Modules that drop, or copy, all pieces for which something holds."""

from pathlib import Path

import pytest
from facts import facts
from small_game import FILES, rule, write_small

from pnp.build.loading import load_game
from pnp.check import check_game
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.model.patch import apply_modules
from pnp.model.problem import Problem
from pnp.rules.examining import examine

SMALL = FILES["game.yaml"]


def loaded(root: Path, modules: str, rules: str = "", **files: str) -> tuple[Game, list[Problem]]:
    game = SMALL[: SMALL.index("modules:")] + "modules:\n" + modules
    write_small(root, rules or rule("count: factions\nis: 3"), game=game, **files)
    read, problems = load_game(Project(root, root), "small")
    assert read is not None
    return read, problems


def pieces(game: Game, *modules: str) -> dict[str, int]:
    whole = apply_modules(game, [game.modules[id] for id in modules])
    return {piece.id: piece.copies for piece in whole.components["heroes"].pieces}


MOON = "  moon: {title: Moon, add: {heroes: moon.yaml}}\n"


def test_dropped_where(tmp_path: Path) -> None:
    game, problems = loaded(tmp_path, MOON + "  few: {title: Few, drop: {heroes: {where: power > 2}}}\n")
    assert problems == []
    assert list(pieces(game, "few")) == ["carp", "imp"]
    assert list(pieces(game, "few", "moon")) == ["carp", "imp"], "those of other modules, too"


def test_copies_where(tmp_path: Path) -> None:
    said = "copies: {heroes: [{where: power < 2, is: 4}, {where: \"'fire' in faction\", is: 2}]}"
    game, problems = loaded(tmp_path, MOON + f"  many: {{title: Many, {said}}}\n")
    assert problems == []
    assert pieces(game, "many") == {"eel": 2, "carp": 4, "imp": 2, "fan": 2}
    assert examine(game) == []


def test_one_mapping_is_enough(tmp_path: Path) -> None:
    game, _ = loaded(tmp_path, "  many: {title: Many, copies: {heroes: {where: id == 'imp', is: 3}}}\n")
    assert pieces(game, "many")["imp"] == 3


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("drop: {heroes: {where: power > 9}}", "8:44 PNP533 module='module few' text='power > 9'"),
        (
            "drop: {heroes: {where: powr > 9}}",
            "8:44 PNP501 item=eel name=powr ~meant=power",
        ),
        (
            "copies: {heros: {where: power > 1, is: 2}}",
            '8:30 PNP104 name="heros" ~meant=heroes',
        ),
    ],
)
def test_mistakes(tmp_path: Path, said: str, message: str) -> None:
    game = SMALL[: SMALL.index("modules:")].count("\n")
    _, problems = loaded(tmp_path, f"  few: {{title: Few, {said}}}\n")
    line = message.replace("8:", f"{game + 2}:", 1)
    assert [facts(each).replace("card_data/small/game.yaml:", "") for each in problems] == [line]


def test_modules_that_want_different_copies(tmp_path: Path) -> None:
    modules = "".join(f"  m{n}: {{title: M, copies: {{heroes: {{where: id == 'imp', is: {n}}}}}}}\n" for n in (2, 3))
    game, _ = loaded(tmp_path, modules)
    (found,) = [each for each in check_game(game, Project(tmp_path, tmp_path)) if each.code == "PNP119"]
    assert facts(found).split(" ", 1)[1] == (
        "PNP119 module='module m3' copies=3 id=imp first='module m2' first_copies=2 "
        "~origin=card_data/small/game.yaml:23:43"
    )
