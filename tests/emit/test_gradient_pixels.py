"""Gradients in pixels: where which colour is, in shapes, strokes and groups."""

import pytest
from seen import Seen

from pnp.model.display import Gradient, Group, Shape, Stop, Stroke

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
        Shape(rectangle(0, 0, 5, 5), Gradient(2.5, 2.5, 0, 0, STEPS, radius=2.6)),
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
        Shape(rectangle(0, 0, 5, 5), Gradient(2.5, 2.5, 0, 0, (*TO_BLUE, *TO_RED), radius=1.2)),
    )


def test_a_stroke_of_a_gradient_lies_over_the_fill(looks, rectangle):
    stroke = Stroke(Gradient(0, 0, 4, 0, STEPS), 2)
    looks("RRBB RGGB RGGB RRBB", Shape(rectangle(0.5, 0.5, 3, 3), "#00ff00", stroke._replace(width=1)))
    looks("RRBB RRBB RRBB RRBB", Shape(rectangle(1, 1, 2, 2), "#00ff00", stroke))
