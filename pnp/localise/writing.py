"""Entries → the text of a PO file: always the same for the same entries, as gettext's tools would write it."""

import re
from collections.abc import Iterable, Iterator

from babel.messages.pofile import normalize

from pnp.localise.entry import Entry

WIDTH = 79

_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f]")  # Babel escapes line breaks and tabs
_SIMPLE = {"\a": "\\a", "\b": "\\b", "\v": "\\v", "\f": "\\f"}


def po_text(header: Entry, entries: Iterable[Entry]) -> str:
    """The header first, what is obsolete last."""
    every = list(entries)
    ordered = [header, *(each for each in every if not each.obsolete), *(each for each in every if each.obsolete)]
    return "\n".join("".join(f"{line}\n" for line in _lines(entry)) for entry in ordered)


def quoted(name: str, text: str, prefix: str = "") -> list[str]:
    """`msgid "…"`, over several lines where it is long."""
    lines = f"{prefix}{name} {normalize(text, prefix=prefix, width=WIDTH)}".split("\n")
    return lines if text.isprintable() else [_CONTROL.sub(_escaped, line) for line in lines]


def _escaped(match: re.Match[str]) -> str:
    return _SIMPLE.get(match[0]) or f"\\{ord(match[0]):03o}"


def _lines(entry: Entry) -> Iterator[str]:
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
    if entry.context:
        yield from quoted("msgctxt", entry.context, prefix)
    yield from quoted("msgid", entry.source, prefix)
    if entry.plural:
        yield from quoted("msgid_plural", entry.plural, prefix)
        for number, form in enumerate(entry.forms):
            yield from quoted(f"msgstr[{number}]", form, prefix)
    else:
        yield from quoted("msgstr", entry.forms[0], prefix)
