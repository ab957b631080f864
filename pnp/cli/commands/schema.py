"""`pnp schema`: JSON Schemas of a game's files, so that editors complete and check them."""

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.options import OwnGamesArgument, ProjectOption, chosen_games, the_project

EXAMPLES = ("pnp schema", "pnp schema mygame --out schemas")


def command(
    game: OwnGamesArgument = "",
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Write them here, not beside the files.")] = None,
    project: ProjectOption = None,
) -> None:
    """Write JSON Schemas of a game's files, for editors.

    There is one for game.yaml, style.yaml, each file of rules and each component's pieces, in card_data/GAME/schema/,
    and one for the project's fonts.yaml, in fonts/schema/. Run it again when game.yaml has changed.
    """
    from pnp.cli.report import complain, print_problems, shown_path
    from pnp.model.problem import UsageError
    from pnp.problems.causes import as_told
    from pnp.user.games import own_games
    from pnp.user.schemas import write_schemas

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
            print_problems(where, as_told(problems))
            complain(f"{id} can't be read")
    for path in written:
        print(shown_path(path))
    raise typer.Exit(1 if wrong else 0)
