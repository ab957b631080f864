"""Two pictures → the share of their pixels that differ."""

import pytest
from drawings import difference
from PIL import Image


def ground(w: int, h: int, colour: str = "#ffffff") -> Image.Image:
    return Image.new("RGB", (w, h), colour)


@pytest.mark.parametrize("other", [(40, 30), (40, 31), (41, 30), (41, 31), (39, 29)])
def test_a_row_or_a_column_more_is_no_difference(other: tuple[int, int]) -> None:
    assert difference(ground(40, 30), ground(*other)) == 0


@pytest.mark.parametrize("other", [(42, 30), (40, 28)])
def test_other_sizes_are_other_pictures(other: tuple[int, int]) -> None:
    assert difference(ground(40, 30), ground(*other)) == 1


def test_what_differs_is_counted_where_both_are() -> None:
    dark = ground(40, 31)
    dark.paste("#000000", (0, 0, 10, 10))
    assert difference(ground(40, 30), dark) == pytest.approx(100 / 1200)
    assert difference(dark, ground(40, 30)) == pytest.approx(100 / 1200)
