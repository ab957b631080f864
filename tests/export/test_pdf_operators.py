"""What was asked for in millimetres stands at those millimetres in the file's vectors, and gradients have each colour
where it was asked for."""

import pytest
from drawn import Box, opened, read_pages
from seen import Seen

from pnp.export.pdf import Info, write_pdf
from pnp.model.display import Gradient, Group, Picture, Shape, Stop, Stroke
from pnp.model.sheet import Paper, Placement, Rect

EXACT = 0.02


def approximate(box):
    return pytest.approx(box, abs=EXACT)


def read(*sheets):
    return read_pages(write_pdf(sheets, Info("test")))


def test_a_card_of_63_by_88_measures_63_by_88(card, page, rectangle):
    face = card(Shape(rectangle(0, 0, 63, 88), "#ffffff", Stroke("#000000", 0.2)))
    (found,) = read(page(face))
    assert found.boxes[1] == approximate((10, 20, 63, 88))


@pytest.mark.parametrize("paper", [Paper("letter", 215.9, 279.4), Paper("A3", 297, 420), Paper("odd", 123.456, 77.77)])
def test_every_paper_keeps_the_measures(paper, card, page, rectangle):
    (found,) = read(page(card(Shape(rectangle(1, 2, 3, 4), "#000000")), paper=paper))
    assert found.boxes[1] == approximate((11, 22, 3, 4))


def test_boxes_are_the_paper_and_the_trim(card, page):
    pdf = opened(write_pdf([page(card(), trim=Rect(10, 20, 189, 264))], Info("test")))
    (only,) = pdf.pages
    assert [float(v) * 25.4 / 72 for v in only.MediaBox] == approximate([0, 0, 210, 297])
    assert [float(v) * 25.4 / 72 for v in only.TrimBox] == approximate([10, 13, 199, 277])


def test_the_bleed_box_is_the_trim_where_nothing_bleeds(card, page):
    trim = Rect(10, 20, 189, 264)
    sheets = [page(card(), trim=trim), page(card(), trim=trim, bleed=Rect(7, 17, 195, 270))]
    pdf = opened(write_pdf(sheets, Info("test")))
    plain, bleeding = pdf.pages
    assert plain.BleedBox == plain.TrimBox
    assert [float(v) * 25.4 / 72 for v in bleeding.BleedBox] == approximate([7, 10, 202, 280])


def test_a_face_is_clipped_to_its_rectangle(card, page):
    (found,) = read(page(card()))
    assert found.clips == [approximate((10, 20, 63, 88))]


def test_a_placement_may_show_more_or_less_of_its_face(card, page, rectangle):
    for clip, expected in ((rectangle(-3, -3, 69, 94), (7, 17, 69, 94)), (rectangle(20, 30, 10, 5), (30, 50, 10, 5))):
        (found,) = read(page(placements=(Placement(card(), 10, 20, 63, 88, clip=clip),)))
        assert found.clips == [approximate(expected)]
    (nothing,) = read(page(placements=(Placement(card(), 10, 20, 63, 88, clip=()),)))
    assert [box[2:] for box in nothing.clips] == [(0, 0)]


def test_what_shows_of_a_face_turns_with_it(card, page, rectangle):
    placement = Placement(card(w=30, h=40), 100, 50, 40, 30, 90, rectangle(1, 2, 10, 5))
    (found,) = read(page(placements=(placement,)))
    assert found.clips == [approximate((100 + 40 - 2 - 5, 50 + 1, 5, 10))]


def test_a_sheet_is_adjusted_as_a_whole(card, page, rectangle):
    mark = Shape(rectangle(100, 200, 10, 20), "#000000")
    (found,) = read(page(card(), furniture=(mark,), adjust=(1.1, 0, 0, 0.9, 3, -4)))
    assert found.clips == [approximate((1.1 * 10 + 3, 0.9 * 20 - 4, 1.1 * 63, 0.9 * 88))]
    assert found.boxes[-1] == approximate((113, 176, 11, 18))


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        (0, Box(100 + 1, 50 + 2, 10, 5)),
        (90, Box(100 + 40 - 2 - 5, 50 + 1, 5, 10)),
        (180, Box(100 + 30 - 1 - 10, 50 + 40 - 2 - 5, 10, 5)),
        (270, Box(100 + 2, 50 + 30 - 1 - 10, 5, 10)),
    ],
)
def test_a_turn_is_clockwise(turn, expected, card, page, rectangle):
    face = card(Shape(rectangle(1, 2, 10, 5), "#000000"), w=30, h=40)
    w, h = (40, 30) if turn in (90, 270) else (30, 40)
    (found,) = read(page(placements=(Placement(face, 100, 50, w, h, turn),)))
    assert found.boxes[0] == approximate((100, 50, w, h))
    assert found.boxes[1] == approximate(expected)


def test_groups_move_and_scale_what_is_in_them(card, page, rectangle):
    inner = Group((Shape(rectangle(1, 1, 2, 2), "#000000"),), (2, 0, 0, 3, 5, 7))
    (found,) = read(page(card(Group((inner,), (1, 0, 0, 1, 10, 10)))))
    assert found.boxes[1] == approximate((10 + 10 + 5 + 2, 20 + 10 + 7 + 3, 4, 6))


def test_furniture_is_placed_on_the_sheet(card, page, rectangle):
    (found,) = read(page(card(), furniture=(Shape(rectangle(1, 2, 100, 4), "#000000"),)))
    assert found.boxes[-1] == approximate((1, 2, 100, 4))


def test_pictures_fill_their_rectangle(card, page, png):
    (found,) = read(page(card(Picture(png("a.png"), 4, 5, 20, 30))))
    assert found.images == [approximate((14, 25, 20, 30))]


def test_text_stands_on_its_baseline_at_its_size(card, page, line):
    (found,) = read(page(card(line("Move 3", x=5, y=30, points=9))))
    assert [(show.x, show.y, show.size) for show in found.shows] == [approximate((15, 50, 9 * 25.4 / 72))]


def test_text_is_as_wide_as_it_was_shaped(card, page, line):
    text = line("AVATAR Type To office", points=12)
    (found,) = read(page(card(text)))
    wanted = sum(part.width for part in text.runs[0].parts) * text.size
    assert found.shows[0].width == pytest.approx(wanted, abs=0.002)


def test_a_gap_widens_each_space_and_tracking_each_glyph(card, page, line):
    words = "one two\u00a0by three"
    plain, gap, tracked = line(words), line(words, gap=0.5), line(words, tracking=0.1)
    (found,) = read(page(card(plain, gap, tracked)))
    widths = [show.width for show in found.shows]
    assert widths[1] - widths[0] == pytest.approx(2 * 0.5, abs=0.002)
    assert widths[2] - widths[0] == pytest.approx(16 * 0.1, abs=0.002)


def test_nothing_is_written_with_exponents_or_without_numbers(card, page, rectangle):
    face = card(Shape(rectangle(1e-7, -1e-6, 1e-5, 20), "#000000"), Group((), (1, 1e-17, -1e-17, 1, 0, 0)))
    (found,) = read(page(face))
    assert found.boxes[1] == approximate((10, 20, 0, 20))
    with pytest.raises(ValueError, match="inf is no length on a page"):
        write_pdf([page(card(Shape(rectangle(0, 0, float("inf"), 1), "#000000")))], Info("test"))


STEPS = (Stop(0, "#ff0000"), Stop(0.5, "#ff0000"), Stop(0.5, "#0000ff"), Stop(1, "#0000ff"))


def test_a_gradient_runs_along_its_line(looks, rectangle):
    looks("RRRBBB RRRBBB", Shape(rectangle(0, 0, 6, 2), Gradient(0, 0, 6, 0, STEPS)))
    looks("RR RR BB BB", Shape(rectangle(0, 0, 2, 4), Gradient(0, 0, 0, 4, STEPS)))


def test_a_gradient_moves_along_with_its_group(looks, rectangle):
    shape = Shape(rectangle(0, 0, 4, 1), Gradient(0, 0, 4, 0, STEPS))
    looks(
        """
        RRBB____
        ____RRBB
        """,
        shape,
        Group((shape,), (1, 0, 0, 1, 4, 1)),
    )


def test_a_gradient_goes_on_beyond_its_stops(looks, rectangle):
    looks("RRRRBB", Shape(rectangle(0, 0, 6, 1), Gradient(3, 0, 5, 0, STEPS)))
    looks("RRRBBB", Shape(rectangle(0, 0, 6, 1), Gradient(0, 0, 6, 0, (Stop(0.5, "#ff0000"), Stop(0.5, "#0000ff")))))


@pytest.mark.parametrize("radius", [0.0, 2.0])
def test_a_steep_end_has_its_own_colour_beyond(radius, looks, rectangle):
    steep = (Stop(0, "#0000ff"), Stop(0.98, "#0000ff"), Stop(1, "#ff0000"))
    ends = (0, 0.5, 0, 0.5) if radius else (0, 0, 2, 0)
    looks("BBRRRR", Shape(rectangle(0, 0, 6, 1), Gradient(*ends, steep, radius)))


def test_a_gradient_has_a_transform(looks, rectangle):
    looks("RRRBBB", Shape(rectangle(0, 0, 6, 1), Gradient(0, 0, 3, 0, STEPS, transform=(2, 0, 0, 1, 0, 0))))


def test_a_gradient_paints_strokes(looks):
    looks("RRRBBB", Shape((("M", 0, 0.5), ("L", 6, 0.5)), None, Stroke(Gradient(0, 0, 6, 0, STEPS), 1)))


def test_a_radial_gradient_goes_round_its_centre(looks, rectangle):
    looks(
        """
        BBBBB
        BBRBB
        BRRRB
        BBRBB
        BBBBB
        """,
        Shape(rectangle(0, 0, 5, 5), Gradient(2.5, 2.5, 2.5, 2.5, STEPS, radius=2.6)),
    )


def test_a_gradient_blends(card, rectangle):
    grey = Gradient(0, 0, 10, 0, (Stop(0, "#000000"), Stop(1, "#ffffff")))
    seen = Seen(card(Shape(rectangle(0, 0, 10, 1), grey), w=10, h=1))
    reds = [seen.at(x, 0)[0] for x in range(10)]
    assert reds == pytest.approx([255 * (x + 0.5) / 10 for x in range(10)], abs=4)


@pytest.mark.parametrize(
    "gradient",
    [
        Gradient(1, 1, 1, 1, (Stop(0, "#0000ff"), Stop(1, "#ff0000"))),
        Gradient(0, 0, 4, 0, (Stop(0.3, "#ff0000"),)),
        Gradient(0, 0, 4, 0, STEPS[:2]),
        Gradient(0, 0, 4, 0, (Stop(0, "#0000ff"), Stop(1, "#ff0000")), transform=(0, 0, 0, 0, 0, 0)),
    ],
)
def test_a_gradient_without_extent_is_its_last_colour(gradient, looks, rectangle):
    looks("RR", Shape(rectangle(0, 0, 2, 1), gradient))


TO_BLUE, TO_RED = (Stop(0, "#ff0000"), Stop(0, "#0000ff")), (Stop(1, "#0000ff"), Stop(1, "#ff0000"))


def test_two_stops_at_an_end_are_an_edge_there(looks, rectangle):
    looks("RRBBBB", Shape(rectangle(0, 0, 6, 1), Gradient(2, 0, 4, 0, (*TO_BLUE, Stop(1, "#0000ff")))))
    looks("BBBBRR", Shape(rectangle(0, 0, 6, 1), Gradient(2, 0, 4, 0, (Stop(0, "#0000ff"), *TO_RED))))
    looks("RRBBRR", Shape(rectangle(0, 0, 6, 1), Gradient(2, 0, 4, 0, (*TO_BLUE, *TO_RED))))


def test_two_stops_at_the_rim_of_a_radial_gradient_are_an_edge_there(looks, rectangle):
    looks(
        """
        RRRRR
        RRBRR
        RBBBR
        RRBRR
        RRRRR
        """,
        Shape(rectangle(0, 0, 5, 5), Gradient(2.5, 2.5, 2.5, 2.5, (*TO_BLUE, *TO_RED), radius=1.2)),
    )


def test_a_stroke_of_a_gradient_lies_over_the_fill(looks, rectangle):
    stroke = Stroke(Gradient(0, 0, 4, 0, STEPS), 2)
    looks("RRBB RGGB RGGB RRBB", Shape(rectangle(0.5, 0.5, 3, 3), "#00ff00", stroke._replace(width=1)))
    looks("RRBB RRBB RRBB RRBB", Shape(rectangle(1, 1, 2, 2), "#00ff00", stroke))
