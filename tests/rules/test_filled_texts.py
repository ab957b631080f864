"""Texts of pieces that take their figures from the data: what they print, and what is wrong with them."""

import re
from pathlib import Path

import pytest
from bank_game import FILES, START, describe, loaded, printed, write_bank, wrong
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.loading import load_game
from pnp.cardtext.braces import find_holes, find_lone_brace, mask_holes, split_holes
from pnp.check import check_game
from pnp.diagnostics.report import drop_consequences
from pnp.io.project import Project
from pnp.rules.examining import examine
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.texts import fill_game_texts
from pnp.rules.world import World


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{power} of {owls|count} by {faction.name}", "3 of 3 by Reds"),
        ("Of the {faction}, {owls|last}", "Of the Reds, Second"),
        ("{it.name}: {hand}, {draw_to}", "First: 3, 4"),
        ("{tables.limit[2]} or {tables.limit[4]}", "5 or 4"),
        ("{tables.start} and {dealt.show_one}", "1 and 1"),
        ("{zones.shown|word}, {zones.pile[3]|word|capital}", "one, 2"),
        ("{numbers|map(n = tables.limit[n])|join}", "5, 4, 4"),
        ("{numbers|min}–{numbers|max} players", "2–4 players"),
        ("{hand|word} {hand|form('Hero', 'Heroes')}", "three Heroes"),
        ("{tables.start|word('a')} {tables.start|form('Hero', 'Heroes')}", "a Hero"),
        ("{hand|signed} {(1 - hand)|signed} {1 - hand}", "+3 −2 −2"),
        ("{hand|number} {(hand * 4000)|number} {(hand / 2)|number} {hand|number(2)}", "3 12,000 1.5 3.00"),
        (r"\\{power\\} {power}", "{power} 3"),
        ("**{power}** [coin] {2 if 'night' in modules else 5}", "**3** [coin] 5"),
    ],
)
def test_what_stands_in_braces_is_printed(tmp_path: Path, text: str, expected: str) -> None:
    assert printed(tmp_path, text) == expected


def test_a_module_is_known_and_counts(tmp_path: Path) -> None:
    assert printed(tmp_path, "{2 if 'night' in modules else 5} {owls|count}", ("night",)) == "2 4"


def test_figures_of_another_module_for_each_number_of_players(tmp_path: Path) -> None:
    assert printed(tmp_path, "{with.night.owls|count} {with.night.tables.limit[2]} {with.night.zones.shown}") == "4 5 1"


def test_defaults_entries_lists_and_records_are_filled_and_other_texts_are_not(tmp_path: Path) -> None:
    owls = FILES["owls.yaml"].replace("copies: 2", 'copies: 2, parts: [{say: a}, {say: "b{power}"}]')
    write_bank(tmp_path, "x", owls=owls)
    game, _ = fill_game_texts(World(loaded(tmp_path), (), Evaluator()))
    first, second = game.components["owls"].pieces
    assert second.fields["text"] == "No more than 4."
    assert second.fields["plain"] == "{{7*7}}"
    assert [dict(part)["say"] for part in first.fields["parts"]] == ["a", "b3"]  # type: ignore[union-attr, arg-type, call-overload]
    assert game.groups["factions"].entries["reds"].fields["text"] == "3 owls fear the Reds."
    assert first.span_of("parts.1.say") == loaded(tmp_path).components["owls"].pieces[0].span_of("parts.1.say")


def test_texts_show_other_texts(tmp_path: Path) -> None:
    assert printed(tmp_path, "{faction.text|characters} {faction.text}") == "21 3 owls fear the Reds."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Take {pwer}.", "1:6 PNP501 item=first name=pwer ~meant=power"),
        ("Take {power +}.", "1:13 PNP500"),
        ("Take {power|wrd}.", "1:12 PNP502 name=wrd ~meant=word"),
        ("Take {owls}.", "1:6 PNP629 kind='a list'"),
        ("Take {none}.", "1:6 PNP629 kind=nothing"),
        ("Take {power > 2}.", "1:6 PNP629 kind='yes or no'"),
        (
            "Take {tables.limit}.",
            "1:13 PNP630 name=tables.limit figures='5, 4 with 2, 3, 4 players'",
        ),
        ("Take {tables.limit[7]}.", "1:19 PNP503 key=7 keys='2, 3, 4'"),
        (
            "For {players}.",
            "1:5 PNP503 why='a text is printed for any number of players'",
        ),
        ("{power|form('a')}", "1:7 PNP631 forms=1 ending='' language=en wanted=2"),
        ("Take {text}.", "1:6 PNP505 piece=first name=text"),
    ],
)
def test_what_is_wrong_is_said_at_its_place(tmp_path: Path, text: str, expected: str) -> None:
    assert wrong(tmp_path, text) == [expected]


def test_the_place_in_a_text_of_several_lines(tmp_path: Path) -> None:
    write_bank(tmp_path, owls="- id: first\n  power: 1\n  text: |\n    Some words.\n    Take {pwer}.\n")
    found = drop_consequences(examine(loaded(tmp_path)))
    assert [str(each.span).partition(":")[2] for each in found] == ["5:11"]


@pytest.mark.parametrize(("cell", "column"), [("Take {pwer}", 15), ('"Take, {pwer}"', 17)])
def test_the_place_in_a_table(tmp_path: Path, cell: str, column: int) -> None:
    write_bank(tmp_path, game=FILES["game.yaml"].replace("owls.yaml", "owls.csv"))
    (tmp_path / "card_data/bank/owls.csv").write_text(f"id,power,text\nfirst,3,{cell}\n")
    found = drop_consequences(examine(loaded(tmp_path)))
    assert [str(each.span) for each in found] == [f"card_data/bank/owls.csv:2:{column}"]


def test_a_mistake_in_the_glossary(tmp_path: Path) -> None:
    glossary = "- {term: owl, say: 'There are {owls|count} of them, {owl} at most.'}\n"
    assert wrong(tmp_path, "{hand}", glossary=glossary) == [f"1:{54 - START} PNP501 name=owl ~meant=owls"]


def test_a_hole_that_fails_with_a_module_is_found(tmp_path: Path) -> None:
    text = "{7 // (3 - owls|count)} {7 // (4 - owls|count)}"
    assert [each.partition(" ~")[2] for each in wrong(tmp_path, text)] == ["", "when=' (with night)'"]


def test_the_same_mistake_in_many_texts_is_one_problem(tmp_path: Path) -> None:
    owls = "".join(f'- {{id: o{n}, power: 1, text: "Take {{zonks}}."}}\n' for n in range(4))
    assert [each.partition(" ")[2] for each in wrong(tmp_path, "", owls=owls)] == [
        "PNP501 item=o0 name=zonks ~when=', and in 3 other texts' ~meant=zones"
    ]


def test_a_lone_brace(tmp_path: Path) -> None:
    write_bank(tmp_path, "Take {power.")
    _, problems = load_game(Project(tmp_path, tmp_path), "bank")
    assert [f"{each.span.line}:{each.span.column - START} {describe(each)}" for each in problems] == [
        "1:5 PNP039 brace={ other=}"
    ]


def test_rules_see_what_is_printed(tmp_path: Path) -> None:
    rules = "- {id: short, say: Short., each: text|characters <= 3, of: owls, where: power == 3}\n"
    found = wrong(tmp_path, "{power} {power}", rules=rules)
    assert found == []
    assert "PNP51" in wrong(tmp_path, "{power} {power} {power}", rules=rules)[0]


def test_what_cannot_be_filled_in_is_left_out(tmp_path: Path) -> None:
    """An index in it isn't taken for an icon."""
    write_bank(tmp_path, "Play [coin] {owls[9].name} now")
    game, _ = fill_game_texts(World(loaded(tmp_path), (), Evaluator()))
    assert game.components["owls"].pieces[0].fields["text"] == "Play [coin] … now"


def test_rules_see_what_the_glossary_says(tmp_path: Path) -> None:
    glossary = "- {term: owl, forms: [owls], say: 'One of {owls|count}.'}\n"
    asked = "glossary|map(term|capital) == ['Owl'] and glossary['owl'].say == 'One of 3.'"
    rules = f'- {{id: words, say: So., require: "{asked}"}}\n'
    (line,) = wrong(tmp_path, "Owl", glossary=glossary, rules=rules)
    assert line.endswith("PNP515 rule=words reason='One of 4. isn't One of 3.' ~when=' (with night)'")


def test_texts_do_not_print_what_the_glossary_says(tmp_path: Path) -> None:
    """It is said in one language only."""
    assert wrong(tmp_path, "{glossary['owl'].say}", glossary="- {term: owl, say: A bird.}\n") == [
        "1:1 PNP503 why='sentences of the glossary aren’t translated, so no text prints them'"
    ]


def test_figures_of_a_setup_that_cannot_be_dealt_are_no_news(tmp_path: Path) -> None:
    setup = FILES["setup.yaml"].replace("move: 1", "move: 100")
    assert {each.split()[1] for each in wrong(tmp_path, "{dealt.show_one}", setup=setup)} == {"PNP550"}


def test_what_only_texts_name_is_used(tmp_path: Path) -> None:
    template = "<face>{{ piece.name }}{{ piece.text }}{{ piece.faction }}{{ piece.plain }}{{ piece.parts }}</face>"
    (tmp_path / "layouts/bank").mkdir(parents=True)
    (tmp_path / "layouts/bank/owl.xml.j2").write_text(template)
    game = FILES["game.yaml"].replace("data: owls.yaml", "data: owls.yaml\n    front: owl.xml.j2")
    for text, unused in (("{power}", []), ("{3}", ["PNP143 path=power owner=owls"])):
        write_bank(tmp_path, text, game=game.replace("No more than {power}.", "No more."))
        found = check_game(loaded(tmp_path), Project(tmp_path, tmp_path))
        assert [describe(each) for each in found if each.code == "PNP143"] == unused


@given(st.text("ab{}\\ \u00e9\n", max_size=12))
def test_a_text_whose_braces_have_a_backslash_prints_as_it_is(text: str) -> None:
    escaped = re.sub(r"[\\{}]", r"\\\g<0>", text)
    assert find_lone_brace(escaped) is None
    assert list(find_holes(escaped)) == []
    assert "".join(map(str, split_holes(escaped))).replace("\\\\", "\\") == text
    assert len(mask_holes(text)) == len(text)
