"""Scripts as people call them."""

import pytest

from pnp.layout.text.fonts import script_name


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
