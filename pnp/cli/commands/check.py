"""Report every problem of a game, or of a player's file.

Checks the data and lays out every piece, without writing anything: in each language, in low and full ink, with and
without modules. --lang, --ink and --with narrow it down. A player's file is an army, a deck or a finished table;
the game that it names judges it. The exit code is 1 if there are errors.

To ignore a problem, write a comment at the end of its line or above it: # pnp: ignore PNP350 in YAML, {# pnp:
ignore PNP350 #} in templates, <!-- pnp: ignore PNP257 --> in SVG. An ignored error becomes a note.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from pnp.cardtext.suggest import did_you_mean
from pnp.cli import options as cli
from pnp.cli.check_formats import FORMATS
from pnp.cli.options import choice, option
from pnp.cli.terminal import ProgressLine
from pnp.diagnostics.codes import code_ids, complete_code, is_code
from pnp.model.options import INKS
from pnp.model.problem import Problem, Severity, UsageError, has_errors

if not cli.IS_COMPLETING:
    from pnp.build.edition_checks import check_each, check_one
    from pnp.build.playing import judge_file
    from pnp.load.examples_file import is_user_file

EXAMPLES = (
    "pnp check",
    "pnp check mygame --with night --json",
    "pnp check army.yaml",
    "pnp check --strict --ignore PNP274,PNP292",
    "pnp check --format sarif > pnp.sarif",
)

SelectOption = Annotated[
    list[str] | None,
    option(
        "--select",
        "CODE",
        "Report only these problems; PNP3 means all that begin so. Several: a,b or --select a --select b.",
        "codes",
    ),
]
IgnoreOption = Annotated[list[str] | None, option("--ignore", "CODE", "Leave these problems out.", "codes")]
OneLanguageOption = Annotated[
    str, option("--lang", "TAG", "Check only this language (default: all of the game's).", "languages")
]
OneInkOption = Annotated[str, choice("--ink", INKS, "Check only this ink (default: low and full).", show_default=False)]
StrictOption = Annotated[bool, typer.Option("--strict", help="Treat warnings as errors.")]


def command(
    ctx: typer.Context,
    game: Annotated[
        str, cli.argument("[GAME|FILE]", "A game or a player's YAML file (default: all games of the project).", "games")
    ] = "",
    language: OneLanguageOption = "",
    ink: OneInkOption = "low",
    modules: cli.WithOption = None,
    overlay: cli.OverlayOption = None,
    select: SelectOption = None,
    ignore: IgnoreOption = None,
    strict: StrictOption = False,
    report: Annotated[str, choice("--format", FORMATS, "Format of the report; text also shows the source.")] = "text",
    all_warnings: cli.AllWarningsOption = False,
    cache: cli.CacheOption = True,
    jobs: cli.JobsOption = 0,
    executor: cli.ExecutorOption = "here",
    project: cli.ProjectOption = None,
    json: cli.JsonOption = False,
) -> None:
    if overlay is not None and not game:
        raise UsageError("--overlay changes one game: say which")
    selected, ignored = _codes("--select", select), _codes("--ignore", ignore)
    at = cli.open_project(project)
    print_report = FORMATS[_format(ctx, report) if json else report]
    if is_user_file(game) and overlay is not None:
        raise UsageError("--overlay changes a game, not a player's file")
    names_edition = not cli.typed_options(ctx).isdisjoint(("lang", "ink", "with"))  # pnp.toml restricts no check
    wrong: list[str] = []

    def check_games() -> Iterator[tuple[str, list[Problem]]]:
        for id in [game] if is_user_file(game) else cli.chosen_games(at, game):
            if is_user_file(id):
                problems = judge_file(at, Path(id), cli.make_options(ctx, game="")).problems
            else:
                with ProgressLine() as progress:
                    check = check_one if names_edition else check_each
                    problems = check(at, cli.make_options(ctx, game=id, thorough=True), progress)
            problems = filter_codes(problems, selected, ignored, strict=strict)
            wrong.extend([id] if has_errors(problems) else [])
            yield id, problems

    print_report(at, check_games(), all_warnings)
    raise typer.Exit(1 if wrong else 0)


def _format(ctx: typer.Context, format: str) -> str:
    """Return the format where --json is given, too: the command line counts more than the project's file."""
    ranks = ("DEFAULT", "DEFAULT_MAP", "COMMANDLINE")
    of_json, of_format = (ranks.index(getattr(ctx.get_parameter_source(n), "name", "")) for n in ("json", "report"))
    if of_json == of_format and format != "json":
        raise UsageError(f"--json is short for --format json: choose one of json and {format}", format)
    return format if of_format > of_json else "json"


def filter_codes(
    problems: Iterable[Problem], select: tuple[str, ...], ignore: tuple[str, ...], *, strict: bool
) -> list[Problem]:
    """Return the problems of selected codes, or of all, except ignored ones; if `strict`, warnings become errors."""
    kept: list[Problem] = []
    for problem in problems:
        is_error = strict and problem.severity is Severity.WARNING
        if (not select or problem.code.startswith(select)) and not problem.code.startswith(ignore):
            kept.append(problem._replace(severity=Severity.ERROR) if is_error else problem)
    return kept


def _codes(option: str, given: Iterable[str] | None) -> tuple[str, ...]:
    """Return beginnings of codes in full. Raises UsageError for a code that doesn't exist."""
    found = cli.split_names(option, given)
    for name in found:
        if not is_code(complete_code(name)):
            hint = did_you_mean(complete_code(name), code_ids()) or "pnp explain lists all"
            raise UsageError(f"{option}: there is no code {name} ({hint})", name)
    return tuple(complete_code(name) for name in found)
