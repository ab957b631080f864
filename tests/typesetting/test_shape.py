"""Words are shaped one by one and kept; a line of them is what HarfBuzz makes of the whole line."""

from pathlib import Path

import pytest
import uharfbuzz as hb
from hypothesis import given, settings
from hypothesis import strategies as st
from styles import style

from pnp.model.display import Shaped
from pnp.model.problem import FileError
from pnp.model.span import Span
from pnp.model.style import FontFamily, FontFile, FontTable
from pnp.typesetting.fonts import FontStore, LoadedFont
from pnp.typesetting.paragraph import Paragraphs
from pnp.typesetting.shape import Shaper
from pnp.typesetting.words import typesetting_of

SENTENCES = [
    "Pay one coin, then turn any tile: the fox waits.",
    "AVATAR Toy Wolf Yew Type LTD. P. F, T. 1,000",
    "The office staff of Fjord's fifth baffling flight offered coffee.",
    "“Quoted” – and ‘single’ … (aside) [note] 3-4 players; 5½ × 7°",
    "Long-Tail–Type—Yew/Wolf well-known 3-4 A-T",
    "Größe, Übergrößenträger, naïve façade, Čeština, Łódź",
]


def _glyphs_of(parts: tuple[Shaped, ...]) -> list[tuple[int, float]]:
    """Return glyph ids and their places, in ems."""
    placed, x = [], 0.0
    for part in parts:
        for glyph in part.glyphs:
            placed.append((glyph.id, x + glyph.dx / part.font.units_per_em))
            x += glyph.advance / part.font.units_per_em
    return placed


def _shape_by_harfbuzz(text: str, font: LoadedFont) -> list[tuple[int, float]]:
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(font.hb_font, buffer)
    placed, x = [], 0
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        placed.append((info.codepoint, (x + position.x_offset) / font.face.units_per_em))
        x += position.x_advance
    return placed


@pytest.mark.parametrize("role", ["text", "title"])
@pytest.mark.parametrize("text", SENTENCES)
def test_a_line_of_words_is_what_harfbuzz_makes_of_it(
    text: str, role: str, fonts: FontStore, paragraphs: Paragraphs
) -> None:
    words = paragraphs.paragraph(text, typesetting_of(style(font=role))).words
    found = _glyphs_of(tuple(part for word in words for part in word.parts if isinstance(part, Shaped)))
    expected = _shape_by_harfbuzz(text, fonts.font(role))
    assert [id for id, _ in found] == [id for id, _ in expected]
    worst = max(abs(x - wanted) for (_, x), (_, wanted) in zip(found, expected, strict=True))
    assert worst < 0.01, f"a glyph is {worst:.4f} em off"


def test_letters_are_kerned(shaper: Shaper) -> None:
    def width(text: str) -> float:
        return shaper.word(text, "title", False, False).width

    assert width("AV") < width("A") + width("V") - 0.05


def test_what_a_font_puts_between_words_is_kept(paragraphs: Paragraphs) -> None:
    def glyphs(text: str) -> list[float]:
        words = paragraphs.paragraph(text, typesetting_of(style(font="title"))).words
        return [x for _, x in _glyphs_of(tuple(p for word in words for p in word.parts if isinstance(p, Shaped)))]

    assert glyphs("a T")[2] < glyphs("a n")[2] - 0.01
    assert glyphs("a **T**")[2] == glyphs("a n")[2]


def test_fi_is_one_glyph_that_stands_for_two_letters(shaper: Shaper) -> None:
    (part,) = shaper.word("fin", "title", False, False).parts
    assert [glyph.cluster for glyph in part.glyphs] == [0, 2]


def test_letters_moved_apart_have_no_ligatures(shaper: Shaper) -> None:
    (part,) = shaper.word("fin", "title", False, False, spaced=True).parts
    assert [glyph.cluster for glyph in part.glyphs] == [0, 1, 2]


def test_trailing_spaces_are_measured_apart(shaper: Shaper) -> None:
    alone, followed = (shaper.word(text, "text", False, False) for text in ("gate", "gate  "))
    assert followed.width == pytest.approx(alone.width)
    assert (followed.glyphs, followed.spaces) == (4, 2)
    assert followed.space == pytest.approx(2 * shaper.word(" ", "text", False, False).space)


def test_equal_words_are_shaped_once(shaper: Shaper) -> None:
    assert shaper.word("tile ", "text", True, False) is shaper.word("tile ", "text", True, False)
    assert shaper.word("tile ", "text", True, False) is not shaper.word("tile ", "text", False, False)


@pytest.mark.parametrize(
    ("bold", "italic", "name"),
    [(False, False, "Regular"), (True, False, "Bold"), (False, True, "Italic"), (True, True, "BoldItalic")],
)
def test_each_cut_is_its_own_font(shaper: Shaper, bold: bool, italic: bool, name: str) -> None:
    assert shaper.face("text", bold, italic).name == f"SourceSansPro-{name}"


def test_a_cut_that_a_family_lacks_is_the_nearest(font_table: FontTable) -> None:
    family = font_table.families["Source Sans Pro"]
    files = {cut: family.files[cut] for cut in ("regular", "bold")}
    store = FontStore(FontTable({"Half": FontFamily("Half", files, family.span)}, {"text": "Half"}))
    names = [store.font("text", bold, italic).face.name for bold in (False, True) for italic in (False, True)]
    assert names == ["Half-Regular", "Half-Regular", "Half-Bold", "Half-Bold"]


def test_faces_of_families_with_like_names_have_names_of_their_own(font_table: FontTable) -> None:
    family = font_table.families["Source Sans Pro"]
    families = {name: FontFamily(name, family.files, family.span) for name in ("Half Uncial", "HalfUncial")}
    store = FontStore(FontTable(families))
    names = [store.font(name).face.name for name in ("HalfUncial", "Half Uncial")]
    assert names == ["HalfUncial2-Regular", "HalfUncial-Regular"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"no font", "is no font that can be used: it has no glyphs"),
        (None, "cannot be read: No such file or directory"),
    ],
)
def test_what_is_no_font_stops_the_build(tmp_path: Path, data: bytes | None, message: str) -> None:
    file = tmp_path / "font.ttf"
    if data is not None:
        file.write_bytes(data)
    families = {"Odd": FontFamily("Odd", {"regular": FontFile(file)}, Span("fonts.yaml"))}
    with pytest.raises(FileError) as caught:
        FontStore(FontTable(families)).font("Odd")
    assert str(caught.value) == f"{file}: {message}"


def _fonts_of(shaper: Shaper, text: str, font: str = "title") -> list[tuple[str, str]]:
    return [(part.text, part.font.name) for part in shaper.word(text, font, False, False).parts]


def test_another_font_helps_out_where_one_lacks_a_character(shaper: Shaper) -> None:
    assert _fonts_of(shaper, "aʃo ") == [
        ("a", "SourceSerifPro-Regular"),
        ("ʃ", "SourceSansPro-Regular"),
        ("o ", "SourceSerifPro-Regular"),
    ]
    assert shaper.word("aʃo ", "title", False, False).missing == ""


def test_what_is_put_on_a_character_stays_in_its_font(shaper: Shaper) -> None:
    """The first font has "a", but not the bridge that is put below it."""
    assert _fonts_of(shaper, "na\u033an") == [
        ("n", "SourceSerifPro-Regular"),
        ("a\u033a", "SourceSansPro-Regular"),
        ("n", "SourceSerifPro-Regular"),
    ]


def test_a_character_that_no_font_has_is_missing_and_keeps_its_place(shaper: Shaper) -> None:
    word = shaper.word("a🦊b\U00013000", "text", False, False)
    assert word.missing == "🦊\U00013000"
    assert "".join(part.text for part in word.parts) == "a🦊b\U00013000"


def test_a_mark_that_no_font_has_is_missing_but_not_its_letter(shaper: Shaper) -> None:
    assert shaper.word("a\u0364", "text", False, False).missing == "\u0364"


@pytest.mark.parametrize("character", list("\u200b\u200d\u2060\ufe0f\u00ad"))
def test_characters_that_print_nothing_are_never_missing(character: str, shaper: Shaper) -> None:
    word = shaper.word(f"a{character}b", "text", False, False)
    assert word.missing == ""
    assert word.width == pytest.approx(shaper.word("ab", "text", False, False).width, abs=0.01)


@settings(max_examples=100)
@given(text=st.text(st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=8))
def test_no_character_is_dropped(shaper: Shaper, text: str) -> None:
    word = shaper.word(text, "title", True, False)
    assert "".join(part.text for part in word.parts) == text
    assert set(word.missing) <= set(text)
    in_ems = sum(glyph.advance / part.font.units_per_em for part in word.parts for glyph in part.glyphs)
    assert word.width + word.space == pytest.approx(in_ems)
