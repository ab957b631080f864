"""Texts of an SVG file are escaped as by Python's own library."""

from xml.etree.ElementTree import fromstring
from xml.sax.saxutils import escape, quoteattr

from hypothesis import given
from hypothesis import strategies as st

from pnp.layout.art.bitmaps import IN_TEXT, quote_attribute

TEXTS = st.text(st.sampled_from("ab <>&'\"\t\n\r;é\u2028"), max_size=12)


@given(TEXTS)
def test_texts_and_attributes_are_escaped_as_by_the_library(text: str) -> None:
    assert text.translate(IN_TEXT) == escape(text)
    assert (
        fromstring(f"<a b={quote_attribute(text)}/>").get("b")
        == fromstring(f"<a b={quoteattr(text)}/>").get("b")
        == text
    )
