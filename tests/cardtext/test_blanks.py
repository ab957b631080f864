"""Blanks where none belong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.cardtext.punctuation import Blank, misplaced_blanks


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Take a coin.\nGo.", []),
        (" a", [Blank("begins with a blank", 0, 1)]),
        ("a ", [Blank("ends with a blank", 1, 2)]),
        ("a  b", [Blank("has more than one blank in a row", 1, 3)]),
        ("a\tb", [Blank("has more than one blank in a row", 1, 2)]),
        ("a \nb", [Blank("has a blank beside a line break", 1, 3)]),
        ("a\n", []),
    ],
)
def test_misplaced_blanks(text: str, found: list[Blank]) -> None:
    assert list(misplaced_blanks(text)) == found


def test_a_line_break_at_an_end() -> None:
    assert [found.says for found in misplaced_blanks("a\n", line_ends=True)] == ["ends with a blank"]


@given(st.text("ab \t\n", max_size=20))
def test_places_hold_blanks_and_without_them_none_is_left(text: str) -> None:
    for found in reversed(list(misplaced_blanks(text, line_ends=True))):
        assert text[found.start : found.end].strip() == ""
        inside = "\n" if "line break" in found.says else " " if "row" in found.says else ""
        text = text[: found.start] + inside + text[found.end :]
    assert text == text.strip()
    assert "\t" not in text
