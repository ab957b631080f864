"""`pnp new`: a game that is a copy of another, that is made of a table of cards, or that begins with nearly nothing."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli import completing
from pnp.cli.options import ProjectOption, argument, option, the_project
from pnp.cli.report import counted, say, shown_path
from pnp.model.problem import UsageError

if TYPE_CHECKING:
    from pnp.importing.tables.column_roles import GuessedColumn, TableGuess
    from pnp.importing.tables.game_from_table import TableGame
    from pnp.importing.tables.sheet_languages import WrittenCatalogue
    from pnp.io.project import Project

_LEFT_OUT = 20  # columns that are named one by one
EXAMPLES = (
    "pnp new mygame",
    "pnp new mygame --blank",
    "pnp new mygame --look portrait",
    "pnp new mygame --from othergame",
    "pnp new mygame --from cards.xlsx",
    "pnp new mygame --from cards.xlsx --look portrait",
)


def command(
    name: Annotated[str, argument("NAME", "Folder name of the new game: lowercase letters, digits and hyphens.")],
    blank: Annotated[bool, typer.Option("--blank", help="Start with three cards and a template of ten lines.")] = False,
    look: Annotated[
        str,
        option(
            "--look", "LOOK", "Start with a finished look: big-art, portrait, text-heavy, tokens.", completing.looks
        ),
    ] = "",
    from_: Annotated[
        str,
        option(
            "--from",
            "GAME|FILE",
            "Game to copy (default: the small one that comes with pnp), or a table of cards: .xlsx, .ods, .csv, .json.",
            completing.games,
        ),
    ] = "",
    project: ProjectOption = None,
) -> None:
    """Start a game: a copy of a small one, or made of a table.

    A game is two folders: card_data/NAME holds what is on the pieces, layouts/NAME how they look. From a table, pnp
    guesses what each column is, shows its guess, and writes it to game.yaml for you to change. A second sheet with the
    same cards in another language becomes a translation. With --look, the columns fill that look.
    """
    from pnp.cli.report import say, shown_path
    from pnp.importing.new_games import BLANK, SMALL_GAME, copy_game, copy_look

    is_table = bool(from_) and _is_table(from_)
    given = [option for option, value in (("--blank", blank), ("--look", look), ("--from", from_)) if value]
    if len(given) > 1 and not (is_table and given == ["--look", "--from"]):
        hint = "; --look goes with a table alone" if given == ["--look", "--from"] else ""
        raise UsageError(f"{' and '.join(given)}: a game begins in one way{hint}")
    where = the_project(project)
    if is_table:
        _of_table(where, name, from_, look)
        return
    made = copy_look(where, name, look or BLANK) if blank or look else copy_game(where, name, from_ or SMALL_GAME)
    for path in made:
        say(shown_path(path))
    _say_what_next(name, made[0])


def _is_table(named: str) -> bool:
    from pnp.importing.tables.game_from_table import is_table

    return is_table(named)


def _of_table(where: "Project", name: str, table: str, look: str) -> None:
    from pnp.build.loading import read_game
    from pnp.cli.report import complain, print_problems, refusal, say, shown_path
    from pnp.diagnostics.report import list_problems
    from pnp.importing.tables.game_from_table import make_game
    from pnp.importing.tables.sheet_languages import write_catalogues
    from pnp.model.problem import has_errors

    made = make_game(where, name, table, look)
    if made.guess is None:
        told = list_problems(made.problems)
        print_problems(where, told)
        complain(refusal(told, "nothing written", draft_helps=False))
        raise typer.Exit(1)
    for path in made.folders:
        say(shown_path(path))
    catalogues = write_catalogues(where, made)
    say_guesses(table, made, catalogues)
    print_problems(where, list_problems([problem for each in catalogues for problem in each.problems]))
    _, problems = read_game(where, name)
    if has_errors(problems):
        print_problems(where, list_problems(problems))
        missing = f"; then pnp translate update {name} adds what the translation lacks" if made.others else ""
        complain(f"{name} is made, and can be built once this is fixed: pnp check {name} looks again{missing}")
        raise typer.Exit(1)
    if made.lost:
        lost = f"{len(made.lost)} pictures" if len(made.lost) > 1 else made.lost[0].name
        into = f"{shown_path(made.folders[0])} (or no cell of the table there names one that is missing)"
        complain(f"{name} is made, and can be built once you put {lost} into {into}: pnp check {name} looks again")
        raise typer.Exit(1)
    _say_what_next(name, made.folders[0])


def _say_what_next(name: str, folder: Path) -> None:
    from pnp.cli.report import say, shown_path

    say(f"Build it: pnp build {name} · begin with {shown_path(folder / 'game.yaml')}")
    say(f"Then: pnp build {name} --watch builds again whenever you save · pnp schema {name} lets editors complete")


def say_guesses(source: str, made: "TableGame", catalogues: "list[WrittenCatalogue]") -> None:
    assert made.guess and made.opened
    copies = f", {made.guess.copies} with copies" if made.guess.copies != made.guess.pieces else ""
    say(f"{source} is {made.opened.table.understood}: {counted(made.guess.pieces, 'card')}{copies}, as it seems")
    for problem in made.tidied:
        say(f"  row {problem.span.line}: {problem.message}")
    width = min(30, max(len(column.heading) for column in made.guess.columns))
    left_out = [at for at, column in enumerate(made.guess.columns) if column.heading and column.role == "left"]
    for at, column in enumerate(made.guess.columns):
        if (column.heading or column.role != "left") and at not in left_out[_LEFT_OUT:]:
            say(f"  {' '.join(column.heading.split())[:30]:<{width}}  {_as_what(column, made.guess)}")
        _say_shown_otherwise(at, made)
        if column.role == "copies":
            _say_odd_counts(at, made)
        if column.role == "group":
            _say_odd_spellings(at, made)
        if column.role == "picture":
            # Below their column: what is missing beside the table, with the first row that names it.
            assert made.opened
            for lost in made.lost:
                rows = [row for row in made.opened.table.rows if at < len(row) and row[at].text == lost.name]
                if rows:
                    hint = f" ({lost.hint})" if lost.hint else ""
                    say(f"    row {rows[0][at].place[0]}: there is no {lost.name} beside the table{hint}")
    if more := left_out[_LEFT_OUT:]:
        say(f"  {counted(len(more), 'more column')}: left out")
    if made.guess.icons:
        named = ", ".join(f"[{icon}]" for icon in made.guess.icons)
        say(f"  {named}: icons, simple drawings in {shown_path(made.folders[0] / 'art/icons')}")
    if made.holds_pictures:
        say("  pictures within the spreadsheet aren't read: save them beside it, and write their names into a column")
    for other, written in zip(made.others, catalogues, strict=False):
        unsure = f"; {counted(written.unsure, 'text')} with mistakes, marked fuzzy there" if written.unsure else ""
        path = shown_path(written.path)
        how = "" if other.is_sure else ", row by row: look whether these are the same cards"
        say(f'  sheet "{other.name}": the same in the language {other.language}{how}, in {path}{unsure}')
    for sheet in made.unused:
        others = f'; --from "{source}#{sheet.name}" makes a game of it' if sheet.has_cards else ""
        say(f'  sheet "{sheet.name}": left out, as a translation: {sheet.why}{others}')


def _say_shown_otherwise(at: int, made: "TableGame") -> None:
    """Below a column that is printed: the first number of which the sheet shows something else."""
    from pnp.load.spreadsheets import SHOWN_OTHERWISE

    assert made.opened and made.guess
    if made.guess.columns[at].role == "left":
        return
    rows = [row for row in made.opened.table.rows if at < len(row)]
    notes = [note for row in rows if (note := row[at].note) and note.code == SHOWN_OTHERWISE.id]
    if notes:
        more = f", and {len(notes) - 1} more" if len(notes) > 1 else ""
        say(f"    row {notes[0].span.line}: {notes[0].message}{more}")


def _say_odd_counts(at: int, made: "TableGame") -> None:
    """Below the column of copies: cells that aren't a number alone."""
    from pnp.load.table_rows import parse_count

    assert made.opened
    for row in made.opened.table.rows:
        text = row[at].text if at < len(row) else ""
        count = parse_count(text)
        if text and (text != str(count) or count == 0):
            said = f"read as {count}" if count else "no number" if count is None else "left out"
            say(f'    row {row[at].place[0]}: "{text}", {said}')


def _say_odd_spellings(at: int, made: "TableGame") -> None:
    """Below the column of a group: cells that differ from others in capitals alone."""
    from pnp.importing.tables.card_looks import usual_spellings

    assert made.opened
    cells = [row[at] for row in made.opened.table.rows if at < len(row)]
    written = usual_spellings([cell.text for cell in cells])
    for cell in cells:
        if cell.text != (usual := written[cell.text.casefold()]):
            say(f'    row {cell.place[0]}: "{cell.text}", read as {usual}')


def _as_what(column: "GuessedColumn", guess: "TableGuess") -> str:
    from pnp.importing.tables.column_roles import main_figure

    is_main = column is main_figure(guess)
    name = "what cards are called" + ("" if guess.has_ids else ", and their ids are made of (id: auto)")
    said = {
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
    return f"{column.field + ': ' if column.type else ''}{said}{_about_braces(column)}"


def _about_braces(column: "GuessedColumn") -> str:
    if not column.is_formula:
        return ""
    if not column.braced:
        return "; has braces, so it isn't translated"
    names = ", ".join(f"{{{name}}}" for name in column.braced[:3])
    are = "is an icon" if len(column.braced) == 1 else "are icons"
    return f"; has braces, so it isn't translated: if {names} {are}, write [{column.braced[0]}]"
