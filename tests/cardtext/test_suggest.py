"""Suggestions for names that are nearly right, and their end."""

import pytest

from pnp.cardtext.suggest import Hints, did_you_mean, nearest_name


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


def test_the_nearest_name_is_the_one_that_the_hint_names() -> None:
    wrong = ("gren", "RED", "xyz", "g" * 101)
    assert [nearest_name(each, ["green", "red"]) for each in wrong] == ["green", "red", "", ""]
    hints = Hints(comparisons=1)
    assert (hints.nearest("gren", ["green"]), hints("gren", ["green"])) == ("green", "did you mean green?")


@pytest.mark.parametrize(
    ("wrong", "known", "hint"),
    [
        ("titel", ["title", "text"], "did you mean title?"),
        ("TITLE", ["title"], "did you mean title?"),
        ("zzz", ["b", "a"], "there are: a, b"),
        ("zzz", [f"name{i}" for i in range(40)], ""),
        ("zzz", [], ""),
    ],
)
def test_hints_name_the_nearest_or_all(wrong: str, known: list[str], hint: str) -> None:
    assert did_you_mean(wrong, known) == hint
