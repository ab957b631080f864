"""Lengths as authors write them."""

import pytest

from pnp.model.length import mm, parse_length, points


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("63", 63),
        ("63mm", 63),
        (" 6.3 cm ", 63),
        ("2.5in", 63.5),
        ("72pt", 25.4),
        (".5in", 12.7),
        ("-3", -3),
        ("+3.", 3),
    ],
)
def test_a_length_is_millimetres(text: str, expected: float) -> None:
    assert parse_length(text) == pytest.approx(expected)


@pytest.mark.parametrize(
    "text", ["", "mm", "63 px", "6,3", "1e3", "nan", "٣", "63mm x 88mm", " " * 9999 + "x", "1" + " " * 9999 + "x"]
)
def test_what_is_no_length_is_none(text: str) -> None:
    assert parse_length(text) is None


def test_lengths_in_messages_have_no_trailing_zeros() -> None:
    assert [mm(4.2), mm(63), mm(0.126), points(25.4 / 72 * 6.5)] == ["4.2 mm", "63 mm", "0.13 mm", "6.5 pt"]
