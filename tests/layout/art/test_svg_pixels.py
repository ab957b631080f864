"""SVG files in pixels: what other programs draw of them is what is printed."""

from art.drawing import looks


def test_dashes_on_circles_and_ellipses_begin_at_three_o_clock():
    looks(
        """
        _______
        _______
        _______
        ______K
        _____.K
        ____.K.
        ___.K._
        """,
        '<circle cx="3.5" cy="3.5" r="3" fill="none" stroke="#000" stroke-width="1.4" stroke-dasharray="4.7 99"/>',
    )
    looks(
        """
        _____
        ___._
        __.K_
        _____
        """,
        '<ellipse cx="2.5" cy="1.5" rx="1.5" ry="1" fill="none" stroke="#000" stroke-dasharray="1.6 99"/>',
    )
