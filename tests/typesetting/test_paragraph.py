"""A text becomes words: what stands between two places where a line may end."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from styles import style

from pnp.cardtext.marks import strip_marks
from pnp.model.display import Shaped
from pnp.typesetting.paragraph import Paragraph, Paragraphs
from pnp.typesetting.words import InlineIcon, Word, typesetting_of


def _paragraph(paragraphs: Paragraphs, text: str, **options: object) -> Paragraph:
    return paragraphs.paragraph(text, typesetting_of(style(**options)))  # type: ignore[arg-type]


def _word_text(word: Word) -> str:
    """Return the text of a word; icons in brackets, a slash where the font changes."""
    return "/".join(part.text if isinstance(part, Shaped) else f"[{part.name}]" for part in word.parts)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Pay one, then go", ["Pay ", "one, ", "then ", "go"]),
        ("well-known 3-4 x/y", ["well-", "known ", "3-4 ", "x/", "y"]),
        ("no\u00a0break", ["no\u00a0break"]),
        ("Pay [coin], go", ["Pay ", "[coin]/, ", "go"]),
        ("[coin][coin]", ["[coin]/[coin]"]),
        ("a**b**c d", ["a/b/c ", "d"]),
        ("**two words** more", ["two ", "words/ ", "more"]),
        ("one\ntwo", ["one", "two"]),
        ("a\tb", ["a ", "b"]),
        ("wel\u00adcome", ["wel", "come"]),
    ],
)
def test_words_end_where_lines_may(paragraphs: Paragraphs, text: str, words: list[str]) -> None:
    assert [_word_text(word) for word in _paragraph(paragraphs, text).words] == words


def test_a_line_break_ends_the_line_and_an_empty_line_stays(paragraphs: Paragraphs) -> None:
    words = _paragraph(paragraphs, "one\n\ntwo\n").words
    assert [(_word_text(word), word.ends_line) for word in words] == [("one", True), ("", True), ("two", False)]


def test_upper_case_leaves_icons_alone(paragraphs: Paragraphs) -> None:
    words = _paragraph(paragraphs, "Straße [coin]", case="upper").words
    assert [_word_text(word) for word in words] == ["STRASSE ", "[coin]"]


def test_icons_are_as_wide_as_their_art(paragraphs: Paragraphs) -> None:
    word = _paragraph(paragraphs, "[coin][banner]").words[0]
    assert word.parts == (InlineIcon("coin", 0.96), InlineIcon("banner", 1.92))
    assert word.width == pytest.approx(2.88)


def test_an_unknown_icon_prints_as_its_name_and_is_told(paragraphs: Paragraphs) -> None:
    paragraph = _paragraph(paragraphs, "Pay [coyn] or [cion] or [coyn].")
    assert "".join(map(_word_text, paragraph.words)) == "Pay [coyn]/ or [cion]/ or [coyn]/."
    assert paragraph.unknown_icons == ("coyn", "cion")


def test_missing_characters_are_told_once(paragraphs: Paragraphs) -> None:
    assert _paragraph(paragraphs, "🦊 and 🦉 and 🦊").missing == "🦊🦉"


def test_tracking_widens_each_glyph(paragraphs: Paragraphs) -> None:
    (plain_word,) = _paragraph(paragraphs, "gate").words
    (tracked,) = _paragraph(paragraphs, "gate", tracking=0.1).words
    assert tracked.width == pytest.approx(plain_word.width + 4 * 0.1)


def test_equal_words_are_the_same_object_in_all_texts(paragraphs: Paragraphs) -> None:
    first, second = (_paragraph(paragraphs, text).words for text in ("turn a tile", "turn the tile"))
    assert first[0] is second[0]
    assert first[-1] is second[-1]


def test_marks_do_not_change_widths_by_themselves(paragraphs: Paragraphs) -> None:
    one, two = (_paragraph(paragraphs, text) for text in (r"a\*b", "a*b"))
    assert [word.width for word in one.words] == [word.width for word in two.words]


@settings(max_examples=150)
@given(
    text=st.text(st.sampled_from("abc xyz*[]\\-\n\u00ad🦊é") | st.characters(codec="utf-8"), min_size=1, max_size=40)
)
def test_words_say_what_the_text_says(paragraphs: Paragraphs, text: str) -> None:
    words = _paragraph(paragraphs, text).words
    kept = [c for c in strip_marks(text) if c not in "\n\r\v\f\x85\u2028\u2029\u00ad"]
    assert [c for word in words for c in word.text] == [" " if c == "\t" else c for c in kept]
    assert all(word.width >= 0 or word.kerns for word in words)
