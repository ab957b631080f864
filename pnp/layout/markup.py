"""Rendered XML → elements, with the piece's fields bound where an element says `of=`.

Straight from expat into tuples: no tree library, no DTDs, no entities.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from html import unescape
from typing import Any, NamedTuple
from xml.parsers import expat

from jinja2.ext import Extension

from pnp.cardtext.suggest import did_you_mean
from pnp.layout.element import Element
from pnp.layout.elements import find_kind
from pnp.model.language import shorten
from pnp.model.problem import Finding, code, find
from pnp.model.span import Span
from pnp.model.values import Record, Unreadable, Value, require

BAD_XML = code("PNP203", says="the XML is broken: {what}")
NOT_A_FACE = BAD_XML.also("the template renders <{tag}>, not <face>")
TOO_DEEP = BAD_XML.also("elements are nested deeper than {depth}")
HAS_DTD = BAD_XML.also("a DTD is not allowed in a layout")
NAMES_NO_FIELD = BAD_XML.also('<{tag} of=""> names no field')
NO_FIELD = BAD_XML.also('of="{path}": there is no field {key}', varies=("path",), once=True)
NO_ITEM = BAD_XML.also('of="{path}": {key} is no item of a list')
NO_PART = BAD_XML.also('of="{path}": there is no {key} in a {kind}')
WHOLE_RECORD = BAD_XML.also('of="{path}" is a record')
UNREAD_FIELD = BAD_XML.also('of="{path}" couldn\'t be read')
FIELD_AND_TEXT = BAD_XML.also('<{tag} of="{path}"> has a text of its own, too: "{text}"', varies=("text",))
LIST_AS_TEXT = BAD_XML.also('<{tag} of="{path}">: {path} is a list')
TEXT_AS_LIST = BAD_XML.also('<{tag} of="{path}">: {path} is no list')

STAMP = "pnp-at"

_TAGS = re.compile(  # what has no end is passed over as a whole: to look for each end anew takes time without end
    r"\{%.*?(?:%\}|\Z)|\{\{.*?(?:\}\}|\Z)|\{#.*?(?:#\}|\Z)|<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)"
    r"|<(?P<tag>[A-Za-z][\w.-]*)",
    re.DOTALL,
)

_MOST = 4096  # tags, with the texts behind them, that are remembered
_WHITE = " \t\r\n"
_AS_IT_IS = re.compile(r"[^&>\0-\x1f\ud800-\udfff\ufffe\uffff]*")


class Stamps(Extension):
    """Adds `pnp-at="file:line:column"` to every start tag of every template of the environment."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        shown = (filename or name or "template").replace("&", "&amp;").replace('"', "&quot;").replace("{", "&#123;")

        line, start = 1, 0  # of the last tag

        def stamp(match: re.Match[str]) -> str:
            nonlocal line, start
            if not match["tag"]:
                return match[0]
            if breaks := source.count("\n", start, match.start()):
                line, start = line + breaks, source.rfind("\n", start, match.start()) + 1
            return f'{match[0]} {STAMP}="{shown}:{line}:{match.start() - start + 1}"'

        return _TAGS.sub(stamp, source)


def read_stamp(stamp: str) -> Span | None:
    """Return the place a stamp names."""
    file, _, rest = stamp.rpartition(":")
    file, _, line = file.rpartition(":")
    return Span(file, int(line), int(rest)) if file and line.isdigit() and rest.isdigit() else None


def last_stamp(xml: str) -> str:
    """Return the stamp of the last start tag in a beginning of rendered XML."""
    found: list[str] = re.findall(rf'{STAMP}="([^"]*)"', xml)
    return unescape(found[-1]) if found else ""


MAX_DEPTH = 64

_BLANKS = re.compile(r"[ \t\r]+")
_LISTS = ("ul", "ol")
LONG_NAMES = {"width": "w", "height": "h"}


class MarkupError(Exception):
    """The rendered XML is not a document of the layout language; `offset` is where in its bytes."""

    def __init__(self, finding: Finding, offset: int = 0) -> None:
        super().__init__(finding)
        self.finding, self.offset = finding, offset


BoundText = str | tuple[str, ...]  # what a field says: one text, or the items of a list


def _bind(fields: Record, path: str) -> BoundText:
    """Return the field that `of=` names, or "" if it is left out. Raises MarkupError where the piece has none."""
    value: Value = fields
    for key in path.split("."):
        if value is None:
            return ""
        if isinstance(value, Record):
            record = value
            try:
                value = record[key]
            except KeyError:
                hint = did_you_mean(key, record)
                if key == "piece" and path.startswith("piece."):
                    hint = f'of= names fields of the piece alone: of="{path.removeprefix("piece.")}"'
                raise MarkupError(find(NO_FIELD, hint=hint, word=path, path=path, key=key)) from None
        elif isinstance(value, tuple):
            if not (key.isascii() and key.isdigit()):
                hint = "items have numbers: 0 is the first"
                raise MarkupError(find(NO_ITEM, hint=hint, word=path, path=path, key=key))
            value = value[int(key)] if len(key) < 6 and int(key) < len(value) else None
        else:
            raise MarkupError(find(NO_PART, word=path, path=path, key=key, kind=type(require(value)).__name__))
    return tuple([_field_text(item, path) for item in value]) if isinstance(value, tuple) else _field_text(value, path)


def _field_text(value: Value, path: str) -> str:
    """Return the text that a field prints; a record goes by its name, or by its id. Raises Unreadable."""
    if isinstance(value, str):
        return value
    if isinstance(value, Record):
        shown = value.get("name") or value.id
        if not isinstance(shown, str) or not shown:
            hint = f"one of its values is meant: {', '.join(value)}"
            raise MarkupError(find(WHOLE_RECORD, hint=hint, word=path, path=path))
        return shown
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(require(value))


class StartTag(NamedTuple):
    """A start tag read."""

    tag: str
    attributes: tuple[str, ...]
    field: str
    origin: str


NO_TAG = StartTag("", (), "", "")


def read_head(tag: str, pairs: Sequence[str]) -> StartTag:
    """Read a start tag's name and attributes. Raises MarkupError."""
    registered = find_kind(tag)
    is_box = registered is None or registered.is_box
    field = origin = ""
    is_bound = False
    attributes: list[str] = []
    for name, value in zip(pairs[::2], pairs[1::2], strict=True):
        if name == "of":
            field, is_bound = value, True
        elif name == STAMP:
            origin = value
        else:
            attributes += (LONG_NAMES.get(name, name) if is_box else name, value)
    if is_bound and not field:
        raise MarkupError(find(NAMES_NO_FIELD, origin=origin, word="of", tag=tag))
    return StartTag(tag, tuple(attributes), field, origin)


def not_a_face(tag: str, origin: str) -> MarkupError:
    return MarkupError(find(NOT_A_FACE, hint="the document's root is <face>", origin=origin, tag=tag))


def read_markup(xml: bytes, fields: Record) -> Element:
    """Return the document's root element. Raises MarkupError."""
    parser = expat.ParserCreate("utf-8")
    parser.ordered_attributes = True
    parser.buffer_text = True
    stack: list[tuple[StartTag, list[Element], list[str]]] = [(NO_TAG, [], [])]  # with children, and texts

    def start(tag: str, pairs: list[str]) -> None:
        head = read_head(tag, pairs)
        if tag == "br" and len(stack) == 1:
            raise not_a_face(tag, head.origin)
        if tag == "br":
            return
        if len(stack) > MAX_DEPTH:
            raise MarkupError(find(TOO_DEEP, origin=head.origin, depth=MAX_DEPTH))
        stack.append((head, [], []))

    def end(tag: str) -> None:
        if tag == "br":
            stack[-1][2].append("\n")
        else:
            element = finished_element(*stack.pop(), fields)
            stack[-1][1].append(element)

    def characters(data: str) -> None:
        stack[-1][2].append(data.replace("\n", " "))

    def doctype(*_: Any) -> None:
        raise MarkupError(find(HAS_DTD), parser.CurrentByteIndex)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(xml, True)
    except expat.ExpatError as error:
        said = expat.errors.messages.get(error.code, "syntax error")
        hint = "write &#160; for a no-break space" if said == expat.errors.XML_ERROR_UNDEFINED_ENTITY else ""
        raise MarkupError(find(BAD_XML, hint=hint, what=said), parser.ErrorByteIndex) from None
    finally:  # the handlers know the parser and it knows them: without this, each face leaves a parser behind
        parser.StartElementHandler = parser.EndElementHandler = None
        parser.CharacterDataHandler = parser.StartDoctypeDeclHandler = None
    return stack[0][1][0]


def finished_element(head: StartTag, children: Sequence[Element], texts: Sequence[str], fields: Record) -> Element:
    """Return the element that begins with this tag and has these children and texts. Raises MarkupError."""
    tag, attributes, field, origin = head
    text = ""
    if texts:  # white space of the template collapses; a `<br/>` and a no-break space stay
        text = "".join(texts)
        if "  " in text or "\t" in text or "\r" in text:
            text = _BLANKS.sub(" ", text)
        text = text.strip(" ") if "\n" not in text else "\n".join([line.strip(" ") for line in text.split("\n")])
    bound = _bound(head, text, fields) if field else text
    text, items = ("", bound) if isinstance(bound, tuple) else (bound, ())
    return Element(tag, attributes, tuple(children), text, items, field, origin)


def _bound(element: StartTag, text: str, fields: Record) -> BoundText:
    """Return the text that an element with `of=` prints; `text` is what stands in it."""
    tag, path = element.tag, element.field
    bound: BoundText = ""
    wrong: Finding | None = None
    try:
        bound = _bind(fields, path)
    except MarkupError as error:
        wrong = error.finding
    except Unreadable as error:
        wrong = find(UNREAD_FIELD, cause=error.cause, word=path, path=path)
    if text:
        hint = "it prints the field or the text, not both"
        wrong = find(FIELD_AND_TEXT, hint=hint, tag=tag, path=path, text=shorten(text))
    elif isinstance(bound, tuple) and tag not in _LISTS:
        hint = f'<ul> and <ol> print lists, of="{path}.0" prints the first item'
        wrong = find(LIST_AS_TEXT, hint=hint, word=path, tag=tag, path=path)
    elif bound and tag in _LISTS and isinstance(bound, str):
        wrong = find(TEXT_AS_LIST, hint="<text> and <p> print texts", word=path, tag=tag, path=path)
    if wrong:
        raise MarkupError(wrong._replace(origin=element.origin))
    return bound


def read_tags(xml: str, fields: Record) -> Element | None:
    """Return the root element like `read_markup`, or None where only that can tell. Raises MarkupError."""
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
    return None if before.strip(_WHITE) or stack or texts or len(children) != 1 else children[0]


@lru_cache(_MOST)
def _read_tag(source: str) -> tuple[StartTag, str, bool, Element | None, str] | None:
    """Read what stands behind a `<`, up to the next; white space between tags is no text.

    Return a start tag, or the name in an end tag; whether it is `<tag/>`, its element where it says all of that, and
    the text behind it.
    """
    inside, bracket, behind = source.partition(">")
    text = _read_text(behind) if behind.strip(_WHITE) else ""
    if text is None or not bracket or (behind != (kept := behind.rstrip(_WHITE)) and kept.endswith(">")):
        return None  # white space behind a ">" is taken for that between tags
    if inside.startswith("/"):
        return NO_TAG, inside[1:].rstrip(_WHITE), False, None, text
    head, is_alone = _read_head(inside), inside.endswith("/")
    if head is None or (head.tag == "br" and not is_alone):
        return None
    is_whole = is_alone and not head.field and head.tag != "br"
    return head, "", is_alone, finished_element(head, (), (), Record({})) if is_whole else None, text


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
