"""What stands too near to the cut of a piece, or beyond it."""

import pytest
from desk import Desk

from pnp.model.game import Outline

CARD = "layouts/night/card.xml.j2"
DATA = "card_data/night/creatures.yaml"


def _messages(desk: Desk, xml: str, outline: Outline = Outline.RECTANGLE, w: float = 60, h: float = 40) -> list[str]:
    laid = desk.face(xml, w, h, outline=outline, safe=3)
    return [problem.message.removeprefix("creatures/fox: ") for problem in laid.problems]


@pytest.mark.parametrize(
    ("xml", "found"),
    [
        ('<text x="3" y="3" w="20" h="5">Fox</text>', []),
        ('<text x="2" y="3" w="20" h="5">Fox</text>', ['text "Fox" is 2 mm from the cut: 3 mm are to be left']),
        ('<text x="2" w="56" y="3" align="center">Fox</text>', []),
        ('<text y="1" x="5">Fox</text>', ['text "Fox" is 1 mm from the cut: 3 mm are to be left']),
        (
            '<text x="5" y="30" h="8" valign="bottom">Fox</text>',
            ['text "Fox" is 2 mm from the cut: 3 mm are to be left'],
        ),
        ('<text x="40" w="18" y="3" align="end">Fox</text>', ['text "Fox" is 2 mm from the cut: 3 mm are to be left']),
        ('<icon name="coin" x="1" y="9"/>', ["icon coin is 1 mm from the cut: 3 mm are to be left"]),
        (
            '<image href="art/fox.svg" x="1" y="9" w="9" h="6"/>',
            ["picture art/fox.svg is 1 mm from the cut: 3 mm are to be left"],
        ),
        ('<image href="art/fox.svg" x="0" y="9" w="9" h="6"/>', []),
        ('<image href="art/fox.svg" x="-1" y="-1" w="62" h="42" fit="cover"/>', []),
        ('<rect width="60" height="40"/><line x1="1" x2="59" stroke="ink"/>', []),
        ('<row fill="fox" w="60" h="5"/>', []),
        ('<clip x="9" y="9" w="9" h="9"><text x="-9">Fox</text></clip>', []),
        (
            '<clip x="1" y="9" w="9" h="9"><icon name="coin"/></clip>',
            ["icon coin is 1 mm from the cut: 3 mm are to be left"],
        ),
        (
            '<g transform="rotate(90 5 5)"><text x="5" y="8" w="9">Fox</text></g>',
            ['text "Fox" reaches 1.6 mm beyond the cut'],
        ),
        ("<text x='9' y='9' w='9'> </text>", []),
        ('<text x="60" y="5" w="9">Fox</text>', ['text "Fox" is beyond the cut at the right: the piece is 60 × 40 mm']),
        ('<icon name="coin" x="9" y="-6"/>', ["icon coin is beyond the cut at the top: the piece is 60 × 40 mm"]),
        ('<text x="59" y="5" w="9">Fox</text>', ['text "Fox" reaches 3.35 mm beyond the cut']),
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
    assert _messages(desk, xml) == found


def test_a_text_that_does_not_fit_is_not_outside_the_safe_area_as_well(desk: Desk) -> None:
    laid = desk.face('<text of="name" x="50" y="34" w="7" h="3"/>', safe=3)
    assert [problem.code for problem in laid.problems] == ["PNP310"]


def test_a_field_outside_the_safe_area_is_reported_at_its_value(desk: Desk) -> None:
    assert desk.face('<text of="name" x="2" y="3"/>', safe=3).lines == [
        f'{DATA}:2:9: warning PNP350 creatures/fox: text "name" is 2 mm from the cut: 3 mm are to be left [{CARD}:1:7]'
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
    assert [message.partition(" is ")[0] for message in _messages(desk, xml, outline, 30, 30)] == found


def test_of_texts_above_one_another_the_one_that_is_meant_is_said(desk: Desk) -> None:
    inner = '<text x="6" y="4.5" w="9">b</text>'
    outer = '<text x="4" y="3" w="22" align="center"><br/><br/><br/>wonderful tile</text>'
    assert [message[:10] for message in _messages(desk, outer + inner, Outline.CIRCLE, 30, 30)] == ['text "b" i']


def test_each_text_is_said_once_with_its_worst_line(desk: Desk) -> None:
    xml = '<text x="4" y="2" w="22" align="center">wonderful<br/>wonderful<br/>a<br/>b</text>'
    laid = desk.face(xml, 30, 30, outline=Outline.CIRCLE, safe=3)
    assert laid.lines == [
        f'{CARD}:1:7: warning PNP350 creatures/fox: text "wonderful wonderful a b" is 1.28 mm from the cut:'
        f" 3 mm are to be left [{DATA}:1:3]"
    ]


def test_the_same_on_many_pieces_is_told_once_with_its_places(desk: Desk) -> None:
    assert desk.face('<text of="name" x="2" y="3"/>', pieces=2, safe=3).lines == [
        f'{DATA}:2:9: warning PNP350 creatures/fox and 1 more: text "name" is 2 mm from the cut: 3 mm are to be left'
        f" [{CARD}:1:7], also at {DATA}:14:9"
    ]
    composed = desk.face("<text x='2' y='3'>{{ piece.name }}!</text>", pieces=2, safe=3).lines
    assert [line.partition("creatures/")[2][:14] for line in composed] == ["fox and 1 more"]


@pytest.mark.parametrize(("x", "code"), [(3, ""), (2.9, "PNP350"), (0, "PNP350"), (-0.1, "PNP158"), (-30, "PNP158")])
def test_what_is_cut_off_is_another_mistake_than_what_is_near(desk: Desk, x: float, code: str) -> None:
    laid = desk.face(f'<text of="name" x="{x}" y="3" w="20"/>', 60, 40, safe=3)
    assert [problem.code for problem in laid.problems] == [code] * bool(code)
