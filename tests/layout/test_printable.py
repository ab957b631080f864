"""Lines that are scaled down stay broad enough to print; what is thinner, or stands too near the cut, is told."""

import pytest
from desk import Desk
from hypothesis import given
from hypothesis import strategies as st

from pnp.layout.printable import Strokes
from pnp.model.display import IDENTITY, Drawing, Group, Item, Matrix, Picture, Shape, Stroke, multiply
from pnp.model.game import Outline
from pnp.model.length import MM_PER_POINT
from pnp.model.outline import rectangle_path

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
    """Of the lines on paper; all scales are even."""
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


def printed(*items: Item) -> list[float]:
    return widths(*Strokes().printed(items)[0])


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
    made, _ = Strokes().printed((*items, scaled(items[0], 0.2)))
    assert widths(*made) == pytest.approx([0.3, 1, LEAST, 0.2, LEAST, 0.2, 0.15, 0.5, LEAST, 0.2])
    arts = [item.art for item in made if isinstance(item, Picture)]
    assert arts[0] is arts[3] is art
    assert arts[1] is arts[2]


def test_where_all_is_well_nothing_changes() -> None:
    items = (line(0.2), scaled(line(1), 0.2), Picture(Drawing("a", 10, 10, (line(1),)), 0, 0, 2, 2))
    made, found = Strokes().printed(items)
    assert made is items
    assert found == []


def test_a_line_that_is_stretched_counts_where_it_is_thinnest() -> None:
    (group,), _ = Strokes().printed((Group((line(1),), (2, 0, 0, 0.05, 0, 0)),))
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
    said = "warning PNP363 creatures/fox: a line is 0.14 pt wide, 0.05 mm (0.25 pt or more is wanted)"
    (found,) = desk.face(xml).lines
    assert found.startswith(f"layouts/night/card.xml.j2:1:{column}: {said}")
    assert desk.face(xml.replace("0.05", "0.1")).lines == []


def test_art_that_is_not_scaled_down_is_told_once_at_its_line(desk: Desk) -> None:
    desk.file("card_data/night/art/thin.svg", ART.format(0.04))
    image = '<image href="art/thin.svg" x="{}" y="5" w="{}" h="{}"/>'
    (found,) = desk.face(image.format(5, 10, 10) + image.format(20, 20, 20)).lines
    said = "warning PNP363 creatures/fox: a line is 0.11 pt wide, 0.04 mm"
    assert found.startswith(f"card_data/night/art/thin.svg:2:3: {said}")
    assert desk.face(image.format(5, 5, 5)).lines == []


CARD = "layouts/night/card.xml.j2"
DATA = "card_data/night/creatures.yaml"


def _found(desk: Desk, xml: str, outline: Outline = Outline.RECTANGLE, w: float = 60, h: float = 40) -> list[str]:
    laid = desk.face(xml, w, h, outline=outline, safe=3)
    return [problem.message.removeprefix("creatures/fox: ") for problem in laid.problems]


@pytest.mark.parametrize(
    ("xml", "found"),
    [
        ('<text x="3" y="3" w="20" h="5">Fox</text>', []),
        ('<text x="2" y="3" w="20" h="5">Fox</text>', ['text "Fox" is 1 mm outside the safe area, 3 mm from the cut']),
        ('<text x="2" w="56" y="3" align="center">Fox</text>', []),
        ('<text y="1" x="5">Fox</text>', ['text "Fox" is 2 mm outside the safe area, 3 mm from the cut']),
        (
            '<text x="5" y="30" h="8" valign="bottom">Fox</text>',
            ['text "Fox" is 1 mm outside the safe area, 3 mm from the cut'],
        ),
        (
            '<text x="40" w="18" y="3" align="end">Fox</text>',
            ['text "Fox" is 1 mm outside the safe area, 3 mm from the cut'],
        ),
        ('<icon name="coin" x="1" y="9"/>', ["icon coin is 2 mm outside the safe area, 3 mm from the cut"]),
        (
            '<image href="art/fox.svg" x="1" y="9" w="9" h="6"/>',
            ["picture art/fox.svg is 2 mm outside the safe area, 3 mm from the cut"],
        ),
        ('<image href="art/fox.svg" x="0" y="9" w="9" h="6"/>', []),
        ('<image href="art/fox.svg" x="-1" y="-1" w="62" h="42" fit="cover"/>', []),
        ('<rect width="60" height="40"/><line x1="1" x2="59" stroke="ink"/>', []),
        ('<row fill="fox" w="60" h="5"/>', []),
        ('<clip x="9" y="9" w="9" h="9"><text x="-9">Fox</text></clip>', []),
        (
            '<clip x="1" y="9" w="9" h="9"><icon name="coin"/></clip>',
            ["icon coin is 2 mm outside the safe area, 3 mm from the cut"],
        ),
        (
            '<g transform="rotate(90 5 5)"><text x="5" y="8" w="9">Fox</text></g>',
            ['text "Fox" is 4.6 mm outside the safe area, 3 mm from the cut'],
        ),
        ("<text x='9' y='9' w='9'> </text>", []),
        ('<text x="60" y="5" w="9">Fox</text>', ['text "Fox" is beyond the cut at the right: the piece is 60 × 40 mm']),
        ('<icon name="coin" x="9" y="-6"/>', ["icon coin is beyond the cut at the top: the piece is 60 × 40 mm"]),
        ('<text x="59" y="5" w="9">Fox</text>', ['text "Fox" is 6.35 mm outside the safe area, 3 mm from the cut']),
        (
            '<text x="70" y="5" w="9">a</text><text x="80" y="5" w="9">b</text><text x="90" y="5" w="9">c</text>'
            '<icon name="coin" x="-20" y="9"/><text x="-20" y="9" w="9">d</text>'
            '<text x="9" y="50" w="9" h="5">e</text>',
            [
                '3 texts, "a" to "c", are beyond the cut at the right: the piece is 60 × 40 mm',
                '2 parts, coin to "d", are beyond the cut at the left: the piece is 60 × 40 mm',
                'text "e" is beyond the cut at the bottom: the piece is 60 × 40 mm',
            ],
        ),
    ],
)
def test_rectangles(desk: Desk, xml: str, found: list[str]) -> None:
    assert _found(desk, xml) == found


def test_a_text_that_does_not_fit_is_not_outside_the_safe_area_as_well(desk: Desk) -> None:
    laid = desk.face('<text of="name" x="50" y="34" w="7" h="3"/>', safe=3)
    assert [problem.code for problem in laid.problems] == ["PNP310"]


def test_a_field_outside_the_safe_area_is_reported_at_its_value(desk: Desk) -> None:
    assert desk.face('<text of="name" x="2" y="3"/>', safe=3).lines == [
        f'{DATA}:2:9: warning PNP350 creatures/fox: text "name" is 1 mm outside the safe area, 3 mm from the cut'
        f" [{CARD}:1:7]"
    ]


@pytest.mark.parametrize(
    ("outline", "xml", "found"),
    [
        (Outline.CIRCLE, '<text x="5" y="13" w="20" align="center">Fox</text>', []),
        (Outline.CIRCLE, '<text x="5" y="2" w="20" align="center">Fox</text>', ['text "Fox"']),
        (Outline.CIRCLE, '<text x="5" y="5" w="20" align="center">Fox</text>', []),
        (Outline.CIRCLE, '<text x="5" y="5" w="20">Fox</text>', ['text "Fox"']),
        (Outline.CIRCLE, '<icon name="coin" x="13" y="3.1"/>', []),
        (Outline.CIRCLE, '<icon name="coin" x="5" y="5" size="5"/>', ["icon coin"]),
        (Outline.CIRCLE, '<icon name="coin" x="6.6" y="6.6" size="6"/>', []),
        (Outline.CIRCLE, '<image href="art/fox.svg" w="30" h="30" fit="cover"/>', []),
        (Outline.CIRCLE, '<image href="art/fox.svg" x="4" y="4" w="9" h="6"/>', ["picture art/fox.svg"]),
        (Outline.CIRCLE, '<g transform="rotate(180 15 15)"><text x="5" y="5" w="20" align="center">Fox</text></g>', []),
        (
            Outline.CIRCLE,
            '<g transform="rotate(180 15 15)"><text x="5" y="5" w="20" align="end">Fox</text></g>',
            ['text "Fox"'],
        ),
        (Outline.HEXAGON, '<text x="5" y="13" w="20" align="center">Fox</text>', []),
        (Outline.HEXAGON, '<text x="4" y="7" w="20">Fox</text>', ['text "Fox"']),
        (Outline.HEXAGON, '<text x="4" y="13" w="20">Fox</text>', []),
        (Outline.HEXAGON, '<text x="2" y="13" w="20">Fox</text>', ['text "Fox"']),
        (Outline.HEXAGON, '<icon name="coin" x="13" y="4"/>', []),
        (Outline.HEXAGON, '<icon name="coin" x="5" y="5"/>', ["icon coin"]),
    ],
)
def test_round_and_six_sided_pieces(desk: Desk, outline: Outline, xml: str, found: list[str]) -> None:
    assert [message.partition(" is ")[0] for message in _found(desk, xml, outline, 30, 30)] == found


def test_of_texts_above_one_another_the_one_that_is_meant_is_said(desk: Desk) -> None:
    inner = '<text x="6" y="4.5" w="9">b</text>'
    outer = '<text x="4" y="3" w="22" align="center"><br/><br/><br/>wonderful tile</text>'
    assert [message[:10] for message in _found(desk, outer + inner, Outline.CIRCLE, 30, 30)] == ['text "b" i']


def test_each_text_is_said_once_with_its_worst_line(desk: Desk) -> None:
    xml = '<text x="4" y="2" w="22" align="center">wonderful<br/>wonderful<br/>a<br/>b</text>'
    laid = desk.face(xml, 30, 30, outline=Outline.CIRCLE, safe=3)
    assert laid.lines == [
        f'{CARD}:1:7: warning PNP350 creatures/fox: text "wonderful wonderful a b" is 1.72 mm outside the safe area,'
        f" 3 mm from the cut [{DATA}:1:3]"
    ]
