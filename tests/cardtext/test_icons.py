"""Icons stand in brackets, with names of small letters, digits and hyphens; behind a backslash is none."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.cardtext.brackets import name_in, written
from pnp.cardtext.case import titled, upper
from pnp.cardtext.icons import (
    ICON_CHARACTER,
    Half,
    IconMark,
    around_icons,
    bracketed,
    halves,
    icon_names,
    icons_apart,
    icons_in,
    masked_icons,
    with_icons,
)
from pnp.cardtext.marks import read_marks
from pnp.cardtext.punctuation import escaped

texts = st.text(st.sampled_from("ab7-_ *[]\\\n") | st.characters(codec="utf-8"), max_size=24).map(
    lambda text: text.replace("7", "[coin]")
)
names = st.from_regex("[a-z0-9][a-z0-9_-]{0,8}", fullmatch=True)


def test_icons_and_their_places() -> None:
    assert list(icons_in("1 [coin], [a_1-b]")) == [IconMark("coin", 2, 8), IconMark("a_1-b", 10, 17)]


@pytest.mark.parametrize(
    "text",
    ["", "coin", "[Coin]", "[two words]", "[]", "[", "]", "[-x]", "[_x]", "[coin", "coin]", r"\[coin]", r"[coin\]"],
)
def test_what_is_no_icon(text: str) -> None:
    assert icon_names(text) == []
    assert masked_icons(text) == text


def test_a_backslash_before_a_backslash_leaves_the_icon_behind_it() -> None:
    assert icon_names(r"\\[coin]") == ["coin"]
    assert icon_names(r"\\\[coin]") == []


@given(names)
def test_a_written_icon_is_read(name: str) -> None:
    assert list(icons_in(written(name))) == [IconMark(name, 0, len(written(name)))]
    assert name_in(written(name)) == name


@settings(max_examples=300)
@given(texts)
def test_icons_are_those_that_print(text: str) -> None:
    assert icon_names(text) == [bit.icon for bit in read_marks(text) if bit.icon]
    assert icon_names(escaped(text)) == []


@settings(max_examples=300)
@given(texts)
def test_places_are_those_of_the_text(text: str) -> None:
    masked = masked_icons(text)
    assert len(masked) == len(text)
    for icon in icons_in(text):
        assert text[icon.start : icon.end] == written(icon.name)
        assert set(masked[icon.start : icon.end]) == {ICON_CHARACTER}
    assert set(icons_in(text)) <= set(bracketed(text))


@settings(max_examples=300)
@given(texts)
def test_icons_taken_apart_are_put_back(text: str) -> None:
    apart, icons = icons_apart(text)
    assert with_icons(apart, icons) == text
    assert apart.count(ICON_CHARACTER) == len(icons)
    assert around_icons(text, lambda words: words) == text


def test_words_change_around_icons() -> None:
    assert around_icons("take [coin] ﬁrst", lambda words: upper(words, "en")) == "TAKE [coin] FIRST"
    assert around_icons("[coin] or [hand] now", lambda words: titled(words, "en")) == "[coin] Or [hand] Now"
    assert around_icons(r"a \[coin]", lambda words: upper(words, "en")) == r"A \[COIN]"


def test_what_is_written_like_an_icon() -> None:
    text = r"[Coin] \[Not] [two words] [coin]"
    assert [text[found.start : found.end] for found in bracketed(text)] == ["[Coin]", "[two words]", "[coin]"]
    assert [found.name for found in bracketed(text)] == ["Coin", "two words", "coin"]


def test_icons_of_which_only_one_bracket_is_there() -> None:
    assert list(halves("Take [coin and go", ["coin"])) == [Half("coin", "[coin", 5, "closed")]
    assert list(halves("Take coin] and go", ["coin"])) == [Half("coin", "coin]", 5, "opened")]
    assert list(halves("[coin [coin", ["coin", "coin", "coin"])) == [
        Half("coin", "[coin", 0, "closed"),
        Half("coin", "[coin", 6, "closed"),
    ]
    assert list(halves(r"\[coin, gold-coin], [coin]", ["coin"])) == []
    assert list(halves(r"\\[coin", ["coin"])) == [Half("coin", "[coin", 2, "closed")]
