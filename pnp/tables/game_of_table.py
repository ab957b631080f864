"""A table of cards → a game that prints them: game.yaml, the table beside it, a template, a style, a back, icons.

What was guessed comes back, to be shown: somebody who knows the cards sees at once what is wrong.
"""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pnp.files.inside import is_file, path_inside
from pnp.files.opening import read_input
from pnp.files.project import SHEETS, TABLES, Project
from pnp.files.writing import write_atomically
from pnp.load import limits
from pnp.load.auto_ids import slug
from pnp.load.group_keys import OWN_FILES
from pnp.load.tables.reading import OpenedTable, table_from
from pnp.load.tables.rows import TableRows
from pnp.load.tables.sheets import sheet_names
from pnp.mend.yaml_styles import written_new
from pnp.model.problem import FileError, LimitError, PnpError, Problem, UsageError
from pnp.model.values import Poison
from pnp.tables.card_look import card_template, size_for, with_what_has_room
from pnp.tables.guessing import Guess, Guessed, guess
from pnp.tables.same_cards import same_cards
from pnp.tables.simple_icons import simple_icon
from pnp.tables.tongues import language_called, language_of
from pnp.user.new_games import new_folders

_MADE_OF = Path(__file__).parents[1] / "data" / "from_table"
_LARGEST_PICTURE = 64 << 20  # bytes
_TAKEN = (*OWN_FILES, "game", "style", "fonts", "overlay")


class OtherSheet(NamedTuple):
    """The same cards in another language: columns and rows as in the first sheet."""

    name: str
    language: str
    table: TableRows


class UnusedSheet(NamedTuple):
    name: str
    why: str


class MadeGame(NamedTuple):
    """What was made of a table, and what for; with problems, nothing."""

    folders: tuple[Path, ...] = ()
    component: str = ""
    opened: OpenedTable | None = None
    guess: Guess | None = None
    language: str = ""  # that the cards are in
    others: tuple[OtherSheet, ...] = ()
    unused: tuple[UnusedSheet, ...] = ()  # sheets of which nothing was made
    problems: tuple[Problem, ...] = ()
    tidied: tuple[Problem, ...] = ()  # of a game that was made: what of the table is no card


def is_table(name: str) -> bool:
    """Whether somebody who says where a new game comes from means a file, not a game."""
    return PurePosixPath(name).suffix.casefold() in TABLES


def make_game(project: Project, name: str, path: Path) -> MadeGame:
    """Raises UsageError, FileError, LimitError."""
    folders = new_folders(project, name)
    data = _read(path)
    problems: list[Problem] = []
    shown = path.as_posix()
    sheets = sheet_names(data, shown) if path.suffix.casefold() in SHEETS else ()
    opened = table_from(data, shown, "", problems)
    if isinstance(opened, Poison) or not opened.table.rows:
        if not problems:
            raise UsageError(f"{shown} has no rows to make cards of")
        return MadeGame(problems=tuple(problems))
    beside = path.parent
    found = with_what_has_room(guess(opened.table, lambda named: _picture(beside, named) is not None))
    language, others, unused = _languages(data, shown, sheets, opened.table, found)
    component = _component(path)
    made = MadeGame(folders, component, opened, found, language, others, unused, tidied=tuple(problems))
    try:
        for target, content in _files(name, path, data, made, len(sheets) > 1):
            write_atomically(folders[0].parents[1] / target, content, project.root)
    except PnpError:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    return made


def _read(path: Path) -> bytes:
    try:
        data = read_input(path, limits.FILE_BYTES)
    except OSError as error:
        raise FileError(f"{path.as_posix()}: can't be read: {error.strerror}") from None
    if len(data) > limits.FILE_BYTES:
        raise LimitError(f"{path.as_posix()}: has more than {limits.FILE_BYTES >> 20} MB")
    return data


def _component(path: Path) -> str:
    name = slug(path.stem)
    return name if name and name not in _TAKEN else "cards"


def _picture(folder: Path, name: str) -> Path | None:
    inside = path_inside(folder, name)
    return inside if inside and is_file(inside) else None


def _languages(
    data: bytes, file: str, sheets: Sequence[str], table: TableRows, found: Guess
) -> tuple[str, tuple[OtherSheet, ...], tuple[UnusedSheet, ...]]:
    """That of the cards, sheets with the same ones in others, and what is left."""
    first = table.understood.sheet
    language = language_called(first) or language_of(_texts(table, found)) or "en"
    others: list[OtherSheet] = []
    unused: list[UnusedSheet] = []
    for sheet in sheets:
        if sheet == first:
            continue
        opened = table_from(data, file, sheet, [])
        if isinstance(opened, Poison) or not opened.table.rows:
            unused.append(UnusedSheet(sheet, "can't be read" if isinstance(opened, Poison) else "has no rows"))
            continue
        same, why = same_cards(table, found, opened.table)
        said = (language_called(sheet) or language_of(_texts(same, found))) if same else ""
        why = why or ("" if said else "it isn't plain in which language it is: call the sheet de, French …")
        if said in (language, *[each.language for each in others]):
            why = f"the same language, {said}, once more"
        if same and not why:
            others.append(OtherSheet(sheet, said, same))
        else:
            unused.append(UnusedSheet(sheet, why))
    return language, tuple(others), tuple(unused)


def _texts(table: TableRows, found: Guess) -> Iterator[str]:
    for at, column in enumerate(found.columns):
        if column.type in ("text", "list"):
            yield from (row[at].text for row in table.rows if at < len(row))


def _files(name: str, path: Path, data: bytes, made: MadeGame, is_one_of_sheets: bool) -> Iterator[tuple[str, bytes]]:
    """Paths below the project, and what stands in them."""
    assert made.guess and made.opened
    table = f"{slug(path.stem) or 'cards'}{path.suffix.casefold()}"
    sheet = f"#{made.opened.table.understood.sheet}" if is_one_of_sheets else ""
    own, look = f"card_data/{name}", f"layouts/{name}"
    yield f"{own}/game.yaml", game_yaml(name, f"{table}{sheet}", made, path.name).encode()
    yield f"{own}/{table}", data
    for number, icon in enumerate(made.guess.icons):
        yield f"{own}/art/icons/{icon}.svg", _kept(simple_icon(icon, number))
    for picture in _pictures(made):
        yield f"{own}/{picture}", read_input(path.parent / picture, _LARGEST_PICTURE)
    yield f"{look}/card.xml.j2", card_template(made.guess, path.name).encode()
    for file in ("back.xml.j2", "style.yaml"):
        yield f"{look}/{file}", _kept(file)


def _kept(file: str) -> bytes:
    return read_input(_MADE_OF / file, limits.FILE_BYTES)


def _pictures(made: MadeGame) -> list[str]:
    assert made.guess and made.opened
    at = [number for number, column in enumerate(made.guess.columns) if column.role == "picture"]
    rows = made.opened.table.rows
    return sorted({row[number].text for row in rows for number in at if number < len(row) and row[number].text})


def game_yaml(name: str, data: str, made: MadeGame, source: str) -> str:
    found = made.guess
    assert found
    size = size_for(found)
    lines = [
        f"# Made of {source.replace(chr(10), ' ')} by pnp new: what it took the columns for can be changed here.",
        f"title: {name.replace('-', ' ').title()}",
        f"languages: [{made.language}]",
    ]
    if found.icons:
        lines.append("icons:                       # simple ones, to begin with: draw your own over them")
        lines += [f"  {icon}: art/icons/{icon}.svg" for icon in found.icons]
    lines += [
        "components:",
        f"  {made.component}:",
        f"    size: {size.name:<22} # {size.w:g} x {size.h:g} mm",
        "    shape: rounded",
        "    bleed: 1mm               # how far it is printed beyond the cut",
        "    front: card.xml.j2",
        "    back: back.xml.j2",
        f"    data: {written_new(data)}",
        *([] if found.has_ids else ["    id: auto                 # made of the names"]),
        *_columns(found),
        "    fields:",
        *[f"      {column.field}: {_declared(column)}" for column in found.columns if column.type],
    ]
    return "\n".join(lines) + "\n"


def _columns(found: Guess) -> Iterator[str]:
    """Headings that aren't names of fields themselves."""
    other = {column.field: column.heading for column in found.columns if column.field not in ("", column.heading)}
    if other:
        yield "    columns:                 # field: what its column is called"
        yield from (f"      {field}: {written_new(heading)}" for field, heading in other.items())
    if any(column.role == "left" for column in found.columns):
        yield "    other-columns: ignore"


def _declared(column: Guessed) -> str:
    if column.type == "list":
        return "{type: list, of: text, translatable: true}"
    if column.type != "text":
        return column.type
    if column.is_formula:  # a translatable text takes what stands in braces for an expression
        return "text"
    return "{type: text, " + ("required: true, " if column.role == "name" else "") + "translatable: true}"
