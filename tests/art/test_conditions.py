"""Elements of SVG files that are drawn under a condition: branches of a switch, extensions, languages."""

import pytest

from art.drawing import check

RED, BLUE = (f'<path {{}} d="M0 0h1v1h-1z" fill="{colour}"/>' for colour in ("#f00", "#00f"))


@pytest.mark.parametrize(
    ("condition", "picture"),
    [
        ("", "R"),
        ('systemLanguage="en"', "R"),
        ('systemLanguage="de, en-GB"', "R"),
        ('systemLanguage="de"', "B"),
        ('systemLanguage=""', "B"),
        ('requiredExtensions="http://ns.example.com/a"', "B"),
        ('requiredExtensions=""', "R"),
        ('requiredFeatures="http://www.w3.org/TR/SVG11/feature#Shape"', "R"),
    ],
)
def test_a_switch_draws_the_first_branch_whose_conditions_hold(condition, picture):
    check(picture, f"<switch><title>both</title>{RED.format(condition)}{BLUE.format('')}</switch>")


def test_what_another_program_would_draw_is_left_out():
    foreign = '<foreignObject requiredExtensions="http://ns.example.com/a" width="1" height="1"/>'
    check("R", f"<switch>{foreign}<g>{RED.format('')}</g></switch>")
    check("R", f"{RED.format('')}{BLUE.format('requiredExtensions=' + repr('a'))}{foreign}")


def test_what_a_link_holds_is_drawn():
    check("R", f'<a href="https://example.com/">{RED.format("")}</a>')
