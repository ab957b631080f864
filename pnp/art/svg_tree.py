"""The bytes of an SVG file → its elements with their places, and with the properties that style sheets give them.

Only elements of SVG's own namespace (or of none) are kept: those that editors add for themselves draw nothing.
Selectors of style sheets are tags, classes, ids, attributes and `*`, in lists, one in or directly in another.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple, NoReturn
from xml.parsers import expat

from pnp.art.attribute_values import ArtError, Unsupported, declarations_of, quote
from pnp.model.problem import Problem, code
from pnp.model.regex import regex
from pnp.model.span import Span

_COMMENT = regex(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_PART = regex(
    r"""(?P<tag>[\w-]+|\*)
    |\#(?P<id>[\w-]+)
    |\.(?P<class>[\w-]+)
    |\[\s*(?P<name>[\w-]+)\s*(?:=\s*["']?(?P<value>[^"'\]]*)["']?\s*)?\]
    |(?P<state>:first-child|:root)""",
    re.VERBOSE,
)
_FULL, _BRACE = regex(r"\S"), regex("[{}]")
_COMBINED = regex(r"\s*(>)\s*|\s+")
_SILENT_RULES = ("@charset", "@font-face", "@namespace", "@page", "@keyframes", "@-webkit-keyframes")
MOST_RULES = 2_000
_TOO_MANY = f"has more than {MOST_RULES} rules"
_MOST_PARTS = 20  # of a selector


class CssPart(NamedTuple):
    """The conditions that a selector sets for one element."""

    tag: str  # or "*"
    id: str
    classes: frozenset[str]
    attributes: tuple[tuple[str, str | None], ...]
    state: str
    is_parent: bool  # of the one after it; else it may be farther out


class CssRule(NamedTuple):
    selector: tuple[CssPart, ...]  # from the outermost inwards
    plain: Mapping[str, str]
    important: Mapping[str, str]

    @property
    def specificity(self) -> tuple[int, int, int]:
        """Return how many ids, how many classes and attributes, and how many tags the selector names."""
        ids = sum(bool(part.id) for part in self.selector)
        classes = sum(len(part.classes) + len(part.attributes) + bool(part.state) for part in self.selector)
        return ids, classes, sum(part.tag != "*" for part in self.selector)


class CssFacts(NamedTuple):  # the properties of an element to which selectors refer
    tag: str
    attributes: Mapping[str, str]
    is_first: bool
    is_root: bool


def _blocks(text: str, errors: list[ArtError]) -> Iterator[tuple[str, str]]:
    """Yield `selector { declarations }`, one after another; pass over rules with @ where they draw nothing."""
    blocks = at = 0
    while full := _FULL.search(text, at):
        at = full.start()
        blocks += 1
        if blocks > MOST_RULES:
            errors.append(Unsupported("style", _TOO_MANY))
            return
        opening, ending = text.find("{", at), text.find(";", at)
        if text.startswith("@", at) and ending >= 0 and not 0 <= opening < ending:
            prelude, at = text[at : ending + 1], ending + 1
        else:
            depth, closing = 0, -1
            for match in _BRACE.finditer(text, opening) if opening >= 0 else ():
                depth += 1 if match[0] == "{" else -1
                if not depth:
                    closing = match.start()
                    break
            if closing < 0:
                message = f"{quote(text[at:].strip())} has no {{…}}"
                errors.append(ArtError("style", message, "write selector { name: value }"))
                return
            prelude, body, at = text[at:opening].strip(), text[opening + 1 : closing], closing + 1
            if not prelude.startswith("@"):
                yield prelude, body
                continue
        if not prelude.split(maxsplit=1)[0].lower().startswith(_SILENT_RULES):
            errors.append(Unsupported("style", f"{quote(prelude.partition('{')[0].strip())} cannot be printed"))


def _read_selector(text: str) -> tuple[CssPart, ...]:
    found: list[CssPart] = []
    at = 0
    while at < len(text) or not found:
        start, part = at, CssPart("*", "", frozenset(), (), "", False)
        while (match := _PART.match(text, at)) and not (match["tag"] and at > start):
            if match["tag"]:
                part = part._replace(tag=match["tag"])
            elif match["id"]:
                part = part._replace(id=match["id"])
            elif match["class"]:
                part = part._replace(classes=part.classes | {match["class"]})
            elif match["name"]:
                part = part._replace(attributes=(*part.attributes, (match["name"], match["value"])))
            else:
                part = part._replace(state=match["state"])
            at = match.end()
        combined = _COMBINED.match(text, at)
        if at == start or (combined is None and at < len(text)) or len(found) > _MOST_PARTS:
            raise Unsupported("style", f"selector {quote(text)} cannot be printed", "use tags, .classes and #ids")
        found.append(part._replace(is_parent=bool(combined and combined[1])))
        at = combined.end() if combined else at
    return tuple(found)


def matches(rule: CssRule, elements: Sequence[CssFacts]) -> bool:
    """Tell whether a rule applies to the last of these elements, which stand in each other."""
    if not _fits(rule.selector[-1], elements[-1]):
        return False
    # all places that a part may have are followed at once: trying them one by one takes time without end
    places = {len(elements) - 1}
    for part in reversed(rule.selector[:-1]):
        outer = {n - 1 for n in places if n} if part.is_parent else range(max(places, default=0))
        places = {n for n in outer if _fits(part, elements[n])}
    return bool(places)


def _fits(part: CssPart, element: CssFacts) -> bool:
    attributes = element.attributes
    return (
        part.tag in ("*", element.tag)
        and part.id in ("", attributes.get("id", ""))
        and part.classes <= set(attributes.get("class", "").split())
        and all(name in attributes and value in (None, attributes[name]) for name, value in part.attributes)
        and (not part.state or (element.is_first if part.state == ":first-child" else element.is_root))
    )


DTD = code("PNP252", says="{what}")

_NAMESPACES = ("xmlns", "xml:", "xlink:type", "xlink:show", "xlink:actuate")  # attributes that draw nothing
_MOST_ENTITIES = 100
_LONGEST = 1000  # characters of one
_MOST_GROWTH = 1_000_000  # characters that all of them add to the file
_PREDEFINED = frozenset(("amp", "lt", "gt", "quot", "apos"))
_REFERENCE = regex(rb"&([^\x00-\x20&;<>#\"'][^\x00-\x20&;<>\"']*);")


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
RankedRules = Mapping[str, list[tuple[int, CssRule]]]  # by a condition of their elements
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
    """Return the root, elements by id, and problems; no root for what isn't XML or has other DTDs. Raises Overdone."""
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
        attributes: dict[str, str] = {}
        for own_name, value in raw.items():
            space, _, local = own_name.rpartition(" ")
            if not space and own_name not in _ONLY_STYLES:
                attributes[own_name] = value
            elif space == "http://www.w3.org/1999/xlink" and local == "href":
                attributes.setdefault("href", raw.get("href", value))
            elif space == "http://www.w3.org/XML/1998/namespace" and local == "space":
                attributes["xml:space"] = value
            if not space and own_name.startswith("on"):
                self.problems.append(EVENT_HANDLER.at(span, hint="delete it", name=own_name))
        node = Node(tag, attributes, span.line, span.column)
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

    def cascade(self) -> None:
        """Add the properties from style sheets to the attributes of elements, when all are read."""
        rules: list[CssRule] = []
        for node in self._sheets:
            errors: list[ArtError] = []
            own: list[CssRule] = []
            is_css = node.attributes.get("type", "text/css").strip() in ("", "text/css")
            text = "".join([part for part in node.content if isinstance(part, str)]) if is_css else ""
            for prelude, body in _blocks(_COMMENT.sub(" ", text), errors):
                selectors = prelude.split(",")
                if len(own) + len(selectors) > MOST_RULES:
                    errors.append(Unsupported("style", _TOO_MANY))
                    own.clear()
                    break
                try:
                    declared = declarations_of(body)
                    own += [CssRule(_read_selector(part.strip()), *declared) for part in selectors]
                except ArtError as error:
                    errors.append(error)
            rules += own
            for wrong in errors:
                what = UNSUPPORTED_VALUE if isinstance(wrong, Unsupported) else BAD_VALUE
                span = Span(self.shown, node.line, node.column)
                self.problems.append(what.at(span, hint=wrong.hint, tag="style", what=wrong.message))
        if rules and self.root is not None:
            rules.sort(key=lambda rule: rule.specificity)
            by_key: dict[str, list[tuple[int, CssRule]]] = {}
            for number, rule in enumerate(rules):  # by one condition of their elements
                part = rule.selector[-1]
                key = f"#{part.id}" if part.id else f".{min(part.classes)}" if part.classes else part.tag
                by_key.setdefault(key, []).append((number, rule))
            self._apply(by_key, self.root, [], True)

    def _apply(self, rules: RankedRules, node: Node, around: list[CssFacts], is_first: bool) -> None:
        """Apply rules, each with its rank, to a node and those in it."""
        elements = [*around, CssFacts(node.tag, dict(node.attributes), is_first, not around)]
        classes = {f".{name}" for name in node.attributes.get("class", "").split()}
        names = ("*", node.tag, f"#{node.attributes.get('id', '')}", *classes)
        asking = [ranked for name in names for ranked in rules.get(name, ())]
        self._matched += len(asking)
        if self._matched > _MOST_MATCHED:
            raise Overdone(TOO_MANY_RULES.at(Span(self.shown, node.line, node.column), most=_MOST_MATCHED))
        found = [rule for _, rule in sorted(asking, key=itemgetter(0)) if matches(rule, elements)]
        plain, important = self._styles.get(node, ({}, {}))
        for given in (*[rule.plain for rule in found], plain, *[rule.important for rule in found], important):
            node.attributes.update(given)
        self._given += len(node.attributes)
        if self._given > _MOST_GIVEN:
            raise Overdone(TOO_MANY_ATTRIBUTES.at(Span(self.shown, node.line, node.column), most=_MOST_GIVEN))
        for place, child in enumerate(node.children):
            self._apply(rules, child, elements, not place)

    def _add_text(self, text: str) -> None:
        if self._open and (node := self._open[-1]) is not None and node.tag in _WORDED:
            node.content.append(text)

    def _start_doctype(self, *_: object) -> None:
        if b"\0" in self.data:
            self.problems.append(UTF16_DTD.at(Span(self.shown, 1, 1), hint="delete <!DOCTYPE …>, or save it as UTF-8"))
            raise _Refused
        self.parser.EntityDeclHandler = self._check_entity
        self.parser.AttlistDeclHandler = self._check_attribute
        self.parser.EndDoctypeDeclHandler = self._check_references

    def _check_entity(self, name: str, is_parameter: int, value: str | None, *_elsewhere: str | None) -> None:
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
        growth = at = 0
        parts: list[bytes] = []  # with blanks for comments
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
