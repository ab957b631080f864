"""Lines are balanced, or don't leave a single word to the last; none more, none smaller, none too wide."""

from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from styles import line_text, line_texts, points, style

from pnp.model.style import TypeStyle
from pnp.typesetting.lines import Fitted, TextLine, fit, is_single, rebreak
from pnp.typesetting.paragraph import Paragraphs
from pnp.typesetting.shape import Shaper

RULE = "Roll two dice, keep the higher and pay one coin to turn any tile now."
BURY = "Each player buries one of them."
NBSP = "\u00a0"


def _lines(paragraphs: Paragraphs, text: str, w: float, **options: object) -> list[str]:
    look = style(**options)  # type: ignore[arg-type]
    return line_texts(rebreak(paragraphs, fit(paragraphs, text, look, w, None), look, w))


def test_centred_lines_are_balanced(paragraphs: Paragraphs) -> None:
    assert _lines(paragraphs, BURY, 42, wrap="greedy") == ["Each player buries one of", "them."]
    assert _lines(paragraphs, BURY, 42, align="center") == ["Each player buries", "one of them."]


def test_many_lines_are_balanced(paragraphs: Paragraphs) -> None:
    assert _lines(paragraphs, RULE, 35, wrap="greedy")[-1] == "now."
    assert _lines(paragraphs, RULE, 35, align="center") == [
        "Roll two dice, keep",
        "the higher and",
        "pay one coin to",
        "turn any tile now.",
    ]


def test_lines_that_are_nearly_equal_stay(paragraphs: Paragraphs) -> None:
    text = "Look at 2 cards of another player. You may turn one of these."
    lines = ["Look at 2 cards of another player.", "You may turn one of these."]
    assert _lines(paragraphs, text, 54, wrap="greedy") == lines
    assert _lines(paragraphs, text, 54, align="center") == lines


def test_one_long_word_does_not_keep_the_other_lines_from_being_balanced(paragraphs: Paragraphs) -> None:
    text = "Donaudampfschifffahrtsgesellschaft keeps the higher and pays now for all of it."
    assert _lines(paragraphs, text, 56, wrap="greedy")[1:] == ["keeps the higher and pays now for all", "of it."]
    assert _lines(paragraphs, text, 56, align="center")[1:] == ["keeps the higher and", "pays now for all of it."]


@pytest.mark.parametrize("align", ["start", "end"])
def test_a_word_is_pulled_down_to_one_alone_in_the_last_line(paragraphs: Paragraphs, align: str) -> None:
    assert _lines(paragraphs, RULE, 48, align=align) == [
        "Roll two dice, keep the higher",
        "and pay one coin to turn any",
        "tile now.",
    ]


def test_the_lines_before_make_room_for_it(paragraphs: Paragraphs) -> None:
    assert _lines(paragraphs, RULE, 35, wrap="greedy")[1:] == ["higher and pay one", "coin to turn any tile", "now."]
    assert _lines(paragraphs, RULE, 35)[1:] == ["the higher and pay", "one coin to turn any", "tile now."]


def test_a_last_line_of_two_words_stays_as_it_is(paragraphs: Paragraphs) -> None:
    assert _lines(paragraphs, BURY, 36) == ["Each player buries one", "of them."]


def test_what_a_hyphen_joins_is_one_word(paragraphs: Paragraphs) -> None:
    text = "Each player buries her x-ray."
    assert _lines(paragraphs, text, 35, wrap="greedy")[-1] == "x-ray."
    assert _lines(paragraphs, text, 35) == ["Each player buries", "her x-ray."]


def test_justified_lines_are_left_alone_unless_the_style_asks(paragraphs: Paragraphs) -> None:
    assert _lines(paragraphs, BURY, 42, align="justify")[-1] == "them."
    assert _lines(paragraphs, BURY, 42, align="justify", wrap="pretty")[-1] == "of them."
    assert _lines(paragraphs, BURY, 42, align="center", wrap="greedy")[-1] == "them."
    assert _lines(paragraphs, BURY, 42, align="center", wrap="pretty")[-1] == "of them."
    assert _lines(paragraphs, BURY, 42, wrap="balance")[-1] == "one of them."


def test_no_word_is_pulled_down_where_that_only_moves_the_gap(paragraphs: Paragraphs) -> None:
    assert _lines(paragraphs, "a Donaudampfschiff b", 32) == ["a Donaudampfschiff", "b"]


def test_line_breaks_of_the_text_stay(paragraphs: Paragraphs) -> None:
    assert _lines(paragraphs, f"{BURY}\nThen stop.\n\n{BURY}", 42) == [
        "Each player buries one",
        "of them.",
        "Then stop.",
        "",
        "Each player buries one",
        "of them.",
    ]


def test_what_a_no_break_space_joins_stays_together(paragraphs: Paragraphs) -> None:
    text = f"Each player buries one{NBSP}of them."
    assert _lines(paragraphs, text, 42) == ["Each player buries", f"one{NBSP}of them."]


def test_a_divided_word_is_left_whole_where_that_takes_no_line_more(paragraphs: Paragraphs) -> None:
    text = "She finds a wonderful"
    assert _lines(paragraphs, text, 31, wrap="greedy", hyphens=True) == ["She finds a wonder-", "ful"]
    assert _lines(paragraphs, text, 31, hyphens=True) == ["She finds", "a wonderful"]
    assert _lines(paragraphs, text, 31, align="center", hyphens=True) == ["She finds a", "wonderful"]


def test_a_divided_word_stays_divided_where_there_is_no_other_way(paragraphs: Paragraphs) -> None:
    text = "wonderfulness incomprehensibilities and so on to the end."
    greedy = _lines(paragraphs, text, 30, wrap="greedy", hyphens=True)
    assert greedy == ["wonderfulness in-", "comprehensibilities", "and so on to the", "end."]
    assert _lines(paragraphs, text, 30, hyphens=True) == [*greedy[:2], "and so on to", "the end."]


def test_soft_hyphens_show_where_lines_end_now(paragraphs: Paragraphs) -> None:
    text = "A Donau\u00addampf\u00adschiff\u00adfahrt."
    assert _lines(paragraphs, text, 36, wrap="greedy") == ["A Donaudampfschiff-", "fahrt."]
    assert _lines(paragraphs, text, 36, align="center") == ["A Donaudampf-", "schifffahrt."]


@pytest.mark.parametrize("options", [{}, {"align": "center"}, {"align": "justify"}])
def test_no_character_is_left_alone_with_its_stop(shaper: Shaper, options: dict[str, object]) -> None:
    japanese = Paragraphs(shaper, {}, "ja")
    text = "山札からカードを一枚引く。"
    measure = points(10) * 11
    assert _lines(japanese, text, measure, wrap="greedy") == ["山札からカードを一枚引", "く。"]
    first, last = _lines(japanese, text, measure, **options)
    assert first + last == text
    assert len(last) == (7 if options == {"align": "center"} else 3)


def test_what_is_too_wide_anyway_stays_as_it_is(paragraphs: Paragraphs) -> None:
    look = style(align="center")
    fitted = fit(paragraphs, "a Donaudampfschiff b b", look, 15, None)
    assert rebreak(paragraphs, fitted, look, 15) is fitted


words = st.lists(
    st.sampled_from(
        [
            *("a", "gate", "[coin]", "Donaudampfschiff", "wonderful", "**bold**", "x-ray", "wel\u00adcome", "3.\n"),
            *(f"one{NBSP}coin", "カード", "שלום", "12"),
        ]
    ),
    min_size=1,
    max_size=25,
).map(" ".join)


def _stretches(fitted: Fitted) -> Iterator[list[TextLine]]:
    stretch: list[TextLine] = []
    for line in fitted.lines:
        stretch.append(line)
        if line.ends:
            yield stretch
            stretch = []


def _is_no_more_ragged(new: list[TextLine], old: list[TextLine]) -> bool:
    """Compare raggedness around the mean of the old lines that were broken anew: the last, from some unchanged line on.

    (With a soft hyphen more or less all lines together may be a little more ragged around the mean of them all.)"""
    same = next((at for at, (one, other) in enumerate(zip(new, old, strict=True)) if one != other), 0)
    for first in range(same + 1):
        mean = sum([line.width for line in old[first:]]) / len(old[first:])
        if _raggedness(new[first:], mean) <= _raggedness(old[first:], mean) + 1e-9:
            return True
    return False


def _raggedness(lines: list[TextLine], mean: float) -> float:
    return sum([(line.width - mean) ** 2 for line in lines])


def _whole_text(fitted: Fitted) -> str:
    return "".join([line_text(line) for line in fitted.lines]).replace("-", "")


@pytest.mark.nightly(examples=100)
@settings(max_examples=400)
@given(
    text=words,
    language=st.sampled_from(["en", "he", "ja"]),
    w=st.floats(12, 60),
    h=st.none() | st.floats(5, 30),
    align=st.sampled_from(["start", "center", "end", "justify"]),
    wrap=st.sampled_from(["auto", "balance", "pretty", "greedy"]),
    hyphens=st.booleans(),
    tracking=st.sampled_from([0.0, 0.08]),
)
@example(
    text=" ".join(["wel\u00adcome"] * 16),
    language="en",
    w=15.0,
    h=25.62246094170453,
    align="end",
    wrap="auto",
    hyphens=True,
    tracking=0.0,
)
def test_lines_are_as_many_hold_the_same_and_are_not_more_ragged(
    shaper: Shaper,
    text: str,
    language: str,
    w: float,
    h: float | None,
    align: str,
    wrap: str,
    hyphens: bool,
    tracking: float,
) -> None:
    paragraphs = Paragraphs(shaper, {"coin": 0.96}, language)
    look: TypeStyle = style(10, 7, align=align, wrap=wrap, hyphens=hyphens, tracking=tracking)
    before = fit(paragraphs, text, look, w, h)
    after = rebreak(paragraphs, before, look, w)
    assert after[1:3] == before[1:3]
    assert _whole_text(after) == _whole_text(before)
    assert after.width == max(line.width for line in after.lines) * after.size
    if not before.over_w:
        assert after.width <= w + 1e-5
    stretches = list(zip(_stretches(before), _stretches(after), strict=True))
    assert len(after.lines) == len(before.lines)
    for old, new in stretches:
        assert len(new) == len(old)
        assert new[-1].width >= old[-1].width - 1e-9
        assert _is_no_more_ragged(new, old)
        if old != new and (wrap == "pretty" or (wrap == "auto" and align != "center")):
            assert is_single(old[-1].words) and not is_single(new[-1].words)
