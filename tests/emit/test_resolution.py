"""How finely the bitmaps of a face print."""

from pathlib import Path

import pytest

from pnp.emit.pdf.content import ContentComposer
from pnp.emit.pdf.resolution import smallest_dpi
from pnp.model.display import Drawing, Group, Item, Picture, Raster, Shape

RASTER = Raster("photo", Path("photo.png"), 300, 600, "0" * 8)


def dpi(*items: Item) -> int | None:
    return smallest_dpi(ContentComposer({}).drawn(Group(items)))


def test_none_where_there_is_no_bitmap() -> None:
    assert dpi(Shape((("M", 0, 0), ("L", 5, 5)), "#000000")) is None


@pytest.mark.parametrize(
    ("w", "h", "expected"), [(25.4, 50.8, 300), (50.8, 50.8, 150), (25.4, 25.4, 300), (12.7, 25.4, 600)]
)
def test_the_coarser_side_counts(w: float, h: float, expected: int) -> None:
    assert dpi(Picture(RASTER, 3, 4, w, h)) == pytest.approx(expected, abs=1)


def test_groups_and_drawings_change_it() -> None:
    picture = Picture(RASTER, 0, 0, 25.4, 50.8)
    assert dpi(Group((picture,), (2, 0, 0, 2, 5, 5))) == pytest.approx(150, abs=1)
    assert dpi(Group((picture,), (0, 1, -1, 0, 5, 5))) == pytest.approx(300, abs=1)
    assert dpi(Group((picture,), opacity=0.5)) == pytest.approx(300, abs=1)
    assert dpi(Picture(Drawing("art", 30, 60, (picture,)), 0, 0, 60, 120)) == pytest.approx(150, abs=1)


def test_the_smallest_of_all() -> None:
    pictures = [Picture(RASTER, 0, 0, 25.4, 50.8), Picture(RASTER, 0, 0, 50.8, 101.6)]
    assert dpi(*pictures) == dpi(*reversed(pictures)) == pytest.approx(150, abs=1)
