"""Words alone, and excerpts around a place."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.cardtext.holes import masked
from pnp.cardtext.icons import ICON_CHARACTER, icons_apart
from pnp.cardtext.marks import printed
from pnp.cardtext.punctuation import bare, excerpt, place_in_text


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
    assert bare(text) == words


@settings(max_examples=200)
@given(st.text("ab *[]\\\n{}\u00ad", max_size=24))
def test_words_are_what_prints(text: str) -> None:
    assert bare(text) == printed(text).replace("\u00ad", "")


@settings(max_examples=300)
@given(st.text("ab *[]\\\n\u00ad", max_size=20).map(lambda text: text.replace("b", "[coin]")))
def test_each_of_the_words_stands_somewhere_in_the_text(text: str) -> None:
    words = bare(text)
    places = [place_in_text(text, at, at + 1) for at in range(len(words))]
    assert places == sorted(places)
    for word, (start, end) in zip(words, places, strict=True):
        assert bare(text[start:end]) == word


TEXT = "A text of so many words that not all of it is shown."


def test_an_excerpt_is_a_dozen_characters_on_both_sides() -> None:
    assert excerpt(TEXT, 20, 24) == "“…f so many words that not all…”"
    assert excerpt(TEXT, 0, 1) == "“A text of so …”"
    assert excerpt(TEXT, 0, 1, least=24) == "“A text of so many words …”"
    assert excerpt(TEXT) == f"“{TEXT}”"
    assert excerpt("a\n\tb", 0, 1) == "“a⏎⇥b”"


def test_an_excerpt_shows_icons_and_holes_as_such() -> None:
    text = masked("{cards[4]} [coin] and [hand] here")
    assert excerpt(text, 11, 12) == "“{…} [coin] and [h…”"
    icons = icons_apart(text)[1]
    assert excerpt(bare(text), 11, 12, icons) == "“{…} [coin] and [hand] here”"
    assert excerpt(bare(text), 19, 20, icons).endswith("[hand] here”")


@settings(max_examples=200)
@given(st.text("ab *[]\\\n{}\u00ad\ufffd", max_size=24))
def test_each_word_is_found_where_it_is_written(text: str) -> None:
    words = bare(text)
    places = [place_in_text(text, at, at + 1) for at in range(len(words))]
    assert all(before[1] <= place[0] for before, place in pairwise(places))
    for letter, (start, end) in zip(words, places, strict=True):
        assert letter in (*text[start:end], ICON_CHARACTER) or text[start:end] == "\\\n"


def test_places_of_words_leave_marks_out() -> None:
    text = "**Take** \\*[coin] *fr\u00adom* here"
    words = bare(text)
    for word, written in (("Take", "Take"), ("*", "\\*"), (ICON_CHARACTER, "[coin]"), ("from", "fr\u00adom")):
        start, end = place_in_text(text, words.index(word), words.index(word) + len(word))
        assert text[start:end] == written
