"""`pnp new`: a game of one's own, begun as a copy of another, or with next to nothing."""

from typing import Annotated

import typer

from pnp.cli import completing
from pnp.cli.options import ProjectOption, argument, option, the_project
from pnp.model.problem import UsageError

EXAMPLES = (
    "pnp new mygame",
    "pnp new mygame --blank",
    "pnp new mygame --look portrait",
    "pnp new mygame --from othergame",
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
        str, option("--from", "GAME", "The game to copy; else the small one that comes with pnp.", completing.games)
    ] = "",
    project: ProjectOption = None,
) -> None:
    """Begin a game with a copy of a small one.

    It is made of two folders: card_data/NAME with what is on the pieces, and layouts/NAME with how they look.
    """
    from pnp.cli.report import say, shown_path
    from pnp.user.new_games import BLANK, SMALL_GAME, copy_game, copy_look

    given = [option for option, value in (("--blank", blank), ("--look", look), ("--from", from_)) if value]
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)}: a game begins in one way")
    where = the_project(project)
    made = copy_look(where, name, look or BLANK) if blank or look else copy_game(where, name, from_ or SMALL_GAME)
    for path in made:
        say(shown_path(path))
    say(f"Build it: pnp build {name} · begin with {shown_path(made[0] / 'game.yaml')}")
    say(f"Then: pnp build {name} --watch builds again whenever you save · pnp schema {name} lets editors complete")
