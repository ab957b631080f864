"""Hyphenation, beside pyphen as the oracle."""

import random
import re
import subprocess
import sys

import pyphen
import pytest

from pnp.layout.text import hyphens
from pnp.layout.text.hyphens import has_hyphenation, hyphenate


def shown(word: str, language: str) -> str:
    where = hyphenate(word, language)
    return "".join("-" * (i in where) + c for i, c in enumerate(word))


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "hy-phen-a-tion"),
        ("en-US", "hy-phen-ation"),
        ("en-GB", "in-ter-na-tion-al-iz-a-tion"),
        ("de", "Spiel-vor-be-rei-tung"),
        ("de-AT", "Do-nau-dampf-schiff-fahrt"),
        ("de_DE", "Ge-scheh-nis-karte"),
        ("de", "KAR-TEN-STA-PEL"),
        ("fr", "ar-te-fact"),
        ("ru", "пе-ре-нос"),
        ("sr-Latn-RS", "kar-tica"),
    ],
)
def test_known_words(language, expected):
    assert shown(expected.replace("-", ""), language) == expected


@pytest.mark.parametrize("language", ["en_US", "fr", "sv", "nb_NO", "ru_RU", "mr_IN"])
def test_divides_as_pyphen(language):
    """Words put together from the pieces that the patterns know."""
    oracle = pyphen.Pyphen(lang=language, left=hyphens.LEFT, right=hyphens.RIGHT)
    pieces = [re.sub(r"\W", "", piece) for piece in oracle.hd.patterns]
    chance = random.Random(7)
    for _ in range(1000):
        word = "".join(chance.choices(pieces, k=chance.randint(1, 3)))
        marks = [i for i in oracle.positions(word) if not word[i].isalpha()]
        assert (word, hyphenate(word, language)) == (word, tuple(i for i in oracle.positions(word) if i not in marks))


def test_divisions_that_change_letters_are_not_offered():
    """Hungarian asszonynak becomes asz-szonynak, Catalan paral·lel becomes paral-lel."""
    assert shown("asszonynak", "hu") == "asszony-nak"
    assert shown("paral·lel", "ca") == "pa-ral·lel"


def test_stray_digits_in_a_dictionary_do_not_shift_divisions():
    """pyphen 0.18 reads "blut11harn1stoff" as blut-harn-s-toff and finds nothing in Ablage."""
    assert shown("Blutharnstoff", "de") == "Blut-harn-stoff"
    assert shown("Ablage", "de") == "Ab-lage"


def test_the_plain_form_of_a_pattern_does_not_replace_it():
    """The German dictionary lists "ka1bi1nett" and, later, "kabinett"."""
    assert shown("Kabinett", "de") == "Ka-bi-nett"


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Wachs\u00adtube", (6,)),
        ("a\u00adb\u00adc", (2, 4)),
        ("a\u00ad\u00adb", (3,)),
        ("\u00adKartenstapel", ()),
        ("Kartenstapel\u00ad", ()),
        ("\u00ad", ()),
    ],
)
@pytest.mark.parametrize("language", ["de", "xx"])
def test_soft_hyphens_override_the_dictionary(word, expected, language):
    assert hyphenate(word, language) == expected


@pytest.mark.parametrize("word", ["", "ab", "Rabe", "Rot", "x" * 101, "Karten" * 5000])
def test_words_too_short_or_too_long_stay_whole(word):
    assert hyphenate(word, "de") == ()


def test_two_letters_stay_before_and_three_after():
    assert shown("aber", "de") == "aber"
    assert shown("oben", "de") == "oben"
    assert shown("Kapitel", "de") == "Ka-pi-tel"


@pytest.mark.parametrize("word", ["Bu\u0308cherregal", "\u0130stanbulda"])
def test_words_whose_letters_the_patterns_cannot_count_stay_whole(word):
    assert hyphenate(word, "de") == ()


def test_no_division_before_a_combining_mark():
    marks = re.compile("[\u0900-\u0903\u093a-\u094f]")
    for word in ("क्षत्रियों", "महाराष्ट्रातील", "विद्यार्थ्यांसाठी"):
        assert [word[i] for i in hyphenate(word, "mr") if marks.match(word[i])] == []


@pytest.mark.parametrize("language", ["ja", "xx", "", "-", "de" * 50, "../de", "klingon-DE"])
def test_languages_without_a_dictionary(language):
    assert not has_hyphenation(language)
    assert hyphenate("Kartenstapel", language) == ()


@pytest.mark.parametrize("language", ["de", "de-AT", "DE", "de-LU", "en", "en-AU", "pt-BR", "sr-Latn", "hu"])
def test_languages_with_a_dictionary(language):
    assert has_hyphenation(language)


def test_every_dictionary_can_be_read():
    for name in sorted(pyphen.LANGUAGES):
        if name not in ("de_AT", "de_CH", "de_DE", "hu_HU", "hu"):  # large, and read by other tests
            assert len(hyphens._dictionary.__wrapped__(name)) > 50, name


def test_no_pattern_is_longer_than_the_words_that_are_divided():
    longest = max(hyphens._dictionary("de_AT"), key=len)
    assert len(longest) <= hyphens._LONGEST, longest


def test_importing_the_module_leaves_pyphen_alone():
    code = "import sys, pnp.layout.text.hyphens; print('pyphen' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
