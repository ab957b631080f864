"""What stands too near to the cut of a piece, or beyond it."""

import pytest
from desk import Desk

from pnp.model.game import Outline

CARD = "layouts/night/card.xml.j2"
DATA = "card_data/night/creatures.yaml"


def _mistakes(desk: Desk, xml: str, outline: Outline = Outline.RECTANGLE, w: float = 60, h: float = 40) -> list[str]:
    return desk.face(xml, w, h, outline=outline, safe=3).mistakes


@pytest.mark.parametrize(
    ("xml", "found"),
    [
        ('<text x="3" y="3" w="20" h="5">Fox</text>', []),
        ('<text x="2" y="3" w="20" h="5">Fox</text>', ["PNP350 kind=text part=\"Fox\" near='2 mm' safe='3 mm'"]),
        ('<text x="2" w="56" y="3" align="center">Fox</text>', []),
        ('<text y="1" x="5">Fox</text>', ["PNP350 kind=text part=\"Fox\" near='1 mm' safe='3 mm'"]),
        (
            '<text x="5" y="30" h="8" valign="bottom">Fox</text>',
            ["PNP350 kind=text part=\"Fox\" near='2 mm' safe='3 mm'"],
        ),
        ('<text x="40" w="18" y="3" align="end">Fox</text>', ["PNP350 kind=text part=\"Fox\" near='2 mm' safe='3 mm'"]),
        ('<icon name="coin" x="1" y="9"/>', ["PNP350 kind=icon part=coin near='1 mm' safe='3 mm'"]),
        (
            '<image href="art/fox.svg" x="1" y="9" w="9" h="6"/>',
            ["PNP350 kind=picture part=art/fox.svg near='1 mm' safe='3 mm'"],
        ),
        ('<image href="art/fox.svg" x="0" y="9" w="9" h="6"/>', []),
        ('<image href="art/fox.svg" x="-1" y="-1" w="62" h="42" fit="cover"/>', []),
        ('<rect width="60" height="40"/><line x1="1" x2="59" stroke="ink"/>', []),
        ('<row fill="fox" w="60" h="5"/>', []),
        ('<clip x="9" y="9" w="9" h="9"><text x="-9">Fox</text></clip>', []),
        (
            '<clip x="1" y="9" w="9" h="9"><icon name="coin"/></clip>',
            ["PNP350 kind=icon part=coin near='1 mm' safe='3 mm'"],
        ),
        (
            '<g transform="rotate(90 5 5)"><text x="5" y="8" w="9">Fox</text></g>',
            ["PNP158 kind=text part=\"Fox\" over='1.6 mm'"],
        ),
        ("<text x='9' y='9' w='9'> </text>", []),
        ('<text x="60" y="5" w="9">Fox</text>', ["PNP158 what='text \"Fox\" is' edge=right size='60 × 40 mm'"]),
        ('<icon name="coin" x="9" y="-6"/>', ["PNP158 what='icon coin is' edge=top size='60 × 40 mm'"]),
        ('<text x="59" y="5" w="9">Fox</text>', ["PNP158 kind=text part=\"Fox\" over='3.35 mm'"]),
        (
            '<text x="70" y="5" w="9">a</text><text x="80" y="5" w="9">b</text><text x="90" y="5" w="9">c</text>'
            '<icon name="coin" x="-20" y="9"/><text x="-20" y="9" w="9">d</text>'
            '<text x="9" y="50" w="9" h="5">e</text>',
            [
                "PNP158 what='3 texts, \"a\" to \"c\", are' edge=right size='60 × 40 mm'",
                "PNP158 what='2 parts, coin to \"d\", are' edge=left size='60 × 40 mm'",
                "PNP158 what='text \"e\" is' edge=bottom size='60 × 40 mm'",
            ],
        ),
    ],
)
def test_rectangles(desk: Desk, xml: str, found: list[str]) -> None:
    assert _mistakes(desk, xml) == found


def test_a_text_that_does_not_fit_is_not_outside_the_safe_area_as_well(desk: Desk) -> None:
    laid = desk.face('<text of="name" x="50" y="34" w="7" h="3"/>', safe=3)
    assert [problem.code for problem in laid.problems] == ["PNP310"]


def test_a_field_outside_the_safe_area_is_reported_at_its_value(desk: Desk) -> None:
    assert desk.face('<text of="name" x="2" y="3"/>', safe=3).lines == [
        (f"{DATA}:2:9 PNP350 kind=text part=\"name\" near='2 mm' safe='3 mm' ~about=creatures/fox ~origin={CARD}:1:7")
    ]


@pytest.mark.parametrize(
    ("outline", "xml", "found"),
    [
        (Outline.CIRCLE, '<text x="5" y="13" w="20" align="center">Fox</text>', []),
        (Outline.CIRCLE, '<text x="5" y="2" w="20" align="center">Fox</text>', ['PNP350 kind=text part="Fox"']),
        (Outline.CIRCLE, '<text x="5" y="5" w="20" align="center">Fox</text>', []),
        (Outline.CIRCLE, '<text x="5" y="5" w="20">Fox</text>', ['PNP350 kind=text part="Fox"']),
        (Outline.CIRCLE, '<icon name="coin" x="13" y="3.1"/>', []),
        (Outline.CIRCLE, '<icon name="coin" x="5" y="5" size="5"/>', ["PNP350 kind=icon part=coin"]),
        (Outline.CIRCLE, '<icon name="coin" x="6.6" y="6.6" size="6"/>', []),
        (Outline.CIRCLE, '<image href="art/fox.svg" w="30" h="30" fit="cover"/>', []),
        (
            Outline.CIRCLE,
            '<image href="art/fox.svg" x="4" y="4" w="9" h="6"/>',
            ["PNP350 kind=picture part=art/fox.svg"],
        ),
        (Outline.CIRCLE, '<g transform="rotate(180 15 15)"><text x="5" y="5" w="20" align="center">Fox</text></g>', []),
        (
            Outline.CIRCLE,
            '<g transform="rotate(180 15 15)"><text x="5" y="5" w="20" align="end">Fox</text></g>',
            ['PNP350 kind=text part="Fox"'],
        ),
        (Outline.HEXAGON, '<text x="5" y="13" w="20" align="center">Fox</text>', []),
        (Outline.HEXAGON, '<text x="4" y="7" w="20">Fox</text>', ['PNP350 kind=text part="Fox"']),
        (Outline.HEXAGON, '<text x="4" y="13" w="20">Fox</text>', []),
        (Outline.HEXAGON, '<text x="2" y="13" w="20">Fox</text>', ['PNP350 kind=text part="Fox"']),
        (Outline.HEXAGON, '<icon name="coin" x="13" y="4"/>', []),
        (Outline.HEXAGON, '<icon name="coin" x="5" y="5"/>', ["PNP350 kind=icon part=coin"]),
    ],
)
def test_round_and_six_sided_pieces(desk: Desk, outline: Outline, xml: str, found: list[str]) -> None:
    assert [mistake.partition(" near=")[0] for mistake in _mistakes(desk, xml, outline, 30, 30)] == found


def test_of_texts_above_one_another_the_one_that_is_meant_is_said(desk: Desk) -> None:
    inner = '<text x="6" y="4.5" w="9">b</text>'
    outer = '<text x="4" y="3" w="22" align="center"><br/><br/><br/>wonderful tile</text>'
    assert _mistakes(desk, outer + inner, Outline.CIRCLE, 30, 30) == [
        "PNP350 kind=text part=\"b\" near='1.83 mm' safe='3 mm'"
    ]


def test_each_text_is_said_once_with_its_worst_line(desk: Desk) -> None:
    xml = '<text x="4" y="2" w="22" align="center">wonderful<br/>wonderful<br/>a<br/>b</text>'
    laid = desk.face(xml, 30, 30, outline=Outline.CIRCLE, safe=3)
    assert laid.lines == [
        (
            f"{CARD}:1:7 PNP350 kind=text part='\"wonderful wonderful a b\"' near='1.28 mm' safe='3 mm' "
            f"~about=creatures/fox ~origin={DATA}:1:3"
        )
    ]


def test_the_same_on_many_pieces_is_told_once_with_its_places(desk: Desk) -> None:
    assert desk.face('<text of="name" x="2" y="3"/>', pieces=2, safe=3).lines == [
        (
            f"{DATA}:2:9 PNP350 kind=text part=\"name\" near='2 mm' safe='3 mm' ~about='creatures/fox and 1 more' "
            f"~origin={CARD}:1:7 ~also={DATA}:14:9"
        )
    ]
    composed = desk.face("<text x='2' y='3'>{{ piece.name }}!</text>", pieces=2, safe=3).lines
    assert ["~about='creatures/fox and 1 more'" in line for line in composed] == [True]


@pytest.mark.parametrize(("x", "code"), [(3, ""), (2.9, "PNP350"), (0, "PNP350"), (-0.1, "PNP158"), (-30, "PNP158")])
def test_what_is_cut_off_is_another_mistake_than_what_is_near(desk: Desk, x: float, code: str) -> None:
    laid = desk.face(f'<text of="name" x="{x}" y="3" w="20"/>', 60, 40, safe=3)
    assert [problem.code for problem in laid.problems] == [code] * bool(code)
