"""Statements of templates that can't be read: which one it is, where it stands, and what would be right."""

import pytest
from desk import Desk

CARD = "layouts/night/card.xml.j2"


@pytest.mark.parametrize(
    ("source", "place", "said"),
    [
        # Blocks.
        ("{% if piece.power %}", "2:1",
         "the {% if piece.power %} here is never ended (write {% endif %} where it ends)"),
        ("{% if 1 %}\n  {% if 2 %}\n{% endif %}", "3:3",
         "the {% if 2 %} here is never ended (write {% endif %} where it ends)"),
        ("{% if 1 %}\n  {% if 2 %}\n  {% endif %}", "2:1",
         "the {% if 1 %} here is never ended (write {% endif %} where it ends)"),
        ("{% if 1 %}\n{% for n in [1] %}\n{% endif %}", "3:1",
         "the {% for n in [1] %} here isn't ended before the {% endif %} in line 4 (write {% endfor %} where it ends)"),
        ("{% if 1 %}\n{% macro a() %}\n{% else %}{% endif %}", "3:1",
         "the {% macro a() %} here isn't ended before the {% else %} in line 4 (write {% endmacro %} where it ends)"),
        ("{% set a %}<g/>", "2:1", "the {% set a %} here is never ended (write {% endset %} where it ends)"),
        ("{% set a = 1 == 1 %}{% if a %}", "2:21",
         "the {% if a %} here is never ended (write {% endif %} where it ends)"),
        ("{% raw %}{% if %}{% endraw %}{% endif %}", "2:30", "this {% endif %} ends nothing (delete it)"),
        ("{% if 1 %}{% endfor %}{% endif %}", "2:11",
         "this {% endfor %} ends nothing ({% endif %} would end the {% if 1 %})"),
        ("{% else %}", "2:1", "this {% else %} stands in no {% if %} (delete it, or begin one before it)"),
        ("{# {% if 1 %} #}{% endif %}", "2:17", "this {% endif %} ends nothing (delete it)"),
        # Words.
        ("{% if 1 %}{% end if %}", "2:11", "there is no statement end (write {% endif %})"),
        ("{% if 1 %}{% else if 2 %}{% endif %}", "2:11",
         "there is no statement else if (write {% elif %})"),
        ("{% if 1 %}{% elseif 2 %}{% endif %}", "2:11", "there is no statement elseif (write {% elif %})"),
        ("{% if 1 %}{% endfi %}", "2:11", "there is no statement endfi (did you mean endif?)"),
        ("{% foreach a in b %}", "2:1", "there is no statement foreach (write {% for %})"),
        ("{{ piece.name|uper }}", "2:1", "there is no filter uper (did you mean upper?)"),
        ("{{ 1 }}{{ piece.name|uper }}", "2:8", "there is no filter uper (did you mean upper?)"),
        ("{% if 1 is evn %}{% endif %}", "2:1", "there is no test evn"),
        ("{% if piece.id = 'fox' %}{% endif %}", "2:1", "a single = compares nothing (write == to compare)"),
        ("{% if 1 && 2 %}{% endif %}", "2:1", "& can't stand in {% if 1 && 2 %} (write and)"),
        ("{{ 1 ? 2 : 3 }}", "2:1", "? can't stand in {{ 1 ? 2 : 3 }} (write {{ one if it is so else another }})"),
        ("{% for a of b %}{% endfor %}", "2:1",
         "of can't stand in {% for a of b %} (write {% for each in list %})"),
        ("{% for %}{% endfor %}", "2:1", "something is missing in {% for %} (like {% for each in piece.steps %})"),
        ("{{ 1 + }}", "2:1", "something is missing in {{ 1 + }}"),
        # What is opened.
        ("{{ piece.name }</face>", "2:1", "the {{ piece.name here has no }} (write }} where it ends)"),
        ("<g>{{ piece.name</g>", "2:4", "the {{ piece.name here has no }} (write }} where it ends)"),
        ("{% if 1 }<g/>{% endif %}", "2:1", "the {% if 1 here has no %} (write %} where it ends)"),
        ("{# of old", "2:1", "the {# of old here has no #} (write #} where it ends)"),
        ("{% if ink == \"full %}{% endif %}", "2:1", 'a quote in {% if ink == "full %} is never closed'),
    ],
)  # fmt: skip
def test_the_statement_is_named_where_it_stands(desk: Desk, source: str, place: str, said: str) -> None:
    (line,) = desk.lay_out(f"<face>\n{source}").lines
    assert line.startswith(f"{CARD}:{place}: error PNP200 creatures/fox: {said} ["), line


def test_a_long_statement_is_shortened(desk: Desk) -> None:
    (line,) = desk.lay_out("{% if " + "piece.name and " * 20 + "1 %}").lines
    assert "the {% if piece.name and" in line
    assert "… %} here is never ended" in line
    assert len(line) < 300


def test_braces_and_quotes_within_a_statement_are_its_own(desk: Desk) -> None:
    """What can be read isn't blamed for what stands behind it."""
    fine = "{% set a = {'b': {'c': '%}'}} %}{{ '}}' }}{{ {'a': 1}['a'] }}{# {% if %} {{ #}"
    (line,) = desk.lay_out(f"{fine}\n{{% endif %}}").lines
    assert line.startswith(f"{CARD}:2:1: error PNP200 creatures/fox: this {{% endif %}} ends nothing")
