"""Full stops and spellings that most of their like have: text by text."""

from pathlib import Path

import pytest
from card_texts import facts_of

from pnp.check.siblings import find_other_wordings, stops


def test_a_full_stop_is_missed_where_four_and_three_of_four_have_one(tmp_path: Path) -> None:
    good, bad = "rule: Take a coin.", "rule: Take two coins"
    assert facts_of(tmp_path, stops, good, good, good, bad) == []
    assert facts_of(tmp_path, stops, *[good] * 4, bad) == ["PNP153 path=rule stopping=4"]
    assert len(facts_of(tmp_path, stops, *[good] * 6, bad, bad)) == 2
    assert facts_of(tmp_path, stops, *[good] * 5, bad, bad) == []
    assert facts_of(tmp_path, stops, *[good] * 5, "rule: Flying", "rule: Very fast", "rule: ''") == []


@pytest.mark.parametrize("end", [".", "!", "?", "…", ":", ".”", ".)", ".**", "。", ". "])
def test_what_counts_as_a_full_stop(tmp_path: Path, end: str) -> None:
    cards = [f"rule: '**Take two coins{end}'".replace("**", "**" if end == ".**" else "")] * 5
    assert facts_of(tmp_path, stops, *cards, "rule: Take one coin") == ["PNP153 path=rule stopping=5"]


def test_items_of_a_list_are_siblings(tmp_path: Path) -> None:
    items = "steps: [One of them., Two of them., Three of them., Four of them., Five of them]"
    assert facts_of(tmp_path, stops, items) == ["PNP153 path=steps.4 stopping=4"]


@pytest.mark.parametrize(
    ("one", "other", "differs"),
    [
        ("Take one [coin].", "Take one [coin]", True),
        ("Take one [coin].", "take One [coin].", True),
        ("Take one [coin].", "Take **one** [coin].", True),
        ("Take one [coin].", "Take one [coin].", False),
        ("Take 1 [coin].", "Take 2 [coin].", False),
        ("Take −1 [coin].", "Take 1 [coin].", False),
        ("Take a [coin_a].", "Take a [coin_b]", False),
        (r"Take a (\[coin]).", r"Take a \[coin]", True),
        ("Go home.", "Go Home", False),
    ],
)
def test_one_sentence_in_two_ways(tmp_path: Path, one: str, other: str, differs: bool) -> None:
    found = facts_of(tmp_path, find_other_wordings, f"rule: '{one}'", f"rule: '{one}'", f"rule: '{other}'")
    text = "PNP145 path=rule usual=cards/c0"
    assert found == ([text] if differs else [])
    assert facts_of(tmp_path, find_other_wordings, f"name: '{one}'", f"name: '{other}'") == []
