"""SVG files in pixels: they are printed as other programs draw them."""

import pytest

from art.drawing import check


def test_dashes_on_circles_and_ellipses_begin_at_three_o_clock():
    check(
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
    check(
        """
        _____
        ___._
        __.K_
        _____
        """,
        '<ellipse cx="2.5" cy="1.5" rx="1.5" ry="1" fill="none" stroke="#000" stroke-dasharray="1.6 99"/>',
    )


EVENODD = 'clip-rule="evenodd"'
FRAME = '<path d="M0 0H4V4H0zM1 1H3V3H1z"/>'
BOW = '<path d="M0 0L4 4V0L0 4z"/>'


def clip(children, size, attributes=""):
    return f'<clipPath id="c" {attributes}>{children}</clipPath><path clip-path="url(#c)" d="M0 0H{size}V{size}H0z"/>'


def test_clip_rule_comes_from_what_the_clip_path_stands_in():
    check("KKKK K__K K__K KKKK", clip(FRAME, 4), 'viewBox="0 0 4 4" style="clip-rule:evenodd"')
    inside = f'<defs {EVENODD}><g><clipPath id="c">{FRAME}</clipPath></g></defs>'
    check("KKKK K__K K__K KKKK", f'{inside}<path clip-path="url(#c)" d="M0 0H4V4H0z"/>')
    nonzero = clip(FRAME, 4, 'clip-rule="nonzero"')
    check("KKKK KKKK KKKK KKKK", f"<g {EVENODD}>{nonzero}</g>")
    check("KKKK KKKK KKKK KKKK", f'<clipPath id="c">{FRAME}</clipPath><g {EVENODD}>{clip("", 4)}</g>')


def test_hidden_clip_children_leave_nothing():
    seen = '<path d="M1 3h2v1h-2z" fill="#f00"/>'
    hidden = f'<g visibility="hidden"><clipPath id="c">{FRAME}</clipPath></g>'
    check("____ ____ ____ _RR_", f'{hidden}<path clip-path="url(#c)" d="M0 0H4V4H0z"/>{seen}')


def test_clip_rule_of_a_path_that_crosses_itself():
    star = '<path d="M3 0L4.8 6L0 2.2H6L1.2 6z" clip-rule="{}"/>'
    check("______ _...._ .K__K. _.__._ _...._ ......", clip(star.format("evenodd"), 6))
    check("______ _...._ .KKKK. _.KK._ _...._ ......", clip(star.format("nonzero"), 6))


def test_clip_paths_are_the_union_of_children_that_turn_both_ways():
    check(".__. KKKK KKKK .__.", clip(f'{BOW}<path d="M0 1H4V3H0z"/>', 4))
    check(".__. KKKK KKKK .__.", clip(f'<path d="M0 1V3H4V1z"/>{BOW}', 4))
    check("KKKK KKKK KKKK .__.", clip(f'{BOW}<path d="M0 1V3H4V1z"/><path d="M0 0V2H4V0z"/>{BOW}', 4))
    both = '<path d="M0 0H2V4H0zM2 0V4H4V0z"/>'
    check("KKKK KKKK KKKK KKKK", clip(f'{both}<path d="M1 1H3V3H1z"/><path d="M1 1V3H3V1z"/>', 4))
    check("KKKK KKKK K__K KKKK", clip('<path d="M0 0H4V4H0zM1 1V3H3V1z"/><path d="M0 1H4V2H0z"/>', 4))


def test_clip_children_under_the_even_odd_rule_join_where_they_can():
    check("KKK_ KKKK KKKK _KKK", clip('<rect width="3" height="3"/><path d="M1 1V4H4V1z"/>', 4, EVENODD))
    frame = '<path d="M0 0H3V3H0zM1 1H2V2H1z"/>'
    check("KKK_ K_K_ KKK_ ___K", clip(f'{frame}<rect x="3" y="3" width="1" height="1"/>', 4, EVENODD))


RED_TO_BLUE = '<stop offset=".5" stop-color="#f00"/><stop offset=".5" stop-color="#00f"/>'


def test_stops_may_be_of_the_colour_that_their_gradient_stands_in():
    stops = '<stop offset=".5" stop-color="currentColor"/><stop offset=".5" stop-color="currentColor" color="#00f"/>'
    gradient = '<linearGradient id="{}" {}>{}</linearGradient>'
    square = '<path color="#000" d="M0 0H4V1H0z" fill="url(#g)"/>'
    check("RRBB", f'<g color="#f00"><defs color="inherit">{gradient.format("g", "", stops)}</defs></g>{square}')
    check("RRBB", gradient.format("g", "", stops) + square, 'viewBox="0 0 4 1" color="red"')
    other = gradient.format("g", 'href="#h" color="#000"', "")
    check("RRBB", gradient.format("h", 'color="red"', stops) + other + square)


def test_what_is_no_gradient_leaves_the_fallback():
    squares = "".join(
        f'<path d="M{n} 0h1v1h-1z" color="#00f" fill="{fill}"/>'
        for n, fill in enumerate(["url(#x) red", "url(#g) red", "url(#x) currentColor", "url(#x) none", "url(#e) red"])
    )
    check("RRB__", f'<g id="g"/><linearGradient id="e"/>{squares}')


def test_a_gradient_in_units_of_the_box_paints_no_straight_line():
    gradient = f'<linearGradient id="g">{RED_TO_BLUE}</linearGradient>'
    lines = [("url(#g)", 0), ("url(#g) none", 1), ("url(#g) #f00", 2), ("url(#g) currentColor", 3)]
    drawn = "".join(f'<path d="M0 {y}.5H2" stroke="{stroke}" color="#00f"/>' for stroke, y in lines)
    check("__ __ RR BB", gradient + drawn)
    one = '<linearGradient id="g"><stop stop-color="#f00"/></linearGradient>'
    check("RR", f'{one}<path d="M0 .5H2" stroke="url(#g)"/>')


@pytest.mark.parametrize("origin", ["2 2", "2px 50%", "center", "50%", "center 2", "50% center"])
def test_transforms_have_an_origin(origin):
    turned = f'transform="rotate(90)" transform-origin="{origin}"'
    check("___K ____ ____ ____", f'<path {turned} d="M0 0h1v1h-1z"/>')
    check("__KK ____ ____ ____", clip('<path d="M0 0h1v2h-1z"/>', 4, turned))
    gradient = (
        f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="100%" gradient{turned[0].upper()}{turned[1:]}>'
    )
    square = '<path d="M0 0h4v4h-4z" fill="url(#g)"/>'
    check("RRRR RRRR BBBB BBBB", f"{gradient}{RED_TO_BLUE}</linearGradient>{square}")


def test_percentages_are_of_the_viewport_where_the_gradient_paints():
    gradient = f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="100%">{RED_TO_BLUE}</linearGradient>'
    inner = '<svg width="4" height="1" viewBox="0 0 8 2"><path d="M0 0h9v9h-9z" {}/></svg>'
    square = '<path transform="translate(0 1)" d="M0 0h9v1h-9z" {}/>'
    there = 'fill="url(#g)"'
    check("RRBB____ RRRRBBBB", gradient + inner.format(there) + square.format(there))
    check("RRBB____ RRRRBBBB", f"{gradient}<g {there}>{inner.format('')}{square.format('')}</g>")


def test_important_declarations_win():
    for style in ("fill:#f00!important;fill:#00f", "fill:#f00 ! IMPORTANT ; fill:#00f", "fill:#00f;fill:#f00"):
        check("R", f'<path d="M0 0h1v1h-1z" style="{style}"/>')


@pytest.mark.parametrize(
    ("picture", "attributes", "d"),
    [
        ("_KK_ _KK_", 'width="40" height="20" viewBox="0 0 2 2"', "M0 0h2v2h-2z"),
        ("KK__ KK__", 'width="40mm" height="20mm" viewBox="1 1 2 2" preserveAspectRatio="xMinYMid"', "M1 1h2v2h-2z"),
        ("__ __ KK KK", 'width="1in" height="2in" viewBox="0 0 2 2" preserveAspectRatio="xMidYMax"', "M0 0h2v2h-2z"),
        ("KK__ KK__", 'width="40" height="20" viewBox="0 0 2 2" preserveAspectRatio="none"', "M0 0h1v2h-1z"),
        ("KK__ KK__", 'width="40" height="20" viewBox="0 0 9 9" preserveAspectRatio="xMinYMax slice"', "M0 5h4.5v9H0z"),
        ("K_ __", 'width="100%" height="20" viewBox="0 0 2 2"', "M0 0h1v1h-1z"),
        ("K_ __", 'width="20" viewBox="0 0 2 2" preserveAspectRatio="none"', "M0 0h1v1h-1z"),
    ],
)
def test_a_view_box_lies_in_width_and_height_as_preserve_aspect_ratio_says(picture, attributes, d):
    check(picture, f'<path d="{d}"/>', attributes)


def test_what_lies_beside_the_view_box_is_seen_as_far_as_the_drawing_goes():
    check("KKKK", '<path d="M-9 0h20v9h-20z"/>', 'width="40" height="10" viewBox="0 0 2 2"')


def test_the_root_has_a_background():
    corner = '<path d="M0 0h1v1h-1z"/>'
    for style in ("background:red", "background: none; background-color: #f00", "color:red; background:currentColor"):
        check("KR RR", corner, f'viewBox="0 0 2 2" style="{style}"')
    check("RKKR", '<path d="M0 0h2v2h-2z"/>', 'width="40" height="10" viewBox="0 0 2 1" style="background:red"')
    check("K_ __", corner, 'viewBox="0 0 2 2" style="background:none" background="red"')
    check("K_ __", f'<g style="background:red">{corner}</g>', 'viewBox="0 0 2 2" style="background:transparent"')
    check("rr", "", 'viewBox="0 0 2 1" opacity=".5" style="background:red"')


@pytest.mark.parametrize(
    ("picture", "attributes"),
    [
        ("____ _RR_ _RR_ ____", 'viewBox="0 0 1 1" refX=".5" refY="50%"'),
        ("____ ____ _RR_ _RR_", 'viewBox="0 0 1 1" refX="center" refY="top"'),
        ("RR__ RR__ ____ ____", 'viewBox="0 0 1 1" refX="right" refY="bottom"'),
        ("____ ____ __RR __RR", 'viewBox="0 0 1 1"'),
        ("____ ____ _RR_ _RR_", 'refX="1"'),
    ],
)
def test_symbols_stand_with_their_reference_point_where_they_are_used(picture, attributes):
    symbol = f'<symbol id="s" {attributes}><path d="M0 0h2v2h-2z" fill="#f00"/></symbol>'
    check(picture, f'{symbol}<use href="#s" x="2" y="2" width="2" height="2"/>')
