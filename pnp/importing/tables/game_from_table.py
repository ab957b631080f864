"""A table of cards → a game that prints them: game.yaml, the table beside it, a template, a style, a back, icons.

What was guessed is returned, to be shown: an author who knows the cards sees at once what is wrong.
"""

import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import cycle
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pnp.edit.yaml_scalar import spell_new_text
from pnp.importing.new_games import check_look, folders_of_look, new_folders, replace_name
from pnp.importing.tables.card_looks import (
    MADE_OF,
    FilledLook,
    card_template,
    drop_columns_without_room,
    fill_look,
    fill_template,
    size_for,
)
from pnp.importing.tables.column_roles import (
    GuessedColumn,
    LostPicture,
    PicturesBeside,
    TableGuess,
    guess_roles,
    read_table_words,
)
from pnp.importing.tables.sheet_languages import OtherSheet, UnusedSheet, cards_in, find_languages, open_card_sheet
from pnp.io.opening import read_input
from pnp.io.project import SHEETS, TABLES, Project
from pnp.io.writing import write_atomically
from pnp.load import limits
from pnp.load.files import format_problem, is_address, no_sheets_problem
from pnp.load.kinds import OWN_FILES, slug
from pnp.load.spreadsheets import holds_pictures, sheet_names
from pnp.load.table_files import OpenedTable
from pnp.model.problem import FileError, LimitError, PnpError, Problem, UsageError
from pnp.model.span import Span
from pnp.model.values import Unreadable

_ABOUT = re.compile(r"\A#.*\n")  # a look
_TITLE = re.compile(r"title: .*")
_COMPONENT = re.compile(r"(?m)^(components:\n)  [\w-]+:\n")
_ENTRY = re.compile(r"(      )[\w-]+: \{name: [^,]+,(.*)")
_FIELD = re.compile(r"(      )([\w-]+): (\{.*\})(.*)")
_ICON = re.compile(r"  ([\w-]+): art/[\w-]+\.svg")
_TAKEN = frozenset((*OWN_FILES, "game", "style", "fonts", "overlay"))
_SHORTEST = 3  # letters of a name that says something
_REQUIRED = ", required: true"
_BOUNDS = re.compile(r"\{type: integer.*\}")
_MARKS = 8  # drawings that mean nothing
_LARGEST_PICTURE = 64 << 20  # bytes


class TableGame(NamedTuple):
    """A game that was made of a table, and how its columns were read; with problems, no game."""

    folders: tuple[Path, ...] = ()
    component: str = ""
    opened: OpenedTable | None = None
    guess: TableGuess | None = None
    language: str = ""  # that the cards are in
    others: tuple[OtherSheet, ...] = ()
    unused: tuple[UnusedSheet, ...] = ()  # sheets of which nothing was made
    problems: tuple[Problem, ...] = ()
    tidied: tuple[Problem, ...] = ()  # of a game that was made: what of the table is no card
    lost: tuple[LostPicture, ...] = ()  # that it names, and aren't beside it
    laid: FilledLook | None = None  # in a look that comes with pnp
    holds_pictures: bool = False  # the spreadsheet, in itself


def is_table(name: str) -> bool:
    """Tell whether the name of a new game's origin means a file, not a game."""
    return "." in PurePosixPath(name).suffix  # which no game's name has


def make_game(project: Project, name: str, table: str, look: str = "") -> TableGame:
    """Make a game of a table: a file and, behind `#`, a sheet of it. `look`: one that comes with pnp, instead of one
    made of the columns. Raises UsageError, FileError, LimitError."""
    if look:
        check_look(look)
    if is_address(table):
        raise UsageError(f"--from reads files, not {table}: save what is there, or let data: name it, and pnp fetch")
    named, _, sheet = table.rpartition("#")
    has_sheet = not Path(table).exists() and PurePosixPath(named).suffix
    path, sheet = (Path(named), sheet) if has_sheet else (Path(table), "")
    folders = new_folders(project, name)
    if not path.exists():
        raise FileError(f"there is no file {path.as_posix()}")
    shown = project.display(path.parent.resolve() / path.name)
    if path.suffix.casefold() not in TABLES:
        return TableGame(problems=(format_problem(path.name, TABLES, Span(shown)),))
    if sheet and path.suffix.casefold() not in SHEETS:
        return TableGame(problems=(no_sheets_problem(path.name, Span(shown)),))
    try:
        data = read_input(path, limits.FILE_BYTES)
    except OSError as error:
        raise FileError(f"{path.as_posix()}: can't be read: {error.strerror}") from None
    if len(data) > limits.FILE_BYTES:
        raise LimitError(f"{path.as_posix()}: has more than {limits.FILE_BYTES >> 20} MB")
    problems: list[Problem] = []
    sheets = sheet_names(data, shown) if path.suffix.casefold() in SHEETS else ()
    opened = None
    with suppress(Unreadable):
        opened = open_card_sheet(data, shown, sheet, sheets, problems)
    if opened is None or not opened.table.rows:
        if not problems:
            raise UsageError(f"{path.as_posix()} has no rows to make cards of")
        return TableGame(problems=tuple(problems))
    beside = PicturesBeside(path.parent)
    found = guess_roles(opened.table, lambda named: beside.find(named) is not None)
    laid = fill_look(look, found, opened.table) if look else None
    language, others, unused = find_languages(data, shown, sheets, opened.table, found)
    found = laid.guess if laid else drop_columns_without_room(found)
    component = component_name(path.stem, language, name)
    made = TableGame(folders, component, opened, found, language, others, unused, tidied=tuple(problems), laid=laid)
    made = made._replace(lost=beside.find_lost(_pictures(made)), holds_pictures=bool(sheets) and holds_pictures(data))
    try:
        for target, content in _files(name, path, data, made, look, len(sheets) > 1, beside):
            write_atomically(folders[0].parents[1] / target, content, project.root)
    except PnpError:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    return made


def _files(
    name: str, path: Path, data: bytes, made: TableGame, look: str, is_one_of_sheets: bool, beside: PicturesBeside
) -> Iterator[tuple[str, bytes]]:
    """Yield paths below the project, and what stands in them."""
    assert made.guess and made.opened
    table = f"{slug(path.stem) or 'cards'}{path.suffix.casefold()}"
    sheet = f"#{made.opened.table.understood.sheet}" if is_one_of_sheets else ""
    own = f"card_data/{name}"
    yield f"{own}/{table}", data
    for picture in _pictures(made):
        if file := beside.find(picture):
            yield f"{own}/{picture}", read_input(file, _LARGEST_PICTURE)
    if look:
        yield from _look_files(look, name, f"{table}{sheet}", made, path.name)
    else:
        yield f"{own}/game.yaml", game_yaml(name, f"{table}{sheet}", made, path.name).encode()
        for number, icon in enumerate(made.guess.icons):
            yield f"{own}/art/icons/{icon}.svg", _read_template(simple_icon(icon, number))
        yield f"layouts/{name}/card.xml.j2", card_template(made.guess, path.name).encode()
        for file_name in ("back.xml.j2", "style.yaml"):
            yield f"layouts/{name}/{file_name}", _read_template(file_name)


def _look_files(look: str, name: str, data: str, made: TableGame, source: str) -> Iterator[tuple[str, bytes]]:
    assert made.guess and made.opened and made.laid
    folder, templates, _ = folders_of_look(look)
    for file in sorted(templates.iterdir()):
        yield f"layouts/{name}/{file.name}", replace_name(read_input(file, limits.FILE_BYTES), look, name)
    text = replace_name(read_input(folder / "game.yaml", limits.FILE_BYTES), look, name).decode()
    own = f"card_data/{name}"
    at = [number for number, column in enumerate(made.guess.columns) if column.role == "icon"]
    cells = {slug(row[number].text) for row in made.opened.table.rows for number in at if number < len(row)}
    icons = {icon: f"art/icons/{icon}.svg" for icon in sorted({*made.guess.icons, *cells})}
    text = look_yaml(text, _head_lines(name, source, made), _table_lines(data, made), made.laid, icons)
    component = "\n".join([f"  {made.component}:", *title_line(made.component, made.language), ""])
    text = _COMPONENT.sub(lambda found: found[1] + component, text, count=1)
    yield f"{own}/game.yaml", text.encode()
    for number, (icon, path) in enumerate(icons.items()):
        if path in text:
            yield f"{own}/{path}", _read_template(simple_icon(icon, number))
    for path in sorted({*re.findall(r"\bart/[\w-]+\.(?:svg|png|jpg)", text)}):  # of the look, where they are named
        if (folder / path).is_file():
            yield f"{own}/{path}", read_input(folder / path, limits.FILE_BYTES)


def _read_template(file: str) -> bytes:
    return read_input(MADE_OF / file, limits.FILE_BYTES)


def _pictures(made: TableGame) -> list[str]:
    assert made.guess and made.opened
    at = [number for number, column in enumerate(made.guess.columns) if column.role == "picture"]
    rows = made.opened.table.rows
    return sorted({row[number].text for row in rows for number in at if number < len(row) and row[number].text})


def _head_lines(name: str, source: str, made: TableGame) -> list[str]:
    return [
        f"# Made of {source.replace(chr(10), ' ')} by pnp new: what it took the columns for can be changed here.",
        f"title: {name.replace('-', ' ').title()}",
        f"languages: [{', '.join([made.language, *(each.language for each in made.others)])}]",
    ]


def _table_lines(data: str, made: TableGame) -> list[str]:
    """Return what game.yaml says of the table, with headings that aren't names of fields themselves."""
    assert made.guess
    lines = [f"    data: {spell_new_text(data)}"]
    lines += [] if made.guess.has_ids else ["    id: auto                 # made of the names"]
    other = {each.field: each.heading for each in made.guess.columns if each.field not in ("", each.heading)}
    lines += ["    columns:                 # field: what its column is called"] if other else []
    lines += [f"      {field}: {spell_new_text(heading)}" for field, heading in other.items()]
    return [*lines, *(["    other-columns: ignore"] if made.guess.select("left") else [])]


def game_yaml(name: str, data: str, made: TableGame, source: str) -> str:
    assert made.guess
    return fill_template(
        "game.yaml.j2",
        head=_head_lines(name, source, made),
        icons=made.guess.icons,
        component=made.component,
        title=title_line(made.component, made.language),
        size=size_for(made.guess),
        table=_table_lines(data, made),
        columns=made.guess.columns,
    )


def simple_icon(name: str, number: int) -> str:
    """Return a drawing for an icon. `number` is its place among all icons, so that unknown ones differ."""
    words = name.replace("_", "-").split("-")
    for drawing, names in icon_words().items():
        if any(word == drawing or word in names for word in words):
            return f"icons/{drawing}.svg"
    return f"icons/mark-{number % _MARKS + 1}.svg"


@cache
def icon_words() -> Mapping[str, tuple[str, ...]]:
    """Return what cards call what the drawings show, by the drawings' names."""
    return {drawing: tuple(words.split()) for drawing, words in read_table_words()["icons"].items()}


def component_name(stem: str, language: str, game: str) -> str:
    """Return `goblins` for `Goblin.csv` of English cards, `cards` for names that say nothing, or only the game's."""
    name = slug(stem)
    if name.replace("-", "") == game.replace("-", "") or {*name.split("-")} <= {*game.split("-")}:
        return "cards"
    unspecific = read_table_words()["files"].split()
    specific = [word for word in name.split("-") if word not in unspecific]
    if name in _TAKEN or not name.replace("-", "").isalpha() or max(map(len, specific), default=0) < _SHORTEST:
        return "cards"
    if language != "en" or name.endswith("s"):
        return name
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}es" if name.endswith(("x", "ch", "sh", "z", "o")) else f"{name}s"


def title_line(component: str, language: str) -> list[str]:
    """Return a line of game.yaml, if the name alone would be in another language than the cards."""
    title = cards_in(language) if component == "cards" and language != "en" else ""
    return [f"    title: {title}"] if title else []


def look_yaml(text: str, head: list[str], table: list[str], laid: FilledLook, icons: Mapping[str, str]) -> str:
    """Return a look's game.yaml, `text`, for a table: with `head` above it all, and `table` for where the cards are."""
    filled = {column.field: column for column in laid.guess.columns if column.type}
    lines: list[str] = []
    entries = 0
    for line in _ABOUT.sub("", text).splitlines():
        if _TITLE.fullmatch(line):
            lines += head
        elif line.startswith("    data: "):
            lines += table
        elif laid.entries and _ENTRY.fullmatch(line):
            entries += 1
            if entries == 1:  # one for each text of the table, which look like the look's own in turn
                looks = cycle(found[2] for each in text.splitlines() if (found := _ENTRY.fullmatch(each)))
                for name, rest in zip(laid.entries, looks, strict=False):
                    lines.append(f"      {slug(name)}: {{name: {spell_new_text(name, in_flow=True)},{rest}")
        elif (field := _FIELD.fullmatch(line)) and "    fields:" in lines:
            if field[2] in filled or laid.instead.get(field[2]):
                lines.append(_declare_field(field, filled, laid.instead))
        else:
            lines.append(line)
    if "name" in filled and not re.search(r"(?m)^      name: ", text):
        lines.append("      name: text             # of which ids are made; printed nowhere  # pnp: ignore PNP143")
    # keep the look's own icons where they are needed, and add those that only the table has
    needed = {*icons, *laid.instead.values()}
    theirs = {found[1]: line for line in lines if (found := _ICON.fullmatch(line))}
    named = {found[1] for line in lines if (found := re.search(r" icon: ([\w-]+)[,}]", line))}
    kept = {name: line for name, line in theirs.items() if name in needed or name in named}
    kept.update({name: f"  {name}: {path}" for name, path in icons.items() if name not in kept})
    rest = [line for line in lines if line != "icons:" and not _ICON.fullmatch(line)]
    at = min(rest.index(each) for each in ("groups:", "components:") if each in rest)
    return "\n".join([*rest[:at], *(["icons:", *kept.values()] if kept else []), *rest[at:]]) + "\n"


def _declare_field(line: re.Match[str], filled: Mapping[str, GuessedColumn], instead: Mapping[str, str]) -> str:
    indent, field, kind, comment = line.groups()
    if (column := filled.get(field)) is None:
        kind = kind.replace(_REQUIRED, "")
        kind = f"{kind[:-1]}, default: {instead[field]}}}"
        comment += "  # pnp: ignore PNP142"  # no piece has it until a column fills it
    elif column.role == "figure":
        kind = _BOUNDS.sub(column.type, kind.replace(_REQUIRED, ""))
    elif field != "name":
        kind = kind.replace(_REQUIRED, "") if column.role not in ("group", "icon") else kind
    if column is not None and column.is_formula:
        kind = kind.replace(", translatable: true", "")
    return f"{indent}{field}: {kind}{comment}"
