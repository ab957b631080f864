"""Gradients of SVG files in pixels: see-through ones, and where they begin, and begin again."""

import pytest

from art.drawing import check

SQUARE = '<path d="M0 0h8v1h-8z" fill="{}"/>'
BLUE = SQUARE.format("#00f")
HALF = 'stop-opacity=".5"'
NONE = 'stop-opacity="0"'


def steps(left, right):
    return f'<stop offset=".5" stop-color="#f00" {left}/><stop offset=".5" stop-color="#f00" {right}/>'


SHADED = SQUARE.format("url(#g)")


def linear(stops, attributes='x2="8"', painted=SHADED):
    return f'<linearGradient id="g" gradientUnits="userSpaceOnUse" {attributes}>{stops}</linearGradient>{painted}'


def test_stops_may_be_seen_through():
    check("RRRRBBBB", BLUE + linear(steps("", NONE)))
    check("vvvvRRRR", BLUE + linear(steps(HALF, "")))
    check("vvvvvvvv", BLUE + linear(f'<stop stop-color="#f00" {HALF}/>'))
    check("vvvvvvvv", BLUE + linear('<stop stop-color="#ff000080"/>'))
    check("____rrrr", f'<g opacity=".5">{linear(steps(NONE, ""))}</g>')


def test_opacities_of_stops_and_shapes_multiply():
    half = SQUARE.format("url(#g)").replace("fill", 'fill-opacity=".5" fill')
    check("BBBBvvvv", BLUE + linear(steps(NONE, ""), painted=half))


def test_a_see_through_fill_has_its_own_stroke():
    painted = '<path d="M0 0h8v3h-8z" fill="url(#g)" stroke="#00f" stroke-width="2"/>'
    check("BBBBBBBB B__RRRRB BBBBBBBB", linear(steps(NONE, ""), 'x1="-2" x2="8"', painted))


def test_strokes_are_seen_through_where_their_gradient_is():
    check("____RRRR ____RRRR", linear(steps(NONE, ""), painted='<path d="M0 1h8" stroke="url(#g)" stroke-width="2"/>'))


@pytest.mark.parametrize("colour", ["rgba(255, 0, 0, 50%)", "#ff000080", "rgb(255 0 0 / .5)", "hsla(0, 100%, 50%, .5)"])
def test_colours_may_be_seen_through(colour):
    check("vvvvvvvv", BLUE + SQUARE.format(colour))
    check("vv vv", f'<path d="M0 0h2v2h-2z" fill="#00f"/><path d="M0 1h2" stroke="{colour}" stroke-width="2"/>')


def test_hues_are_colours():
    check("G", '<path d="M0 0h1v1h-1z" fill="hsl(120, 100%, 50%)"/>')


RED_TO_BLUE = '<stop offset=".5" stop-color="#f00"/><stop offset=".5" stop-color="#00f"/>'


@pytest.mark.parametrize(("spread", "picture"), [("pad", "RRRBBBBB"), ("repeat", "RBRBRBRB"), ("reflect", "BRRBBRRB")])
def test_gradients_go_on_beyond_their_ends(spread, picture):
    check(picture, linear(RED_TO_BLUE, f'x1="2" x2="4" spreadMethod="{spread}"'))
    relative = f'<linearGradient id="g" x1=".25" x2=".5" spreadMethod="{spread}">{RED_TO_BLUE}</linearGradient>'
    check(picture, relative + SQUARE.format("url(#g)"))


def radial(attributes, stops=RED_TO_BLUE):
    gradient = f'<radialGradient id="g" gradientUnits="userSpaceOnUse" {attributes}>{stops}</radialGradient>'
    return f'{gradient}<path d="M0 0h8v1h-8z" fill="url(#g)"/>'


def test_circles_begin_again_around_each_other():
    check("RBRBRBRB", radial('cx="0" cy=".5" r="2" spreadMethod="repeat"'))
    check("RBBRRBBR", radial('cx="0" cy=".5" r="2" spreadMethod="reflect"'))


def test_circles_have_a_focus():
    check("BRRRRRBB", radial('cx="4" cy=".5" r="4" fx="2" fy=".5"').replace('".5" stop', '".6" stop'))
    check("BBRRRRBB", radial('cx="4" cy=".5" r="4"'))
    check("RRRRBBBB", radial('cx="4" cy=".5" r="4" fx="-9" fy=".5"'))
    check("BRRRRRRB", radial('cx="4" cy=".5" r="4" fr="2"'))
