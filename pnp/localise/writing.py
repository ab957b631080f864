"""Entries → the text of a PO file: unchanged ones as they were read, others as gettext's tools would write them."""

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
    """Return the text of a file: the header first, obsolete entries last.

    `written` has entries as they were read, with their lines in the file. They stay as whatever tool wrote them: or a
    change of one text would look like a change of hundreds.
    """
    as_it_was = _AsItWas(written or {})
    every = list(entries)
    ordered = [header, *(each for each in every if not each.obsolete), *(each for each in every if each.obsolete)]
    return "\n".join([as_it_was.entries.get(entry) or _write_entry(entry, as_it_was) for entry in ordered])


class _AsItWas:
    """The entries and texts of a file as they were written."""

    def __init__(self, entries: Mapping[Entry, str]) -> None:
        self.entries = entries

    @cached_property
    def strings(self) -> dict[tuple[str, str], list[str]]:
        """Return by keyword and text the strings in quotes that together are the text."""
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
    """Return `msgid "…"`, over several lines where it is long, each behind the prefix.

    Texts are escaped and broken into lines of at most `width` characters, as far as words allow.
    """
    room = width - len(prefix) - 2
    escaped = _ESCAPED.sub(_escape, text)
    lines = [escaped]
    if len(escaped) > room or "\n" in text[:-1]:
        lines = []
        for line in text.split("\n"):
            lines.append("")
            for word in _WORD.findall(line):
                word = _ESCAPED.sub(_escape, word)
                if lines[-1] and len(lines[-1]) + len(word) > room:
                    lines.append("")
                lines[-1] += word
            lines[-1] += "\\n"
        lines[-1] = lines[-1].removesuffix("\\n")  # behind the last one there is none
        lines = lines if lines[-1] else lines[:-1]
    first = f'{prefix}{name} "{lines[0]}"'
    if len(lines) == 1 and len(first) <= width:
        return [first]
    return [f'{prefix}{name} ""', *(f'{prefix}"{line}"' for line in lines)]


def _escape(match: re.Match[str]) -> str:
    return _SIMPLE.get(match[0]) or f"\\{ord(match[0]):03o}"


def _write_entry(entry: Entry, written: _AsItWas) -> str:
    lines = [f"#{comment}".rstrip() for comment in entry.comments]
    lines += [f"#. {note}".rstrip() for note in entry.notes]
    lines += [f"#: {reference}" for reference in entry.references]
    lines += [f"#, {', '.join(entry.flags)}"] if entry.flags else []
    lines += [f"{'#~| ' if entry.obsolete else '#| '}{line}" for line in entry.previous]
    for name, text in _parts(entry):
        lines += written.quoted(name, text, "#~ " if entry.obsolete else "")
    return "".join([f"{line}\n" for line in lines])


def _parts(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield keywords, each with its text."""
    if entry.context:
        yield "msgctxt", entry.context
    yield "msgid", entry.source
    if entry.plural:
        yield "msgid_plural", entry.plural
        yield from ((f"msgstr[{number}]", form) for number, form in enumerate(entry.forms))
    else:
        yield "msgstr", entry.forms[0]
