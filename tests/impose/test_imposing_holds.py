"""What holds for every size, paper, mark style and side: nothing overlaps, nothing is lost, all can be printed."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paper_reader import around, box_of, footer_of, imposed, leaves, marks_of, outside, overlap, rect, ruler_of, strokes

from pnp.impose import MARK_STYLES, find_paper, known_papers
from pnp.impose.settings import printable
from pnp.model.sheet import Leaf, Rect, Sheet

HAIR = 1e-6
HALF_A_LINE = 0.075 + HAIR

SIZES = {
    "poker": (63, 88),
    "poker in inches": (63.5, 88.9),
    "bridge": (56, 87),
    "bridge in inches": (57.15, 88.9),
    "Euro": (59, 92),
    "Asia": (57.5, 89),
    "mini Euro": (45, 68),
    "mini USA": (41, 63),
    "mini Asia": (43, 65),
    "Japanese": (59, 86),
    "tarot": (70, 120),
    "square": (70, 70),
    "large": (80, 120),
    "CR80": (54, 85.6),
    "tile": (25.4, 25.4),
}


def faults(
    stock: list[Leaf], paper: str = "a4", margin: float = 5.0, marks: str = "edges", backs: bool = False
) -> list[str]:
    """Everything that is wrong with the sheets; the text of a refusal counts, too."""
    sheets, problems = imposed(stock, paper, margin, marks, backs)
    found = [str(problem) for problem in problems if problem.severity == "error"]
    for sheet in sheets:
        found += [f"{sheet.label}: {fault}" for fault in _faults_of_pieces(sheet, margin)]
        found += [f"{sheet.label}: {fault}" for fault in _faults_of_furniture(sheet, margin, marks)]
    if not found:
        found += _miscounted(sheets, stock, backs)
        found += _misregistered(sheets)
    return found


def _faults_of_pieces(sheet: Sheet, margin: float) -> Iterator[str]:
    room = printable(sheet.paper, margin)
    boxes = [rect(placement) for placement in sheet.placements]
    for box, placement in zip(boxes, sheet.placements, strict=True):
        if outside(box, room) > HAIR:
            yield f"{placement} is outside the margins"
        size = (
            (placement.face.h, placement.face.w)
            if placement.turn in (90, 270)
            else (placement.face.w, placement.face.h)
        )
        if size != (placement.w, placement.h):
            yield f"{placement} has not its size"
    for a, b in combinations(boxes, 2):
        if overlap(a, b) > HAIR:
            yield f"{a} is on {b}"
    if boxes and sheet.side == "front" and outside(around(boxes), sheet.trim) > HAIR:
        yield f"the trim {sheet.trim} is not around the pieces"


def _faults_of_furniture(sheet: Sheet, margin: float, marks: str) -> Iterator[str]:
    room = printable(sheet.paper, margin)
    pieces = [rect(placement) for placement in sheet.placements]
    drawn = marks_of(sheet)
    lines = list(strokes(drawn)) if drawn else []
    blocks = {name: box_of(item) for name, item in (("footer", footer_of(sheet)), ("ruler", ruler_of(sheet))) if item}
    outlines = drawn is not None and any(shape.path[-1] == ("Z",) for shape in drawn.items)
    on_cuts = outlines or marks == "corners"
    for line in lines:
        if outside(line, room) > (HALF_A_LINE if on_cuts else HAIR):
            yield f"the mark {line} is outside the margins"
        if not on_cuts and any(overlap(line, piece) > 0.01 - 0.7 for piece in pieces):
            yield f"the tick {line} is not 0.7 mm away from the pieces"
        if on_cuts and not outlines and any(overlap(line, piece) > HALF_A_LINE for piece in pieces):
            yield f"the cross {line} is on a piece"
    if outlines and {_rounded(box_of(shape)) for shape in drawn.items} != {
        _rounded(_widened(piece)) for piece in pieces
    }:
        yield "the outlines are not those of the pieces"
    for name, block in blocks.items():
        if outside(block, room) > HAIR:
            yield f"the {name} {block} is outside the margins"
        if any(overlap(block, piece) > 0.01 - 0.7 for piece in pieces):
            yield f"the {name} {block} is not 0.7 mm away from the pieces"
        if any(overlap(block, line) > 0.01 - 0.4 for line in lines):
            yield f"the {name} {block} is not 0.4 mm away from the marks"
    for a, b in combinations(blocks.values(), 2):
        if overlap(a, b) > 0.01 - 0.9:
            yield f"footer and ruler are not 0.9 mm apart: {a}, {b}"


def _widened(box: Rect) -> Rect:
    """By half a line all around."""
    return Rect(box.x - 0.075, box.y - 0.075, box.w + 0.15, box.h + 0.15)


def _rounded(box: Rect) -> tuple[float, ...]:
    return tuple(round(value, 4) for value in box)


def _miscounted(sheets: tuple[Sheet, ...], stock: list[Leaf], backs: bool) -> list[str]:
    wanted = Counter({leaf.front.label: leaf.copies for leaf in stock})
    wanted += Counter({leaf.back.label: leaf.copies for leaf in stock if leaf.back and backs})
    there = Counter(placement.face.label for sheet in sheets for placement in sheet.placements)
    return [
        f"{label}: {wanted[label]} wanted, {there[label]} there"
        for label in wanted | there
        if wanted[label] != there[label]
    ]


def _misregistered(sheets: tuple[Sheet, ...]) -> Iterator[str]:
    """Each back, seen through the paper, lies on its front and has its top at the same edge."""
    for front, back in pairwise(sheets):
        if back.side != "back":
            continue
        if front.side != "front" or back.label != f"{front.label} back":
            yield f"{back.label} follows {front.label}"
        fronts = {(p.face.label, round(p.x, 6), round(p.y, 6)): p for p in front.placements}
        for p in back.placements:
            x = back.paper.w - p.x - p.w
            under = fronts.get((p.face.label.removesuffix(" back"), round(x, 6), round(p.y, 6)))
            if under is None:
                yield f"{p} is under no front"
            elif max(abs(under.x - x), abs(under.y - p.y), abs(under.w - p.w), abs(under.h - p.h)) > 1e-9:
                yield f"{p} is beside its front {under}"
            elif (under.turn + p.turn) % 360:
                yield f"{p} is turned otherwise than its front"


@pytest.mark.parametrize("paper", known_papers())
@pytest.mark.parametrize("name", SIZES)
def test_the_sizes_of_the_field_on_every_paper(name: str, paper: str):
    for backs in (False, True):
        for marks in MARK_STYLES:
            assert faults(leaves("piece", *SIZES[name], 14, copies=2, backs="a c d n"), paper, 5.0, marks, backs) == []


@pytest.mark.parametrize("outline", ["rounded", "circle", "hexagon"])
@pytest.mark.parametrize("size", [(12, 12), (25, 25), (30, 34.64), (60, 50), (190, 190)])
def test_other_outlines(outline: str, size: tuple[float, float]):
    for marks in MARK_STYLES:
        assert (
            faults(leaves("piece", *size, 9, copies=3, outline=outline, corner=3, backs="all"), "a4", 5.0, marks, True)
            == []
        )


lengths = st.integers(50, 3000).map(lambda tenths: tenths / 10)
papers = st.sampled_from(["a4", "letter", "a3"]) | st.tuples(st.integers(60, 450), st.integers(60, 450)).map(
    lambda size: f"{size[0]}x{size[1]}"
)
stocks = st.builds(
    leaves,
    st.just("piece"),
    lengths,
    lengths,
    st.integers(1, 12),
    copies=st.integers(1, 4),
    outline=st.sampled_from(["rectangle", "rounded", "circle", "hexagon"]),
    corner=st.just(3.0),
    backs=st.sampled_from(["none", "all", "a c"]),
)


@settings(max_examples=150, deadline=None)
@given(stocks, papers, st.sampled_from([0.0, 3.0, 5.0, 12.7]), st.sampled_from(MARK_STYLES), st.booleans())
def test_anything_that_fits(stock: list[Leaf], paper: str, margin: float, marks: str, backs: bool):
    (w, h), (room_w, room_h) = (
        sorted((stock[0].format.w, stock[0].format.h)),
        sorted(printable(find_paper(paper), margin)[2:]),
    )
    if w <= room_w and h <= room_h:
        assert faults(stock, paper, margin, marks, backs) == []
    else:
        sheets, problems = imposed(stock, paper, margin, marks, backs)
        assert (sheets, [problem.code for problem in problems]) == ((), ["PNP400"])


@settings(max_examples=60, deadline=None)
@given(st.lists(stocks, min_size=2, max_size=4), st.sampled_from(MARK_STYLES), st.booleans())
def test_several_components(kinds: list[list[Leaf]], marks: str, backs: bool):
    stock = [
        leaf._replace(component=f"c{number}", front=leaf.front._replace(label=f"c{number}/{leaf.piece}"), back=None)
        for number, kind in enumerate(kinds)
        for leaf in kind
    ]
    assert faults(stock, "500x500", 5.0, marks, backs) == []


@settings(max_examples=100, deadline=None)
@given(lengths, lengths, papers)
def test_no_other_way_of_lying_holds_more(w: float, h: float, paper: str):
    stock = leaves("piece", w, h, copies=2000)
    sheets, _ = imposed(stock, paper)
    room = printable(find_paper(paper), 5.0)
    ways = [(room.w, room.h, w, h), (room.w, room.h, h, w)]
    most = max(int(across / a + 1e-9) * int(down / b + 1e-9) for across, down, a, b in ways)
    assert len(sheets[0].placements) == min(2000, most) if most else sheets == ()
