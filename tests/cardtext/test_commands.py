"""What a spreadsheet would run stands behind an apostrophe, and comes back without."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.cardtext.commands import guarded, unguarded


@pytest.mark.parametrize("text", ["=1+1", "+1 coin", "-", "@SUM(A1)", " =1", "\t=1", "＝1", "'=1", "''-x"])
def test_a_command_gets_an_apostrophe(text: str) -> None:
    assert guarded(text) == f"'{text}"
    assert unguarded(f"'{text}") == text


@pytest.mark.parametrize("text", ["", "owl", "1=1", "'tis", "'", "''", "'' x", "a -b", "–", "−2"])
def test_other_texts_stay(text: str) -> None:
    assert (guarded(text), unguarded(text)) == (text, text)


@given(st.text("'=+-@ \ta1", max_size=6))
def test_it_comes_back(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert not guarded(text).lstrip().startswith(("=", "+", "-", "@"))
