"""`pnp schema`: JSON Schemas of a game's files and a grammar of its layouts, for editors."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.options import OwnGamesArgument, ProjectOption, chosen_games, the_project

if TYPE_CHECKING:
    from pnp.io.project import Project

EXAMPLES = ("pnp schema", "pnp schema mygame --out schemas", "pnp schema --vscode")


def command(
    game: OwnGamesArgument = "",
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the schemas here instead of beside the files.")
    ] = None,
    vscode: Annotated[bool, typer.Option("--vscode", help="Also set up VS Code for these games.")] = False,
    project: ProjectOption = None,
) -> None:
    """Write schemas of a game's files and templates for editors.

    The schemas go to card_data/GAME/schema/, the one for fonts.yaml to fonts/schema/; builds keep them up to date.
    --vscode also writes settings, snippets and tasks to .vscode/, unless there are some already.
    """
    from pnp.build.loading import own_games
    from pnp.build.schemas import write_schemas
    from pnp.cli.report import complain, print_problems, shown_path
    from pnp.diagnostics.report import list_problems
    from pnp.model.problem import UsageError

    where = the_project(project)
    written: dict[Path, None] = {}  # several games share their fonts
    wrong = False
    for id in chosen_games(where, game):
        if out is None and id not in own_games(where):
            raise UsageError(f"{id} is no game of this project: say where to write with --out")
        paths, problems = write_schemas(where, id, out if out is None or game else out / id)
        written.update(dict.fromkeys(paths))
        if not paths:
            wrong = True
            print_problems(where, list_problems(problems))
            complain(f"{id} can't be read")
    for path in [*written, *(_vscode(where, game) if vscode and not wrong else [])]:
        print(shown_path(path))
    raise typer.Exit(1 if wrong else 0)


def _vscode(project: "Project", game: str) -> list[Path]:
    """What was written; what is somebody's own is left, and said."""
    from pnp.build.loading import read_game
    from pnp.build.schemas import write_vscode
    from pnp.cli.report import complain, shown_path

    games = [read_game(project, id)[0] for id in chosen_games(project, game)]
    written, others = write_vscode(project, [game for game in games if game])
    for path, data in others:
        complain(f"{shown_path(path)} is your own and stays; what pnp would have written:")
        print(data.decode(), end="", file=sys.stderr)
    return written
