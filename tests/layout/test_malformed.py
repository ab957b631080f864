"""Tags that can't be read: which one it is, where it stands in its template, and what would be right."""

import pytest
from desk import Desk

from pnp.layout.malformed import explain_malformed

CARD = "layouts/night/card.xml.j2"


@pytest.mark.parametrize(
    ("source", "place", "said"),
    [
        # Elements.
        ("<text>", "2:1",
         "PNP203 tag=text other=face"),
        ("<g>\n<row>\n</g>", "3:1",
         "PNP203 tag=row other=g"),
        ("<g/></g>", "2:5", "PNP203 tag=g"),
        ("<text>a</txt></text>", "2:8", "PNP203 tag=txt"),
        ("</face></face>", "2:1", "PNP203 tag=face"),
        ("</face><face>", "2:8", "PNP203 tag=face"),
        ("</face>Fox<g>", "1:1", "PNP203 text=Fox"),
        ("<text", "2:1", "PNP203 tag=text"),
        ("<text>a</text", "2:8", "PNP203 tag=/text"),
        ("<!-- of old", "2:1", "PNP203"),
        # Attributes.
        ('<g/><text style="a of="name"/>', "2:11", "PNP203 name=style"),
        ('<text style="a/>\n<g x="1"/>', "2:7", "PNP203 name=style"),
        ("<text style='a/>", "2:7", "PNP203 name=style"),
        ("<text style=a />", "2:7", "PNP203 name=style"),
        ('<text w="{{ 2 }}" x={{ 1 }} />', "2:19", "PNP203 name=x"),
        ("<text bold />", "2:7", "PNP203 name=bold"),
        ('<text x="1"y="2"/>', "2:12", "PNP203 name=y"),
        ('<text x="1", y="2"/>', "2:1", "PNP203 sign=, tag=text"),
        ('<text x="1" y="2" x="3"/>', "2:7", "PNP203 tag=text name=x"),
        # Signs.
        ("<text>Moth & co</text>", "2:12", "PNP203"),
        ('<text>&amp;{{ "&" }}& co</text>', "2:21", "PNP203"),
        ('<image href="a&b.svg"/>', "2:15", "PNP203"),
        ("<text>a&nbsp;b</text>", "2:8", "PNP203 entity=&nbsp;"),
        ("<text>&eacute;</text>", "2:7", "PNP203 entity=&eacute;"),
        ("<text>1 < 2</text>", "2:9", "PNP203"),
        ("<text>a\x0bb</text>", "2:1", "PNP203 number=U+000B"),
    ],
)  # fmt: skip
def test_the_tag_is_named_where_it_stands(desk: Desk, source: str, place: str, said: str) -> None:
    laid = desk.lay_out(f"<face>\n{source}</face>")
    assert ([str(problem.span) for problem in laid.problems], laid.mistakes) == ([f"{CARD}:{place}"], [said])


@pytest.mark.parametrize(
    ("source", "place", "said"),
    [
        ("", "1:1", "PNP203"),
        ("<face>", "1:1", "PNP203 tag=face"),
        ("Fox", "1:1", "PNP203 text=Fox"),
        ("</face>", "1:1", "PNP203 tag=face"),
    ],
)
def test_a_face_that_is_none(desk: Desk, source: str, place: str, said: str) -> None:
    laid = desk.lay_out(source)
    assert ([str(problem.span) for problem in laid.problems], laid.mistakes) == ([f"{CARD}:{place}"], [said])


def test_what_stands_in_a_macro_is_told_there_and_what_stands_behind_its_call_is_not(desk: Desk) -> None:
    desk.template("{% macro badge() %}<g>\n<rect/>\n</g>{% endmacro %}", "marks.xml.j2")
    beginning = '{% import "marks.xml.j2" as marks %}\n<face>'
    (line,) = desk.lay_out(f"{beginning}\n{{{{ marks.badge() }}}}\nMoth & co</face>").lines
    assert line.startswith(f"{CARD}:4:6 "), line
    desk.template("{% macro badge() %}<g>\n<rect>\n</g>{% endmacro %}", "marks.xml.j2")
    (line,) = desk.lay_out(f"{beginning}{{{{ marks.badge() }}}}</face>").lines
    assert line.startswith("layouts/night/marks.xml.j2:2:1 PNP203 tag=rect other=g "), line


def test_nothing_is_said_of_what_can_be_read() -> None:
    head = """<?xml version="1.0"?><!-- <a> & --><face a="&lt;" b='"'>"""
    xml = f"""{head}&#38;<![CDATA[ <&> ]]><br/><g x = "1" ></g ></face>"""
    assert explain_malformed(xml, lambda _: "") is None
