"""Proofs about the steps to the winner: whether two can be left, which steps never decide, which no example shows."""

from itertools import permutations
from pathlib import Path

import pytest
from facts import facts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rival_game import BUNDLED, edit, world_of, write_rivals

from pnp.build.loading import load_game
from pnp.diagnostics.report import list_problems
from pnp.io.project import Project
from pnp.rules.examining import examine
from pnp.rules.victory.proofs import Parting
from pnp.rules.victory.verdicts import judge_values
from pnp.rules.written_values import Places

LAST = "    most: leader.number\n"
NUMBERS = """\
- {id: lemron, number: %d, factions: [water, tribes]}
- {id: cyra, number: %d, factions: [army, water]}
- {id: myrad, number: %d, factions: [undead, tribes]}
- {id: enned, number: %d, factions: [undead, water]}
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_rivals(tmp_path)
    return tmp_path


def examine_rivals(root: Path, sets: list[tuple[str, ...]] | None = None) -> list[str]:
    game, problems = load_game(Project(root, BUNDLED), "rivals")
    assert game is not None and not problems, problems
    return [facts(problem).replace("card_data/rivals/", "") for problem in examine(game, sets)]


def step(root: Path, text: str, before: str = "nobody:") -> None:
    edit(root, "victory.yaml", f"{before}", f"  - id: more\n    say: One more step.\n    {text}\n{before}")


def test_different_numbers_on_single_cards_part_everybody(root: Path) -> None:
    assert examine_rivals(root) == []


def test_two_of_one_number_can_tie(root: Path) -> None:
    edit(root, "leaders.yaml", "{id: enned, number: 6,", "{id: enned, number: 2,")
    assert examine_rivals(root, [()]) == ["victory.yaml:35:9 PNP542 why='highest-number is 2 for cyra and for enned'"]


def test_a_step_that_cannot_be_read_is_told_and_nothing_follows(root: Path) -> None:
    edit(root, "victory.yaml", LAST, '    most: "leader["\n')
    game, _ = load_game(Project(root, BUNDLED), "rivals")
    assert game is not None
    assert [problem.code for problem in list_problems(examine(game, [()]))] == ["PNP500"]


def test_two_copies_of_a_card_can_tie(root: Path) -> None:
    edit(root, "leaders.yaml", "{id: enned, ", "{id: enned, copies: 2, ")
    assert "there are 2 of enned" in examine_rivals(root, [()])[0]


def test_a_card_that_nobody_needs_to_have_can_tie(root: Path) -> None:
    edit(
        root,
        "victory.yaml",
        "leader: {type: reference, to: leaders, required: true}",
        "leader: {type: reference, to: leaders}",
    )
    edit(root, "victory.yaml", LAST, "    most: leader.number if leader is not none else 0\n")
    assert "leader need not be there" in examine_rivals(root, [()])[0]


def test_a_tie_that_comes_with_a_module_says_so(root: Path) -> None:
    edit(root, "golem-leaders.yaml", "number: 7", "number: 6")
    [problem] = examine_rivals(root)
    assert "why='highest-number is 6 for enned and for tissa' ~when=' (with golems)'" in problem


def test_no_step_of_one_piece_can_tie(root: Path) -> None:
    edit(root, "victory.yaml", LAST, "    most: leader.number + hidden|count\n")
    assert "highest-number may be the same for both: leader.number + hidden|count" in examine_rivals(root, [()])[0]


def test_ties_that_are_meant_are_shared(root: Path) -> None:
    edit(root, "victory.yaml", LAST, "    most: leader.number + hidden|count\n")
    edit(root, "victory.yaml", "map:", "ties: shared\nmap:")
    assert examine_rivals(root) == []


def test_shared_ties_that_cannot_be(root: Path) -> None:
    edit(root, "victory.yaml", "map:", "ties: shared\nmap:")
    assert examine_rivals(root) == ["victory.yaml:39:7 PNP543 parts=highest-number"]


def test_ties_may_be_shared_with_a_module_only(root: Path) -> None:
    edit(root, "victory.yaml", "map:", "ties: shared\nmap:")
    edit(root, "golem-leaders.yaml", "number: 7", "number: 6")
    assert examine_rivals(root) == []


def test_a_rule_that_something_is_unique_parts_everybody(root: Path) -> None:
    edit(root, "victory.yaml", LAST, "    most: hidden|count\n")
    rule = "rules: [{id: hidden, say: All hide other numbers., unique: hidden | count, of: players}]\n"
    edit(root, "victory.yaml", "winner:", f"{rule}winner:")
    assert "PNP542 why='highest-number may be the same for both: hidden|count'" in examine_rivals(root, [()])[0]
    edit(root, "victory.yaml", "hidden | count", "hidden|count")
    assert examine_rivals(root) == []


def test_a_step_after_one_that_parts_everybody(root: Path) -> None:
    step(root, "most: face_up|count")
    assert examine_rivals(root) == [
        "victory.yaml:38:9 PNP544 step=more why='highest-number before it always parts everybody'"
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("most: party | count", ""),
        ("most: party|count", "all who are left have the same of it after fewest-heroes"),
        ("fewest: party|count", "all who are left have the same of it after fewest-heroes"),
        ("most: red", "it is the same for all players"),
        ("most: red + green", "it is the same for all players"),
        ("most: 3", "it is the same for all players"),
        ("most: leader.factions|count", "it is the same for all players"),
        ("fewest: 1 if outcome in factions else 0", "it is the same for all players"),
        ("only: leader.number > 0", "it holds for everybody"),
        ("only: leader.number > 9", "it holds for nobody"),
        ("only: red > 3", ""),
        ("only: outcome in leader.factions or leader.number > 0", "it holds for everybody"),
        ("most: 1 if outcome in leader.factions else 0", ""),
        ("most: it.hidden|count", ""),
    ],
)
def test_a_step_that_never_decides(root: Path, text: str, why: str) -> None:
    step(root, text, "  - id: highest-number")
    expected = [f"victory.yaml:35:9 PNP544 step=more why='{why}'"] if why else []
    assert examine_rivals(root) == expected


def test_a_step_that_decides_with_a_module_is_no_idle_one(root: Path) -> None:
    edit(root, "golem-leaders.yaml", "number: 7", "number: 6")
    step(root, "most: hidden|count")
    edit(root, "victory.yaml", "map:", "ties: shared\nmap:")
    assert examine_rivals(root) == []


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    numbers=st.tuples(*[st.integers(1, 4)] * 4),
    value=st.sampled_from(["leader.number", "leader.number % 3", "7 - leader.number"]),
)
def test_what_is_proved_to_part_parts_all_tables(tmp_path_factory: pytest.TempPathFactory, numbers, value) -> None:
    root = tmp_path_factory.mktemp("rivals")
    write_rivals(root)
    (root / "card_data/rivals/leaders.yaml").write_text(NUMBERS % numbers, encoding="utf-8")
    edit(root, "victory.yaml", LAST, f"    most: {value}\n")
    world = world_of(root)
    assert world.game.victory is not None
    proved = Parting(world, world.game.victory).parts is not None
    shared = []
    for two in permutations(("lemron", "cyra", "myrad", "enned"), 2):
        players = tuple({"name": each, "leader": each, "face_up": (), "hidden": ()} for each in two)
        for red, green in ((1, 1), (12, 12), (1, 12), (12, 1)):
            verdict = judge_values(
                world, {"red": red, "green": green, "players": players}, Places({}, world.game.span)
            ).verdict
            assert verdict is not None
            shared += [two] if len(verdict.winners) > 1 else []
    assert not (proved and shared)
    if not proved:
        assert len({eval(value, {"leader": type("L", (), {"number": n})}) for n in numbers}) < 4


ONLY = """\
- id: by-number
  say: The higher number wins.
  score:
    red: 4
    green: 4
    players: [{name: Ann, leader: cyra, face_up: [water-1]}, {name: Ben, leader: enned, face_up: [water-2]}]
  expect: {winner: Ben, by: highest-number}
"""


def test_steps_that_no_example_shows_are_named_once_examples_say_by_which(root: Path) -> None:
    examples = root / "card_data/rivals/examples.yaml"
    examples.write_text(ONLY.replace(", by: highest-number", ""), encoding="utf-8")
    assert examine_rivals(root) == []
    examples.write_text(ONLY, encoding="utf-8")
    assert [each.partition(" ")[2] for each in examine_rivals(root)] == [
        "PNP545 step=aligned",
        "PNP545 step=most-heroes",
        "PNP545 step=fewest-heroes",
        "PNP545",
    ]


TELLING = """\
- id: aligned
  say: One is aligned.
  score: {red: 8, green: 4, players: [{name: Ann, leader: cyra, face_up: [army-1]}, {name: Ben, leader: enned}]}
  expect: {winner: Ann, by: aligned}
- id: nobody
  say: Nobody is.
  score: {red: 4, green: 8, players: [{name: Ann, leader: cyra}, {name: Ben, leader: enned}]}
  expect: {winner: none}
- id: most
  say: More of them.
  score: {red: 4, green: 4, players: [{name: Ann, leader: cyra, face_up: [water-1]}, {name: Ben, leader: enned}]}
  expect: {winner: Ann, by: most-heroes}
- id: fewest
  say: A smaller party.
  score: {red: 4, green: 4, players: [{name: Ann, leader: cyra, face_up: [army-1]}, {name: Ben, leader: enned}]}
  expect: {winner: Ben, by: fewest-heroes}
"""


def test_examples_that_show_everything(root: Path) -> None:
    (root / "card_data/rivals/examples.yaml").write_text(ONLY + TELLING, encoding="utf-8")
    assert examine_rivals(root) == []
