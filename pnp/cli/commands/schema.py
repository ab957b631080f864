"""Write schemas of a game's files and templates for editors.

The schemas go to card_data/GAME/schema/, the one for fonts.yaml to fonts/schema/; builds keep them up to date.
--vscode also writes settings, snippets and tasks to .vscode/, unless there are some already.
"""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.options import IS_COMPLETING, OwnGamesArgument, ProjectOption, chosen_games, open_project
from pnp.model.problem import UsageError

if not IS_COMPLETING:
    from pnp.build.editor_files import write_schemas, write_vscode
    from pnp.build.loading import own_games, read_game
    from pnp.cli.report import print_problems
    from pnp.cli.terminal import complain, relative_path
    from pnp.diagnostics.report import list_problems


def command(
    game: OwnGamesArgument = "",
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the schemas here instead of beside the files.")
    ] = None,
    vscode: Annotated[bool, typer.Option("--vscode", help="Also set up VS Code for these games.")] = False,
    project: ProjectOption = None,
) -> None:
    at = open_project(project)
    written: dict[Path, None] = {}  # several games share their fonts
    wrong = False
    for id in chosen_games(at, game):
        if out is None and id not in own_games(at):
            raise UsageError(f"{id} is no game of this project: say where to write with --out")
        paths, problems = write_schemas(at, id, out if out is None or game else out / id)
        written.update(dict.fromkeys(paths))
        if not paths:
            wrong = True
            print_problems(at, list_problems(problems))
            complain(f"{id} can't be read")
    if vscode and not wrong:
        games = [read_game(at, id)[0] for id in chosen_games(at, game)]
        settings, others = write_vscode(at, [game for game in games if game])
        written.update(dict.fromkeys(settings))
        for path, data in others:
            complain(f"{relative_path(path)} is your own and stays; what pnp would have written:")
            print(data.decode(), end="", file=sys.stderr)
    for path in written:
        print(relative_path(path))
    raise typer.Exit(1 if wrong else 0)
