"""Document types of SVG files: entities for plain text are read, all else is refused."""

import pytest
from facts import list_facts

from art.drawing import FONTS, PALETTE, draw_svg
from pnp.art.paths import parse_path
from pnp.art.svg_files import draw
from pnp.model.display import Shape

PUBLIC = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
XLINK = "http://www.w3.org/1999/xlink"
SQUARE = '<path d="M0 0h1v1h-1z" fill="{}"/>'
RED = (Shape(parse_path("M0 0h1v1h-1z"), "#ff0000"),)


def subset(declarations, content, more=""):
    return f"<!DOCTYPE svg {more}[\n{declarations}\n]>\n<svg viewBox='0 0 9 9'>{content}</svg>"


@pytest.mark.parametrize(
    "text",
    [
        f"{PUBLIC}\n<svg viewBox='0 0 9 9'>{SQUARE.format('red')}</svg>",
        f"<!DOCTYPE svg><svg viewBox='0 0 9 9'><!-- &a; -->{SQUARE.format('red')}</svg>",
        subset('<!ENTITY r "red"><!ENTITY unused "x">', SQUARE.format("&r;"), 'SYSTEM "svg.dtd"'),
        subset('<!ENTITY d "M0 0h1v1h-1z">', '<path d="&d;" style="fill:&#114;ed"/>'),
        subset(f'<!ATTLIST svg xmlns:xlink CDATA #FIXED "{XLINK}" xml:space CDATA "default">', SQUARE.format("red")),
        subset('<!ATTLIST svg xmlns:a3 CDATA #IMPLIED><!ELEMENT a ANY><!NOTATION n SYSTEM "n">', SQUARE.format("red")),
        f"<!DOCTYPE svg [<!ENTITY s 'http://www.w3.org/2000/svg'>]><svg xmlns='&s;' viewBox='0 0 9 9'>"
        f"{SQUARE.format('red')}</svg>",
    ],
)
def test_what_programs_write_changes_nothing(text):
    drawing, problems = draw_svg(text)
    assert problems == []
    assert drawing.items == RED


@pytest.mark.parametrize(
    ("declarations", "content", "what"),
    [
        ('<!ENTITY x SYSTEM "file:///etc/hostname">', "&x;", "entity x is another file: it is not read"),
        ('<!ENTITY x PUBLIC "a" "http://example.com/a">', "", "entity x is another file: it is not read"),
        ('<!ENTITY % x "a">', "", "entity x is a parameter: it cannot be used"),
        ('<!ENTITY % x SYSTEM "a">%x;', "", "entity x is a parameter: it cannot be used"),
        ('<!ENTITY a "aaa"><!ENTITY b "&a;&a;">', "&b;", "entity b is not plain text"),
        ('<!ENTITY b "<g/>">', "&b;", "entity b is not plain text"),
        (f'<!ENTITY a "{"a" * 1001}">', "", "entity a is longer than 1000 characters"),
        ("".join(f'<!ENTITY a{n} "a">' for n in range(101)), "", "there are more than 100 entities"),
        (f'<!ENTITY a "{"a" * 1000}">', "&a;" * 1001, "entities make the file more than 1000000 characters longer"),
        ('<!ATTLIST path fill CDATA "red">', "", "attribute fill of path is set by the DTD"),
        ('<!ATTLIST path fill CDATA #FIXED "red">', "", "attribute fill of path is set by the DTD"),
    ],
)
def test_what_could_do_harm_is_refused(declarations, content, what):
    drawing, problems = draw_svg(subset(declarations, content))
    assert drawing is None
    (problem,) = problems
    place, _, found = problem.partition(" PNP252 ")
    assert place.startswith("art.svg:")
    assert found == f"what='{what}'"


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (f"{PUBLIC}\n<svg viewBox='0 0 9 9'>&x;</svg>", "art.svg:2:24 PNP251 name=x"),
        (subset("", "<path d='&x;'/>", 'SYSTEM "a"'), "art.svg:4:33 PNP251 name=x"),
        (subset("", "&x;"), "art.svg:4:24 PNP251 name=x"),
    ],
)
def test_what_is_declared_elsewhere_is_missed(text, fact):
    assert draw_svg(text) == (None, [fact])


def test_entities_are_only_counted_in_plain_encodings():
    text = f'<?xml version="1.0" encoding="utf-16"?>{PUBLIC}<svg viewBox="0 0 9 9">{SQUARE.format("red")}</svg>'
    _, problems = draw(text.encode("utf-16"), "art", "art.svg", PALETTE, "#000000", FONTS)
    assert list_facts(problems) == ["art.svg:1:1 PNP252"]


@pytest.mark.parametrize("text", ["<!--", "&a", "&", "<!-- &a; -->"])
def test_however_a_file_goes_on_looking_for_entities_takes_one_pass(text):
    drawing, problems = draw_svg(f"{PUBLIC}{text * (4_000_000 // len(text))}<svg/>")
    assert drawing is None
    assert len(problems) == 1
