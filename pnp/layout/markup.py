"""Rendered XML → elements, with the piece's fields bound where an element says `of=`.

Straight from expat into tuples: no tree library, no DTDs, no entities.
"""

import re
from typing import Any, NamedTuple
from xml.parsers import expat

from pnp.layout.element import Element, kinds
from pnp.layout.stamps import STAMP
from pnp.model.game import Record, Value
from pnp.model.problem import LimitError

MAX_DEPTH = 64

_BLANKS = re.compile(r"[ \t\r]+")
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
    text: str = ""
    items: tuple[str, ...] = ()
    known: bool = True


def bind(fields: Record, path: str) -> Bound:
    """What a field's path says: its text, and the items of a list."""
    value: Value = fields
    for key in path.split("."):
        if isinstance(value, tuple):
            if not key.isdigit():
                return Bound(known=False)
            value = value[int(key)] if int(key) < len(value) else None
        elif isinstance(value, Record):
            if key not in value:
                return Bound(known=False)
            value = value[key]
        else:
            return Bound(known=value is None)
    if isinstance(value, tuple):
        return Bound(items=tuple(_shown(item) for item in value))
    return Bound(text=_shown(value))


def _shown(value: Value) -> str:
    if isinstance(value, Record):
        return _shown(value.get("name") or value.id)
    return "" if value is None else str(value)


class _Open:
    """An element being read."""

    __slots__ = ("attributes", "children", "field", "origin", "tag", "text")

    def __init__(self, tag: str, attributes: tuple[str, ...], field: str, origin: str) -> None:
        self.tag = tag
        self.attributes = attributes
        self.field = field
        self.origin = origin
        self.children: list[Element] = []
        self.text: list[str] = []


def read_markup(xml: bytes, fields: Record) -> Element:
    """The document's root element. Raises MarkupError, LimitError."""
    parser = expat.ParserCreate("utf-8")
    parser.ordered_attributes = True
    parser.buffer_text = True
    registered = kinds()
    stack: list[_Open] = [_Open("", (), "", "")]

    def start(tag: str, pairs: list[str]) -> None:
        if len(stack) > MAX_DEPTH:
            raise LimitError(f"elements are nested deeper than {MAX_DEPTH}")
        field = origin = ""
        if tag == "br":
            return
        for i in range(0, len(pairs), 2):
            name = pairs[i]
            if name in _LONG_NAMES and (tag not in registered or registered[tag].is_box):
                pairs[i] = _LONG_NAMES[name]
            elif name == "of":
                field = pairs[i + 1]
            elif name == STAMP:
                origin = pairs[i + 1]
        if origin or field:
            pairs = [
                part for i in range(0, len(pairs), 2) if pairs[i] not in ("of", STAMP) for part in pairs[i : i + 2]
            ]
        stack.append(_Open(tag, tuple(pairs), field, origin))

    def end(tag: str) -> None:
        if tag == "br":
            stack[-1].text.append("\n")
            return
        done = stack.pop()
        text, items = "", ()  # type: tuple[str, tuple[str, ...]]
        if done.field:
            text, items, known = bind(fields, done.field)
            if not known:
                raise MarkupError(
                    f'of="{done.field}": no such field', _fields_hint(done.field, fields), stamp=done.origin
                )
        elif done.text:
            text = _collapse("".join(done.text))
        stack[-1].children.append(
            Element(done.tag, done.attributes, tuple(done.children), text, items, done.field, done.origin)
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
        raise MarkupError(
            f"the XML is broken: {expat.errors.messages.get(error.code, 'syntax error')}", offset=parser.ErrorByteIndex
        ) from None
    finally:  # the handlers know the parser and it knows them: without this, each face leaves a parser behind
        parser.StartElementHandler = parser.EndElementHandler = None
        parser.CharacterDataHandler = parser.StartDoctypeDeclHandler = None
    return stack[0].children[0]


def _collapse(text: str) -> str:
    """White space of the template collapses; a `<br/>` and a no-break space stay."""
    return "\n".join([_BLANKS.sub(" ", line).strip(" ") for line in text.split("\n")])


def _fields_hint(path: str, fields: Record) -> str:
    from pnp.model.suggest import did_you_mean

    return did_you_mean(path.partition(".")[0], fields)
