"""A table's columns, as they were guessed → which of them a finished look has a place for, and which it leaves out.

A look's texts, figures, lists and pictures are filled by what is like them; its groups - guilds, kinds, rims - by a
column of a few short texts that come again and again.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pnp.importing.new_games import folders_of_look
from pnp.importing.tables.guessing import Guess, Guessed, main_figure
from pnp.importing.tables.known_words import heading_words
from pnp.io.opening import read_beginning
from pnp.load.kinds import ICON, slug
from pnp.load.limits import FILE_BYTES
from pnp.load.tables.rows import TableRows
from pnp.model.problem import UsageError

_MOST_ENTRIES = 12  # of a group


class LookPlace(NamedTuple):
    """A field of a look. `instead`: what is printed on all pieces where the table says nothing."""

    field: str
    kind: str  # one of KINDS
    instead: str = ""


def read_places(look: str) -> tuple[LookPlace, ...]:
    """Return a look's places in the order in which they choose a column. Raises UsageError where it names none."""
    import yaml

    file = folders_of_look(look).places
    if not file.is_file():
        raise UsageError(f"the look {look} has no places for a table's columns: begin with --look {look} alone")
    return tuple([LookPlace(**each) for each in yaml.safe_load(read_beginning(file, FILE_BYTES))])


class LaidOut(NamedTuple):
    """`guess`: roles and fields are the look's. `entries`: of its group, what the table calls them."""

    guess: Guess
    entries: tuple[str, ...]
    instead: Mapping[str, str]  # field that no column fills → what is printed there


def places_of(look: str, found: Guess, table: TableRows) -> LaidOut:
    values = [[row[at].text if at < len(row) else "" for row in table.rows] for at in range(len(found.columns))]
    taken: dict[int, Guessed] = {}
    instead: dict[str, str] = {}
    entries: tuple[str, ...] = ()
    for place in read_places(look):
        free = [at for at in range(len(found.columns)) if at not in taken]
        at = KINDS[place.kind](found, values, free)
        if at is None:
            instead[place.field] = place.instead
            continue
        taken[at] = _filled(place, found.columns[at])
        if place.kind == "group":
            entries = tuple(spellings(values[at]).values())
    name = next((at for at, column in enumerate(found.columns) if column.role == "name"), None)
    if name is not None and name not in taken and not found.has_ids:  # of which ids are made
        taken[name] = found.columns[name]._replace(field="name")
    kept = [
        taken.get(at, column if column.role in ("id", "copies", "left") else _left(column, look))
        for at, column in enumerate(found.columns)
    ]
    return LaidOut(found._replace(columns=tuple(kept)), entries, instead)


def spellings(said: Sequence[str]) -> dict[str, str]:
    """Texts → what each says in small letters: as it is written most often, and first."""
    written: dict[str, str] = {}
    for text, _ in Counter(said).most_common():
        written.setdefault(text.casefold(), text)
    return {each: written[each] for each in dict.fromkeys(text.casefold() for text in said)}


def _filled(place: LookPlace, column: Guessed) -> Guessed:
    types = {"group": "reference", "icon": "icon", "text": "text", "story": "text", "line": "text"}
    role = place.kind if place.kind in ("group", "icon") else column.role
    return column._replace(role=role, field=place.field, type=types.get(place.kind, column.type))


def _left(column: Guessed, look: str) -> Guessed:
    return Guessed(column.heading, "left", why=f"the look {look} has no place for it")


_Values = Sequence[Sequence[str]]


def _of_role(*roles: str) -> Callable[[Guess, _Values, Sequence[int]], int | None]:
    def chosen(found: Guess, values: _Values, free: Sequence[int]) -> int | None:
        for role in roles:
            there = [at for at in free if found.columns[at].role == role]
            if there and role == "text":
                return max(there, key=lambda at: (found.columns[at].importance, found.columns[at].longest))
            if there:
                return max(there, key=lambda at: (found.columns[at].has_letters, found.columns[at].importance))
        return None

    return chosen


def _story(found: Guess, values: _Values, free: Sequence[int]) -> int | None:
    """What is called so, else the longest text that is left."""
    there = [at for at in free if found.columns[at].role == "text"]
    return max(there, key=lambda at: (-found.columns[at].importance, found.columns[at].longest), default=None)


def _group(found: Guess, values: _Values, free: Sequence[int]) -> int | None:
    """A short text of every row, that comes several times, in capitals or not."""
    for at in free:
        said = spellings(values[at])
        is_line = found.columns[at].role == "line" and found.columns[at].has_letters
        is_short = is_line and all(map(slug, said)) and len(set(map(slug, said))) == len(said)
        if is_short and len(said) <= min(_MOST_ENTRIES, max(3, len(values[at]) // 2)):
            return at
    return None


def _figure(found: Guess, values: _Values, free: Sequence[int]) -> int | None:
    main = main_figure(found)
    at = next((at for at in free if found.columns[at] is main), None)
    return _of_role("figure")(found, values, free) if at is None else at


def _icon(found: Guess, values: _Values, free: Sequence[int]) -> int | None:
    """A column of that name, in which each text can be one of an icon."""
    for at in free:
        column = found.columns[at]
        is_called = slug(column.heading) in heading_words("icon") and column.role in ("line", "name")
        if is_called and all(ICON.fits(slug(each)) for each in values[at]):
            return at
    return None


KINDS: Mapping[str, Callable[[Guess, _Values, Sequence[int]], int | None]] = {
    "name": _of_role("name"),
    "group": _group,
    "figure": _figure,
    "text": _of_role("text", "line"),
    "story": _story,
    "line": _of_role("line"),
    "list": _of_role("list"),
    "picture": _of_role("picture"),
    "icon": _icon,
}
