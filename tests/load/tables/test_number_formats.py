"""Formats of numbers, and what they show more than the number."""

import pytest

from pnp.load.tables.number_formats import FRACTION, MORE, PERCENTAGE, ZEROS, how_formatted, how_shown


@pytest.mark.parametrize(
    ("format", "how"),
    [
        ("General", ""), ("0", ""), ("0.00", ""), ("#,##0", ""), ("@", ""), ("# ##0;[Red]-# ##0", ""),
        ("[$-409]0.0", ""),
        ("0%", PERCENTAGE), ("0.0\\ %", PERCENTAGE), ("# ?/?", FRACTION), ("000", ZEROS), ("000.00", ZEROS),
        ("0.00\\ [$€-407]", MORE), ("€#,##0", MORE), ('0 "kg"', MORE), ('0" "', ""), ('_-* #,##0.00_-;0" kg"', ""),
        ("d\\.m\\.yy", ""), ("h:mm", ""), ("[h]:mm:ss", ""), ('"yes";"yes";"no"', ""),
    ],
)  # fmt: skip
def test_formats(format: str, how: str) -> None:
    assert how_formatted(format) == how


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("7", ""), ("-1.5", ""), ("1 000,50", ""), ("1.5E+03", ""), ("0.5", ""), ("0", ""), ("", ""),
        ("50 %", PERCENTAGE), ("1 1/2", FRACTION), ("007", ZEROS), ("-07", ZEROS), ("3 kg", MORE), ("€ 3", MORE),
    ],
)  # fmt: skip
def test_texts(text: str, how: str) -> None:
    assert how_shown(text) == how
