"""Suggestions for names that are nearly right, and their end."""

from pnp.model.suggest import Hints, did_you_mean


def test_a_near_name_is_suggested_and_few_names_are_listed() -> None:
    assert did_you_mean("gren", ["green", "red"]) == "did you mean green?"
    assert did_you_mean("xyz", ["red", "green"]) == "there are: green, red"
    assert did_you_mean("xyz", map(str, range(13))) == ""


def test_words_for_the_same() -> None:
    assert did_you_mean("right", ["start", "center", "end"]) == "did you mean end?"
    assert did_you_mean("right", ["left", "right-hand"]) == "did you mean right-hand?"


def test_hints_end_when_they_get_dear() -> None:
    hints = Hints(comparisons=5)
    assert [hints("gren", ["green", "red"]) for _ in range(3)] == ["did you mean green?"] * 2 + [""]
    assert Hints()("g" * 101, ["green"]) == ""
