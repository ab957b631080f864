"""Entries → the text of a PO file: as it was read where nothing has changed, else as gettext's tools would write it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from pnp.localise.entry import Entry
from pnp.model.regex import regex

WIDTH = 79

_WORD = regex(r"\S*\s+|\S+")  # with the blanks behind it
_STRINGS = regex(r"^\s*(?:#~\s*)?(?:(msg[a-z_]+(?:\[\d+\])?)\s*)?(\".*\")\s*$", re.MULTILINE)
_ESCAPED = regex('["\\\\\x00-\x1f\x7f]')
_SIMPLE = {
    **{"\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v"},
    **{'"': '\\"', "\\": "\\\\"},
}


def po_text(header: Entry, entries: Iterable[Entry], written: Mapping[Entry, str] | None = None) -> str:
    """The header first, what is obsolete last.

    `written`: entries as they were read, with their lines in the file. Whoever wrote those, with whatever tool, finds
    them again: else a change of one text would look like a change of hundreds.
    """
    as_it_was = _AsItWas(written or {})
    every = list(entries)
    ordered = [header, *(each for each in every if not each.obsolete), *(each for each in every if each.obsolete)]
    return "\n".join([as_it_was.entries.get(entry) or _text(entry, as_it_was) for entry in ordered])


class _AsItWas:
    """How a file was written: its entries and, for those that changed, its texts."""

    def __init__(self, entries: Mapping[Entry, str]) -> None:
        self.entries = entries

    @cached_property
    def strings(self) -> dict[tuple[str, str], list[str]]:
        """Keyword and text → the strings in quotes that together are the text."""
        found: dict[tuple[str, str], list[str]] = {}
        for entry, lines in self.entries.items():
            strings: dict[str, list[str]] = {}
            last: list[str] = []
            for match in _STRINGS.finditer(lines):
                last = strings.setdefault(match[1], []) if match[1] else last
                last.append(match[2])
            for name, text in _parts(entry):
                found.setdefault((name, text), strings[name])
        return found

    def quoted(self, name: str, text: str, prefix: str) -> list[str]:
        if not (self.entries and text and (strings := self.strings.get((name, text)))):
            return quoted(name, text, prefix)
        return [f"{prefix}{name} {strings[0]}", *(f"{prefix}{string}" for string in strings[1:])]


def quoted(name: str, text: str, prefix: str = "", width: int = WIDTH) -> list[str]:
    """`msgid "…"`, over several lines where it is long, each behind the prefix."""
    strings = [f'"{line}"' for line in _wrapped(text, width - len(prefix) - 2)]
    first = f"{prefix}{name} {strings[0]}"
    if len(strings) == 1 and len(first) <= width:
        return [first]
    return [f'{prefix}{name} ""', *(f"{prefix}{string}" for string in strings)]


def _wrapped(text: str, width: int) -> list[str]:
    """Escaped, in lines of at most so many characters, as far as words allow; together they are the text."""
    escaped = _ESCAPED.sub(_escape, text)
    if len(escaped) <= width and "\n" not in text[:-1]:
        return [escaped]
    lines: list[str] = []
    for line in text.split("\n"):
        lines.append("")
        for word in _WORD.findall(line):
            said = _ESCAPED.sub(_escape, word)
            if lines[-1] and len(lines[-1]) + len(said) > width:
                lines.append("")
            lines[-1] += said
        lines[-1] += "\\n"
    lines[-1] = lines[-1].removesuffix("\\n")  # behind the last one there is none
    return lines if lines[-1] else lines[:-1]


def _escape(match: re.Match[str]) -> str:
    return _SIMPLE.get(match[0]) or f"\\{ord(match[0]):03o}"


def _text(entry: Entry, written: _AsItWas) -> str:
    return "".join([f"{line}\n" for line in _lines(entry, written)])


def _lines(entry: Entry, written: _AsItWas) -> Iterator[str]:
    for comment in entry.comments:
        yield f"#{comment}".rstrip()
    for note in entry.notes:
        yield f"#. {note}".rstrip()
    for reference in entry.references:
        yield f"#: {reference}"
    if entry.flags:
        yield f"#, {', '.join(entry.flags)}"
    prefix = "#~ " if entry.obsolete else ""
    for line in entry.previous:
        yield f"{'#~| ' if entry.obsolete else '#| '}{line}"
    for name, text in _parts(entry):
        yield from written.quoted(name, text, prefix)


def _parts(entry: Entry) -> Iterator[tuple[str, str]]:
    """Keywords, each with its text."""
    if entry.context:
        yield "msgctxt", entry.context
    yield "msgid", entry.source
    if entry.plural:
        yield "msgid_plural", entry.plural
        yield from ((f"msgstr[{number}]", form) for number, form in enumerate(entry.forms))
    else:
        yield "msgstr", entry.forms[0]
