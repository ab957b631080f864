"""`gap:` of a component: how far apart pieces lie, what of their bleed shows in it, and hexagons that touch."""

from itertools import combinations, pairwise
from math import hypot

import pytest
from facts import facts
from faults import faults
from hypothesis import given, settings
from hypothesis import strategies as st
from paper_reader import imposed, leaves, marks_of, rect, sheets_of, strokes
from shapes import corners, separated

from pnp.impose.filled_sheets import BleedChoice, choose
from pnp.impose.patterns import Pattern, best_grid
from pnp.impose.press import find_paper, printable
from pnp.impose.sides import clips
from pnp.model.game import Format, Outline
from pnp.model.geometry import grow_outline, rectangle_path
from pnp.model.sheet import Leaf, Placement, Sheet


def _columns(sheet: Sheet) -> list[float]:
    return sorted({round(placement.x, 6) for placement in sheet.placements})


def _distance(sheet: Sheet, format: Format) -> float:
    """How near the two nearest pieces come to each other."""
    return min(_between(a, b, format) for a, b in combinations(sheet.placements, 2))


def _between(one: Placement, other: Placement, format: Format) -> float:
    if format.outline is Outline.CIRCLE:
        return hypot(one.x - other.x, one.y - other.y) - format.w
    return -separated(*(corners(format, rect(each), each.turn) for each in (one, other)))


@pytest.mark.parametrize(("gap", "columns"), [(None, 4), (0.0, 4), (6.0, 4)])
def test_so_far_apart_as_the_component_says(gap: float | None, columns: int):
    """A4 has 200 mm inside its margins: four of 45 mm and three gaps of 6 are 198."""
    (sheet, _) = sheets_of(leaves("piece", 45, 90, 8, gap=gap, backs="all"), "a4", sides="duplex")
    xs = _columns(sheet)
    assert len(xs) == columns
    assert {round(right - left, 6) for left, right in pairwise(xs)} == {45 + (gap or 0.0)}


@pytest.mark.nightly(examples=30)
@settings(max_examples=120)
@given(
    st.sampled_from(["rectangle", "rounded", "circle", "hexagon"]),
    st.integers(15, 70),
    st.sampled_from([0.0, 0.5, 2.0, 4.0, 11.0]),
    st.sampled_from(["a4", "letter", "a3"]),
)
def test_no_piece_is_nearer_than_the_gap(outline: str, size: int, gap: float, paper: str):
    format = Format(size, size, Outline(outline), 3.0 if outline == "rounded" else 0.0, gap=gap)
    (sheet, *_) = sheets_of(
        leaves("piece", size, size, 12, copies=4, outline=outline, corner=format.corner, gap=gap), paper
    )
    if len(sheet.placements) > 1:
        least = gap * 0.86 if outline in ("hexagon", "circle") else gap  # between slanted sides of tall hexagons
        assert _distance(sheet, format) >= least - 1e-6


stocks = st.builds(
    leaves,
    st.just("piece"),
    st.integers(20, 90),
    st.integers(20, 90),
    st.integers(1, 9),
    copies=st.integers(1, 5),
    outline=st.just("hexagon"),
    backs=st.sampled_from(["all", "a c"]),
    gap=st.just(0.0),
)


@pytest.mark.nightly(examples=25)
@settings(max_examples=100)
@given(stocks, st.sampled_from(["a4", "letter", "a3"]), st.sampled_from(["duplex", "fold"]), st.booleans())
def test_combs_have_each_side_once_and_backs_behind_their_fronts(stock: list[Leaf], paper: str, sides: str, long: bool):
    _, problems = imposed(stock, paper, sides=sides, flip="long" if long else "short", tile=False)
    if not any(problem.severity == "error" for problem in problems):
        assert faults(stock, paper, sides=sides, flip="long" if long else "short", tile=False) == []


def _hexagons(size: float, gap: float | None, wanted: int) -> Pattern:
    format = Format(size, size * 2 / 3**0.5, Outline.HEXAGON, gap=gap)
    found = best_grid(format, find_paper("a4"), lambda lying: printable(lying, 5.0), wanted=wanted)
    assert found is not None
    return found


def test_touching_hexagons_lie_as_bees_build():
    """Also where a plain grid would hold them all; and more of them go on a sheet than with gaps."""
    few = _hexagons(40, 0.0, 12)
    assert few.size == 33
    assert len({cell.x for cell in few.blocks[0].cells}) == 13, "every second row is set off"
    plain = _hexagons(40, 2.0, 12)
    assert len({cell.x for cell in plain.blocks[0].cells}) == plain.size / 4
    assert _hexagons(40, 2.0, 100).size == 30


def test_a_plain_grid_stays_where_a_comb_would_take_one_sheet_more():
    """A comb of two rows has one place less in the second."""
    sizes = {wanted: _on_a_slip(wanted).size for wanted in (3, 4)}
    assert sizes == {3: 3, 4: 4}


def _on_a_slip(wanted: int) -> Pattern:
    format = Format(40, 46, Outline.HEXAGON, gap=0.0)
    found = best_grid(format, find_paper("80x92"), lambda lying: printable(lying, 0.0), wanted=wanted)
    assert found is not None
    return found


def test_a_side_of_a_sheet_without_pieces_has_no_lines():
    """Only the first sheet has backs."""
    stock = leaves("piece", 90, 104, 12, outline="hexagon", backs="a b", gap=0.0)
    assert faults(stock, "a4", sides="duplex") == []
    sheets = sheets_of(stock, "a4", sides="duplex")
    assert [bool(marks_of(sheet)) for sheet in sheets] == [bool(sheet.placements) for sheet in sheets]
    assert not sheets[-1].placements


def test_sheets_that_components_share_keep_the_gaps():
    """Two of 40 mm beside each other, in a block beside what else is on the sheet."""
    stock = leaves("large", 100, 140, 1) + leaves("small", 40, 40, 2, gap=9.0)
    (sheet,) = sheets_of(stock, "a4", together="auto")
    one, other = (placement for placement in sheet.placements if placement.w == 40)
    assert max(abs(one.x - other.x), abs(one.y - other.y)) == pytest.approx(49)


def test_lines_of_a_comb_are_drawn_once():
    """Two hexagons beside each other have eleven sides."""
    (sheet,) = sheets_of(leaves("piece", 40, 46, 2, outline="hexagon", gap=0.0), "100x60")
    group = marks_of(sheet)
    assert group is not None
    assert len(list(strokes(group))) == 11


@pytest.mark.parametrize(
    ("gap", "bleed", "said", "shown"),
    [
        (7.0, 2.0, "9 a sheet with a gap of 7 mm, 2 mm bleed in it and 2 mm bleed around them", 2.0),
        (8.0, 3.0, "9 a sheet with a gap of 8 mm, 3 mm bleed in it and 2 mm bleed around them", 3.0),
        (3.0, 3.0, "9 a sheet with a gap of 3 mm, 1.5 mm bleed in it and 3 mm bleed around them", 1.5),
        (10.0, 3.0, "9 a sheet with a gap of 10 mm, 3 mm bleed in it, without bleed around them", 3.0),
    ],
)
def test_bleed_shows_in_half_of_the_gap(gap: float, bleed: float, said: str, shown: float):
    """Around the block there is as much as costs no piece."""
    choice = _chosen(Format(60, 89, bleed=bleed, gap=gap))
    assert choice.said == said
    assert choice.short == (gap != 7)
    assert choice.pattern is not None
    (block,) = choice.pattern.blocks
    middle = clips(block, block.cells)[4]
    assert middle == rectangle_path(-shown, -shown, 60 + 2 * shown, 89 + 2 * shown)


def test_nothing_is_beyond_an_empty_place():
    """A side without a neighbour has the bleed that is around the block."""
    choice = _chosen(Format(60, 89, bleed=3.0, gap=4.0))
    assert choice.pattern is not None
    (block,) = choice.pattern.blocks
    (first, *_) = clips(block, block.cells[:1])
    assert first == rectangle_path(-3.0, -3.0, 66, 95)


def test_without_a_gap_cuts_are_shared():
    choice = _chosen(Format(60, 90, bleed=3.0, gap=0.0))
    assert choice.bleed.shared
    assert choice.said == "9 a sheet with shared cut lines and 3 mm bleed around them"
    round_ = _chosen(Format(60, 60, Outline.CIRCLE, bleed=3.0, gap=0.0))
    assert not round_.bleed.size
    assert round_.said == "13 a sheet without bleed in a gap of 0 mm"


def _chosen(format: Format) -> BleedChoice:
    room = printable(find_paper("a4"), 5.0)
    return choose(
        format, "auto", lambda bleed: best_grid(format, find_paper("a4"), lambda _: room, bleed, upright=True)
    )


@pytest.mark.parametrize("outline", ["circle", "hexagon"])
@pytest.mark.parametrize(("gap", "more"), [(None, 1.0), (0.0, 0.0), (1.0, 0.5), (10.0, 1.0)])
def test_round_faces_end_at_their_outline_and_half_of_the_gap(outline: str, gap: float | None, more: float):
    """No more than a millimetre, though: what a face paints in its corners is no use to anybody. Without bleed it ends
    at the outline itself: a square ground would be cut off straight at its four sides, and round at its corners."""
    for bleed, shown in ((3.0, more), (0.25, min(more, 0.25)), (0.0, 0.0)):
        (sheet,) = sheets_of(leaves("piece", 42, 42, 2, outline=outline, gap=gap, bleed=bleed), "a4", bleed="no")
        format = Format(42, 42, Outline(outline), gap=gap)
        assert {placement.clip for placement in sheet.placements} == {grow_outline(format, shown)}, bleed


def test_arms_beside_each_piece_stay_on_the_strips():
    """After the cuts down the page, those across it are still to be seen in the gaps, on no piece."""
    (sheet,) = sheets_of(leaves("piece", 50, 70, 4, gap=6.0), "a4")
    group = marks_of(sheet)
    assert group is not None
    lines = list(strokes(group))
    for piece in sheet.placements:
        for edge in (piece.y, piece.y + piece.h):
            near = [
                line
                for line in lines
                if line.w > 1 and piece.x - 1e-6 <= line.x and line.right <= piece.x + piece.w + 1e-6
                if abs(line.y + line.h / 2 - edge) < 0.1
            ]
            assert len(near) == 2, f"{piece.face.label} at {edge}"


def test_a_smaller_piece_that_would_save_a_sheet_knows_of_the_gap():
    """Four of 45.5 mm and three gaps of 6 mm are A4's 200; of 46 mm there are three in a row."""
    _, problems = imposed(leaves("piece", 46, 137, 8, gap=6.0, backs="all"), "a4", sides="duplex")
    (note,) = [problem for problem in problems if problem.code == "PNP408"]
    assert facts(note) == "piece.yaml:4:5 PNP408 component=piece less='0.5 mm less width' saved='1 sheet' places=8"
