"""Each kind of rule of rules.yaml: what it finds, word for word, and what it lets pass."""

from pathlib import Path

import pytest
from small_game import FILES, messages, rule

_SUFFIX = " (So it is.) [rules.yaml:1:7]"


@pytest.mark.parametrize(
    "text",
    [
        "count: heroes\nis: 5",
        "count: heroes|unique\nis: 4",
        "count: heroes\nwhere: power > 1\nat-least: 4\nat-most: 4",
        "count: heroes\nwhere: id == 'eel'\nis: 2",
        "count: heroes\nby: faction\nis: {water: 3, fire: 2, air: 1}",
        "count: heroes\nby: faction\nat-least: 1",
        "count: heroes\nby: kind\nis: {slow: 2, fast: 1, odd: 0, none: 2}",
        "count: heroes\nby: power > 2\nis: {true: 3, false: 2}",
        "count: leader_cards\nby: number\nis: 1",
        "count: leader_cards\nby: factions\nis: 2",
        "count: heroes\nby: kind\nper: faction\nat-most: 2",
        "count: range(1, players)\nis: players",
        "sum: power\nof: heroes\nis: 14",
        "sum: power\nof: heroes\nby: faction\nis: {water: 7, fire: 7, air: 5}",
        "sum: power if kind is none else none\nof: heroes\nis: 6",
        "unique: number\nof: leader_cards",
        "unique: kind\nof: heroes",
        "unique: power > 1\nof: heroes|where(id != 'fan')\nby: faction",
        "covers: factions|pairs\nby: factions\nof: leader_cards\nis: 1",
        "covers: factions\nby: faction\nof: heroes",
        "covers: \"[[1, 'ann'], [2, 'ben']]\"\nby: '[[number, id]]'\nof: leader_cards",
        "each: power > 0 and power <= 5\nof: heroes",
        "each: copies == (2 if id == 'eel' else 1)\nof: heroes",
        "table: tables.hand\nis: {2: 2, 3: 1, 4: 1}",
        "table: zones.hands\nis: tables.hand * players",
        "table: '[zones.pile, zones.hands]'\nis: '[2 if players == 3 else 1, 3 if players == 3 else 4]'",
        "require: zones.pile + zones.hands == heroes|count",
        "require: leader_cards|map(number) == range(1, 3)",
        "require: players < 5",
    ],
)
def test_rules_that_hold(text: str, tmp_path: Path) -> None:
    assert messages(tmp_path, rule(text)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("count: heroes\nis: 6", ["PNP510 it: 6 expected, 5 found: eel, carp, imp and 1 more"]),
        ("count: heroes\nwhere: power > 1\nat-least: 5", ["PNP510 it: at least 5 expected, 4 found: eel, imp, fan"]),
        ("count: heroes\nwhere: power > 9\nat-least: 1", ["PNP510 it: at least 1 expected, 0 found"]),
        (
            "count: heroes\nby: faction\nis: 2",
            ["PNP510 it: 2 expected, 1 found for air: fan", "PNP510 it: 2 expected, 3 found for water: eel, carp"],
        ),
        (
            "count: heroes\nwhere: power < 4\nby: faction\nat-least: 1",
            ["PNP510 it: at least 1 expected, 0 found for air"],
        ),
        (
            "count: heroes\nper: faction\nis: 2",
            ["PNP510 it (air): 2 expected, 1 found: fan", "PNP510 it (water): 2 expected, 3 found: eel, carp"],
        ),
        (
            "count: heroes\nis: players + 1",
            ["PNP510 it: 3 expected, 5 found: eel, carp, imp and 1 more (2 and 3 players)"],
        ),
        ("sum: power\nof: heroes\nis: 15", ["PNP511 it: 15 expected, 14 found, of 5 pieces"]),
        (
            "sum: power\nof: heroes\nby: faction\nat-most: 6",
            [
                "PNP511 it: at most 6 expected, 7 found for fire, of 2 pieces",
                "PNP511 it: at most 6 expected, 7 found for water, of 3 pieces",
            ],
        ),
    ],
)
def test_figures_at_the_file_of_the_pieces(text: str, expected: list[str], tmp_path: Path) -> None:
    assert messages(tmp_path, rule(text)) == [f"heroes.yaml: error {line}{_SUFFIX}" for line in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("unique: faction\nof: heroes", ["heroes.yaml:2:3: error PNP512 it: water is the same for eel, carp"]),
        (
            "unique: power > 1\nof: heroes\nby: faction",
            ["heroes.yaml:4:3: error PNP512 it: true is the same for imp, fan of fire"],
        ),
        (
            "unique: factions|count\nof: leader_cards",
            ["leaders.yaml:2:3: error PNP512 it: 2 is the same for ann, ben, cas"],
        ),
        (
            "covers: factions|pairs\nby: factions\nof: leader_cards|where(number < 3)",
            ["leaders.yaml: error PNP513 it: nothing covers (fire, air)"],
        ),
        (
            "covers: factions\nby: faction\nof: heroes\nis: 1",
            [
                "heroes.yaml:2:3: error PNP513 it: 1 expected, 3 found for water: eel, carp",
                "heroes.yaml:4:3: error PNP513 it: 1 expected, 2 found for fire: imp, fan",
            ],
        ),
        (
            "covers: range(1, 4)\nby: number\nof: leader_cards\nis: 1",
            ["leaders.yaml: error PNP513 it: 1 expected, 0 found for 4"],
        ),
        ("each: faction|count == 1\nof: heroes", ["heroes.yaml:4:3: error PNP514 it: 1 expected, 2 found for fan"]),
        (
            "each: power > 1 and power < 4\nof: heroes",
            ["heroes.yaml:2:3: error PNP514 it: more than 1 expected, 1 found for carp; nor does it hold for fan"],
        ),
    ],
)
def test_single_pieces_at_their_own_place(text: str, expected: list[str], tmp_path: Path) -> None:
    assert messages(tmp_path, rule(text)) == [line + _SUFFIX for line in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("require: heroes|count == leader_cards|count", "heroes.yaml: error PNP515 it: 3 expected, 5 found"),
        ("require: zones.pile + zones.hands == 6", "setup.yaml:5:3: error PNP515 it: 6 expected, 5 found"),
        ("require: players > 2", "rules.yaml:1:7: error PNP515 it: more than 2 expected, 2 found (2 players)"),
        ("require: not players < 9", "rules.yaml:1:7: error PNP515 it: doesn't hold"),
        (
            "require: it != 'air'\nper: factions",
            "rules.yaml:1:7: error PNP515 it (air): other than air expected, air found",
        ),
        (
            "table: tables.hand\nis: {2: 2, 3: 1, 4: 3}",
            "setup.yaml:3:45: error PNP516 it: 3 expected, 1 found (4 players)",
        ),
        ("table: tables.hand * players\nis: 4", "setup.yaml:3:39: error PNP516 it: 4 expected, 3 found (3 players)"),
        ("table: heroes|count\nis: 4", "heroes.yaml: error PNP516 it: 4 expected, 5 found"),
    ],
)
def test_what_is_required(text: str, expected: str, tmp_path: Path) -> None:
    origin = "" if expected.startswith("rules.yaml") else " [rules.yaml:1:7]"
    assert messages(tmp_path, rule(text)) == [f"{expected} (So it is.){origin}"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "count: heroes\nby: faction\nis: {water: 3, fir: 2, air: 1}",
            ["5:23: error PNP519 it: there is nothing of fir (did you mean fire?)"],
        ),
        (
            "table: tables.hand\nis: {2: 2, 4: 1, 5: 1}",
            [
                "4:7: error PNP519 it: is says nothing of 3 players",
                "4:23: error PNP519 it: there is nothing of 5 players (there are: 3)",
            ],
        ),
        (
            "count: heroes\nis: {water: 3}",
            ["4:7: error PNP519 it: is has a figure for each value of something, but of what? (by: says of what)"],
        ),
        (
            "count: heros\nis: 3",
            ["3:10: error PNP501 there is no component, group or list heros (did you mean heroes?)"],
        ),
        (
            "count: heroes\nwhere: pwer > 2\nis: 3",
            ["4:10: error PNP501 eel has no pwer, nor is there anything called pwer (did you mean power?)"],
        ),
        ("count: players\nis: 3", ["3:10: error PNP503 a list is needed, and this is the number 2"]),
        ("sum: kind\nof: heroes\nis: 3", ["3:8: error PNP503 the text slow is no number, for eel"]),
        (
            "each: factions[2] == 'air'\nof: leader_cards",
            ["3:18: error PNP503 there is no item 2 in a list of 2, for ann"],
        ),
        (
            "each: power\nof: heroes\nwhere: faction == 'water'",
            [
                "5:10: error PNP503 the list water is never equal to the text water, for eel"
                " (a list holds something: … in …)"
            ],
        ),
        (
            "require: heroes|any('watr' in faction)",
            ["3:23: error PNP504 nothing has the id watr (did you mean water?)"],
        ),
        (
            "require: heroes|where(power > 1)",
            ["3:12: error PNP503 the list eel, eel, imp, fan is neither yes nor no (|count says how many there are)"],
        ),
        ("require: tables.hnd == 3", ["3:19: error PNP501 tables has no hnd (did you mean hand?)"]),
        ("require: zones.hand == 3", ["3:18: error PNP501 zones has no hand (did you mean hands?)"]),
        ("require: states|count == 0", ["3:12: error PNP503 the game has no victory.yaml"]),
        ("count: heroes\nis: 5 +", ["4:10: error PNP500 the expression ends too early"]),
        ("unique: power\nof: heroes\nwhere: power > 9", ["1:7: warning PNP518 it says nothing: no heroes match"]),
        (
            "each: power\nof: heroes|where(power > 9)",
            ["1:7: warning PNP518 it says nothing: there are no heroes|where(power > 9)"],
        ),
        ("covers: '[]'\nby: power\nof: heroes", ["1:7: warning PNP518 it says nothing: there is nothing to cover"]),
    ],
)
def test_rules_that_say_something_odd(text: str, expected: list[str], tmp_path: Path) -> None:
    assert messages(tmp_path, rule(text)) == [f"rules.yaml:{line}" for line in expected]


def test_a_sentence_is_filled_in(tmp_path: Path) -> None:
    lines = messages(tmp_path, rule("require: zones.hands == 9", say="'{players} players get {zones.hands}.'"))
    assert lines == ["setup.yaml:6:3: error PNP515 it: 9 expected, 4 found (2 players get 4.) [rules.yaml:1:7]"]
    lines = messages(tmp_path, rule("require: heroes|count == 5", say="'{players +} players.'"))
    assert lines == ["rules.yaml:2:19: error PNP500 the expression ends too early"]


@pytest.mark.parametrize(
    ("text", "say", "expected"),
    [
        ("count: heroes\nis: 4", "'There are {expected}.'", "There are 4."),
        ("count: heroes\nat-most: 2 + 2", "'{expected} at most.'", "4 at most."),
        ("sum: power\nof: heroes\nby: faction\nis: {water: 7, fire: 7, air: 4}", "'Air: {expected.air}.'", "Air: 4."),
        ("table: tables.hand\nis: {2: 9, 3: 1, 4: 1}", "'{expected} with {players}.'", "9 with 2."),
    ],
)
def test_a_sentence_says_the_figure_that_its_rule_expects(text: str, say: str, expected: str, tmp_path: Path) -> None:
    """A figure that the rule and its sentence both tell is written once."""
    (line, *_) = messages(tmp_path, rule(text, say=say))
    assert f"({expected})" in line


def test_a_sentence_can_t_say_a_figure_that_its_rule_has_not(tmp_path: Path) -> None:
    lines = messages(tmp_path, rule("require: heroes|count == 5", say="'There are {expected}.'"))
    assert lines == ["rules.yaml:2:20: error PNP503 rule it expects no figure (is, at-least or at-most says one)"]


@pytest.mark.parametrize(
    ("say", "column", "what"),
    [
        ("'{zones.dekc} lie.'", 16, "zones has no dekc"),
        ("'{tables.hnad} each.'", 17, "tables has no hnad (did you mean hand?)"),
        ("'{heros|count} in all.'", 10, "there is nothing called heros (did you mean heroes?)"),
        ("'{heroes|map(nmae)}'", 21, "eel has no nmae, nor is there anything called nmae"),
    ],
)
def test_a_sentence_of_a_rule_that_holds_is_filled_in_too(say: str, column: int, what: str, tmp_path: Path) -> None:
    (line,) = messages(tmp_path, rule("require: heroes|count == 5", say=say))
    assert line.startswith(f"rules.yaml:2:{column}: error PNP501 {what}")


def test_the_sentence_of_a_rule_for_each_of_some(tmp_path: Path) -> None:
    holding = "require: it|count > 0\nper: '[[1], [2]]'"
    assert messages(tmp_path, rule(holding, say="'{it|count} is one.'")) == []
    assert "PNP502" in messages(tmp_path, rule(holding, say="'{it|cuont} is one.'"))[0]


@pytest.mark.parametrize(
    ("each", "why"),
    [
        ("power < 3", "less than 3 expected, 3 found for h3; nor does it hold for h4, h5, h6 and 43 more"),
        ("faction|count == (1 if power < 9 else 2)", "2 expected, 1 found for h9, h10, h11 and 38 more"),
        ("power != 7", "other than 7 expected, 7 found for h7"),
    ],
)
def test_a_rule_about_each_that_many_break_is_one_problem(each: str, why: str, tmp_path: Path) -> None:
    heroes = "".join(f"- {{id: h{n}, faction: [water], power: {n}}}\n" for n in range(1, 50))
    lines = messages(tmp_path, rule(f"each: {each}\nof: heroes"), heroes=heroes, **{"setup": FILES["setup.yaml"]})
    line = {"less": 3, "2 ex": 9, "othe": 7}[why[:4]]
    assert lines == [f"heroes.yaml:{line}:3: error PNP514 it: {why}{_SUFFIX}"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("require: >-\n  heroes|count == 5 and\n  heros|count == 5", "5:5"),
        ("require: |\n\n  heroes|count == 5\n    and\n    (heros|count == 5)", "7:8"),
        ("require: heroes|count == 5 and\n  heroes|where(power == 3 and\n  heros)|count", "5:5"),
        ("require: 'heroes|count == 5\n\n  and heros|count == 5'", "5:9"),
        ('require: "heroes|count == 5 and\n  heroes|count == 5 and heros"', "4:27"),
    ],
)
def test_a_mistake_on_a_further_line_stands_there(tmp_path: Path, text: str, place: str) -> None:
    (line,) = messages(tmp_path, rule(text))
    assert line.startswith(f"rules.yaml:{place}: error PNP501 ")
    assert "called heros" in line


def test_a_mistake_on_a_further_line_of_a_sentence(tmp_path: Path) -> None:
    text = "- id: it\n  say: >\n    There are\n    not {heros|count} heroes.\n  require: heroes|count == 5\n"
    assert messages(tmp_path, text) == [
        "rules.yaml:4:10: error PNP501 there is nothing called heros (did you mean heroes?)"
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("heroes|any(it == carp_1)", "29: error PNP501 eel has no carp_1, nor is there anything called carp_1"),
        ("leader-cards|count == 3", "12: error PNP501 there is nothing called leader (did you mean leader_cards?)"),
        ("one-hero == 3", "12: error PNP501 there is nothing called one (the id is 'one-hero', in quotes)"),
    ],
)
def test_an_id_without_quotes(tmp_path: Path, text: str, problem: str) -> None:
    heroes = FILES["heroes.yaml"].replace("carp", "one-hero")
    (line,) = messages(tmp_path, rule(f"require: {text}"), heroes=heroes)
    assert line.startswith(f"rules.yaml:3:{problem}")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("heroes|all(power < 5)", "heroes.yaml:4:3: error PNP515 it: doesn't hold for fan"),
        (
            "heroes|count == 5 and heroes|all(h = h.power < 3)",
            "heroes.yaml:1:3: error PNP515 it: doesn't hold for eel, fan",
        ),
        ("not heroes|any(power > 2)", "heroes.yaml:1:3: error PNP515 it: doesn't hold for eel, fan"),
        ("range(1, 3)|all(it < 3)", "rules.yaml:1:7: error PNP515 it: doesn't hold for 3"),
    ],
)
def test_those_for_which_it_fails(tmp_path: Path, text: str, problem: str) -> None:
    (line,) = messages(tmp_path, rule(f"require: {text}"))
    assert line.startswith(problem)


def test_where_it_is_not_known_how_a_text_goes_on_the_line_is(tmp_path: Path) -> None:
    lines = messages(tmp_path, rule('require: "heroes|count == 5\\n and heros"'))
    assert lines == ["rules.yaml:3: error PNP501 there is nothing called heros (did you mean heroes?)"]
