"""`pnp new`: a game of one's own, begun as a copy of another."""

from typing import Annotated

from pnp.cli import completing
from pnp.cli.options import ProjectOption, argument, option, the_project

EXAMPLES = ("pnp new mygame", "pnp new mygame --from othergame")


def command(
    name: Annotated[str, argument("NAME", "Folder name of the new game: small letters, digits, -.")],
    from_: Annotated[
        str, option("--from", "GAME", "The game to copy; else the small one that comes with pnp.", completing.games)
    ] = "",
    project: ProjectOption = None,
) -> None:
    """Begin a game with a copy of a small one.

    It is made of two folders: card_data/NAME with what is on the pieces, and layouts/NAME with how they look.
    """
    from pnp.cli.report import say, shown_path
    from pnp.user.games import copy_game

    where = the_project(project)
    made = copy_game(where, name, from_) if from_ else copy_game(where, name)
    for path in made:
        say(shown_path(path))
    say(f"Build it: pnp build {name} · begin with {shown_path(made[0] / 'game.yaml')}")
