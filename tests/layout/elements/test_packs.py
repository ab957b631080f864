"""Packs: children near the places that they name, none over another, and what is said where there is no room."""

import re

import pytest
from desk import Desk, boxes
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

PACK = '<pack x="2" y="3" w="50" h="30">{}</pack>'
CROWDED = "PNP210 count={} w='50 mm' h='30 mm'"


def _child(at: str = "", w: float = 10, h: float = 6) -> str:
    return f'<column {at} w="{w}" h="{h}" fill="fox"/>'


def _boxes(desk: Desk, xml: str, **options: object) -> list[str]:
    laid = desk.face(xml, **options)
    assert not laid.lines
    return boxes(laid.faces[0])


def _numbers(found: list[str]) -> list[list[float]]:
    return [[float(number) for number in box.split()] for box in found]


@pytest.mark.parametrize(
    ("at", "box"),
    [
        ('x="50%" y="50%"', "22 15 10 6"),
        ('x="20%" y="10mm"', "7 10 10 6"),
        ('x="0" y="100%"', "2 27 10 6"),  # as near as it can be and stay inside
        ('x="-5" y="40"', "2 27 10 6"),
        ('x="80%"', "37 15 10 6"),
        ('y="10"', "22 10 10 6"),
    ],
)
def test_a_childs_place_is_that_of_its_middle(desk: Desk, at: str, box: str) -> None:
    assert _boxes(desk, PACK.format(_child(at))) == [box]


def test_children_without_a_place_share_the_middle(desk: Desk) -> None:
    found = _boxes(desk, PACK.format(_child() * 2 + _child('x="50%" y="4"')))
    assert found == ["9.5 15 10 6", "34.5 15 10 6", "22 4 10 6"]


def test_those_over_each_other_give_way_each_by_half(desk: Desk) -> None:
    beside = _boxes(desk, PACK.format(_child('x="21" y="15"') + _child('x="29" y="15"')))
    assert beside == ["16.95 15 10 6", "27.05 15 10 6"]
    below = _boxes(desk, PACK.format(_child('x="25" y="14"') + _child('x="25" y="16"')))
    assert below == ["22 11.95 10 6", "22 18.05 10 6"]


def test_where_a_column_is_full_they_give_way_sideways(desk: Desk) -> None:
    tall = _child('x="25" y="13"', h=16) + _child('x="25" y="17"', h=16)
    one, other = _numbers(_boxes(desk, PACK.format(tall)))
    assert (one[1], other[1]) == (8, 12)
    assert other[0] - one[0] >= 10


def test_a_gap_keeps_them_farther_apart(desk: Desk) -> None:
    xml = PACK.replace("<pack", '<pack gap="4"').format(_child('x="19" y="15"') + _child('x="31" y="15"'))
    one, other = _numbers(_boxes(desk, xml))
    assert other[0] - one[0] - 10 == pytest.approx(4, abs=0.11)


def test_the_same_places_count_from_the_right_in_mirrored_layouts(desk: Desk) -> None:
    assert _boxes(desk, PACK.format(_child('x="20%" y="50%"')), language="ar", mirror=True) == ["43 15 10 6"]


def test_the_ground_and_its_padding_are_those_of_a_panel(desk: Desk) -> None:
    xml = PACK.replace("<pack", '<pack padding="5" fill="paper"')
    assert _boxes(desk, xml.format(_child('x="0" y="0"'))) == ["2 3 50 30", "7 8 10 6"]
    assert _boxes(desk, '<pack w="9" h="9" fill="paper"/>') == ["0 0 9 9"]


def test_shares_of_a_childs_size_are_of_the_pack(desk: Desk) -> None:
    assert _boxes(desk, PACK.format('<column w="20%" h="50%" fill="fox"/>')) == ["22 10.5 10 15"]


def test_a_pack_is_as_high_as_its_children_in_rows_where_nobody_says(desk: Desk) -> None:
    pack = f'<pack w="25" gap="2" fill="paper">{_child() * 3}</pack>'
    found = _boxes(desk, f"<column>{pack}{_child()}</column>")
    assert [found[0], found[-1]] == ["0 0 25 14", "0 14 10 6"]
    wide = f'<pack gap="2" fill="paper">{_child() * 3}</pack>'
    assert _boxes(desk, f'<grid w="60" columns="auto 1fr">{wide}</grid>')[0] == "0 0 34 40"


def test_a_pack_is_higher_where_its_places_need_it(desk: Desk) -> None:
    crowd = "".join(_child('x="50%" y="50%"', w, h) for w, h in ((20, 10), (14, 22), (30, 7), (9, 9), (25, 12)))
    laid = desk.face(f'<column w="45"><pack fill="paper">{crowd}</pack></column>', 60, 90)
    assert not laid.lines


def test_a_text_is_as_large_as_it_is(desk: Desk) -> None:
    laid = desk.face(PACK.format('<text x="10" y="5">Harbor</text><text x="12" y="5">Market</text>'))
    assert not laid.lines
    assert laid.texts == ["Harbor", "Market"]


@pytest.mark.parametrize(
    ("xml", "line"),
    [
        (PACK.format(_child(w=61)), "PNP210 tag=pack over='11 mm' how=wide"),
        (PACK.format(_child(h=30.5)), "PNP210 tag=pack over='0.5 mm' how=high"),
        (PACK.format(_child(w=30, h=20) * 3), CROWDED.format(3)),
        (PACK.format(_child(w=30, h=20) * 2), CROWDED.format(2)),
        (PACK.format(_child(w=0.1, h=0.1) * 101), "PNP210 count=101 most=100"),
        (PACK.replace("<pack", '<pack gap="-1"').format(_child()), "PNP206 tag=pack name=gap what='is negative: -1'"),
        (
            PACK.replace("<pack", '<pack gap="1 2"').format(_child()),
            "PNP206 tag=pack name=gap what='\"1 2\" is no length'",
        ),
        (PACK.replace("<pack", '<pack columns="2"').format(_child()), "PNP205 tag=pack name=columns"),
        (PACK.format(_child('x="left"')), "PNP206 tag=column name=x what='\"left\" is no length'"),
        (PACK.format(_child('x="5" at="6"')), "PNP205 tag=column name=at"),
        (PACK.format("Harbor"), "PNP208 text=Harbor tag=pack"),
        (f'<pack w="0" h="9">{_child()}</pack>', "PNP210 tag=pack over='9.9 mm' how=wide"),
    ],
)
def test_what_cannot_be_is_reported(desk: Desk, xml: str, line: str) -> None:
    assert desk.face(xml).mistakes[:1] == [line]


def test_an_empty_pack_is_no_mistake(desk: Desk) -> None:
    assert desk.face('<pack w="20" h="9"/><pack/>').lines == []


def test_a_draft_frames_what_is_too_full(desk: Desk) -> None:
    full = PACK.format(_child(w=30, h=20) * 3)
    assert desk.face(full, draft=True).faces[0] != desk.face(full).faces[0]


percents = st.floats(0, 100).map(lambda value: round(value, 1))
some_boxes = st.lists(st.tuples(percents, percents, st.integers(14, 45), st.integers(8, 30)), min_size=1, max_size=9)


@given(some_boxes)
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_none_lies_over_another_or_outside(desk: Desk, some: list[tuple[float, float, int, int]]) -> None:
    children = "".join(_child(f'x="{x}%" y="{y}%"', w, h) for x, y, w, h in some)
    laid = desk.face(f'<pack w="160" h="62">{children}</pack>', 160, 62)
    if laid.lines:
        assert re.match(r"PNP210 count=\d w='160 mm' h='62 mm'", laid.mistakes[0])
        return
    found = _numbers(boxes(laid.faces[0]))
    for place, (x, y, w, h) in enumerate(found, 1):
        assert 0 <= x <= 160.01 - w
        assert 0 <= y <= 62.01 - h
        for x2, y2, w2, h2 in found[place:]:
            assert min(x + w, x2 + w2) - max(x, x2) <= 0.03 or min(y + h, y2 + h2) - max(y, y2) <= 0.03
