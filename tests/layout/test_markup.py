"""Rendered XML becomes elements; what is no document of the layout language is one line at the template's place.

Each start tag knows its template's line, wherever it comes from - and the stamps change nothing else.
"""

import gc
import re
from contextlib import closing

import pytest
from desk import Desk
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.layout.element import Element
from pnp.layout.markup import STAMP, MarkupError, last_stamp, read_markup, read_stamp
from pnp.layout.sandbox import Watch
from pnp.layout.templates import Templates
from pnp.model.span import Span
from pnp.model.values import Record

FIELDS = Record(
    {
        "name": "Fox",
        "power": 4,
        "weight": 1.5,
        "fierce": True,
        "steps": ("one", "two"),
        "season": Record({"name": "Spring"}, "spring"),
        "friend": Record({}, "owl"),
        "emblem": Record({"charge": "leaf", "motto": "Late"}),
        "nothing": None,
    },
    "fox",
)
CARD = "layouts/night/card.xml.j2"
AT = "card_data/night/creatures.yaml:1:3"


def _read(xml: str) -> Element:
    return read_markup(xml.encode(), FIELDS)


def test_elements_are_tuples_of_their_parts() -> None:
    assert _read('<face><row gap="1"><text x="2">a</text></row></face>') == Element(
        "face", (), (Element("row", ("gap", "1"), (Element("text", ("x", "2"), (), "a"),), ""),), ""
    )


@pytest.mark.parametrize(
    ("xml", "text"),
    [
        ("<text>  a\n   b\tc </text>", "a b c"),
        ("<text>a<br/>b</text>", "a\nb"),
        ("<text>a <br/>\n b</text>", "a\nb"),
        ("<text>a<br/><br/>b</text>", "a\n\nb"),
        ("<text>a&#160; b</text>", "a\u00a0 b"),
        ("<text>R&amp;D &lt;b&gt;</text>", "R&D <b>"),
        ("<text><![CDATA[<b>&]]></text>", "<b>&"),
        ("<text><!-- no -->a</text>", "a"),
        ("<text> \n </text>", ""),
    ],
)
def test_white_space_of_the_template_collapses(xml: str, text: str) -> None:
    assert _read(xml).text == text


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("name", "Fox"),
        ("power", "4"),
        ("weight", "1.5"),
        ("fierce", "yes"),
        ("steps.1", "two"),
        ("steps.7", ""),
        ("steps.99999999999999999999", ""),
        ("season", "Spring"),
        ("season.name", "Spring"),
        ("friend", "owl"),
        ("emblem.charge", "leaf"),
        ("nothing", ""),
        ("nothing.at.all", ""),
    ],
)
def test_fields_are_bound(path: str, text: str) -> None:
    element = _read(f'<text of="{path}"/>')
    assert (element.text, element.field, element.attributes) == (text, path, ())


def test_a_list_gives_its_items() -> None:
    assert _read('<ul of="steps"/>').items == ("one", "two")
    assert _read('<ul of="nothing"/>').items == ()


@pytest.mark.parametrize(
    ("xml", "line"),
    [
        ('<text of="nmae"/>', "PNP203 path=nmae key=nmae ~meant=name"),
        ('<text of="emblem.chrge"/>', "PNP203 path=emblem.chrge key=chrge ~meant=charge"),
        ('<text of="season.nam"/>', "PNP203 path=season.nam key=nam ~meant=name"),
        (
            '<text of="steps.first"/>',
            "PNP203 path=steps.first key=first",
        ),
        ('<text of="steps.-1"/>', "PNP203 path=steps.-1 key=-1"),
        ('<text of="name.short"/>', "PNP203 path=name.short key=short kind=str"),
        ('<text of=""/>', "PNP203 tag=text"),
        (
            '<text of="steps"/>',
            "PNP203 tag=text path=steps",
        ),
        ('<ul of="name"/>', "PNP203 tag=ul path=name"),
        ('<text of="emblem"/>', "PNP203 path=emblem"),
        (
            '<text of="name">Owl</text>',
            "PNP203 tag=text path=name text=Owl",
        ),
        ("<g>" * 70 + "</g>" * 70, "PNP203 depth=64"),
    ],
)
def test_what_is_no_layout_is_reported(desk: Desk, xml: str, line: str) -> None:
    fields = {"nothing": None, "emblem": FIELDS["emblem"]}
    laid = desk.lay_out(f"<face>\n{xml}</face>", fields=fields)
    assert laid.mistakes == [line]
    assert laid.lines[0].startswith(f"{CARD}:2:") and laid.lines[0].endswith(f" ~origin={AT}")


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (
            "<card/>",
            f"{CARD}:1:1 PNP203 tag=card ~about=creatures/fox ~origin={AT}",
        ),
        (
            "\n<br/>",
            f"{CARD}:2:1 PNP203 tag=br ~about=creatures/fox ~origin={AT}",
        ),
        (
            '<!DOCTYPE face [<!ENTITY a "b">]>\n<face><text>&a;</text></face>',
            f"{CARD}:1:1 PNP203 ~about=creatures/fox ~origin={AT}",
        ),
        (
            '<face w="3"/>',
            f"{CARD}:1:1 PNP205 tag=face name=w ~about=creatures/fox ~origin={AT}",
        ),
        (
            '<face of="name"/>',
            f"{CARD}:1:1 PNP205 tag=face name=of ~about=creatures/fox ~origin={AT}",
        ),
        (
            "<face>lost</face>",
            f"{CARD}:1:1 PNP208 text=lost tag=face ~about=creatures/fox ~origin={AT}",
        ),
    ],
)
def test_the_root_is_one_face(desk: Desk, source: str, line: str) -> None:
    assert desk.lay_out(source).lines == [line]


def test_no_parser_is_left_behind() -> None:
    gc.collect()
    gc.disable()
    try:
        for _ in range(5):
            _read("<face/>")
        assert gc.collect() == 0
    finally:
        gc.enable()


@settings(max_examples=200)
@given(st.text(st.sampled_from("<>/&;!-=\"' abg\n") | st.characters(codec="utf-8"), max_size=40))
def test_whatever_is_rendered_is_read_or_refused(xml: str) -> None:
    for source in (xml, f"<face>{xml}</face>"):
        try:
            element = _read(source)
        except MarkupError as error:
            assert error.finding.code.id == "PNP203"
        else:
            assert element.tag


def _rendered(desk: Desk, **context: object) -> tuple[str, str]:
    """card.xml.j2 without stamps and with them."""
    templates = Templates([desk.root / "layouts/night"], lambda path: path.name)
    with closing(Watch()) as watch:
        plain = templates.render("card.xml.j2", context, watch)
        return plain, templates.render("card.xml.j2", context, watch, stamped=True)


def _places(xml: str) -> dict[str, str]:
    """Return the place of each tag, by its id."""
    return {id: place for place, id in re.findall(rf'{STAMP}="([^"]*)" id="(\w+)"', xml)}


def _places_in(desk: Desk, source: str, **context: object) -> dict[str, str]:
    desk.template(source)
    plain, stamped = _rendered(desk, **context)
    assert re.sub(rf' {STAMP}="[^"]*"', "", stamped) == plain
    return _places(stamped)


def test_tags_are_stamped_with_line_and_column(desk: Desk) -> None:
    source = '<face>\n  <g id="a">\n    <rect id="b"/></g></face>'
    assert _places_in(desk, source) == {"a": "card.xml.j2:2:3", "b": "card.xml.j2:3:5"}


def test_stamps_survive_loops_conditions_and_set_blocks(desk: Desk) -> None:
    source = (
        '<face>{% for n in range(2) %}\n<g id="a{{ n }}"/>{% endfor %}\n'
        '{% if true %}<g id="b"/>{% endif %}{% set box %}\n<g id="c"/>{% endset %}\n{{ box }}</face>'
    )
    assert _places_in(desk, source) == {
        "a0": "card.xml.j2:2:1",
        "a1": "card.xml.j2:2:1",
        "b": "card.xml.j2:3:14",
        "c": "card.xml.j2:4:1",
    }


def test_stamps_survive_include_import_macros_and_calls(desk: Desk) -> None:
    desk.template('\n<g id="included"/>', "part.xml.j2")
    desk.template(
        '{% macro box(id) %}\n<g id="{{ id }}">{{ caller() if caller is defined else "" }}</g>{% endmacro %}',
        "macros.xml.j2",
    )
    source = (
        '{% from "macros.xml.j2" import box %}{% import "macros.xml.j2" as m %}<face>\n{% include "part.xml.j2" %}'
        '{{ box("one") }}{{ m.box("two") }}{% call m.box("three") %}<g id="inside"/>{% endcall %}</face>'
    )
    assert _places_in(desk, source) == {
        "included": "part.xml.j2:2:1",
        "one": "macros.xml.j2:2:1",
        "two": "macros.xml.j2:2:1",
        "three": "macros.xml.j2:2:1",
        "inside": "card.xml.j2:2:87",
    }


def test_stamps_survive_inheritance(desk: Desk) -> None:
    desk.template(
        '<face>{% block ground %}\n<g id="ground"/>{% endblock %}{% block text %}{% endblock %}</face>', "base.xml.j2"
    )
    source = (
        '{% extends "base.xml.j2" %}{% block ground %}{{ super() }}\n<g id="more"/>{% endblock %}'
        '{% block text %}<g id="own"/>{% endblock %}'
    )
    assert _places_in(desk, source) == {
        "ground": "base.xml.j2:2:1",
        "more": "card.xml.j2:2:1",
        "own": "card.xml.j2:2:45",
    }


@pytest.mark.parametrize(
    ("source", "places"),
    [
        ('<face>{% raw %}<g id="a">{{ x }}</g>{% endraw %}</face>', {"a": "card.xml.j2:1:16"}),
        ('<face>{# <g id="no"/> #}<g id="a"/></face>', {"a": "card.xml.j2:1:25"}),
        ('<face><!-- <g id="no"/> --><g id="a"/></face>', {"a": "card.xml.j2:1:28"}),
        ('<face><text><![CDATA[a <b id="no"/> c]]></text></face>', {}),
        ('<face>{{ "<g id=\'x\'/>" }}<g id="a"/></face>', {"a": "card.xml.j2:1:26"}),
        ('<face>{% set t = "<g" %}<g id="a"/></face>', {"a": "card.xml.j2:1:25"}),
        ('<face><g{% if true %} id="a"{% endif %}/></face>', {"a": "card.xml.j2:1:7"}),
        ("<face><text>{{ '1 < 2' }} &lt;b</text></face>", {}),
    ],
)
def test_only_start_tags_are_stamped(desk: Desk, source: str, places: dict[str, str]) -> None:
    assert _places_in(desk, source) == places


def test_a_stamp_is_read_back_as_a_place() -> None:
    assert read_stamp("layouts/a b/card.xml.j2:12:3") == Span("layouts/a b/card.xml.j2", 12, 3)
    assert read_stamp("C:/layouts/card.xml.j2:12:3") == Span("C:/layouts/card.xml.j2", 12, 3)
    assert read_stamp("") is None
    assert read_stamp("card.xml.j2:x:3") is None


def test_odd_file_names_come_back_as_they_are(desk: Desk) -> None:
    desk.template('<g id="a"/>', 'a & "b" {c}.j2')
    desk.template("<face>{% include 'a & \"b\" {c}.j2' %}</face>")
    _, stamped = _rendered(desk)
    assert last_stamp(stamped) == 'a & "b" {c}.j2:1:1'


def test_the_last_stamp_is_the_place_before_the_trouble() -> None:
    assert last_stamp(f'<a {STAMP}="x:1:1"><b {STAMP}="x:2:1">') == "x:2:1"
    assert last_stamp("<a>") == ""
