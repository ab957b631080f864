"""Shapes, gradients, groups, clips, icons and pictures."""

import gzip
from io import BytesIO

import pytest
from desk import Desk, Golden
from PIL import Image

from pnp.model.display import Drawing, Picture

AT = "card_data/night/creatures.yaml:1:3"
HERE = "layouts/night/card.xml.j2:1:7"


def test_shapes(desk: Desk, golden: Golden) -> None:
    cases = {
        "rect": '<rect x="2" y="2" width="16mm" height="1in" fill="paper" stroke="ink" stroke-width="0.6"/>',
        "percentages": '<g x="10" w="20" h="10"><rect x="50%" y="10%" width="50%" height="90%" fill="fox"/></g>',
        "circle": '<circle cx="30" cy="10" r="8" fill="ink"/>',
        "line": '<line x1="1" y1="2" x2="30" y2="2" stroke="fox" stroke-dasharray="1 0.5" stroke-linecap="round"/>',
        "polygon": '<polygon points="0,0 10,0 5,8" fill-rule="evenodd"/>',
        "path": '<path d="M42 18 Q50 -6 58 18 Z" fill="none" stroke="ink" stroke-linejoin="round"/>',
        "faded": '<rect width="5" height="5" opacity="0.5" transform="translate(3 4)"/>',
        "nothing to see": '<rect width="5" height="5" fill="none"/><rect width="0" height="5"/>',
        "a named gradient": '<defs><linearGradient id="dusk"><stop offset="0" stop-color="fox"/>'
        '<stop offset="1" stop-color="#dd9966"/></linearGradient></defs>'
        '<rect width="56" height="10" fill="url(#dusk)"/>',
        "a gradient in the face's millimetres": '<defs><radialGradient id="sun" gradientUnits="userSpaceOnUse" '
        'cx="30" cy="20" r="10"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#000"/>'
        '</radialGradient></defs><circle cx="30" cy="20" r="10" fill="url(#sun)"/>',
    }
    golden("shapes", desk.gallery(cases))


def test_a_stroke_that_a_gradient_would_lose_is_a_problem(desk: Desk) -> None:
    gradient = '<linearGradient id="dusk"><stop stop-color="fox"/><stop offset="1" stop-color="ink"/></linearGradient>'
    line = f'<defs>{gradient}</defs><line x2="9" stroke="url(#dusk){{}}"/>'
    assert desk.face(line.format("")).mistakes == [
        ("PNP206 tag=line what='stroke \"url(#dusk)\" paints nothing: a straight line has no box for its gradient'")
    ]
    assert desk.face(line.format(" ink")).mistakes == []


def test_compressed_drawings_are_drawings(desk: Desk) -> None:
    drawing = b'<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    desk.file("card_data/night/art/moon.svg", drawing)
    desk.file("card_data/night/art/moon.svgz", gzip.compress(drawing))
    one, other = (desk.face(f'<image href="art/moon.{kind}" w="9" h="9"/>').faces[0] for kind in ("svg", "svgz"))
    (picture,), (same,) = one.content.items, other.content.items
    assert isinstance(picture, Picture) and isinstance(same, Picture)
    assert isinstance(picture.art, Drawing) and isinstance(same.art, Drawing)
    assert picture.art.items == same.art.items


def test_groups_and_clips(desk: Desk, golden: Golden) -> None:
    inside = '<rect width="30" height="30" fill="fox"/>'
    cases = {
        "moved": f'<g x="5" y="6">{inside}</g>',
        "turned and faded": f'<g transform="rotate(-15 20 10)" opacity="0.5">{inside}</g>',
        "turned where it stands": f'<g x="5" y="6" transform="translate(10 0)">{inside}</g>',
        "clip": f'<clip x="2" y="3" w="16" h="12">{inside}</clip>',
        "rounded": f'<clip x="2" y="3" w="16" h="12" rx="3">{inside}</clip>',
        "circle": f'<clip w="16" h="16" shape="circle">{inside}</clip>',
        "hexagon": f'<clip w="16" h="16" shape="hexagon">{inside}</clip>',
        "path": f'<clip w="16" h="16" d="M0 0 H16 V16 Z">{inside}</clip>',
        "as large as what is in it": f'<row align="start"><clip>{inside}</clip></row>',
    }
    golden("groups", desk.gallery(cases))


def test_icons_and_pictures(desk: Desk, golden: Golden) -> None:
    cases = {
        "icon": '<icon name="coin" x="2" y="2" size="16" fill="fox"/>',
        "icon of the usual size": '<icon name="leaf"/>',
        "icon in the middle of its box": '<icon name="leaf" x="2" y="2" w="20" h="20"/>',
        "icon of a field": '<icon of="emblem.charge"/>',
        "contained": '<image href="{{ piece.art }}" x="22" y="2" w="16" h="16"/>',
        "contained at the bottom right": '<image href="art/fox.svg" w="30" h="30" align="right bottom"/>',
        "covering": '<image href="art/fox.svg" w="30" h="30" fit="cover" align="left"/>',
        "stretched": '<image href="art/fox.svg" w="30" h="30" fit="stretch" fill="fox"/>',
        "as wide as there is room": '<column w="15"><image href="art/fox.svg"/></column>',
        "by its height": '<row h="15"><image href="art/fox.svg" h="10"/></row>',
        "in a clip": '<clip w="16" h="16" shape="circle"><image href="art/fox.svg" fit="cover"/></clip>',
    }
    golden("art", desk.gallery(cases))


@pytest.fixture
def photo(desk: Desk) -> str:
    data = BytesIO()
    Image.new("RGB", (120, 60), "#336699").save(data, "PNG")
    desk.file("card_data/night/art/photo.png", data.getvalue())
    return "art/photo.png"


def test_a_picture_is_coarse_where_it_is_large(desk: Desk, photo: str) -> None:
    assert desk.face(f'<image href="{photo}" w="10" h="10"/>').lines == []
    assert desk.face(f'<image href="{photo}" w="20" h="20"/>').lines == [
        f"{HERE} PNP292 name=art/photo.png dpi=152 w=20.0 h=10.0 ~about=creatures/fox ~origin={AT}"
    ]


def test_a_picture_without_a_size_is_as_large_as_it_prints_well(desk: Desk, photo: str) -> None:
    listing = desk.face(f'<grid columns="auto 1fr"><image href="{photo}"/><text>a</text></grid>', h=5.08).listing
    assert "picture art/photo.png at 0 0 10.16 × 5.08" in listing


@pytest.mark.parametrize(
    ("xml", "lines"),
    [
        ('<image href="art/fxo.svg"/>', ["PNP291 href=art/fxo.svg ~meant=fox.svg"]),
        ('<image href="../night/art/fox.svg"/>', ["PNP291 href=../night/art/fox.svg"]),
        ("<image/>", ["PNP206 tag=image name=href what='is missing'"]),
        (
            '<image href="art/fox.svg" fit="fill"/>',
            ["PNP206 tag=image name=fit what='\"fill\" is none of contain, cover, stretch'"],
        ),
        (
            '<image href="art/fox.svg" align="start"/>',
            ["PNP206 tag=image name=align what='\"start\" is none of left, center, right, top, middle, bottom'"],
        ),
        ('<image of="art"/>', ["PNP206 tag=image", "PNP206 tag=image name=href what='is missing'"]),
        ('<icon name="coyn"/>', ["PNP290 name=coyn ~meant=coin"]),
        ("<icon/>", ["PNP206 tag=icon name=name what='is missing'"]),
        ("<icon>coin</icon>", ["PNP208 text=coin tag=icon"]),
        ('<icon name="coin" x="20" size="20" w="5"/>', ["PNP210 tag=icon over='15 mm' how=wide"]),
        ('<row y="9" h="4"><icon name="coin" size="5"/></row>', ["PNP210 tag=icon over='1 mm' how=high"]),
        ('<rect width="5" height="x"/>', ["PNP206 tag=rect what='height \"x\" is not a length'"]),
        ('<rect width="5" height="5" fill="fxo"/>', ['PNP207 tag=rect attribute=fill name="fxo" ~meant=fox']),
        ('<rect width="5" height="5" fil="fox"/>', ["PNP205 tag=rect name=fil ~meant=fill"]),
        (
            '<rect width="5" height="5" fill="url(#dsk)"/>',
            ["PNP207 tag=rect what='fill: there is no gradient \"dsk\"'"],
        ),
        ('<path d="M0 0 X"/>', ["PNP206 tag=path what='d: expected a command after 'M' at character 6, found 'X''"]),
        (
            '<clip d="M0 0 X" w="5" h="5"/>',
            ["PNP206 tag=clip name=d what='expected a command after 'M' at character 6, found 'X''"],
        ),
        (
            '<clip shape="star" w="5" h="5"/>',
            ["PNP206 tag=clip name=shape what='\"star\" is none of rectangle, circle, hexagon'"],
        ),
        ('<g opacity="2"/>', ["PNP206 tag=g name=opacity what='\"2\" is no number from 0 to 1'"]),
        ("<g>lost</g>", ["PNP208 text=lost tag=g"]),
        ("<txt>lost</txt>", ["PNP204 tag=txt ~meant=text"]),
        (
            "<text>Pay <b>one</b> coin</text>",
            ["PNP204 child=b tag=text"],
        ),
        ("<defs><rect/></defs>", ["PNP204 child=rect tag=defs"]),
        ("<defs><linearGradient/></defs>", ["PNP206 tag=linearGradient name=id what='is missing'"]),
        ("<hr>lost</hr>", ["PNP208 text=lost tag=hr"]),
        ("<break/>", ["PNP204"]),
    ],
)
def test_what_cannot_be_drawn_is_reported(desk: Desk, xml: str, lines: list[str]) -> None:
    assert desk.face(xml).mistakes == lines


def test_equal_elements_are_laid_out_once_for_all_pieces(desk: Desk) -> None:
    laid = desk.face('<g x="2"><rect width="5" height="5"/><text>Night walk</text></g><text of="name"/>', pieces=2)
    one, two = (face.content.items for face in laid.faces)
    assert one[0] is two[0]
    assert one[1] is not two[1]


def test_an_expression_without_its_braces_is_no_icon(desk: Desk) -> None:
    laid = desk.face('<icon name="piece.icon" size="5"/>')
    assert laid.mistakes == ["PNP290 name=piece.icon"]
    assert "{{ piece.icon }}" in laid.problems[0].hint
