"""Grids: columns by size and share, rows by content or by what they are told, spans, gaps."""

import pytest
from desk import Desk, boxes

CELL = '<column fill="fox"/>'


def _high(h: float) -> str:
    return f'<column fill="fox"><column w="1" h="{h}"/></column>'


def _boxes(desk: Desk, xml: str) -> list[str]:
    laid = desk.face(xml)
    assert not laid.lines
    return boxes(laid.faces[0])


def test_a_number_of_columns_is_equal_ones(desk: Desk) -> None:
    assert _boxes(desk, f'<grid x="1" y="2" w="46" h="20" columns="3" gap="2">{CELL * 4}</grid>') == [
        "1 2 14 9",
        "17 2 14 9",
        "33 2 14 9",
        "1 13 14 9",
    ]


@pytest.mark.parametrize(
    ("columns", "widths"),
    [
        ("10 20", [10, 20]),
        ("10 1fr", [10, 50]),
        ("1fr 2fr", [20, 40]),
        ("25% 1fr", [15, 45]),
        ("auto 1fr", [8, 52]),
        ("1cm 1in", [10, 25.4]),
    ],
)
def test_columns_have_sizes_shares_or_what_their_content_asks(desk: Desk, columns: str, widths: list[float]) -> None:
    content = '<column fill="fox"><column w="8" h="5"/></column>'
    found = _boxes(desk, f'<grid w="60" h="10" columns="{columns}">{content * 2}</grid>')
    assert [float(box.split()[2]) for box in found] == pytest.approx(widths)


def test_gaps_are_of_rows_and_columns(desk: Desk) -> None:
    assert _boxes(desk, f'<grid w="21" h="21" columns="2" gap="3 1">{CELL * 4}</grid>') == [
        "0 0 10 9",
        "11 0 10 9",
        "0 12 10 9",
        "11 12 10 9",
    ]


def test_a_child_may_span_columns_and_begins_a_row_where_it_has_no_room(desk: Desk) -> None:
    wide = '<column span="2" fill="fox"/>'
    assert _boxes(desk, f'<grid w="32" h="20" columns="3" gap="1">{CELL}{wide}{CELL * 2}{wide}</grid>') == [
        "0 0 10 6",
        "11 0 21 6",
        "0 7 10 6",
        "11 7 10 6",
        "0 14 21 6",
    ]


def test_rows_are_as_high_as_their_content_and_share_what_is_left(desk: Desk) -> None:
    assert _boxes(desk, f'<grid w="20" h="20" columns="1">{_high(4)}{_high(10)}</grid>') == ["0 0 20 7", "0 7 20 13"]


@pytest.mark.parametrize(
    ("rows", "heights"),
    [
        ("6 auto", [6, 10]),
        ("auto auto", [0.1, 10]),
        ("1fr 3fr", [5, 15]),
        ("25% 1fr", [5, 15]),
        ("2", [10, 10]),
        ("10mm", [10, 10]),
        ("8mm 1fr", [8, 12]),
    ],
)
def test_rows_may_be_told_their_heights(desk: Desk, rows: str, heights: list[float]) -> None:
    found = _boxes(desk, f'<grid w="20" h="20" columns="1" rows="{rows}">{CELL}{_high(10)}</grid>')
    assert [float(box.split()[3]) for box in found] == pytest.approx(heights)


def test_more_rows_than_children_stay_empty(desk: Desk) -> None:
    assert _boxes(desk, f'<grid w="20" h="20" columns="2" rows="4">{CELL * 3}</grid>') == [
        "0 0 10 5",
        "10 0 10 5",
        "0 5 10 5",
    ]


def test_a_grid_is_as_high_as_its_rows_where_nobody_says(desk: Desk) -> None:
    inner = f'<grid columns="2" gap="1" padding="2" fill="fox">{_high(4)}{_high(10)}{_high(3)}</grid>'
    assert _boxes(desk, f'<column w="41" h="40">{inner}</column>') == [
        "0 0 41 18",
        "2 2 18 10",
        "21 2 18 10",
        "2 13 18 3",
    ]
    inner = f'<grid columns="1" rows="8mm" fill="fox">{_high(4)}{_high(5)}</grid>'
    assert _boxes(desk, f'<column w="20" h="40">{inner}</column>')[0] == "0 0 20 16"
    inner = f'<grid columns="1" rows="1fr 2fr" fill="fox">{_high(4)}{_high(5)}</grid>'
    assert _boxes(desk, f'<column w="20" h="40">{inner}</column>')[0] == "0 0 20 12"


def test_auto_columns_give_way_where_there_is_too_little_room(desk: Desk) -> None:
    text = "<text>wonderful wonderful</text>"
    laid = desk.face(f'<grid w="30" columns="auto 10">{text}{CELL}</grid>')
    assert not laid.lines
    assert boxes(laid.faces[0])[0].startswith("20 ")


@pytest.mark.parametrize(
    ("xml", "line"),
    [
        (f'<grid w="20" h="10" columns="15 15">{CELL}</grid>', "PNP210 tag=grid over='10 mm' how=wide"),
        (f'<grid w="20" h="10" columns="1" rows="8mm">{CELL * 2}</grid>', "PNP210 tag=grid over='6 mm' how=high"),
        (f'<grid w="20" h="10" columns="1 x">{CELL}</grid>', "PNP206 tag=grid name=columns what='\"x\" is no size'"),
        (
            f'<grid w="20" h="10" gap="1 2 3">{CELL}</grid>',
            "PNP206 tag=grid name=gap what='\"1 2 3\" is not one length or 2'",
        ),
        (f'<grid w="20" h="10" columns="0">{CELL}</grid>', "PNP206 tag=grid name=columns what='\"0\" is no size'"),
    ],
)
def test_what_cannot_be_is_reported(desk: Desk, xml: str, line: str) -> None:
    assert desk.face(xml).mistakes[:1] == [line]
