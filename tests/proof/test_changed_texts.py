"""Two texts, word by word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.proof.differences import ChangedText, changed_texts


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Take a coin.", "Take one coin.", "Take [-a-]{+one+} coin."),
        ("Take a coin.", "Take a coin", "Take a coin[-.-]"),
        ("You don't pay 1.5 gold", "You do pay 2.5 gold", "You [-don't-]{+do+} pay [-1.5-]{+2.5+} gold"),
        ("one two three four", "one five six four", "one [-two three-]{+five six+} four"),
        ("", "New", "{+New+}"),
        ("Old", "", "[-Old-]"),
        ("森の精が来た", "森の霊が来た", "森の[-精-]{+霊+}が来た"),
        ("ไปที่นี่", "ไปที่นั่น", "[-ไปที่นี่-]{+ไปที่นั่น+}"),
        ("Take [dot] now", "Take [sun] now", "Take [[-dot-]{+sun+}] now"),
    ],
)
def test_what_has_changed(old: str, new: str, said: str) -> None:
    assert str(ChangedText(old, new)) == said


@given(st.text("ab c.\n森", max_size=30), st.text("ab c.\n森", max_size=30))
def test_nothing_is_lost(old: str, new: str) -> None:
    stretches = ChangedText(old, new).stretches
    assert "".join(each.old for each in stretches) == old
    assert "".join(each.new for each in stretches) == new
    assert any(each.old != each.new for each in stretches) == (old != new)


def test_texts_of_a_face_stand_beside_those_whose_place_they_take() -> None:
    assert changed_texts(["Fox", "Red.", "1"], ["Fox", "Brown.", "1"]) == [("Red.", "Brown.")]
    assert changed_texts(["Fox", "1"], ["Fox", "Red.", "1"]) == [("", "Red.")]
    assert changed_texts(["Fox", "Red.", "1"], []) == [("Fox", ""), ("Red.", ""), ("1", "")]


def test_very_long_texts_are_told_as_a_whole() -> None:
    old, new = " ".join(map(str, range(2000))), " ".join(map(str, range(1, 2001)))
    assert ChangedText(old, new).stretches == [(old, new)]
