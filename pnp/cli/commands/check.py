"""`pnp check`: everything that is wrong with a game, without writing a sheet."""

import sys
from typing import Annotated, Any

import typer

from pnp.cli.options import InkOption, JsonOption, LanguageOption, ProjectOption, WithOption, the_project

EXAMPLES = "Examples: pnp check · pnp check starter · pnp check starter --with night --json"


def command(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game; without one, all games of the project.")] = "",
    lang: LanguageOption = "",
    ink: InkOption = "low",
    with_: WithOption = None,
    project: ProjectOption = None,
    json: JsonOption = False,
) -> None:
    """Check a game's data and lay out every piece; exit code 1 if there are errors."""
    from pnp.cli.progress import ProgressLine
    from pnp.cli.report import print_json, print_problems, problem_json, summary
    from pnp.load import list_games
    from pnp.model.problem import has_errors
    from pnp.pipeline import Request, collector_paused, lay_out

    where = the_project(project)
    wrong = False
    found: dict[str, Any] = {}
    for id in [game] if game else list_games(where):
        request = Request(id, language=lang, ink=ink, modules=tuple(with_ or ()))
        with ProgressLine() as progress, collector_paused():
            laid = lay_out(where, request, progress)
        wrong = wrong or has_errors(laid.problems)
        found[id] = [problem_json(problem) for problem in laid.problems]
        if not json:
            print_problems(where, laid.problems)
            sys.stderr.flush()
            print(f"{id}: {summary(laid.problems) or 'no problems'}")
    if json:
        print_json(found)
    raise typer.Exit(1 if wrong else 0)
