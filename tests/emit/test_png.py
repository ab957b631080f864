"""PNG files have the size that was asked for, to the pixel, and say at which resolution."""

from io import BytesIO

import pytest
from PIL import Image

from pnp.emit.pdf import About, write_pdf
from pnp.emit.png import face_png, pdf_page_pngs
from pnp.model.display import Shape
from pnp.model.problem import LimitError


@pytest.mark.parametrize(
    ("w", "h", "dpi", "size"),
    [
        (63, 88, 300, (744, 1039)),
        (63, 88, 96, (238, 333)),
        (25.4, 25.4, 300, (300, 300)),
        (63.5, 88.9, 300, (750, 1050)),
        (1, 1, 1, (1, 1)),
    ],
)
def test_a_face_has_exactly_as_many_pixels_as_asked_for(w, h, dpi, size, card):
    image = Image.open(BytesIO(face_png(card(w=w, h=h), dpi)))
    assert (image.size, image.mode, image.format) == (size, "RGB", "PNG")


@pytest.mark.parametrize(
    ("w", "h", "bleed", "dpi", "size"),
    [
        (63.5, 88.9, 3.048, 300, (822, 1122)),  # as print services want poker cards: 36 pixels on each side
        (63.5, 88.9, 3.175, 300, (825, 1125)),  # or an eighth of an inch
        (63, 88, 3, 300, (815, 1110)),
        (25.4, 25.4, 2.54, 100, (120, 120)),
    ],
)
def test_a_face_with_its_bleed_has_exactly_as_many_pixels(w, h, bleed, dpi, size, card):
    image = Image.open(BytesIO(face_png(card(w=w, h=h), dpi, bleed=bleed)))
    assert (image.size, image.mode) == (size, "RGB")


def test_the_bleed_shows_what_is_drawn_beyond_the_cut_and_no_more(card, rectangle):
    face = card(Shape(rectangle(-9, -9, 38, 38), "#ff0000"), Shape(rectangle(0, 0, 20, 20), "#0000ff"), w=20, h=20)
    image = Image.open(BytesIO(face_png(face, 254, bleed=2)))
    assert [image.getpixel((at, 100)) for at in (0, 19, 20, 219, 220, 239)] == [
        *[(255, 0, 0)] * 2,
        *[(0, 0, 255)] * 2,
        *[(255, 0, 0)] * 2,
    ]
    trimmed = Image.open(BytesIO(face_png(face, 254)))
    assert trimmed.getcolors() == [(200 * 200, (0, 0, 255))]


def test_the_resolution_is_stored(card):
    image = Image.open(BytesIO(face_png(card(w=10, h=10), 300)))
    assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_the_colour_goes_up_to_the_edges(card, rectangle):
    face = card(Shape(rectangle(0, 0, 63, 88), "#ff0000"))
    assert Image.open(BytesIO(face_png(face, 300))).getcolors() == [(744 * 1039, (255, 0, 0))]


def test_the_same_face_makes_the_same_bytes(card, line):
    face = card(line("Move 3"))
    assert face_png(face, 100) == face_png(face, 100)


def test_every_page_becomes_a_picture(card, page, rectangle):
    colours = ["#ff0000", "#0000ff"]
    sheets = [page(furniture=(Shape(rectangle(0, 0, 300, 300), colour),)) for colour in colours]
    images = [Image.open(BytesIO(png)) for png in pdf_page_pngs(write_pdf(sheets, About("test")), 30)]
    assert [image.size for image in images] == [(248, 351)] * 2
    assert [image.getpixel((100, 100)) for image in images] == [(255, 0, 0), (0, 0, 255)]


def test_a_picture_for_no_screen_and_no_printer_is_refused(card):
    with pytest.raises(LimitError) as refused:
        face_png(card(w=420, h=594), 2400)
    assert str(refused.value) == "420 mm × 594 mm at 2400 dpi makes 39685 × 56126 pixels (at most 400 million)"
