"""PNG files have the size that was asked for, to the pixel, and say at which resolution. What lies outside of an
outline is transparent, without a seam of another colour along it."""

from io import BytesIO

import pytest
from PIL import Image

from pnp.export.pdf import Info, write_pdf
from pnp.export.rasteriser import face_png, pdf_page_pngs
from pnp.model.display import Group, Shape, Stroke
from pnp.model.game import Format, Outline
from pnp.model.geometry import outline_path, rectangle_path
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
    images = [Image.open(BytesIO(png)) for png in pdf_page_pngs(write_pdf(sheets, Info("test")), 30)]
    assert [image.size for image in images] == [(248, 351)] * 2
    assert [image.getpixel((100, 100)) for image in images] == [(255, 0, 0), (0, 0, 255)]


def test_a_picture_for_no_screen_and_no_printer_is_refused(card):
    with pytest.raises(LimitError) as refused:
        face_png(card(w=420, h=594), 2400)
    assert str(refused.value) == "420 mm × 594 mm at 2400 dpi makes 39685 × 56126 pixels (at most 400 million)"


ROUND = {
    "rounded": Format(20, 30, Outline.ROUNDED, 4),
    "circle": Format(20, 20, Outline.CIRCLE),
    "hexagon": Format(20, 23.094, Outline.HEXAGON),
}


@pytest.fixture(params=ROUND)
def format(request):
    return ROUND[request.param]


@pytest.fixture
def cut(format, card):
    """`cut(item, …)`: the piece in 10 pixels a millimetre."""

    def make(*items):
        face = card(*items, w=format.w, h=format.h)
        image = Image.open(BytesIO(face_png(face, 254, outline=outline_path(format))))
        assert image.mode == "RGBA"
        return image

    return make


def everywhere(format):
    return rectangle_path(-3, -3, format.w + 6, format.h + 6)


def visible(image):
    """Colours that are seen at all, with how much of them."""
    return {pixel for _, pixel in image.getcolors(image.width * image.height) if pixel[3]}


def test_corners_are_transparent_and_the_piece_is_not(cut, format):
    image = cut(Shape(everywhere(format), "#c00000"))
    right, bottom = image.width - 1, image.height - 1
    assert [image.getpixel(corner)[3] for corner in ((0, 0), (right, 0), (0, bottom), (right, bottom))] == [0] * 4
    assert image.getpixel((right // 2, bottom // 2)) == (192, 0, 0, 255)
    assert min(image.getpixel(middle)[3] for middle in ((0, bottom // 2), (right, bottom // 2))) > 250


def test_the_edge_is_smooth(cut, format):
    alphas = {pixel[3] for pixel in visible(cut())}
    assert len(alphas) > 8


@pytest.mark.parametrize("ground", ["beyond the cut", "up to the cut"])
def test_no_seam_along_the_edge(ground, cut, format):
    path = everywhere(format) if ground == "beyond the cut" else outline_path(format)
    assert {pixel[:3] for pixel in visible(cut(Shape(path, "#c00000")))} == {(192, 0, 0)}


def test_what_is_not_painted_is_white_paper(cut):
    assert {pixel[:3] for pixel in visible(cut())} == {(255, 255, 255)}


def test_paint_is_the_same_as_on_paper(format, card, cut, line):
    items = (
        Shape(outline_path(format), "#204080", Stroke("#ffcc00", 1)),
        Group((Shape(rectangle_path(5, 5, 9, 9), "#00aa00"), line("Move 3", 4, 12)), opacity=0.5),
    )
    seen, paper = cut(*items), Image.open(BytesIO(face_png(card(*items, w=format.w, h=format.h), 254)))
    for x in range(0, seen.width, 3):
        for y in range(0, seen.height, 3):
            *colour, alpha = seen.getpixel((x, y))
            assert alpha < 255 or colour == pytest.approx(paper.getpixel((x, y)), abs=2), (x, y)


def test_the_next_outline_is_not_the_last_one(card):
    faces = [(card(w=format.w, h=format.h), outline_path(format)) for format in ROUND.values()]
    one, other = [[face_png(face, 100, outline=path) for face, path in order] for order in (faces, faces[::-1])]
    assert one == other[::-1]
    assert len(set(one)) == 3
