"""Only a few marks mean something in card text; all else prints as it stands."""

import re
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pnp.cardtext.icons import ICON_CHARACTER, change_words, icon_names, mask_icons
from pnp.cardtext.marks import (
    BOLD,
    ITALIC,
    MARKS,
    UNDERLINED,
    Bit,
    count_emphasis,
    find_lone_marks,
    make_bold,
    printed_places,
    printed_text,
    read_marks,
    strip_marks,
)

COIN = Bit(ICON_CHARACTER, icon="coin")


@pytest.mark.parametrize(
    ("text", "bits"),
    [
        ("", []),
        ("plain", [Bit("plain")]),
        ("a **b** c", [Bit("a "), Bit("b", BOLD), Bit(" c")]),
        ("a *b* c", [Bit("a "), Bit("b", ITALIC), Bit(" c")]),
        ("***b***", [Bit("b", BOLD | ITALIC)]),
        ("Pay [coin].", [Bit("Pay "), COIN, Bit(".")]),
        ("**[coin]**", [COIN._replace(emphasis=BOLD)]),
        ("two\nlines", [Bit("two\nlines")]),
        ("*a * b*", [Bit("a * b", ITALIC)]),
        ("a* b* c", [Bit("a* b* c")]),
        ("a __b__ c_d", [Bit("a "), Bit("b", UNDERLINED), Bit(" c_d")]),
        ("____ a _b_", [Bit("____ a _b_")]),
        ("a [red]b[/red] c", [Bit("a "), Bit("b", colour="red"), Bit(" c")]),
        ("**a [red]b** c[/red]", [Bit("a ", BOLD), Bit("b", BOLD, "", "red"), Bit(" c", colour="red")]),
        ("[a]x[b]y[/b]z[/a]", [Bit("x", colour="a"), Bit("y", colour="b"), Bit("z", colour="a")]),
        ("[coin] [coin]x[/coin]", [COIN, Bit(" "), Bit("x", colour="coin")]),
        ("x[/red] \\[red]y", [Bit("x[/red] [red]y")]),
        ("**a****b** c", [Bit("ab", BOLD), Bit(" c")]),
        ("__a____*b*__ c", [Bit("a", UNDERLINED), Bit("b", UNDERLINED | ITALIC), Bit(" c")]),
        ("**a****b", [Bit("a", BOLD), Bit("**b")]),
        ("**a ****b**", [Bit("a ****b", BOLD)]),
        ("a****b**", [Bit("a****b**")]),
    ],
)
def test_marks_are_read(text: str, bits: list[Bit]) -> None:
    assert list(read_marks(text)) == bits


@pytest.mark.parametrize(
    ("text", "bits"),
    [
        ("**a *b* c**", [Bit("a ", BOLD), Bit("b", BOLD | ITALIC), Bit(" c", BOLD)]),
        ("**a *b***", [Bit("a ", BOLD), Bit("b", BOLD | ITALIC)]),
        ("***a** b*", [Bit("a", BOLD | ITALIC), Bit(" b", ITALIC)]),
        ("***a* b**", [Bit("a", BOLD | ITALIC), Bit(" b", BOLD)]),
        ("*a***b**", [Bit("a", ITALIC), Bit("b", BOLD)]),
        ("*a **b* c**", [Bit("a ", ITALIC), Bit("b", BOLD | ITALIC), Bit(" c", BOLD)]),
    ],
)
def test_bold_and_italic_nest_and_overlap(text: str, bits: list[Bit]) -> None:
    assert list(read_marks(text)) == bits


@pytest.mark.parametrize(
    "text",
    [
        *(
            "{{7*7}}",
            "{{ 7*7 }}",
            "{% raw %}",
            "<b>bold</b>",
            "R&D",
            "roll <d20>",
            "&amp;",
            "100 %",
            "#hash",
            "_under_",
        ),
        *(
            "2 * 3 * 4",
            "2*3",
            "*",
            "**",
            "a*",
            "*a",
            "**a*",
            "* a *",
            "** a **",
            "****",
            "*****a*****",
            "damage* and **",
        ),
        *("[Coin]", "[two words]", "[]", "[", "]", "[-x]", "[coin", "\\", "\\n", "C:\\games"),
    ],
)
def test_everything_else_prints_as_it_stands(text: str) -> None:
    assert read_marks(text) == (Bit(text),)


def test_a_star_without_partner_beside_a_pair_prints() -> None:
    assert strip_marks("***a**") == "*a"
    assert strip_marks("**a***") == "a*"
    assert strip_marks("5* or **6**") == "5* or 6"


@pytest.mark.parametrize(
    ("text", "prints"),
    [
        (r"\*a\*", "*a*"),
        (r"\[coin\]", "[coin]"),
        (r"\[coin]", "[coin]"),
        (r"\\*a*", "\\a"),
        ("one\\\ntwo", "one two"),
        (r"**\***", "*"),
    ],
)
def test_a_backslash_takes_a_marks_meaning(text: str, prints: str) -> None:
    assert strip_marks(text) == prints
    assert not any(bit.icon for bit in read_marks(text))


def _drop_signs(text: str) -> str:
    return re.sub(r"[*_\[\]\\]", "", text)


texts = st.text(st.sampled_from("ab *[]\\\n") | st.characters(codec="utf-8"), max_size=30)


@settings(max_examples=200)
@given(texts)
def test_an_escaped_text_prints_itself(text: str) -> None:
    escaped = re.sub(r"[*_\[\]\\]", r"\\\g<0>", text)
    assert strip_marks(escaped) == text
    assert all(bit == Bit(bit.text) for bit in read_marks(escaped))


@settings(max_examples=300)
@given(texts)
def test_nothing_but_marks_is_lost(text: str) -> None:
    text = text.replace("\\\n", "")
    assert _drop_signs(strip_marks(text)) == _drop_signs(text)


@settings(max_examples=200)
@given(texts)
def test_bits_are_joined_and_icons_stand_alone(text: str) -> None:
    bits = read_marks(text)
    assert all(bit.text for bit in bits)
    assert all(bit.text == ICON_CHARACTER for bit in bits if bit.icon)
    for bit, following in pairwise(bits):
        assert bit.icon or following.icon or bit.emphasis != following.emphasis


def test_a_bit_says_how_it_is_set() -> None:
    assert [(bit.bold, bit.italic) for bit in read_marks("a **b *c***")] == [
        (False, False),
        (True, False),
        (True, True),
    ]


def test_an_icon_that_prints_is_one_character() -> None:
    assert printed_text("Take **2** [coin][coin].") == f"Take 2 {ICON_CHARACTER}{ICON_CHARACTER}."
    assert strip_marks("Take **2** [coin].") == "Take 2 [coin]."


def test_what_is_set_in_bold_is_read_as_bold() -> None:
    assert read_marks(make_bold("2–3:")) == (Bit("2–3:", BOLD),)


def test_each_mark_says_what_stands_for_its_sign() -> None:
    assert [mark.hint for mark in MARKS] == [*["a star itself is \\*"] * 2, "an underscore itself is \\_"]
    assert all(strip_marks(mark.hint.rpartition(" ")[2]) == mark.sign[0] for mark in MARKS)


@pytest.mark.parametrize(
    ("text", "emphasis", "lone"),
    [
        ("**a** *b*", (1, 1, 0), ""),
        ("**a***b*", (1, 1, 0), ""),
        ("***a***", (0, 0, 1), ""),
        ("**a *b* c**", (1, 1, 0), ""),
        ("2 * 3", (0, 0, 0), ""),
        ("**a", (0, 0, 0), "**"),
        ("a* *b*", (0, 1, 0), "*"),
        ("**a***", (1, 0, 0), "*"),
        ("\\*a*", (0, 0, 0), "*"),
        ("**a****b**", (2, 0, 0), ""),
        ("**a****b", (1, 0, 0), "**"),
        ("f****g", (0, 0, 0), ""),
    ],
)
def test_what_is_marked(text: str, emphasis: tuple[int, int, int], lone: str) -> None:
    found = count_emphasis(text)
    assert (found["bold"], found["italic"], found["bold italic"]) == emphasis
    assert "".join(each.mark.sign for each in find_lone_marks(text)) == lone


@settings(max_examples=300)
@given(st.text("ab * ", max_size=14))
def test_marks_without_partners_print_and_no_others(text: str) -> None:
    assume(not re.search(r"\S\*{4}\S", text))  # bold behind bold: see the examples
    lone = list(find_lone_marks(text))
    free = sum(len(stars) for stars in re.findall(r"\*{4,}|(?<!\S)\*{1,3}(?!\S)", text))
    signs = [mark.sign for each in lone for mark in (each.mark, each.instead) if mark]
    assert strip_marks(text).count("*") == sum(map(len, signs)) + free
    assert all(text[each.start : each.end].strip("*") == "" for each in lone)


def test_a_colour_prints_nothing_itself_and_is_no_icon() -> None:
    text = "Pay **[red]two[/red]** [coin]."
    assert printed_text(text) == f"Pay two {ICON_CHARACTER}."
    assert strip_marks(text) == "Pay two [coin]."
    assert icon_names(text) == ["coin"]
    assert mask_icons(text) == f"Pay *******two******** {ICON_CHARACTER * 6}."
    assert count_emphasis(text) == {"bold": 1, "[red]": 1}
    assert [text[start:end] for start, end in printed_places(text)[4:9]] == ["t", "w", "o", " ", "[coin]"]
    assert change_words(text, str.upper) == "PAY **[red]TWO[/red]** [coin]."
