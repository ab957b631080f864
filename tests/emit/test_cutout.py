"""Pieces cut out of their pictures: transparent around their outline, and no seam of another colour along it."""

from io import BytesIO

import pytest
from PIL import Image

from pnp.emit.png import face_png
from pnp.model.display import Group, Shape, Stroke
from pnp.model.game import Format, Outline
from pnp.model.outline import outline_path, rectangle_path

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
