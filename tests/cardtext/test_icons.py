"""Icons stand in brackets, with names of small letters, digits and hyphens; behind a backslash is none."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.cardtext.icons import (
    ICON_CHARACTER,
    HalfIcon,
    IconMark,
    change_words,
    extract_icons,
    find_half_icons,
    find_icons,
    icon_names,
    mask_icons,
    name_of_tag,
    restore_icons,
    write_tag,
)
from pnp.cardtext.marks import escape_marks, read_marks
from pnp.cardtext.orthography import title_case, upper

texts = st.text(st.sampled_from("ab7-_ *[]\\\n") | st.characters(codec="utf-8"), max_size=24).map(
    lambda text: text.replace("7", "[coin]")
)
names = st.from_regex("[a-z0-9][a-z0-9_-]{0,8}", fullmatch=True)


def test_icons_and_their_places() -> None:
    assert list(find_icons("1 [coin], [a_1-b]")) == [IconMark("coin", 2, 8), IconMark("a_1-b", 10, 17)]


@pytest.mark.parametrize(
    "text",
    ["", "coin", "[Coin]", "[two words]", "[]", "[", "]", "[-x]", "[_x]", "[coin", "coin]", r"\[coin]", r"[coin\]"],
)
def test_what_is_no_icon(text: str) -> None:
    assert icon_names(text) == []
    assert mask_icons(text) == text


def test_a_backslash_before_a_backslash_leaves_the_icon_behind_it() -> None:
    assert icon_names(r"\\[coin]") == ["coin"]
    assert icon_names(r"\\\[coin]") == []


@given(names)
def test_a_written_icon_is_read(name: str) -> None:
    assert list(find_icons(write_tag(name))) == [IconMark(name, 0, len(write_tag(name)))]
    assert name_of_tag(write_tag(name)) == name


@settings(max_examples=300)
@given(texts)
def test_icons_are_those_that_print(text: str) -> None:
    assert icon_names(text) == [bit.icon for bit in read_marks(text) if bit.icon]
    assert icon_names(escape_marks(text)) == []


@settings(max_examples=300)
@given(texts)
def test_places_are_those_of_the_text(text: str) -> None:
    masked = mask_icons(text)
    assert len(masked) == len(text)
    for icon in find_icons(text):
        assert text[icon.start : icon.end] == write_tag(icon.name)
        assert set(masked[icon.start : icon.end]) == {ICON_CHARACTER}
    assert set(find_icons(text)) <= set(find_icons(text, any_name=True))


@settings(max_examples=300)
@given(texts)
def test_icons_taken_apart_are_put_back(text: str) -> None:
    apart, icons = extract_icons(text)
    assert restore_icons(apart, icons) == text
    assert apart.count(ICON_CHARACTER) == len(icons)
    assert change_words(text, lambda words: words) == text


def test_words_change_around_icons() -> None:
    assert change_words("take [coin] ﬁrst", lambda words: upper(words, "en")) == "TAKE [coin] FIRST"
    assert change_words("[coin] or [hand] now", lambda words: title_case(words, "en")) == "[coin] Or [hand] Now"
    assert change_words(r"a \[coin]", lambda words: upper(words, "en")) == r"A \[COIN]"


def test_what_is_written_like_an_icon() -> None:
    text = r"[Coin] \[Not] [two words] [coin]"
    found = list(find_icons(text, any_name=True))
    assert [text[each.start : each.end] for each in found] == ["[Coin]", "[two words]", "[coin]"]
    assert [each.name for each in found] == ["Coin", "two words", "coin"]


def test_icons_of_which_only_one_bracket_is_there() -> None:
    assert list(find_half_icons("Take [coin and go", ["coin"])) == [HalfIcon("coin", "[coin", 5, "closed")]
    assert list(find_half_icons("Take coin] and go", ["coin"])) == [HalfIcon("coin", "coin]", 5, "opened")]
    assert list(find_half_icons("[coin [coin", ["coin", "coin", "coin"])) == [
        HalfIcon("coin", "[coin", 0, "closed"),
        HalfIcon("coin", "[coin", 6, "closed"),
    ]
    assert list(find_half_icons(r"\[coin, gold-coin], [coin]", ["coin"])) == []
    assert list(find_half_icons(r"\\[coin", ["coin"])) == [HalfIcon("coin", "[coin", 2, "closed")]
