"""Hyphenation, beside libhyphen as the oracle."""

import hashlib
import re
import subprocess
import sys
from itertools import accumulate
from pathlib import Path

import pyphen
import pytest

from pnp.typesetting import breaks as hyphens
from pnp.typesetting.breaks import hyphenate

LIBHYPHEN = Path(__file__).parent / "libhyphen"


def places(shown: str) -> set[int]:
    """Return the places of hyphens: "Gold-stü-cke" → 4, 7."""
    parts = shown.split("-")[:-1]
    return set(accumulate(map(len, parts)))


def hyphenate_text(word: str, language: str) -> str:
    where = hyphenate(word, language)
    return "".join("-" * (i in where) + c for i, c in enumerate(word))


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "hy-phen-ation"),
        ("en-US", "hy-phen-ation"),
        ("en-GB", "in-ter-na-tion-al-iz-a-tion"),
        ("de", "Spiel-vor-be-rei-tung"),
        ("de-AT", "Do-nau-dampf-schiff-fahrt"),
        ("de_DE", "Ge-scheh-nis-karte"),
        ("de", "KAR-TEN-STA-PEL"),
        ("fr", "ar-te-fact"),
        ("ru", "пере-нос"),
        ("sr-Latn-RS", "kar-tica"),
    ],
)
def test_known_words(language, expected):
    assert hyphenate_text(expected.replace("-", ""), language) == expected


def words_of(file: Path) -> list[str]:
    return [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("%")]


@pytest.mark.parametrize("language", sorted(path.stem for path in LIBHYPHEN.glob("*.txt")))
def test_divides_as_libhyphen(language):
    """Words of names in the language, and how libhyphen divides them with the dictionary whose digest stands there."""
    file = LIBHYPHEN / f"{language}.txt"
    name = hyphens._dictionary_name(language)
    if hashlib.sha256(pyphen.LANGUAGES[name].read_bytes()).hexdigest() not in file.read_text(encoding="utf-8"):
        pytest.skip("libhyphen was asked with another dictionary")
    expected = words_of(file)
    assert [hyphenate_text(word.replace("-", ""), language) for word in expected] == expected
    assert sum(word.count("-") for word in expected) > len(expected) / 2


def test_german_hyphens_stand_where_german_has_them():
    """Compounds of card games with all hyphens that the official rules allow."""
    compounds = words_of(Path(__file__).parent / "german-compounds.txt")
    assert len(compounds) == len(set(compounds)) > 300
    wrong, found, possible = [], 0, 0
    for expected in compounds:
        word = expected.replace("-", "")
        right = places(expected)
        offered = set(hyphenate(word, "de"))
        if offered - right:
            wrong.append(hyphenate_text(word, "de"))
        found += len(offered & right)
        possible += len([at for at in right if hyphens.LEFT <= at <= len(word) - hyphens.RIGHT])
    assert len(wrong) <= 3, wrong
    assert found / possible > 0.97


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", "Mit-ar-bei-ter"),  # known to the dictionary: no part of it is looked at
        ("de", "Fein-heit"),  # ends like "Ein-heit"
        ("de", "Er-zäh-ler"),  # begins like "Erz-"
        ("de", "Part-ne-rin"),
        ("de", "Spie-le-rin"),
        ("de", "Rü-cken"),
    ],
)
def test_words_that_look_like_compounds(language, expected):
    assert hyphenate_text(expected.replace("-", ""), language) == expected


def test_the_longest_beginning_of_a_pattern_hides_shorter_ones():
    """In "xab", "abc" has begun, so that what "b" would say isn't heard; in "yb" it is."""
    level = hyphens._read_level(b"1b1\nab4c", "utf-8")
    assert hyphens._marks("xab", level) == [0] * 6
    assert hyphens._marks("xyb", level) == [0, 0, 0, 1, 1, 0]


def test_parts_of_a_compound_are_divided_by_themselves():
    """The second level sees each part with its own beginning and end, and keeps to the letters asked for there."""
    compounds, syllables = hyphens._read_level(b"gold1", "utf-8"), hyphens._read_level(b"1c\n1la", "utf-8")
    dictionary = hyphens.Dictionary((compounds, syllables), 2, 3, 0, 2, ())
    assert hyphens._divide("goldstucela", dictionary, dictionary.levels, True, True) == [4, 7, 9]
    assert hyphens._divide("goldstucela", dictionary._replace(part_left=4), dictionary.levels, True, True) == [4, 9]


@pytest.mark.parametrize(("never", "places"), [((), (4, 5)), (("’",), ())])
def test_what_a_dictionary_never_divides(monkeypatch, never, places):
    """Neither before an apostrophe nor behind it, where a dictionary says so."""
    assert hyphens._read_dictionary("ca").never == ("'", "’")
    dictionary = hyphens.Dictionary((hyphens._read_level("a1’1a".encode(), "utf-8"),), 2, 3, 0, 0, never)
    monkeypatch.setattr(hyphens, "_read_dictionary", lambda name: dictionary)
    assert hyphenate.__wrapped__("lava’avila", "ca") == places


def test_a_dictionary_may_ask_for_more_letters_at_the_ends():
    marathi = hyphens._read_dictionary("mr_IN")
    assert (marathi.left, marathi.right, marathi.part_left, marathi.part_right) == (3, 4, 2, 3)


def test_divisions_that_change_letters_are_not_offered():
    """Hungarian asszonynak becomes asz-szonynak, Catalan paral·lel becomes paral-lel."""
    assert hyphenate_text("asszonynak", "hu") == "asszony-nak"
    assert hyphenate_text("paral·lel", "ca") == "pa-ral·lel"


def test_stray_digits_in_a_dictionary_do_not_shift_divisions():
    """The library pyphen 0.18 reads "blut11harn1stoff" as blut-harn-s-toff and finds nothing in Ablage."""
    assert hyphenate_text("Blutharnstoff", "de") == "Blut-harn-stoff"
    assert hyphenate_text("Ablage", "de") == "Ab-lage"


def test_the_plain_form_of_a_pattern_does_not_replace_it():
    """The German dictionary lists "ka1bi1nett" and, later, "kabinett", which leaves it to the second level."""
    assert hyphenate_text("Kabinett", "de") == "Ka-bi-nett"


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
    assert hyphenate_text("aber", "de") == "aber"
    assert hyphenate_text("oben", "de") == "oben"
    assert hyphenate_text("Kapitel", "de") == "Ka-pi-tel"


@pytest.mark.parametrize("word", ["Bu\u0308cherregal", "\u0130stanbulda"])
def test_words_whose_letters_the_patterns_cannot_count_stay_whole(word):
    assert hyphenate(word, "de") == ()


def test_no_division_before_a_combining_mark():
    marks = re.compile("[\u0900-\u0903\u093a-\u094f]")
    for word in ("क्षत्रियों", "महाराष्ट्रातील", "विद्यार्थ्यांसाठी"):
        assert [word[i] for i in hyphenate(word, "mr") if marks.match(word[i])] == []


@pytest.mark.parametrize("language", ["ja", "xx", "", "-", "de" * 50, "../de", "klingon-DE"])
def test_languages_without_a_dictionary(language):
    assert hyphens._dictionary_name(language) is None
    assert hyphenate("Kartenstapel", language) == ()


@pytest.mark.parametrize("language", ["de", "de-AT", "DE", "de-LU", "en", "en-AU", "pt-BR", "sr-Latn", "hu"])
def test_languages_with_a_dictionary(language):
    assert hyphens._dictionary_name(language)


def test_every_dictionary_can_be_read():
    for name in sorted(pyphen.LANGUAGES):
        if name not in ("de_AT", "de_CH", "de_DE", "hu_HU", "hu"):  # large, and read by other tests
            assert any(len(level.letters) > 50 for level in hyphens._read_dictionary.__wrapped__(name).levels), name


def test_no_pattern_is_longer_than_the_words_that_are_divided():
    longest = max((key for level in hyphens._read_dictionary("de_AT").levels for key in level.letters), key=len)
    assert len(longest) <= hyphens._LONGEST, longest


def test_importing_the_module_leaves_pyphen_alone():
    code = "import sys, pnp.typesetting.breaks; print('pyphen' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
