"""What is left over of several components lies in one grid where it has one size, and in its empty places."""

import pytest
from faults import faults
from hypothesis import given, settings
from hypothesis import strategies as st
from paper_reader import folds_of, leaves, outside, rect, sheets_of
from test_imposing_holds import part_components
from test_sharing import summaries

from pnp.model.sheet import Leaf, Rect, Sheet


def cards(component: str, count: int, **more: object) -> list[Leaf]:
    return leaves(component, 63, 88, count, **more)


def test_left_overs_of_one_size_fill_one_grid():
    stock = cards("aids", 6) + cards("chiefs", 6) + cards("deck", 14)
    assert summaries(sheets_of(stock, together="auto")) == [
        "aids+deck 1: Aids + Deck, 9",
        "chiefs+deck 1: Chiefs + Deck, 8",
        "deck 1: Deck, 9",
    ]


def test_components_that_fill_a_sheet_together_stay_whole():
    stock = cards("a", 4) + cards("b", 5) + cards("c", 5) + cards("d", 4)
    assert summaries(sheets_of(stock, together="auto")) == ["a+b 1: A + B, 9", "c+d 1: C + D, 9"]


def test_not_where_it_saves_no_sheet_or_is_not_asked_for():
    stock = cards("a", 5) + cards("b", 5)
    assert summaries(sheets_of(stock, together="auto")) == ["a 1: A, 5", "b 1: B, 5"]
    assert len(sheets_of(cards("a", 2) + cards("b", 2), together="no")) == 2


def test_other_sizes_corners_and_bleeds_have_grids_of_their_own():
    stock = cards("a", 4) + cards("b", 4, outline="rounded", corner=3) + cards("c", 4, bleed=1)
    grids = [len({(round(p.x, 3), round(p.y, 3)) for p in sheet.placements}) for sheet in sheets_of(stock)]
    assert grids == [4, 4, 4]
    safe = [leaf._replace(format=leaf.format.__class__(63, 88, safe=5)) for leaf in cards("b", 4)]
    assert summaries(sheets_of(cards("a", 4) + safe, together="auto")) == ["a+b 1: A + B, 8"]
    double = [leaf._replace(format=leaf.format._replace(is_double_sided=True)) for leaf in cards("b", 4)]
    assert summaries(sheets_of(cards("a", 4) + double, together="auto")) == ["a+b 1: A + B, 8"]


def test_small_pieces_lie_in_empty_places():
    (sheet,) = sheets_of(cards("deck", 8) + leaves("coin", 16, 16, 4, outline="circle"), together="auto")
    assert len(sheet.placements) == 12
    place = Rect(10.5 + 2 * 63, 16.5 + 2 * 88, 63, 88)  # the ninth of the grid in the middle of the sheet
    assert all(outside(rect(coin), place) <= -2 + 1e-6 for coin in sheet.placements[8:])
    assert faults(cards("deck", 8) + leaves("coin", 16, 16, 4, outline="circle"), together="auto") == []


def test_folded_pairs_fill_one_grid_and_small_ones_lie_beside_the_fold():
    stock = cards("a", 3, backs="all") + cards("b", 2, backs="all")
    stock += leaves("coin", 16, 16, 4, outline="circle", backs="all")
    sheets = sheets_of(stock, sides="fold", together="auto")
    assert [len(sheet.placements) for sheet in sheets] == [6, 12]
    coins = [p for p in sheets[-1].placements if "coin" in p.face.label]
    assert max(_from_fold(sheets[-1], rect(coin)) for coin in coins) < 30
    assert faults(stock, sides="fold", together="auto") == []


def test_pairs_of_a_half_empty_fold_sheet_lie_beside_the_fold():
    (sheet,) = sheets_of(leaves("mini", 45, 68, 3, backs="all"), sides="fold")
    assert max(_from_fold(sheet, rect(placement)) for placement in sheet.placements) <= 2.001


def _from_fold(sheet: Sheet, box: Rect) -> float:
    """How far a piece's nearer edge is from the fold."""
    (_, x1, y1), (_, _, y2) = folds_of(sheet).items[0].path
    return min(abs(box.y - y1), abs(box.bottom - y1)) if y1 == y2 else min(abs(box.x - x1), abs(box.right - x1))


kinds = st.builds(
    leaves,
    st.just("piece"),
    st.sampled_from([63.0, 25.4, 16.0]),
    st.sampled_from([88.0, 25.4, 16.0]),
    st.integers(1, 11),
    outline=st.sampled_from(["rectangle", "rounded", "rounded"]),
    corner=st.just(3.0),
    backs=st.sampled_from(["none", "all", "a c"]),
    bleed=st.sampled_from([0.0, 2.0]),
)


@pytest.mark.nightly(examples=20)
@settings(max_examples=80)
@given(
    st.lists(kinds, min_size=2, max_size=5).map(part_components),
    st.sampled_from(["a4", "letter"]),
    st.sampled_from(["fronts", "duplex", "fold", "backs"]),
    st.sampled_from(["auto", "perimeter", "no"]),
)
def test_nothing_is_lost_or_overlaps(stock: list[Leaf], paper: str, sides: str, bleed: str):
    if not any(leaf.back for leaf in stock):
        sides = "fronts"
    wishes = {"sides": sides, "bleed": bleed}
    assert faults(stock, paper, together="auto", **wishes) == []
    shared, apart = (sheets_of(stock, paper, together=together, **wishes) for together in ("auto", "no"))
    assert len(shared) <= len(apart)


@pytest.mark.nightly(examples=10)
@settings(max_examples=40)
@given(st.lists(kinds, min_size=2, max_size=5).map(part_components))
def test_a_file_of_backs_goes_with_one_of_fronts(stock: list[Leaf]):
    if not any(leaf.back for leaf in stock):
        return
    fronts = sheets_of(stock, together="auto")
    backs = sheets_of(stock, together="auto", sides="backs")
    behind = {back.label.removesuffix(" back"): back for back in backs}
    with_backs = {leaf.front.label for leaf in stock if leaf.back}
    for front in fronts:
        places = {p.face.label: 210 - p.x - p.w for p in front.placements if p.face.label in with_backs}
        there = {p.face.label.removesuffix(" back"): p.x for p in behind[front.label].placements} if places else {}
        assert there.keys() == places.keys() and all(abs(there[name] - x) < 1e-6 for name, x in places.items())
