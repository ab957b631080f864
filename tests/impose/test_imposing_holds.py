"""What holds for every size, paper, mark style and side: nothing overlaps, nothing is lost, all can be printed."""

import pytest
from faults import faults, fits
from hypothesis import given, settings
from hypothesis import strategies as st
from nightly import every
from paper_reader import CAPTIONS, imposed, leaves, press, typeset

from pnp.impose import impose
from pnp.impose.press import find_paper, printable, read_papers
from pnp.model.options import BLEEDS, FLIPS, MARKED, MARKS, SIDES, TOGETHER
from pnp.model.sheet import Leaf
from pnp.model.span import Span

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


@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("paper", read_papers())
@pytest.mark.parametrize("name", every(3, SIZES))
def test_the_sizes_of_the_field(name: str, paper: str, sides: str, flip: str):
    stock = leaves("piece", *SIZES[name], 14, copies=2, backs="a c d n")
    for marks in MARKS if flip == "long" else ("edges",):
        assert faults(stock, paper, 5.0, marks, sides=sides, flip=flip) == []


@pytest.mark.parametrize("outline", ["rounded", "circle", "hexagon"])
@pytest.mark.parametrize("size", [(12, 12), (25, 25), (30, 34.64), (60, 50), (98, 98)])
def test_other_outlines(outline: str, size: tuple[float, float]):
    stock = leaves("piece", *size, 9, copies=3, outline=outline, corner=3, backs="all")
    for marks in MARKS:
        for sides in SIDES:
            assert faults(stock, "a4", 5.0, marks, sides=sides) == []


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
    bleed=st.sampled_from([0.0, 0.0, 2.0, 3.0]),
    gap=st.sampled_from([None, None, 0.0, 2.5, 7.0]),
)
wishes = st.fixed_dictionaries(
    {
        "sides": st.sampled_from(SIDES),
        "flip": st.sampled_from(FLIPS),
        "marked": st.sampled_from(MARKED),
        "safe": st.booleans(),
        "copies": st.integers(1, 3),
        "bleed": st.sampled_from(BLEEDS),
    }
)


@pytest.mark.nightly(examples=80)
@settings(max_examples=250)
@given(stocks, papers, st.sampled_from([0.0, 3.0, 5.0, 12.7]), st.sampled_from(MARKS), wishes)
def test_anything_that_fits(stock: list[Leaf], paper: str, margin: float, marks: str, wishes: dict[str, object]):
    """A line that says why is as good as sheets; but what fits on a sheet is refused only where it has to be."""
    _, problems = imposed(stock, paper, margin, marks, **wishes, tile=False)
    codes = {problem.code for problem in problems if problem.severity == "error"}
    if not codes:
        assert faults(stock, paper, margin, marks, **wishes, tile=False) == []
    elif codes == {"PNP403"}:
        assert wishes["sides"] != "fronts" and not any(leaf.back for leaf in stock)
    else:
        assert codes == {"PNP400"}
        assert wishes["sides"] == "fold" or not fits(stock, paper, margin, marks, str(wishes["bleed"]))


@pytest.mark.nightly(examples=15)
@settings(max_examples=60)
@given(st.lists(stocks, min_size=2, max_size=4), st.sampled_from(MARKS), st.booleans())
def test_several_components(kinds: list[list[Leaf]], marks: str, duplex: bool):
    stock = part_components(kinds)
    sides = "duplex" if duplex and any(leaf.back for leaf in stock) else "fronts"
    assert faults(stock, "500x500", 5.0, marks, sides=sides) == []


def part_components(kinds: list[list[Leaf]]) -> list[Leaf]:
    stock = []
    for number, kind in enumerate(kinds):
        for leaf in kind:
            label = f"c{number}/{leaf.piece}"
            back = leaf.back and leaf.back._replace(label=f"{label} back")
            stock.append(leaf._replace(component=f"c{number}", front=leaf.front._replace(label=label), back=back))
    return stock


some_cut = st.lists(st.tuples(stocks, st.booleans()), max_size=3).map(
    lambda kinds: part_components([[uncut(leaf) for leaf in kind] if is_read else kind for kind, is_read in kinds])
)


def uncut(leaf: Leaf) -> Leaf:
    return leaf._replace(format=leaf.format._replace(is_cut=False))


@pytest.mark.nightly(examples=25)
@settings(max_examples=100)
@given(some_cut, st.integers(0, 3), st.sampled_from(SIDES), st.sampled_from(TOGETHER), st.integers(0, 2))
def test_what_is_cut_and_what_is_read(stock: list[Leaf], before: int, sides: str, together: str, skip: int):
    """Whatever comes in front: a refusal without sheets, or as many sides as are counted, ending with whole paper."""
    chosen = press("a4", sides=sides, together=together, skip=skip)
    spans = {leaf.component: Span("") for leaf in stock}
    sheets, problems, printout = impose(stock, chosen, CAPTIONS, typeset, spans, before)
    assert len(sheets) == printout.pages
    if sides == "duplex" and sheets:
        assert (before + len(sheets)) % 2 == 0
    if stock and not sheets:
        assert any(problem.severity == "error" for problem in problems)


@pytest.mark.nightly(examples=40)
@settings(max_examples=100)
@given(lengths, lengths, papers)
def test_no_other_way_of_lying_holds_more(w: float, h: float, paper: str):
    stock = leaves("piece", w, h, copies=2000)
    sheets, _ = imposed(stock, paper, tile=False)
    room = printable(find_paper(paper), 5.0)
    ways = [(room.w, room.h, w, h), (room.w, room.h, h, w)]
    most = max(int(across / a + 1e-9) * int(down / b + 1e-9) for across, down, a, b in ways)
    assert len(sheets[0].placements) == min(2000, most) if most else sheets == ()
