"""Blanks, marks, quotes, dashes and dots: what each check lets pass and what not, text by text."""

from pathlib import Path

import pytest
from card_texts import facts_of, problems_of
from facts import fact
from hypothesis import given
from hypothesis import strategies as st

from pnp.cardtext.marks import has_simple_marks
from pnp.check import Check
from pnp.check.punctuation import _find_lone_marks, blanks, dashes, dots, marks, quotes

CHECKS = {"blanks": blanks, "dashes": dashes, "dots": dots, "marks": marks, "quotes": quotes}


def about(root: Path, check: Check, text: str, language: str = "en") -> int:
    quoted = text.replace("'", "''")
    return len(facts_of(root, check, f"rule: '{quoted}'", language=language))


@pytest.mark.parametrize(
    ("name", "text", "language"),
    [
        ("marks", "**Arrive: go.", "en"),
        ("marks", "Go.*", "en"),
        ("marks", "***Go** on.", "en"),
        ("marks", "Take ] it.", "en"),
        ("marks", "Go (or not (at all).", "en"),
        ("marks", "He says “go", "en"),
        ("marks", "Er sagt „los", "de"),
        ("marks", "Er sagt los“", "de"),
        ("marks", "Il dit «allez", "fr"),
        ("marks", "Take [COIN].", "en"),
        ("quotes", "don't", "en"),
        ("quotes", '"Go", he says.', "en"),
        ("quotes", 'Er sagt "los".', "de"),
        ("dashes", "go - or not", "en"),
        ("dashes", "go--or not", "en"),
        ("dashes", "-1", "en"),
        ("dashes", "Lose (-1) or *-1*", "en"),
        ("dots", "And....", "en"),
        ("blanks", "a  b", "en"),
        ("blanks", "a ", "en"),
    ],
)
def test_what_is_wrong(tmp_path: Path, name: str, text: str, language: str) -> None:
    assert about(tmp_path, CHECKS[name], text, language) == 1


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("**Arrive:** take 1 [coin] (or *two*).", "en"),
        ("2 * 3 * 4 = 24", "en"),
        ("***Both*** of **them *and* these**", "en"),
        ("[see page 3] (up to 3) (a) and a) b)", "en"),
        ("\\*one\\* \\[coin] \\[two\\]", "en"),
        ("He says “go”, I don’t", "en"),
        ("Er sagt „los“", "de"),
        ("Il dit « allez »", "fr"),
        ("Hän sanoi ”mene", "fi"),
        ("6' by 3\"", "en"),
        ("well-known, pages 2-4, A-1, 2026-01-31", "en"),
        ("go – or not, −1, 3 − 1", "en"),
        ("Wait… and see. Yes..", "en"),
        ("Up to [a--b], or [coin]-2", "en"),
        ("2\\\n*3*", "en"),
        ("a\u00a0\u00a0b", "en"),
        ("a\nb", "en"),
        ("", "en"),
    ],
)
def test_what_is_right(tmp_path: Path, text: str, language: str) -> None:
    assert {name: about(tmp_path, check, text, language) for name, check in CHECKS.items()} == dict.fromkeys(CHECKS, 0)


def test_the_hint_has_the_quotes_of_the_language(tmp_path: Path) -> None:
    for language, hint in (
        ("en", "like “this”"),
        ("de-AT", "like „this“"),
        ("fr", "like «this»"),
        ("eo", "like “this”"),
    ):
        (problem,) = problems_of(tmp_path, quotes, "rule: 'Say \"go\"'", language=language)
        assert problem.hint == hint


def test_texts_that_are_not_printed_as_prose_are_left_alone(tmp_path: Path) -> None:
    assert facts_of(tmp_path, quotes, 'hidden: "don\'t"') == []
    assert facts_of(tmp_path, marks, 'hidden: "(up"') == []


@pytest.mark.parametrize(
    ("text", "wrong", "hint"),
    [
        ("**Go", "opens **, which nothing closes", "a star itself is \\*"),
        ("**Go* on", "opens **, but closes *", "a star itself is \\*"),
        ("*Go** on", "opens *, but closes **", "a star itself is \\*"),
        ("go[/red] on", "closes [/red], which nothing opens", "write [red] where it begins"),
        ("[red]go[/rde]", "closes [/rde], which nothing opens", "[red] ends with [/red]"),
        ("[Red]go[/Red]", "closes [/Red], which nothing opens", "names of colours are in small letters: [red]"),
        ("[coin", "has [ without ]", ""),
    ],
)
def test_marks_mean_something_in_all_texts(tmp_path: Path, text: str, wrong: str, hint: str) -> None:
    (problem,) = problems_of(tmp_path, marks, f"hidden: '{text}'")
    told = fact(problem)
    assert (told.code, told.values["path"], told.values["wrong"], problem.hint) == ("PNP151", "hidden", wrong, hint)


@given(st.lists(st.sampled_from([*"*[]aB_- /\\\n", "**", "***", "[coin]", "[/a]", "[a]"]), max_size=14).map("".join))
def test_what_is_in_order_at_first_sight_has_no_lone_marks(text: str) -> None:
    if has_simple_marks(text):
        assert not _find_lone_marks(text, ("coin", "a"), {"]": "["})
