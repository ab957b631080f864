"""Levels and visual order are those of UAX #9, as python-bidi finds them on random strings."""

import unicodedata

import pytest
from babel import Locale
from bidi import get_display
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.typesetting.bidi import OPENING, levels_of, printed_levels, visual_order
from pnp.typesetting.words import needs_levels

# one or more characters of each class, brackets among them
LETTERS = "abcאבגدرزو"
NUMBERS = "123٤٥٦"
OTHERS = " .,:/+-%$#!?&*()[]<>\ufffc\u0301\u064b\u200b"
CONTROLS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f"
BRACKETS = {**OPENING, "<": ">"}


def visual_text(text: str, base: int) -> str:
    """Return the characters from left to right; either bracket of a pair as the opening one."""
    order = visual_order(levels_of(text, base))
    return unify_brackets("".join(text[at] for at in order))


def unify_brackets(text: str) -> str:
    opening = {closing: opening for opening, closing in BRACKETS.items()}
    return "".join(opening.get(c, c) for c in text if unicodedata.category(c) != "Cf")


@pytest.mark.nightly(examples=400)
@settings(max_examples=1500)
@given(st.text(LETTERS + NUMBERS + OTHERS, max_size=24), st.sampled_from([0, 1]))
def test_text_without_controls_stands_as_python_bidi_sets_it(text: str, base: int) -> None:
    assert visual_text(text, base) == unify_brackets(get_display(text, base_dir="LR"[base]))


@pytest.mark.nightly(examples=400)
@settings(max_examples=1500)
@given(st.text(LETTERS + NUMBERS + OTHERS + CONTROLS * 2, max_size=24), st.sampled_from([0, 1]))
def test_text_with_controls_stands_as_python_bidi_sets_it(text: str, base: int) -> None:
    text += "!"  # python-bidi doesn't set overridden spaces at the end back to the paragraph's level
    assert visual_text(text, base) == unify_brackets(get_display(text, base_dir="LR"[base]))


@pytest.mark.parametrize(
    ("text", "base", "levels"),
    [
        ("Fox 3", 0, "00000"),
        ("Fox 3", 1, "22222"),
        ("שועל", 0, "1111"),
        ("שועל Fox", 1, "11111222"),
        ("פי 3.5%", 1, "1112222"),
        ("خذ 3-4", 1, "1112" + "12"),
        ("א (b)", 1, "11121"),
        ("a (ב)", 0, "00010"),
        ("3.", 1, "21"),
        ("א\nb", 1, "112"),
        ("b א ", 0, "0010"),
        ("\u202eab\u202c c", 0, "0111" + "00"),
        ("א\u2066b!\u2069", 1, "11221"),
    ],
)
def test_levels(text: str, base: int, levels: str) -> None:
    assert "".join(map(str, levels_of(text, base))) == levels


@pytest.mark.parametrize(
    ("levels", "order"),
    [([], []), ([0, 0], [0, 1]), ([1, 1], [1, 0]), ([0, 1, 1, 0], [0, 2, 1, 3]), ([1, 2, 2, 1], [3, 1, 2, 0])],
)
def test_order(levels: list[int], order: list[int]) -> None:
    assert visual_order(levels) == order


def test_brackets_are_those_of_unicode() -> None:
    paired = {
        character
        for character in map(chr, range(0x110000))
        if unicodedata.mirrored(character)
        and unicodedata.category(character) in ("Ps", "Pe")
        and unicodedata.bidirectional(character) == "ON"
    }
    assert paired <= OPENING.keys() | OPENING.values()


@pytest.mark.parametrize(
    ("text", "needed"), [("plain", False), ("né – ж 漢", False), ("שלום", True), ("a\u200fb", True)]
)
def test_most_texts_need_no_levels(text: str, needed: bool) -> None:
    assert needs_levels(text) is needed


def test_every_character_that_runs_to_the_right_needs_levels() -> None:
    turning = ("R", "AL", "AN", "RLE", "RLO", "RLI", "LRE", "LRO", "LRI", "FSI")
    for character in map(chr, range(0x110000)):
        if unicodedata.bidirectional(character) in turning:
            assert needs_levels(character), hex(ord(character))


def printed_text(text: str, base: int = 1) -> str:
    """Return the characters from left to right, as they stand on paper."""
    order = visual_order(printed_levels(text, base))
    return "".join(text[at] for at in order)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("קח −1", "−1 חק"),
        ("קח -1 מטבע", "עבטמ -1 חק"),
        ("קח +2/−1 נקודות", "תודוקנ +2/−1 חק"),
        ("(+1) כוח", "חוכ (+1)".replace("(+1)", ")+1(")),
        ("ثعلب +1", "+1 بلعث"),
        ("ثعلب ±3 و −2,5", "−2,5 و ±3 بلعث"),
        ("روباه −۱۲", "−۱۲ هابور"),
        ("ב-3 קלפים", "םיפלק 3-ב"),  # a hyphen between a word and its number
        ("בּ-3", "3-ּב"),
        ("קלף 5−3", "5−3 ףלק"),
        ("קלפים 2–4", "4–2 םיפלק"),  # a range, as UAX #9 has it
        ("ثعلب −١", "١− بلعث"),  # Arabic digits: the sign stands where reading begins
    ],
)
def test_a_sign_stands_before_its_number(text: str, expected: str) -> None:
    assert printed_text(text) == expected


@pytest.mark.parametrize(("language", "word"), [("ar", "ثعلب"), ("he", "שועל"), ("fa", "روباه"), ("ur", "لومڑی")])
@pytest.mark.parametrize("digits", ["latn", "arab", "arabext"])
@pytest.mark.parametrize("kind", ["minusSign", "plusSign"])
def test_signs_stand_where_the_marks_of_cldr_put_them(language: str, word: str, digits: str, kind: str) -> None:
    sign = Locale.parse(language).number_symbols[digits][kind]
    number = {"latn": "12", "arab": "١٢", "arabext": "۱۲"}[digits]
    marked = f"{word} {sign}{number} {word}"
    bare = "".join(c for c in marked if unicodedata.category(c) != "Cf")
    by_marks = "".join(marked[at] for at in visual_order(levels_of(marked, 1)))
    assert printed_text(bare) == "".join(c for c in by_marks if unicodedata.category(c) != "Cf")


@settings(max_examples=500)
@given(st.text(LETTERS + NUMBERS + OTHERS.replace("+-", ""), max_size=24), st.sampled_from([0, 1]))
def test_without_signs_nothing_is_changed(text: str, base: int) -> None:
    assert printed_levels(text, base) == levels_of(text, base)
