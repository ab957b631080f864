"""The words of a card text without its marks, and backslashes that take the meaning of signs."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.cardtext.braces import mask_holes
from pnp.cardtext.icons import ICON_CHARACTER, extract_icons
from pnp.cardtext.marks import (
    SIGNS,
    Bit,
    bare_words,
    escape_marks,
    find_lone_marks,
    mask_escapes,
    printed_text,
    quote_excerpt,
    read_marks,
    source_range,
    strip_marks,
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("**Take** 2 [coin].", f"Take 2 {ICON_CHARACTER}."),
        (r"\[coin] \*", "[coin] *"),
        ("one\\\ntwo", "one two"),
        ("2*3 and **6**", "2*3 and 6"),
        ("co\u00adin \u202acoin\u202c \ufeff", "coin coin "),
        ("a\tb\nc", "a\tb\nc"),
        (r"\\[coin]", f"\\{ICON_CHARACTER}"),
    ],
)
def test_words_alone(text: str, words: str) -> None:
    assert bare_words(text) == words


@settings(max_examples=200)
@given(st.text("ab *[]\\\n{}\u00ad", max_size=24))
def test_words_are_what_prints(text: str) -> None:
    assert bare_words(text) == printed_text(text).replace("\u00ad", "")


@settings(max_examples=300)
@given(st.text("ab *[]\\\n\u00ad", max_size=20).map(lambda text: text.replace("b", "[coin]")))
def test_each_of_the_words_stands_somewhere_in_the_text(text: str) -> None:
    words = bare_words(text)
    places = [source_range(text, at, at + 1) for at in range(len(words))]
    assert places == sorted(places)
    for word, (start, end) in zip(words, places, strict=True):
        assert bare_words(text[start:end]) == word


TEXT = "A text of so many words that not all of it is shown."


def test_an_excerpt_is_a_dozen_characters_on_both_sides() -> None:
    assert quote_excerpt(TEXT, 20, 24) == "“…f so many words that not all…”"
    assert quote_excerpt(TEXT, 0, 1) == "“A text of so …”"
    assert quote_excerpt(TEXT, 0, 1, least=24) == "“A text of so many words …”"
    assert quote_excerpt(TEXT) == f"“{TEXT}”"
    assert quote_excerpt("a\n\tb", 0, 1) == "“a⏎⇥b”"


def test_an_excerpt_shows_icons_and_holes_as_such() -> None:
    text = mask_holes("{cards[4]} [coin] and [hand] here")
    assert quote_excerpt(text, 11, 12) == "“{…} [coin] and [h…”"
    icons = extract_icons(text)[1]
    assert quote_excerpt(bare_words(text), 11, 12, icons) == "“{…} [coin] and [hand] here”"
    assert quote_excerpt(bare_words(text), 19, 20, icons).endswith("[hand] here”")


@settings(max_examples=200)
@given(st.text("ab *[]\\\n{}\u00ad\ufffd", max_size=24))
def test_each_word_is_found_where_it_is_written(text: str) -> None:
    words = bare_words(text)
    places = [source_range(text, at, at + 1) for at in range(len(words))]
    assert all(before[1] <= place[0] for before, place in pairwise(places))
    for letter, (start, end) in zip(words, places, strict=True):
        assert letter in (*text[start:end], ICON_CHARACTER) or text[start:end] == "\\\n"


def test_places_of_words_leave_marks_out() -> None:
    text = "**Take** \\*[coin] *fr\u00adom* here"
    words = bare_words(text)
    for word, written in (("Take", "Take"), ("*", "\\*"), (ICON_CHARACTER, "[coin]"), ("from", "fr\u00adom")):
        start, end = source_range(text, words.index(word), words.index(word) + len(word))
        assert text[start:end] == written


texts = st.text(st.sampled_from("ab *[]\\\n") | st.characters(codec="utf-8"), max_size=30)


def test_signs_of_others_mean_nothing() -> None:
    assert escape_marks("a *b* [c] \\") == "a \\*b\\* \\[c\\] \\\\"


@settings(max_examples=300)
@given(texts)
def test_an_escaped_text_prints_itself(text: str) -> None:
    assert strip_marks(escape_marks(text)) == printed_text(escape_marks(text)) == text
    assert all(bit == Bit(bit.text) for bit in read_marks(escape_marks(text)))


def test_what_means_nothing_is_masked_with_its_bracket() -> None:
    masked = ICON_CHARACTER
    assert mask_escapes(r"\[Coin] [coin]") == masked * 7 + " [coin]"
    assert mask_escapes(r"\* * \\[a]") == f"{masked * 2} * {masked * 2}[a]"
    assert mask_escapes("C:\\games \\\n") == "C:\\games \\\n"


@settings(max_examples=300)
@given(texts)
def test_masking_moves_nothing(text: str) -> None:
    masked = mask_escapes(text)
    assert len(masked) == len(text)
    assert all(one == other or other == ICON_CHARACTER for one, other in zip(text, masked, strict=True))
    assert [lone[1:] for lone in find_lone_marks(masked)] == [lone[1:] for lone in find_lone_marks(text)]
    assert not set(SIGNS) & set(mask_escapes(escape_marks(text)))
