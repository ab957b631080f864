"""Lines that are scaled down stay broad enough to print; what is thinner is told."""

import pytest
from desk import Desk
from hypothesis import given
from hypothesis import strategies as st

from pnp.layout.printable import Strokes
from pnp.model.display import IDENTITY, Drawing, Group, Item, Matrix, Picture, Shape, Stroke, multiply
from pnp.model.geometry import rectangle_path
from pnp.model.length import MM_PER_POINT
from pnp.model.problem import Finding
from pnp.model.visiting import SharedWalk

LEAST = 0.25 * MM_PER_POINT
ART = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
  <path d="M1 1h8" stroke="#000" stroke-width="{}"/>
</svg>
"""


def line(width: float) -> Shape:
    return Shape(rectangle_path(0, 0, 5, 5), None, Stroke("#000000", width))


def scaled(item: Item, scale: float) -> Group:
    return Group((item,), (scale, 0, 0, scale, 3, 4))


def widths(*items: Item, matrix: Matrix = IDENTITY) -> list[float]:
    """Return the widths of the lines on paper; all scales are even."""
    found: list[float] = []
    for item in items:
        if isinstance(item, Shape) and item.stroke:
            found.append(item.stroke.width * abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5)
        elif isinstance(item, Group):
            found += widths(*item.items, matrix=multiply(matrix, item.transform))
        elif isinstance(item, Picture) and isinstance(item.art, Drawing):
            scale = item.w / item.art.w
            found += widths(*item.art.items, matrix=multiply(matrix, (scale, 0, 0, scale, item.x, item.y)))
    return found


def broadened(*items: Item) -> tuple[tuple[Item, ...], list[Finding]]:
    group, found = Strokes(SharedWalk()).printed(Group(items))
    return group.items, found


def printed(*items: Item) -> list[float]:
    return widths(*broadened(*items)[0])


@given(st.lists(st.floats(0.05, 1.5), max_size=4), st.floats(0.02, 3))
def test_what_is_scaled_down_is_never_too_thin(scales: list[float], width: float) -> None:
    item: Item = line(width)
    whole = 1.0
    for scale in scales:
        item, whole = scaled(item, scale), whole * scale
    (on_paper,) = printed(item)
    if whole >= 0.999:  # that is its own size
        assert on_paper == pytest.approx(width * whole)
    else:
        assert on_paper == pytest.approx(max(width * whole, LEAST), abs=0.001)


def test_art_is_kept_at_each_size_by_itself_and_shared() -> None:
    art = Drawing("a", 10, 10, (line(0.3), line(1)))
    items = tuple(Picture(art, 0, 0, size, size) for size in (10, 2, 2, 5))
    made, _ = broadened(*items, scaled(items[0], 0.2))
    assert widths(*made) == pytest.approx([0.3, 1, LEAST, 0.2, LEAST, 0.2, 0.15, 0.5, LEAST, 0.2])
    arts = [item.art for item in made if isinstance(item, Picture)]
    assert arts[0] is arts[3] is art
    assert arts[1] is arts[2]


def test_where_all_is_well_nothing_changes() -> None:
    items = (line(0.2), scaled(line(1), 0.2), Picture(Drawing("a", 10, 10, (line(1),)), 0, 0, 2, 2))
    group = Group(items)
    made, found = Strokes(SharedWalk()).printed(group)
    assert made is group
    assert found == []


def test_a_line_that_is_stretched_counts_where_it_is_thinnest() -> None:
    (group,), _ = broadened(Group((line(1),), (2, 0, 0, 0.05, 0, 0)))
    assert isinstance(group, Group)
    assert isinstance(group.items[0], Shape)
    assert group.items[0].stroke
    assert group.items[0].stroke.width == pytest.approx(LEAST / 0.05)


@pytest.mark.parametrize(
    ("xml", "column"),
    [
        ('<rect x="9" width="5" height="5" fill="none" stroke="ink" stroke-width="0.05"/>', 7),
        ('<g transform="translate(3 3)"><path d="M0 0h9" stroke="ink" stroke-width="0.05"/></g>', 37),
        ('<row w="20" h="5" stroke="ink" stroke-width="0.05"/>', 7),
        ('<hr w="20" stroke-width="0.05"/>', 7),
        ('<table w="30" columns="1fr" line="ink" line-width="0.05"><tr><td>Fox</td></tr></table>', 7),
    ],
)
def test_a_line_written_too_thin_is_told_at_its_element(xml: str, column: int, desk: Desk) -> None:
    said = "PNP363 width=0.14 in_mm=0.05"
    (found,) = desk.face(xml).lines
    assert found.startswith(f"layouts/night/card.xml.j2:1:{column} {said} ")
    assert desk.face(xml.replace("0.05", "0.1")).lines == []


def test_art_that_is_not_scaled_down_is_told_once_at_its_line(desk: Desk) -> None:
    desk.file("card_data/night/art/thin.svg", ART.format(0.04))
    image = '<image href="art/thin.svg" x="{}" y="5" w="{}" h="{}"/>'
    (found,) = desk.face(image.format(5, 10, 10) + image.format(20, 20, 20)).lines
    said = "PNP363 width=0.11 in_mm=0.04"
    assert found.startswith(f"card_data/night/art/thin.svg:2:3 {said} ")
    assert desk.face(image.format(5, 5, 5)).lines == []
