"""`pnp check`: everything that is wrong with a game, without writing a sheet."""

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli import completing
from pnp.cli.formats import FORMATS
from pnp.cli.options import (
    InkOption,
    JsonOption,
    LanguageOption,
    OverlayOption,
    ProjectOption,
    WithOption,
    choice,
    chosen_games,
    names,
    the_project,
)
from pnp.cli.selecting import IgnoreOption, SelectOption, StrictOption
from pnp.model.problem import UsageError

EXAMPLES = (
    "pnp check",
    "pnp check mygame --with night --json",
    "pnp check army.yaml",
    "pnp check --strict --ignore PNP274,PNP292",
    "pnp check --format sarif > pnp.sarif",
)


def command(
    ctx: typer.Context,
    game: Annotated[
        str,
        typer.Argument(
            metavar="[GAME|FILE]",
            help="A game, or a player's YAML file; without one, all games of the project.",
            autocompletion=completing.games,
        ),
    ] = "",
    lang: LanguageOption = "",
    ink: InkOption = "low",
    with_: WithOption = None,
    overlay: OverlayOption = None,
    select: SelectOption = None,
    ignore: IgnoreOption = None,
    strict: StrictOption = False,
    format: Annotated[
        str, choice("--format", FORMATS, "A line each, or for programs; text shows the source, too.")
    ] = "text",
    project: ProjectOption = None,
    json: JsonOption = False,
) -> None:
    """Say everything that is wrong with a game, or with a player's file.

    The game's data is checked and every piece laid out, as for a build, but nothing is written: in each language, in
    low ink and in full, without and with the modules. --lang, --ink or --with look at that edition alone. A file in
    YAML is what a player put together, or a finished table: the game that it names says what is wrong with it. The exit
    code is 1 where there are errors.

    A comment at the end of a line, or alone before it, has a problem ignored there: # pnp: ignore PNP350 in YAML,
    {# pnp: ignore PNP350 #} in templates, <!-- pnp: ignore PNP257 --> in SVG. An error becomes a note by it.
    """
    from pnp.cli.formats import report_as
    from pnp.cli.progress import ProgressLine
    from pnp.cli.selecting import selection
    from pnp.editions import check_each, check_one
    from pnp.model.problem import has_errors, in_reading_order
    from pnp.request import Request
    from pnp.written import is_file, judge_file

    if overlay is not None and not game:
        raise UsageError("--overlay changes one game: say which")
    wanted = selection(select, ignore, strict)
    where = the_project(project)
    report = report_as(_format(ctx, format) if json else format, where)
    wrong = False
    modules, is_players = names("--with", with_), is_file(game)
    if is_players and overlay is not None:
        raise UsageError("--overlay changes a game, not a player's file")
    for id in [game] if is_players else chosen_games(where, game):
        with ProgressLine() as progress:
            if is_players:
                found = judge_file(where, Path(id), modules=modules, language=lang).problems
            else:
                request = Request(id, language=lang, ink=ink, modules=modules, overlay=overlay, thorough=True)
                check = check_one if _asks_for_one(ctx) else check_each
                found = check(where, request, progress)
            problems = wanted.of(in_reading_order(found))
        wrong = wrong or has_errors(problems)
        report.add(id, problems)
    report.finish()
    raise typer.Exit(1 if wrong else 0)


def _asks_for_one(ctx: typer.Context) -> bool:
    """An edition; what the project's own file says is only looked at first."""
    sources = [getattr(ctx.get_parameter_source(name), "name", "") for name in ("lang", "ink", "with_")]
    return "COMMANDLINE" in sources


def _format(ctx: typer.Context, format: str) -> str:
    """What --json means beside a format: the command line counts more than the project, and that more than nothing."""
    ranks = ("DEFAULT", "DEFAULT_MAP", "COMMANDLINE")
    of_json, of_format = (ranks.index(getattr(ctx.get_parameter_source(n), "name", "")) for n in ("json", "format"))
    if of_json == of_format and format != "json":
        raise UsageError(f"--json is short for --format json: choose one of json and {format}")
    return format if of_format > of_json else "json"
