"""Fonts by role, script and fallback, fonts that users bring, and names of scripts."""

import lzma
from base64 import b64encode
from dataclasses import replace
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

import pytest
from styles import style

from pnp.model.display import Shaped
from pnp.model.problem import FileError
from pnp.model.span import Span
from pnp.model.style import FontFamily, FontFile, FontTable
from pnp.typesetting import fonts
from pnp.typesetting.fonts import FontStore, read_font, script_name
from pnp.typesetting.lines import fit
from pnp.typesetting.paragraph import Paragraphs
from pnp.typesetting.shape import Shaper
from pnp.typesetting.words import typesetting_of


def fonts_of(table: FontTable, language: str, text: str, font: str = "title", bold: bool = False) -> list[str]:
    word = Shaper(FontStore(table), language).word(text, font, bold, False)
    return [f"{part.text} {part.font.name}" for part in word.parts]


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("ru", "Лиса", ["Лиса SourceSerifPro-Regular"]),
        ("el", "ἀρχή", ["ἀρχή SourceSansPro-Regular"]),  # whole, not only the letter that the title's font lacks
        ("hi", "लोमड़ी।", ["लोमड़ी। FiraGO-Regular"]),
        ("th", "จิ้งจอก", ["จิ้งจอก Sarabun-Regular"]),
        ("ar", "ثعلب،", ["ثعلب، FiraGO-Regular"]),
        ("en", "(שועל)", ["(שועל) FiraGO-Regular"]),
        ("ar", "12", ["12 FiraGO-Regular"]),  # numbers look like the letters around
        ("en", "12", ["12 SourceSerifPro-Regular"]),
        ("ar", "Fox", ["Fox SourceSerifPro-Regular"]),
        ("ja", "狐", ["狐 NotoSansCJKJP-Regular"]),
        ("zh-Hans", "狐", ["狐 NotoSansCJKSC-Regular"]),
        ("zh-TW", "狐", ["狐 NotoSansCJKTC-Regular"]),
        ("ko", "狐", ["狐 NotoSansCJKKR-Regular"]),
        ("en", "여우", ["여우 NotoSansCJKKR-Regular"]),
        ("en", "キツネ", ["キツネ NotoSansCJKJP-Regular"]),
        ("ja", "OK：好", ["OK SourceSerifPro-Regular", "：好 NotoSansCJKJP-Regular"]),
        ("zh-Hans", "X。", ["X SourceSerifPro-Regular", "。 NotoSansCJKSC-Regular"]),
        ("en", "「X」", ["「 NotoSansCJKJP-Regular", "X SourceSerifPro-Regular", "」 NotoSansCJKJP-Regular"]),
        ("zh-TW", "Лис！", ["Лис SourceSerifPro-Regular", "！ NotoSansCJKTC-Regular"]),
        ("ja", "「の」。", ["「の」。 NotoSansCJKJP-Regular"]),  # one stretch, as shaping wants it
        ("ko", "여우（X）", ["여우（ NotoSansCJKKR-Regular", "X SourceSerifPro-Regular", "） NotoSansCJKKR-Regular"]),
        ("ja", "ＡＢ１", ["ＡＢ１ NotoSansCJKJP-Regular"]),
        ("ja", "AIの", ["AI SourceSerifPro-Regular", "の NotoSansCJKJP-Regular"]),
    ],
)
def test_each_script_has_its_font(font_table: FontTable, language: str, text: str, found: list[str]) -> None:
    assert fonts_of(font_table, language, text) == found


def test_a_script_has_the_cut_that_is_asked_for(font_table: FontTable) -> None:
    assert fonts_of(font_table, "ar", "ثعلب", bold=True) == ["ثعلب FiraGO-Bold"]


def test_a_role_may_have_a_font_of_its_own_for_a_script(font_table: FontTable) -> None:
    table = replace(font_table, scripts={**font_table.scripts, "title Thai": "FiraGO"})
    assert fonts_of(table, "th", "จอก") == ["จอก FiraGO-Regular"]
    assert fonts_of(table, "th", "จอก", "text") == ["จอก Sarabun-Regular"]


def test_a_font_that_can_set_the_script_itself_is_not_replaced(font_table: FontTable) -> None:
    table = replace(font_table, roles={"title": "Sarabun"}, scripts={"Thai": "FiraGO"})
    assert fonts_of(table, "th", "จอก") == ["จอก Sarabun-Regular"]
    assert fonts_of(table, "th", "12") == ["12 Sarabun-Regular"]


def test_without_its_extra_a_missing_character_says_how_to_get_it(
    font_table: FontTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.io.installing.extra_command", lambda extra: f"add {extra}")
    absent = {name: "cjk" for name in font_table.families if name.startswith("Noto")}
    families = {name: family for name, family in font_table.families.items() if name not in absent}
    shaper = Shaper(FontStore(replace(font_table, families=families, absent=absent)), "ja")
    assert shaper.word("狐", "text", False, False).missing == "狐"
    assert shaper.advice("狐") == "add cjk brings Noto Sans CJK JP"
    assert shaper.advice("여") == "add cjk brings Noto Sans CJK KR"
    assert shaper.advice("ሀ") == ""
    assert [shaper.advice(sign) for sign in "、。：ー「」１"] == ["add cjk brings Noto Sans CJK JP"] * 7


def test_english_opens_no_other_fonts(font_table: FontTable, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    fonts._open_file.cache_clear()
    monkeypatch.setattr("pnp.typesetting.fonts.read_font", lambda path: opened.append(path.name) or path.read_bytes())
    shaper = Shaper(FontStore(font_table), "en")
    for word in ("The ", "“fox” ", "pays – 3½ ", "naïve…", "aʃo "):
        assert not shaper.word(word, "title", False, False).missing
    assert opened == ["SourceSerifPro-Regular.ttf", "SourceSansPro-Regular.ttf"]


@pytest.mark.parametrize("text", ["ثعلب", "लोमड़ी", "จิ้งจอก"])
def test_letters_that_join_or_carry_marks_are_never_moved_apart(font_table: FontTable, text: str) -> None:
    paragraphs = Paragraphs(Shaper(FontStore(font_table), "en"), {}, "en")
    plain, tracked = (fit(paragraphs, text, style(tracking=tracking), 100, None) for tracking in (0.0, 0.2))
    assert tracked.width == pytest.approx(plain.width)
    assert (
        fit(paragraphs, "fox", style(tracking=0.2), 100, None).width > fit(paragraphs, "fox", style(), 100, None).width
    )


def test_a_font_in_a_module_is_read_and_not_run(tmp_path: Path) -> None:
    packed = b64encode(lzma.compress(b"the font")).decode()
    module = tmp_path / "font.py"
    module.write_text(f"raise SystemExit\nfontbuffer = decode(\n    b'{packed[:20]}'\n    b'{packed[20:]}'\n)\n")
    assert read_font(module) == b"the font"
    module.write_text("fontbuffer = b'bm90IHBhY2tlZA=='")
    with pytest.raises(FileError, match="holds no font that can be used"):
        read_font(module)


def variable(cuts: dict[str, str]) -> FontTable:
    spec = find_spec("fontpkg_noto_sans_thai")
    assert spec is not None and spec.origin is not None
    file = FontFile(Path(spec.origin).parent / "files" / "NotoSansThai[wdth,wght].ttf")
    return FontTable({"Thai": FontFamily("Thai", dict.fromkeys(cuts, file), Span("fonts.yaml"))}, {"text": "Thai"})


def test_the_bold_of_a_variable_font_is_its_weight_700() -> None:
    store = FontStore(variable({"regular": "", "bold": ""}))
    regular, bold = (store.font("text", is_bold).face for is_bold in (False, True))
    assert (regular.instance, bold.instance) == ((("wdth", 100.0), ("wght", 400.0)), (("wdth", 100.0), ("wght", 700.0)))
    shaper = Shaper(store, "th")
    light, heavy = (shaper.word("จอก", "text", is_bold, False).width for is_bold in (False, True))
    assert heavy > light


@pytest.mark.parametrize(
    ("language", "text", "runs"),
    [
        ("ja", "+3", ["+3 SourceSerifPro-Regular"]),
        ("ar", "for 2 to 6", ["for 2 to 6 SourceSerifPro-Regular"]),
        ("ja", "狐 12", ["狐 12 NotoSansCJKJP-Regular"]),
        ("th", "ใบ 12", ["ใบ 12 Sarabun-Regular"]),
    ],
)
def test_numbers_go_with_letters_only_where_there_are_some(
    font_table: FontTable, language: str, text: str, runs: list[str]
) -> None:
    paragraph = Paragraphs(Shaper(FontStore(font_table), language), {}, language).paragraph(
        text, typesetting_of(style(font="title"))
    )
    parts = [part for word in paragraph.words for part in word.parts]
    by_font = [(name, "".join(part.text for part in found)) for name, found in groupby(parts, lambda p: p.font.name)]
    assert [f"{text.strip()} {name}" for name, text in by_font] == runs


def typefaces(table: FontTable, language: str, text: str, font: str = "title") -> dict[str, str]:
    """Return the words of a text by the fonts that they are in."""
    paragraph = Paragraphs(Shaper(FontStore(table), language), {"coin": 1.0}, language).paragraph(
        text, typesetting_of(style(font=font))
    )
    found: dict[str, str] = {}
    for word in paragraph.words:
        for part in word.parts:
            if isinstance(part, Shaped) and part.text.strip():
                found[part.font.name] = found.get(part.font.name, "") + part.text
    return found


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("vi", "*ba lính*", {"SourceSerifPro-Italic": "ba lính"}),
        # the title's italic lacks ạ, ặ: what is stressed is wholly in the next font, numbers and all
        (
            "vi",
            "Lấy *ba Đạo [coin] tặc, 2*",
            {"SourceSerifPro-Regular": "Lấy ", "SourceSansPro-Italic": "ba Đạo tặc, 2"},
        ),
        ("vi", "*ba* và *tặc*", {"SourceSansPro-Italic": "batặc", "SourceSerifPro-Regular": "và "}),
        ("uk", "*12 карт* Лис", {"FiraGO-Italic": "12 карт", "SourceSerifPro-Regular": "Лис"}),
        ("uk", "*карта Fox*", {"FiraGO-Italic": "карта ", "SourceSerifPro-Italic": "Fox"}),
        ("el", "Η αλεπού ἀρχή", {"SourceSansPro-Regular": "Η αλεπού ἀρχή"}),
        ("en", "The fox’s aʃo", {"SourceSansPro-Regular": "The fox’s aʃo"}),
        ("en", "Move ↔ “left” fox", {"SourceSerifPro-Regular": "Move “left” fox", "FiraGO-Regular": "↔"}),
        ("ar", "خذ *ثعلب* 12", {"FiraGO-Regular": "خذ12", "FiraGO-Italic": "ثعلب"}),
    ],
)
def test_a_phrase_has_one_typeface(font_table: FontTable, language: str, text: str, found: dict[str, str]) -> None:
    assert {name: words.strip() for name, words in typefaces(font_table, language, text).items()} == {
        name: words.strip() for name, words in found.items()
    }


SERIF_ITALIC = {"family": "Source Serif Pro", "name": "title", "cut": "italic"}


@pytest.mark.parametrize(
    ("language", "text", "values"),
    [
        ("en", "**Fox** and *fox*", []),
        ("ar", "**ثعلب** *ثعلب*", []),
        ("ja", "狐 12", []),
        ("ja", "狐 **12**", []),  # no letter
        ("ja", "**狐** *狐と狸*", [{"family": "Noto Sans CJK JP", "name": "title", "cuts": "bold and no italic"}]),
        ("uk", "*Лис* ***Лис***", [{**SERIF_ITALIC, "other": "FiraGO"}]),
        ("uk", "**Лис**", []),
        ("vi", "*tặc*", [{**SERIF_ITALIC, "other": "Source Sans Pro"}]),
    ],
)
def test_bold_and_italic_that_are_not_there_are_told(
    font_table: FontTable, language: str, text: str, values: list[dict[str, str]]
) -> None:
    paragraph = Paragraphs(Shaper(FontStore(font_table), language), {}, language).paragraph(
        text, typesetting_of(style(font="title"))
    )
    assert [dict(lack.values) for lack in paragraph.lacks] == values


def test_among_lines_from_the_right_latin_and_signed_numbers_run_from_the_left(font_table: FontTable) -> None:
    paragraphs = Paragraphs(Shaper(FontStore(font_table), "he"), {}, "he")
    bases = {text: paragraphs.paragraph(text, typesetting_of(style(font="title"))).base for text in BASES}
    assert bases == BASES


BASES = {
    "Draw 2 cards.": None,
    "30 minutes": None,
    "+2": None,
    "\u22121": None,
    "+2 קלפים": 1,
    "קלף Fox": 1,
    "Fox קלף": 1,
    "3 [coin]": 1,
    "\u202eFox\u202c": 1,
}


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("𐎀", "Ugaritic"),
        ("ก", "Thai"),
        ("க", "Tamil"),
        ("𐎠", "Old Persian"),
        ("春", "Chinese"),
        ("の", "Japanese"),
        ("★", ""),
    ],
)
def test_a_script_is_called_by_its_name(character: str, name: str) -> None:
    assert script_name(character) == name


@pytest.mark.parametrize(
    ("character", "text", "writing", "name"),
    [
        ("森", "森の精", "Latn", "Japanese"),
        ("森", "森", "Jpan", "Japanese"),
        ("森", "森", "Latn", "Chinese"),
        ("森", "森", "Hant", "Chinese"),
        ("森", "森 여우", "Latn", "Korean"),
        ("、", "カード、", "Latn", "Japanese"),
        ("：", "好：", "Latn", "Chinese"),
        ("：", "여우：", "Latn", "Korean"),
        ("：", "OK：", "Latn", ""),
        ("Ａ", "カードＡ", "Latn", "Japanese"),
    ],
)
def test_east_asian_letters_are_called_by_who_reads_them(character: str, text: str, writing: str, name: str) -> None:
    assert script_name(character, text, writing) == name
