"""`pnp check`: everything that is wrong with a game, without writing a sheet."""

import sys
from typing import Any

import typer

from pnp.cli.options import (
    InkOption,
    JsonOption,
    LanguageOption,
    OwnGamesArgument,
    ProjectOption,
    WithOption,
    chosen_games,
    names,
    the_project,
)

EXAMPLES = ("pnp check", "pnp check mygame", "pnp check mygame --with night --json")


def command(
    game: OwnGamesArgument = "",
    lang: LanguageOption = "",
    ink: InkOption = "low",
    with_: WithOption = None,
    project: ProjectOption = None,
    json: JsonOption = False,
) -> None:
    """Say everything that is wrong with a game.

    Its data is checked and every piece laid out, as for a build, but nothing is written. The exit code is 1 where there
    are errors.
    """
    from pnp.cli.progress import ProgressLine
    from pnp.cli.report import print_json, print_problems, problem_json, summary
    from pnp.model.problem import has_errors
    from pnp.pipeline import Request, lay_out

    where = the_project(project)
    wrong = False
    found: dict[str, Any] = {}
    for id in chosen_games(where, game):
        request = Request(id, language=lang, ink=ink, modules=names("--with", with_))
        with ProgressLine() as progress:
            problems = lay_out(where, request, progress).problems
        wrong = wrong or has_errors(problems)
        found[id] = [problem_json(where, problem) for problem in problems]
        if not json:
            print_problems(where, problems)
            sys.stderr.flush()
            print(f"{id}: {summary(problems) or 'no problems'}")
    if json:
        print_json(found)
    raise typer.Exit(1 if wrong else 0)
