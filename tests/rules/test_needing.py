"""`needs`: what only follows from a broken rule isn't said, and what is needed has to be there."""

from pathlib import Path

from small_game import FILES, messages, rule

SIX = rule("count: heroes\nis: 6", "six")
POWER = rule("sum: power or 0\nof: heroes\nis: 99\nneeds: [six]", "power")
EVEN = rule("require: heroes|count % 2 == 0\nneeds: [power]", "even")
FIVE = "heroes.yaml PNP510 rule=six found='5 (eel, carp, imp and 1 more)' wanted=6 ~origin=rules.yaml:1:7"


def test_what_needs_a_broken_rule_is_not_judged(tmp_path: Path) -> None:
    assert messages(tmp_path, SIX + POWER) == [FIVE]


def test_nor_what_needs_that(tmp_path: Path) -> None:
    assert messages(tmp_path, SIX + POWER + EVEN) == [FIVE]


def test_what_needs_a_rule_that_holds_is(tmp_path: Path) -> None:
    (problem,) = messages(tmp_path, SIX.replace("6", "5") + POWER + EVEN)
    assert problem.startswith("heroes.yaml PNP511 rule=power found='14 (of 5 pieces)' wanted=99")


def test_a_rule_that_says_nothing_holds(tmp_path: Path) -> None:
    empty = rule("each: power > 0\nof: heroes\nwhere: power > 99", "empty")
    found = messages(tmp_path, empty + rule("count: heroes\nis: 6\nneeds: [empty]"))
    assert [problem.split()[1] for problem in found] == ["PNP510", "PNP518"]


def test_a_need_that_there_is_not(tmp_path: Path) -> None:
    assert messages(tmp_path, SIX.replace("6", "5") + rule("count: heroes\nis: 5\nneeds: [sicks]")) == [
        "rules.yaml:9:11 PNP517 need=sicks"
    ]


def test_a_need_that_stands_below(tmp_path: Path) -> None:
    assert messages(tmp_path, rule("count: heroes\nis: 5\nneeds: [six]") + SIX.replace("6", "5")) == [
        "rules.yaml:5:11 PNP517 rule=it need=six"
    ]


def test_what_a_module_drops_is_not_needed_with_it(tmp_path: Path) -> None:
    modules = "modules:\n  sun: {title: Sun, rules: sun.yaml}\n"
    game = FILES["game.yaml"].partition("modules:\n")[0] + modules
    rules = SIX + rule("count: leader-cards\nis: 4\nneeds: [six]")
    found = messages(
        tmp_path, rules.replace("leader-cards", "leader_cards"), [("sun",)], game=game, sun="drop: [six]\n"
    )
    assert found == [
        "leaders.yaml:1:3 PNP510 rule=it found='3 (ann, ben, cas)' wanted=4 ~when=' (with sun)' "
        "~origin=rules.yaml:5:7 ~also='leaders.yaml:2:3, leaders.yaml:3:3'"
    ]


def test_but_held_against_it_where_it_is_broken_without(tmp_path: Path) -> None:
    game = FILES["game.yaml"].partition("modules:\n")[0] + "modules:\n  sun: {title: Sun, rules: sun.yaml}\n"
    rules = SIX + POWER + EVEN
    assert messages(tmp_path, rules, [(), ("sun",)], game=game, sun="drop: [six, power]\n") == [FIVE]
    (odd,) = messages(tmp_path, rules, [("sun",)], game=game, sun="drop: [six, power]\n")
    assert " PNP515 rule=even " in odd


def test_a_rule_that_a_module_replaces_is_broken_once(tmp_path: Path) -> None:
    game = FILES["game.yaml"].partition("modules:\n")[0] + "modules:\n  sun: {title: Sun, rules: sun.yaml}\n"
    sun = "replace:\n" + SIX.replace("is: 6", "is: 7").replace("- ", "  - ").replace("\n  ", "\n    ")
    assert messages(tmp_path, SIX, [(), ("sun",)], game=game, sun=sun) == [FIVE]
