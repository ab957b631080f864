"""The bytes of an SVG file → its elements with their places. XML only: their meaning is drawn elsewhere.

Only elements of SVG's own namespace (or of none) are kept: those that editors add for themselves draw nothing.
"""

from collections.abc import Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, NoReturn
from xml.parsers import expat

from pnp.art.values import ArtError, Unsupported, declarations_of, quote
from pnp.model.problem import Problem, code
from pnp.model.regex import regex
from pnp.model.span import Span

DTD = code("PNP252", says="{what}")

_NAMESPACES = ("xmlns", "xml:", "xlink:type", "xlink:show", "xlink:actuate")  # attributes that draw nothing
_MOST_ENTITIES = 100
_LONGEST = 1000  # characters of one
_MOST_GROWTH = 1_000_000  # characters that all of them add to the file
_PREDEFINED = frozenset(("amp", "lt", "gt", "quot", "apos"))
_REFERENCE = regex(rb"&([^\x00-\x20&;<>#\"'][^\x00-\x20&;<>\"']*);")

if TYPE_CHECKING:
    from pnp.art.style_sheets import CssFacts, CssRule

MALFORMED = code("PNP251", says="is not XML: {what}")
UNKNOWN_ENCODING = MALFORMED.also("unknown encoding")
NO_ENTITY = MALFORMED.also("there is no entity {name}")
UNSUPPORTED = code("PNP253", says="<{tag}> cannot be printed")
UNSUPPORTED_VALUE = UNSUPPORTED.also("<{tag}> {what}")
LINKED_STYLE_SHEET = UNSUPPORTED.also("<?xml-stylesheet?> cannot be printed")
EVENT_HANDLER = UNSUPPORTED.also("{name} is an event handler: it cannot be printed")
BAD_VALUE = code("PNP254", says="<{tag}> {what}")
BAD_STYLE = BAD_VALUE.also("{what}")

TOO_MUCH = code("PNP275", says="more than {most} elements")
NESTED_TOO_DEEPLY = TOO_MUCH.also("elements are nested more than {most} deep")
TOO_MANY_RULES = TOO_MUCH.also("style sheets have rules for more than {most} elements")
TOO_MANY_ATTRIBUTES = TOO_MUCH.also("elements have more than {most} attributes and properties")
UTF16_DTD = DTD.also("has a DTD in UTF-16")

MAX_DEPTH = 64  # elements in elements
MAX_ELEMENTS = 100_000

_SVG = "http://www.w3.org/2000/svg"
_WORDED = frozenset(("style", "text", "tspan", "textPath", "tref", "a", "flowRoot", "flowPara", "flowSpan"))
_MOST_MATCHED = 1_000_000  # elements times the rules that ask for their tag, class or id
_MOST_GIVEN = 2_000_000  # attributes of all elements together, with those from style sheets
_ONLY_STYLES = frozenset(("background", "background-color"))  # no attributes: only a style can set these


class Overdone(Exception):
    """A file beyond a limit, of which nothing is drawn."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


class Node:
    """An element; properties of its style attribute stand among its attributes."""

    __slots__ = ("attributes", "children", "column", "content", "line", "tag")

    def __init__(self, tag: str, attributes: dict[str, str], line: int, column: int) -> None:
        self.tag, self.attributes, self.line, self.column = tag, attributes, line, column
        self.children: list[Node] = []
        self.content: list[str | Node] = []  # its words, and the elements between them, where it may have words


def parse_svg(data: bytes, shown: str) -> tuple[Node | None, Mapping[str, Node], list[Problem]]:
    """Return the root, elements by id, and problems; no root where the file isn't XML or has a DTD with declarations.

    Overdone where it is too deep or too large.
    """
    builder = _TreeBuilder(data, shown)
    try:
        builder.parser.Parse(data, True)
        builder.cascade()
    except _Refused:
        return None, {}, builder.problems
    except expat.ExpatError as error:
        message = expat.errors.messages.get(error.code, "not XML")
        span = Span(shown, error.lineno, error.offset + 1)
        return None, {}, [MALFORMED.at(span, what=message)]
    except (ValueError, LookupError):  # raised by Python's side of expat for an encoding that it can't use
        return None, {}, [UNKNOWN_ENCODING.at(Span(shown, 1, 1), hint="save it as UTF-8")]
    return builder.root, builder.ids, builder.problems


class _Refused(Exception):
    """A reason to stop the parser: the rest of the file must not be read."""


class _TreeBuilder:
    """Makes nodes of expat's events."""

    def __init__(self, data: bytes, shown: str) -> None:
        self.data, self.shown = data, shown
        self.root: Node | None = None
        self.ids: dict[str, Node] = {}
        self.problems: list[Problem] = []
        self._styles: dict[Node, tuple[dict[str, str], dict[str, str]]] = {}  # of their own style attributes
        self._sheets: list[Node] = []
        self._open: list[Node | None] = []  # None: an element that is passed over with all it holds
        self._count = self._given = self._matched = 0
        self._entities: dict[str, int] = {}  # their lengths
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start_element
        self.parser.EndElementHandler = lambda name: self._open.pop()
        self.parser.CharacterDataHandler = self._add_text
        self.parser.StartDoctypeDeclHandler = self._start_doctype
        self.parser.ProcessingInstructionHandler = self._check_instruction

    def _here(self) -> Span:
        return Span(self.shown, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def _start_element(self, name: str, raw: dict[str, str]) -> None:
        self._count += 1
        if len(self._open) >= MAX_DEPTH:
            raise Overdone(NESTED_TOO_DEEPLY.at(self._here(), most=MAX_DEPTH))
        if self._count > MAX_ELEMENTS:
            raise Overdone(TOO_MUCH.at(self._here(), most=MAX_ELEMENTS))
        namespace, _, tag = name.rpartition(" ")
        if namespace not in (_SVG, "") or (self._open and self._open[-1] is None):
            self._open.append(None)
            return
        span = self._here()
        node = Node(tag, self._read_attributes(raw, span), span.line, span.column)
        if not self._open:
            self.root = node
        elif (parent := self._open[-1]) is not None:
            parent.children.append(node)
            if parent.tag in _WORDED:
                parent.content.append(node)
        self._open.append(node)
        if own_id := node.attributes.get("id"):
            self.ids.setdefault(own_id, node)
        if tag == "style":
            self._sheets.append(node)
        if "style" in node.attributes:
            try:
                plain, important = self._styles[node] = declarations_of(node.attributes.pop("style"))
                node.attributes.update(plain)
                node.attributes.update(important)
            except ArtError as error:
                self.problems.append(BAD_STYLE.at(span.at(error.attribute), what=error.message, hint=error.hint))
        if tag == "script":
            self.problems.append(UNSUPPORTED.at(span, hint="delete it", tag=tag))

    def _read_attributes(self, raw: dict[str, str], span: Span) -> dict[str, str]:
        attributes: dict[str, str] = {}
        for name, value in raw.items():
            namespace, _, local = name.rpartition(" ")
            if not namespace and name not in _ONLY_STYLES:
                attributes[name] = value
            elif namespace == "http://www.w3.org/1999/xlink" and local == "href":
                attributes.setdefault("href", raw.get("href", value))
            elif namespace == "http://www.w3.org/XML/1998/namespace" and local == "space":
                attributes["xml:space"] = value
            if not namespace and name.startswith("on"):
                self.problems.append(EVENT_HANDLER.at(span, hint="delete it", name=name))
        return attributes

    def cascade(self) -> None:
        """Add the properties from style sheets to the attributes of elements, when all are read."""
        if not self._sheets:
            return
        from pnp.art.style_sheets import read_rules

        rules: list[CssRule] = []
        for node in self._sheets:
            errors: list[ArtError] = []
            if node.attributes.get("type", "text/css").strip() in ("", "text/css"):
                rules += read_rules("".join([part for part in node.content if isinstance(part, str)]), errors)
            span = Span(self.shown, node.line, node.column)
            for error in errors:
                what = UNSUPPORTED_VALUE if isinstance(error, Unsupported) else BAD_VALUE
                self.problems.append(what.at(span, hint=error.hint, tag="style", what=error.message))
        if rules and self.root is not None:
            rules.sort(key=lambda rule: rule.specificity)
            by_key: dict[str, list[tuple[int, CssRule]]] = {}
            for number, rule in enumerate(rules):
                by_key.setdefault(rule.lookup_key, []).append((number, rule))
            self._apply(by_key, self.root, [], True)

    def _apply(
        self, rules: "Mapping[str, list[tuple[int, CssRule]]]", node: Node, around: "list[CssFacts]", is_first: bool
    ) -> None:
        """Apply rules, given by their lookup keys and each with its rank, to a node and those in it."""
        from pnp.art.style_sheets import CssFacts, matches

        elements = [*around, CssFacts(node.tag, dict(node.attributes), is_first, not around)]
        classes = {f".{name}" for name in node.attributes.get("class", "").split()}
        names = ("*", node.tag, f"#{node.attributes.get('id', '')}", *classes)
        asking = [ranked for name in names for ranked in rules.get(name, ())]
        self._matched += len(asking)
        if self._matched > _MOST_MATCHED:
            raise Overdone(TOO_MANY_RULES.at(Span(self.shown, node.line, node.column), most=_MOST_MATCHED))
        found = [rule for _, rule in sorted(asking, key=itemgetter(0)) if matches(rule, elements)]
        own = self._styles.get(node, ({}, {}))
        for given in (*[rule.plain for rule in found], own[0], *[rule.important for rule in found], own[1]):
            node.attributes.update(given)
        self._given += len(node.attributes)
        if self._given > _MOST_GIVEN:
            raise Overdone(TOO_MANY_ATTRIBUTES.at(Span(self.shown, node.line, node.column), most=_MOST_GIVEN))
        for place, child in enumerate(node.children):
            self._apply(rules, child, elements, not place)

    def _add_text(self, text: str) -> None:
        node = self._open[-1] if self._open else None
        if node is not None and node.tag in _WORDED:
            node.content.append(text)

    def _start_doctype(self, *_: object) -> None:
        if b"\0" in self.data:
            hint = "delete <!DOCTYPE …>, or save it as UTF-8"
            self.problems.append(UTF16_DTD.at(Span(self.shown, 1, 1), hint=hint))
            raise _Refused
        self.parser.EntityDeclHandler = self._check_entity
        self.parser.AttlistDeclHandler = self._check_attribute
        self.parser.EndDoctypeDeclHandler = self._check_references

    def _check_entity(
        self, name: str, is_parameter: int, value: str | None, _base: str | None, *_elsewhere: str | None
    ) -> None:
        what = f"entity {name if len(name) <= 40 else quote(name)}"
        if is_parameter:
            self._refuse(f"{what} is a parameter: it cannot be used", "delete it")
        if value is None:
            self._refuse(f"{what} is another file: it is not read", "copy what it holds into this file")
        if "&" in value or "<" in value:
            self._refuse(f"{what} is not plain text", "write out what it stands for")
        if len(value) > _LONGEST:
            self._refuse(f"{what} is longer than {_LONGEST} characters", "write out what it stands for")
        if len(self._entities) >= _MOST_ENTITIES:
            self._refuse(f"there are more than {_MOST_ENTITIES} entities", "write out what they stand for")
        self._entities.setdefault(name, len(value))

    def _check_attribute(self, element: str, name: str, _kind: str, default: str | None, _is_required: int) -> None:
        if default is not None and not name.startswith(_NAMESPACES):
            self._refuse(f"attribute {name} of {element} is set by the DTD", "write it on the elements")

    def _check_references(self) -> None:
        """Refuse a file that uses an entity that its DTD, ending here, doesn't declare, or that entities enlarge."""
        growth = 0
        # comments are blanked
        parts: list[bytes] = []
        at = 0
        while (start := self.data.find(b"<!--", at)) >= 0 and (end := self.data.find(b"-->", start + 4)) >= 0:
            parts += self.data[at:start], b" " * (end + 3 - start)
            at = end + 3
        for match in _REFERENCE.finditer(b"".join([*parts, self.data[at:]])):
            name = match[1].decode("utf-8", "replace")
            if name not in self._entities and name not in _PREDEFINED:
                before = self.data[: match.start()]
                span = Span(self.shown, before.count(b"\n") + 1, match.start() - before.rfind(b"\n"))
                self.problems.append(NO_ENTITY.at(span, name=name))
                raise _Refused
            growth += self._entities.get(name, 0)
            if growth > _MOST_GROWTH:
                message = f"entities make the file more than {_MOST_GROWTH} characters longer"
                self._refuse(message, "write out what they stand for")

    def _refuse(self, what: str, hint: str) -> NoReturn:
        self.problems.append(DTD.at(self._here(), what=what, hint=hint))
        raise _Refused

    def _check_instruction(self, target: str, data: str) -> None:
        if target == "xml-stylesheet":
            self.problems.append(LINKED_STYLE_SHEET.at(self._here(), hint="write attributes instead"))
