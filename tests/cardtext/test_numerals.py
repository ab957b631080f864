"""Numbers as languages write them, and several at once."""

import pytest

from pnp.cardtext.numerals import number_in, number_ranges


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["3", "1,234", "12,345.678", "−2.5"]),
        ("de", ["3", "1.234", "12.345,678", "−2,5"]),
        ("de-CH", ["3", "1’234", "12’345.678", "−2.5"]),
        ("fr", ["3", "1\u00a0234", "12\u00a0345,678", "−2,5"]),  # a space that every font has
        ("pl", ["3", "1234", "12\u00a0345,678", "−2,5"]),  # four digits stand together
        ("pt-BR", ["3", "1.234", "12.345,678", "−2,5"]),
        ("pt-PT", ["3", "1234", "12\u00a0345,678", "−2,5"]),
        ("x-elvish", ["3", "1,234", "12,345.678", "−2.5"]),
    ],
)
def test_decimals_and_thousands(language: str, expected: list[str]) -> None:
    assert [number_in(language, value) for value in (3, 1234, 12345.678, -2.5)] == expected


def test_lakhs_and_digits_that_are_asked_for() -> None:
    assert number_in("hi", 1234567) == "12,34,567"
    assert number_in("hi", 1234567, 2) == "12,34,567.00"
    assert [number_in("de", 2.345, digits) for digits in (None, 0, 1, 5)] == ["2,345", "2", "2,3", "2,34500"]


@pytest.mark.parametrize(
    ("numbers", "expected"), [((), ""), ((5,), "5"), ((1, 2), "1–2"), ((6, 2, 4, 3), "2–4, 6"), ((1, 3, 5), "1, 3, 5")]
)
def test_several_numbers(numbers: tuple[int, ...], expected: str) -> None:
    assert number_ranges(numbers) == expected
