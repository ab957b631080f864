"""Style sheets of SVG files: rules that apply to an element, the one that wins, and those that aren't understood."""

import pytest

from art.drawing import check, complaints, draw_svg, svg

SQUARE = '<path class="oak tree" id="x" d="M0 0h1v1h-1z" {}/>'


def add_style(css, own="", around="{}"):
    return f"<style>{css}</style>{around.format(SQUARE.format(own))}"


@pytest.mark.parametrize(
    "css",
    [
        "path{fill:#f00}",
        ".oak{fill:#f00}",
        "#x { fill : #f00 ; }",
        "*{fill:#f00}",
        "path.tree.oak#x{fill:#f00}",
        "circle,.oak,rect{fill:#f00}",
        "svg path{fill:#f00}",
        "svg > g > path{fill:#f00}",
        "svg .oak:first-child{fill:#f00}",
        ":root{fill:#f00}",
        "[class]{fill:#f00}",
        "path[id='x']{fill:#f00}",
        "/* .oak{} */ path{/* red */fill:#f00}",
        "<![CDATA[<!-- path{fill:#f00} -->]]>",
        "@charset 'utf-8'; @font-face{font-family:a;src:url(a)} path{fill:#f00}",
        "<![CDATA[ g > path {fill:#f00} ]]>",
    ],
)
def test_a_rule_is_of_the_elements_that_its_selector_names(css):
    check("R", add_style(css, around="<g>{}</g>"))


@pytest.mark.parametrize(
    "css",
    [
        "rect{fill:#f00}",
        ".oa{fill:#f00}",
        "#y{fill:#f00}",
        ".oak.elm{fill:#f00}",
        "svg > path{fill:#f00}",
        "path g{fill:#f00}",
        "path[id='y']{fill:#f00}",
        "path:root{fill:#f00}",
        "path g path{fill:#f00}",
    ],
)
def test_and_of_no_others(css):
    check("K", add_style(css, around="<g>{}</g>"))


@pytest.mark.parametrize(
    ("css", "own"),
    [
        ("path{fill:#f00}", 'fill="#00f"'),
        (".oak{fill:#f00} path{fill:#00f}", ""),
        ("#x{fill:#f00} path.oak.tree{fill:#00f}", ""),
        ("path{fill:#00f} path{fill:#f00}", ""),
        ("path{fill:#00f}", 'style="fill:#f00"'),
        ("path{fill:#f00 !important} #x{fill:#00f}", 'style="fill:#00f"'),
        ("path{fill:#00f !important}", 'style="fill:#f00 !important"'),
    ],
)
def test_the_stronger_rule_wins(css, own):
    check("R", add_style(css, own))


def test_style_sheets_may_stand_behind_what_they_are_of_and_be_several():
    late = "<defs><style type='text/css'>.b{fill:blue}</style></defs><style type='text/x'>.b{fill:red}</style>"
    squares = f'{SQUARE.format("")}<path class="b" d="M1 0h1v1h-1z"/>'
    check("RB", f"{squares}<style>#x{{fill:red}}</style>{late}")


@pytest.mark.parametrize(
    ("css", "fact"),
    [
        ("path:hover{fill:red}", "PNP253 tag=style what='selector \"path:hover\" cannot be printed'"),
        ("@import 'a.css';", "PNP253 tag=style what='\"@import 'a.css';\" cannot be printed'"),
        ("@media print{path{fill:red}}", "PNP253 tag=style what='\"@media print\" cannot be printed'"),
        ("path{fill}", "PNP254 tag=style what='style \"fill\" has no colon'"),
        ("path", "PNP254 tag=style what='\"path\" has no {…}'"),
    ],
)
def test_what_is_not_understood_is_said(css, fact):
    (found,) = complaints(f"<style>{css}</style>{SQUARE.format('')}")
    assert found.partition(" ")[2] == fact


def test_style_sheets_that_ask_for_too_much():
    _, problems = draw_svg(svg(f"<style>{'a,b,c,d{}' * 501}</style>"))
    assert [problem.partition(" ")[2] for problem in problems] == ["PNP253 tag=style what='has more than 2000 rules'"]
    many = "g{}" * 1900 + "</style>" + "<g/>" * 700
    _, problems = draw_svg(svg(f"<style>{many}"))
    assert [problem.partition(" ")[2] for problem in problems] == ["PNP275 most=1000000"]


def test_a_selector_of_many_parts_is_looked_for_once():
    """Trying each place of each part would take for ever."""
    groups = "<g>" * 55 + SQUARE.format("") + "</g>" * 55
    assert complaints(f"<style>a {'g ' * 18}path{{fill:red}}</style>{groups}") == []
    assert complaints(f"<style>g {'g ' * 18}> path{{what:red}}</style>{groups}") == []
