"""What expressions know of a setup: what lies where, which way up, where markers stand, how many were dealt."""

from pathlib import Path
from typing import Any

import pytest
from facts import facts
from quay_game import edit, game_of, world_of, write_quay

from pnp.diagnostics.report import drop_consequences
from pnp.model.rules import Expression
from pnp.model.span import Span
from pnp.rules.examining import examine
from pnp.rules.expressions.errors import EvalError
from pnp.rules.expressions.values import show
from pnp.rules.setup.dealing import figures_by_players

SETUP = "setup.yaml"
VICTORY = """\
outcomes: suits
track: {red: {title: Red, from: 1, to: 12, start: 4}, green: {title: Green, from: 1, to: 12}}
conditions: [{id: reds, say: Red., when: red > 4}, {id: blues, say: Blue., when: red < 5}]
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = write_quay(tmp_path, victory=VICTORY)
    more = "steps:\n  - {id: red-out, say: Red., do: [{put: red, to: 5 + 1}]}\n"
    edit(root, SETUP, "steps:\n", more + "  - {id: never, say: N., when: players > 2, do: [{shuffle: bank}]}\n")
    return root


def value(root: Path, text: str, players: int = 2) -> Any:
    world = world_of(root)
    return world.evaluator.value(Expression(text, Span("x", 1, 1)), world.names_for(players))


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("lies.market == ['boss']", True),
        ("lies.market", "boss"),
        ("'boss' in lies.market", True),
        ("'c1' in lies.harbor", False),
        ("lies.harbor|count", "7"),
        ("lies.harbor|first == lies.harbor|last", False),
        ("lies.harbor|first == 'c1'", False),
        ("lies.hand|map(hand = hand|count)", "2, 2"),
        ("lies.hand|all(hand = hand|count == 2)", True),
        ("lies.hand|map(hand = hand.part)", "1, 2"),
        ("lies.hand['2'].part", "2"),
        ("lies.hand[1].part", "2"),
        ("lies.harbor|unique|count", "7"),
        ("lies.hand|pairs|count", "1"),
        ("lies.bank|unique", "coin"),
        ("lies.bank|count", "10"),
        ("lies.pile", "nothing"),
        ("may_lie.market", "boss"),
        ("may_lie.harbor|count", "11"),
        ("'c1' in may_lie.harbor", True),
        ("'boss' in may_lie.harbor", False),
        ("may_lie.hand|any(hand = 'c1' in hand)", True),
        ("may_lie.bank", "coin"),
        ("faces.harbor", "down"),
        ("faces.hand == ''", True),
        ("at.harbor", "10, 50"),
        ("at.harbor[0] < at.market[0]", True),
        ("markers.red", "6"),
        ("zones.hand", "4"),
        ("dealt.hands", "2"),
        ("dealt.never", "0"),
        ("dealt.boss", "1"),
        ("into.hands", "hand"),
        ("into.never", "nothing"),
    ],
)
def test_what_is_known(root: Path, text: str, result: object) -> None:
    found = value(root, text)
    assert (found if isinstance(result, bool) else show(found)) == result


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lies.habror", "PNP501 owner=lies name=habror ~meant=harbor"),
        (
            "(lies.harbor|first).suit",
            "PNP503 name=suit",
        ),
        (
            "lies.harbor|where(suit == 'reds')",
            "PNP503 name=suit",
        ),
        ("lies.harbor|first == 'c99'", "PNP504 id=c99 ~meant=c9"),
        ("'c99' in lies.harbor", "PNP504 id=c99 ~meant=c9"),
        ("'c1' in lies.hand", "PNP503 value='the text c1'"),
        ("at.hand", "PNP503 why='zone hand has no place on the drawn table'"),
        ("markers.green", "PNP503 why='no step of the setup puts green anywhere'"),
        ("markers.rde", "PNP501 owner=markers name=rde ~meant=red"),
        ("dealt.red_out", "PNP503 why='step red-out deals nothing'"),
        ("dealt.hansd", "PNP501 owner=dealt name=hansd ~meant=hands"),
        ("lies.market == 3", "PNP503 one='the list boss' other='the number 3'"),
    ],
)
def test_what_is_wrong(root: Path, text: str, said: str) -> None:
    with pytest.raises(EvalError) as wrong:
        value(root, text)
    assert facts(wrong.value.problem).endswith(f" {said}")


def test_a_rule_about_what_lies_where_holds_for_each_number_of_players(root: Path) -> None:
    rules = """\
- {id: boss, say: The boss lies there., require: "lies.market == ['boss']"}
- {id: two, say: Two each., require: "lies.hand|count == 2"}
- {id: one, say: "{dealt.hands} each.", table: dealt.hands, is: {2: 2, 3: 3}}
- {id: red, say: Red starts., require: markers.red == 6 and faces.market == 'up'}
"""
    write_quay(root, victory=VICTORY, rules=rules, setup=(root / "card_data/quay/setup.yaml").read_text())
    assert [facts(each).replace("card_data/quay/", "") for each in drop_consequences(examine(game_of(root)))] == [
        "setup.yaml:8:3 PNP515 rule=two reason='3 isn't 2' ~when=' (3 players)' ~origin=rules.yaml:2:8",
        "setup.yaml:21:9 PNP516 rule=one found=2 wanted=3 ~when=' (3 players)' ~origin=rules.yaml:3:8",
    ]


def test_a_setup_that_cannot_be_dealt_is_said_once(root: Path) -> None:
    rules = "- {id: boss, say: The boss lies there., require: \"lies.market == ['boss'] and markers.red == 1\"}\n"
    write_quay(root, victory=VICTORY, rules=rules, setup=(root / "card_data/quay/setup.yaml").read_text())
    edit(root, SETUP, "{move: 2, from: harbor", "{move: 99, from: harbor")
    assert [each.code for each in drop_consequences(examine(game_of(root)))] == ["PNP550"]


def test_a_marker_that_is_not_there_is_said_once(root: Path) -> None:
    edit(root, SETUP, "{put: red,", "{put: rde,")
    rules = "- {id: red, say: Red., require: markers.red == 6}\n- {id: two, say: Two., require: zones.market == 2}\n"
    write_quay(root, victory=VICTORY, rules=rules, setup=(root / "card_data/quay/setup.yaml").read_text())
    assert [each.code for each in drop_consequences(examine(game_of(root)))] == ["PNP515", "PNP554"]


def test_an_example_of_what_lies_where(root: Path) -> None:
    examples = (
        "- {id: boss, say: Boss., players: 3, expect: {lies.market: [boss], \"'boss' in may_lie.harbor\": true}}\n"
    )
    write_quay(root, victory=VICTORY, examples=examples, setup=(root / "card_data/quay/setup.yaml").read_text())
    (problem,) = drop_consequences(examine(game_of(root)))
    assert "'boss' in may_lie.harbor is false, expected true" in str(problem.value("values"))


def test_a_component_may_be_called_like_a_name_of_the_setup(root: Path) -> None:
    edit(
        root, "game.yaml", "  coins: {title", "  markers: {title: Markers, size: 20, data: coins.csv}\n  coins: {title"
    )
    assert value(root, "markers|count") == 10
    assert value(root, "markers.red") == 6
    with pytest.raises(EvalError) as wrong:
        value(root, "markers.rde")
    assert facts(wrong.value.problem).endswith(" PNP501 owner=markers name=rde ~meant=red")
    edit(root, SETUP, "{move: 2, from: harbor", "{move: markers|count / 5, from: harbor")
    edit(root, SETUP, "to: hand}]\n", "to: hand}]\n    so-that: markers.red == 6 and markers|count == 10\n")
    assert [each for each in drop_consequences(examine(game_of(root))) if each.severity == "error"] == []


def test_a_step_knows_nothing_of_what_lies_there(root: Path) -> None:
    edit(root, SETUP, "{move: 2, from: harbor", "{move: lies.harbor|count, from: harbor")
    problems = [facts(each) for each in drop_consequences(examine(game_of(root)))]
    assert problems[0].endswith("23:17 PNP503 why='what lies in the zones is known after the setup, not in it'")


def test_figures_for_each_number_of_players(root: Path) -> None:
    edit(root, SETUP, "{move: 2, from: harbor", "{move: 5 - players, from: harbor")
    found = figures_by_players(world_of(root))
    assert found["tables"] == {"limit": {2: 5, 3: 4}}
    assert found["dealt"] == {"boss": {2: 1, 3: 1}, "harbor": {2: 11, 3: 11}, "hands": {2: 3, 3: 2}}
    assert found["zones"]["harbor"] == {2: 5, 3: 5}
