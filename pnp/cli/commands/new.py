"""Start a game: a copy of a small one, or made of a table.

A game is two folders: card_data/NAME holds what is on the pieces, layouts/NAME how they look. From a table, pnp
guesses what each column is, shows its guess, and writes it to game.yaml for you to change. A second sheet with the
same cards in another language becomes a translation. With --look, the columns fill that look.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.options import IS_COMPLETING, ProjectOption, argument, open_project, option
from pnp.io.project import Project
from pnp.model.problem import UsageError, has_errors

if not IS_COMPLETING:
    from pnp.build.loading import read_game
    from pnp.cli.report import print_problems, refusal
    from pnp.cli.terminal import complain, count_of, relative_path, say
    from pnp.diagnostics.report import list_problems
    from pnp.importing.new_games import BLANK, SMALL_GAME, copy_game, copy_look
    from pnp.importing.tables.card_looks import usual_spellings
    from pnp.importing.tables.column_roles import GuessedColumn, TableGuess, main_figure
    from pnp.importing.tables.game_from_table import TableGame, is_table, make_game
    from pnp.importing.tables.sheet_languages import WrittenCatalogue, write_catalogues
    from pnp.load.spreadsheets import SHOWN_OTHERWISE
    from pnp.load.table_rows import parse_count
_LEFT_OUT = 20  # columns that are named one by one


def command(
    name: Annotated[str, argument("NAME", "Folder name of the new game: lowercase letters, digits and hyphens.")],
    blank: Annotated[bool, typer.Option("--blank", help="Start with three cards and a template of ten lines.")] = False,
    look: Annotated[
        str, option("--look", "LOOK", "Start with a finished look: big-art, portrait, text-heavy, tokens.", "looks")
    ] = "",
    from_: Annotated[
        str,
        option(
            "--from",
            "GAME|FILE",
            "Game to copy (default: the small one that comes with pnp), or a table of cards: .xlsx, .ods, .csv, .json.",
            "games",
        ),
    ] = "",
    project: ProjectOption = None,
) -> None:
    is_of_table = bool(from_) and is_table(from_)
    given = [option for option, value in (("--blank", blank), ("--look", look), ("--from", from_)) if value]
    if len(given) > 1 and not (is_of_table and given == ["--look", "--from"]):
        hint = "; --look goes with a table alone" if given == ["--look", "--from"] else ""
        raise UsageError(f"{' and '.join(given)}: a game begins in one way{hint}")
    at = open_project(project)
    if is_of_table:
        _make_game_of_table(at, name, from_, look)
        return
    made = copy_look(at, name, look or BLANK) if blank or look else copy_game(at, name, from_ or SMALL_GAME)
    for path in made:
        say(relative_path(path))
    _print_next_steps(name, made[0])


def _make_game_of_table(at: Project, name: str, table: str, look: str) -> None:
    made = make_game(at, name, table, look)
    if made.guess is None:
        listed = list_problems(made.problems)
        print_problems(at, listed)
        complain(refusal(listed, "nothing written", draft_helps=False))
        raise typer.Exit(1)
    for path in made.folders:
        say(relative_path(path))
    catalogues = write_catalogues(at, made)
    _print_guesses(table, made, catalogues)
    print_problems(at, list_problems([problem for each in catalogues for problem in each.problems]))
    _, problems = read_game(at, name)
    if has_errors(problems):
        print_problems(at, list_problems(problems))
        missing = f"; then pnp translate update {name} adds what the translation lacks" if made.others else ""
        complain(f"{name} is made, and can be built once this is fixed: pnp check {name} looks again{missing}")
        raise typer.Exit(1)
    if made.lost:
        lost = f"{len(made.lost)} pictures" if len(made.lost) > 1 else made.lost[0].name
        into = f"{relative_path(made.folders[0])} (or no cell of the table there names one that is missing)"
        complain(f"{name} is made, and can be built once you put {lost} into {into}: pnp check {name} looks again")
        raise typer.Exit(1)
    _print_next_steps(name, made.folders[0])


def _print_next_steps(name: str, folder: Path) -> None:
    say(f"Build it: pnp build {name} · begin with {relative_path(folder / 'game.yaml')}")
    say(f"Then: pnp build {name} --watch builds again whenever you save · pnp schema {name} lets editors complete")


def _print_guesses(source: str, made: "TableGame", catalogues: "Sequence[WrittenCatalogue]") -> None:
    assert made.guess and made.opened
    copies = f", {made.guess.copies} with copies" if made.guess.copies != made.guess.pieces else ""
    say(f"{source} is {made.opened.table.understood}: {count_of(made.guess.pieces, 'card')}{copies}, as it seems")
    for problem in made.tidied:
        say(f"  row {problem.span.line}: {problem.message}")
    width = min(30, max(len(column.heading) for column in made.guess.columns))
    left_out = [at for at, column in enumerate(made.guess.columns) if column.heading and column.role == "left"]
    for at, column in enumerate(made.guess.columns):
        if (column.heading or column.role != "left") and at not in left_out[_LEFT_OUT:]:
            say(f"  {' '.join(column.heading.split())[:30]:<{width}}  {_describe_column(column, made.guess)}")
        for note in _notes_on_column(at, made):
            say(f"    {note}")
    if more := left_out[_LEFT_OUT:]:
        say(f"  {count_of(len(more), 'more column')}: left out")
    if made.guess.icons:
        named = ", ".join(f"[{icon}]" for icon in made.guess.icons)
        say(f"  {named}: icons, simple drawings in {relative_path(made.folders[0] / 'art/icons')}")
    if made.holds_pictures:
        say("  pictures within the spreadsheet aren't read: save them beside it, and write their names into a column")
    for other, written in zip(made.others, catalogues, strict=False):
        unsure = f"; {count_of(written.unsure, 'text')} with mistakes, marked fuzzy there" if written.unsure else ""
        path = relative_path(written.path)
        how = "" if other.is_sure else ", row by row: look whether these are the same cards"
        say(f'  sheet "{other.name}": the same in the language {other.language}{how}, in {path}{unsure}')
    for sheet in made.unused:
        others = f'; --from "{source}#{sheet.name}" makes a game of it' if sheet.has_cards else ""
        say(f'  sheet "{sheet.name}": left out, as a translation: {sheet.why}{others}')


def _notes_on_column(at: int, made: "TableGame") -> Iterator[str]:
    """Yield what is unusual about the cells of a column, with their rows."""
    assert made.opened and made.guess
    role = made.guess.columns[at].role
    rows = [row for row in made.opened.table.rows if at < len(row)]
    notes = [note for row in rows if (note := row[at].note) and note.code == SHOWN_OTHERWISE.id]
    if notes and role != "left":
        more = f", and {len(notes) - 1} more" if len(notes) > 1 else ""
        yield f"row {notes[0].span.line}: {notes[0].message}{more}"
    if role == "copies":
        for cell in (row[at] for row in rows):
            count = parse_count(cell.text)
            if cell.text and (cell.text != str(count) or count == 0):
                meaning = f"read as {count}" if count else "no number" if count is None else "left out"
                yield f'row {cell.place[0]}: "{cell.text}", {meaning}'
    if role == "group":
        written = usual_spellings([row[at].text for row in rows])
        for cell in (row[at] for row in rows):
            if cell.text != (usual := written[cell.text.casefold()]):
                yield f'row {cell.place[0]}: "{cell.text}", read as {usual}'
    for lost in made.lost if role == "picture" else ():
        if cells := [row[at] for row in rows if row[at].text == lost.name]:
            hint = f" ({lost.hint})" if lost.hint else ""
            yield f"row {cells[0].place[0]}: there is no {lost.name} beside the table{hint}"


def _describe_column(column: "GuessedColumn", guess: "TableGuess") -> str:
    is_main = column is main_figure(guess)
    name = "what cards are called" + ("" if guess.has_ids else ", and their ids are made of (id: auto)")
    meaning = {
        "id": "their ids",
        "copies": "how often each is printed",
        "name": name,
        "figure": f"a number, {'in the corner' if is_main else 'at the bottom'}",
        "line": "a short text",
        "text": "a text",
        "list": "a list of texts, with ; between them",
        "picture": "a picture, copied",
        "flag": "yes or no",
        "group": "a group, of what it says",
        "icon": "an icon",
        "left": f"left out: {column.why}",
    }[column.role]
    meaning = f"{column.field}: {meaning}" if column.type else meaning
    if column.is_formula:
        meaning += "; has braces, so it isn't translated"
        if column.braced:
            names = ", ".join(f"{{{name}}}" for name in column.braced[:3])
            are = "is an icon" if len(column.braced) == 1 else "are icons"
            meaning += f": if {names} {are}, write [{column.braced[0]}]"
    return meaning
