"""How languages write: capitals, numbers, quotes and blanks."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.cardtext.orthography import (
    Blank,
    capitalise,
    format_number,
    lower,
    misplaced_blanks,
    number_ranges,
    quotes_of,
    title_case,
    upper,
)


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
    assert title_case(text, language) == expected


def test_only_the_first_word_of_a_sentence() -> None:
    assert capitalise("ilk KIRMIZI kart", "tr") == "İlk kırmızı kart"
    assert capitalise("", "tr") == ""


@given(st.text(max_size=20), st.sampled_from(["en", "de", "ja", "fr-CA"]))
def test_other_languages_are_as_unicode_has_them(text: str, language: str) -> None:
    assert (upper(text, language), lower(text, language)) == (text.upper(), text.lower())


@given(st.text("αάιίϊΐυύϋΰηήοόωώβσς ἀᾳ", max_size=12))
def test_greek_capitals_have_no_accents_but_dialytika_and_that_of_or(text: str) -> None:
    marks = {c for c in unicodedata.normalize("NFD", upper(text, "el").replace("Ή", "")) if unicodedata.combining(c)}
    assert marks <= {"\u0308"}


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["3", "1,234", "12,345.678", "−2.5"]),
        ("de", ["3", "1.234", "12.345,678", "−2,5"]),
        ("de-CH", ["3", "1’234", "12’345.678", "−2.5"]),
        ("fr", ["3", "1\u00a0234", "12\u00a0345,678", "−2,5"]),  # a space that every font has
        ("pl", ["3", "1234", "12\u00a0345,678", "−2,5"]),  # four digits stand together
        ("pt-BR", ["3", "1.234", "12.345,678", "−2,5"]),
        ("pt-PT", ["3", "1234", "12\u00a0345,678", "−2,5"]),
        ("x-elvish", ["3", "1,234", "12,345.678", "−2.5"]),
    ],
)
def test_decimals_and_thousands(language: str, expected: list[str]) -> None:
    assert [format_number(language, value) for value in (3, 1234, 12345.678, -2.5)] == expected


def test_lakhs_and_digits_that_are_asked_for() -> None:
    assert format_number("hi", 1234567) == "12,34,567"
    assert format_number("hi", 1234567, 2) == "12,34,567.00"
    assert [format_number("de", 2.345, digits) for digits in (None, 0, 1, 5)] == ["2,345", "2", "2,3", "2,34500"]


@pytest.mark.parametrize(
    ("numbers", "expected"), [((), ""), ((5,), "5"), ((1, 2), "1–2"), ((6, 2, 4, 3), "2–4, 6"), ((1, 3, 5), "1, 3, 5")]
)
def test_several_numbers(numbers: tuple[int, ...], expected: str) -> None:
    assert number_ranges(numbers) == expected


@pytest.mark.parametrize(
    ("language", "quoted"),
    [("en", "“a”"), ("de", "„a“"), ("de-AT", "„a“"), ("de-CH", "«a»"), ("fr", "«a»"), ("ja", "「a」"), ("xx", "“a”")],
)
def test_quotes_of_a_language_or_of_its_parent(language: str, quoted: str) -> None:
    quotes = quotes_of(language)
    assert f"{quotes.opens}a{quotes.closes}" == quoted
    assert set(quoted) - {"a"} <= quotes.marks


def test_the_apostrophe_may_stand_in_any_text() -> None:
    assert all(quotes_of(tag).apostrophe in quotes_of(tag).marks for tag in ("en", "de", "he", "nl", "ru"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Take a coin.\nGo.", []),
        (" a", [Blank("begins with a blank", 0, 1)]),
        ("a ", [Blank("ends with a blank", 1, 2)]),
        ("a  b", [Blank("has more than one blank in a row", 1, 3)]),
        ("a\tb", [Blank("has more than one blank in a row", 1, 2)]),
        ("a \nb", [Blank("has a blank beside a line break", 1, 3)]),
        ("a\n", []),
    ],
)
def test_misplaced_blanks(text: str, found: list[Blank]) -> None:
    assert list(misplaced_blanks(text)) == found


def test_a_line_break_at_an_end() -> None:
    assert [found.says for found in misplaced_blanks("a\n", line_ends=True)] == ["ends with a blank"]


@given(st.text("ab \t\n", max_size=20))
def test_places_hold_blanks_and_without_them_none_is_left(text: str) -> None:
    for found in reversed(list(misplaced_blanks(text, line_ends=True))):
        assert text[found.start : found.end].strip() == ""
        inside = "\n" if "line break" in found.says else " " if "row" in found.says else ""
        text = text[: found.start] + inside + text[found.end :]
    assert text == text.strip()
    assert "\t" not in text
