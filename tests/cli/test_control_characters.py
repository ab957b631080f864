"""Whatever stands in files, terminals show it and don't obey it."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inn_game import PO, at
from running import Run
from tiny_game import change

from pnp.cli.commands.check import FORMATS
from pnp.cli.terminal import escape_controls, escape_controls_in_json, escape_controls_in_lines
from pnp.io.project import Project
from pnp.model.problem import Problem, Severity
from pnp.model.span import Span

COLOUR = "\x1b[31mred\x1b[2J"
SHOWN = "\\x1b[31mred\\x1b[2J"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Größe 名 [coin]", "Größe 名 [coin]"),
        (COLOUR, SHOWN),
        ("a\x9bb\x7f", "a\\x9bb\\x7f"),
        ("\u202eabc\u2066", "\\u202eabc\\u2066"),
        ("a\tb\nc\r", "a\\tb\\nc\\r"),
        ("soft\xad \ufeff\U000e0041", "soft\\xad \\ufeff\\U000e0041"),
        ("\udcff", "\\udcff"),  # a byte of a file's name
        ("می\u200cخواهم", "می\u200cخواهم"),  # without it, it would be another word
    ],
)
def test_what_is_shown(text: str, expected: str) -> None:
    assert escape_controls(text) == expected


def test_lines_stay() -> None:
    assert escape_controls_in_lines("a\x07\nb\n") == "a\\x07\nb\n"


@given(st.text() | st.text(st.sampled_from("a\n\x1b\x9b\u202e\U000e0041\ud800")))
@settings(max_examples=100)
def test_json_means_the_same(text: str) -> None:
    shown = escape_controls_in_json(json.dumps({"said": text}, ensure_ascii=False, indent=2))
    assert json.loads(shown) == {"said": text}
    assert escape_controls_in_lines(shown) == shown


def test_a_translation_with_colours(german: Path, run: Run) -> None:
    root = german.parents[3]
    change(root, PO, 'msgstr "Tart"', f'msgstr "Tart 7{COLOUR}"')
    change(root, PO, 'msgctxt "dishes.roast.name"', f'msgctxt "dishes.roast.{COLOUR}"')
    done = run("check", "inn", "--lang", "de")
    assert "\x1b" not in done.err + done.out
    tart, roast = at(german, "dishes.tart.name"), at(german, f"dishes.roast.{COLOUR}")
    around = "“Tart 7·[31mred\\x1b[2J”"
    told = (
        f"{tart}:15 PNP605 number=001B around='{around}' ~about=dishes.tart.name ~origin=card_data/inn/dishes.yaml:8:9"
    )
    assert told in done.facts
    line = int(roast.rpartition(":")[2]) - 2  # of the context
    assert [each for each in done.facts if "dishes.roast." in each and "PNP61" not in each] == [
        f"{PO}:{line}:23 PNP605 context=dishes.roast.{SHOWN} number=001B"
    ]
    for words in ("--format github", "--json", "--format sarif"):
        assert "\x1b" not in run("check", "inn", "--lang", "de", *words.split()).out
    assert "\x1b" not in run("build", "inn", "--lang", "de").err


@pytest.mark.parametrize("format", ["text", "concise", "github"])
def test_all_that_a_problem_says(format: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    span = Span(f"card_data/{COLOUR}.yaml", 3, 1)
    hint = f"not \u202e{COLOUR}"
    problem = Problem("PNP350", Severity.WARNING, span, "is {named}", (("named", COLOUR),), hint=hint, origin=span)
    FORMATS[format](Project(tmp_path, tmp_path), [("tiny", [problem])], True)
    said = "".join(capsys.readouterr())
    assert "\x1b" not in said and "\u202e" not in said
    assert said.count(SHOWN) == 4


def test_what_a_setup_tells(german: Path, run: Run) -> None:
    change(german.parents[3], PO, 'msgstr[0] "Serve öne dish."', 'msgstr[0] "Serve \u202eit."')
    assert "Serve \\u202eit." in run("setup", "inn", "--lang", "de", "--players", "1").out


def test_what_a_command_was_asked_for(tiny: Path, run: Run) -> None:
    assert "\x1b" not in run("check", COLOUR).err
