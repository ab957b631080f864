"""Display lists of any kind, for properties: each field has usual and unusual values."""

from pathlib import Path as File

from hypothesis import strategies as st

from pnp.model.display import (
    IDENTITY,
    Drawing,
    FontFace,
    Glyph,
    Gradient,
    Group,
    Item,
    PageArt,
    Picture,
    Raster,
    Run,
    Shape,
    Shaped,
    Stop,
    Stroke,
    Text,
)


def _font(name: str, *instance: tuple[str, float]) -> FontFace:
    box = (-0.1, -0.2, 1.0, 0.9)
    return FontFace(name, File(name + ".ttf"), 0, b"data", 1000, 0.9, -0.2, 0.66, 0.0, box, False, False, instance)


FONTS = (_font("Plain-Regular"), _font("Other-Bold", ("wght", 700.0)))

lengths = st.floats(-200, 200, width=32) | st.sampled_from([0.0, 0.1, 1e-7])
shares = st.sampled_from([0.0, 0.25, 1.0])
texts = st.text(max_size=8)
colours = st.sampled_from(["#000000", "#ffffff", "#c0ffee"])
matrices = st.just(IDENTITY) | st.tuples(*[lengths] * 6)
points = st.tuples(lengths, lengths)
segments = (
    st.builds(lambda at: ("L", *at), points)
    | st.builds(lambda a, b, c: ("C", *a, *b, *c), points, points, points)
    | st.just(("Z",))
)
paths = st.just(()) | st.builds(lambda at, more: (("M", *at), *more), points, st.lists(segments, max_size=4))
stops = st.builds(Stop, shares, colours, shares)
gradients = st.builds(
    Gradient,
    *[lengths] * 4,
    st.lists(stops, max_size=3).map(tuple),
    st.just(0.0) | st.floats(0.5, 90),
    matrices,
    st.just(0.0) | st.floats(0, 0.4),
)
paints = colours | gradients
strokes = st.builds(
    Stroke,
    paints,
    st.floats(0, 5),
    st.integers(0, 2),
    st.integers(0, 2),
    st.floats(1, 9),
    st.lists(st.floats(0, 3), max_size=3).map(tuple),
    lengths,
    st.sampled_from(["", "art/a.svg:3:7"]),
)
shapes = st.builds(Shape, paths, st.none() | paints, st.none() | strokes, st.booleans(), shares, shares, st.booleans())
glyphs = st.builds(Glyph, st.integers(0, 9), st.integers(0, 900), *[st.integers(-90, 90)] * 2, st.just(0))


@st.composite
def runs(draw: st.DrawFn) -> Run:
    font = draw(st.sampled_from(FONTS))
    part = st.builds(Shaped, texts, st.just(font), st.lists(glyphs, max_size=3).map(tuple), shares, st.booleans())
    parts = tuple(draw(st.lists(part, max_size=3)))
    size, level = draw(st.floats(0.5, 9)), draw(st.integers(0, 2))
    turn = draw(st.none() | st.floats(-4, 4))
    return Run(*draw(points), font, size, draw(colours), parts, draw(shares), draw(shares), level, turn)


written = st.builds(
    Text, st.lists(runs(), min_size=1, max_size=3).map(tuple), texts, shares, texts, shares, st.just("") | colours
)
names = st.sampled_from(["a", "a 2", "art/b.png"])
sizes = st.integers(1, 50)
rasters = st.builds(
    Raster,
    names,
    st.just(File("b.png")),
    sizes,
    sizes,
    st.sampled_from(["12", "34"]),
    st.booleans(),
    st.binary(max_size=3),
    shares,
)
pages = st.builds(
    PageArt,
    names,
    st.just(File("b.pdf")),
    sizes,
    st.just((0.0, 0.0, 9.0, 12.0)),
    st.sampled_from([0, 90, 270]),
    shares,
    names,
)


def _grown(items: st.SearchStrategy[Item]) -> st.SearchStrategy[Item]:
    some = st.lists(items, max_size=4).map(tuple)
    drawings = st.builds(
        Drawing,
        names,
        st.floats(0, 50),
        st.floats(0, 50),
        some,
        names,
        st.just(""),
        st.sampled_from(["", "<svg/>"]),
        st.lists(st.sampled_from(FONTS), max_size=2).map(tuple),
    )
    groups = st.builds(Group, some, matrices, st.none() | paths, shares, st.booleans())
    return groups | st.builds(Picture, drawings, *[lengths] * 4)


def groups_of(singles: st.SearchStrategy[Item]) -> st.SearchStrategy[Group]:
    items = st.recursive(singles, _grown, max_leaves=8)
    return st.builds(Group, st.lists(items, max_size=4).map(tuple), matrices, st.none() | paths, shares, st.booleans())


vectors = groups_of(written | shapes)
groups = groups_of(written | shapes | st.builds(Picture, rasters | pages, *[lengths] * 4))
