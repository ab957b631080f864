"""Formats of numbers, and what they show more than the number."""

import pytest

from pnp.load.sheet_surveys import (
    FRACTION,
    GROUPED,
    MORE,
    PERCENTAGE,
    ZEROS,
    describe_format,
    describe_shown,
    find_odd_styles,
    is_as_shown,
)

NONE, ONE, TWO = "without decimals", "with 1 decimal", "with 2 decimals"


@pytest.mark.parametrize(
    ("format", "how"),
    [
        ("General", ""), ("0", NONE), ("0.00", TWO), ("@", ""),
        ("#,##0", NONE + GROUPED), ("# ##0;[Red]-# ##0", NONE + GROUPED), ('_-* #,##0.00_-;0" kg"', TWO + GROUPED),
        ("[$-409]0.0", ONE), ("0.##", ""),
        ("0%", PERCENTAGE), ("0.0\\ %", PERCENTAGE), ("# ?/?", FRACTION), ("000", ZEROS), ("000.00", ZEROS),
        ("0.00\\ [$€-407]", MORE), ("€#,##0", MORE), ('0 "kg"', MORE), ('0" "', ""),
        ("d\\.m\\.yy", ""), ("h:mm", ""), ("[h]:mm:ss", ""), ('"yes";"yes";"no"', ""),
    ],
)  # fmt: skip
def test_formats(format: str, how: str) -> None:
    assert describe_format(format) == how


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("7", NONE), ("-1.5", ONE), ("2,50", TWO), ("0.5", ONE), ("0", NONE), ("", ""),
        ("1.000", ""), ("1 000,50", ""), ("1.5E+03", ""),
        ("50 %", PERCENTAGE), ("1 1/2", FRACTION), ("007", ZEROS), ("-07", ZEROS), ("3 kg", MORE), ("€ 3", MORE),
    ],
)  # fmt: skip
def test_texts(text: str, how: str) -> None:
    assert describe_shown(text) == how


@pytest.mark.parametrize(
    ("text", "how", "same"),
    [
        ("7", NONE, True), ("1.5", NONE, False), ("1.5", ONE, True),
        ("1.5", TWO, False), ("1.25", TWO, True), ("7", MORE, False), ("7", ZEROS, False),
        ("999", NONE + GROUPED, True), ("-999", NONE + GROUPED, True), ("1000", NONE + GROUPED, False),
    ],
)  # fmt: skip
def test_numbers_that_say_just_what_is_shown(text: str, how: str, same: bool) -> None:
    assert is_as_shown(text, how) == same


def test_formats_that_have_a_number_of_their_own() -> None:
    """Excel writes its own formats by number only."""
    styles = [("cellXfs", {}), *[("xf", {"numFmtId": str(number)}) for number in (0, 2, 9, 12, 42, 44)]]
    assert find_odd_styles(styles) == {"1": TWO, "2": PERCENTAGE, "3": FRACTION, "4": MORE, "5": MORE}
