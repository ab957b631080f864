"""`pnp schema`: JSON Schemas of a game's files, so that editors complete and check them."""

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.options import ProjectOption, the_project

EXAMPLES = "Examples: pnp schema · pnp schema starter --out schemas"


def command(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game; without one, all games of the project.")] = "",
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Instead of card_data/GAME/schema/.")] = None,
    project: ProjectOption = None,
) -> None:
    """Write the JSON Schemas of game.yaml, style.yaml, fonts.yaml and each data file."""
    from pnp.cli.report import shown_path
    from pnp.load import list_games
    from pnp.schemas import write_schemas

    where = the_project(project)
    for id in [game] if game else list_games(where):
        for path in write_schemas(where, id, out):
            print(shown_path(path))
