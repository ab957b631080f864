"""`pnp new`: a game of one's own, begun as a copy of another, or with next to nothing."""

from typing import Annotated

import typer

from pnp.cli import completing
from pnp.cli.options import ProjectOption, argument, option, the_project
from pnp.model.problem import UsageError

EXAMPLES = ("pnp new mygame", "pnp new mygame --blank", "pnp new mygame --from othergame")


def command(
    name: Annotated[str, argument("NAME", "Folder name of the new game: small letters, digits, -.")],
    blank: Annotated[
        bool, typer.Option("--blank", help="Begin with three cards and one template of ten lines.")
    ] = False,
    from_: Annotated[
        str, option("--from", "GAME", "The game to copy; else the small one that comes with pnp.", completing.games)
    ] = "",
    project: ProjectOption = None,
) -> None:
    """Begin a game with a copy of a small one.

    It is made of two folders: card_data/NAME with what is on the pieces, and layouts/NAME with how they look.
    """
    from pnp.cli.report import say, shown_path
    from pnp.user.new_games import SMALL_GAME, copy_game, copy_look

    if blank and from_:
        raise UsageError("--blank copies no game: it or --from, not both")
    where = the_project(project)
    made = copy_look(where, name) if blank else copy_game(where, name, from_ or SMALL_GAME)
    for path in made:
        say(shown_path(path))
    say(f"Build it: pnp build {name} · begin with {shown_path(made[0] / 'game.yaml')}")
    say(f"Then: pnp build {name} --watch builds again whenever you save · pnp schema {name} lets editors complete")
