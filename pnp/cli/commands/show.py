"""Draw pieces as PNG pictures.

One piece becomes a picture of each side, several become one picture, side by side. The pictures go to a folder in
output/GAME/LANGUAGE/. Problems of other pieces don't matter.
"""

from typing import Annotated

import typer

from pnp.cli import options as cli
from pnp.model.problem import UsageError

if not cli.IS_COMPLETING:
    from pnp.build.pipeline import build
    from pnp.build.side_by_side import show_side_by_side
    from pnp.cli.report import print_problems, refusal
    from pnp.cli.terminal import complain, open_file, relative_path, say


def command(
    ctx: typer.Context,
    game: cli.GameArgument,
    pieces: Annotated[
        list[str] | None,
        cli.argument(
            "[PIECE]...", "Piece ids, component/id if two are the same, or patterns such as 'winter-*'.", "pieces"
        ),
    ] = None,
    where: cli.WhereOption = "",
    language: cli.LanguageOption = "",
    ink: cli.InkOption = "low",
    modules: cli.WithOption = None,
    overlay: cli.OverlayOption = None,
    players: cli.PlayersOption = 0,
    dpi: cli.DpiOption = 300,
    draft: Annotated[bool, typer.Option("--draft", help="Draw despite errors, and frame what is wrong.")] = False,
    opens: cli.OpenOption = False,
    out: cli.OutOption = None,
    project: cli.ProjectOption = None,
) -> None:
    if not (pieces or where):
        raise UsageError("missing argument PIECE: which is it (pnp proof shows all of them)")
    at = cli.open_project(project)
    named = tuple(pieces or ())
    is_one = len(named) == 1 and not where and not any(sign in named[0] for sign in "*?[")
    options = cli.make_options(ctx, pieces=named, format="png")
    built = (build if is_one else show_side_by_side)(at, options, out if out is not None else at.output)
    print_problems(at, built.problems)
    for path in built.files:
        say(relative_path(path))
    if not built.files:
        complain(refusal(built.problems, "nothing drawn", draft_helps=bool(built.leaves) and not draft))
        raise typer.Exit(1)
    if opens:
        open_file(built.files[0])
