"""Parts of SVG files that cannot be printed: each is reported at its line, and the rest is drawn."""

import gzip

import pytest
from facts import list_facts

from art.drawing import FONTS, PALETTE, SQUARE, complaints, draw_svg, items, svg
from pnp.art import svg_text
from pnp.art.paths import parse_path
from pnp.art.svg_files import draw, read_drawing
from pnp.model.display import Drawing, Shape
from pnp.model.geometry import rectangle_path


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("", "art.svg:1:1 PNP251 what='no element found'"),
        ("<svg><g></svg>", "art.svg:1:11 PNP251 what='mismatched tag'"),
        ("<svg>\n  <g a:b='c'/></svg>", "art.svg:2:3 PNP251 what='unbound prefix'"),
        ("<svg>&nbsp;</svg>", "art.svg:1:6 PNP251 what='undefined entity'"),
        (
            '<?xml version="1.0" encoding="none"?><svg/>',
            "art.svg:1:1 PNP251",
        ),
        ("<html/>", "art.svg:1:1 PNP256 found=<html>"),
        ("<a xmlns='b'/>", "art.svg PNP256 found='of another language'"),
        ("<svg/>", "art.svg:1:1 PNP256"),
        (
            '<svg width="100%" height="9"/>',
            "art.svg:1:1 PNP256",
        ),
        (
            '<svg viewBox="0 0 9"/>',
            "art.svg:1:1 PNP254 tag=svg what='viewBox \"0 0 9\" is not x y width height'",
        ),
        (
            '<svg viewBox="0 0 9 1e-9"/>',
            "art.svg:1:1 PNP254 tag=svg what='viewBox \"0 0 9 1e-9\" is not x y width height'",
        ),
        (
            '<svg viewBox="0 0 9 0"/>',
            "art.svg:1:1 PNP254 tag=svg what='viewBox \"0 0 9 0\" is not x y width height'",
        ),
    ],
)
def test_files_that_are_no_drawing(text, fact):
    assert draw_svg(text) == (None, [fact])


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (
            '<text><textPath href="#a">x</textPath></text>',
            ["7 PNP253 tag=textPath"],
        ),
        (
            '<image href="a.png"/>',
            ["1 PNP253 tag=image what='href \"a.png\" is outside of this file'"],
        ),
        ("<foreignObject/>", ["1 PNP253 tag=foreignObject"]),
        ("<script>go()</script>", ["1 PNP253 tag=script"]),
        ("<g><animate/></g>", ["4 PNP253 tag=animate"]),
        ('<g onclick="go()"/>', ["1 PNP253 name=onclick"]),
        (
            '<g filter="url(#f)"/><filter id="f"/>',
            ["1 PNP253 tag=g what='filter \"url(#f)\" cannot be printed'"],
        ),
        (
            '<mask id="m"/><g style="mask: url(#m)"/>',
            ["15 PNP253 tag=g what='mask \"url(#m)\" cannot be printed'"],
        ),
        (
            '<pattern id="p"><path d="M0 0h1v1z"/></pattern><path d="M0 0v1" stroke="url(#p)"/>',
            ["48 PNP253 tag=path what='stroke with a <pattern> cannot be printed'"],
        ),
        (
            '<use href="b.svg#x"/>',
            ["1 PNP255 tag=use what='href \"b.svg#x\" is outside of this file'"],
        ),
        ('<g id="a"><use href="#a"/></g>', ["11 PNP255 tag=use what='href goes round in a circle: a → a'"]),
        (
            '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
            [
                "11 PNP255 tag=use what='href goes round in a circle: b → a → b'",
                "41 PNP255 tag=use what='href goes round in a circle: a → b → a'",
            ],
        ),
        (
            '<path d="M0 0L1"/>',
            ["1 PNP254 tag=path what='d: expected a number after 'L' at character 7, found the end'"],
        ),
        (
            '<g fill="rde" stroke="var(--blod)" opacity="x"><rect width="-1" height="1"/></g>',
            [
                "1 PNP254 tag=g what='fill \"rde\" is not a colour' ~meant=red",
                "1 PNP254 tag=g what='stroke: the palette has no \"blod\"' ~meant=blood",
                "48 PNP254 tag=rect what='width is negative: -1'",
                "1 PNP254 tag=g what='opacity \"x\" is not a number'",
            ],
        ),
        (
            '<rect fill="var(--blod)" stroke="var(--blod)" width="1" height="1"/><g fill="var(--blod)"/>',
            ["1 PNP254 tag=rect what='fill: the palette has no \"blod\"' ~meant=blood"],
        ),
        (
            '<rect style="fill=red" width="1" height="1"/>',
            ["1 PNP254 what='style \"fill=red\" has no colon'"],
        ),
        (
            '<rect width="2em" height="1"/>',
            ["1 PNP254 tag=rect what='width \"2em\" is not a length'"],
        ),
        (
            '<linearGradient id="g"><stop stop-opacity="x"/><stop offset="1"/></linearGradient>'
            '<path d="M0 0h1v1z" fill="url(#g)"/><path d="M0 0h1v1z" fill="url(#g)"/>',
            ["24 PNP254 tag=stop what='stop-opacity \"x\" is not a number'"],
        ),
        (
            '<linearGradient id="g" href="#g"/><path d="M0 0h1v1z" fill="url(#g)"/>',
            ["1 PNP254 tag=linearGradient what='href \"#g\" leads back to this gradient'"],
        ),
        (
            '<clipPath id="c"><text/></clipPath><path clip-path="url(#c)" d="M0 0h1v1z"/>',
            ["18 PNP253 tag=text what='in a clip path cannot be printed'"],
        ),
        (
            f'<clipPath id="c">{f"""<path d="M0 0{"L9 9V0L0 9" * 400}z"/>""" * 2}</clipPath>'
            '<path clip-path="url(#c)" d="M0 0h1v1z"/>',
            ["1 PNP253 tag=clipPath what='is too intricate to be printed'"],
        ),
        (
            '<clipPath id="c" clipPathUnits="objectBoundingBox"/>'
            '<path clip-path="url(#c)" transform="rotate(9)" d="M0 0h1v1z"/>',
            ["53 PNP253 tag=path what='clip-path in units of a turned box cannot be printed'"],
        ),
        (
            '<clipPath id="c"><use href="#c"/></clipPath><path clip-path="url(#c)" d="M0 0h1v1z"/>',
            ["18 PNP255 tag=use what='href goes round in a circle: c → c'"],
        ),
    ],
)
def test_what_cannot_be_printed_is_said(content, expected, monkeypatch):
    monkeypatch.setattr("pnp.art.svg_files.is_self_contained", lambda root: False)  # so resvg isn't asked
    assert complaints(content) == expected


def test_what_is_right_is_drawn_beside_what_is_wrong():
    drawing, problems = draw_svg(
        svg('<foreignObject>x</foreignObject><rect width="1" height="1" fill="red" stroke="rde"/>')
    )
    assert len(problems) == 2
    assert drawing.items == (Shape(parse_path(SQUARE), "#ff0000"),)


STOPS = '<stop stop-color="red"/><stop offset="1"/>'


def chain(tag):
    """Return two hundred elements of which each takes over the attributes of the next one."""
    return "".join(f'<{tag} id="c{n}" xlink:href="#c{n + 1}"/>' for n in range(200))


@pytest.mark.parametrize(
    ("content", "fact"),
    [
        ("<g>" * 64 + "</g>" * 64, "2:190 PNP275 most=64"),
        ("<g/>" * 100_001, "2:399997 PNP275 most=100000"),
        (
            "".join(f'<g id="a{n + 1}">' + f'<use href="#a{n}"/>' * 10 + "</g>" for n in range(9)) + '<g id="a0"/>',
            "2:350 PNP275 most=50000",
        ),
        (
            f'<path id="p" d="M0 0{"h1" * 9_999}"/>' + '<use href="#p"/>' * 100,
            "2:1 PNP275 most=400000",
        ),
        (
            "".join(f'<g id="b{n}"><use href="#b{n + 1}"/></g>' for n in range(60)) + '<g id="b60"/>',
            "2:1660 PNP275 most=100",
        ),
        (f"<text>{'x' * 10_001}</text>", "2:1 PNP275 most=10000"),
        (f'<text id="t" x="{"1 " * 50_000}"/>' + '<use href="#t"/>' * 300, "2:1 PNP275"),
        (f'<g id="t">{"<title/>" * 40_000}</g>' + '<use href="#t"/>' * 40, "2:1 PNP275"),
        (f'{chain("linearGradient")}<path d="{SQUARE}" fill="url(#c0)"/>', "2:4383 PNP275 most=100"),
        (f'{chain("pattern")}<path d="{SQUARE}" fill="url(#c0)"/>', "2:3683 PNP275 most=100"),
        (
            f'<linearGradient id="g">{STOPS * 5_000}</linearGradient>' + f'<path d="{SQUARE}" fill="url(#g)"/>' * 41,
            "2:211562 PNP275 most=400000",
        ),
        (
            f"<style>*{{{''.join(f'p{n}:1;' for n in range(2_000))}}}</style>{'<g/>' * 1_001}",
            "2:18897 PNP275 most=2000000",
        ),
    ],
)
def test_bombs_are_refused(content, fact):
    assert draw_svg(svg(content)) == (None, [f"art.svg:{fact}"])


def test_files_that_cannot_be_read(tmp_path):
    def read(name):
        return list_facts(read_drawing(tmp_path / name, name, f"art/{name}", PALETTE, "#000000", FONTS)[1])

    (tmp_path / "folder.svg").mkdir()
    assert read("none.svg") == ["art/none.svg PNP250"]
    assert read("folder.svg") == ["art/folder.svg PNP250"]
    packed = gzip.compress(b"<svg viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg>")
    (tmp_path / "packed.svgz").write_bytes(packed)
    assert read("packed.svgz") == []
    for name, data in {"short": packed[:-9], "wrong": packed[:12] + b"xxxx" + packed[16:], "two": packed * 2}.items():
        (tmp_path / f"{name}.svgz").write_bytes(data)
        assert read(f"{name}.svgz") == [f"art/{name}.svgz PNP251"]
    (tmp_path / "bomb.svgz").write_bytes(gzip.compress(b" " * 8_000_001))
    assert read("bomb.svgz") == ["art/bomb.svgz PNP275 most=8"]
    (tmp_path / "huge.svg").write_bytes(b" " * 8_000_001)
    assert read("huge.svg") == ["art/huge.svg PNP275 most=8"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1"])
def test_encodings(encoding):
    text = f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>' + svg('<g id="ä"/><use href="#ä"/>')
    drawing, problems = draw(text.encode(encoding), "art", "art.svg", PALETTE, "#000000", FONTS)
    assert isinstance(drawing, Drawing)
    assert [problem.code for problem in problems] == ["PNP257"]


def test_a_gradient_that_begins_again_and_again_has_an_end():
    gradient = f'<linearGradient id="g" spreadMethod="repeat" x2="1e-5">{STOPS * 500}</linearGradient>'
    (shape,) = items(f'{gradient}<path d="{SQUARE}" fill="url(#g)"/>')
    assert len(shape.fill.stops) == 9 * 1_002


def test_after_the_first_problems_of_a_kind_the_others_are_counted():
    _, problems = draw_svg(svg("".join(f'<use href="#a{n}"/>' for n in range(1_000)) + '<rect width="x" height="1"/>'))
    assert len(problems) == 26
    assert problems[-1] == "art.svg PNP326 count=976 kind=PNP324"
    assert sum(" PNP254 " in problem for problem in problems) == 1


def test_a_text_of_many_parts_takes_no_longer_than_many_texts(monkeypatch):
    boxes = []
    monkeypatch.setattr(svg_text, "rectangle_path", lambda *box: boxes.append(box) or rectangle_path(*box))
    draw_svg(svg(f"<text>{'<tspan>a</tspan>' * 50}</text>"))
    assert len(boxes) == 1
