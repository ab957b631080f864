"""Faces as SVG: well-formed, alike each time, and whole: nothing is named that isn't in the file."""

import marshal
import re
from base64 import b64decode
from io import BytesIO
from xml.etree import ElementTree

import pytest
from hypothesis import given
from laid import faces_of
from nightly import every
from PIL import Image
from random_items import vectors
from svg_pictures import whole_svg

from pnp.export.formats.svg import face_svg, svg_body
from pnp.io.pdf import read_page
from pnp.model.display import Drawing, Face, Group, Picture, Shape, Stroke, Text
from pnp.model.options import Options
from pnp.model.problem import FileError

SVG, HREF = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"


def parsed(svg: bytes) -> ElementTree.Element:
    """Parse it, and check that it needs nothing else."""
    root = ElementTree.fromstring(svg)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    named = [name for element in root.iter() if (name := element.get(HREF)) is not None]
    named += [f"#{id}" for id in re.findall(r"url\(#(\w+)\)", svg.decode())]
    assert {name[1:] for name in named if name.startswith("#")} <= set(ids)
    assert all(name.startswith(("#", "data:image/")) for name in named)
    assert not [element for element in root.iter() if element.tag == SVG + "script"]
    assert b"nan" not in svg and b"inf" not in svg
    return root


def find_elements(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return list(root.iter(SVG + name))


@pytest.mark.parametrize("keeps_text", [False, True])
@pytest.mark.parametrize("game", every(2, ["hidden-wolves", "starter"]))
def test_faces_of_games_need_nothing_else(game: str, keeps_text: bool) -> None:
    for face in faces_of(Options(game, ink="full")):
        svg = whole_svg(face, text=keeps_text)
        root = parsed(svg)
        assert (root.get("width"), root.get("viewBox")) == (f"{face.w:g}mm", f"0 0 {face.w:g} {face.h:g}")
        assert whole_svg(face, text=keeps_text) == svg
        assert bool(find_elements(root, "text")) <= keeps_text


@pytest.mark.nightly(examples=25)
@given(group=vectors)
def test_any_display_list_is_well_formed(group: Group) -> None:
    for keeps_text in (False, True):
        parsed(whole_svg(Face("cards/one", 63.0, 88.0, group, "en"), text=keeps_text))


@pytest.mark.parametrize(
    "items",
    [
        (),
        (Group(()),),
        (Shape((), "#000000"),),
        (Shape((("M", 0.0, 0.0), ("L", 9.0, 9.0)), None, Stroke("#000000", 0.0)),),
        (Group((Shape((("M", 0.0, 0.0), ("L", 9.0, 9.0), ("Z",)), "#000000"),), clip=()),),
        (Picture(Drawing("empty", 0.0, 0.0, ()), 0.0, 0.0, 9.0, 9.0),),
        (Text((), "", 3.0),),
    ],
)
def test_where_nothing_is_seen_nothing_is_written(items, card) -> None:
    root = parsed(whole_svg(card(*items)))
    assert not [element for element in root if element.tag not in (SVG + "title", SVG + "defs")]


def test_a_face_without_size(card) -> None:
    assert parsed(whole_svg(card(w=0.0, h=0.0))).get("viewBox") == "0 0 0 0"


def test_words_are_escaped_and_what_xml_cannot_hold_is_replaced(card, line) -> None:
    words = 'R&D <b> "x" \x07'
    (group,) = find_elements(parsed(whole_svg(card(line(words)))), "g")[:1]
    assert group.get("aria-label") == 'R&D <b> "x" \ufffd'
    kept = whole_svg(card(line('R&D <b> "x"')), text=True)
    assert [each.text for each in find_elements(parsed(kept), "text")] == ['R&D <b> "x"']
    assert not find_elements(parsed(whole_svg(card(line("a\x07b")), text=True)), "text")


def test_each_glyph_and_drawing_is_defined_once(card, line, rectangle) -> None:
    shield = Drawing("shield", 10.0, 10.0, (Shape(rectangle(0, 0, 10, 10), "#00aa00"),))
    root = parsed(whole_svg(card(line("aaab"), line("ba", y=40), *[Picture(shield, 0, n, 5, 5) for n in range(3)])))
    (defs,) = find_elements(root, "defs")
    assert sorted(element.get("id") for element in defs) == ["c1", "d1", "g1", "g2"]
    assert len(find_elements(root, "use")) == 6 + 3


def test_texts_that_stay_name_their_fonts(card, line) -> None:
    root = parsed(whole_svg(card(line("Move 3", tracking=0.1, gap=0.2)), text=True))
    (text,) = find_elements(root, "text")
    assert (text.text, text.get("font-family"), text.get("letter-spacing")) == ("Move 3", "'Source Sans Pro'", "0.1")
    assert text.get("word-spacing") == "0.2"
    (later,) = find_elements(parsed(whole_svg(card(line(" far", gap=0.2)), text=True)), "text")
    assert later.get("word-spacing") == "0.2", "the space in front is widened, too"
    assert [each.text for each in find_elements(root, "desc")] == ["Fonts: Source Sans Pro 400"]


def test_what_its_font_would_set_otherwise_stays_an_outline(card, line, shape) -> None:
    small = line("ab")
    other = small.runs[0].parts[0].__class__("ab", small.runs[0].font, shape("AB").glyphs, 1.0)
    capitals = small._replace(runs=(small.runs[0]._replace(parts=(other,)),))
    root = parsed(whole_svg(card(capitals), text=True))
    assert not find_elements(root, "text") and len(find_elements(root, "use")) == 2


def embedded(root: ElementTree.Element) -> Image.Image:
    (image,) = find_elements(root, "image")
    kind, _, data = image.get(HREF, "").partition(";base64,")
    opened = Image.open(BytesIO(b64decode(data)))
    assert kind == f"data:image/{opened.format}".lower()
    return opened


@pytest.mark.parametrize("name", ["a.png", "a.jpg"])
def test_a_picture_is_held_as_it_is_and_once(name, card, png) -> None:
    raster = png(name, Image.effect_noise((40, 30), 50).convert("RGB"))
    root = parsed(whole_svg(card(Picture(raster, 0, 0, 9, 9), Picture(raster, 9, 9, 9, 9))))
    (image,) = find_elements(root, "image")
    assert b64decode(image.get(HREF, "").partition(",")[2]) == raster.path.read_bytes()
    assert len(find_elements(root, "use")) == 2


@pytest.mark.parametrize(("name", "mode"), [("a.webp", "RGB"), ("a.jpg", "CMYK"), ("a.png", "I;16"), ("a.gif", "P")])
def test_what_few_programs_read_becomes_png(name, mode, card, png) -> None:
    seen = embedded(parsed(whole_svg(card(Picture(png(name, Image.new(mode, (4, 3))), 0, 0, 9, 9)))))
    assert (seen.format, seen.size) == ("PNG", (4, 3))


def test_grey_turned_and_managed_pictures_are_as_they_print(card, png) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    turned = png("a.jpg", Image.new("RGB", (40, 30), "#ff0000"), exif=exif)
    assert embedded(parsed(whole_svg(card(Picture(turned, 0, 0, 9, 9))))).size == (30, 40)
    managed = png("b.png", Image.new("RGB", (4, 3), "#ff0000"), icc_profile=b"profile")
    assert "icc_profile" not in embedded(parsed(whole_svg(card(Picture(managed, 0, 0, 9, 9))))).info


def test_a_picture_that_went_away_is_told_in_one_line(card, png) -> None:
    raster = png("a.png")
    raster.path.unlink()
    with pytest.raises(FileError, match="cannot be read: no such file"):
        whole_svg(card(Picture(raster, 0, 0, 9, 9)))


def test_bitmaps_are_read_when_the_file_is_written(card, png) -> None:
    raster = png("a.png", Image.effect_noise((400, 300), 50))
    body = svg_body(card(Picture(raster, 0, 0, 9, 9)))
    assert len(marshal.dumps(tuple(body))) < 2000
    assert len(face_svg("cards/one", body)) > raster.path.stat().st_size


def test_a_page_of_another_pdf_becomes_a_bitmap(card, page, rectangle, tmp_path) -> None:
    from pnp.export.pdf import Info, write_pdf

    file = tmp_path / "page.pdf"
    file.write_bytes(write_pdf([page(furniture=(Shape(rectangle(0, 0, 105, 297), "#ff0000"),))], Info("test")))
    art, problems = read_page(file, 1, "page.pdf", "page.pdf")
    assert art and not problems
    seen = embedded(parsed(whole_svg(card(Picture(art, 0, 0, 63, 88)))))
    assert (seen.size, seen.mode) == ((2480, 3508), "RGBA")
    assert (seen.getpixel((600, 9)), seen.getpixel((1900, 9))[3]) == ((255, 0, 0, 255), 0)
