"""Texts in SVG files: places of letters, fonts, and problems of those that can't be printed."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from art.drawing import FONTS, complaints, draw_svg, items, svg
from pnp.art.paths import path_bounds
from pnp.export.rasteriser import face_png
from pnp.model.display import Face, Group, Picture, Shape

FAMILIES = ("Source Sans Pro", "Source Serif Pro")
WIDE = 'viewBox="0 0 200 100"'
GRADIENT = '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>'


def boxes(content):
    return [path_bounds(item.path) for item in items(content, WIDE) if isinstance(item, Shape)]


def measure_left_edge(content):
    return boxes(content)[0][0]


@pytest.mark.parametrize(
    "content",
    [
        '<text x="20" y="40">Plain AV To</text>',
        '<text x="100" y="40" text-anchor="middle">one <tspan font-weight="bold" fill="red">two</tspan> three</text>',
        '<text x="180" y="40" text-anchor="end" font-style="italic">the end</text>',
        '<g font-family="Source Serif Pro" font-size="30" transform="rotate(10)"><text x="20" y="40">Serif</text></g>',
        '<style>text{letter-spacing:2px}.b{font:bold 20px "Source Serif Pro"}</style><text class="b" y="40">abc</text>',
        '<text x="10 30 60" y="40 50" dx="0 0 0 5" dy="1 2 3">abcdef</text>',
        '<text x="9" y="30">a<tspan x="10" dy="1.2em">two</tspan><tspan dx="5" font-weight="600">w</tspan></text>',
        '<text x="10" y="40">  many \n  spaces  <tspan> here </tspan> </text>',
        '<text x="10" y="40" xml:space="preserve">  kept   spaces</text>',
        f'{GRADIENT}<text x="10" y="40" font-size="30" fill="url(#g)" stroke="black" stroke-width=".5">Gradient</text>',
        '<text x="10" y="40" word-spacing="9" font-size="150%">wide words</text>',
        '<text x="10" y="50" dominant-baseline="hanging">hung</text>',
        '<text x="10" y="50" dominant-baseline="central">mid</text>',
    ],
)
def test_letters_stand_where_resvg_puts_them(content):
    """Letters have the same places with the same font files."""
    resvg = pytest.importorskip("resvg_py")
    text = svg(f'<g font-family="Source Sans Pro" font-size="20">{content}</g>', WIDE)
    drawing, problems = draw_svg(text)
    assert problems == []
    cuts = [(bold, italic) for bold in (False, True) for italic in (False, True)]
    files = [str(FONTS.font(family, *cut).face.path) for family in FAMILIES for cut in cuts]
    asked = {"font_files": files, "skip_system_fonts": True, "background": "#ffffff", "width": 400, "dpi": 96.0}
    theirs = Image.open(BytesIO(bytes(resvg.svg_to_bytes(svg_string=text, **asked)))).convert("L")
    face = Face("drawing", 200, 100, Group((Picture(drawing, 0, 0, 200, 100),)), "en")
    ours = Image.open(BytesIO(face_png(face, 25.4 * 2))).convert("L")
    assert ours.size == theirs.size
    assert ours.getextrema()[0] < 120  # something is drawn
    off = ImageChops.difference(ours, theirs).point(lambda level: 255 if level > 110 else 0)
    assert sum(off.histogram()[1:]) <= 12


def test_generic_families_are_the_roles():
    for role, family in (("serif", "Source Serif Pro"), ("Sans", "Source Sans Pro"), ("monospace", "Ubuntu Mono")):
        text = '<text x="9" y="40" font-family="{}">Rag</text>'
        assert items(text.format(role), WIDE) == items(text.format(family), WIDE)


def test_capitals_in_names_of_families_do_not_matter():
    one, other = (f'<text y="40" font-family="{name}">a</text>' for name in ("source SANS pro", "Source Sans Pro"))
    assert items(one, WIDE) == items(other, WIDE)


def test_an_unknown_family_is_named_once_and_the_next_prints():
    content = '<text x="1" font-family="Nowhere{}">a<tspan font-family="Nowhere{}">b</tspan></text>'
    for others, instead in (("", "Source Sans Pro"), (", Gone, serif", "Source Serif Pro")):
        assert complaints(content.format(others, others)) == [f"1 PNP322 name=Nowhere other='{instead}'"]


def test_characters_without_a_glyph_are_said_once():
    assert complaints("<text>a\U000e0fff\U000e0fff</text>") == ["1 PNP323 character=''\\U000e0fff'' number=E0FFF"]


def test_a_cut_that_is_missing_is_said():
    family = "Noto Sans Symbols 2"
    found = complaints(f'<text font-family="{family}" font-weight="700">★<tspan>★</tspan></text>')
    assert found == [f"1 PNP322 name='{family}' cut=bold"]


def test_right_to_left_words_stand_in_their_order():
    shalom, abc = "שלום", "abc"
    line = '<text y="40"><tspan fill="red">{}</tspan> <tspan fill="blue">{}</tspan></text>'
    (red, _), (blue, _) = [(box[0], box) for box in boxes(line.format(abc, shalom))]
    assert red < blue
    turned = line.replace("<text", '<text x="190" direction="rtl"').format(abc, shalom)
    red_box, blue_box = boxes(turned)
    assert blue_box[2] < red_box[0] and red_box[2] <= 190


def test_hidden_letters_take_room():
    assert measure_left_edge('<text y="40"><tspan visibility="hidden">mmm</tspan>a</text>') > 20
    assert measure_left_edge('<text y="40"><tspan display="none">mmm</tspan>a</text>') < 5


def test_raised_letters():
    high, low = (boxes(f'<text y="40" baseline-shift="{shift}">a</text>')[0][3] for shift in ("super", "sub"))
    assert low - high == pytest.approx(0.6 * 16)


@pytest.mark.parametrize("content", ["<text> \n </text>", "<text/>", "<flowRoot><flowPara> </flowPara></flowRoot>"])
def test_empty_texts_draw_nothing(content):
    assert [each[:15] for each in draw_svg(svg(content))[1]] == ["art.svg:1:1 PNP"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("<text><textPath>x</textPath></text>", "7 PNP253 tag=textPath"),
        ("<flowRoot><flowPara>x</flowPara></flowRoot>", "1 PNP253 tag=flowRoot"),
        (
            '<text text-decoration="underline">x</text>',
            "1 PNP253 tag=text what='text-decoration \"underline\" cannot be printed'",
        ),
        ('<g writing-mode="tb"><text>x</text></g>', "22 PNP253 tag=text what='writing-mode \"tb\" cannot be printed'"),
        (
            '<text>a<tspan opacity=".5">x</tspan></text>',
            "1 PNP253 tag=text what='opacity \".5\" of a part of a text cannot be printed'",
        ),
        ('<text x="1 9">سل</text>', "1 PNP253 tag=text what='x places each of its Arabic letters, which go together'"),
        ('<text font-size="big">x</text>', "1 PNP254 tag=text what='font-size \"big\" is not a length'"),
        ('<text text-anchor="centre">x</text>', "1 PNP254 tag=text what='text-anchor \"centre\" is not known'"),
        ('<text x="1 b">x</text>', "1 PNP254 tag=text what='x \"b\" is not a length'"),
    ],
)
def test_what_would_be_lost_is_said(content, expected):
    assert complaints(content) == [expected]


def test_a_drawing_is_another_one_with_another_font():
    one, other = (draw_svg(svg(f'<text y="9" font-family="{name}">x</text>'))[0] for name in ("serif", "sans-serif"))
    assert one.digest != other.digest
