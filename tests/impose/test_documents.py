"""Pages that nobody cuts: before the pieces, in duplex on both sides of their paper, and never with a mark."""

from dataclasses import replace

import pytest
from paper_reader import CAPTIONS, footer_of, imposed, leaves, marks_of, rect, sheets_of, texts, typeset

from pnp.impose import Settings, find_paper, impose
from pnp.impose.imposing import Imposed
from pnp.model.sheet import Leaf, Sheet
from pnp.model.span import Span


def pages(component: str, count: int, w: float = 190, h: float = 260) -> list[Leaf]:
    return [leaf._replace(format=replace(leaf.format, is_cut=False)) for leaf in leaves(component, w, h, count)]


def printed(stock: list[Leaf], before: int = 0, **wishes: object) -> Imposed:
    spans = {leaf.component: Span("") for leaf in stock}
    return impose(stock, Settings(find_paper("a4"), **wishes), CAPTIONS, typeset, spans, before)


def sides_of(sheets: tuple[Sheet, ...]) -> list[str]:
    return [f"{sheet.side}: {' '.join(p.face.label for p in sheet.placements)}".rstrip(": ") for sheet in sheets]


DECK = leaves("deck", 63, 88, 1, backs="all")


def test_they_come_before_the_pieces_whatever_the_game_names_first():
    assert sides_of(sheets_of(DECK + pages("rules", 2) + pages("map", 1))) == [
        "front: rules/a",
        "front: rules/b",
        "front: map/a",
        "front: deck/a",
    ]


def test_in_duplex_each_takes_the_next_side_and_pieces_begin_on_a_new_sheet():
    assert sides_of(sheets_of(DECK + pages("rules", 2) + pages("map", 1), sides="duplex")) == [
        "front: rules/a",
        "back: rules/b",
        "front: map/a",
        "back",
        "front: deck/a",
        "back: deck/a back",
    ]


@pytest.mark.parametrize(
    ("before", "count", "found"),
    [
        (1, 1, ["back: rules/a", "front: deck/a", "back: deck/a back"]),
        (1, 2, ["back: rules/a", "front: rules/b", "back", "front: deck/a", "back: deck/a back"]),
        (1, 0, ["back", "front: deck/a", "back: deck/a back"]),
        (2, 0, ["front: deck/a", "back: deck/a back"]),
    ],
)
def test_the_back_of_what_comes_before_is_used_too(before: int, count: int, found: list[str]):
    result = printed(pages("rules", count) + DECK, before, sides="duplex")
    assert sides_of(result.sheets) == found
    assert result.printout.pages == len(found) and result.printout.papers == (before + len(found)) // 2 - 1 * (
        before > 0
    )
    batches = result.printout.batches
    assert [(batch.first, batch.last) for batch in batches[-1:]] == [(before + len(found) - 1, before + len(found))]
    for batch in batches:
        on = [n for n, side in enumerate(found, before + 1) if batch.shares[0].component in side]
        assert (batch.first, batch.last) == (on[0], on[-1])


@pytest.mark.parametrize(("flip", "turn"), [("long", 0), ("short", 180)])
def test_the_second_side_is_turned_as_the_sheet_is(flip: str, turn: int):
    front, back = sheets_of(pages("rules", 2), sides="duplex", flip=flip)
    assert (front.placements[0].turn, back.placements[0].turn) == (0, turn)
    assert rect(front.placements[0]) == pytest.approx(rect(back.placements[0]))


def test_a_leaflet_of_two_pages_can_be_printed_on_both_sides_and_one_page_cannot():
    assert sides_of(sheets_of(pages("rules", 2), sides="duplex")) == ["front: rules/a", "back: rules/b"]
    _, problems = imposed(pages("rules", 1), sides="duplex")
    assert [problem.code for problem in problems] == ["PNP403"]
    _, problems = imposed(pages("rules", 2), sides="fold")
    assert [problem.code for problem in problems] == ["PNP403"]


def test_the_file_ends_with_a_whole_sheet():
    assert sides_of(sheets_of(pages("rules", 3), sides="duplex"))[-1] == "back"


def test_they_have_footers_with_their_number_and_no_marks():
    sheets = sheets_of(pages("rules", 3), sides="duplex")
    says = [text.says for sheet in sheets for item in [footer_of(sheet)] if item for text, _ in texts(item)]
    assert [line.rpartition(" ")[2] for line in says] == ["1/4", "2/4", "3/4"]
    assert [marks_of(sheet) for sheet in sheets] == [None] * 4


def test_they_are_no_pieces_and_take_no_cuts():
    found = printed(pages("rules", 3) + DECK).printout
    assert [(plan.component, plan.is_cut) for plan in found.components] == [("rules", False), ("deck", True)]
    assert [(batch.is_cut, batch.cuts) for batch in found.batches] == [(False, 0), (True, 4)]


def test_places_of_the_first_sheet_with_pieces_are_skipped():
    rules, deck = sheets_of(pages("rules", 1) + leaves("deck", 63, 88, 2), skip=3)
    assert len(rules.placements) == 1 and rect(deck.placements[0]).y > 88
