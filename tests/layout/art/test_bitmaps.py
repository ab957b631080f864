"""What only resvg draws: as a bitmap at its size, told, and never with anything that lies outside of the file."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from art.drawing import PALETTE, drawn, svg
from pnp.layout.art import bitmaps

SHADOW = '<filter id="f"><feFlood flood-color="#f00"/></filter>'
RED = f'{SHADOW}<rect width="24" height="24" filter="url(#f)"/>'


def pixels(source, size=(2.54, 2.54)):
    raster = bitmaps.drawn_by_resvg(source, Path("a.svg"), "a", size, ())
    assert not isinstance(raster, str), raster
    with Image.open(BytesIO(raster.data)) as image:
        return raster, image.convert("RGBA")


def test_what_is_not_drawn_as_lines_waits_for_its_size():
    drawing, problems = drawn(svg(RED))
    where, said = problems[0].split(" warning ")
    assert (where, problems[1:]) == ("art.svg:2:54:", [])
    assert said == "PNP320 filter of <rect>: the whole file is printed as a bitmap of 600 dpi"
    assert (drawing.w, drawing.h, drawing.items) == (24, 24, ())
    raster, image = pixels(drawing.source)
    assert (raster.w, raster.h) == image.size == (60, 60)
    assert image.getpixel((30, 30)) == (255, 0, 0, 255)


def test_who_lacks_resvg_is_told_of_it(monkeypatch):
    monkeypatch.setattr(bitmaps, "is_there", lambda: False)
    hint = "with pip install 'pnp[svg]' it is printed as a bitmap"
    _, problems = drawn(svg(f'{RED}<g mask="url(#f)"/><g marker="url(#f)"/>'))
    assert [problem.endswith(f"{hint})") for problem in problems] == [True] * 3
    _, problems = drawn(svg(f'{RED}<image href="a.png"/>'))
    assert not [problem for problem in problems if hint in problem]


def test_it_has_the_colours_of_the_game():
    shapes = '<path d="M0 0h24v12h-24z"/><path d="M0 12h24v12h-24z" fill="var(--blood, blue)"/>'
    drawing, _ = drawn(svg(f'<g fill="currentColor">{shapes}</g><g style="mix-blend-mode:multiply"/>'))
    _, image = pixels(drawing.source)
    assert image.getpixel((30, 10)) == (0, 255, 0, 255)
    assert image.getpixel((30, 50)) == (0x8A, 0x1C, 0x1C, 255)


def test_no_bitmap_is_larger_than_a_picture_may_be():
    wide = bitmaps.prepared(svg(RED), 24, 24, PALETTE, "#000000")
    raster, _ = pixels(wide, (1200, 1200))
    assert 38_000_000 < raster.w * raster.h <= 40_000_000


@pytest.mark.parametrize(
    "content",
    [
        '<image href="a.png" width="9" height="9"/>',
        '<image xlink:href="file:///etc/hostname" width="9" height="9"/>',
        '<image href="#a" xlink:href="a.png" width="9" height="9"/>',
        "<image href='&#102;ile:a.png' width='9' height='9'/>",
        '<feImage href="https://example.com/a.png"/>',
        '<image href="data:image/svg+xml,&lt;svg/>" width="9" height="9"/>',
        "<style>@import 'a.css';</style>",
        "<rect style=\"fill:url('a.svg#x')\"/>",
        '<a href="a.html"><image href="a.png"/></a>',
    ],
)
def test_nothing_outside_of_the_file_is_handed_on(content):
    assert bitmaps.readable(svg(RED).encode()) is not None
    assert bitmaps.readable(svg(RED + content).encode()) is None


@pytest.mark.parametrize(
    "content",
    [
        '<a href="https://example.com/">x</a>',
        '<use href="#f"/>',
        '<image href="data:image/png;base64,AAAA"/>',
        "<style>a{fill:url(#f)}</style>",
        '<g style="fill:url( &quot;#f&quot; )"/>',
    ],
)
def test_what_lies_inside_is(content):
    assert bitmaps.readable(svg(content).encode()) is not None


def test_texts_that_are_no_utf8_are_not_handed_on():
    assert bitmaps.readable(svg("ä").encode("latin-1")) is None
    assert bitmaps.readable(svg("ä").encode("utf-16")) is None


def test_files_with_other_mistakes_are_refused_as_ever():
    _, problems = drawn(svg(f'{RED}<rect width="x"/>'))
    assert [problem.split()[1:3] for problem in problems] == [["error", "PNP254"], ["error", "PNP253"]]


def test_a_picture_that_resvg_cannot_draw_is_told():
    said = bitmaps.drawn_by_resvg("<svg", Path("a.svg"), "a", (9, 9), ())
    assert isinstance(said, str)
    assert "\n" not in said


def test_a_file_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr(bitmaps, "_WORKER", "import time; time.sleep(9)")
    monkeypatch.setattr(bitmaps, "_SECONDS", 0.2)
    assert bitmaps.drawn_by_resvg(svg(RED), Path("a.svg"), "a", (9, 9), ()) == "it takes too long"
