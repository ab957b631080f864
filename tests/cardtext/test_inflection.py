"""Patterns of a word's inflections: which words of a text are the glossary's."""

import re

import pytest

from pnp.cardtext.inflection import english_pattern, german_pattern


@pytest.mark.parametrize(
    ("form", "right", "wrong"),
    [
        ("abwerfen", "abwerfen|abzuwerfen|Abgeworfene|wirf sie ab|Werft alles jetzt ab!|er wirft, was er hat, ab",
         "Wirf sie. Ab jetzt|aufwerfen|abwehren|wirf aus"),
        ("vergraben", "vergräbt|vergrab|Vergräbst|vergrabener|vergrub", "Grab|graben|vergreifen"),
        ("legen", "leg|legst|gelegten|Legt|lege ihn aus der Hand dorthin", "lag|leg ihn ab|ablegen|lege alles hin."),
        ("ziehen", "zieh|zögen|gezogenen|Ziehen", "Zug|erziehen|zieh an!"),
        ("sammeln", "sammle|sammelt|gesammelt", "Sammlung"),
        ("Wolf", "Wolf|Wölfe|Wölfen|Wolfs", "wolf|Wolfram|Wolle"),
        ("Münze", "Münze|Münzen", "Münzstapel|Munition"),
        ("Charakter", "Charakters|Charakteren", "Charakterkarte|charakterlich"),
        ("Gesandter", "Gesandte|Gesandten|Gesandter", "gesandt|Gesandtschaft"),
        ("Vogel", "Vögel|Vogels|Vögeln", "Vogler"),
        ("dunkler Bereich", "dunklen\xa0Bereichs|Dunkler Bereich", "dunkle|Bereich|dunkler, Bereich"),
        ("verdeckt", "verdeckt|Verdeckte|verdecktem", "verdecken|unverdeckt"),
        ("Hafen-", "Hafenfeld", "Yachthafen"),
    ],
)  # fmt: skip
def test_german_inflections(form: str, right: str, wrong: str) -> None:
    pattern = re.compile(german_pattern(form))
    assert [text for text in right.split("|") if not pattern.search(text)] == []
    assert [text for text in wrong.split("|") if pattern.search(text)] == []


@pytest.mark.parametrize(
    ("form", "longer"),
    [("Münze", "Münzstapel"), ("Stapel", "Münzstapels"), ("Turm", "Kirchtürme"), ("Hafen", "Yachthäfen")],
)
def test_compounds_have_a_noun_within_them(form: str, longer: str) -> None:
    assert re.search(german_pattern(form, within=True), longer)
    assert not re.search(german_pattern(form), longer)


@pytest.mark.parametrize(
    ("form", "part", "words"),
    [
        ("place", "verb", "place|places|placed|placing"),
        ("bury", "verb", "buries|buried|burying"),
        ("tap", "verb", "taps|tapped|tapping"),
        ("look at", "verb", "looks at|looking at"),
        ("party", "noun", "party|parties"),
        ("tree tile", "noun", "tree tile|tree tiles"),
    ],
)
def test_english_inflections(form: str, part: str, words: str) -> None:
    pattern = re.compile(english_pattern(form, part))
    assert [word for word in words.split("|") if not pattern.fullmatch(word)] == []
    assert not re.fullmatch(english_pattern("Harbor", "name"), "Harbors")
