"""`pnp show`: one piece as a picture."""

from typing import Annotated

import typer

from pnp.cli import completing
from pnp.cli.options import (
    DpiOption,
    GameArgument,
    InkOption,
    LanguageOption,
    OutOption,
    OverlayOption,
    PlayersOption,
    ProjectOption,
    WithOption,
    argument,
    options_of,
    the_project,
)

EXAMPLES = ("pnp show mygame fox", "pnp show mygame cards/fox --ink full --dpi 600")


def command(
    ctx: typer.Context,
    game: GameArgument,
    piece: Annotated[str, argument("PIECE", "Its id, or component/id where two have the same.", completing.pieces)],
    language: LanguageOption = "",
    ink: InkOption = "low",
    modules: WithOption = None,
    overlay: OverlayOption = None,
    players: PlayersOption = 0,
    dpi: DpiOption = 300,
    draft: Annotated[bool, typer.Option("--draft", help="Draw in spite of errors and frame what is wrong.")] = False,
    out: OutOption = None,
    project: ProjectOption = None,
) -> None:
    """Draw one piece as PNG, a picture of each side.

    They are written to a folder in output/GAME/LANGUAGE/. What is wrong with other pieces doesn't matter.
    """
    from pnp.build.pipeline import build
    from pnp.cli.report import complain, print_problems, refusal, say, shown_path

    where = the_project(project)
    options = options_of(ctx, pieces=(piece,), format="png")
    built = build(where, options, out if out is not None else where.output)
    print_problems(where, built.problems)
    for path in built.files:
        say(shown_path(path))
    if not built.files:
        complain(refusal(built.problems, "nothing drawn", draft_helps=bool(built.leaves) and not draft))
        raise typer.Exit(1)
