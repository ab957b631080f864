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
         "<text> here isn't closed before </face> (write </text> where it ends, or <text …/> if nothing stands in it)"),
        ("<g>\n<row>\n</g>", "3:1",
         "<row> here isn't closed before </g> (write </row> where it ends, or <row …/> if nothing stands in it)"),
        ("<g/></g>", "2:5", "</g> closes nothing (<face> is closed by </face>)"),
        ("<text>a</txt></text>", "2:8", "</txt> closes nothing (<text> is closed by </text>)"),
        ("</face></face>", "2:1", "</face> closes nothing (delete it)"),
        ("</face><face>", "2:8", "<face> stands behind the end of the face (put it before </face>)"),
        ("</face>Fox<g>", "1:1", 'text "Fox" stands outside of <face>'),
        ("<text", "2:1", "<text has no > at its end (write <text …/> or <text …>)"),
        ("<text>a</text", "2:8", "</text has no > at its end (write </text>)"),
        ("<!-- of old", "2:1", "<!-- here has no --> (write --> where it ends)"),
        # Attributes.
        ('<g/><text style="a of="name"/>', "2:11", 'the quote after style= is never closed (write style="…")'),
        ('<text style="a/>\n<g x="1"/>', "2:7", 'the quote after style= is never closed (write style="…")'),
        ("<text style='a/>", "2:7", 'the quote after style= is never closed (write style="…")'),
        ("<text style=a />", "2:7", 'the value of style stands in no quotes (write style="a")'),
        ('<text w="{{ 2 }}" x={{ 1 }} />', "2:19", 'the value of x stands in no quotes (write x="1")'),
        ("<text bold />", "2:7", 'bold has no value (write bold="…")'),
        ('<text x="1"y="2"/>', "2:12", "there is no blank before y"),
        ('<text x="1", y="2"/>', "2:1", ", can't stand in <text>"),
        ('<text x="1" y="2" x="3"/>', "2:7", "<text> says x twice (delete one)"),
        # Signs.
        ("<text>Moth & co</text>", "2:12", "a single & can't stand here (write &amp;)"),
        ('<text>&amp;{{ "&" }}& co</text>', "2:21", "a single & can't stand here (write &amp;)"),
        ('<image href="a&b.svg"/>', "2:15", "a single & can't stand here (write &amp;)"),
        ("<text>a&nbsp;b</text>", "2:8", "&nbsp; names no character (write &#160; for a no-break space)"),
        ("<text>&eacute;</text>", "2:7", "&eacute; names no character (write the character itself)"),
        ("<text>1 < 2</text>", "2:9", "a < that begins no element (write &lt;)"),
        ("<text>a\x0bb</text>", "2:1", "a character that can't be printed: U+000B"),
    ],
)  # fmt: skip
def test_the_tag_is_named_where_it_stands(desk: Desk, source: str, place: str, said: str) -> None:
    (line,) = desk.lay_out(f"<face>\n{source}</face>").lines
    assert line.startswith(f"{CARD}:{place}: error PNP203 creatures/fox: {said} ["), line


@pytest.mark.parametrize(
    ("source", "place", "said"),
    [
        ("", "1:1", "the template makes nothing (a face is <face> … </face>)"),
        ("<face>", "1:1", "<face> here is never closed"),
        ("Fox", "1:1", 'text "Fox" stands outside of <face>'),
        ("</face>", "1:1", "</face> closes nothing"),
    ],
)
def test_a_face_that_is_none(desk: Desk, source: str, place: str, said: str) -> None:
    (line,) = desk.lay_out(source).lines
    assert line.startswith(f"{CARD}:{place}: error PNP203 creatures/fox: {said}"), line


def test_what_stands_in_a_macro_is_told_there_and_what_stands_behind_its_call_is_not(desk: Desk) -> None:
    desk.template("{% macro badge() %}<g>\n<rect/>\n</g>{% endmacro %}", "marks.xml.j2")
    beginning = '{% import "marks.xml.j2" as marks %}\n<face>'
    (line,) = desk.lay_out(f"{beginning}\n{{{{ marks.badge() }}}}\nMoth & co</face>").lines
    assert line.startswith(f"{CARD}:4:6: "), line
    desk.template("{% macro badge() %}<g>\n<rect>\n</g>{% endmacro %}", "marks.xml.j2")
    (line,) = desk.lay_out(f"{beginning}{{{{ marks.badge() }}}}</face>").lines
    assert line.startswith("layouts/night/marks.xml.j2:2:1: error PNP203 creatures/fox: <rect> here isn't"), line


def test_nothing_is_said_of_what_can_be_read() -> None:
    head = """<?xml version="1.0"?><!-- <a> & --><face a="&lt;" b='"'>"""
    xml = f"""{head}&#38;<![CDATA[ <&> ]]><br/><g x = "1" ></g ></face>"""
    assert explain_malformed(xml, lambda _: "") is None
