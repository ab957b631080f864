"""Rows and columns: where children stand, by their own sizes, gaps, alignments and what is left to grow into."""

import pytest
from desk import Desk, Golden, boxes

BOX = '<column w="{w}" h="{h}" fill="fox"/>'
SMALL, LARGE = BOX.format(w=10, h=5), BOX.format(w=20, h=10)


def _boxes(desk: Desk, xml: str) -> list[str]:
    laid = desk.face(xml)
    assert not laid.lines
    return boxes(laid.faces[0])


def test_a_row_places_children_side_by_side(desk: Desk) -> None:
    assert _boxes(desk, f'<row x="2" y="3" w="50" h="20" gap="1.5">{SMALL}{LARGE}</row>') == [
        "2 3 10 5",
        "13.5 3 20 10",
    ]


def test_a_column_places_children_below_one_another(desk: Desk) -> None:
    assert _boxes(desk, f'<column x="2" y="3" w="50" h="20" gap="1.5">{SMALL}{LARGE}</column>') == [
        "2 3 10 5",
        "2 9.5 20 10",
    ]


@pytest.mark.parametrize(
    ("align", "across"), [("start", (0, 0)), ("center", (7.5, 5)), ("end", (15, 10)), ("stretch", (0, 0))]
)
@pytest.mark.parametrize(
    ("justify", "along"), [("start", (0, 12)), ("center", (9, 21)), ("end", (18, 30)), ("between", (0, 30))]
)
def test_children_are_aligned_across_and_justified_along(
    desk: Desk, align: str, across: tuple[float, float], justify: str, along: tuple[float, float]
) -> None:
    looks = f'align="{align}" justify="{justify}" gap="2"'
    row = _boxes(desk, f'<row w="50" h="20" {looks}>{SMALL}{LARGE}</row>')
    assert row == [f"{along[0]:g} {across[0]:g} 10 5", f"{along[1]:g} {across[1]:g} 20 10"]
    tall_small, tall_large = BOX.format(w=5, h=10), BOX.format(w=10, h=20)
    column = desk.face(f'<column w="20" h="50" {looks}>{tall_small}{tall_large}</column>', h=60)
    assert boxes(column.faces[0]) == [f"{across[0]:g} {along[0]:g} 5 10", f"{across[1]:g} {along[1]:g} 10 20"]


def test_children_without_a_size_across_are_stretched_unless_aligned(desk: Desk) -> None:
    child = f'<column w="10" fill="fox">{SMALL}</column>'
    assert _boxes(desk, f'<row w="50" h="20">{child}</row>') == ["0 0 10 20", "0 0 10 5"]
    assert _boxes(desk, f'<row w="50" h="20" align="end">{child}</row>') == ["0 15 10 5", "0 15 10 5"]


def test_growing_children_share_what_is_left(desk: Desk) -> None:
    grow = '<column grow="{}" fill="fox"/>'
    assert _boxes(desk, f'<row w="50" h="5">{grow.format(1)}{SMALL}{grow.format(3)}</row>') == [
        "0 0 10 5",
        "10 0 10 5",
        "20 0 30 5",
    ]
    assert _boxes(desk, f'<column w="5" h="38">{grow.format(1)}{SMALL}{grow.format(2)}</column>') == [
        "0 0 5 11",
        "0 11 10 5",
        "0 16 5 22",
    ]


def test_percentages_are_of_the_box_inside_its_padding(desk: Desk) -> None:
    half = '<column w="50%" h="50%" fill="fox"/>'
    assert _boxes(desk, f'<row w="50" h="20" padding="2 5">{half}{half}</row>') == ["5 2 20 8", "25 2 20 8"]
    assert _boxes(desk, f'<column w="20" h="30" padding="5" align="end">{half}{half}</column>') == [
        "10 5 5 10",
        "10 15 5 10",
    ]


def test_a_stack_is_as_large_as_its_children_where_nobody_says(desk: Desk) -> None:
    inner = f'<row gap="1" padding="2" fill="fox">{SMALL}{LARGE}</row>'
    assert _boxes(desk, f'<column align="start" w="60" h="40">{inner}</column>')[0] == "0 0 35 14"
    inner = f'<column gap="1" padding="2" fill="fox">{SMALL}{LARGE}</column>'
    assert _boxes(desk, f'<row align="start" w="60" h="40">{inner}</row>')[0] == "0 0 24 20"


def test_stacks_nest(desk: Desk) -> None:
    assert _boxes(
        desk,
        f'<column x="5" y="5" w="50" h="30" gap="2"><row gap="1">{SMALL}{SMALL}</row>'
        f'<row grow="1" align="center"><column gap="1">{SMALL}{SMALL}</column>{LARGE}</row></column>',
    ) == ["5 5 10 5", "16 5 10 5", "5 18 10 5", "5 24 10 5", "15 18.5 20 10"]


def test_texts_take_what_those_before_leave_and_wrap(desk: Desk) -> None:
    laid = desk.face('<row w="30" gap="1"><text>Pay one</text><text>coin to turn any tile</text></row>')
    assert not laid.lines
    first, second = (text for text in laid.texts)
    assert (first, second) == ("Pay one", "coin to turn any tile")
    assert "tile" in laid.listing.splitlines()[-1], "on a line of its own"


def test_a_growing_text_in_a_column_shrinks_into_what_is_left(desk: Desk) -> None:
    text = '<text grow="1" of="ability"/>'
    laid = desk.face(f'<column w="30" h="11">{SMALL}{text}</column>')
    assert not laid.lines
    assert " 7 pt of ability" in laid.listing


def test_transforms_and_opacity_work_in_stacks_too(desk: Desk) -> None:
    turned = '<g w="10" h="5" transform="rotate(90)" opacity="0.5"><rect width="10" height="5" fill="fox"/></g>'
    assert "group matrix 0 1 -1 0 0 0 opacity 0.5" in desk.face(f'<row w="50" h="20">{SMALL}{turned}</row>').listing


def test_the_ground_is_painted_inside_of_its_stroke(desk: Desk, golden: Golden) -> None:
    cases = {
        "fill and stroke": '<row x="2" y="2" w="20" h="10" fill="paper" stroke="ink" stroke-width="1"/>',
        "rounded": '<column x="2" y="2" w="20" h="10" rx="2" fill="fox"/>',
        "only a fill": '<grid x="2" y="2" w="20" h="10" fill="#123"/>',
    }
    golden("panels", desk.gallery(cases))


@pytest.mark.parametrize(
    ("xml", "line"),
    [
        (f'<row w="25" h="12">{SMALL}{LARGE}</row>', "PNP210 tag=row over='5 mm' how=wide"),
        (f'<row w="31" h="12" gap="2">{SMALL}{LARGE}</row>', "PNP210 tag=row over='1 mm' how=wide"),
        (f'<column w="25" h="12">{SMALL}{LARGE}</column>', "PNP210 tag=column over='3 mm' how=high"),
    ],
)
def test_children_that_need_too_much_are_reported(desk: Desk, xml: str, line: str) -> None:
    assert desk.face(xml).lines == [
        f"layouts/night/card.xml.j2:1:7 {line} ~about=creatures/fox ~origin=card_data/night/creatures.yaml:1:3"
    ]


def test_an_empty_text_takes_no_room_and_is_no_mistake(desk: Desk) -> None:
    xml = f'<column w="50" h="20"><text of="ability"/>{SMALL}</column>'
    laid = desk.face(xml, fields={"ability": None})
    assert laid.lines == []
    assert boxes(laid.faces[0]) == ["0 0 10 5"]
