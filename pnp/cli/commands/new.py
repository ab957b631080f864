"""`pnp new`: a game of one's own, begun as a copy of another, or with next to nothing."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli import completing
from pnp.cli.options import ProjectOption, argument, option, the_project
from pnp.model.problem import UsageError

if TYPE_CHECKING:
    from pnp.files.project import Project

EXAMPLES = (
    "pnp new mygame",
    "pnp new mygame --blank",
    "pnp new mygame --look portrait",
    "pnp new mygame --from othergame",
    "pnp new mygame --from cards.xlsx",
    "pnp new mygame --from cards.xlsx --look portrait",
)


def command(
    name: Annotated[str, argument("NAME", "Folder name of the new game: small letters, digits, -.")],
    blank: Annotated[
        bool, typer.Option("--blank", help="Begin with three cards and one template of ten lines.")
    ] = False,
    look: Annotated[
        str,
        option(
            "--look", "LOOK", "Begin with a finished look: big-art, portrait, text-heavy, tokens.", completing.looks
        ),
    ] = "",
    from_: Annotated[
        str,
        option(
            "--from",
            "GAME|FILE",
            "The game to copy, else the small one that comes with pnp; or a table of cards: .xlsx, .ods, .csv, .json.",
            completing.games,
        ),
    ] = "",
    project: ProjectOption = None,
) -> None:
    """Begin a game with a copy of a small one.

    It is made of two folders: card_data/NAME with what is on the pieces, and layouts/NAME with how they look. Of a
    table it is guessed which column is what; that is shown, and can be changed in game.yaml. A second sheet with the
    same cards in another language becomes a translation. With --look, the table's columns fill the places of that look.
    """
    from pnp.cli.report import say, shown_path
    from pnp.user.new_games import BLANK, SMALL_GAME, copy_game, copy_look

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
    from pnp.tables.game_of_table import is_table

    return is_table(named)


def _of_table(where: "Project", name: str, table: str, look: str) -> None:
    from pnp.cli.made_of_table import say_guesses
    from pnp.cli.report import complain, print_problems, refusal, say, shown_path
    from pnp.edition.loading import read_game
    from pnp.model.problem import has_errors
    from pnp.problems.causes import as_told
    from pnp.tables.game_of_table import make_game
    from pnp.tables.translations import write_catalogues

    made = make_game(where, name, table, look)
    if made.guess is None:
        told = as_told(made.problems)
        print_problems(where, told)
        complain(refusal(told, "nothing written", draft_helps=False))
        raise typer.Exit(1)
    for path in made.folders:
        say(shown_path(path))
    catalogues = write_catalogues(where, made)
    say_guesses(table, made, catalogues)
    print_problems(where, as_told([problem for each in catalogues for problem in each.problems]))
    _, problems = read_game(where, name)
    if has_errors(problems):
        print_problems(where, as_told(problems))
        missing = f"; then pnp translate update {name} adds what the translation lacks" if made.others else ""
        complain(f"{name} is made, and can be built once this is mended: pnp check {name} looks again{missing}")
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
