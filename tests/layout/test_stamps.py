"""Each start tag knows its template's line, wherever it comes from - and the stamps change nothing else."""

import re

import pytest
from desk import Desk

from pnp.layout.stamps import STAMP, last_stamp, read_stamp
from pnp.layout.templates import Templates
from pnp.layout.watch import Watch
from pnp.model.span import Span


def _rendered(desk: Desk, **context: object) -> tuple[str, str]:
    """card.xml.j2 without stamps and with them."""
    templates = Templates([desk.root / "layouts/night"], lambda path: path.name)
    with Watch() as watch:
        plain = templates.render("card.xml.j2", context, watch)
        return plain, templates.render("card.xml.j2", context, watch, stamped=True)


def _places(xml: str) -> dict[str, str]:
    """The place of each tag, by its id."""
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
