"""SVG files → drawings, and what they say about what cannot be printed."""

from pathlib import Path

import pytest

from pnp.emit.listing import listing
from pnp.layout.art.palette import Palette
from pnp.layout.art.paths import parse_path
from pnp.layout.art.svg import draw, read_drawing
from pnp.model.display import Drawing, Face, Gradient, Group, Shape, Stop, Stroke
from pnp.model.problem import LimitError

DRAWINGS = Path(__file__).parent / "drawings"
PALETTE = Palette({"blood": "#8a1c1c", "ink": "#1a1a1a"})
SQUARE = "M0 0h1v1h-1z"


def svg(content, attributes='viewBox="0 0 24 24"'):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {attributes}>\n'
    return f"{head}{content}\n</svg>"


def drawn(text):
    drawing, problems = draw(text.encode(), "art", "art.svg", PALETTE, "#00ff00")
    return drawing, [str(problem) for problem in problems]


def items(content, attributes='viewBox="0 0 24 24"'):
    drawing, problems = drawn(svg(content, attributes))
    assert problems == []
    return drawing.items


def complaints(content):
    """Problems of elements on the second line, without file and line."""
    _, problems = drawn(svg(content))
    assert all(problem.startswith("art.svg:2:") for problem in problems), problems
    return [problem.removeprefix("art.svg:2:") for problem in problems]


@pytest.mark.parametrize("name", ["editor", "shield", "outline-icon"])
def test_drawings(name, golden):
    drawing, problems = read_drawing(DRAWINGS / f"{name}.svg", name, f"art/{name}.svg", PALETTE, "#00ff00")
    assert problems == []
    golden(f"drawing-{name}", listing(Face(drawing.name, drawing.w, drawing.h, Group(drawing.items), "en")))


@pytest.mark.parametrize(
    ("attributes", "size", "d"),
    [
        ('viewBox="0 0 24 30"', (24, 30), "M2 3h1v1h-1z"),
        ('viewBox="-2,-3 8 9"', (8, 9), "M4 6h1v1h-1z"),
        ('viewBox="1 1 24 24" width="2em"', (24, 24), "M1 2h1v1h-1z"),
        ('width="10" height="20px"', (10, 20), "M2 3h1v1h-1z"),
        ('width="1in" height="72pt"', (96, 96), "M2 3h1v1h-1z"),
    ],
)
def test_a_drawing_goes_from_0_to_its_size(attributes, size, d):
    drawing, problems = drawn(svg('<rect x="2" y="3" width="1" height="1"/>', attributes))
    assert ((drawing.w, drawing.h), problems) == (size, [])
    assert drawing.items == (Shape(parse_path(d), "#000000"),)


def test_groups_dissolve_and_pass_on_what_they_say():
    inside = f'<g fill="var(--blood)" stroke-width="2"><path d="{SQUARE}" transform="scale(3)" stroke="#123"/></g>'
    assert items(f'<g transform="translate(5 5)">{inside}</g>') == (
        Shape(parse_path("M5 5h3v3h-3z"), "#8a1c1c", Stroke("#112233", 6)),
    )


def test_style_wins_over_attributes():
    style = "fill : red !important; /* not; this */ stroke:none; --x: y;"
    assert items(f'<path d="{SQUARE}" fill="blue" style="{style}"/>') == (Shape(parse_path(SQUARE), "#ff0000"),)


def test_current_colour_is_the_callers_until_the_file_says_its_own():
    content = f'<path d="{SQUARE}"/><path d="{SQUARE}" color="red"/>'
    found = items(content, 'viewBox="0 0 9 9" fill="currentColor"')
    assert [shape.fill for shape in found] == ["#00ff00", "#ff0000"]


def test_a_stroke_that_becomes_uneven_keeps_its_transform():
    (group,) = items(f'<path transform="translate(3 3) scale(2 1)" d="{SQUARE}" stroke="red"/>')
    assert group.transform == (2, 0, 0, 1, 3, 3)
    assert group.items == (Shape(parse_path(SQUARE), "#000000", Stroke("#ff0000", 1)),)


def test_opacity_of_groups_stays_and_of_plain_shapes_is_theirs():
    plain, group = items(f'<path opacity=".5" d="{SQUARE}"/><g opacity=".5"><path d="M2 2h2v2z" stroke="red"/></g>')
    assert plain == Shape(parse_path(SQUARE), "#000000", fill_opacity=0.5, stroke_opacity=0.5)
    assert (type(group), group.opacity, len(group.items)) == (Group, 0.5, 1)


@pytest.mark.parametrize(
    "content",
    [
        '<g display="none"><text>x</text></g>',
        '<g style="display: none"><image href="a.png"/></g>',
        '<g visibility="hidden"><rect width="1" height="1"/></g>',
        '<g opacity="0"><rect width="1" height="1"/></g>',
        '<g transform="scale(0)"><rect width="1" height="1"/></g>',
        '<rect width="1" height="1" fill="none"/>',
        '<defs><text>x</text><filter id="f"/></defs><symbol><image/></symbol>',
        '<clipPath id="c"/><g clip-path="url(#c)"><rect width="1" height="1"/></g>',
    ],
)
def test_what_is_hidden_is_not_drawn(content):
    drawing, problems = drawn(svg(content))
    assert (drawing.items, problems) == ((), ["art.svg:1:1: warning PNP257 draws nothing"])


def test_use_moves_what_it_names():
    found = items(
        f'<defs><path id="p" d="{SQUARE}"/></defs><use xlink:href="#p" x="2" y="3" fill="red"/><use href="#p"/>'
    )
    assert found == (Shape(parse_path("M2 3h1v1h-1z"), "#ff0000"), Shape(parse_path(SQUARE), "#000000"))


@pytest.mark.parametrize(
    ("aspect", "d"),
    [
        ("", "M7 4h2v2h-2z"),
        ('preserveAspectRatio="xMinYMid"', "M4 4h2v2h-2z"),
        ('preserveAspectRatio="xMaxYMax meet"', "M10 4h2v2h-2z"),
        ('preserveAspectRatio="xMidYMin slice"', "M4 4h8v8h-8z"),
        ('preserveAspectRatio="none"', "M4 4h8v2h-8z"),
    ],
)
def test_symbols_fit_into_the_rectangle_of_their_use(aspect, d):
    symbol = f'<symbol id="s" viewBox="1 1 1 1" {aspect}><rect x="1" y="1" width="1" height="1"/></symbol>'
    (group,) = items(f'{symbol}<use href="#s" x="4" y="4" width="8" height="2"/>')
    assert group.clip == parse_path("M4 4h8v2h-8z")
    assert group.items == (Shape(parse_path(d), "#000000"),)


def test_inner_svgs_have_their_own_percentages():
    (group,) = items(
        '<svg x="2" y="2" width="10" height="10" viewBox="0 0 5 5"><rect width="100%" height="20%"/></svg>'
    )
    assert group.items == (Shape(parse_path("M2 2h10v2h-10z"), "#000000"),)
    (shape,) = items('<svg width="10" height="10" overflow="visible"><rect width="50%" height="20%"/></svg>')
    assert shape == Shape(parse_path("M0 0h5v2h-5z"), "#000000")


def test_what_reaches_over_the_edge_is_cut_off():
    (group,) = items('<rect x="20" width="9" height="9"/>')
    assert group.clip == parse_path("M0 0h24v24h-24z")


def test_clip_paths_are_the_union_of_their_shapes():
    clip = '<clipPath id="c" transform="translate(1)"><path d="M0 0h2v2h-2z"/><path d="M1 1v2h2v-2z"/></clipPath>'
    (group,) = items(f'{clip}<g transform="scale(2)"><path clip-path="url(#c)" d="M0 0h9v9h-9z"/></g>')
    assert group.clip == parse_path("M2 0h4v4h-4zM8 2v4h-4v-4z")
    assert group.items == (Shape(parse_path("M0 0h18v18h-18z"), "#000000"),)


def test_gradients_take_over_stops_and_attributes():
    gradients = """<linearGradient id="a" y2="1"><stop stop-color="red"/><stop offset="1" stop-color="currentColor"/>
      </linearGradient><linearGradient id="b" x2="0" xlink:href="#a"/>"""
    (shape,) = items(f'{gradients}<path transform="translate(3)" d="{SQUARE}" fill="url(#b)"/>')
    stops = (Stop(0, "#ff0000"), Stop(1, "#00ff00"))
    assert shape.fill == Gradient(0, 0, 0, 1, stops, transform=(1, 0, 0, 1, 3, 0))
    assert shape.path == parse_path("M3 0h1v1h-1z")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "art.svg:1:1: error PNP251 is not XML: no element found"),
        ("<svg><g></svg>", "art.svg:1:11: error PNP251 is not XML: mismatched tag"),
        ("<svg>\n  <g a:b='c'/></svg>", "art.svg:2:3: error PNP251 is not XML: unbound prefix"),
        ("<svg>&nbsp;</svg>", "art.svg:1:6: error PNP251 is not XML: undefined entity"),
        (
            '<?xml version="1.0" encoding="none"?><svg/>',
            "art.svg:1:1: error PNP251 unknown encoding (save it as UTF-8)",
        ),
        ("<html/>", "art.svg:1:1: error PNP256 the outermost element is <html>, not <svg>"),
        ("<a xmlns='b'/>", "art.svg: error PNP256 the outermost element is of another language, not <svg>"),
        ("<svg/>", 'art.svg:1:1: error PNP256 <svg> has no size (write viewBox="0 0 width height")'),
        (
            '<svg width="100%" height="9"/>',
            'art.svg:1:1: error PNP256 <svg> has no size (write viewBox="0 0 width height")',
        ),
        (
            '<svg viewBox="0 0 9"/>',
            'art.svg:1:1: error PNP254 <svg> viewBox "0 0 9" is not x y width height (such as viewBox="0 0 24 24")',
        ),
        (
            '<svg viewBox="0 0 9 1e-9"/>',
            'art.svg:1:1: error PNP254 <svg> viewBox "0 0 9 1e-9" is not x y width height '
            '(such as viewBox="0 0 24 24")',
        ),
        (
            '<svg viewBox="0 0 9 0"/>',
            'art.svg:1:1: error PNP254 <svg> viewBox "0 0 9 0" is not x y width height (such as viewBox="0 0 24 24")',
        ),
        (
            '<?xml version="1.0"?>\n <!DOCTYPE svg [\n<!ENTITY a "aaa">\n]>\n<svg viewBox="0 0 9 9">&a;</svg>',
            "art.svg:2:2: error PNP252 a DTD is not allowed in an SVG (delete <!DOCTYPE …>)",
        ),
    ],
)
def test_files_that_are_no_drawing(text, problem):
    assert drawn(text) == (None, [problem])


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("<text>x</text>", ["1: error PNP253 <text> cannot be printed (turn the text into paths)"]),
        (
            '<image href="a.png"/>',
            ["1: error PNP253 <image> cannot be printed (place the picture in the layout, or trace it)"],
        ),
        ("<foreignObject/>", ["1: error PNP253 <foreignObject> cannot be printed (draw it as shapes)"]),
        ("<script>go()</script>", ["1: error PNP253 <script> cannot be printed (delete it)"]),
        (
            "<style>a{}</style>",
            ['1: error PNP253 <style> with CSS cannot be printed (write fill="…" or style="…" on the elements)'],
        ),
        ("<g><animate/></g>", ["4: error PNP253 <animate> cannot be printed"]),
        (
            '<g onclick="go()"/>',
            ["1: error PNP253 onclick is an event handler: it cannot be printed (delete it)"],
        ),
        (
            '<g filter="url(#f)"/><filter id="f"/>',
            ['1: error PNP253 <g> filter "url(#f)" cannot be printed (draw shadows and glows as shapes)'],
        ),
        ('<g style="mask: url(#m)"/>', ['1: error PNP253 <g> mask "url(#m)" cannot be printed (use a clip path)']),
        (
            '<pattern id="p"/><path d="M0 0h1v1z" fill="url(#p)"/>',
            ['18: error PNP253 <path> "#p" is a <pattern>: it cannot be printed (draw its shapes instead)'],
        ),
        (
            '<use href="b.svg#x"/>',
            ['1: error PNP255 <use> href "b.svg#x" is outside of this file (only #id is followed)'],
        ),
        ('<g id="oak"/><use href="#oka"/>', ['14: error PNP255 <use> href: there is no "oka" (did you mean oak?)']),
        ('<g id="a"><use href="#a"/></g>', ["11: error PNP255 <use> href goes round in a circle: a → a"]),
        (
            '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
            [
                "11: error PNP255 <use> href goes round in a circle: b → a → b",
                "41: error PNP255 <use> href goes round in a circle: a → b → a",
            ],
        ),
        ('<path d="M0 0L1"/>', ["1: error PNP254 <path> d: expected a number after 'L' at character 7, found the end"]),
        (
            '<g fill="rde" stroke="var(--blod)" opacity="x"><rect width="-1" height="1"/></g>',
            [
                '1: error PNP254 <g> fill "rde" is not a colour (did you mean red?)',
                '1: error PNP254 <g> stroke: the palette has no "blod" (did you mean blood?)',
                "48: error PNP254 <rect> width is negative: -1",
                '1: error PNP254 <g> opacity "x" is not a number',
            ],
        ),
        (
            '<rect fill="var(--blod)" stroke="var(--blod)" width="1" height="1"/><g fill="var(--blod)"/>',
            ['1: error PNP254 <rect> fill: the palette has no "blod" (did you mean blood?)'],
        ),
        (
            '<rect style="fill=red" width="1" height="1"/>',
            ['1: error PNP254 style "fill=red" has no colon (write name: value; name: value)'],
        ),
        (
            '<rect width="2em" height="1"/>',
            ['1: error PNP254 <rect> width "2em" is not a length (a number, or one with mm, cm, in or pt)'],
        ),
        (
            '<linearGradient id="g"><stop stop-opacity=".5"/><stop offset="1"/></linearGradient>'
            '<path d="M0 0h1v1z" fill="url(#g)"/><path d="M0 0h1v1z" fill="url(#g)"/>',
            ['24: error PNP253 <stop> stop-opacity ".5" cannot be printed (blend the colour with the ground by hand)'],
        ),
        (
            '<linearGradient id="g" href="#g"/><path d="M0 0h1v1z" fill="url(#g)"/>',
            ['1: error PNP254 <linearGradient> href "#g" leads back to this gradient'],
        ),
        (
            '<path clip-path="url(#g)" d="M0 0h1v1z"/>',
            ['1: error PNP255 <path> clip-path: there is no "g"'],
        ),
        (
            '<clipPath id="c"><text/></clipPath><path clip-path="url(#c)" d="M0 0h1v1z"/>',
            ["18: error PNP253 <text> in a clip path cannot be printed (only shapes and paths can)"],
        ),
        (
            '<clipPath id="c"><path clip-rule="evenodd" d="M0 0h1v1zM0 0h1v1z"/></clipPath>'
            '<path clip-path="url(#c)" d="M0 0h1v1z"/>',
            [
                "18: error PNP253 <path> clip-rule evenodd cannot be printed "
                "(draw the holes the other way round, with clip-rule nonzero)"
            ],
        ),
        (
            '<clipPath id="c" clipPathUnits="objectBoundingBox"/><path clip-path="url(#c)" d="M0 0h1v1z"/>',
            ["1: error PNP253 <clipPath> clipPathUnits objectBoundingBox cannot be printed (use userSpaceOnUse)"],
        ),
        (
            '<clipPath id="c"><use href="#c"/></clipPath><path clip-path="url(#c)" d="M0 0h1v1z"/>',
            ["18: error PNP255 <use> href goes round in a circle: c → c"],
        ),
    ],
)
def test_what_cannot_be_printed_is_said(content, expected):
    assert complaints(content) == expected


def test_what_is_right_is_drawn_beside_what_is_wrong():
    drawing, problems = drawn(svg('<text>x</text><rect width="1" height="1" fill="red" stroke="rde"/>'))
    assert len(problems) == 2
    assert drawing.items == (Shape(parse_path(SQUARE), "#ff0000"),)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<g>" * 64 + "</g>" * 64, "art.svg:2:190: elements are nested more than 64 deep"),
        ("<g/>" * 100_001, "art.svg:2:399997: more than 100000 elements"),
        (
            "".join(f'<g id="a{n + 1}">' + f'<use href="#a{n}"/>' * 10 + "</g>" for n in range(9)) + '<g id="a0"/>',
            "more than 100000 elements are drawn",
        ),
        (
            f'<path id="p" d="M0 0{"h1" * 9_999}"/>' + '<use href="#p"/>' * 100,
            "more than 1000000 lines and curves are drawn",
        ),
        (
            "".join(f'<g id="b{n}"><use href="#b{n + 1}"/></g>' for n in range(60)) + '<g id="b60"/>',
            "elements are used in each other more than 100 deep",
        ),
    ],
)
def test_bombs_are_refused(content, message):
    with pytest.raises(LimitError) as raised:
        drawn(svg(content))
    assert str(raised.value).endswith(message)


def test_files_that_cannot_be_read(tmp_path):
    def read(name):
        return [str(problem) for problem in read_drawing(tmp_path / name, name, f"art/{name}", PALETTE, "#000000")[1]]

    (tmp_path / "folder.svg").mkdir()
    assert read("none.svg") == ["art/none.svg: error PNP250 there is no such file"]
    assert read("folder.svg") == ["art/folder.svg: error PNP250 is not a file"]
    (tmp_path / "packed.svg").write_bytes(b"\x1f\x8b\x08")
    assert read("packed.svg") == [
        "art/packed.svg:1:1: error PNP251 is not XML: not well-formed (invalid token) "
        "(a compressed SVG: save it as plain SVG)"
    ]
    (tmp_path / "huge.svg").write_bytes(b" " * 8_000_001)
    with pytest.raises(LimitError) as raised:
        read("huge.svg")
    assert str(raised.value) == "art/huge.svg: larger than 8 MB"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1"])
def test_encodings(encoding):
    text = f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>' + svg('<g id="ä"/><use href="#ä"/>')
    drawing, problems = draw(text.encode(encoding), "art", "art.svg", PALETTE, "#000000")
    assert isinstance(drawing, Drawing)
    assert [problem.code for problem in problems] == ["PNP257"]
