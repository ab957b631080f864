"""Lines break where readers of the language are used to it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.typesetting import breaks as tailored
from pnp.typesetting.breaks import break_finder, break_opportunities


def mark_breaks(text: str, language: str) -> str:
    """Return the text with a stroke wherever a line may end."""
    ends = [at for at, _ in break_finder(language)(text)]
    return "|".join(text[start:end] for start, end in zip([0, *ends], ends, strict=False))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("金の狐。", "金|の|狐。"),
        ("「次の」、山", "「次|の」、|山"),
        ("カードを引く", "カー|ド|を|引|く"),
        ("ちょっと", "ちょっ|と"),
        ("（2枚）", "（2|枚）"),
        ("3[coin]。", "3[coin]。"),
        ("行く！山", "行|く！|山"),
        ("Lumen Sevenに", "Lumen |Seven|に"),
    ],
)
def test_japanese_lines(text: str, shown: str) -> None:
    assert mark_breaks(text, "ja") == shown


def test_ranges_of_numbers_stay_whole() -> None:
    assert mark_breaks("pages 7–17, A–4, 3–B", "en") == "pages |7–17, |A–|4, |3–|B"
    assert mark_breaks("Seiten 3–6 – 8", "de") == "Seiten |3–6 |– |8"


NEVER_FIRST = "。、，．！？）」』】〕》・ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
NEVER_LAST = "（「『【〔《"


@settings(max_examples=300)
@given(
    st.text("山札金狐のをカ3A" + NEVER_FIRST + NEVER_LAST, max_size=20), st.sampled_from(["ja", "zh-Hans", "zh-Hant"])
)
def test_no_line_begins_with_what_closes_or_ends_with_what_opens(text: str, language: str) -> None:
    for at, _ in break_finder(language)(text)[:-1]:
        assert text[at] not in NEVER_FIRST
        assert text[at - 1] not in NEVER_LAST


def test_chinese_lines() -> None:
    assert mark_breaks("留下一张。金币", "zh-Hans") == "留|下|一|张。|金|币"


def test_korean_words_stay_whole() -> None:
    assert mark_breaks("카드 두 장을 뽑아", "ko") == "카드 |두 |장을 |뽑아"
    assert mark_breaks("카드", "en") == "카|드"
    assert mark_breaks("카드\n장", "ko") == "카드\n|장"


def test_thai_words_end_at_zero_width_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tailored, "_thai_words", lambda: None)
    tailored._word_ends.cache_clear()
    assert mark_breaks("จั่ว\u200bการ์ด สองใบ", "th") == "จั่ว\u200b|การ์ด |สองใบ"


def test_thai_words_end_where_a_dictionary_finds_them(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {"สองใบ": ["สอง", "ใบ"], "จั่วการ์ด": ["จั่ว", "การ์ด"]}
    monkeypatch.setattr(tailored, "_thai_words", lambda: lambda text, engine: words[text])
    tailored._word_ends.cache_clear()
    assert mark_breaks("จั่วการ์ด 3 สองใบ!", "th-TH") == "จั่ว|การ์ด |3 |สอง|ใบ!"
    tailored._word_ends.cache_clear()


def test_other_languages_break_by_the_rules_of_unicode() -> None:
    assert break_finder("de") is break_opportunities
    assert break_finder("ja") is break_opportunities


def test_too_wide_thai_has_a_hint_that_can_be_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.io.installing.extra_command", lambda extra: f"add {extra}")
    by_hand = "put zero-width spaces (U+200B) between Thai words"
    monkeypatch.setattr(tailored, "_thai_words", lambda: None)
    assert tailored.thai_hint() == f"{by_hand}, or let a dictionary find them: add thai"
    monkeypatch.setattr(tailored, "_thai_words", lambda: list)
    assert tailored.thai_hint() == by_hand
