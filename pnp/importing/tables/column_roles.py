"""A table of cards → the role that each column may have: an id, copies, a name, a figure, a text, a picture."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, NamedTuple

import yaml

from pnp.cardtext.icons import icon_names
from pnp.cardtext.suggest import did_you_mean
from pnp.io.opening import is_file, path_inside, read_beginning
from pnp.load import limits
from pnp.load.kinds import FIELD_NAME, ICON, ID, slug
from pnp.load.spreadsheets import A_DATE
from pnp.load.table_rows import CALLED_COPIES, LIST_SEPARATOR, Cell, TableRows, normalise_cell, parse_count
from pnp.model.problem import Severity

_PICTURES = frozenset((".png", ".jpg", ".jpeg", ".svg"))
_WORDS_FILE = Path(__file__).parents[2] / "data" / "table-words.yaml"
_BACK = "to print them: a field in game.yaml, a place in the template"
_INTEGER = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
_BRACED = re.compile(r"\{([a-z][a-z0-9_-]*)\}")
_FIGURE_LIKE = ("figure", "flag")  # roles whose formulas are mostly bookkeeping
_SHORT = 32  # characters of what may stand on a line of its own
_WORD, _WORDS = 24, 3  # letters and words of an item of a list
_ENDS_IN_0 = re.compile(r".*[.,][0-9]*0").fullmatch  # a price, say: as a number it would lose that
_LONGEST_HEADING = 200  # characters


@cache
def read_table_words() -> Mapping[str, Any]:
    """Return the words of pnp/data/table-words.yaml."""
    return MappingProxyType(yaml.safe_load(read_beginning(_WORDS_FILE, limits.FILE_BYTES)))


@cache
def heading_words(kind: str) -> tuple[str, ...]:
    """Return the words, as slugs, that headings of such columns have; the likeliest first."""
    return tuple(read_table_words()["headings"][kind].split())


class LostPicture(NamedTuple):
    name: str
    hint: str  # a file that may be meant


class PicturesBeside:
    """The pictures in a folder, which is looked up once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._listed: dict[Path, Mapping[str, list[str]]] = {}

    def find(self, name: str) -> Path | None:
        """Find a file; `Storm.PNG` is storm.png, too, if no other name differs by capitals alone."""
        path = path_inside(self._folder, name)
        if path is None or is_file(path):
            return path
        same = self._by_folded_name(path.parent).get(path.name.casefold(), [])
        if len(same) != 1:
            return None
        inside = path_inside(self._folder, (PurePosixPath(name).parent / same[0]).as_posix())
        return inside if inside and is_file(inside) else None

    def find_lost(self, names: Iterable[str]) -> tuple[LostPicture, ...]:
        there = [name for same in self._by_folded_name(self._folder).values() for name in same if is_picture_name(name)]
        lost = [name for name in dict.fromkeys(names) if self.find(name) is None]
        return tuple([LostPicture(name, did_you_mean(name, there)) for name in lost])

    def _by_folded_name(self, folder: Path) -> Mapping[str, list[str]]:
        if folder not in self._listed:
            names: dict[str, list[str]] = {}
            with suppress(OSError):
                for path in sorted(folder.iterdir()):
                    names.setdefault(path.name.casefold(), []).append(path.name)
            self._listed[folder] = names
        return self._listed[folder]


class GuessedColumn(NamedTuple):
    """`role`: what it is on a card: id copies name figure line text list picture flag, or left for what is left out."""

    heading: str
    role: str
    field: str = ""
    type: str = ""
    why: str = ""  # of what is left out
    longest: int = 0  # characters of a value
    is_formula: bool = False  # has braces that are no expressions
    braced: tuple[str, ...] = ()  # what stands in them and may be icons
    has_letters: bool = True  # otherwise its texts are like `2,50`

    @property
    def importance(self) -> int:
        """Rank a text by its heading: rules before others, and quotations last."""
        called = set(slug(self.heading).split("-"))
        if called.intersection(heading_words("flavour")):
            return 0
        return 2 if called.intersection(heading_words("rules")) else 1


class TableGuess(NamedTuple):
    columns: tuple[GuessedColumn, ...]
    icons: tuple[str, ...]  # that its texts name
    pieces: int
    copies: int

    @property
    def has_ids(self) -> bool:
        return any(column.role == "id" for column in self.columns)

    def select(self, *roles: str) -> list[GuessedColumn]:
        return [column for column in self.columns if column.role in roles]

    @property
    def name(self) -> GuessedColumn | None:
        return next(iter(self.select("name")), None)


def guess_roles(table: TableRows, is_picture: Callable[[str], bool]) -> TableGuess:
    """Guess the role of each column. `is_picture`: whether there is a file of that name beside the table."""
    columns: list[GuessedColumn] = []
    values = [[row[at].text if at < len(row) else "" for row in table.rows] for at in range(len(table.header))]
    headings = [cell.text for cell in table.header]
    for at, heading in enumerate(headings):
        taken = {column.field for column in columns}
        cells = [row[at] for row in table.rows if at < len(row)]
        if why := _why_unprinted(heading, cells):
            columns.append(GuessedColumn(heading, "left", why=why))
            continue
        column = _guess_column(heading, headings[:at], values[at], table.understood.separator, taken, is_picture)
        if column.role in _FIGURE_LIKE:
            marks = [cell.mark for cell in cells if cell.text]
            if 2 * sum(1 for mark in marks if mark in table.formulas) > len(marks):  # sums, what was looked up
                column = GuessedColumn(heading, "left", why=f"computed by formulas; {_BACK}")
        columns.append(column)
    # One of the texts is the card's name: by its heading, otherwise the first that is short and always there.
    lines = [at for at, column in enumerate(columns) if column.type == "text" and all(values[at])]
    lines = [at for at in lines if max(map(len, values[at])) <= 2 * _SHORT and not any("\n" in v for v in values[at])]
    keys = {at: slug(columns[at].heading).replace("-", "_") for at in lines}
    by_heading = [at for word in heading_words("name") for at in lines if keys[at] == word]
    unlike = [at for at in lines if len(set(values[at])) > len(values[at]) / 2]
    if ranked := [*by_heading, *unlike, *lines]:
        is_free = all(column.field != "name" for column in columns)
        named = columns[ranked[0]]
        columns[ranked[0]] = named._replace(role="name", field="name" if is_free else named.field)
    printed = [at for at, column in enumerate(columns) if column.role in ("name", "line", "text", "list")]
    icons = sorted({name for at in printed for text in values[at] for name in icon_names(text) if ICON.fits(name)})
    at_copies = next((at for at, column in enumerate(columns) if column.role == "copies"), None)
    counts = [None] * len(table.rows) if at_copies is None else [parse_count(text) for text in values[at_copies]]
    copies = [1 if count is None else count for count in counts]
    return TableGuess(tuple(columns), tuple(icons), sum(1 for count in copies if count), sum(copies))


def _why_unprinted(heading: str, cells: Sequence[Cell]) -> str:
    """Return why a column isn't printed: people keep it for themselves, or no cell has a value, and one should."""
    there = [cell for cell in cells if cell.text]
    if there and all(cell.note and cell.note.code == A_DATE.id for cell in there):
        return f"dates; {_BACK}"
    if there and set(slug(heading).split("-")).intersection(heading_words("notes")):
        return f"notes to oneself; {_BACK}"
    wrong = [cell.note for cell in cells if cell.note and cell.note.severity is Severity.ERROR]
    if there or not wrong:
        return ""
    count = "a cell" if len(wrong) == 1 else f"{len(wrong)} cells"
    return f"{count} without a value; in row {wrong[0].span.line} {wrong[0].message}"


def _guess_column(
    heading: str,
    before: Sequence[str],
    values: Sequence[str],
    separator: str,
    taken: set[str],
    is_picture: Callable[[str], bool],
) -> GuessedColumn:
    texts = [text for text in values if text]
    key = slug(heading).replace("-", "_")
    why = ""
    if not heading:
        why = "no heading"
    elif heading in before:
        why = "a second column of that name"
    elif len(heading) > _LONGEST_HEADING:
        why = "its heading isn't one short line"
    elif not texts:
        why = "nothing in it"
    elif all(map(is_picture_name, texts)) and not any(map(is_picture, texts)):
        why = f"names of pictures like {texts[0]}, none of which lies beside the table"
    if why:
        return GuessedColumn(heading, "left", why=why)
    are_ids = len(set(values)) == len(values) and all(map(ID.fits, values))
    if are_ids and key in heading_words("id") and "id" not in taken:
        return GuessedColumn(heading, "id", "id")
    # slips among counts are reported, and are no reason to print each card once
    if key in CALLED_COPIES and "copies" not in taken:
        counts = [count for text in texts if (count := parse_count(text)) and count <= limits.COPIES]
        if 2 * len(counts) >= len(texts):
            return GuessedColumn(heading, "copies", "copies")
    number = len(before) + 1
    name = re.sub(r"^[0-9_]+", "", key)[:40].strip("_") or f"column_{number}"
    name = name if FIELD_NAME.fits(name) and name not in ("id", "copies") else f"column_{number}"
    field = name if name not in taken else f"{name}_{number}"
    role, type = _guess_kind(texts, separator, is_picture)
    longest = max(map(len, texts))
    has_braces = type == "text" and any("{" in text or "}" in text for text in texts)
    braced = {name: None for text in texts for name in _BRACED.findall(text)} if has_braces else {}
    has_letters = any(sign.isalpha() for text in texts for sign in text)
    return GuessedColumn(heading, role, field, type, "", longest, has_braces, tuple(braced), has_letters)


def _guess_kind(texts: Sequence[str], separator: str, is_picture: Callable[[str], bool]) -> tuple[str, str]:
    """Return the role and the type of texts."""
    if all(normalise_cell(text, "boolean", separator) in ("true", "false") for text in texts):
        return "flag", "boolean"
    if all(_INTEGER.fullmatch(text) and abs(int(text)) < limits.NUMBER for text in texts):
        return "figure", "integer"
    numbers = [normalise_cell(text, "number", separator) for text in texts]
    if all(map(_NUMBER.fullmatch, numbers)) and not any(map(_ENDS_IN_0, texts)):
        return "figure", "number"
    if all(map(is_picture_name, texts)) and any(map(is_picture, texts)):
        return "picture", "picture"
    if any(LIST_SEPARATOR in text for text in texts):
        items = [item.strip() for text in texts for item in text.split(LIST_SEPARATOR)]
        short = [item for item in items if 0 < len(item) <= _WORD and len(item.split()) <= _WORDS]
        if len(short) == len(items) and not any(item.endswith((".", "!", "?", "…")) for item in items):  # no sentence
            return "list", "list"
    is_line = max(map(len, texts)) <= _SHORT and not any("\n" in text for text in texts)
    return ("line" if is_line else "text"), "text"


def main_figure(guess: TableGuess) -> GuessedColumn | None:
    """Return the figure in the corner."""
    short = [column for column in guess.select("figure") if column.longest <= 4]
    named = [each for key in heading_words("figure") for each in short if key in slug(each.heading).split("-")]
    return next(iter((*named, *short)), None)


def is_picture_name(name: str) -> bool:
    return PurePosixPath(name).suffix.casefold() in _PICTURES
