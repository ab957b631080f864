"""Tiny pictures, a letter to a square millimetre: what is drawn where, in which colour, and over what."""

import pytest
from PIL import Image
from seen import Seen

from pnp.model.display import Drawing, Group, Picture, Shape, Stroke


def test_a_rectangle(looks, rectangle):
    looks(
        """
        ______
        _RRR__
        _RRR__
        ______
        """,
        Shape(rectangle(1, 1, 3, 2), "#ff0000"),
    )


def test_a_stroke_lies_on_both_sides_of_its_path(looks, rectangle):
    looks(
        """
        KKKKKK
        KKKKKK
        KKRRKK
        KKKKKK
        KKKKKK
        """,
        Shape(rectangle(1, 1, 4, 3), "#ff0000", Stroke("#000000", 2)),
    )


def test_later_items_lie_over_earlier_ones(looks, rectangle):
    looks(
        """
        RRR_
        RBBB
        _BBB
        """,
        Shape(rectangle(0, 0, 3, 2), "#ff0000"),
        Shape(rectangle(1, 1, 3, 2), "#0000ff"),
    )


HOLE = (
    ("M", 0, 0),
    ("L", 5, 0),
    ("L", 5, 5),
    ("L", 0, 5),
    ("Z",),
    ("M", 2, 1),
    ("L", 4, 1),
    ("L", 4, 4),
    ("L", 2, 4),
    ("Z",),
)


def test_a_hole_under_the_even_odd_rule(looks):
    looks(
        """
        RRRRR
        RR__R
        RR__R
        RR__R
        RRRRR
        """,
        Shape(HOLE, "#ff0000", evenodd=True),
    )


def test_no_hole_under_the_other_rule(looks):
    looks("RRRRR RRRRR RRRRR RRRRR RRRRR", Shape(HOLE, "#ff0000"))


def test_dashes_and_caps(looks):
    def across(y, **more):
        return Shape((("M", 1, y), ("L", 11, y)), None, Stroke("#000000", 2, **more))

    looks(
        """
        _KK__KK__KK_
        _KK__KK__KK_
        KKKKKKKKKKKK
        KKKKKKKKKKKK
        __KK__KK__K_
        __KK__KK__K_
        """,
        across(1, dash=(2, 2)),
        across(3, cap=2),
        across(5, dash=(2, 2), dash_offset=-1),
    )


def test_unusual_lines_leave_the_next_ones_alone(looks):
    looks(
        """
        _KK_K__
        _KK_K__
        ____K__
        _RRRR__
        """,
        Shape((("M", 1, 1), ("L", 5, 1)), None, Stroke("#000000", 2, dash=(2, 1))),
        Shape((("M", 4.5, 1), ("L", 4.5, 3)), None, Stroke("#000000", 1)),
        Shape((("M", 1, 3.5), ("L", 5, 3.5)), None, Stroke("#ff0000", 1)),
    )


def test_a_clip_cuts_what_is_in_its_group_only(looks, rectangle):
    looks(
        """
        BBBB
        BRR_
        BRR_
        B___
        """,
        Group((Shape(rectangle(0, 0, 9, 9), "#ff0000"),), clip=rectangle(1, 1, 2, 2)),
        Shape((("M", 0, 0), ("L", 4, 0), ("L", 4, 1), ("L", 1, 1), ("L", 1, 4), ("L", 0, 4), ("Z",)), "#0000ff"),
    )


def test_an_empty_clip_leaves_nothing(looks, rectangle):
    looks("RR", Shape(rectangle(0, 0, 2, 1), "#ff0000"), Group((Shape(rectangle(0, 0, 2, 1), "#0000ff"),), clip=()))


def test_groups_turn_and_move(looks, rectangle):
    looks(
        """
        _____
        ___R_
        ___R_
        ___B_
        """,
        Group((Shape(rectangle(0, 0, 3, 1), "#ff0000"), Shape(rectangle(2, 0, 1, 1), "#0000ff")), (0, 1, -1, 0, 4, 1)),
    )


def test_a_group_fades_as_a_whole(looks, rectangle):
    both = Shape(rectangle(0, 0, 3, 2), "#0000ff"), Shape(rectangle(1, 0, 3, 2), "#ff0000")
    looks("_rrr _rrr", Group((Shape(rectangle(1, 0, 3, 2), "#0000ff"), both[1]), opacity=0.5))
    looks("_rr_ KvvK", Shape(rectangle(0, 1, 4, 1), "#000000"), _blue_then_half_red(rectangle))


def _blue_then_half_red(rectangle):
    blue = Shape(rectangle(1, 1, 2, 1), "#0000ff")
    return Group((blue, Group((Shape(rectangle(1, 0, 2, 2), "#ff0000"),), opacity=0.5)))


def test_a_shape_fades_in_fill_and_stroke_by_themselves(looks, rectangle):
    looks("rrRR", Shape(rectangle(0, 0, 2, 1), "#ff0000", fill_opacity=0.5), Shape(rectangle(2, 0, 2, 1), "#ff0000"))
    line = (("M", 0, 0.5), ("L", 2, 0.5))
    looks("rrRR", Shape(line, None, Stroke("#ff0000", 1), stroke_opacity=0.5), Shape(rectangle(2, 0, 2, 1), "#ff0000"))


def test_a_fill_shows_through_a_translucent_stroke(looks, rectangle):
    looks(
        """
        rrrr
        rvvr
        rvvr
        rrrr
        """,
        Shape(rectangle(1, 1, 2, 2), "#0000ff", Stroke("#ff0000", 2), stroke_opacity=0.5),
    )


def test_a_drawing_is_stretched_and_cut_at_its_edges(looks, rectangle):
    drawing = Drawing("icon", 2, 2, (Shape(rectangle(0, 0, 1, 1), "#ff0000"), Shape(rectangle(1, 1, 5, 5), "#0000ff")))
    looks(
        """
        _______
        _RR____
        ___BB__
        _______
        """,
        Picture(drawing, 1, 1, 4, 2),
    )


@pytest.mark.parametrize("suffix", ["png", "webp", "gif", "bmp", "tiff"])
def test_a_picture_stands_upright(suffix, looks, png):
    image = Image.new("RGB", (2, 2), "#ff0000")
    image.putpixel((1, 1), (0, 0, 255))
    options = {"lossless": True} if suffix == "webp" else {}
    looks(
        """
        _____
        _RR__
        _RB__
        """,
        Picture(png(f"a.{suffix}", image, **options), 1, 1, 2, 2),
    )


def test_a_picture_lets_through_what_is_transparent(looks, png, rectangle):
    image = Image.new("RGBA", (3, 1), (255, 0, 0, 255))
    image.putpixel((1, 0), (255, 0, 0, 128))
    image.putpixel((2, 0), (255, 0, 0, 0))
    looks("RvB", Shape(rectangle(0, 0, 3, 1), "#0000ff"), Picture(png("a.png", image), 0, 0, 3, 1))


def test_text_is_drawn_where_it_was_set(card, line):
    seen = Seen(card(line("IIII", x=2, y=8, points=20), w=16, h=10))
    white = ((255, 255),) * 3
    assert seen.crop(0, 0, 2, 10).getextrema() == seen.crop(0, 8, 16, 10).getextrema() == white
    assert seen.crop(0, 0, 16, 3).getextrema() == white
    assert seen.crop(2, 4, 9, 8).getextrema() == ((0, 255),) * 3


def test_a_group_fades_however_large_its_own_coordinates_are(looks, rectangle):
    moved = Group((Shape(rectangle(0, 0, 3000, 1000), "#ff0000"),), (1, 0, 0, 1, 1000, 0))
    broad = Shape((("M", 6000, 0), ("L", 6000, 1000)), None, Stroke("#ff0000", 2000))
    looks("_rrr_rr_", Group((Group((moved, broad), opacity=0.5),), (0.001, 0, 0, 0.001, 0, 0)))
    drawing = Drawing("wide", 8000, 1000, (Group((moved, broad), opacity=0.5),))
    looks("_rrr_rr_", Picture(drawing, 0, 0, 8, 1))
    pictured = Group((Picture(drawing, 0, 0, 80000, 10000),), opacity=0.9999)
    looks("_rrr_rr_", Group((pictured,), (0.0001, 0, 0, 0.0001, 0, 0)))
