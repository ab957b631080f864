"""A catalogue and the game's messages → the catalogue as it should be now, written. No translation is ever lost.

An entry is found by its context and its source. One whose source has changed is found by its context alone, and becomes
fuzzy until the game says again what it was translated from; an item of a list takes its translation along. What is left
is found by its source, letter by letter: a tool lost the contexts, or a piece has another id. Where its entries say
different things, their references decide, if they fit all of them; otherwise they are handed out in order, unsure.
What the game says no more becomes obsolete, and comes back when the game says it again.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from pnp.io.project import Project
from pnp.io.writing import write_changed
from pnp.localise.catalogue import Catalogue
from pnp.localise.checks.consistency import forms_in
from pnp.localise.languages import plurals_of
from pnp.localise.messages import Message, pnp_words
from pnp.localise.po import MAX_BYTES, SIMPLE, Entry, group_by, read_po
from pnp.model.game import Game
from pnp.model.problem import LimitError, Problem, code
from pnp.model.regex import regex
from pnp.model.span import Span

MOST_LOST = code("PNP625", says="{lost} of {all} translations would become obsolete")

_ITEM = regex(r"(?<=\.)\d+(?=\.|$)")
_FEW = 10  # translations: so many may all be gone for good reasons
_PLACE = regex("\u2068[^\u2069]*\u2069\\S*|\\S+")  # in references; names with blanks stand between marks

Key = tuple[str, str, str]  # context, source and plural
Prefill = Callable[[Message], tuple[str, ...]]  # translations that are known already; nothing where none is


class WantedEntry(NamedTuple):
    """A message with what its entry tells the translator."""

    message: Message
    notes: tuple[str, ...] = ()
    references: tuple[str, ...] = ()


class Updated(NamedTuple):
    """The entries of a catalogue as it should be, and how many of them differ from before."""

    entries: tuple[Entry, ...]
    new: int
    changed: int  # now fuzzy, or empty as before
    vanished: int
    found: int = 0  # under another context, or none
    unsure: int = 0  # the same, but more than one could be meant: now fuzzy
    lost: int = 0  # translations among what vanished
    kept: int = 0  # those that didn't

    @property
    def loses_most(self) -> bool:
        """Check whether this looks like an accident."""
        return self.lost > max(self.kept, _FEW)

    @property
    def translated(self) -> int:
        """Return the number of entries that are translated."""
        return sum(all(entry.forms) for entry in self.entries)


class CatalogueOutcome(NamedTuple):
    """The outcome for a catalogue; its file is untouched if there are problems, or nothing to change."""

    file: Path
    changes: Updated | None
    problems: list[Problem]
    is_changed: bool = True


def write_catalogue(
    project: Project, game: Game, path: Path, catalogue: Catalogue, wanted: Sequence[WantedEntry], *, force: bool
) -> CatalogueOutcome:
    """Write a catalogue, unless most translations would become obsolete and it isn't forced. Raises LimitError."""
    language = catalogue.language
    plurals, words = plurals_of(language), pnp_words(language)

    def prefill(message: Message) -> tuple[str, ...]:
        if known := words.get(message.context):
            return known
        terms = [forms_in(term, language) for term in game.glossary if term.term == message.text]
        return terms[0][:1] if terms and not message.one else ()

    assert catalogue.header is not None
    made = update_entries(catalogue.entries, wanted, plurals.number if plurals else 2, prefill)
    if made.loses_most and not force:
        nameless = sum(not entry.context for entry in catalogue.entries if not entry.obsolete)
        other = "are these another game’s, or ids changed?"
        why = f"{nameless} entries have no msgctxt" if nameless > made.kept else other
        hint = f"{why}; if that is right: pnp translate update {game.id} --lang {language} --force"
        problem = MOST_LOST.at(Span(catalogue.file), lost=made.lost, all=made.lost + made.kept, hint=hint)
        return CatalogueOutcome(path, None, [problem])
    data = po_text(catalogue.header, made.entries, catalogue.written).encode()
    if len(data) > MAX_BYTES:
        limit = f"{MAX_BYTES // 1_000_000} MB, more than is ever read"
        raise LimitError(f"{catalogue.file} would have more than {limit}: it is left as it was")
    return CatalogueOutcome(path, made, [], is_changed=write_changed(path, data, project.root))


def update_entries(old: Iterable[Entry], wanted: Sequence[WantedEntry], forms: int, prefill: Prefill) -> Updated:
    """Match entries with messages; `forms` is how many plural forms the language has."""
    matching = _Matching(old, wanted)
    entries: list[Entry] = []
    new = changed = found = unsure = 0
    for each in wanted:
        message = each.message
        known = prefill(message)
        if (entry := matching.exact.get(message.key)) is not None:
            now = _settle(entry._replace(context=message.context, obsolete=False))
        elif (entry := matching.changed.get(message.key)) is not None:
            now = _change_source(entry, message)
            changed += 1
        elif match := matching.found.get(message.key):
            now = match.entry._replace(context=message.context, obsolete=False)
            if not (match.is_sure or now.is_fuzzy) and any(now.forms) and now.forms != known:
                now = now._replace(flags=("fuzzy", *now.flags))
            is_unsure = now.is_fuzzy and not match.is_sure
            unsure += is_unsure
            found += not is_unsure
        else:
            context, source, plural = message.key
            empty = ("",) * (forms if plural else 1)
            now = Entry(context, source, known if len(known) == len(empty) else empty, plural)
            new += 1
        # notes and references stay as they were where a tool has only broken the lines elsewhere
        if " ".join(now.notes) != " ".join(each.notes):
            now = now._replace(notes=each.notes)
        if " ".join(now.references) != " ".join(each.references):
            now = now._replace(references=each.references)
        entries.append(now)
    left = matching.unused()
    vanished = [entry for entry in left if not entry.obsolete]
    gone = [entry._replace(obsolete=True, notes=(), references=()) for entry in left]
    kept = [entry for entry in gone if _has_work(entry)]
    lost = sum(any(entry.forms) for entry in vanished)
    stayed = sum(any(entry.forms) for entry in matching.used())
    return Updated((*entries, *kept), new, changed, len(vanished), found, unsure, lost, stayed)


def _change_source(entry: Entry, message: Message) -> Entry:
    """Give an entry a new source, and make it fuzzy; what it was translated from stays."""
    context, source, plural = message.key
    now = entry._replace(context=context, source=source, plural=plural)
    if not any(entry.forms):
        return now
    if entry.is_fuzzy:  # it never was sure, or what it was translated from stays
        return _settle(now)
    before = quote_lines("msgid", entry.source) + (quote_lines("msgid_plural", entry.plural) if entry.plural else [])
    return now._replace(previous=tuple(before), flags=("fuzzy", *entry.flags))


def _settle(entry: Entry) -> Entry:
    """Drop `fuzzy` from an entry whose text has changed back to what it was translated from."""
    if not (entry.is_fuzzy and entry.previous):
        return entry
    end = 'msgstr[0] ""' if entry.plural else 'msgstr ""'
    before = read_po("\n".join([*entry.previous, end]).encode(), "").entries
    if [each.key[1:] for each in before] != [entry.key[1:]]:
        return entry
    return entry._replace(previous=(), flags=tuple([flag for flag in entry.flags if flag != "fuzzy"]))


class _Matching:
    """Entries of messages: the same, with a changed source, or found by their source, surely or not."""

    def __init__(self, old: Iterable[Entry], wanted: Sequence[WantedEntry]) -> None:
        self._entries = list(old)
        self._used: set[int] = set()
        self.exact: dict[Key, Entry] = {}
        self.changed: dict[Key, Entry] = {}
        self.found: dict[Key, _Match] = {}
        messages = [each.message for each in wanted]
        known: dict[Key, Entry] = {}
        for entry in sorted(self._entries, key=lambda entry: entry.obsolete):
            known.setdefault(entry.key, entry)
        for message in messages:
            if found := known.get(message.key):
                self._take(self.exact, message, found)
        # items of the same list of the same piece that say the same as before
        items = [entry for entry in self.unused() if not entry.obsolete and _ITEM.search(entry.context)]
        places = group_by(items, lambda entry: (_ITEM.sub("*", entry.context), entry.source, entry.plural))
        for message in [message for message in messages if message.key not in self.exact]:
            context, text, plural = message.key
            if message.subject and (there := places.get((_ITEM.sub("*", context), text, plural))):
                self._take(self.exact, message, there.pop(0))
        # a context's only message without an entry, and its only entry without a message
        alone = group_by((each for each in messages if each.key not in self.exact), lambda message: message.context)
        free = group_by((entry for entry in self.unused() if not entry.obsolete), lambda entry: entry.context)
        for context, unmatched in alone.items():
            entries = free.get(context, [])
            if len(unmatched) == len(entries) == 1 and bool(entries[0].plural) == bool(unmatched[0].one):
                self._take(self.changed, unmatched[0], entries[0])
        # entries that lost their context, also empty ones, which an update left when it made those obsolete
        candidates = [entry for entry in self.unused() if _has_work(entry) and not (entry.obsolete and entry.context)]
        lost = {entry.key[1:] for entry in candidates if not entry.context}
        known = {**self.changed, **self.exact}
        waiting = [
            (message, references)
            for message, _, references in wanted
            if (own := known.get(message.key)) is None or (message.key[1:] in lost and not _has_work(own))
        ]
        by_source = group_by(candidates, lambda entry: entry.key[1:])
        for source, group in group_by(waiting, lambda each: each[0].key[1:]).items():
            for message, entry, is_sure in _match_source(group, by_source[source]) if source in by_source else ():
                self.exact.pop(message.key, None)
                self.changed.pop(message.key, None)
                own = entry if id(entry) not in self._used else entry._replace(comments=())
                self.found[message.key] = _Match(message, own, is_sure)
                self._used.add(id(entry))

    def unused(self) -> list[Entry]:
        return [entry for entry in self._entries if id(entry) not in self._used]

    def used(self) -> list[Entry]:
        return [entry for entry in self._entries if id(entry) in self._used]

    def _take(self, found: dict[Key, Entry], message: Message, entry: Entry) -> None:
        found[message.key] = entry
        self._used.add(id(entry))


def _has_work(entry: Entry) -> bool:
    """Check that there is a translation or a translator's comment."""
    return any(entry.forms) or bool(entry.comments)


class _Match(NamedTuple):
    message: Message
    entry: Entry  # one may be that of several messages: tools unite entries that say the same
    is_sure: bool


def _match_source(waiting: Sequence[tuple[Message, Sequence[str]]], entries: Sequence[Entry]) -> Iterator[_Match]:
    """Match messages, each with its references, and entries of one source."""
    placed = [(place, entry) for entry in entries for place in _places(entry.references)]
    by_place = group_by(placed, lambda each: each[0])
    found = [[entry for place in _places(lines) for _, entry in by_place.get(place, ())] for _, lines in waiting]
    say_the_same = len({entry.forms for entry in entries}) == 1
    named = {id(entry) for each in found for entry in each}
    fits = all(len({entry.forms for entry in each}) == 1 for each in found) and len(named) == len(entries)
    enough = len(waiting) <= len(entries)
    chosen: list[Entry | None] = list(entries)
    if say_the_same or fits or len(waiting) != len(entries):
        # each gets an entry that its references name and nothing else has, otherwise any of these, or the next one
        taken: set[int] = set()
        chosen = []
        for each in found:
            free = next((entry for entry in each if id(entry) not in taken), each[0] if each else None)
            chosen.append(free)
            taken.add(id(free))
        others = iter([entry for entry in entries if id(entry) not in taken])
        chosen = [entry or next(others, None) for entry in chosen]
    for (message, _), by_reference, entry in zip(waiting, found, chosen, strict=True):
        own = entry or (entries[-1] if say_the_same else None)
        if own is not None:
            yield _Match(message, own, (enough or bool(by_reference)) if say_the_same else fits)


def _places(references: Iterable[str]) -> list[str]:
    """Return the places in lines of references; texts of pnp's own have none, which is a place, too."""
    return [place for line in references for place in _PLACE.findall(line)] or [""]


WIDTH = 79

_WORD = regex(r"\S*\s+|\S+")  # with the blanks behind it
_STRINGS = regex(r"^\s*(?:#~\s*)?(?:(msg[a-z_]+(?:\[\d+\])?)\s*)?(\".*\")\s*$", re.MULTILINE)
_ESCAPED = regex('["\\\\\x00-\x1f\x7f]')
_SIMPLE = {sign: f"\\{letter}" for letter, sign in SIMPLE.items()}


def po_text(header: Entry, entries: Iterable[Entry], written: Mapping[Entry, str] | None = None) -> str:
    """Return a file's text: header, entries (as they are `written`, whatever tool wrote them), obsolete ones."""
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
            return quote_lines(name, text, prefix)
        return [f"{prefix}{name} {strings[0]}", *(f"{prefix}{string}" for string in strings[1:])]


def quote_lines(name: str, text: str, prefix: str = "", width: int = WIDTH) -> list[str]:
    """Return `msgid "…"` behind the prefix, escaped, in lines of at most `width` characters as words allow."""
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
