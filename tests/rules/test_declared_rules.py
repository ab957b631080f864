"""Each kind of rule of rules.yaml: what it finds, word for word, and what it lets pass."""

import re
from pathlib import Path

import pytest
from small_game import FILES, find_problems, messages, rule

_SUFFIX = " ~origin=rules.yaml:1:7"


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
        ("count: heroes\nis: 6", [" PNP510 rule=it found='5 (eel, carp, imp and 1 more)' wanted=6%s"]),
        (
            "count: heroes\nwhere: power > 1\nat-least: 5",
            [
                ":1:3 PNP510 rule=it found='4 (eel, imp, fan)' wanted='at least 5'%s "
                "~also='heroes.yaml:3:3, heroes.yaml:4:3'"
            ],
        ),
        ("count: heroes\nwhere: power > 9\nat-least: 1", [" PNP510 rule=it found=0 wanted='at least 1'%s"]),
        (
            "count: heroes\nby: faction\nis: 2",
            [
                ":1:3 PNP510 rule=it found='3 for water (eel, carp)' wanted=2%s ~also=heroes.yaml:2:3",
                ":4:3 PNP510 rule=it found='1 for air (fan)' wanted=2%s",
            ],
        ),
        (
            "count: heroes\nwhere: power < 4\nby: faction\nat-least: 1",
            [" PNP510 rule=it found='0 for air' wanted='at least 1'%s"],
        ),
        (
            "count: heroes\nper: faction\nis: 2",
            [
                ":1:3 PNP510 rule='it (water)' found='3 (eel, carp)' wanted=2%s ~also=heroes.yaml:2:3",
                ":4:3 PNP510 rule='it (air)' found='1 (fan)' wanted=2%s",
            ],
        ),
        (
            "count: heroes\nis: players + 1",
            [" PNP510 rule=it found='5 (eel, carp, imp and 1 more)' wanted=3 ~when=' (2 and 3 players)'%s"],
        ),
        ("sum: power\nof: heroes\nis: 15", [" PNP511 rule=it found='14 (of 5 pieces)' wanted=15%s"]),
        (
            "sum: power\nof: heroes\nby: faction\nat-most: 6",
            [
                ":1:3 PNP511 rule=it found='7 for water (eel, carp)' wanted='at most 6'%s ~also=heroes.yaml:2:3",
                ":3:3 PNP511 rule=it found='7 for fire (imp, fan)' wanted='at most 6'%s ~also=heroes.yaml:4:3",
            ],
        ),
    ],
)
def test_figures_at_few_pieces_or_their_file(text: str, expected: list[str], tmp_path: Path) -> None:
    assert messages(tmp_path, rule(text)) == [f"heroes.yaml{line % _SUFFIX}" for line in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "unique: faction\nof: heroes",
            ["heroes.yaml:1:3 PNP512 rule=it value=water pieces='eel, carp'%s ~also=heroes.yaml:2:3"],
        ),
        (
            "unique: power > 1\nof: heroes\nby: faction",
            ["heroes.yaml:3:3 PNP512 rule=it value=true pieces='imp, fan of fire'%s ~also=heroes.yaml:4:3"],
        ),
        (
            "unique: factions|count\nof: leader_cards",
            [
                "leaders.yaml:1:3 PNP512 rule=it value=2 pieces='ann, ben, cas'%s "
                "~also='leaders.yaml:2:3, leaders.yaml:3:3'"
            ],
        ),
        (
            "covers: factions|pairs\nby: factions\nof: leader_cards|where(number < 3)",
            ["leaders.yaml PNP513 rule=it whose='(fire, air)'%s"],
        ),
        (
            "covers: factions\nby: faction\nof: heroes\nis: 1",
            [
                "heroes.yaml:1:3 PNP513 rule=it found='3 for water (eel, carp)' wanted=1%s ~also=heroes.yaml:2:3",
                "heroes.yaml:3:3 PNP513 rule=it found='2 for fire (imp, fan)' wanted=1%s ~also=heroes.yaml:4:3",
            ],
        ),
        (
            "covers: range(1, 4)\nby: number\nof: leader_cards\nis: 1",
            ["leaders.yaml PNP513 rule=it found='0 for 4' wanted=1%s"],
        ),
        (
            "each: faction|count == 1\nof: heroes",
            ["heroes.yaml:4:3 PNP514 rule=it reason='2 isn't 1' pieces=fan%s"],
        ),
        (
            "each: power > 1 and power < 4\nof: heroes",
            ["heroes.yaml:2:3 PNP514 rule=it reason='1 isn't more than 1' pieces='carp; nor does it hold for fan'%s"],
        ),
    ],
)
def test_single_pieces_at_their_own_place(text: str, expected: list[str], tmp_path: Path) -> None:
    assert messages(tmp_path, rule(text)) == [line % _SUFFIX for line in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("require: heroes|count == leader_cards|count", "heroes.yaml PNP515 rule=it reason='5 isn't 3'"),
        ("require: zones.pile + zones.hands == 6", "setup.yaml:5:3 PNP515 rule=it reason='5 isn't 6'"),
        (
            "require: players > 2",
            "rules.yaml:1:7 PNP515 rule=it reason='2 isn't more than 2' ~when=' (2 players)'",
        ),
        ("require: not players < 9", "rules.yaml:1:7 PNP515 rule=it reason='doesn't hold'"),
        (
            "require: it != 'air'\nper: factions",
            "rules.yaml:1:7 PNP515 rule='it (air)' reason='both are air'",
        ),
        (
            "table: tables.hand\nis: {2: 2, 3: 1, 4: 3}",
            "setup.yaml:3:45 PNP516 rule=it found=1 wanted=3 ~when=' (4 players)'",
        ),
        (
            "table: tables.hand * players\nis: 4",
            "setup.yaml:3:39 PNP516 rule=it found=3 wanted=4 ~when=' (3 players)'",
        ),
        ("table: heroes|count\nis: 4", "heroes.yaml PNP516 rule=it found=5 wanted=4"),
    ],
)
def test_what_is_required(text: str, expected: str, tmp_path: Path) -> None:
    origin = "" if expected.startswith("rules.yaml") else " ~origin=rules.yaml:1:7"
    assert messages(tmp_path, rule(text)) == [expected + origin]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "count: heroes\nby: faction\nis: {water: 3, fir: 2, air: 1}",
            ["5:23 PNP519 rule=it name=fir ~meant=fire"],
        ),
        (
            "table: tables.hand\nis: {2: 2, 4: 1, 5: 1}",
            [
                "4:7 PNP519 rule=it relation=is left='3 players'",
                "4:23 PNP519 rule=it name='5 players'",
            ],
        ),
        (
            "count: heroes\nis: {water: 3}",
            ["4:7 PNP519 rule=it relation=is"],
        ),
        (
            "count: heros\nis: 3",
            ["3:10 PNP501 name=heros ~meant=heroes"],
        ),
        (
            "count: heroes\nwhere: pwer > 2\nis: 3",
            ["4:10 PNP501 item=eel name=pwer ~meant=power"],
        ),
        ("count: players\nis: 3", ["3:10 PNP503 complaint='a list is needed, and this is' value='the number 2'"]),
        ("sum: kind\nof: heroes\nis: 3", ["3:8 PNP503 value='the text slow' ~when=', for eel'"]),
        (
            "each: factions[2] == 'air'\nof: leader_cards",
            ["3:18 PNP503 index=2 count=2 ~when=', for ann'"],
        ),
        (
            "each: power\nof: heroes\nwhere: faction == 'water'",
            ["5:10 PNP503 one='the list water' other='the text water' ~when=', for eel'"],
        ),
        (
            "require: heroes|any('watr' in faction)",
            ["3:23 PNP504 id=watr ~meant=water"],
        ),
        (
            "require: heroes|where(power > 1)",
            ["3:12 PNP503 value='the list eel, eel, imp, fan'"],
        ),
        ("require: tables.hnd == 3", ["3:19 PNP501 owner=tables name=hnd ~meant=hand"]),
        ("require: zones.hand == 3", ["3:18 PNP501 owner=zones name=hand ~meant=hands"]),
        ("require: states|count == 0", ["3:12 PNP503 why='the game has no victory.yaml'"]),
        ("count: heroes\nis: 5 +", ["4:10 PNP500"]),
        ("unique: power\nof: heroes\nwhere: power > 9", ["1:7 PNP518 rule=it why='no heroes match'"]),
        (
            "each: power\nof: heroes|where(power > 9)",
            ["1:7 PNP518 rule=it why='there are no heroes|where(power > 9)'"],
        ),
        ("covers: '[]'\nby: power\nof: heroes", ["1:7 PNP518 rule=it why='there is nothing to cover'"]),
    ],
)
def test_rules_that_say_something_odd(text: str, expected: list[str], tmp_path: Path) -> None:
    assert messages(tmp_path, rule(text)) == [f"rules.yaml:{line}" for line in expected]


def test_a_sentence_is_filled_in(tmp_path: Path) -> None:
    say = "'{players} players get {zones.hands}.'"
    (problem,) = find_problems(tmp_path, rule("require: zones.hands == 9", say=say))
    assert (problem.code, str(problem.span), problem.hint) == (
        "PNP515",
        "card_data/small/setup.yaml:6:3",
        "2 players get 4.",
    )
    lines = messages(tmp_path, rule("require: heroes|count == 5", say="'{players +} players.'"))
    assert lines == ["rules.yaml:2:19 PNP500"]


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
    assert find_problems(tmp_path, rule(text, say=say))[0].hint == expected


def test_a_sentence_can_t_say_a_figure_that_its_rule_has_not(tmp_path: Path) -> None:
    lines = messages(tmp_path, rule("require: heroes|count == 5", say="'There are {expected}.'"))
    assert lines == ["rules.yaml:2:20 PNP503 why='rule it expects no figure'"]


@pytest.mark.parametrize(
    ("say", "column", "what"),
    [
        ("'{zones.dekc} lie.'", 16, "owner=zones name=dekc"),
        ("'{tables.hnad} each.'", 17, "owner=tables name=hnad ~meant=hand"),
        ("'{heros|count} in all.'", 10, "name=heros ~meant=heroes"),
        ("'{heroes|map(nmae)}'", 21, "item=eel name=nmae"),
    ],
)
def test_a_sentence_of_a_rule_that_holds_is_filled_in_too(say: str, column: int, what: str, tmp_path: Path) -> None:
    (line,) = messages(tmp_path, rule("require: heroes|count == 5", say=say))
    assert line.startswith(f"rules.yaml:2:{column} PNP501 {what}")


def test_the_sentence_of_a_rule_for_each_of_some(tmp_path: Path) -> None:
    holding = "require: it|count > 0\nper: '[[1], [2]]'"
    assert messages(tmp_path, rule(holding, say="'{it|count} is one.'")) == []
    assert "PNP502" in messages(tmp_path, rule(holding, say="'{it|cuont} is one.'"))[0]


@pytest.mark.parametrize(
    ("each", "line", "why"),
    [
        (
            "power < 3",
            3,
            "reason='3 isn't less than 3' pieces='h3; nor does it hold for h4, h5, h6 and 43 more'",
        ),
        (
            "faction|count == (1 if power < 9 else 2)",
            9,
            "reason='1 isn't 2' pieces='h9, h10, h11 and 38 more'",
        ),
        ("power != 7", 7, "reason='both are 7' pieces=h7"),
    ],
)
def test_a_rule_about_each_that_many_break_is_one_problem(each: str, line: int, why: str, tmp_path: Path) -> None:
    heroes = "".join(f"- {{id: h{n}, faction: [water], power: {n}}}\n" for n in range(1, 50))
    lines = messages(tmp_path, rule(f"each: {each}\nof: heroes"), heroes=heroes, **{"setup": FILES["setup.yaml"]})
    assert lines == [f"heroes.yaml:{line}:3 PNP514 rule=it {why}{_SUFFIX}"]


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
    assert re.fullmatch(rf"rules\.yaml:{place} PNP501 (item=eel )?name=heros ~meant=heroes", line)


def test_a_mistake_on_a_further_line_of_a_sentence(tmp_path: Path) -> None:
    text = "- id: it\n  say: >\n    There are\n    not {heros|count} heroes.\n  require: heroes|count == 5\n"
    assert messages(tmp_path, text) == ["rules.yaml:4:10 PNP501 name=heros ~meant=heroes"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("heroes|any(it == carp_1)", "29 PNP501 item=eel name=carp_1"),
        ("leader-cards|count == 3", "12 PNP501 name=leader ~meant=leader_cards"),
        ("one-hero == 3", "12 PNP501 name=one"),
    ],
)
def test_an_id_without_quotes(tmp_path: Path, text: str, problem: str) -> None:
    heroes = FILES["heroes.yaml"].replace("carp", "one-hero")
    (line,) = messages(tmp_path, rule(f"require: {text}"), heroes=heroes)
    assert line.startswith(f"rules.yaml:3:{problem}")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("heroes|all(power < 5)", "heroes.yaml:4:3 PNP515 rule=it reason='doesn't hold for fan'"),
        (
            "heroes|count == 5 and heroes|all(h = h.power < 3)",
            "heroes.yaml:1:3 PNP515 rule=it reason='doesn't hold for eel, fan'",
        ),
        ("not heroes|any(power > 2)", "heroes.yaml:1:3 PNP515 rule=it reason='doesn't hold for eel, fan'"),
        ("range(1, 3)|all(it < 3)", "rules.yaml:1:7 PNP515 rule=it reason='doesn't hold for 3'"),
    ],
)
def test_those_for_which_it_fails(tmp_path: Path, text: str, problem: str) -> None:
    (line,) = messages(tmp_path, rule(f"require: {text}"))
    assert line.startswith(problem)


def test_where_it_is_not_known_how_a_text_goes_on_the_line_is(tmp_path: Path) -> None:
    lines = messages(tmp_path, rule('require: "heroes|count == 5\\n and heros"'))
    assert lines == ["rules.yaml:3 PNP501 name=heros ~meant=heroes"]
