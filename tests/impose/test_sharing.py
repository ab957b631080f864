"""Several components on a sheet: never more sheets than apart, nothing lost, and all of it can be cut."""

import pytest
from faults import faults
from hypothesis import given, settings
from hypothesis import strategies as st
from paper_reader import imposed, leaves, listing, marks_of, rect, sheets_of, strokes
from test_imposing_holds import part_components

from pnp.model.options import FLIPS, MARKS
from pnp.model.sheet import Leaf, Rect

MIXED = (
    leaves("poker", 63, 88, 5, backs="all")
    + leaves("token", 25, 25, 12, outline="circle")
    + leaves("hex", 30, 34.64, 10, outline="hexagon", backs="a")
    + leaves("mini", 45, 68, 4)
)


def summaries(sheets) -> list[str]:
    return [f"{sheet.label}: {sheet.title}, {len(sheet.placements)}" for sheet in sheets]


def test_components_that_fill_less_than_a_page_share_sheets():
    assert summaries(sheets_of(MIXED, together="auto")) == [
        "poker+token 1: Poker + Token, 17",
        "mini+hex 1: Mini + Hex, 14",
    ]


def test_components_keep_their_order_where_that_costs_no_sheet():
    cards, coins = leaves("poker", 63, 88, 11), leaves("coin", 20, 20, 3)
    assert summaries(sheets_of(leaves("tarot", 70, 120, 2) + cards + coins, together="auto")) == [
        "tarot 1: Tarot, 2",
        "poker 1: Poker, 9",
        "poker+coin 1: Poker + Coin, 5",
    ]
    assert summaries(sheets_of(leaves("tarot", 70, 120, 2) + leaves("poker", 63, 88, 18) + coins, together="auto")) == [
        "tarot+coin 1: Tarot + Coin, 5",
        "poker 1: Poker, 9",
        "poker 2: Poker, 9",
    ]


def test_apart_where_that_is_asked_for():
    assert summaries(sheets_of(MIXED, together="no")) == [
        "poker 1: Poker, 5",
        "token 1: Token, 12",
        "hex 1: Hex, 10",
        "mini 1: Mini, 4",
    ]


def test_apart_where_it_saves_no_sheet():
    stock = leaves("poker", 63, 88, 8) + leaves("tarot", 70, 120, 3)
    assert summaries(sheets_of(stock, together="auto")) == ["poker 1: Poker, 8", "tarot 1: Tarot, 3"]


def test_what_is_left_over_shares_sheets_on_request():
    stock = leaves("poker", 63, 88, 11) + leaves("mini", 45, 68, 18)
    auto, asked = (summaries(sheets_of(stock, together=together)) for together in ("auto", "yes"))
    assert auto == ["poker 1: Poker, 9", "poker 2: Poker, 2", "mini 1: Mini, 16", "mini 2: Mini, 2"]
    assert asked == ["poker 1: Poker, 9", "poker+mini 1: Poker + Mini, 4", "mini 1: Mini, 16"]


def test_the_first_sheet_is_not_shared_where_places_of_it_are_skipped():
    stock = leaves("poker", 63, 88, 2) + leaves("mini", 45, 68, 2) + leaves("coin", 20, 20, 3)
    assert summaries(sheets_of(stock, together="auto", skip=1)) == ["poker 1: Poker, 2", "mini+coin 1: Mini + Coin, 5"]


def test_full_sheets_are_never_touched():
    stock = leaves("poker", 63, 88, 9) + leaves("mini", 45, 68, 2) + leaves("coin", 20, 20, 3)
    assert summaries(sheets_of(stock, together="auto"))[0] == "poker 1: Poker, 9"


def test_the_same_every_time():
    assert listing(sheets_of(MIXED, together="auto")) == listing(sheets_of(MIXED, together="auto"))


def test_titles_of_many_components_are_cut_short():
    stock = [leaf for letter in "abcde" for leaf in leaves(letter, 40, 40)]
    assert summaries(sheets_of(stock, together="auto")) == ["a+b+c+d+e 1: A + B + C + …, 5"]


def test_hexagons_are_cut_as_a_honeycomb_and_circles_in_hollows():
    for outline, h in (("hexagon", 34.64), ("circle", 30)):
        stock = leaves("round", 30, h, 30, outline=outline) + leaves("poker", 63, 88, 2)
        (sheet,) = sheets_of(stock, together="auto")
        boxes = sorted((rect(p) for p in sheet.placements if "round" in p.face.label), key=lambda box: (box.y, box.x))
        assert len({round(box.y, 3) for box in boxes}) > 1 and any(
            one.y < other.y < one.bottom - 0.1 for one in boxes for other in boxes
        )


def test_each_block_has_marks_of_its_own_beside_it():
    (sheet,) = sheets_of(leaves("poker", 63, 88, 2) + leaves("square", 70, 70, 2), together="auto", marks="edges")
    pieces = [rect(p) for p in sheet.placements]
    for line in strokes(marks_of(sheet)):
        assert min(_distance(line, piece) for piece in pieces) < 0.75


def _distance(a: Rect, b: Rect) -> float:
    return max(a.x - b.right, b.x - a.right, a.y - b.bottom, b.y - a.bottom)


small = st.integers(80, 1400).map(lambda tenths: tenths / 10)
kinds = st.builds(
    leaves,
    st.just("piece"),
    small,
    small,
    st.integers(1, 9),
    copies=st.integers(1, 3),
    outline=st.sampled_from(["rectangle", "rectangle", "rounded", "circle", "hexagon"]),
    corner=st.just(3.0),
    backs=st.sampled_from(["none", "all", "a c"]),
    bleed=st.sampled_from([0.0, 0.0, 2.0]),
)


@pytest.mark.nightly(examples=20)
@settings(max_examples=80)
@given(
    st.lists(kinds, min_size=2, max_size=5).map(part_components),
    st.sampled_from(["a4", "letter", "180x240"]),
    st.sampled_from(MARKS),
    st.sampled_from(["auto", "yes"]),
    st.sampled_from(["fronts", "duplex", "fold"]),
    st.sampled_from(FLIPS),
)
def test_never_more_sheets_than_apart(stock: list[Leaf], paper: str, marks: str, together: str, sides: str, flip: str):
    if not any(leaf.back for leaf in stock):
        sides = "fronts"
    wishes = {"sides": sides, "flip": flip, "tile": False}
    apart, problems = imposed(stock, paper, 5.0, marks, **wishes)
    if any(problem.severity == "error" for problem in problems):
        return
    shared, _ = imposed(stock, paper, 5.0, marks, together=together, **wishes)
    assert len(shared) <= len(apart)
    assert faults(stock, paper, 5.0, marks, together=together, **wishes) == []
