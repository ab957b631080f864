"""A catalogue's entries and the game's messages → the entries of the catalogue as it should be now.

An entry is found by its context and its source. One whose source has changed is found by its context alone, and becomes
fuzzy, with what it was translated from, until that is what the game says again; an item of a list that moved within its
piece's field takes its translation with it. Nothing is ever taken from another piece. What the game says no more
becomes obsolete, and comes back when the game says it again.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from pnp.localise.entry import Entry
from pnp.localise.messages import Message
from pnp.localise.po import read_po
from pnp.localise.writing import quoted

_ITEM = re.compile(r"(?<=\.)\d+(?=\.|$)")

Prefill = Callable[[Message], tuple[str, ...]]  # translations that are known already; nothing where none is


class Wanted(NamedTuple):
    """A message with what its entry tells the translator."""

    message: Message
    notes: tuple[str, ...] = ()
    references: tuple[str, ...] = ()


class Updated(NamedTuple):
    entries: tuple[Entry, ...]
    new: int
    changed: int  # now fuzzy, or empty as before
    vanished: int


def updated(old: Iterable[Entry], wanted: Sequence[Wanted], forms: int, prefill: Prefill) -> Updated:
    """`forms` is how many plural forms the language has."""
    matching = _Matching(old, [each.message for each in wanted])
    entries: list[Entry] = []
    new = changed = 0
    for each in wanted:
        message = each.message
        found = matching.exact.get(message.key)
        if found is not None:
            entry = _sure_again(found._replace(context=message.context, obsolete=False))
        elif (found := matching.changed.get(message.key)) is not None:
            entry = _changed(found, message)
            changed += 1
        else:
            entry = _new(message, forms, prefill)
            new += 1
        entries.append(entry._replace(notes=each.notes, references=each.references))
    left = matching.left()
    vanished = sum(not entry.obsolete for entry in left)
    gone = [entry._replace(obsolete=True, notes=(), references=()) for entry in left]
    kept = [entry for entry in gone if any(entry.forms) or entry.comments]
    return Updated((*entries, *kept), new, changed, vanished)


class _Matching:
    """Which entry is whose."""

    def __init__(self, old: Iterable[Entry], messages: Sequence[Message]) -> None:
        self._entries = list(old)
        self._used: set[int] = set()
        self.exact: dict[tuple[str, str, str], Entry] = {}
        self.changed: dict[tuple[str, str, str], Entry] = {}
        self._by_key(messages)
        self._moved([message for message in messages if message.key not in self.exact])
        self._by_context([message for message in messages if message.key not in self.exact])

    def left(self) -> list[Entry]:
        return [entry for entry in self._entries if id(entry) not in self._used]

    def _take(self, found: dict[tuple[str, str, str], Entry], message: Message, entry: Entry) -> None:
        found[message.key] = entry
        self._used.add(id(entry))

    def _by_key(self, messages: Iterable[Message]) -> None:
        known: dict[tuple[str, str, str], Entry] = {}
        for entry in sorted(self._entries, key=lambda entry: entry.obsolete):
            known.setdefault(entry.key, entry)
        for message in messages:
            if found := known.get(message.key):
                self._take(self.exact, message, found)

    def _moved(self, messages: Iterable[Message]) -> None:
        """Items of the same list of the same piece, that say the same as before."""
        places: dict[tuple[str, str, str], list[Entry]] = {}
        for entry in self.left():
            if not entry.obsolete and _ITEM.search(entry.context):
                places.setdefault(_list_of(entry.key), []).append(entry)
        for message in messages:
            if message.subject and (there := places.get(_list_of(message.key))):
                self._take(self.exact, message, there.pop(0))

    def _by_context(self, messages: Sequence[Message]) -> None:
        """Where a context has one message without an entry, and one entry without a message."""
        waiting: dict[str, list[Message]] = {}
        for message in messages:
            waiting.setdefault(message.context, []).append(message)
        there: dict[str, list[Entry]] = {}
        for entry in self.left():
            if not entry.obsolete:
                there.setdefault(entry.context, []).append(entry)
        for context, alone in waiting.items():
            found = there.get(context, [])
            if len(alone) == len(found) == 1 and bool(found[0].plural) == bool(alone[0].one):
                self._take(self.changed, alone[0], found[0])


def _list_of(key: tuple[str, str, str]) -> tuple[str, str, str]:
    return _ITEM.sub("*", key[0]), key[1], key[2]


def _changed(entry: Entry, message: Message) -> Entry:
    context, source, plural = message.key
    now = entry._replace(context=context, source=source, plural=plural)
    if not any(entry.forms):
        return now
    if entry.is_fuzzy and not entry.previous:  # it never was sure
        return now
    flags = entry.flags if entry.is_fuzzy else ("fuzzy", *entry.flags)
    return _sure_again(now._replace(previous=_previous(entry), flags=flags))


def _sure_again(entry: Entry) -> Entry:
    """Where the text has changed back to what it was translated from."""
    if not (entry.is_fuzzy and entry.previous):
        return entry
    end = 'msgstr[0] ""' if entry.plural else 'msgstr ""'
    before = read_po("\n".join([*entry.previous, end]).encode(), "").entries
    if [each.key[1:] for each in before] != [entry.key[1:]]:
        return entry
    return entry._replace(previous=(), flags=tuple([flag for flag in entry.flags if flag != "fuzzy"]))


def _previous(entry: Entry) -> tuple[str, ...]:
    """What it was translated from; of one that was fuzzy already that stays."""
    if entry.is_fuzzy and entry.previous:
        return entry.previous
    lines = quoted("msgid", entry.source)
    return tuple(lines + quoted("msgid_plural", entry.plural) if entry.plural else lines)


def _new(message: Message, forms: int, prefill: Prefill) -> Entry:
    context, source, plural = message.key
    known = prefill(message)
    empty = ("",) * (forms if plural else 1)
    return Entry(context, source, known if len(known) == len(empty) else empty, plural)
