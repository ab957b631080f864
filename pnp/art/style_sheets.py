"""The text of `<style>` elements → rules, and the elements of a drawing to which they apply.

Selectors are tags, classes, ids, attributes and `*`, in lists, one in or directly in another.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.art.values import ArtError, Unsupported, declarations_of, quote

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
    def lookup_key(self) -> str:
        """Return the one condition of the element by which rules are looked up: `#id`, `.class`, a tag or `*`."""
        part = self.selector[-1]
        return f"#{part.id}" if part.id else f".{min(part.classes)}" if part.classes else part.tag

    @property
    def specificity(self) -> tuple[int, int, int]:
        """Return how many ids, how many classes and attributes, and how many tags the selector names."""
        ids = sum(bool(part.id) for part in self.selector)
        classes = sum(len(part.classes) + len(part.attributes) + bool(part.state) for part in self.selector)
        return ids, classes, sum(part.tag != "*" for part in self.selector)


class CssFacts(NamedTuple):
    """The properties of an element to which selectors refer."""

    tag: str
    attributes: Mapping[str, str]
    is_first: bool
    is_root: bool


def read_rules(text: str, errors: list[ArtError]) -> list[CssRule]:
    """Read the rules of one style sheet, the weakest first; add the mistakes in others to the errors."""
    rules: list[CssRule] = []
    for prelude, body in _blocks(_COMMENT.sub(" ", text), errors):
        selectors = prelude.split(",")
        if len(rules) + len(selectors) > MOST_RULES:
            errors.append(Unsupported("style", _TOO_MANY))
            return []
        try:
            plain, important = declarations_of(body)
            rules += [CssRule(_read_selector(part.strip()), plain, important) for part in selectors]
        except ArtError as error:
            errors.append(error)
    return sorted(rules, key=lambda rule: rule.specificity)


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
                head = text[at:].strip()
                errors.append(ArtError("style", f"{quote(head)} has no {{…}}", "write selector { name: value }"))
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
            hint = "use tags, .classes and #ids"
            raise Unsupported("style", f"selector {quote(text)} cannot be printed", hint)
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
