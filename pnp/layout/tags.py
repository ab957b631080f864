"""Rendered XML → elements, where all of its tags stand on their own: each is read once, however many faces have it.

A document is split where tags begin. What needs a parser that sees the whole - comments, CDATA, a `>` in a value, a tag
that isn't closed - is left to `read_markup`, which gives the same elements, or says what is wrong.
"""

import re
from functools import lru_cache
from typing import NamedTuple
from xml.parsers import expat

from pnp.layout.element import Element
from pnp.layout.markup import MAX_DEPTH, NO_TAG, MarkupError, StartTag, finished_element, read_head
from pnp.model.values import Record

_MOST = 4096  # tags, with the texts behind them, that are remembered
_BLANKS = " \t\r\n"
_AS_IT_IS = re.compile(r"[^&>\0-\x1f\ud800-\udfff\ufffe\uffff]*")


class _Tag(NamedTuple):
    """What stands between a `<` and the next."""

    head: StartTag  # of a start tag
    end: str  # the name in an end tag
    is_alone: bool  # <tag/>
    element: Element | None  # where the tag alone says all of it
    text: str  # behind it


def read_tags(xml: str, fields: Record) -> Element | None:
    """The document's root element, as `read_markup` gives it; None where only that can tell. Raises MarkupError."""
    before, *tags = xml.split("<")
    stack: list[tuple[StartTag, list[Element], list[str]]] = []
    head, children, texts = NO_TAG, list[Element](), list[str]()
    for each in tags:
        tag = _read_tag(each)
        if tag is None:
            return None
        start, end, is_alone, element, text = tag
        if element is not None:
            children.append(element)
        elif end:
            if head.tag != end:
                return None
            element = finished_element(head, children, texts, fields)
            head, children, texts = stack.pop()
            children.append(element)
        elif not is_alone:
            stack.append((head, children, texts))
            if len(stack) >= MAX_DEPTH:
                return None
            head, children, texts = start, [], []
        elif start.tag == "br":
            texts.append("\n")
        else:
            children.append(finished_element(start, (), (), fields))
        if text:
            texts.append(text)
    return None if before.strip(_BLANKS) or stack or texts or len(children) != 1 else children[0]


@lru_cache(_MOST)
def _read_tag(source: str) -> _Tag | None:
    """Read a tag without its `<`, and the text behind it; white space between tags is nobody's text."""
    inside, bracket, behind = source.partition(">")
    text = _read_text(behind) if behind.strip(_BLANKS) else ""
    if text is None or not bracket:
        return None
    if inside.startswith("/"):
        return _Tag(NO_TAG, inside[1:].rstrip(_BLANKS), False, None, text)
    head, is_alone = _read_head(inside), inside.endswith("/")
    if head is None or (head.tag == "br" and not is_alone):
        return None
    is_whole = is_alone and not head.field and head.tag != "br"
    return _Tag(head, "", is_alone, finished_element(head, (), (), Record({})) if is_whole else None, text)


@lru_cache(_MOST)
def _read_head(inside: str) -> StartTag | None:
    found: list[tuple[str, list[str]]] = []
    parser = expat.ParserCreate("utf-8")
    parser.ordered_attributes = True
    parser.StartElementHandler = lambda tag, pairs: found.append((tag, pairs))
    try:
        parser.Parse(f"<{inside.removesuffix('/')}/>", True)
        return read_head(*found[0])
    except (expat.ExpatError, UnicodeEncodeError, MarkupError):
        return None


def _read_text(source: str) -> str | None:
    if _AS_IT_IS.fullmatch(source):
        return source
    found: list[str] = []
    parser = expat.ParserCreate("utf-8")
    parser.CharacterDataHandler = found.append
    try:
        parser.Parse(f"<text>{source}</text>", True)
    except (expat.ExpatError, UnicodeEncodeError):
        return None
    return "".join(found).replace("\n", " ")
