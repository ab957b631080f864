"""Messages without an entry and entries without a message → which are each other's, by their sources.

Only a source that is the same, letter by letter, is the same. Where its entries say different things, their references
decide, if they fit all of them: lines move, and one card would get what is said of another. Where that can't be known,
they are handed out in order, unsure.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.localise.entry import Entry
from pnp.localise.messages import Message

_PLACE = re.compile("\u2068[^\u2069]*\u2069\\S*|\\S+")  # names with blanks stand between marks

Waiting = tuple[Message, Sequence[str]]  # with its references


class Match(NamedTuple):
    message: Message
    entry: Entry  # one may be that of several messages: tools unite entries that say the same
    is_sure: bool


def same_sources(waiting: Iterable[Waiting], entries: Iterable[Entry]) -> Iterator[Match]:
    there: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        there.setdefault((entry.source, entry.plural), []).append(entry)
    groups: dict[tuple[str, str], list[Waiting]] = {}
    for each in waiting:
        _, source, plural = each[0].key
        if (source, plural) in there:
            groups.setdefault((source, plural), []).append(each)
    for key, group in groups.items():
        yield from _shared(group, there[key])


def _shared(waiting: Sequence[Waiting], entries: Sequence[Entry]) -> Iterator[Match]:
    """Of messages and entries of one source."""
    by_place: dict[str, list[Entry]] = {}
    for entry in entries:
        for place in _places(entry.references):
            by_place.setdefault(place, []).append(entry)
    found = [[entry for place in _places(lines) for entry in by_place.get(place, ())] for _, lines in waiting]
    say_the_same = len({entry.forms for entry in entries}) == 1
    named = {id(entry) for each in found for entry in each}
    fits = all(len({entry.forms for entry in each}) == 1 for each in found) and len(named) == len(entries)
    enough = len(waiting) <= len(entries)
    in_order = not (say_the_same or fits) and len(waiting) == len(entries)
    handed_out = entries if in_order else _handed_out(found, entries)
    for (message, _), by_reference, chosen in zip(waiting, found, handed_out, strict=True):
        own = chosen or (entries[-1] if say_the_same else None)
        if own is not None:
            yield Match(message, own, (enough or bool(by_reference)) if say_the_same else fits)


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
