"""Rendered XML → elements, with the piece's fields bound where an element says `of=`.

Straight from expat into tuples: no tree library, no DTDs, no entities.
"""

import re
from functools import lru_cache
from typing import Any, NamedTuple
from xml.parsers import expat

from pnp.layout.element import Element, kinds
from pnp.layout.stamps import STAMP
from pnp.model.suggest import did_you_mean
from pnp.model.translation import shortened
from pnp.model.values import Record, Value

MAX_DEPTH = 64

_BLANKS = re.compile(r"[ \t\r]+")
_LISTS = ("ul", "ol")
_LONG_NAMES = {"width": "w", "height": "h"}


class MarkupError(Exception):
    """The rendered XML is not a document of the layout language."""

    def __init__(self, message: str, hint: str = "", *, offset: int = 0, stamp: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.offset = offset  # in the rendered bytes
        self.stamp = stamp


class Bound(NamedTuple):
    """What a field's path says: one text, or the items of a list."""

    text: str = ""
    items: tuple[str, ...] = ()
    is_list: bool = False


def bind(fields: Record, path: str) -> Bound:
    """Raises MarkupError where the piece has no such field; one that it leaves out is an empty text."""
    value: Value = fields
    for key in path.split("."):
        if value is None:
            return Bound()
        value = _inside(value, key, path)
    if isinstance(value, tuple):
        return Bound(items=tuple([_shown(item, path) for item in value]), is_list=True)
    return Bound(_shown(value, path))


def _inside(value: Value, key: str, path: str) -> Value:
    if isinstance(value, Record):
        if key not in value:
            raise MarkupError(f'of="{path}": there is no field {key}', did_you_mean(key, value))
        return value[key]
    if isinstance(value, tuple):
        if not (key.isascii() and key.isdigit()):
            raise MarkupError(f'of="{path}": {key} is no item of a list', "items have numbers: 0 is the first")
        return value[int(key)] if len(key) < 6 and int(key) < len(value) else None
    raise MarkupError(f'of="{path}": there is no {key} in a {type(value).__name__}')


def _shown(value: Value, path: str) -> str:
    """A record goes by its name, or by its id."""
    if isinstance(value, Record):
        shown = value.get("name") or value.id
        if not isinstance(shown, str) or not shown:
            raise MarkupError(f'of="{path}" is a record', f"one of its values is meant: {', '.join(value)}")
        return shown
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


class _Head(NamedTuple):
    """A start tag read: the same one comes back on every face, so it is read once."""

    tag: str
    attributes: tuple[str, ...]
    field: str
    origin: str


@lru_cache(4096)
def _head(tag: str, *pairs: str) -> _Head:
    registered = kinds().get(tag)
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
            attributes += (_LONG_NAMES.get(name, name) if is_box else name, value)
    if is_bound and not field:
        raise MarkupError(f'<{tag} of=""> names no field', stamp=origin)
    return _Head(tag, tuple(attributes), field, origin)


class _Open:
    """An element being read."""

    __slots__ = ("children", "head", "text")

    def __init__(self, head: _Head) -> None:
        self.head = head
        self.children: list[Element] = []
        self.text: list[str] = []


def read_markup(xml: bytes, fields: Record) -> Element:
    """The document's root element. Raises MarkupError."""
    parser = expat.ParserCreate("utf-8")
    parser.ordered_attributes = True
    parser.buffer_text = True
    stack: list[_Open] = [_Open(_Head("", (), "", ""))]

    def start(tag: str, pairs: list[str]) -> None:
        if tag == "br":
            return
        head = _head(tag, *pairs)
        if len(stack) > MAX_DEPTH:
            raise MarkupError(f"elements are nested deeper than {MAX_DEPTH}", stamp=head.origin)
        stack.append(_Open(head))

    def end(tag: str) -> None:
        if tag == "br":
            stack[-1].text.append("\n")
            return
        done = stack.pop()
        _, attributes, field, origin = done.head
        text = _collapse("".join(done.text)) if done.text else ""
        bound = _bound(done.head, text, fields) if field else Bound(text)
        stack[-1].children.append(
            Element(tag, attributes, tuple(done.children), bound.text, bound.items, field, origin)
        )

    def characters(data: str) -> None:
        stack[-1].text.append(" " if data == "\n" else data.replace("\n", " "))

    def doctype(*_: Any) -> None:
        raise MarkupError("a DTD is not allowed in a layout", offset=parser.CurrentByteIndex)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(xml, True)
    except expat.ExpatError as error:
        said = expat.errors.messages.get(error.code, "syntax error")
        hint = "write &#160; for a no-break space" if said == expat.errors.XML_ERROR_UNDEFINED_ENTITY else ""
        raise MarkupError(f"the XML is broken: {said}", hint, offset=parser.ErrorByteIndex) from None
    finally:  # the handlers know the parser and it knows them: without this, each face leaves a parser behind
        parser.StartElementHandler = parser.EndElementHandler = None
        parser.CharacterDataHandler = parser.StartDoctypeDeclHandler = None
    return stack[0].children[0]


def _collapse(text: str) -> str:
    """White space of the template collapses; a `<br/>` and a no-break space stay."""
    if "  " in text or "\t" in text or "\r" in text:
        text = _BLANKS.sub(" ", text)
    return "\n".join([line.strip(" ") for line in text.split("\n")])


def _bound(element: _Head, text: str, fields: Record) -> Bound:
    """What an element with `of=` prints; `text` is what stands in it."""
    tag, field = element.tag, element.field
    message = hint = ""
    bound = Bound()
    try:
        bound = bind(fields, field)
    except MarkupError as error:
        message, hint = error.message, error.hint
    if text:
        message = f'<{tag} of="{field}"> has a text of its own, too: "{shortened(text)}"'
        hint = "it prints the field or the text, not both"
    elif bound.is_list and tag not in _LISTS:
        message = f'<{tag} of="{field}">: {field} is a list'
        hint = f'<ul> and <ol> print lists, of="{field}.0" prints the first item'
    elif bound.text and tag in _LISTS:
        message, hint = f'<{tag} of="{field}">: {field} is no list', "<text> and <p> print texts"
    if message:
        raise MarkupError(message, hint, stamp=element.origin)
    return bound
