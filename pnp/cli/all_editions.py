"""`pnp build --all`: every edition of a game, or of all own games of the project → files, and a table of them."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import typer

from pnp.build.edition_builds import PAPERS, SIDES, BuiltEdition, EditionChoices, build_every, plan
from pnp.cli.defaults import FILE as DEFAULTS
from pnp.cli.options import chosen_games, make_options, typed_options
from pnp.cli.report import print_problems, print_warning_count, problems_json, refusal
from pnp.cli.terminal import ProgressLine, complain, count_of, format_table, print_json, relative_path, say
from pnp.impose.printers import printers_file
from pnp.io.project import Project
from pnp.model.options import INKS, Options
from pnp.model.problem import Problem, Severity, UsageError

_ONE_BUILD = {  # options by the names of their parameters, and why they don't go with --all
    "watch": ("--watch", "it builds one edition again and again"),
    "overlay": ("--overlay", "it changes one game, whose editions are built one by one"),
    "since": ("--since", "what lies on the table is of one edition"),
    "skip": ("--skip", "only one file is printed on the sheet whose first places are used"),
}
_ONE_GAME = {"only": "--only", "pieces": "--pieces", "where": "--where", "modules": "--with"}
_HEADING = ("game", "language", "ink", "paper", "sides", "pages", "sheets", "pieces", "file")
_WIDTH = 100
_LONGEST_GAME = 18  # characters of its name
_LEAST = 22  # characters of a file's name, or of why there is none


def build_all(ctx: typer.Context, project: Project, out: Path, *, json: bool) -> bool:
    """Build and report; return whether all was written. Raises UsageError."""
    options = make_options(ctx)
    games = chosen_games(project, options.game)
    for name, (option, reason) in _ONE_BUILD.items():
        if ctx.params[name]:
            raise UsageError(f"{option} doesn't go with --all: {reason}")
    for name, option in _ONE_GAME.items():
        if ctx.params[name] and len(games) > 1:
            raise UsageError(f"{option} is about one game: say which one --all is to build")
    typed = typed_options(ctx)

    def choose(name: str, value: str, every: Sequence[str]) -> tuple[str, ...]:
        # what is typed, or otherwise all values, of which the project's file gives the first
        return (value,) if name in typed else tuple(dict.fromkeys((value, *every)))

    choices = EditionChoices(
        (options.language,) if "lang" in typed and options.language else (),
        choose("ink", options.ink, INKS),
        choose("paper", options.paper, PAPERS),
        choose("sides", options.sides, SIDES),
    )
    with ProgressLine() as progress:
        planned = plan(project, games, options, choices)
        built = build_every(planned, out, progress)
    if ctx.obj:
        read = [project.root / DEFAULTS, printers_file(), *planned.fonts]  # besides data, layouts and own fonts
        ctx.obj.depends_on(project, read, [path for each in built for path in (*each.files, each.record) if path])
    if json:
        print_json(
            [
                {part: value or None for part, value in each.name._asdict().items()}
                | {"pages": each.pages, "sheets": each.sheets, "pieces": each.pieces}
                | {"files": [*map(relative_path, each.files)], "problems": problems_json(project, each.problems)}
                for each in built
            ]
        )
    else:
        _report(project, options, built, out, all_warnings=ctx.params["all_warnings"])
    return all(each.files for each in built)


def _report(
    project: Project, options: Options, built: Sequence[BuiltEdition], out: Path, *, all_warnings: bool
) -> None:
    from pnp.build.edition_builds import merge_problems

    problems: list[Problem] = []
    for _, of_game in groupby(built, key=lambda each: each.name.game):
        found = merge_problems(list(of_game))
        print_problems(project, found, all_warnings=all_warnings)
        problems += found
    # shorten the names of files where there is no room: their lines name folders and games anyway
    rows: list[tuple[str, ...]] = [_HEADING]
    for each in built:
        game, *others = each.name
        game = game if len(game) <= _LONGEST_GAME else f"{game[: _LONGEST_GAME - 1]}…"
        rows.append((game, *others, *[str(number or "") for number in (each.pages, each.sheets, each.pieces)], ""))
    room = max(_WIDTH - sum(max(map(len, column)) + 2 for column in zip(*rows, strict=True)), _LEAST)
    ways = [[_HEADING[-1], *files] for files in zip(*map(_outcomes, built), strict=True)]
    files = next((files for files in ways if max(map(len, files)) <= room), ways[-1])
    files = [file if len(file) <= room else f"…{file[1 - room :]}" for file in files]
    for line in format_table([(*cells, file) for (*cells, _), file in zip(rows, files, strict=True)], right=(5, 6, 7)):
        say(line)
    missing = [each for each in built if not each.files]
    if len(missing) < len(built):
        say(f"{count_of(len(built) - len(missing), 'edition')} below {relative_path(out)}")
    if missing:
        nothing = f"{len(missing)} of {count_of(len(built), 'edition')} not written"
        draft_helps = not options.draft and any(each.name.ink for each in missing)
        complain(refusal(problems, nothing, draft_helps=draft_helps) if problems else nothing)
    else:
        print_warning_count(problems, options.game)


def _outcomes(built: BuiltEdition) -> tuple[str, str, str]:
    """Return the file, or the folder of several, in full, shorter and as short as can be; or why there is none."""
    if built.files:
        path = built.files[0] if len(built.files) == 1 else built.files[0].parents[1]
        return relative_path(path), f"…/{path.name}", f"…{path.name.removeprefix(built.name.game)}"
    errors = sum(problem.severity is Severity.ERROR for problem in built.problems)
    why = f"not written: {count_of(errors, 'error')}" if errors else "nothing to print"
    return why, why, why
