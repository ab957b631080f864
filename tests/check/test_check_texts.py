"""Text hygiene: what each rule lets pass and what not, text by text."""

from pathlib import Path

import pytest
from tiny_game import write

from pnp.check import blanks, dashes, dots, glossary_words, marks, quotes, stops, wording
from pnp.load import load_game
from pnp.model.project import Project

GAME = """\
title: Small
version: "1"
languages: [{language}]
icons: {{coin: art/coin.svg}}
components:
  cards:
    title: Cards
    size: poker
    data: cards.yaml
    fields:
      name: {{type: text, translatable: true}}
      rule: {{type: text, translatable: true}}
      steps: {{type: list, of: text, translatable: true}}
      hidden: text
"""
RULES = {rule.__name__.rpartition(".")[2]: rule for rule in (blanks, dashes, dots, marks, quotes)}


def said(root: Path, rule, *cards: str, language: str = "en", glossary: str = "") -> list[str]:
    write(root, "card_data/small/game.yaml", GAME.format(language=language))
    entries = [f"- {{id: c{n}, {card}}}\n" for n, card in enumerate(cards)]
    write(root, "card_data/small/cards.yaml", "".join(entries))
    if glossary:
        write(root, "card_data/small/glossary.yaml", glossary)
    project = Project(root, root)
    game, problems = load_game(project, "small")
    assert problems == []
    assert game is not None
    return [problem.message for problem in rule.check(game, project)]


def about(root: Path, rule, text: str, language: str = "en") -> int:
    quoted = text.replace("'", "''")
    return len(said(root, rule, f"rule: '{quoted}'", language=language))


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
    assert about(tmp_path, RULES[name], text, language) == 1


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
        ("a\u00a0\u00a0b", "en"),
        ("a\nb", "en"),
        ("", "en"),
    ],
)
def test_what_is_right(tmp_path: Path, text: str, language: str) -> None:
    assert {name: about(tmp_path, rule, text, language) for name, rule in RULES.items()} == dict.fromkeys(RULES, 0)


def test_the_hint_has_the_quotes_of_the_language(tmp_path: Path) -> None:
    for language, hint in (
        ("en", "like “this”"),
        ("de-AT", "like „this“"),
        ("fr", "like «this»"),
        ("xx", "like “this”"),
    ):
        write(tmp_path, "card_data/small/game.yaml", GAME.format(language=language.replace("xx", "eo")))
        write(tmp_path, "card_data/small/cards.yaml", "- {id: one, rule: 'Say \"go\"'}\n")
        project = Project(tmp_path, tmp_path)
        game, _ = load_game(project, "small")
        assert game is not None
        assert [problem.hint for problem in quotes.check(game, project)] == [hint]


def test_texts_that_are_not_printed_as_prose_are_left_alone(tmp_path: Path) -> None:
    assert said(tmp_path, quotes, 'hidden: "don\'t"') == []


def test_a_full_stop_is_missed_where_four_and_three_of_four_have_one(tmp_path: Path) -> None:
    good, bad = "rule: Take a coin.", "rule: Take two coins"
    assert said(tmp_path, stops, good, good, good, bad) == []
    assert said(tmp_path, stops, *[good] * 4, bad) == ['"rule" has no full stop, unlike 4 others']
    assert len(said(tmp_path, stops, *[good] * 6, bad, bad)) == 2
    assert said(tmp_path, stops, *[good] * 5, bad, bad) == []
    assert said(tmp_path, stops, *[good] * 5, "rule: Flying", "rule: Very fast", "rule: ''") == []


@pytest.mark.parametrize("end", [".", "!", "?", "…", ":", ".”", ".)", ".**", "。", ". "])
def test_what_counts_as_a_full_stop(tmp_path: Path, end: str) -> None:
    cards = [f"rule: '**Take two coins{end}'".replace("**", "**" if end == ".**" else "")] * 5
    assert said(tmp_path, stops, *cards, "rule: Take one coin") == ['"rule" has no full stop, unlike 5 others']


def test_items_of_a_list_are_siblings(tmp_path: Path) -> None:
    items = "steps: [One of them., Two of them., Three of them., Four of them., Five of them]"
    assert said(tmp_path, stops, items) == ['"steps.4" has no full stop, unlike 4 others']


@pytest.mark.parametrize(
    ("one", "other", "differs"),
    [
        ("Take one [coin].", "Take one [coin]", True),
        ("Take one [coin].", "take One [coin].", True),
        ("Take one [coin].", "Take **one** [coin].", True),
        ("Take one [coin].", "Take one [coin].", False),
        ("Take 1 [coin].", "Take 2 [coin].", False),
        ("Take −1 [coin].", "Take 1 [coin].", False),
        ("Go home.", "Go Home", False),
    ],
)
def test_one_sentence_in_two_ways(tmp_path: Path, one: str, other: str, differs: bool) -> None:
    found = said(tmp_path, wording, f"rule: '{one}'", f"rule: '{one}'", f"rule: '{other}'")
    text = '"rule" differs from the same text of cards/c0 in capitals, marks or punctuation'
    assert found == ([text] if differs else [])
    assert said(tmp_path, wording, f"name: '{one}'", f"name: '{other}'") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sail to the port.", "says port, the glossary’s word is Harbor"),
        ("Port is drunk.", "says Port, the glossary’s word is Harbor"),
        ("Drink Port Wine.", ""),
        ("Drink port wine.", "says port wine, the glossary writes Port Wine"),
        ("The airport and the ports.", ""),
        ("The **harbor**.", "says harbor, the glossary writes Harbor"),
        ("HARBOR, Harbors.", ""),
        ("Coins or COIN or a Coin.", ""),
        ("Sail [port] away.", ""),
    ],
)
def test_words_of_the_glossary(tmp_path: Path, text: str, expected: str) -> None:
    terms = "- {term: Harbor, forms: [Harbors], avoid: [port]}\n- {term: Port Wine}\n- {term: coin, forms: [coins]}\n"
    found = said(tmp_path, glossary_words, f"rule: '{text}'", glossary=terms)
    assert found == ([f'"rule" {expected}'] if expected else [])
