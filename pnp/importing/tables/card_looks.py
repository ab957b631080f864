"""A table's columns → a card: a template that prints each of them, or the places that a finished look has for them.

A finished look's texts, figures, lists and pictures are filled by what is like them; its groups - guilds, kinds, rims -
by a column of a few short texts that come again and again.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import yaml
from jinja2 import Environment

from pnp.importing.new_games import folders_of_look
from pnp.importing.tables.column_roles import GuessedColumn, TableGuess, heading_words, main_figure
from pnp.io.opening import read_beginning
from pnp.load.kinds import ICON, slug
from pnp.load.limits import FILE_BYTES
from pnp.load.table_rows import TableRows
from pnp.model.problem import UsageError

_BADGES_A_ROW = 3
MADE_OF = Path(__file__).parents[2] / "data" / "from_table"
_MOST_BADGES, _MOST_TEXTS = 9, 6
_NO_ROOM = "no room for so many on a card"
_SHORT_LABEL = 14  # characters, which a third of the width has room for
_BADGE_TEXT = 14
_MOST_LETTERS = 480  # of texts on a poker card, at a size that is read with pleasure
_MOST_ENTRIES = 12  # of a group
KINDS: Mapping[str, tuple[str, ...]] = {  # of columns that fill places of a kind; those without are chosen otherwise
    "name": ("name",),
    "group": (),
    "figure": ("figure",),
    "text": ("text", "line"),
    "story": (),
    "line": ("line",),
    "list": ("list",),
    "picture": ("picture",),
    "icon": (),
}


class CardSize(NamedTuple):
    name: str  # in game.yaml
    w: float
    h: float


_POKER, _TAROT = CardSize("poker", 63, 88), CardSize("tarot", 70, 120)


def line_below_name(guess: TableGuess) -> GuessedColumn | None:
    """Return a short text, unless it is all that a card says: then it has the middle of the card, in a larger size."""
    lines = [each for each in guess.select("line") if each.has_letters and each.importance == 1]
    return None if _is_line_alone(guess) or not lines else lines[0]


def _is_line_alone(guess: TableGuess) -> bool:
    return len(guess.select("line")) == 1 and not guess.select("text", "list", "flag")


def badges_of(guess: TableGuess) -> list[GuessedColumn]:
    """Return figures, and texts as short as figures, that stand at the bottom."""
    corner, below = main_figure(guess), line_below_name(guess)
    figures = [each for each in guess.select("figure") if each is not corner]
    lines = () if _is_line_alone(guess) else guess.select("line")
    short = [each for each in lines if each.importance == 1 and each.longest <= _BADGE_TEXT]
    return figures + [each for each in short if each is not below]


def drop_columns_without_room(guess: TableGuess) -> TableGuess:
    """Leave out the columns that no card could hold."""
    badges = badges_of(guess)
    beside = {line_below_name(guess), main_figure(guess), *badges[:_MOST_BADGES]}
    elsewhere = {*beside, *badges}
    texts = [each for each in guess.select("text", "line", "list", "flag") if each not in elsewhere]
    kept = {*beside, *texts[:_MOST_TEXTS], *guess.select("name", "id", "copies", "left"), *guess.select("picture")[:1]}
    columns = [each if each in kept else GuessedColumn(each.heading, "left", why=_NO_ROOM) for each in guess.columns]
    return guess._replace(columns=tuple(columns))


def size_for(guess: TableGuess) -> CardSize:
    """Return a larger card for long texts."""
    letters = sum(column.longest for column in guess.select("text", "list", "line"))
    return _TAROT if letters + (250 if guess.select("picture") else 0) > _MOST_LETTERS else _POKER


def card_template(guess: TableGuess, source: str) -> str:
    """Return a template that follows the size and the bleed of game.yaml. `source` is the table's name."""
    kind, badges = line_below_name(guess), badges_of(guess)
    texts = [each for each in guess.select("text", "line", "list", "flag") if each is not kind and each not in badges]
    main = max(texts, key=lambda each: (each.type == "text", each.importance, each.longest), default=None)
    return fill_template(
        "card.xml.j2",
        source=source.replace("#}", "# }").replace("{", "("),
        name=guess.name,
        corner=main_figure(guess),
        kind=kind,
        picture=next(iter(guess.select("picture")), None),
        rows=[badges[at : at + _BADGES_A_ROW] for at in range(0, len(badges), _BADGES_A_ROW)],
        texts=[*([main] if main else []), *[each for each in texts if each is not main]],
    )


def fill_template(file: str, **values: object) -> str:
    """Fill in one of the templates of what is made of a table: its marks are others than those of what it makes."""
    environment = Environment(
        "<%", "%>", "<<", ">>", "<#", "#>", trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    environment.filters["label"] = label_of
    return environment.from_string(read_beginning(MADE_OF / file, FILE_BYTES)).render(**values)


def label_of(heading: str) -> str:
    """Return a heading as it is printed: not too long, without signs of Jinja, XML or card text."""
    words = "".join(" " if sign in '{}<>&%#[]*\\"' else sign for sign in heading).split() or ["-"]
    label = words[0][:_SHORT_LABEL]
    for word in words[1:]:
        label = f"{label} {word}" if len(label) + len(word) < _SHORT_LABEL else label
    return label


class LookPlace(NamedTuple):
    """A field of a look. `instead`: what is printed on all pieces if the table says nothing."""

    field: str
    kind: str  # one of `KINDS`
    instead: str = ""


def read_places(look: str) -> tuple[LookPlace, ...]:
    """Return a look's places in the order in which they choose a column. Raises UsageError where it names none."""
    file = folders_of_look(look).places
    if not file.is_file():
        raise UsageError(f"the look {look} has no places for a table's columns: begin with --look {look} alone")
    return tuple([LookPlace(**each) for each in yaml.safe_load(read_beginning(file, FILE_BYTES))])


class FilledLook(NamedTuple):
    """`guess`: roles and fields are the look's. `entries`: of its group, what the table calls them."""

    guess: TableGuess
    entries: tuple[str, ...]
    instead: Mapping[str, str]  # field that no column fills → what is printed there


def fill_look(look: str, found: TableGuess, table: TableRows) -> FilledLook:
    """Choose columns for the places of a look."""
    values = [[row[at].text if at < len(row) else "" for row in table.rows] for at in range(len(found.columns))]
    taken: dict[int, GuessedColumn] = {}
    instead: dict[str, str] = {}
    entries: tuple[str, ...] = ()
    types = {"group": "reference", "icon": "icon", "text": "text", "story": "text", "line": "text"}
    for field, kind, printed in read_places(look):
        at = _choose_column(kind, found, values, [at for at in range(len(found.columns)) if at not in taken])
        if at is None:
            instead[field] = printed
            continue
        column = found.columns[at]
        role = kind if kind in ("group", "icon") else column.role
        taken[at] = column._replace(role=role, field=field, type=types.get(kind, column.type))
        if kind == "group":
            entries = tuple(usual_spellings(values[at]).values())
    name = next((at for at, column in enumerate(found.columns) if column.role == "name"), None)
    if name is not None and name not in taken and not found.has_ids:  # of which ids are made
        taken[name] = found.columns[name]._replace(field="name")
    columns = list[GuessedColumn]()
    for at, column in enumerate(found.columns):
        left = GuessedColumn(column.heading, "left", why=f"the look {look} has no place for it")
        columns.append(taken.get(at, column if column.role in ("id", "copies", "left") else left))
    return FilledLook(found._replace(columns=tuple(columns)), entries, instead)


def usual_spellings(texts: Sequence[str]) -> dict[str, str]:
    """Return how each text, in small letters, is written most often, and first."""
    written: dict[str, str] = {}
    for text, _ in Counter(texts).most_common():
        written.setdefault(text.casefold(), text)
    return {each: written[each] for each in dict.fromkeys(text.casefold() for text in texts)}


def _choose_column(kind: str, found: TableGuess, values: Sequence[Sequence[str]], free: Sequence[int]) -> int | None:
    """Return the number of the column that fills a place of this kind best, or None."""
    columns = found.columns
    if kind == "group":  # a short text of every row that comes several times, in capitals or not
        for at in free:
            slugs = [slug(each) for each in usual_spellings(values[at])]
            is_short = columns[at].role == "line" and columns[at].has_letters
            is_short = is_short and all(slugs) and len(set(slugs)) == len(slugs)
            if is_short and len(slugs) <= min(_MOST_ENTRIES, max(3, len(values[at]) // 2)):
                return at
    elif kind == "icon":  # a column of that name, in which each text can be one of an icon
        for at in free:
            is_called = slug(columns[at].heading) in heading_words("icon") and columns[at].role in ("line", "name")
            if is_called and all(ICON.fits(slug(each)) for each in values[at]):
                return at
    elif kind == "story":  # what is called so, otherwise the longest text that is left
        texts = [at for at in free if columns[at].role == "text"]
        return max(texts, key=lambda at: (-columns[at].importance, columns[at].longest), default=None)
    elif kind == "figure":
        main = main_figure(found)
        for at in free:
            if columns[at] is main:
                return at
    for role in KINDS[kind]:
        there = [at for at in free if columns[at].role == role]
        if there and role == "text":
            return max(there, key=lambda at: (columns[at].importance, columns[at].longest))
        if there:
            return max(there, key=lambda at: (columns[at].has_letters, columns[at].importance))
    return None
