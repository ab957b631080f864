"""The work that is left: sheets, cuts and folds, counted."""

from paper_reader import CAPTIONS, leaves, typeset

from pnp.impose import Settings, find_paper, impose
from pnp.model.plan import Pages, Plan, Printout
from pnp.model.sheet import Leaf
from pnp.model.span import Span


def printout(stock: list[Leaf], **wishes: object) -> Printout:
    spans = {leaf.component: Span("") for leaf in stock}
    return impose(stock, Settings(find_paper("a4"), **wishes), CAPTIONS, typeset, spans).printout


def test_a_deck_of_two_sheets():
    found = printout(leaves("poker", 63, 88, 11, backs="all"), sides="duplex", flip="short", copies=1)
    assert found[:6] == ("duplex", "short", 2, 4, 8 + 5, 0)
    assert found.components == (
        Plan(
            component="poker",
            title="Poker",
            pieces=11,
            printed=11,
            w=63,
            h=88,
            outline="rectangle",
            sheets=2,
            per_sheet=9,
            shared=0,
            is_cut=True,
            cuts=8 + 5,  # 4 and 4; two cards on the second sheet: 3 and 2
            outlines=0,
            corners=0,
            folds=0,
            bleed="",
        ),
    )


def test_copies_count_and_fronts_have_no_edge_to_flip():
    found = printout(leaves("poker", 63, 88, 3, copies=2), copies=3)
    assert (found.flip, found.papers, found.components[0].pieces, found.components[0].printed) == ("", 2, 3, 18)


def test_folds_and_the_cuts_they_save():
    (part,) = printout(leaves("poker", 63, 88, 4, backs="all"), sides="fold").components
    assert (part.sheets, part.folds, part.cuts) == (1, 1, 5 + 2)
    (part,) = printout(leaves("board", 140, 190, 1, backs="all"), sides="fold").components
    assert (part.folds, part.cuts) == (1, 4)
    (part,) = printout(leaves("board", 143, 190, 1, backs="all"), sides="fold").components
    assert (part.folds, part.cuts) == (1, 3)  # it lies at the fold itself


def test_round_pieces_are_cut_along_their_outlines():
    (part,) = printout(leaves("token", 25, 25, 5, copies=2, outline="circle")).components
    assert (part.cuts, part.outlines) == (0, 10)


def test_rounded_corners_are_counted():
    (part,) = printout(leaves("poker", 63, 88, 2, outline="rounded", corner=3)).components
    assert (part.cuts, part.corners) == (5, 8)


def test_shared_sheets_are_cut_apart_first():
    found = printout(leaves("poker", 63, 88, 2) + leaves("mini", 45, 68, 2))
    assert [(part.sheets, part.shared, part.per_sheet, part.cuts) for part in found.components] == [(0, 1, 0, 5)] * 2
    assert (found.papers, found.cuts) == (1, 11)


def test_the_pages_of_a_tiled_board():
    found = printout(leaves("board", 400, 300))
    (part,) = found.components
    assert (part.printed, part.sheets, part.tiled) == (1, 4, Pages(2, 2, 205, 155, 10))
    assert found.cuts == 2 + 3 + 3 + 4


def test_what_was_chosen_for_the_bleed():
    (part,) = printout(leaves("cards", 63, 88, 9, bleed=3)).components
    assert part.bleed == "9 a sheet with 1.4 mm bleed; 3 mm would leave 8"


def test_sheets_without_backs_are_not_printed_in_a_file_of_backs():
    found = printout(leaves("poker", 63, 88, 9, backs="all") + leaves("map", 150, 200, 3), sides="backs")
    assert (found.flip, found.papers, found.pages) == ("long", 1, 1)
    assert [part.component for part in found.components] == ["poker"]


def test_a_file_of_backs_counts_no_pieces_without_any_on_shared_sheets():
    stock = leaves("poker", 63, 88, 2, backs="all") + leaves("mini", 45, 68, 3, backs="a b") + leaves("map", 50, 50)
    assert printout(stock).papers == 1
    found = printout(stock, sides="backs")
    assert [(part.component, part.printed, part.shared, part.cuts) for part in found.components] == [
        ("poker", 2, 1, 5),
        ("mini", 2, 1, 5),
    ]
    assert (found.papers, found.cuts) == (1, 11)
