"""Entries → the text of a PO file: always the same for the same entries, as gettext's tools would write it."""

from collections.abc import Iterable, Iterator

from babel.messages.pofile import normalize

from pnp.localise.entry import Entry

WIDTH = 79


def po_text(header: Entry, entries: Iterable[Entry]) -> str:
    """The header first, what is obsolete last."""
    every = list(entries)
    ordered = [header, *(each for each in every if not each.obsolete), *(each for each in every if each.obsolete)]
    return "\n".join("".join(f"{line}\n" for line in _lines(entry)) for entry in ordered)


def quoted(name: str, text: str, prefix: str = "") -> list[str]:
    """`msgid "…"`, over several lines where it is long."""
    return f"{prefix}{name} {normalize(text, prefix=prefix, width=WIDTH)}".split("\n")


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
