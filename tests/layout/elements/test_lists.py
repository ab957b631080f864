"""Lists hang their items beside markers."""

import pytest
from desk import Desk, Golden

ITEMS = "<li>Shuffle the tiles.</li><li>Deal everyone three creatures; long lines hang below their text.</li>"


def test_lists(desk: Desk, golden: Golden) -> None:
    cases = {
        "bullets": f'<ul w="40">{ITEMS}</ul>',
        "numbers": f'<ol w="40">{ITEMS}</ol>',
        "a marker, an indent, a gap": f'<ul w="40" marker="–" indent="6" gap="3">{ITEMS}</ul>',
        "an icon as marker": '<ul w="40" marker="[leaf]"><li>one</li></ul>',
        "looks for all items, one of its own": '<ul style="tiny" fill="fox"><li>one</li><li fill="ink">two</li></ul>',
        "of a field": '<ol of="steps" w="40"/>',
        "items of elements": '<ul><li><row gap="1"><icon name="coin"/><text>one</text></row></li></ul>',
        "an empty item keeps its line": "<ol><li/><li>two</li></ol>",
        "numbers of two digits are as deep as the longest": f"<ol>{'<li>a</li>' * 10}</ol>",
    }
    golden("lists", desk.gallery(cases, h=60))


@pytest.mark.parametrize(
    ("xml", "lines"),
    [
        ("<ul>lost<li>a</li></ul>", ["PNP208 text=lost tag=ul"]),
        ("<ul><text>a</text></ul>", ["PNP204 child=text tag=ul"]),
        ('<ul style="bdy"><li>a</li><li>b</li></ul>', ["PNP209 name=bdy ~meant=body"]),
        ('<ol indent="x"><li>a</li></ol>', ["PNP206 tag=ol name=indent what='\"x\" is no length'"]),
        ('<ul of="steps"><li>a</li></ul>', ["PNP204 child=li tag=ul"]),
    ],
)
def test_what_is_wrong_with_a_list_is_said_once(desk: Desk, xml: str, lines: list[str]) -> None:
    assert desk.face(xml).mistakes == lines


def test_an_item_of_a_field_that_does_not_fit_is_reported_at_its_line(desk: Desk) -> None:
    assert desk.face('<ul of="steps" w="8"/>').lines == [
        (
            "card_data/night/creatures.yaml:10:7 PNP310 named=\"steps.1\" over='0.48 mm' size='6.5 pt' "
            "~about=creatures/fox ~origin=layouts/night/card.xml.j2:1:7"
        )
    ]
