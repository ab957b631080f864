"""Drawings that only resvg draws: as bitmaps at their size, reported, and never with anything outside of the file."""

from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import fromstring
from xml.sax.saxutils import escape, quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nightly import every
from PIL import Image

from art.drawing import FONTS, PALETTE, draw_svg, svg
from pnp.art import svg_files as bitmaps
from pnp.art.paths import path_bounds
from pnp.art.rasters import MAX_PIXELS
from pnp.art.svg_files import IN_TEXT, draw, quote_attribute

SHADOW = '<filter id="f"><feFlood flood-color="#f00"/></filter>'
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGPokpEBAAH2AMPkFwi6AAAAAElFTkSuQmCC"
RED = f'{SHADOW}<rect width="24" height="24" filter="url(#f)"/>'


def pixels(source, size=(2.54, 2.54), fonts=()):
    raster = bitmaps.draw_with_resvg(source, Path("a.svg"), "a", size, fonts)
    assert not isinstance(raster, str), raster
    with Image.open(BytesIO(raster.data)) as image:
        return raster, image.convert("RGBA")


def test_what_is_not_drawn_as_lines_waits_for_its_size():
    drawing, problems = draw_svg(svg(RED))
    assert problems == ["art.svg:2:54 PNP320 what='filter of <rect>' dpi=600"]
    assert (drawing.w, drawing.h, drawing.items) == (24, 24, ())
    raster, image = pixels(drawing.source)
    assert (raster.w, raster.h) == image.size == (60, 60)
    assert image.getpixel((30, 30)) == (255, 0, 0, 255)


@pytest.mark.parametrize(("w", "h"), [(1.4, 0.9), (0.9, 1.4), (38.4, 38.4)])
def test_it_is_as_large_as_lines_would_be(w, h):
    shape = f'<rect x="{w / 4}" y="{h / 4}" width="{w / 2}" height="{h / 2}" style="mix-blend-mode:multiply"/>'
    drawing, _ = draw_svg(svg(shape, f'viewBox="0 0 {w} {h}"'))
    unit = 400 / max(w, h)
    wide, high = round(w * unit), round(h * unit)
    raster, image = pixels(drawing.source, (wide * 25.4 / 600, high * 25.4 / 600))
    assert raster.w == wide
    assert raster.h - high in (0, 1)  # rounded up
    assert image.getbbox() == pytest.approx((wide / 4, high / 4, wide * 3 / 4, high * 3 / 4), abs=1.3)


def test_it_has_the_colours_of_the_game():
    shapes = '<path d="M0 0h24v12h-24z"/><path d="M0 12h24v12h-24z" fill="var(--blood, blue)"/>'
    drawing, _ = draw_svg(svg(f'<g fill="currentColor">{shapes}</g><g style="mix-blend-mode:multiply"/>'))
    _, image = pixels(drawing.source)
    assert image.getpixel((30, 10)) == (0, 255, 0, 255)
    assert image.getpixel((30, 50)) == (0x8A, 0x1C, 0x1C, 255)


@pytest.mark.parametrize("most", every(2, [400_000, MAX_PIXELS]))
def test_no_bitmap_is_larger_than_a_picture_may_be(most, monkeypatch):
    assert bitmaps.MAX_PIXELS == MAX_PIXELS == 40_000_000
    monkeypatch.setattr(bitmaps, "MAX_PIXELS", most)
    drawing, _ = draw_svg(svg(RED))
    raster, _ = pixels(drawing.source, (1200, 1200))
    assert 0.95 * most < raster.w * raster.h <= most


def test_words_are_set_in_the_fonts_of_the_project():
    """Words are as wide as their outlines where nothing needs resvg."""
    words = '<text x="2" y="12" font-size="8" font-family="Nowhere">i<tspan font="bold 8px serif">Mi</tspan></text>'
    drawing, problems = draw_svg(svg(f'{words}<g style="mix-blend-mode:multiply"/>'))
    assert [problem.split()[1] for problem in problems] == ["PNP322", "PNP320"]
    assert [face.name for face in drawing.fonts] == ["SourceSansPro-Regular", "SourceSerifPro-Bold"]
    _, image = pixels(drawing.source, (25.4, 25.4), [face.data for face in drawing.fonts])
    (plain, strong) = (draw_svg(svg(words))[0]).items
    left, _, _, _ = path_bounds(plain.path)
    _, top, right, bottom = path_bounds(strong.path)
    unit = 600 / 24
    assert image.getbbox() == pytest.approx((left * unit, top * unit, right * unit, bottom * unit), abs=2)


@pytest.mark.parametrize(
    "words",
    [
        '<mask id="m"><text y="9">x</text></mask>',  # laid out by nobody
        '<g font-size="9"><text id="t">x</text></g><use href="#t"/>',  # in two sizes
    ],
)
def test_words_that_resvg_would_set_otherwise_are_not_handed_on(words):
    drawing, problems = draw_svg(svg(RED + words))
    assert not drawing.source
    assert [problem.split()[1] for problem in problems] == ["PNP253"]


@pytest.mark.parametrize(
    "content",
    [
        '<feImage href="https://example.com/a.png"/>',
        "<feImage xlink:href='&#102;ile:a.png' width='9' height='9'/>",
        '<feImage href="data:image/svg+xml,&lt;svg/>" width="9" height="9"/>',
        '<feFlood flood-color="red" style="fill:url(\'a.svg#x\')"/>',
    ],
)
def test_nothing_outside_of_the_file_is_handed_on(content):
    drawing, problems = draw_svg(
        svg(f'<filter id="f">{content}</filter><rect width="24" height="24" filter="url(#f)"/>')
    )
    assert not drawing.source
    assert [problem.split()[1] for problem in problems] == ["PNP253"]


@pytest.mark.parametrize(
    "content",
    [
        '<a href="https://example.com/"><path d="M0 0h1v1z"/></a>',
        '<filter id="g"><feImage href="#f"/></filter>',
        f'<image href="data:image/png;base64,{PNG}"/>',
        '<g style="fill:url( &quot;#f&quot; )"/>',
    ],
)
def test_what_lies_inside_is(content):
    drawing, _ = draw_svg(svg(RED + content))
    assert drawing.source


def test_only_what_was_understood_is_handed_on():
    """Style sheets and entities are worked in; names that lead nowhere and elements of editors are gone."""
    head = '<!DOCTYPE svg [<!ENTITY side "24">]>'
    sheet = "<style>.a { fill: url(#none) lime } rect { mix-blend-mode: multiply }</style>"
    own = '<g style="-inkscape-stroke: none"/><x:layer xmlns:x="urn:x"/><title>&amp;</title>'
    text = f'{head}{svg(f"""{sheet}{own}<rect class="a" width="&side;" height="2"/><use href="#none"/>""")}'
    drawing, _ = draw(text.encode(), "art", "art.svg", PALETTE, "#00ff00", FONTS)
    root = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" color="#00ff00" width="100000" height="100000">'
    rect = '<rect class="a" width="24" height="2" fill="lime" style="mix-blend-mode:multiply"></rect>'
    assert drawing.source == f"{root}<g></g>{rect}<use></use></svg>"


def test_files_with_other_mistakes_are_refused_as_ever():
    _, problems = draw_svg(svg(f'{RED}<rect width="x"/>'))
    assert [problem.split()[1] for problem in problems] == ["PNP254", "PNP253"]


def test_a_picture_that_resvg_cannot_draw_is_told():
    said = bitmaps.draw_with_resvg("<svg", Path("a.svg"), "a", (9, 9), ())
    assert isinstance(said, str)
    assert "\n" not in said


def test_a_file_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr(bitmaps, "_WORKER", "import time; time.sleep(9)")
    monkeypatch.setattr(bitmaps, "_SECONDS", 0.2)
    assert bitmaps.draw_with_resvg(svg(RED), Path("a.svg"), "a", (9, 9), ()) == "it takes too long"


TEXTS = st.text(st.sampled_from("ab <>&'\"\t\n\r;é\u2028"), max_size=12)


@given(TEXTS)
def test_texts_and_attributes_are_escaped_as_by_the_library(text: str) -> None:
    assert text.translate(IN_TEXT) == escape(text)
    assert (
        fromstring(f"<a b={quote_attribute(text)}/>").get("b")
        == fromstring(f"<a b={quoteattr(text)}/>").get("b")
        == text
    )
