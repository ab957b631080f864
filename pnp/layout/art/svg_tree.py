"""The bytes of an SVG file → its elements with their places. XML only: what they mean is drawn elsewhere.

Only elements of SVG's own namespace (or of none) are kept: what editors add for themselves draws nothing.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple, NoReturn
from xml.parsers import expat

from pnp.layout.art.svg_doctype import DTD, Doctype
from pnp.layout.art.values import ArtError, quoted
from pnp.model.problem import Problem, code
from pnp.model.span import Span

MALFORMED = code(
    "PNP251",
    "not well-formed SVG",
    """
    The file is not XML as an SVG must be: a tag isn't closed, a quote is missing, a character has the wrong encoding.
    Nothing after that place can be trusted, so nothing of the file is drawn.

    bad:  <g><rect width="3" height="3"/></svg>
    good: <g><rect width="3" height="3"/></g></svg>
    """,
)
UNSUPPORTED = code(
    "PNP253",
    "SVG feature that cannot be printed",
    """
    The file uses something of SVG that pnp doesn't draw: text, embedded pictures, filters, masks, patterns, markers,
    scripts, style sheets, animation. It would be missing on paper, so it is said instead of left out.
    Turn text into paths, filters and patterns into shapes, style sheets into attributes (editors can do all three).

    bad:  <text x="3" y="8">VII</text>
    good: <path d="M3 1l2 7 2-7…"/>
    """,
)
BAD_VALUE = code(
    "PNP254",
    "wrong value in an SVG",
    """
    An attribute (or a property in style="…") has a value that SVG doesn't know there: no number, no colour, a path
    with a letter too many. Browsers would draw something else, each its own.

    bad:  <circle r="wide"/>
    good: <circle r="4.5"/>
    """,
)

TOO_MUCH = code(
    "PNP275",
    "SVG that asks for too much",
    """
    The file has more megabytes, elements, or elements in elements than a drawing for a card can need, or draws one part
    of itself again and again. Nothing of it is drawn, so that it doesn't keep the rest of the game from being printed.

    bad:  65 groups, each in the one before
    good: one group (in Inkscape: Edit > Select All, then Object > Ungroup until nothing changes)
    """,
)

MAX_DEPTH = 64  # elements in elements
MAX_ELEMENTS = 100_000

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_ONLY_STYLES = frozenset(("background", "background-color"))  # no attributes: only a style can say these
_IMPORTANT = re.compile(r"![ \t\r\n]*important[ \t\r\n]*$", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


class Overdone(Exception):
    """The file goes beyond a limit at this place: nothing of it is drawn."""

    def __init__(self, span: Span, message: str) -> None:
        super().__init__(span, message)
        self.problem = TOO_MUCH.at(span, message)


class Node:
    """An element; properties of its style attribute stand among its attributes."""

    __slots__ = ("attributes", "children", "column", "line", "tag")

    def __init__(self, tag: str, attributes: Mapping[str, str], line: int, column: int) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Node] = []
        self.line = line
        self.column = column


class Tree(NamedTuple):
    root: Node | None
    ids: Mapping[str, Node]
    problems: list[Problem]


def parse_svg(data: bytes, shown: str) -> Tree:
    """All elements, or no root where the file is no XML or has a DTD that says something.

    Overdone where it is too deep or too large.
    """
    builder = _Builder(data, shown)
    try:
        builder.parser.Parse(data, True)
    except _Refused:
        return Tree(None, {}, builder.problems)
    except expat.ExpatError as error:
        message = expat.errors.messages.get(error.code, "not XML")
        span = Span(shown, error.lineno, error.offset + 1)
        return Tree(None, {}, [MALFORMED.at(span, f"is not XML: {message}")])
    except (ValueError, LookupError):  # what expat's Python side says to an encoding it can't use
        return Tree(None, {}, [MALFORMED.at(Span(shown, 1, 1), "unknown encoding", hint="save it as UTF-8")])
    return Tree(builder.root, builder.ids, builder.problems)


class _Refused(Exception):
    """Stops the parser where the rest of the file must not be read."""


class _Builder:
    """Expat's events → nodes."""

    def __init__(self, data: bytes, shown: str) -> None:
        self.data = data
        self.shown = shown
        self.root: Node | None = None
        self.ids: dict[str, Node] = {}
        self.problems: list[Problem] = []
        self._open: list[Node | None] = []  # None: an element that is passed over with all it holds
        self._count = 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.ProcessingInstructionHandler = self._instruction

    def _here(self) -> Span:
        return Span(self.shown, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def _start(self, name: str, raw: dict[str, str]) -> None:
        self._count += 1
        if len(self._open) >= MAX_DEPTH:
            raise Overdone(self._here(), f"elements are nested more than {MAX_DEPTH} deep")
        if self._count > MAX_ELEMENTS:
            raise Overdone(self._here(), f"more than {MAX_ELEMENTS} elements")
        namespace, _, tag = name.rpartition(" ")
        if namespace not in (_SVG, "") or (self._open and self._open[-1] is None):
            self._open.append(None)
            return
        span = self._here()
        node = Node(tag, self._attributes(raw, span), span.line, span.column)
        if not self._open:
            self.root = node
        elif (parent := self._open[-1]) is not None:
            parent.children.append(node)
        self._open.append(node)
        if name_of_it := node.attributes.get("id"):
            self.ids.setdefault(name_of_it, node)
        if tag == "script":
            self.problems.append(UNSUPPORTED.at(span, "<script> cannot be printed", hint="delete it"))

    def _attributes(self, raw: dict[str, str], span: Span) -> Mapping[str, str]:
        attributes: dict[str, str] = {}
        for name, value in raw.items():
            namespace, _, local = name.rpartition(" ")
            if not namespace and name not in _ONLY_STYLES:
                attributes[name] = value
            elif namespace == _XLINK and local == "href":
                attributes.setdefault("href", raw.get("href", value))
            if not namespace and name.startswith("on"):
                message = f"{name} is an event handler: it cannot be printed"
                self.problems.append(UNSUPPORTED.at(span, message, hint="delete it"))
        if "style" in attributes:
            try:
                attributes.update(declarations(attributes.pop("style")))
            except ArtError as error:
                self.problems.append(BAD_VALUE.at(span, error.message, hint=error.hint))
        return attributes

    def _end(self, name: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        node = self._open[-1] if self._open else None
        if node is not None and node.tag == "style" and text.strip():
            hint = 'write fill="…" or style="…" on the elements'
            self.problems.append(
                UNSUPPORTED.at(
                    Span(self.shown, node.line, node.column), "<style> with CSS cannot be printed", hint=hint
                )
            )

    def _doctype(self, *_: object) -> None:
        if b"\0" in self.data:
            hint = "delete <!DOCTYPE …>, or save it as UTF-8"
            self.problems.append(DTD.at(Span(self.shown, 1, 1), "has a DTD in UTF-16", hint=hint))
            raise _Refused
        doctype = Doctype(self._refuse)

        def end() -> None:
            if missing := doctype.missing(self.data):
                name, at = missing
                before = self.data[:at]
                span = Span(self.shown, before.count(b"\n") + 1, at - before.rfind(b"\n"))
                self.problems.append(MALFORMED.at(span, f"there is no entity {name}"))
                raise _Refused

        self.parser.EntityDeclHandler = doctype.entity
        self.parser.AttlistDeclHandler = doctype.attribute
        self.parser.EndDoctypeDeclHandler = end

    def _refuse(self, message: str, hint: str) -> NoReturn:
        self.problems.append(DTD.at(self._here(), message, hint=hint))
        raise _Refused

    def _instruction(self, target: str, data: str) -> None:
        if target == "xml-stylesheet":
            self.problems.append(
                UNSUPPORTED.at(self._here(), "<?xml-stylesheet?> cannot be printed", hint="write attributes instead")
            )


def declarations(style: str) -> dict[str, str]:
    """`"fill: red; stroke: none"` → its properties; custom ones (`--name`) are left out: the palette has those."""
    found: dict[str, str] = {}
    important: dict[str, str] = {}
    for part in _COMMENT.sub("", style).split(";"):
        if not part.strip():
            continue
        name, colon, value = part.partition(":")
        if not colon:
            raise ArtError("style", f"style {quoted(part.strip())} has no colon", "write name: value; name: value")
        if not name.strip().startswith("--"):
            plain = _IMPORTANT.sub("", value) if "!" in value else value
            (found if plain == value else important)[name.strip()] = plain.strip()
    found.update(important)
    return found
