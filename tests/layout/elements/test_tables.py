"""Tables: columns, heads, rules, stripes, cells that hold texts or elements."""

import pytest
from desk import Desk, Golden

ROWS = """<tr><th>Players</th><th>Cards</th></tr>
<tr><td>2</td><td>seven</td></tr>
<tr><td>3-4</td><td>five [coin]</td></tr>
<tr><td>5</td><td>four</td></tr>"""


def test_tables(desk: Desk, golden: Golden) -> None:
    cases = {
        "plain": f'<table w="40">{ROWS}</table>',
        "rules": f'<table w="40" line="ink" line-width="0.3" padding="1 2">{ROWS}</table>',
        "head and stripes": f'<table w="40" head="fox" stripe="#eeeeee">{ROWS}</table>',
        "auto columns": f'<table w="40" columns="auto 1fr">{ROWS}</table>',
        "spans, alignment and a height": '<table w="40" columns="3" line="ink"><tr h="8"><td span="2" align="end" '
        'valign="bottom">wide</td><td>x</td></tr></table>',
        "elements in cells": '<table w="40"><tr h="10"><td valign="middle"><icon name="coin" size="4"/></td>'
        '<td fill="fox" padding="1"><row><text>a</text></row></td></tr></table>',
        "bound cells": '<table w="40"><tr><td of="name"/><td of="power"/></tr></table>',
    }
    golden("tables", desk.gallery(cases))


def test_auto_columns_give_way_by_their_parts(desk: Desk) -> None:
    """Three words beside two of them: the room is shared as three to two."""
    cells = "<tr><td>wonderful wonderful wonderful</td><td>wonderful wonderful</td></tr>"
    laid = desk.face(f'<table w="40" columns="auto auto" padding="0">{cells}</table>')
    assert "    group at 24.07 0" in laid.listing.splitlines()


@pytest.mark.parametrize(
    ("xml", "lines"),
    [
        ("<table><row/></table>", ["PNP204 child=row tag=table"]),
        ("<table><tr><text>a</text></tr></table>", ["PNP204 child=text tag=tr"]),
        ("<table><tr>lost<td>a</td></tr></table>", ["PNP208 text=lost tag=tr"]),
        ("<table>lost<tr><td>a</td></tr></table>", ["PNP208 text=lost tag=table"]),
        ('<table><tr hight="3"><td>a</td></tr></table>', ["PNP205 tag=tr name=hight ~meant=height"]),
        ("<table><tr><td>a<icon name='coin'/></td></tr></table>", ["PNP208 text=a tag=td"]),
        ('<table columns="2"><tr><td/><td/><td/></tr></table>', ["PNP210 count=2"]),
        ('<table w="20" columns="15 15"><tr><td/></tr></table>', ["PNP210 tag=table over='10 mm' how=wide"]),
        ('<table h="5"><tr h="8"><td/></tr></table>', ["PNP210 tag=table over='3 mm' how=high"]),
        ("<tr><td>a</td></tr>", ["PNP204"]),
        ("<table/>", []),
    ],
)
def test_what_cannot_stand_in_a_table_is_reported(desk: Desk, xml: str, lines: list[str]) -> None:
    assert desk.face(xml).mistakes == lines


def test_cells_that_are_too_many_are_not_printed_over_others(desk: Desk) -> None:
    laid = desk.face('<table columns="2"><tr><td>a</td><td>b</td><td>c</td></tr></table>')
    assert laid.texts == ["a", "b"]
