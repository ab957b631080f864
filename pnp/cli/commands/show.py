"""`pnp show`: one piece as a picture."""

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.options import GameArgument, InkOption, LanguageOption, ProjectOption, WithOption, the_project

EXAMPLES = "Examples: pnp show starter fox · pnp show starter creatures/fox --ink full --dpi 600"


def command(
    game: GameArgument,
    piece: Annotated[str, typer.Argument(metavar="PIECE", help="Its id, or component/id where two have the same.")],
    lang: LanguageOption = "",
    ink: InkOption = "low",
    with_: WithOption = None,
    dpi: Annotated[int, typer.Option(min=20, max=1200, help="Pixels an inch.")] = 300,
    draft: Annotated[bool, typer.Option("--draft", help="Draw in spite of errors and frame what is wrong.")] = False,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Instead of the project's output/.")] = None,
    project: ProjectOption = None,
) -> None:
    """Draw the faces of one piece as PNG files into output/GAME/LANGUAGE/png/."""
    import sys

    from pnp.cli.report import print_problems, shown_path, summary
    from pnp.pipeline import Request, build

    where = the_project(project)
    request = Request(
        game, language=lang, ink=ink, modules=tuple(with_ or ()), pieces=(piece,), format="png", dpi=dpi, draft=draft
    )
    built = build(where, request, out if out is not None else where.output)
    print_problems(where, built.problems)
    for path in built.files:
        print(shown_path(path))
    if not built.files:
        print(f"pnp: {summary(built.problems)}: nothing drawn", file=sys.stderr)
        raise typer.Exit(1)
