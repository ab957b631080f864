"""A rendered document that can't be read → which tag is wrong, in the words of whoever writes templates.

Expat says where it gave up, which for a tag that is never closed is the end of another. Here the tags are read again,
with the stamps that name their lines, and the first that is wrong is told at its own place in the template.
"""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

from pnp.layout.markup import BAD_XML, STAMP, read_stamp
from pnp.model.language import shorten
from pnp.model.problem import Code, Finding, find

NEVER_CLOSED = BAD_XML.also("<{tag}> here is never closed")
NOT_CLOSED_YET = BAD_XML.also("<{tag}> here isn't closed before </{other}>")
NO_FACE = BAD_XML.also("there is no <face> before this </face>")
CLOSES_NOTHING = BAD_XML.also("</{tag}> closes nothing")
NO_END = BAD_XML.also("<{tag} has no > at its end")
OPEN_QUOTE = BAD_XML.also("the quote after {name}= is never closed", once=True)
NO_QUOTES = BAD_XML.also("the value of {name} stands in no quotes", once=True)
NO_VALUE = BAD_XML.also("{name} has no value", once=True)
NO_BLANK = BAD_XML.also("there is no blank before {name}", once=True)
STRAY_SIGN = BAD_XML.also("{sign} can't stand in <{tag}>", once=True)
SAID_TWICE = BAD_XML.also("<{tag}> says {name} twice", once=True)
AMPERSAND = BAD_XML.also("a single & can't stand here", once=True)
NO_CHARACTER = BAD_XML.also("{entity} names no character", once=True)
LESS_THAN = BAD_XML.also("a < that begins no element", once=True)
OPEN_COMMENT = BAD_XML.also("<!-- here has no -->")
NOTHING = BAD_XML.also("the template makes nothing")
SECOND_ROOT = BAD_XML.also("<{tag}> stands behind the end of the face")
TEXT_OUTSIDE = BAD_XML.also('text "{text}" stands outside of <face>')
CONTROL = BAD_XML.also("a character that can't be printed: {number}", once=True)

_QUOTES = "\"'"
_NAME = r"[A-Za-z_][\w.:-]*+"
_ENTITY = r"&(?:#[0-9]+|#x[0-9A-Fa-f]+|amp|lt|gt|quot|apos);"
_ATTRIBUTE = rf"""\s++(?P<name>{_NAME})\s*+=\s*+(?:"(?:[^"<&]|{_ENTITY})*+"|'(?:[^'<&]|{_ENTITY})*+')"""
_READ_ATTRIBUTE = re.compile(_ATTRIBUTE)
_START_ENDS = re.compile(r"\s*+(?P<alone>/?)>")
_START = re.compile(rf"<(?P<tag>{_NAME})")
_CLOSE = re.compile(rf"</(?P<tag>{_NAME})\s*+>")
_SKIPPED = re.compile(rf"[^<&\0-\x08\x0b\x0c\x0e-\x1f]++|{_ENTITY}|<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>", re.DOTALL)
_START_STAMPED = re.compile(rf'\s{STAMP}="([^"]*)"')
_CONTROL = re.compile(r"[\0-\x08\x0b\x0c\x0e-\x1f]")
_JINJA = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)

Source = Callable[[str], str]  # of the template that messages name so; "" where there is none


class _Malformed(Exception):
    """`within` is the stamp of the tag that is wrong, or of the last before it; `sought` finds it in the template."""

    def __init__(self, finding: Finding, within: str, sought: str = "") -> None:
        super().__init__(finding)
        self.finding, self.within, self.sought = finding, within, sought


def explain_malformed(xml: str, source: Source) -> Finding | None:
    """`xml` has stamps. None where nothing is found that would be wrong."""
    reader = _TagReader(xml)
    try:
        reader.read()
    except _Malformed as malformed:
        places = [malformed.within, *(stamp for _, stamp in reversed(reader.opened)), *reader.stamps]
        return malformed.finding._replace(origin=_sought(places, malformed.sought, source))
    return None


def _sought(stamps: list[str], sought: str, source: Source) -> str:
    """Return the first place behind one of these tags in its template where the pattern stands, or the first tag."""
    for stamp in stamps if sought else ():
        place = read_stamp(stamp)
        if place is None:
            continue
        text = _JINJA.sub(lambda match: re.sub("[^\n]", " ", match[0]), source(place.file))
        start = 0
        for _ in range(place.line - 1):
            start = text.find("\n", start) + 1
        if found := re.compile(sought).search(text, start + place.column - 1):
            line = text.count("\n", 0, found.start()) + 1
            return f"{place.file}:{line}:{found.start() - text.rfind(chr(10), 0, found.start())}"
    return stamps[0]


class _TagReader:
    """Goes through a document tag by tag."""

    def __init__(self, xml: str) -> None:
        self._xml, self._at = xml, 0
        self._last = ""  # stamp
        self._root = ""
        self.stamps: dict[str, None] = {}
        self.opened: list[tuple[str, str]] = []  # tags that aren't closed yet, and their stamps

    def read(self) -> None:
        """Read the document. Raises _Malformed."""
        while self._at < len(self._xml):
            if found := _SKIPPED.match(self._xml, self._at):
                text = found[0]
                if not self.opened and text.strip() and not text.startswith(("<!--", "<?")):
                    raise self._wrong(TEXT_OUTSIDE, text=shorten(text.strip()))
                self._at = found.end()
            elif found := _CLOSE.match(self._xml, self._at):
                self._close(found["tag"])
                self._at = found.end()
            elif found := _START.match(self._xml, self._at):
                self._start(found)
            else:
                rest = self._xml[self._at :]
                if rest[0] == "&":
                    raise self._ampersand(rest)
                if rest.startswith("<!--"):
                    raise self._wrong(OPEN_COMMENT, "<!--", hint="write --> where it ends")
                if control := _CONTROL.match(rest):
                    raise self._wrong(CONTROL, number=f"U+{ord(control[0]):04X}")
                if begun := re.match(rf"</({_NAME})", rest):
                    tag = begun[1]
                    raise self._wrong(NO_END, rf"</{re.escape(tag)}", hint=f"write </{tag}>", tag=f"/{tag}")
                raise self._wrong(LESS_THAN, r"<(?![A-Za-z/!?])", hint="write &lt;")
        if self.opened:
            tag, stamp = self.opened[-1]
            raise _Malformed(find(NEVER_CLOSED, hint=_to_close(tag), tag=tag), stamp)
        if not self._root:
            raise self._wrong(NOTHING, hint="a face is <face> … </face>")

    def _close(self, tag: str) -> None:
        if not self.opened:
            self._closes_no_face()
            raise self._wrong(CLOSES_NOTHING, f"</{re.escape(tag)}", hint="delete it", tag=tag)
        inner, stamp = self.opened[-1]
        if inner == tag:
            self.opened.pop()
            return
        if any(each == tag for each, _ in self.opened):
            raise _Malformed(find(NOT_CLOSED_YET, hint=_to_close(inner), tag=inner, other=tag), stamp)
        hint = f"<{inner}> is closed by </{inner}>"
        raise _Malformed(find(CLOSES_NOTHING, hint=hint, tag=tag), self._last or stamp, f"</{re.escape(tag)}")

    def _closes_no_face(self) -> None:
        """Raise _Malformed where </face> stands behind other elements than <face>."""
        if self._root not in ("", "face") and "</face>" in self._xml:
            for start in _START_STAMPED.finditer(self._xml):
                self.stamps[unescape(start[1])] = None
            raise self._wrong(NO_FACE, "</face>", hint="write <face> where it begins")

    def _start(self, found: re.Match[str]) -> None:
        tag, at, names = found["tag"], found.end(), list[str]()
        while attribute := _READ_ATTRIBUTE.match(self._xml, at):
            name = attribute["name"]
            if name == STAMP:
                self._last = unescape(attribute[0].partition('"')[2][:-1])
                self.stamps[self._last] = None
            elif name in names:
                raise self._wrong_attribute(SAID_TWICE, name, hint="delete one", tag=tag)
            names.append(name)
            at = attribute.end()
        if end := _START_ENDS.match(self._xml, at):
            if not self.opened and self._root:
                self._closes_no_face()
                raise self._wrong(SECOND_ROOT, hint="put it before </face>", tag=tag)
            self._root = self._root or tag
            if not end["alone"]:
                self.opened.append((tag, self._last))
            self._at = end.end()
            return
        self._attribute(tag, at, names[-1] if names else "")

    def _attribute(self, tag: str, at: int, before: str) -> None:
        """Raise _Malformed for what is wrong with a start tag, which can be read up to here."""
        rest = self._xml[at:]
        if not rest or rest.lstrip().startswith("<"):
            raise self._wrong(NO_END, hint=f"write <{tag} …/> or <{tag} …>", tag=tag)
        if before and not rest[0].isspace() and re.search(rf"\s{_NAME}=['\"]$", self._xml[:at]):
            raise self._wrong_attribute(
                OPEN_QUOTE, before, hint=f'write {before}="…"'
            )  # the next one's seemed to close it
        if begun := re.match(rf"\s+({_NAME})\s*=\s*(['\"])", rest):
            value = rest[begun.end() :].partition(begun[2])[0]
            wrong = re.search(rf"<|(?!{_ENTITY})&", value)
            if wrong and wrong[0] == "&":
                raise self._ampersand(value[wrong.start() :])
            raise self._wrong_attribute(OPEN_QUOTE, begun[1], hint=f'write {begun[1]}="…"')
        if begun := re.match(rf"\s+({_NAME})\s*=\s*([^\s/>]*)", rest):
            raise self._wrong_attribute(
                NO_QUOTES, begun[1], hint=f'write {begun[1]}="{shorten(begun[2].strip(_QUOTES))}"'
            )
        if begun := re.match(rf"\s+({_NAME})", rest):
            raise self._wrong_attribute(NO_VALUE, begun[1], hint=f'write {begun[1]}="…"')
        if begun := re.match(_NAME, rest):
            raise self._wrong_attribute(NO_BLANK, begun[0])
        raise self._wrong(STRAY_SIGN, sign=rest.lstrip()[0], tag=tag)

    def _wrong(self, code: Code, sought: str = "", **said: Any) -> _Malformed:
        return _Malformed(find(code, **said), self._last, sought)

    def _wrong_attribute(self, code: Code, name: str, hint: str = "", **said: str) -> _Malformed:
        return self._wrong(code, rf"(?<![\w-]){re.escape(name)}(?![\w-])", hint=hint, **said, word=name, name=name)

    def _ampersand(self, rest: str) -> _Malformed:
        entity = re.match(r"&#?\w+;", rest)
        if entity is None:
            return self._wrong(AMPERSAND, r"&(?!#?\w+;)", hint="write &amp;")
        hint = "write &#160; for a no-break space" if entity[0] == "&nbsp;" else "write the character itself"
        return self._wrong(NO_CHARACTER, re.escape(entity[0]), hint=hint, entity=entity[0])


def _to_close(tag: str) -> str:
    return f"write </{tag}> where it ends, or <{tag} …/> if nothing stands in it"
