"""`pnp new`: a game of one's own, begun as a copy of another."""

from typing import Annotated

import typer

from pnp.cli.options import ProjectOption, the_project

EXAMPLES = "Examples: pnp new mygame · pnp new mygame --from starter"


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Folder name of the new game: small letters, digits, -.")],
    from_: Annotated[str, typer.Option("--from", metavar="GAME", help="The game to copy.")] = "starter",
    project: ProjectOption = None,
) -> None:
    """Begin a game: copy a small one into card_data/NAME and layouts/NAME, ready to build and to change."""
    from pnp.cli.report import shown_path
    from pnp.newgame import copy_game

    where = the_project(project)
    for path in copy_game(where, from_, name):
        print(shown_path(path))
    print(f"Build it: pnp build {name} · begin with card_data/{name}/game.yaml")
