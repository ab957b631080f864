"""Patterns, embedded pictures, clips in clips and the order of painting, in pixels."""

from base64 import b64encode
from io import BytesIO
from urllib.parse import quote

import pytest
from PIL import Image

from art.drawing import check, complaints, draw_svg, items, svg

RED = '<path d="M0 0h1v1h-1z" fill="#f00"/>'
BLUE = '<path d="M0 0h1v1h-1z" fill="#00f"/>'
CORNER = '<path d="M0 0h1v1h-1z" fill="{}"/>'


def pattern(attributes, content, painted='<path d="M0 0h4v4h-4z" fill="url(#p)"/>'):
    return f'<pattern id="p" {attributes}>{content}</pattern>{painted}'


USER = 'patternUnits="userSpaceOnUse" width="2" height="2"'


def test_patterns_fill_shapes_with_their_tiles():
    check("R_R_ ____ R_R_ ____", pattern(USER, RED))
    check("____ _R_R ____ _R_R", pattern(f'{USER} x="1" y="-1"', RED))
    check("R_R_ ____ R_R_ ____", pattern('width=".5" height="50%"', RED))
    check("R_R_ ____ R_R_ ____", pattern(f'{USER} viewBox="0 0 4 4"', '<path d="M0 0h2v2h-2z" fill="#f00"/>'))


def test_patterns_in_units_of_the_box():
    small = '<path d="M0 0h.25v.25h-.25z" fill="#f00"/>'
    check("R_R_ ____ R_R_ ____", pattern('width=".5" height=".5" patternContentUnits="objectBoundingBox"', small))


def test_patterns_are_turned_and_cut_off_at_their_tiles():
    wide = '<path d="M0 0h9v1h-9z" fill="#f00"/>'
    check("R_R_ R_R_ R_R_ R_R_", pattern(f'{USER} patternTransform="rotate(90) translate(0 -1)"', wide))
    check("RRRR ____ RRRR ____", pattern(USER, wide))


def test_patterns_take_over_from_the_one_they_name():
    other = f'<pattern id="q" {USER}>{RED}</pattern>'
    check("____ _R_R ____ _R_R", other + pattern('href="#q" x="1" y="1"', ""))


def test_a_pattern_stands_under_a_stroke_and_is_seen_through():
    painted = '<path d="M1 1h2v2h-2z" fill="url(#p)" stroke="#00f" stroke-width="2" {}/>'
    check("BBBB BBBB BBBB BBBB", pattern(USER, RED, painted.format("")))
    check("BBBB BBBB BBRB BBBB", pattern(USER, RED, painted.format('paint-order="stroke"')))
    check("r_r_ ____ r_r_ ____", pattern(USER, RED, '<path d="M0 0h4v4h-4z" fill="url(#p)" fill-opacity=".5"/>'))


def test_a_pattern_is_cut_by_the_rule_of_its_path():
    frame = '<path d="M0 0h4v4h-4zM1 1h2v2h-2z" fill="url(#p)" fill-rule="evenodd"/>'
    check("RRRR R__R R__R RRRR", pattern(f"{USER}", '<path d="M0 0h2v2h-2z" fill="#f00"/>', frame))


@pytest.mark.parametrize(
    ("attributes", "content", "fact"),
    [
        (
            'patternUnits="userSpaceOnUse" width=".01" height=".01"',
            RED,
            "PNP253 tag=path what='fill with more than 5000 tiles of a <pattern> cannot be printed'",
        ),
        (USER, '<path d="M0 0h1v1z" fill="url(#p)"/>', "PNP255 tag=path what='fill goes round in a circle: p → p'"),
        (f'{USER} href="#x"', "", "PNP254 tag=path what='href: \"#x\" is no other pattern of this file'"),
    ],
)
def test_patterns_that_are_not_drawn(attributes, content, fact, monkeypatch):
    monkeypatch.setattr("pnp.art.svg_files.is_self_contained", lambda root: False)  # so resvg isn't asked
    assert complaints(pattern(attributes, content))[0].partition(" ")[2] == fact


def test_patterns_without_size_paint_nothing():
    check("R", RED + pattern('width="0" height="1"', BLUE))


def png(*rows):
    image = Image.new("RGB", (len(rows[0]), len(rows)))
    colours = {"R": (255, 0, 0), "B": (0, 0, 255)}
    image.putdata([colours[letter] for row in rows for letter in row])
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def data(*rows):
    return f"data:image/png;base64,{b64encode(png(*rows)).decode()}"


def test_embedded_pictures_stand_in_their_rectangles():
    check("RRBB RRBB", f'<image href="{data("RB")}" width="4" height="2"/>')
    check("____ RRBB RRBB ____", f'<image xlink:href="{data("RB")}" width="4" height="4"/>')
    check("RRBB RRBB RRBB RRBB", f'<image href="{data("RB")}" width="4" height="4" preserveAspectRatio="none"/>')
    check("RB__ ____", f'<image href="{data("RB")}"/>')
    check("_RRB _RRB", f'<image href="{data("RRB")}" x="1" width="3" height="2" preserveAspectRatio="none"/>')
    packed = f"data:image/png,{quote(png('RB'))}"
    check("RRBB RRBB", f'<image href="{packed}" width="4" height="2"/>')


def test_embedded_pictures_are_cut_off_where_they_slice():
    slice_ = 'preserveAspectRatio="xMinYMin slice"'
    check("RR__ RR__", f'<image href="{data("RB")}" width="2" height="2" {slice_}/>')


def test_embedded_pictures_turn_fade_and_are_clipped():
    check("r_ __", f'<image href="{data("R")}" opacity=".5"/>')
    clip = '<clipPath id="c"><path d="M0 0h1v2h-1z"/></clipPath>'
    check("R_ __", f'{clip}<image transform="matrix(0 1 1 0 0 0)" clip-path="url(#c)" href="{data("RB")}"/>')


@pytest.mark.parametrize(
    ("href", "fact"),
    [
        ("data:image/png;base64,AAAA", "PNP270 kind='of an unknown kind'"),
        ("data:image/svg+xml,%3Csvg/%3E", "PNP253 tag=image what='href holds an SVG in the SVG: it cannot be printed'"),
        ("file:///etc/passwd", "PNP253 tag=image what='href \"file:///etc/passwd\" is outside of this file'"),
        (f"data:image/png;base64,{b64encode(png('R')[:-9]).decode()}", "PNP272 damage='ends too early'"),
    ],
)
def test_embedded_pictures_that_are_none(href, fact):
    (found,) = complaints(f'{RED}<image href="{href}" width="1" height="1"/>')
    assert found.partition(" ")[2] == fact


def test_the_same_picture_is_one_in_the_file():
    image = f'<image href="{data("R")}"/>'
    first, second = items(image * 2)
    assert first.items[0].art.digest == second.items[0].art.digest
    assert first.items[0].art.data == png("R")


SQUARE = '<path d="M0 0h4v4h-4z" {}/>'


def test_clip_paths_may_be_clipped_themselves():
    outer = '<clipPath id="o"><path d="M0 0h4v2h-4z"/></clipPath>'
    inner = '<clipPath id="c" clip-path="url(#o)"><path d="M1 0h2v4h-2z"/></clipPath>'
    check("_KK_ _KK_ ____ ____", outer + inner + SQUARE.format('clip-path="url(#c)"'))
    child = '<clipPath id="c"><path clip-path="url(#o)" d="M1 0h2v4h-2z"/></clipPath>'
    check("_KK_ _KK_ ____ ____", outer + child + SQUARE.format('clip-path="url(#c)"'))


def test_clip_paths_in_units_of_the_box():
    clip = '<clipPath id="c" clipPathUnits="objectBoundingBox"><path d="M0 0h.5v1h-.5z"/></clipPath>'
    check("_K__ _K__ ____ ____", f'{clip}<path d="M1 0h2v2h-2z" clip-path="url(#c)"/>')
    check("__KK __KK __KK __KK", f'{clip}<g transform="translate(2 0)" clip-path="url(#c)">{SQUARE.format("")}</g>')


def test_hidden_pictures_leave_nothing():
    drawing, problems = draw_svg(svg(f'<image visibility="hidden" href="{data("R")}"/>'))
    assert (drawing.items, problems) == ((), ["art.svg:1:1 PNP257"])
