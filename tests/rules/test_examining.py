"""A whole game: its sets of modules, the same mistake in several of them, and what a build examines of it."""

from pathlib import Path

import pytest
from laid import lay_out
from legal_sets import legal_sets
from small_game import FILES, load_small, messages, rule, write_small

from pnp.io.project import Project
from pnp.model.options import Options
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.expressions.values import show
from pnp.rules.world import World

SMALL = FILES["game.yaml"]
HEROES = rule("count: heroes\nis: 5")


def replace_modules(text: str) -> str:
    return SMALL[: SMALL.index("modules:")] + "modules:\n" + text


def sets_of(root: Path, text: str) -> list[tuple[str, ...]]:
    write_small(root, HEROES, game=replace_modules(text))
    return legal_sets(load_small(root))


def test_legal_sets(tmp_path: Path) -> None:
    write_small(tmp_path, HEROES)
    assert legal_sets(load_small(tmp_path)) == [(), ("moon",), ("sun",), ("moon", "star")]


def test_modules_that_need_and_exclude_each_other(tmp_path: Path) -> None:
    text = """\
  a: {title: A, needs: [b]}
  b: {title: B, needs: [c]}
  c: {title: C}
  d: {title: D, not-with: [c]}
  e: {title: E, needs: [d, c]}
"""
    assert sets_of(tmp_path, text) == [(), ("c",), ("d",), ("b", "c"), ("a", "b", "c")]


def test_modules_that_need_each_other_in_a_circle(tmp_path: Path) -> None:
    assert sets_of(tmp_path, "  a: {title: A, needs: [b]}\n  b: {title: B, needs: [a]}\n") == [(), ("a", "b")]


def test_eight_free_modules_are_all_combined(tmp_path: Path) -> None:
    assert len(sets_of(tmp_path, "".join(f"  m{n}: {{title: M}}\n" for n in range(8)))) == 256


def test_a_mistake_is_said_for_the_smallest_set(tmp_path: Path) -> None:
    sets = [(), ("moon",), ("sun",), ("moon", "star")]
    rules = HEROES + rule("count: heroes\nwhere: power > 3\nis: 1", "strong")
    assert messages(tmp_path, rules, sets) == [
        "moon.yaml PNP510 rule=it found='6 (elf, eel, carp and 2 more)' wanted=5 ~when=' (with moon)' "
        "~origin=rules.yaml:1:7",
        "moon.yaml:1:3 PNP510 rule=strong found='2 (elf, fan)' wanted=1 ~when=' (with moon)' "
        "~origin=rules.yaml:5:7 ~also=heroes.yaml:4:3",
    ]


def test_another_key_is_another_mistake(tmp_path: Path) -> None:
    rules = rule("count: heroes\nby: faction\nis: {water: 3, fire: 2, air: 1}")
    assert messages(tmp_path, rules, [(), ("moon",), ("moon", "star")]) == [
        "heroes.yaml:2:3 PNP510 rule=it found='1 for water (carp)' wanted=3 ~when=' (with moon, star)' "
        "~origin=rules.yaml:1:7",
        "moon.yaml:1:3 PNP510 rule=it found='2 for air (elf, fan)' wanted=1 ~when=' (with moon)' "
        "~origin=rules.yaml:1:7 ~also=heroes.yaml:4:3",
    ]


def test_a_rule_about_nothing_is_one_that_never_has_anything(tmp_path: Path) -> None:
    elves = rule("each: power == 4\nof: heroes\nwhere: id == 'elf'")
    assert messages(tmp_path, elves, [(), ("moon",)]) == []
    assert messages(tmp_path, elves, [()]) == ["rules.yaml:1:7 PNP518 rule=it why='no heroes match'"]
    assert messages(tmp_path, elves, [("sun",)]) == []


def test_figures_of_a_setup_that_cannot_be_dealt_say_nothing(tmp_path: Path) -> None:
    """Two players want six of five heroes: whether one is left then is no question. With four one is."""
    rules = rule("table: zones.pile\nis: {2: 1, 3: 2, 4: 9}")
    setup = FILES["setup.yaml"].replace("rows: {2: 2,", "rows: {2: 3,")
    assert messages(tmp_path, rules, setup=setup) == [
        "setup.yaml:5:3 PNP516 rule=it found=1 wanted=9 ~when=' (4 players)' ~origin=rules.yaml:1:7",
        "setup.yaml:10:34 PNP550 step=deal wanted=6 zone=pile count=5 ~when=' (2 players)' ~origin=setup.yaml:5:3",
    ]


def test_a_table_without_a_row_is_said_once(tmp_path: Path) -> None:
    rules = rule("require: tables.hand < 9") + rule("require: tables.hand < 8", "again")
    setup = FILES["setup.yaml"].replace(", 4: 1}", "}").replace("tables.hand, from", "1, from")
    assert messages(tmp_path, rules, setup=setup) == ["setup.yaml:3:3 PNP560 table=hand players='4 players'"]


def test_names_of_the_world(tmp_path: Path) -> None:
    write_small(tmp_path, HEROES)
    world = World(load_small(tmp_path), ("moon",), Evaluator())
    names = world.names_for(3)
    assert show(names.find("heroes")) == "eel, eel, carp, imp, fan"
    assert show(names.find("leader_cards")) == "ann, ben, cas"
    assert show(names.find("factions")) == "water, fire, air"
    assert names.find("modules") == ("moon",)
    assert names.find("players") == 3
    assert world.names_for(3) is names
    assert world.evaluator.ids is not None
    assert {"eel", "water", "slow", "elf", "moon"} <= set(world.evaluator.ids)


@pytest.fixture
def wrong_with_moon(tmp_path: Path) -> Project:
    write_small(tmp_path, HEROES)
    return Project(tmp_path, Path(__file__).parents[2])


def codes(project: Project, *modules: str, thorough: bool = False) -> list[str]:
    return [problem.code for problem in lay_out(project, Options("small", modules=modules, thorough=thorough)).problems]


def test_a_build_examines_the_chosen_modules(wrong_with_moon: Project) -> None:
    assert "PNP510" not in codes(wrong_with_moon)
    assert "PNP510" in codes(wrong_with_moon, "moon")


def test_a_check_examines_all_sets(wrong_with_moon: Project) -> None:
    assert "PNP510" in codes(wrong_with_moon, thorough=True)
    assert "PNP510" not in codes(wrong_with_moon, "sun", thorough=True)


def test_rules_about_what_could_not_be_read_say_nothing(wrong_with_moon: Project) -> None:
    heroes = wrong_with_moon.root / "card_data" / "small" / "heroes.yaml"
    heroes.write_text(heroes.read_text(encoding="utf-8").replace("copies: 2", "copies: two"), encoding="utf-8")
    assert codes(wrong_with_moon, "moon") == ["PNP020"]


def test_rules_about_anything_else_do(wrong_with_moon: Project) -> None:
    heroes = wrong_with_moon.root / "card_data" / "small" / "heroes.yaml"
    heroes.write_text(heroes.read_text(encoding="utf-8").replace("power: 5", "power: five"), encoding="utf-8")
    assert sorted(codes(wrong_with_moon, "moon")) == ["PNP020", "PNP510"]
