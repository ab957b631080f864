"""The text of `<style>` elements → what its rules say of each element of the drawing.

Selectors are tags, classes, ids, attributes and `*`, in lists, one in or directly in another.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.layout.art.values import ArtError, Unsupported, declarations_of, quote

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_PART = re.compile(
    r"""(?P<tag>[\w-]+|\*)
    |\#(?P<id>[\w-]+)
    |\.(?P<class>[\w-]+)
    |\[\s*(?P<name>[\w-]+)\s*(?:=\s*["']?(?P<value>[^"'\]]*)["']?\s*)?\]
    |(?P<state>:first-child|:root)""",
    re.VERBOSE,
)
_FULL, _BRACE = re.compile(r"\S"), re.compile("[{}]")
_COMBINED = re.compile(r"\s*(>)\s*|\s+")
_SILENT_RULES = ("@charset", "@font-face", "@namespace", "@page", "@keyframes", "@-webkit-keyframes")
MOST_RULES = 2_000
_MOST_PARTS = 20  # of a selector


class CssPart(NamedTuple):
    """What one element must be."""

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
    def wanted(self) -> str:
        """What the element itself must have, and rules are looked up by: `#id`, `.class`, a tag or `*`."""
        part = self.selector[-1]
        return f"#{part.id}" if part.id else f".{min(part.classes)}" if part.classes else part.tag

    @property
    def specificity(self) -> tuple[int, int, int]:
        """Return how many ids; classes and attributes; tags it asks for."""
        ids = sum(bool(part.id) for part in self.selector)
        classes = sum(len(part.classes) + len(part.attributes) + bool(part.state) for part in self.selector)
        return ids, classes, sum(part.tag != "*" for part in self.selector)


class CssFacts(NamedTuple):
    """What selectors ask of an element."""

    tag: str
    attributes: Mapping[str, str]
    is_first: bool
    is_root: bool


def read_rules(text: str, errors: list[ArtError]) -> list[CssRule]:
    """The rules of one style sheet, the weakest first; what is wrong with others is added to the errors."""
    rules: list[CssRule] = []
    for prelude, body in _blocks(_COMMENT.sub(" ", text), errors):
        selectors = prelude.split(",")
        if len(rules) + len(selectors) > MOST_RULES:
            errors.append(_too_many())
            return []
        try:
            plain, important = declarations_of(body)
            rules += [CssRule(_selector(part.strip()), plain, important) for part in selectors]
        except ArtError as error:
            errors.append(error)
    return sorted(rules, key=lambda rule: rule.specificity)


def _blocks(text: str, errors: list[ArtError]) -> Iterator[tuple[str, str]]:
    """`selector { declarations }`, one after another; what begins with @ is passed over where it draws nothing."""
    at = _begin(text, 0)
    blocks = 0
    while at < len(text):
        blocks += 1
        if blocks > MOST_RULES:
            errors.append(_too_many())
            return
        opening, ending = text.find("{", at), text.find(";", at)
        if text.startswith("@", at) and ending >= 0 and not 0 <= opening < ending:
            _judge_at_rule(text[at : ending + 1], errors)
            at = _begin(text, ending + 1)
            continue
        closing = _closing(text, opening)
        if closing < 0:
            head = text[at:].strip()
            errors.append(ArtError("style", f"{quote(head)} has no {{…}}", "write selector { name: value }"))
            return
        prelude, body = text[at:opening].strip(), text[opening + 1 : closing]
        at = _begin(text, closing + 1)
        if prelude.startswith("@"):
            _judge_at_rule(prelude, errors)
        else:
            yield prelude, body


def _begin(text: str, at: int) -> int:
    """Where what follows begins, behind blanks."""
    found = _FULL.search(text, at)
    return found.start() if found else len(text)


def _closing(text: str, opening: int) -> int:
    """Where the brace is that closes this one."""
    depth = 0
    for match in _BRACE.finditer(text, opening) if opening >= 0 else ():
        depth += 1 if match[0] == "{" else -1
        if not depth:
            return match.start()
    return -1


def _too_many() -> ArtError:
    return Unsupported("style", f"has more than {MOST_RULES} rules")


def _judge_at_rule(prelude: str, errors: list[ArtError]) -> None:
    name = prelude.split(maxsplit=1)[0].lower()
    if not name.startswith(_SILENT_RULES):
        errors.append(Unsupported("style", f"{quote(prelude.partition('{')[0].strip())} cannot be printed"))


def _selector(text: str) -> tuple[CssPart, ...]:
    found: list[CssPart] = []
    at = 0
    while at < len(text):
        simple, at = _simple(text, at)
        combined = _COMBINED.match(text, at)
        if (combined is None and at < len(text)) or len(found) > _MOST_PARTS:
            raise _unknown(text)
        found.append(simple._replace(is_parent=bool(combined and combined[1])))
        at = combined.end() if combined else at
    if not found:
        raise _unknown(text)
    return tuple(found)


def _simple(text: str, start: int) -> tuple[CssPart, int]:
    simple, at = CssPart("*", "", frozenset(), (), "", False), start
    while match := _PART.match(text, at):
        if tag := match["tag"]:
            if at > start:
                break
            simple = simple._replace(tag=tag)
        elif match["id"]:
            simple = simple._replace(id=match["id"])
        elif match["class"]:
            simple = simple._replace(classes=simple.classes | {match["class"]})
        elif match["name"]:
            simple = simple._replace(attributes=(*simple.attributes, (match["name"], match["value"])))
        else:
            simple = simple._replace(state=match["state"])
        at = match.end()
    if at == start:
        raise _unknown(text)
    return simple, at


def _unknown(text: str) -> Unsupported:
    return Unsupported("style", f"selector {quote(text)} cannot be printed", "use tags, .classes and #ids")


def matches(rule: CssRule, elements: Sequence[CssFacts]) -> bool:
    """Whether a rule is of the last of these elements, which stand in each other."""
    if not _is(rule.selector[-1], elements[-1]):
        return False
    # all places that a part may have are followed at once: trying them one by one takes time without end
    places = {len(elements) - 1}
    for part in reversed(rule.selector[:-1]):
        outer = {n - 1 for n in places if n} if part.is_parent else range(max(places, default=0))
        places = {n for n in outer if _is(part, elements[n])}
    return bool(places)


def _is(part: CssPart, element: CssFacts) -> bool:
    attributes = element.attributes
    return (
        part.tag in ("*", element.tag)
        and part.id in ("", attributes.get("id", ""))
        and part.classes <= set(attributes.get("class", "").split())
        and all(name in attributes and value in (None, attributes[name]) for name, value in part.attributes)
        and (not part.state or (element.is_first if part.state == ":first-child" else element.is_root))
    )
