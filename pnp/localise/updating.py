"""A catalogue's entries and the game's messages → the entries of the catalogue as it should be now.

An entry is found by its context and its source. One whose source has changed is found by its context alone, and becomes
fuzzy, with what it was translated from, until that is what the game says again; an item of a list that moved within its
piece's field takes its translation with it. What is left then is found by its source: a tool lost the contexts, or a
piece has another id. Only a text that is the same, letter by letter, is ever taken from elsewhere. Where its entries
say different things, their references decide, if they fit all of them: lines move, and one card would get what is said
of another. Where that can't be known, they are handed out in order, unsure. What the game says no more becomes
obsolete, and comes back when the game says it again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.localise.entry import Entry, grouped
from pnp.localise.messages import Message
from pnp.localise.po import read_po
from pnp.localise.writing import quoted
from pnp.model.problem import code
from pnp.model.regex import regex

MOST_LOST = code(
    "PNP625 most translations would become obsolete",
    """`pnp translate update` finds for most translations of a catalogue no text in the game: not by context, not by
    reference, not by source. That is rarely meant. Mostly a tool on the way dropped the contexts and changed the
    sources, or the file is another game's. So nothing is written, unless `--force` says that it is right.

    Bad:  a catalogue of another edition of the game, copied over `locale/de.po`
    Good: the right file; or, where the game has really changed so much, `pnp translate update GAME --lang de --force`
""",
    says="{lost} of {all} translations would become obsolete",
)

_ITEM = regex(r"(?<=\.)\d+(?=\.|$)")
_FEW = 10  # translations: so many may all be gone for good reasons
_PLACE = regex("\u2068[^\u2069]*\u2069\\S*|\\S+")  # in references; names with blanks stand between marks

Prefill = Callable[[Message], tuple[str, ...]]  # translations that are known already; nothing where none is


class WantedEntry(NamedTuple):
    """A message with what its entry tells the translator."""

    message: Message
    notes: tuple[str, ...] = ()
    references: tuple[str, ...] = ()


class Updated(NamedTuple):
    entries: tuple[Entry, ...]
    new: int
    changed: int  # now fuzzy, or empty as before
    vanished: int
    found: int = 0  # that had another context, or none
    unsure: int = 0  # the same, but more than one could be meant: now fuzzy
    lost: int = 0  # translations among what vanished
    kept: int = 0  # those that didn't

    @property
    def loses_most(self) -> bool:
        """Whether this looks like an accident."""
        return self.lost > max(self.kept, _FEW)


def updated(old: Iterable[Entry], wanted: Sequence[WantedEntry], forms: int, prefill: Prefill) -> Updated:
    """`forms` is how many plural forms the language has."""
    matching = _Matching(old, wanted)
    entries: list[Entry] = []
    new = changed = found = unsure = 0
    for each in wanted:
        message = each.message
        known = prefill(message)
        if (entry := matching.exact.get(message.key)) is not None:
            now = _sure_again(entry._replace(context=message.context, obsolete=False))
        elif (entry := matching.changed.get(message.key)) is not None:
            now = _changed(entry, message)
            changed += 1
        elif (entry := matching.found.get(message.key)) is not None:
            now = entry._replace(context=message.context, obsolete=False)
            found += 1
        elif (entry := matching.unsure.get(message.key)) is not None:
            now = _unsure(entry._replace(context=message.context, obsolete=False), known)
            unsure += now.is_fuzzy
            found += not now.is_fuzzy
        else:
            context, source, plural = message.key
            empty = ("",) * (forms if plural else 1)
            now = Entry(context, source, known if len(known) == len(empty) else empty, plural)
            new += 1
        entries.append(_with_notes(now, each))
    left = matching.left()
    vanished = [entry for entry in left if not entry.obsolete]
    gone = [entry._replace(obsolete=True, notes=(), references=()) for entry in left]
    kept = [entry for entry in gone if any(entry.forms) or entry.comments]
    lost = sum(any(entry.forms) for entry in vanished)
    stayed = sum(any(entry.forms) for entry in matching.taken())
    return Updated((*entries, *kept), new, changed, len(vanished), found, unsure, lost, stayed)


class _Matching:
    """Which entry is whose."""

    def __init__(self, old: Iterable[Entry], wanted: Sequence[WantedEntry]) -> None:
        self._entries = list(old)
        self._used: set[int] = set()
        self.exact: dict[tuple[str, str, str], Entry] = {}
        self.changed: dict[tuple[str, str, str], Entry] = {}
        self.found: dict[tuple[str, str, str], Entry] = {}
        self.unsure: dict[tuple[str, str, str], Entry] = {}
        messages = [each.message for each in wanted]
        known: dict[tuple[str, str, str], Entry] = {}
        for entry in sorted(self._entries, key=lambda entry: entry.obsolete):
            known.setdefault(entry.key, entry)
        for message in messages:
            if found := known.get(message.key):
                self._take(self.exact, message, found)
        self._moved([message for message in messages if message.key not in self.exact])
        self._by_context([message for message in messages if message.key not in self.exact])
        # entries that lost their context, also empty ones, which an update left when it made those obsolete
        candidates = [entry for entry in self.left() if _says(entry) and not (entry.obsolete and entry.context)]
        lost = {entry.key[1:] for entry in candidates if not entry.context}
        known = {**self.changed, **self.exact}
        waiting = [
            (message, references)
            for message, _, references in wanted
            if (own := known.get(message.key)) is None or (message.key[1:] in lost and not _says(own))
        ]
        for message, entry, is_sure in _same_sources(waiting, candidates):
            self.exact.pop(message.key, None)
            self.changed.pop(message.key, None)
            own = entry if id(entry) not in self._used else entry._replace(comments=())
            (self.found if is_sure else self.unsure)[message.key] = own
            self._used.add(id(entry))

    def left(self) -> list[Entry]:
        return [entry for entry in self._entries if id(entry) not in self._used]

    def taken(self) -> list[Entry]:
        return [entry for entry in self._entries if id(entry) in self._used]

    def _take(self, found: dict[tuple[str, str, str], Entry], message: Message, entry: Entry) -> None:
        found[message.key] = entry
        self._used.add(id(entry))

    def _moved(self, messages: Iterable[Message]) -> None:
        """Items of the same list of the same piece, that say the same as before."""
        items = [entry for entry in self.left() if not entry.obsolete and _ITEM.search(entry.context)]
        places = grouped(items, lambda entry: _list_of(entry.key))
        for message in messages:
            if message.subject and (there := places.get(_list_of(message.key))):
                self._take(self.exact, message, there.pop(0))

    def _by_context(self, messages: Sequence[Message]) -> None:
        """Where a context has one message without an entry, and one entry without a message."""
        waiting = grouped(messages, lambda message: message.context)
        there = grouped((entry for entry in self.left() if not entry.obsolete), lambda entry: entry.context)
        for context, alone in waiting.items():
            found = there.get(context, [])
            if len(alone) == len(found) == 1 and bool(found[0].plural) == bool(alone[0].one):
                self._take(self.changed, alone[0], found[0])


def _says(entry: Entry) -> bool:
    """Whether anybody has written something into it."""
    return any(entry.forms) or bool(entry.comments)


def _with_notes(entry: Entry, wanted: WantedEntry) -> Entry:
    """As it was where a tool has only broken the lines elsewhere."""
    if " ".join(entry.notes) != " ".join(wanted.notes):
        entry = entry._replace(notes=wanted.notes)
    if " ".join(entry.references) != " ".join(wanted.references):
        entry = entry._replace(references=wanted.references)
    return entry


def _unsure(entry: Entry, known: tuple[str, ...]) -> Entry:
    if entry.is_fuzzy or not any(entry.forms) or entry.forms == known:
        return entry
    return entry._replace(flags=("fuzzy", *entry.flags))


def _list_of(key: tuple[str, str, str]) -> tuple[str, str, str]:
    return _ITEM.sub("*", key[0]), key[1], key[2]


def _changed(entry: Entry, message: Message) -> Entry:
    context, source, plural = message.key
    now = entry._replace(context=context, source=source, plural=plural)
    if not any(entry.forms):
        return now
    if entry.is_fuzzy:  # it never was sure, or what it was translated from stays
        return _sure_again(now)
    before = quoted("msgid", entry.source) + (quoted("msgid_plural", entry.plural) if entry.plural else [])
    return now._replace(previous=tuple(before), flags=("fuzzy", *entry.flags))


def _sure_again(entry: Entry) -> Entry:
    """Where the text has changed back to what it was translated from."""
    if not (entry.is_fuzzy and entry.previous):
        return entry
    end = 'msgstr[0] ""' if entry.plural else 'msgstr ""'
    before = read_po("\n".join([*entry.previous, end]).encode(), "").entries
    if [each.key[1:] for each in before] != [entry.key[1:]]:
        return entry
    return entry._replace(previous=(), flags=tuple([flag for flag in entry.flags if flag != "fuzzy"]))


_Waiting = tuple[Message, Sequence[str]]  # with its references


class _Match(NamedTuple):
    message: Message
    entry: Entry  # one may be that of several messages: tools unite entries that say the same
    is_sure: bool


def _same_sources(waiting: Iterable[_Waiting], entries: Iterable[Entry]) -> Iterator[_Match]:
    there = grouped(entries, lambda entry: entry.key[1:])
    for source, group in grouped(waiting, lambda each: each[0].key[1:]).items():
        if source in there:
            yield from _shared(group, there[source])


def _shared(waiting: Sequence[_Waiting], entries: Sequence[Entry]) -> Iterator[_Match]:
    """Of messages and entries of one source."""
    placed = [(place, entry) for entry in entries for place in _places(entry.references)]
    by_place = grouped(placed, lambda each: each[0])
    found = [[entry for place in _places(lines) for _, entry in by_place.get(place, ())] for _, lines in waiting]
    say_the_same = len({entry.forms for entry in entries}) == 1
    named = {id(entry) for each in found for entry in each}
    fits = all(len({entry.forms for entry in each}) == 1 for each in found) and len(named) == len(entries)
    enough = len(waiting) <= len(entries)
    in_order = not (say_the_same or fits) and len(waiting) == len(entries)
    handed_out = entries if in_order else _handed_out(found, entries)
    for (message, _), by_reference, chosen in zip(waiting, found, handed_out, strict=True):
        own = chosen or (entries[-1] if say_the_same else None)
        if own is not None:
            yield _Match(message, own, (enough or bool(by_reference)) if say_the_same else fits)


def _handed_out(found: Sequence[Sequence[Entry]], entries: Sequence[Entry]) -> list[Entry | None]:
    """Each message's entry: of those that its references name one that nobody has, else any of them; or the next."""
    taken: set[int] = set()
    chosen: list[Entry | None] = []
    for each in found:
        free = next((entry for entry in each if id(entry) not in taken), each[0] if each else None)
        chosen.append(free)
        taken.add(id(free))
    others = iter([entry for entry in entries if id(entry) not in taken])
    return [entry or next(others, None) for entry in chosen]


def _places(references: Iterable[str]) -> list[str]:
    """Tools put several into a line. What has none is of pnp's own: that is a place, too."""
    return [place for line in references for place in _PLACE.findall(line)] or [""]
