"""A table of cards → what each column may be: an id, copies, a name, a figure, a text, a picture beside the table."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pnp.cardtext.icons import icon_names
from pnp.cardtext.suggest import did_you_mean
from pnp.importing.tables.known_words import heading_words
from pnp.io.opening import is_file, path_inside
from pnp.load import limits
from pnp.load.kinds import FIELD_NAME, ICON, ID, slug
from pnp.load.tables.reading import CALLED_COPIES, parse_count
from pnp.load.tables.rows import LIST_SEPARATOR, Cell, TableRows, normalise_cell
from pnp.load.tables.sheets import A_DATE
from pnp.model.problem import Severity

_PICTURES = frozenset((".png", ".jpg", ".jpeg", ".svg"))


class LostPicture(NamedTuple):
    name: str
    hint: str  # a file that may be meant


class PicturesBeside:
    """Of a folder; what is in it is looked up once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._listed: dict[Path, Mapping[str, list[str]]] = {}

    def find(self, name: str) -> Path | None:
        """`Storm.PNG` is storm.png, too, if no other differs by capitals alone: on many computers that is one name."""
        path = path_inside(self._folder, name)
        if path is None or is_file(path):
            return path
        same = self._by_folded_name(path.parent).get(path.name.casefold(), [])
        if len(same) != 1:
            return None
        inside = path_inside(self._folder, (PurePosixPath(name).parent / same[0]).as_posix())
        return inside if inside and is_file(inside) else None

    def lost(self, names: Iterable[str]) -> tuple[LostPicture, ...]:
        there = [name for same in self._by_folded_name(self._folder).values() for name in same if names_picture(name)]
        lost = [name for name in dict.fromkeys(names) if self.find(name) is None]
        return tuple([LostPicture(name, did_you_mean(name, there)) for name in lost])

    def _by_folded_name(self, folder: Path) -> Mapping[str, list[str]]:
        if folder not in self._listed:
            found: dict[str, list[str]] = {}
            try:
                for path in sorted(folder.iterdir()):
                    found.setdefault(path.name.casefold(), []).append(path.name)
            except OSError:
                found = {}
            self._listed[folder] = found
        return self._listed[folder]


_BACK = "to print them: a field in game.yaml, a place in the template"
_INTEGER = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
_BRACED = re.compile(r"\{([a-z][a-z0-9_-]*)\}")
_FIGURE_LIKE = ("figure", "flag")  # roles whose formulas are mostly bookkeeping
_SHORT = 32  # characters of what may stand on a line of its own
_WORD, _WORDS = 24, 3  # letters and words of an item of a list
_ENDS_IN_0 = re.compile(r".*[.,][0-9]*0").fullmatch  # a price, say: as a number it would lose that
_LONGEST_HEADING = 200  # characters
_MOST_COPIES = limits.COPIES


class Guessed(NamedTuple):
    """`role`: what it is on a card: id copies name figure line text list picture flag, or left for what is left out."""

    heading: str
    role: str
    field: str = ""
    type: str = ""
    why: str = ""  # of what is left out
    longest: int = 0  # characters of a value
    is_formula: bool = False  # has braces that are no expressions
    braced: tuple[str, ...] = ()  # what stands in them and may be icons
    has_letters: bool = True  # else its texts are like `2,50`

    @property
    def importance(self) -> int:
        """Of a text, by its heading: rules before others, and quotations last."""
        called = set(slug(self.heading).split("-"))
        if called.intersection(heading_words("flavour")):
            return 0
        return 2 if called.intersection(heading_words("rules")) else 1


class Guess(NamedTuple):
    columns: tuple[Guessed, ...]
    icons: tuple[str, ...]  # that its texts name
    pieces: int
    copies: int

    @property
    def has_ids(self) -> bool:
        return any(column.role == "id" for column in self.columns)

    def of_role(self, *roles: str) -> list[Guessed]:
        return [column for column in self.columns if column.role in roles]

    @property
    def name(self) -> Guessed | None:
        return next(iter(self.of_role("name")), None)


def guess(table: TableRows, is_picture: Callable[[str], bool]) -> Guess:
    """`is_picture`: whether there is a file of that name beside the table."""
    columns: list[Guessed] = []
    values = [[row[at].text if at < len(row) else "" for row in table.rows] for at in range(len(table.header))]
    headings = [cell.text for cell in table.header]
    for at, heading in enumerate(headings):
        taken = {column.field for column in columns}
        cells = [row[at] for row in table.rows if at < len(row)]
        if why := _why_kept(heading, cells) or _why_lost(cells):
            columns.append(Guessed(heading, "left", why=why))
            continue
        column = _column(heading, headings[:at], values[at], table.understood.separator, taken, is_picture)
        is_computed = column.role in _FIGURE_LIKE and _are_computed(table, at)
        columns.append(Guessed(heading, "left", why=f"computed by formulas; {_BACK}") if is_computed else column)
    # One of the texts is what the card is called: by its heading, else the first that is short and always there.
    lines = [at for at, column in enumerate(columns) if column.type == "text" and all(values[at])]
    lines = [at for at in lines if max(map(len, values[at])) <= 2 * _SHORT and not any("\n" in v for v in values[at])]
    keys = {at: slug(columns[at].heading).replace("-", "_") for at in lines}
    by_heading = [at for word in heading_words("name") for at in lines if keys[at] == word]
    unlike = [at for at in lines if len(set(values[at])) > len(values[at]) / 2]
    if ranked := [*by_heading, *unlike, *lines]:
        is_free = all(column.field != "name" for column in columns)
        named = columns[ranked[0]]
        columns[ranked[0]] = named._replace(role="name", field="name" if is_free else named.field)
    texts = [text for column, said in zip(columns, values, strict=True) if _is_printed_text(column) for text in said]
    icons = sorted({name for text in texts for name in icon_names(text) if ICON.fits(name)})
    said = next((said for column, said in zip(columns, values, strict=True) if column.role == "copies"), None)
    counts = [_count(text) for text in said] if said else [1] * len(table.rows)
    return Guess(tuple(columns), tuple(icons), sum(1 for count in counts if count), sum(counts))


def _count(text: str) -> int:
    count = parse_count(text)
    return 1 if count is None else count


def _why_kept(heading: str, cells: Sequence[Cell]) -> str:
    """Of what people write beside their cards, for themselves."""
    there = [cell for cell in cells if cell.text]
    if there and all(cell.note and cell.note.code == A_DATE.id for cell in there):
        return f"dates; {_BACK}"
    if there and set(slug(heading).split("-")).intersection(heading_words("notes")):
        return f"notes to oneself; {_BACK}"
    return ""


def _why_lost(cells: Sequence[Cell]) -> str:
    """Where none of them has a value, and one should have."""
    wrong = [cell.note for cell in cells if cell.note and cell.note.severity is Severity.ERROR]
    if not wrong or any(cell.text for cell in cells):
        return ""
    count = "a cell" if len(wrong) == 1 else f"{len(wrong)} cells"
    return f"{count} without a value; in row {wrong[0].span.line} {wrong[0].message}"


def _are_computed(table: TableRows, at: int) -> bool:
    """More than half of a column's values: sums, running numbers, what was looked up."""
    there = [row[at].mark for row in table.rows if at < len(row) and row[at].text]
    return 2 * sum(1 for mark in there if mark in table.formulas) > len(there)


def _is_printed_text(column: Guessed) -> bool:
    return column.role in ("name", "line", "text", "list")


def _column(
    heading: str,
    before: Sequence[str],
    values: Sequence[str],
    separator: str,
    taken: set[str],
    is_picture: Callable[[str], bool],
) -> Guessed:
    said = [text for text in values if text]
    key = slug(heading).replace("-", "_")
    why = _why_left(heading, before, said)
    if not why and all(map(names_picture, said)) and not any(map(is_picture, said)):
        why = f"names of pictures like {said[0]}, none of which lies beside the table"
    if why:
        return Guessed(heading, "left", why=why)
    are_ids = len(set(values)) == len(values) and all(map(ID.fits, values))
    if are_ids and key in heading_words("id") and "id" not in taken:
        return Guessed(heading, "id", "id")
    if key in CALLED_COPIES and "copies" not in taken and _are_counts(said):
        return Guessed(heading, "copies", "copies")
    number = len(before) + 1
    name = re.sub(r"^[0-9_]+", "", key)[:40].strip("_") or f"column_{number}"
    name = name if FIELD_NAME.fits(name) and name not in ("id", "copies") else f"column_{number}"
    field = name if name not in taken else f"{name}_{number}"
    role, type = _kind(said, separator, is_picture)
    longest = max(map(len, said))
    has_braces = type == "text" and any("{" in text or "}" in text for text in said)
    braced = {name: None for text in said for name in _BRACED.findall(text)} if has_braces else {}
    has_letters = any(sign.isalpha() for text in said for sign in text)
    return Guessed(heading, role, field, type, "", longest, has_braces, tuple(braced), has_letters)


def _why_left(heading: str, before: Sequence[str], said: Sequence[str]) -> str:
    if not heading:
        return "no heading"
    if heading in before:
        return "a second column of that name"
    if len(heading) > _LONGEST_HEADING:
        return "its heading isn't one short line"
    return "" if said else "nothing in it"


def _are_counts(said: Sequence[str]) -> bool:
    """At least half of them; the others are slips, which are told, not a reason to print each card once."""
    counts = [parse_count(text) for text in said]
    return 2 * sum(1 for count in counts if count and count <= _MOST_COPIES) >= len(said)


def _kind(said: Sequence[str], separator: str, is_picture: Callable[[str], bool]) -> tuple[str, str]:
    """Role and type."""
    if all(normalise_cell(text, "boolean", separator) in ("true", "false") for text in said):
        return "flag", "boolean"
    if all(_INTEGER.fullmatch(text) and abs(int(text)) < limits.NUMBER for text in said):
        return "figure", "integer"
    numbers = [normalise_cell(text, "number", separator) for text in said]
    if all(map(_NUMBER.fullmatch, numbers)) and not any(map(_ENDS_IN_0, said)):
        return "figure", "number"
    if all(map(names_picture, said)) and any(map(is_picture, said)):
        return "picture", "picture"
    items = [item.strip() for text in said for item in text.split(LIST_SEPARATOR)]
    if any(LIST_SEPARATOR in text for text in said) and all(map(_is_item, items)):
        return "list", "list"
    is_line = max(map(len, said)) <= _SHORT and not any("\n" in text for text in said)
    return ("line" if is_line else "text"), "text"


def _is_item(text: str) -> bool:
    """Of a list: a few words, and no sentence."""
    return 0 < len(text) <= _WORD and len(text.split()) <= _WORDS and not text.endswith((".", "!", "?", "…"))


def main_figure(guess: Guess) -> Guessed | None:
    """The figure in the corner."""
    short = [column for column in guess.of_role("figure") if column.longest <= 4]
    named = [each for key in heading_words("figure") for each in short if key in slug(each.heading).split("-")]
    return next(iter((*named, *short)), None)


def names_picture(name: str) -> bool:
    return PurePosixPath(name).suffix.casefold() in _PICTURES
