"""SVG files → drawings."""

from pathlib import Path

import pytest
from listing import listing

from art.drawing import FONTS, PALETTE, SQUARE, draw_svg, items, svg
from pnp.art.paths import parse_path
from pnp.art.svg_files import read_drawing
from pnp.model.display import Face, Gradient, Group, Shape, Stop, Stroke

DRAWINGS = Path(__file__).parent / "drawings"


@pytest.mark.parametrize("name", ["editor", "shield", "outline-icon"])
def test_drawings(name, golden):
    drawing, problems = read_drawing(DRAWINGS / f"{name}.svg", name, f"art/{name}.svg", PALETTE, "#00ff00", FONTS)
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
    drawing, problems = draw_svg(svg('<rect x="2" y="3" width="1" height="1"/>', attributes))
    assert ((drawing.w, drawing.h), problems) == (size, [])
    assert drawing.items == (Shape(parse_path(d), "#000000"),)


def test_groups_dissolve_and_pass_on_what_they_say():
    inside = f'<g fill="var(--blood)" stroke-width="2"><path d="{SQUARE}" transform="scale(3)" stroke="#123"/></g>'
    assert items(f'<g transform="translate(5 5)">{inside}</g>') == (
        Shape(parse_path("M5 5h3v3h-3z"), "#8a1c1c", Stroke("#112233", 6, place="art.svg:2:71")),
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
    assert group.items == (Shape(parse_path(SQUARE), "#000000", Stroke("#ff0000", 1, place="art.svg:2:1")),)


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
    drawing, problems = draw_svg(svg(content))
    assert (drawing.items, problems) == ((), ["art.svg:1:1 PNP257"])


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
