"""Capitals and small letters by language: Unicode's SpecialCasing, and Greek capitals as ICU makes them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.cardtext.case import capitalised, lower, titled, upper


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "tepe kabileleri", "TEPE KABILELERI"),
        ("tr", "tepe kabileleri", "TEPE KABİLELERİ"),
        ("tr-TR", "ısı", "ISI"),
        ("az-Latn", "iki", "İKİ"),
        ("de", "Straße", "STRASSE"),
        ("de", "GROẞ", "GROẞ"),
        ("nl", "ijsberg", "IJSBERG"),
        ("lt", "mi̇́na, mína", "MÍNA, MÍNA"),
        ("lt", "į̇̃, j̇̃", "Į̃, J̃"),
        ("lt", "ėjimas, žaidėjas", "ĖJIMAS, ŽAIDĖJAS"),
        ("hy", "և", "ԵՎ"),
        ("el", "άνθρωπος", "ΑΝΘΡΩΠΟΣ"),
        ("el", "Μάιος", "ΜΑΪΟΣ"),
        ("el", "Μαΐου", "ΜΑΪΟΥ"),
        ("el", "άυλος, αυλή, πρωτεΐνη", "ΑΫΛΟΣ, ΑΥΛΗ, ΠΡΩΤΕΪΝΗ"),
        ("el", "ένα ή δύο", "ΕΝΑ Ή ΔΥΟ"),
        ("el", "η αρχή", "Η ΑΡΧΗ"),
        ("el", "ἀρχή, ᾠδή, ᾳ", "ΑΡΧΗ, ΩΙΔΗ, ΑΙ"),
        ("el", "α\u0301ι", "ΑΪ"),
        ("el", "Fox: κλέψε 2×", "FOX: ΚΛΕΨΕ 2×"),
        ("fr", "éléphant", "ÉLÉPHANT"),
    ],
)
def test_capitals(language: str, text: str, expected: str) -> None:
    assert upper(text, language) == unicodedata.normalize("NFC", expected)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "KISIK", "kisik"),
        ("tr", "KISIK İKİ I\u0307", "kısık iki i"),
        ("az", "IŞIQ", "ışıq"),
        ("lt", "MÌNA", "mi\u0307\u0300na"),
        ("lt", "Į̃, J́", "į\u0307\u0303, j\u0307\u0301"),
        ("lt", "IR JI", "ir ji"),
        ("el", "ΟΔΟΣ ΣΑΣ", "οδος σας"),
    ],
)
def test_small_letters(language: str, text: str, expected: str) -> None:
    assert lower(text, language) == unicodedata.normalize("NFC", expected)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "the iron-chancellor (ii)", "The Iron-Chancellor (Ii)"),
        ("tr", "istanbul ILIK", "İstanbul Ilık"),
        ("nl", "het ijs, IJSLAND", "Het IJs, IJsland"),
        ("el", "άγιος όρμος", "Άγιος Όρμος"),
        ("de", "ßa", "Ssa"),
    ],
)
def test_words_with_capitals(language: str, text: str, expected: str) -> None:
    assert titled(text, language) == expected


def test_only_the_first_word_of_a_sentence() -> None:
    assert capitalised("ilk KIRMIZI kart", "tr") == "İlk kırmızı kart"
    assert capitalised("", "tr") == ""


@given(st.text(max_size=20), st.sampled_from(["en", "de", "ja", "fr-CA"]))
def test_other_languages_are_as_unicode_has_them(text: str, language: str) -> None:
    assert (upper(text, language), lower(text, language)) == (text.upper(), text.lower())


@given(st.text("αάιίϊΐυύϋΰηήοόωώβσς ἀᾳ", max_size=12))
def test_greek_capitals_have_no_accents_but_dialytika_and_that_of_or(text: str) -> None:
    marks = {c for c in unicodedata.normalize("NFD", upper(text, "el").replace("Ή", "")) if unicodedata.combining(c)}
    assert marks <= {"\u0308"}
