"""Worked examples: which come out, and what is said of those that don't."""

from pathlib import Path

import pytest
from facts import list_facts
from rival_game import edit, world_of, write_rivals

from pnp.rules.examples import examine_examples

FILE = "card_data/rivals/examples.yaml"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_rivals(tmp_path)
    return tmp_path


def examined(root: Path, examples: str, *modules: str) -> list[str]:
    (root / FILE).write_text(examples, encoding="utf-8")
    return list_facts(examine_examples(world_of(root, *modules)))


def plain(id: str, given: str, expect: str, more: str = "") -> str:
    return f"- id: {id}\n  say: What comes of it.\n{more}  given: {given}\n  expect: {expect}\n"


@pytest.mark.parametrize(
    "example",
    [
        plain("a-definition", "{dark: 3}", "{dark + 1: 4}"),
        plain("the-outcome", "{red: 9, green: 12}", "{outcome: undead, condition: undead, outcome.name: Undead}"),
        plain("one-marker-where-it-starts", "{red: 9}", "{outcome: army, green: 4}"),
        plain(
            "steps",
            "{list: [4, 7, 5]}",
            "{most: 7, twice: 14, most > 6: true}",
            "  let: {most: list|max, twice: most * 2}\n",
        ),
        plain("of-players", "{each: 2}", "{players * each: 8}", "  players: 4\n"),
        plain("lists", "{list: [3, 1]}", "{list|sort: [1, 3], list|where(it > 5): [], none: none}"),
        plain("pieces", "{n: 1}", "{leaders|where(number == n)|map(id): [lemron], heroes|first: emperor}"),
    ],
)
def test_what_comes_out(root: Path, example: str) -> None:
    assert examined(root, example) == []


def test_what_does_not_come_out(root: Path) -> None:
    assert examined(root, plain("gap", "{red: 9, green: 8}", "{outcome: army, red - green: 1, red > 9: true}")) == [
        f"{FILE}:4:21 PNP576 values='outcome is water, expected army; red > 9 is false, "
        "expected true' ~about='example gap'"
    ]


def test_its_sentence_tells_of_what_is_known(root: Path) -> None:
    """What is given and what comes of it is written once, and told where it doesn't come out."""
    said = "Red on {red}, green on {green}, {outcome} win."
    gap = plain("gap", "{red: 9, green: 8}", "{red - green: 2}").replace("What comes of it.", f'"{said}"')
    assert examined(root, gap) == [f"{FILE}:4:25 PNP576 values='red - green is 1, expected 2' ~about='example gap'"]
    assert examine_examples(world_of(root))[0].hint == "Red on 9, green on 8, water win."
    table = (
        "- id: tie\n  say: '{winner} wins with {players[1].leader.number}.'\n"
        "  score:\n    red: 4\n    green: 4\n    players:\n"
        "    - {name: Ann, leader: cyra, face_up: [water-1]}\n    - {name: Ben, leader: enned, face_up: [water-2]}\n"
        "  expect: {winner: Ann}\n"
    )
    (root / FILE).write_text(table, encoding="utf-8")
    (tie, *_) = [problem for problem in examine_examples(world_of(root)) if problem.code == "PNP576"]
    assert tie.hint == "Ben wins with 6."


def test_its_sentence_is_filled_in_whether_it_comes_out_or_not(root: Path) -> None:
    right = plain("gap", "{red: 9, green: 8}", "{red - green: 1}")
    (line,) = examined(root, right.replace("What comes of it.", '"Red on {rde}."'))
    assert line == f"{FILE}:2:17 PNP501 name=rde ~meant=red"


def test_numbers_are_no_yes(root: Path) -> None:
    assert examined(root, plain("one", "{n: 1}", "{n: true}")) == [
        f"{FILE}:4:15 PNP576 values='n is 1, expected true' ~about='example one'"
    ]


def test_what_cannot_be_evaluated(root: Path) -> None:
    said = examined(root, plain("odd", "{list: [1]}", "{lst|max: 1}"))
    assert said == [f"{FILE}:4:12 PNP501 name=lst ~about='example odd' ~meant=list ~origin={FILE}:1:7"]
    said = examined(root, plain("odd", "{n: 1}", "{players + n: 1}"))
    assert said == [
        f"{FILE}:4:12 PNP503 why='how many players there are isn't known here' ~about='example odd' ~origin={FILE}:1:7"
    ]


def test_an_example_is_worked_with_its_modules_only(root: Path) -> None:
    base = plain("base", "{red: 4, green: 4}", "{outcome: army}")
    golems = plain("golem", "{golem: 12, ally: true}", "{outcome: army}", "  with: [golems]\n")
    base_wrong = f"{FILE}:4:21 PNP576 values='outcome is water, expected army' ~about='example base'"
    golem_wrong = f"{FILE}:9:21 PNP576 values='outcome is golems, expected army' ~about='example golem'"
    assert examined(root, base + golems) == [base_wrong]
    assert examined(root, base + golems, "golems") == [golem_wrong]
    assert examined(root, base + golems, "golems", "bribery") == []


def test_an_example_of_a_module_is_worked_with_it(root: Path) -> None:
    edit(
        root,
        "game.yaml",
        "victory: golem-victory.yaml",
        "victory: golem-victory.yaml\n    examples: golem-examples.yaml",
    )
    (root / "card_data/rivals/golem-examples.yaml").write_text(plain("golem", "{golem: 12}", "{outcome: golems}"))
    assert examined(root, "[]") == []
    assert examined(root, "[]", "golems") == [
        "card_data/rivals/golem-victory.yaml:12:13 PNP503 why='ally isn't given' ~about='example golem' "
        "~origin=card_data/rivals/golem-examples.yaml:1:7"
    ]


def test_modules_that_cannot_be_chosen_together(root: Path) -> None:
    edit(root, "game.yaml", "title: Golems\n", "title: Golems\n    needs: [bribery]\n")
    assert examined(root, plain("alone", "{red: 4}", "{red: 4}", "  with: [golems]\n")) == [
        f"{FILE}:1:7 PNP577 module=golems why='needs bribery' ~about='example alone'"
    ]


TABLE = """\
- id: table
  say: Nobody is aligned.
  score:
    red: 1
    green: 8
    players:
      - {name: Ann, leader: cyra, face_up: [army-1]}
      - {name: Ben, leader: %s}
  expect: {%s}
"""


@pytest.mark.parametrize(
    ("leader", "expect"),
    [
        ("enned", "outcome: tribes, winner: none, winners: [], by: aligned"),
        ("lemron", "condition: tribes, winner: Ben, winners: [Ben], by: aligned, red: 1"),
    ],
)
def test_finished_tables(root: Path, leader: str, expect: str) -> None:
    assert examined(root, TABLE % (leader, expect)) == []


def test_finished_tables_that_end_otherwise(root: Path) -> None:
    assert examined(root, TABLE % ("enned", "winner: Ben, outcome: army")) == [
        f"{FILE}:9:20 PNP576 values='winner is none, expected Ben; outcome is tribes, "
        "expected army' ~about='example table'"
    ]


def test_finished_tables_that_cannot_be(root: Path) -> None:
    assert examined(root, TABLE % ("enned, face_up: [army-1]", "winner: Ben")) == [
        f"{FILE}:8:46 PNP579 id=army-1 times=2"
    ]


def test_a_shared_victory_is_a_list(root: Path) -> None:
    edit(root, "leaders.yaml", "id: lemron, number: 1", "id: lemron, copies: 2, number: 1")
    said = TABLE.replace("cyra, face_up: [army-1]", "lemron") % ("lemron", "winner: [Ann, Ben], by: none")
    assert examined(root, said) == []


def test_what_is_given_must_be_looked_at(root: Path) -> None:
    assert examined(root, plain("both", "{rde: 10, green: 11}", "{outcome: undead}")) == [
        f"{FILE}:3:11 PNP586 name=rde ~about='example both' ~meant=red"
    ]
    assert examined(root, plain("both", "{red: 10, green: 11, blue: 3}", "{outcome: undead}")) == [
        f"{FILE}:3:31 PNP586 name=blue ~about='example both'"
    ]
    assert examined(root, plain("both", "{red: 10, green: 11, drak: 3}", "{outcome: undead}")) == [
        f"{FILE}:3:31 PNP586 name=drak ~about='example both' ~meant=dark"
    ]


def test_what_definitions_look_at_may_be_given(root: Path) -> None:
    edit(root, "victory.yaml", '  dark: "9"', '  dark: "9"\n  over: parties|max >= dark')
    assert examined(root, plain("end", "{parties: [3, 9]}", "{over: true}")) == []
    assert examined(root, plain("end", "{dark: 3}", "{over: true}", "  let: {parties: '[1, 2, 3]'}\n")) == []
    assert examined(root, plain("end", "{partys: [3, 9]}", "{over: true}")) == [
        f"{FILE}:3:11 PNP586 name=partys ~about='example end' ~meant=parties"
    ]


@pytest.mark.parametrize("name", ["heroes", "factions", "modules", "states"])
def test_what_the_game_has_already_cannot_be_given(root: Path, name: str) -> None:
    assert examined(root, plain("odd", f"{{{name}: 1}}", f"{{{name}: 1}}")) == [
        f"{FILE}:3:11 PNP586 example=odd name={name}"
    ]


def test_the_number_of_players_of_an_example(root: Path) -> None:
    edit(root, "setup.yaml", "zones:", "tables: {size: {title: Size, rows: {2: 3, 3: 2, 4: 2}}}\nzones:")
    edit(root, "victory.yaml", '  dark: "9"', '  dark: "9"\n  over: parties|max >= tables.size')
    wanted = "{parties: [3, 9]}", "{over: true}"
    assert examined(root, plain("end", *wanted, "  players: 4\n")) == []
    assert examined(root, plain("end", *wanted, "  players: 9\n")) == [
        f"{FILE}:3:12 PNP580 players='9 players' ~about='example end'"
    ]
    assert examined(root, plain("end", *wanted)) == [
        f"{FILE}:1:7 PNP580 example=end ~origin=card_data/rivals/victory.yaml:7:24"
    ]


def test_what_reads_alike_is_shown_as_it_is(root: Path) -> None:
    assert examined(root, plain("odd", "{n: 'true'}", "{n: true}")) == [
        f"{FILE}:4:15 PNP576 values='n is 'true', expected true' ~about='example odd'"
    ]


def test_an_outcome_that_nothing_has(root: Path) -> None:
    assert examined(root, plain("odd", "{red: 9, green: 8}", "{outcome: watr}")) == [
        f"{FILE}:4:21 PNP504 id=watr ~about='example odd' ~meant=water"
    ]
