"""Modules that add to figures of rules and tables, and those that change with how many the game can be played."""

from pathlib import Path

import pytest
from facts import facts
from legal_sets import legal_sets
from small_game import FILES, load_small, messages, rule, write_small

from pnp.model.patch import apply_modules
from pnp.rules.examining import examine

SMALL = FILES["game.yaml"]
ELF = "- {id: elf, faction: [air], power: 4}\n"
ORC = "- {id: orc, faction: [air], power: 4}\n"
MODULES = """\
modules:
  elves: {title: Elves, add: {heroes: elf.yaml}, rules: elf-rules.yaml, setup: elf-setup.yaml}
  orcs: {title: Orcs, add: {heroes: orc.yaml}, rules: orc-rules.yaml, setup: orc-setup.yaml}
"""
RULES = rule("count: heroes\nis: 5") + rule("count: heroes\nby: faction\nis: {water: 3, fire: 2, air: 1}", "each")
PLUS = "plus: {it: 1, each: {air: 1}}\n"
TABLES = "plus: {tables: {hand: {3: 1}}}\n"
FILE = {
    "game": SMALL[: SMALL.index("modules:")] + MODULES,
    "elf": ELF,
    "orc": ORC,
    "elf-rules": PLUS,
    "orc-rules": PLUS,
    "elf-setup": "plus: {tables: {hand: {3: 1}}}\n",
    "orc-setup": "add: {players: [5], tables: {hand: {rows: {5: 1}}}}\n",
}
ALL = [(), ("elves",), ("orcs",), ("elves", "orcs")]


def test_modules_add_up(tmp_path: Path) -> None:
    assert messages(tmp_path, RULES, ALL, **FILE) == []


def test_a_file_that_two_modules_name_adds_once(tmp_path: Path) -> None:
    files = FILE | {"game": FILE["game"].replace("heroes: orc.yaml", "heroes: elf.yaml")}
    files["game"] = files["game"].replace("rules: orc-rules.yaml", "rules: elf-rules.yaml")
    assert messages(tmp_path, RULES, ALL, **files) == []


def test_one_figure_comes_to_each_that_the_rule_expects(tmp_path: Path) -> None:
    each = rule("count: heroes\nby: faction\nis: {water: 3, fire: 2, air: 1}", "each")
    write_small(tmp_path, each, **FILE | {"elf-rules": "plus: {each: 1}\n", "orc-rules": "plus: {each: {air: 1}}\n"})
    game = load_small(tmp_path)
    whole = apply_modules(game, [game.modules["orcs"], game.modules["elves"]])
    expected = whole.rules["each"].bounds[0].expected
    assert isinstance(expected, dict)
    assert [each.text for each in expected.values()] == ["4", "3", "3"]


def test_expressions_are_summed(tmp_path: Path) -> None:
    write_small(tmp_path, RULES, **FILE)
    game = load_small(tmp_path)
    whole = apply_modules(game, [game.modules["orcs"], game.modules["elves"]])
    expected = whole.rules["it"].bounds[0].expected
    assert not isinstance(expected, dict) and getattr(expected, "text", "") == "7"
    assert whole.setup is not None and whole.setup.tables["hand"].rows == {2: 2, 3: 2, 4: 1, 5: 1}
    assert whole.setup.players == (2, 3, 4, 5)


def test_a_mistake_in_a_sum_is_said_where_it_stands(tmp_path: Path) -> None:
    files = FILE | {"orc-rules": "plus: {it: 1 + nothing}\n"}
    (problem,) = messages(tmp_path, rule("count: heroes\nis: 5"), ALL, **files)
    assert problem.startswith("orc-rules.yaml:1:16 PNP501 name=nothing ~when=' (with orcs)'")


def test_a_new_key_is_one_that_there_must_be(tmp_path: Path) -> None:
    files = FILE | {"elf-rules": "plus: {it: 1, each: {aire: 1}}\n"}
    found = messages(tmp_path, RULES, [("elves",)], **files)
    assert "elf-rules.yaml:1:28 PNP519 rule=each name=aire ~when=' (with elves)'" in found[0]


@pytest.mark.parametrize(
    ("patch", "players"),
    [
        ("add: {players: [5], tables: {hand: {rows: {5: 1}}}}", (2, 3, 4, 5)),
        ("replace: {players: [3]}\ndrop: {}", (3,)),
        ("drop: {players: [2]}", (3, 4)),
    ],
)
def test_numbers_of_players(tmp_path: Path, patch: str, players: tuple[int, ...]) -> None:
    write_small(tmp_path, RULES, **FILE | {"orc-setup": patch + "\n"})
    game = load_small(tmp_path)
    setup = apply_modules(game, [game.modules["orcs"]]).setup
    assert setup is not None and setup.players == players


def test_a_row_for_players_who_cannot_play_any_more_is_no_mistake(tmp_path: Path) -> None:
    files = FILE | {"orc-setup": "replace: {players: [3]}\n"}
    assert messages(tmp_path, RULES, [("orcs",)], **files) == []


def test_with_more_players_a_table_needs_more_rows(tmp_path: Path) -> None:
    files = FILE | {"orc-setup": "add: {players: [5]}\n"}
    assert messages(tmp_path, RULES, [("orcs",)], **files) == [
        "setup.yaml:3:3 PNP560 table=hand players='5 players' ~when=' (with orcs)'"
    ]


def test_all_sets_are_proved(tmp_path: Path) -> None:
    write_small(tmp_path, RULES, **FILE | {"elf-setup": "plus: {tables: {hand: {4: 1}}}\n"})
    game = load_small(tmp_path)
    assert [str(each) for each in examine(game)] == [str(each) for each in examine(game, legal_sets(game))] != []


def test_nobody_is_left(tmp_path: Path) -> None:
    files = FILE | {"elf-setup": "drop: {players: [2, 3]}\n", "orc-setup": "drop: {players: [4]}\n"}
    write_small(tmp_path, RULES, **files)
    (found,) = [facts(problem) for problem in examine(load_small(tmp_path)) if problem.code == "PNP532"]
    assert found == "card_data/small/setup.yaml:1:1 PNP532 ~when=' (with elves, orcs)'"
