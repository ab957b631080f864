"""Reading a document tag by tag gives what the parser gives that sees it whole, or leaves it to that."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pnp.layout.element import Element
from pnp.layout.markup import MAX_DEPTH, MarkupError, read_markup, read_tags
from pnp.model.values import Record

FIELDS = Record({"name": "Fox & Hare", "steps": ("one", "two"), "nothing": None, "season": Record({"name": "Spring"})})
PARTS = (
    *(
        "<face>",
        "</face>",
        "<g>",
        "</g>",
        "</g >",
        "<g/>",
        "<text>",
        "</text>",
        "<text/>",
        '<text of="name"/>',
        "<br/>",
    ),
    *('<text of="name">', '<ul of="steps"/>', '<ul of="name"/>', '<text of="no"/>', '<text of=""/>', "<br>", "</br>"),
    *(
        "<rect x=\"1\" y='2'/>",
        '<rect width="1" x="&lt;&amp;&#65;"/>',
        '<rect x="1" x="2"/>',
        '<rect x="a>b"/>',
        "<rect x=1/>",
    ),
    *(
        " ",
        "\n  ",
        "\t",
        "a",
        " b c ",
        "a  b",
        "\n a\n",
        "é\u2028",
        "&amp;",
        "&#39;",
        "&#13;",
        "&nbsp;",
        "&",
        ">",
        "]]>",
        "\r",
    ),
    *(
        "<!-- no -->",
        "<!-- < -->",
        "<![CDATA[ <g/> ]]>",
        "<?no?>",
        "<!DOCTYPE face>",
        "<",
        "<1>",
        "\x00",
        "\ufffe",
        "\ud800",
        "/>",
    ),
)
TEXTS = st.sampled_from(["", " ", "\n", "a", " a  b\n", "é", "&amp;", "&#39;", "x > y", "<!-- no -->", "<br/>"])


def documents(depth: int = 3) -> st.SearchStrategy[str]:
    """Documents that are right, mostly."""
    alone = st.sampled_from(['<rect x="1"/>', '<text of="name"/>', '<ul of="steps"/>', "<br/>", '<icon name="&lt;"/>'])
    inner = alone if not depth else alone | documents(depth - 1)
    tags = st.sampled_from(
        [("<g>", "</g>"), ('<text x="1">', "</text>"), ('<row gap="1" >', "</row >"), ("<li>", "</li>")]
    )
    many = st.lists(st.tuples(TEXTS, inner).map("".join), max_size=4).map("".join)
    return st.tuples(tags, many, TEXTS).map(lambda made: f"{made[0][0]}{made[1]}{made[2]}{made[0][1]}")


def read_whole(xml: str) -> Element | None:
    try:
        return read_markup(re.sub(r">[ \t\r\n]+<", "><", xml).encode(), FIELDS)
    except (MarkupError, UnicodeEncodeError):
        return None


def read_apart(xml: str) -> Element | None:
    try:
        return read_tags(xml, FIELDS)
    except MarkupError:
        return None


@settings(max_examples=500)
@given(st.lists(st.sampled_from(PARTS), max_size=8).map("".join))
@example("<g><g></g>")
@example("<g/> <g/>")
@example("/>\r<text/>a")
@example("<g/>a")
def test_what_is_read_tag_by_tag_is_what_the_parser_reads(xml: str) -> None:
    assert read_apart(xml) in (None, read_whole(xml))
    inside = f"<face>{xml}</face>"
    assert read_apart(inside) in (None, read_whole(inside))


@pytest.mark.nightly(examples=75)
@settings(max_examples=300)
@given(documents())
def test_right_documents_are_read_alike(xml: str) -> None:
    assert read_apart(xml) in (None, read_whole(xml))
    if not re.search(r"<!|text> y", xml):
        assert read_apart(xml) == read_whole(xml) != None  # noqa: E711 (the operators stand in one chain)


@pytest.mark.parametrize("depth", range(MAX_DEPTH - 2, MAX_DEPTH + 2))
def test_depth(depth: int) -> None:
    xml = "<g>" * depth + "<rect/>" + "</g>" * depth
    assert read_apart(xml) in (None, read_whole(xml))
    assert (read_whole(xml) is None) == (depth >= MAX_DEPTH)


def test_tags_that_come_back_are_the_same_objects() -> None:
    one, other = (read_tags(f'<face><rect x="1"/>{text}</face>', FIELDS) for text in ("", "<g/>"))
    assert one and other and one.children[0] is other.children[0]
