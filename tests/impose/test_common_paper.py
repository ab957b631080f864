"""One layout that prints on a4 and on letter."""

import pytest
from faults import faults
from paper_reader import box_of, leaves, outside, rect, sheets_of
from test_imposing_holds import SIZES

from pnp.impose import find_paper
from pnp.impose.settings import printable
from pnp.model.choices import SIDES
from pnp.model.sheet import Paper, Rect


def centred_on(box: Rect, page: Paper, paper: Paper) -> Rect:
    return box._replace(x=box.x + (paper.w - page.w) / 2, y=box.y + (paper.h - page.h) / 2)


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("name", SIZES)
def test_everything_is_inside_the_printable_area_of_both(name: str, sides: str):
    stock = leaves("piece", *SIZES[name], 14, backs="all")
    assert faults(stock, "a4+letter", sides=sides) == []
    for sheet in sheets_of(stock, "a4+letter", sides=sides):
        boxes = [*(rect(p) for p in sheet.placements), *(box_of(item) for item in sheet.furniture)]
        for paper in (find_paper("a4"), find_paper("letter")):
            lying = paper if sheet.paper.w < sheet.paper.h else Paper(paper.name, paper.h, paper.w)
            room = printable(lying, 5.0)
            assert max(outside(centred_on(box, sheet.paper, lying), room) for box in boxes) < 0.075001


def test_nine_poker_cards_fit():
    (sheet,) = sheets_of(leaves("poker", 63, 88, 9), "a4+letter")
    assert (len(sheet.placements), sheet.paper) == (9, Paper("a4+letter", 210, 279.4))
