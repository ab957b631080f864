"""A text is set token by token, or as a whole where that isn't certain: both ways make the same words."""

import random
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nightly import every
from styles import style

from pnp.cardtext.icons import icon_names
from pnp.cardtext.marks import is_context_free, read_marks, strip_marks
from pnp.io.project import Project
from pnp.localise.catalogue import read_catalogue
from pnp.typesetting.breaks import break_opportunities, breaks_are_fixed
from pnp.typesetting.fonts import FontStore
from pnp.typesetting.paragraph import Paragraphs
from pnp.typesetting.shape import Shaper
from pnp.typesetting.words import Typesetting, typesetting_of

REPOSITORY = Path(__file__).parents[2]
ICONS = {"coin": 0.96, "banner": 1.92, "3x": 1.0}
LANGUAGES = ("en", "de", "fr", "tr", "el", "ru", "lt", "nl", "ja", "ko", "th", "he")
STYLES: list[dict[str, Any]] = [
    *({}, {"bold": True}, {"italic": True, "hyphens": True}, {"case": "upper"}),
    *({"case": "small-caps"}, {"tracking": 0.1}, {"font": "title", "align": "center"}),
]
SPELT = """
a I go Take Va. AV To, end. ruin; x y-z well-known 3 12 1. 2) (see below) v1 3× 7–17 5% -2 +1 −1 £5 $(1 .5 1/2
“Stay” ‘go’ «oui» » « „ja“ "no" don't l’art — – - … ... ! ? !? / : [ ] ) ( ( ) · • & @ # ~ ☺ ★ \\* \\[coin] \\
[coin] [coin], ([coin]) [coin][banner] 2[coin] [coin]s [coin]- [coin]-a [coyn] [Coin] [3x] [coin [/coin] [red] [/red]
**bold** *it* __under__ ***both*** **3** **[coin]** *a**b** **a *b* c** * ** __ _ a*b *[coin]* (*x*) **x**,
Straße ÄÖ ÿ œuvre Łódź ŠČ Ελλάδα άέ Ωμ Россия ёж ijs IJ İı 漢字 かな。 ガー 한국어 ไทย עברית العربية é ǎ ﬁ i\u0307
"""
STRANGE = "a\nb|\n|a\n\nb|a\tb|no\u00a0break|wel\u00adcome|a\u200bb|a\u2060b|\u200d|c\u0301|\ufffc|🦊"
WORDS = [*SPELT.split(), *STRANGE.split("|")]
SEAMS = (" ", " ", " ", " ", " ", "  ", "", "\n", "\u2003")


def _paragraphs(fonts: FontStore, language: str) -> Paragraphs:
    return Paragraphs(Shaper(fonts, language), ICONS, language)


def _settings() -> list[Typesetting]:
    return [typesetting_of(style(**options)) for options in STYLES]


def _is_same(paragraphs: Paragraphs, text: str, setting: Typesetting) -> bool:
    """Compare both ways; tell whether there were two."""
    paragraph = paragraphs.paragraph(text, setting)
    whole = paragraphs.make_as_whole(text, setting)
    assert paragraph == whole, (text, setting)
    assert whole.text == strip_marks(text)
    return paragraphs.make_of_tokens(text, setting) is not None


@pytest.mark.parametrize("language", every(4, LANGUAGES))
def test_tokens_make_what_the_whole_text_makes(fonts: FontStore, language: str) -> None:
    chosen = random.Random(language)
    paragraphs, kinds = _paragraphs(fonts, language), _settings()
    for _ in range(800):
        usual = chosen.random() < 0.5
        words = chosen.choices(WORDS[:9] if usual else WORDS, k=chosen.randrange(1, 7))
        words[chosen.randrange(len(words))] = chosen.choice(WORDS)
        text = "".join([part for word in words for part in (word, chosen.choice(SEAMS))])
        _is_same(paragraphs, text if chosen.random() < 0.3 else text.rstrip(), chosen.choice(kinds))


@settings(max_examples=300)
@given(text=st.text(st.sampled_from("ab A1 .-*_[]()\n\u00ad\ufffc“”'é漢") | st.characters(codec="utf-8"), max_size=30))
def test_tokens_of_any_characters_make_what_the_whole_text_makes(paragraphs: Paragraphs, text: str) -> None:
    _is_same(paragraphs, text, typesetting_of(style()))


def test_each_pair_of_words_is_set_as_the_whole_text(fonts: FontStore) -> None:
    paragraphs, setting = _paragraphs(fonts, "en"), typesetting_of(style())
    for pair in product(WORDS, repeat=2):
        _is_same(paragraphs, " ".join(pair), setting)


@pytest.mark.parametrize("game", every(3, sorted(path.name for path in (REPOSITORY / "card_data").iterdir())))
def test_nearly_all_texts_of_games_are_set_token_by_token(fonts: FontStore, game: str) -> None:
    path = REPOSITORY / "card_data" / game / "locale" / "de.po"
    if not path.exists():
        pytest.skip("it isn't translated")
    entries = read_catalogue(Project(REPOSITORY, REPOSITORY), path, "de")[0].entries
    texts = {"en": [entry.source for entry in entries], "de": [form for entry in entries for form in entry.forms]}
    for language, said in texts.items():
        filled = [re.sub("{[^{}]*}", "2", text) for text in said if text]
        icons = {name: 1.0 for text in filled for name in icon_names(text)}
        paragraphs, kinds = Paragraphs(Shaper(fonts, language), icons, language), _settings()
        split = [_is_same(paragraphs, text, setting) for text in filled for setting in kinds[:4]]
        assert sum(split) > 0.9 * len(split)


@pytest.mark.parametrize(
    ("text", "is_split"),
    [
        ("Take 2 [coin], then **stay** here.", True),
        ("**Take 2** [coin]", False),
        ("[red]no[/red] more", False),
        ("\\*no\\* star", False),
        (" behind a blank", False),
        ("who — he", False),
        ("[coyn] is none", False),
        ("", False),
    ],
)
def test_what_depends_on_its_neighbours_is_set_as_a_whole(paragraphs: Paragraphs, text: str, is_split: bool) -> None:
    assert _is_same(paragraphs, text, typesetting_of(style())) == is_split


@pytest.mark.parametrize("text", ["end", "end.", "h-1", "1", "é", "[x", "-"])
def test_what_breaks_alone_breaks_so_behind_each_that_does(text: str) -> None:
    assert breaks_are_fixed(text)
    for before in ("word ", "1 ", "\ufffc ", "x. "):
        inside = [(at + len(before), must) for at, must in break_opportunities(text)]
        assert list(break_opportunities(before + text)) == [(len(before), False), *inside]


@pytest.mark.parametrize("text", [")", "!", "” ", "( ", "„ ", "— ", ".5", "か", " a"])
def test_what_holds_on_to_its_neighbours_does_not(text: str) -> None:
    assert not breaks_are_fixed(text) or break_opportunities(f"x {text}")[0] == (2, False)


@settings(max_examples=400)
@given(parts=st.lists(st.text("ab*_ .[]\\", max_size=8), min_size=2, max_size=4))
def test_marks_that_mean_the_same_anywhere_are_read_one_by_one(parts: list[str]) -> None:
    if all(map(is_context_free, parts)):
        one_by_one = [each for part in parts for each in _characters(f"{part} ")]
        assert _characters("".join([f"{part} " for part in parts])) == one_by_one


def _characters(text: str) -> list[tuple[str, int, str]]:
    """Return the characters that print, each with its emphasis."""
    return [(character, bit.emphasis, bit.icon) for bit in read_marks(text) for character in bit.text]
