"""Statements of templates that can't be read: which one it is, where it stands, and what would be right."""

import pytest
from desk import Desk

CARD = "layouts/night/card.xml.j2"


@pytest.mark.parametrize(
    ("source", "place", "said"),
    [
        # Blocks.
        ("{% if piece.power %}", "2:1",
         "PNP200 statement='{% if piece.power %}'"),
        ("{% if 1 %}\n  {% if 2 %}\n{% endif %}", "3:3",
         "PNP200 statement='{% if 2 %}'"),
        ("{% if 1 %}\n  {% if 2 %}\n  {% endif %}", "2:1",
         "PNP200 statement='{% if 1 %}'"),
        ("{% if 1 %}\n{% for n in [1] %}\n{% endif %}", "3:1",
         "PNP200 statement='{% for n in [1] %}' end='{% endif %}' line=4"),
        ("{% if 1 %}\n{% macro a() %}\n{% else %}{% endif %}", "3:1",
         "PNP200 statement='{% macro a() %}' end='{% else %}' line=4"),
        ("{% set a %}<g/>", "2:1", "PNP200 statement='{% set a %}'"),
        ("{% set a = 1 == 1 %}{% if a %}", "2:21",
         "PNP200 statement='{% if a %}'"),
        ("{% raw %}{% if %}{% endraw %}{% endif %}", "2:30", "PNP200 end='{% endif %}'"),
        ("{% if 1 %}{% endfor %}{% endif %}", "2:11",
         "PNP200 end='{% endfor %}'"),
        ("{% else %}", "2:1", "PNP200 name='{% else %}' block='{% if %}'"),
        ("{# {% if 1 %} #}{% endif %}", "2:17", "PNP200 end='{% endif %}'"),
        # Words.
        ("{% if 1 %}{% end if %}", "2:11", "PNP200 name=end"),
        ("{% if 1 %}{% else if 2 %}{% endif %}", "2:11",
         "PNP200 name='else if'"),
        ("{% if 1 %}{% elseif 2 %}{% endif %}", "2:11", "PNP200 name=elseif"),
        ("{% if 1 %}{% endfi %}", "2:11", "PNP200 name=endfi ~meant=endif"),
        ("{% foreach a in b %}", "2:1", "PNP200 name=foreach"),
        ("{{ piece.name|uper }}", "2:1", "PNP200 kind=filter name=uper ~meant=upper"),
        ("{{ 1 }}{{ piece.name|uper }}", "2:8", "PNP200 kind=filter name=uper ~meant=upper"),
        ("{% if 1 is evn %}{% endif %}", "2:1", "PNP200 kind=test name=evn"),
        ("{% if piece.id = 'fox' %}{% endif %}", "2:1", "PNP200"),
        ("{% if 1 && 2 %}{% endif %}", "2:1", "PNP200 wrong=& statement='{% if 1 && 2 %}'"),
        ("{{ 1 ? 2 : 3 }}", "2:1", "PNP200 wrong=? statement='{{ 1 ? 2 : 3 }}'"),
        ("{% for a of b %}{% endfor %}", "2:1",
         "PNP200 wrong=of statement='{% for a of b %}'"),
        ("{% for %}{% endfor %}", "2:1", "PNP200 statement='{% for %}'"),
        ("{{ 1 + }}", "2:1", "PNP200 statement='{{ 1 + }}'"),
        # What is opened.
        ("{{ piece.name }</face>", "2:1", "PNP200 opening='{{ piece.name' closing=}}"),
        ("<g>{{ piece.name</g>", "2:4", "PNP200 opening='{{ piece.name' closing=}}"),
        ("{% if 1 }<g/>{% endif %}", "2:1", "PNP200 opening='{% if 1' closing=%}"),
        ("{# of old", "2:1", "PNP200 opening='{# of old' closing=#}"),
        ("{% if ink == \"full %}{% endif %}", "2:1", 'PNP200 statement=\'{% if ink == "full %}\''),
    ],
)  # fmt: skip
def test_the_statement_is_named_where_it_stands(desk: Desk, source: str, place: str, said: str) -> None:
    laid = desk.lay_out(f"<face>\n{source}")
    assert ([str(problem.span) for problem in laid.problems], laid.mistakes) == ([f"{CARD}:{place}"], [said])


def test_a_long_statement_is_shortened(desk: Desk) -> None:
    (line,) = desk.lay_out("{% if " + "piece.name and " * 20 + "1 %}").lines
    assert line.startswith(f"{CARD}:1:1 PNP200 statement='{{% if piece.name and") and "… %}' ~about=" in line
    assert len(line) < 300


def test_braces_and_quotes_within_a_statement_are_its_own(desk: Desk) -> None:
    """What can be read isn't blamed for what stands behind it."""
    fine = "{% set a = {'b': {'c': '%}'}} %}{{ '}}' }}{{ {'a': 1}['a'] }}{# {% if %} {{ #}"
    (line,) = desk.lay_out(f"{fine}\n{{% endif %}}").lines
    assert line.startswith(f"{CARD}:2:1 PNP200 end='{{% endif %}}' ")
