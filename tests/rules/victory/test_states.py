"""All states of a track, who wins in each, and what is wrong with conditions."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from time import process_time

import pytest
from facts import facts, list_facts
from rival_game import edit, world_of, write_rivals

from pnp.diagnostics.report import drop_consequences
from pnp.model.values import Record
from pnp.rules.examining import examine
from pnp.rules.expressions.errors import EvalError
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.victory.proofs import examine_victory
from pnp.rules.victory.verdicts import all_states, states_of

VICTORY = "card_data/rivals/victory.yaml"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_rivals(tmp_path)
    return tmp_path


def by_outcome(states: Iterable[Record]) -> dict[str, int]:
    return dict(Counter(str(state["outcome"]) for state in states))


def examined(root: Path, *modules: str) -> list[str]:
    return list_facts(drop_consequences(examine_victory(world_of(root, *modules))))


def change(root: Path, old: str, new: str) -> None:
    edit(root, "victory.yaml", old, new)


def test_every_state_of_two_markers_has_one_winner(root: Path) -> None:
    world = world_of(root)
    states = all_states(world)
    assert examine_victory(world) == []
    assert by_outcome(states) == {"undead": 16, "water": 24, "army": 52, "tribes": 52}
    assert len(states) == 144
    assert states[0] == Record({"red": 1, "green": 1, "outcome": world.records.get("factions", "water")})
    assert [state["outcome"] for state in states if (state["red"], state["green"]) == (9, 12)] == ["undead"]


def test_a_third_marker_counts_where_somebody_is_aligned_with_it(root: Path) -> None:
    world = world_of(root, "golems")
    states = all_states(world)
    assert examine_victory(world) == []
    with_allies = [state for state in states if state["ally"]]
    assert len(with_allies) == 1728
    assert by_outcome(with_allies) == {"golems": 506, "undead": 178, "water": 124, "army": 460, "tribes": 460}
    for golem in range(1, 13):
        alone = [state for state in states if not state["ally"] and state["golem"] == golem]
        assert by_outcome(alone) == {"undead": 16, "water": 24, "army": 52, "tribes": 52}


def test_thousands_of_states_are_quick(root: Path) -> None:
    world = world_of(root, "golems")
    began = process_time()
    assert examine_victory(world) == []
    assert process_time() - began < 0.3  # 0.02 where nothing else runs


def test_what_modules_do_not_change_is_proved_once(root: Path) -> None:
    evaluator = Evaluator()
    base, bribery = world_of(root, evaluator=evaluator), world_of(root, "bribery", evaluator=evaluator)
    golems = world_of(root, "golems", evaluator=evaluator)
    assert states_of(base) is states_of(bribery)
    assert states_of(base) is not states_of(golems)


def test_conditions_about_modules_are_proved_for_each_set(root: Path) -> None:
    change(root, "when: red - green >= 2", "when: red - green >= 2 or 'golems' in modules")
    evaluator = Evaluator()
    counts = [
        by_outcome(all_states(world_of(root, *modules, evaluator=evaluator))) for modules in ((), ("bribery", "golems"))
    ]
    assert counts[0] == {"undead": 16, "water": 24, "army": 52, "tribes": 52}
    assert "tribes" not in counts[1]


def test_a_state_without_a_condition(root: Path) -> None:
    change(root, "when: red - green >= 2", "when: red - green >= 2 and red != 5")
    assert examined(root) == [
        f"{VICTORY}:9:3 PNP570 count=3 all=144 states='red 5, green 1; red 5, green 2; red 5, green 3'"
    ]


def test_a_condition_after_one_that_covers_it(root: Path) -> None:
    change(root, "when: (red - green)|abs <= 1", "when: (red - green)|abs <= 1 or green > red")
    assert examined(root) == [f"{VICTORY}:18:9 PNP571 text='green - red >= 2'"]


def test_a_condition_that_never_holds(root: Path) -> None:
    change(root, "when: red >= dark and green >= dark", "when: red >= dark + 4")
    assert examined(root) == [f"{VICTORY}:9:9 PNP571 text='red >= dark + 4'"]


@pytest.mark.parametrize("when", ["true", "red >= 1", "red in range(1, 12)"])
def test_there_is_no_else(root: Path, when: str) -> None:
    change(root, "when: green - red >= 2", f"when: {when}")
    text = when if when == "true" else f"'{when}'"
    assert examined(root) == [f"{VICTORY}:18:9 PNP587 condition=tribes text={text}"]


def test_what_comes_after_an_else_is_no_other_mistake(root: Path) -> None:
    change(root, "when: (red - green)|abs <= 1", "when: true")
    assert examined(root) == [f"{VICTORY}:12:9 PNP587 condition=water text=true"]


def test_a_track_of_one_state_may_have_a_condition_that_holds(root: Path) -> None:
    change(root, "red: {title: Red marker, from: 1, to: 12, start: 4}", "red: {title: Red marker, from: 1, to: 1}")
    change(root, "green: {title: Green marker, from: 1, to: 12, start: 4}", "green: {title: Green, from: 1, to: 1}")
    assert not any("PNP587" in problem for problem in examined(root))


def test_definitions_that_use_themselves_though_nothing_uses_them(root: Path) -> None:
    change(root, '  dark: "9"', '  dark: "9"\n  a: a + 1\n  b: c * 2\n  d: b\n  c: "1 - d"')
    assert examined(root) == [
        f"{VICTORY}:7:6 PNP505 name=a way='' text='a + 1'",
        f"{VICTORY}:8:6 PNP505 name=b way=', by way of c, d' text='c * 2'",
    ]


def test_an_outcome_that_the_group_does_not_have(root: Path) -> None:
    change(root, "id: water\n", "id: next-to-each-other\n    outcome: watr\n")
    assert examined(root) == [f"{VICTORY}:12:9 PNP572 group=factions outcome=watr ~meant=water"]


@pytest.mark.parametrize(
    ("when", "problem"),
    [
        ("red >= drak", "11:18 PNP501 name=drak ~meant=dark"),
        ("red and states|count", "11:19 PNP503 why='conditions can't look at all states'"),
        ("3", "11:11 PNP503 value='the number 3'"),
        ("red - green", "11:11 PNP503 value='the number 0'"),
        ("red == 'four'", "11:11 PNP503 one='the number 1' other='the text four'"),
    ],
)
def test_conditions_that_cannot_be_evaluated(root: Path, when: str, problem: str) -> None:
    change(root, "red >= dark and green >= dark", when)
    first = examined(root)[0]
    assert first.startswith(f"{VICTORY}:{problem}")
    with pytest.raises(EvalError) as wrong:
        all_states(world_of(root))
    assert facts(wrong.value.problem) == first


def test_more_states_than_can_be_looked_at(root: Path) -> None:
    change(root, "from: 1, to: 12, start: 4}\n  green", "from: 1, to: 600, start: 4}\n  green")
    change(root, "green: {title: Green marker, from: 1, to: 12, start: 4}", "green: {title: G, from: 1, to: 600}")
    world = world_of(root)
    assert list_facts(examine_victory(world)) == [f"{VICTORY}:1:1 PNP574 count=360,000 most=200,000"]
    with pytest.raises(EvalError):
        all_states(world)


def test_two_modules_at_one_place(root: Path) -> None:
    text = "add:\n  conditions:\n    - {id: trolls, outcome: army, before: undead, say: Late., when: red == 5}\n"
    (root / "card_data/rivals/trolls.yaml").write_text(text)
    edit(
        root,
        "game.yaml",
        "  bribery:\n    title: Bribery\n",
        "  trolls: {title: Trolls, victory: trolls.yaml}\n  bribery:\n    title: Bribery\n",
    )
    assert examined(root, "trolls") == []
    assert [problem for problem in examined(root, "golems", "trolls") if "PNP573" in problem] == [
        "card_data/rivals/trolls.yaml:3:12 PNP573 first=golems module=golems second=trolls other_module=trolls "
        "state='red 5, green 1, golem 6, ally true' ~origin=card_data/rivals/golem-victory.yaml:9:11"
    ]
    (root / "card_data/rivals/trolls.yaml").write_text(text.replace("before: undead", "after: golems"))
    assert examined(root, "golems", "trolls") == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("most: leader.number", "most: leadr.number", "37:11 PNP501 name=leadr"),
        ("only: outcome in leader", "only: outcom in leader", "28:11 PNP501 name=outcom"),
        ("fewest: party|count", "fewest: party|", "34:19 PNP500"),
    ],
)
def test_names_that_only_a_finished_table_would_look_at(root: Path, old: str, new: str, problem: str) -> None:
    change(root, old, new)
    (said,) = examined(root)
    assert said.startswith(f"{VICTORY}:{problem}")


def test_rules_that_count_states_say_nothing_more_where_conditions_are_wrong(root: Path) -> None:
    (root / "card_data/rivals/rules.yaml").write_text(
        "- {id: shares, say: Shares., count: states, by: outcome, is: {undead: 16, water: 24, army: 52, tribes: 52}}\n"
    )
    assert examine(world_of(root).game, [()]) == []
    change(root, "red >= dark and green >= dark", "red >= drak")
    (problem,) = drop_consequences(examine(world_of(root).game, [()]))
    assert facts(problem) == f"{VICTORY}:11:18 PNP501 name=drak ~meant=dark"
