"""A catalogue → pairs of a source and what is said for it; and what is left of a text without its marks."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from pnp.localise.catalogue import Catalogue
from pnp.localise.entry import Entry
from pnp.localise.messages import Message
from pnp.model.glossary import Glossary
from pnp.model.holes import masked, unmasked
from pnp.model.problem import Code, Problem, Severity
from pnp.model.span import Span
from pnp.model.speech import Speeches, untold

ICON = re.compile(r"(?<!\\)\[([a-z0-9][a-z0-9_-]*)\]")
_ESCAPED = re.compile(r"\\([*\[\]\\])")
_SAYS = re.compile(r"\s*msgstr")
_ICON = "\ufffc"
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffd-\uffff]")
_STARS = re.compile(r"(?<!\\)\*{1,3}(?=\S)|(?<=\S)(?<!\\)\*{1,3}")


class Pair(NamedTuple):
    """One form of a translation, and the sources of which it may be the translation: of a plural there are two."""

    entry: Entry
    sources: tuple[str, ...]
    said: str
    span: Span
    message: Message | None  # of the game; None where the catalogue says more than the game

    @property
    def source(self) -> str:
        return self.sources[-1]

    @property
    def is_of_few(self) -> bool:
        """Of a plural, a form that may name its number in words, or not at all."""
        return bool(self.entry.plural) and self.said != self.entry.forms[-1]


class About:
    """A catalogue with what its rules need to know."""

    def __init__(
        self,
        catalogue: Catalogue,
        messages: Mapping[tuple[str, str, str], Message],
        glossary: Glossary,
        speeches: Speeches = untold,
    ) -> None:
        self.speeches = speeches
        self.catalogue = catalogue
        self.language = catalogue.language
        self.glossary = glossary
        self._messages = messages

    @cached_property
    def contexts(self) -> frozenset[str]:
        """Those of the game."""
        return frozenset(message.context for message in self._messages.values())

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Of all that is translated for sure."""
        return tuple(self._pairs())

    def _pairs(self) -> Iterator[Pair]:
        for entry in self.catalogue.entries:
            said = self.catalogue.said(entry)
            if said is not None:
                sources = (entry.source, entry.plural) if entry.plural else (entry.source,)
                message = self._messages.get(entry.key)
                lines = entry.lines or (said.span.line,) * len(said.forms)
                for form, line in zip(said.forms, lines, strict=True):
                    yield Pair(entry, sources, form, said.span._replace(line=line), message)


def problem(code: Code, pair: Pair, message: str, hint: str = "", origin: Span | None = None) -> Problem:
    """At the translation; the second place is the source's."""
    place = origin or (pair.message.span if pair.message and pair.message.span.file else None)
    subject = pair.message.subject if pair.message else ""
    said = f"{pair.entry.context}: {message}" if pair.entry.context else message
    return code.at(pair.span, said, hint=hint, origin=place, subject=subject)


def milder(problem: Problem) -> Problem:
    """Of what may be meant."""
    return problem._replace(severity=Severity.WARNING)


def place_of(text: str, pair: Pair, about: "About") -> Span:
    """Where a part of a translation stands in the file, if it stands in one line of it."""
    lines = about.catalogue.written.get(pair.entry, "").split("\n")
    says = next((number for number, line in enumerate(lines) if _SAYS.match(line)), 0)
    for number in range(says + pair.span.line - pair.entry.says, len(lines)):
        if (column := lines[number].find(text)) >= 0:
            return pair.span._replace(line=pair.entry.says + number - says, column=column + 1)
    return pair.span


def bare(text: str) -> str:
    """The words alone: stars, backslashes and what nobody sees gone, an icon as one character that is no letter.

    What stands in braces is no words, and no mark.
    """
    text = masked(text)
    if not text.isprintable():
        text = _UNSEEN.sub("", text)
    if "[" in text:
        text = ICON.sub(_ICON, text)
    if "*" in text:
        text = _STARS.sub("", text)
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


def quote(text: str, start: int = 0, end: int | None = None, icons: Sequence[str] = ()) -> str:
    """A text, or what stands around a place in it, in quotes, as messages show it; `icons` are those of a bare text."""
    end = len(text) if end is None else end
    left, right = max(0, start - 12), min(len(text), max(end + 12, 24))
    shown = unmasked(text[left:right]).replace("\n", "⏎").replace("\t", "⇥")
    for icon in icons[text.count(_ICON, 0, left) :]:
        shown = shown.replace(_ICON, f"[{icon}]", 1)
    return f"“{'…' if left else ''}{shown}{'…' if right < len(text) else ''}”"
