"""`pnp build --all`: every edition of a game, or of all own games of the project → files, and a table of them."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pnp.cli.defaults import FILE as DEFAULTS
from pnp.cli.options import chosen_games, given, options_of
from pnp.cli.report import complain, counted, shown_path
from pnp.io.project import Project
from pnp.model.options import INKS
from pnp.model.problem import Problem, Severity, UsageError

if TYPE_CHECKING:
    from pnp.build.every import BuildPlan, BuiltEdition, EditionChoices
    from pnp.model.options import Options

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
_LEAST = 22  # characters of what is said of a file


def build_all(ctx: typer.Context, project: Project, out: Path, *, json: bool) -> bool:
    """Builds and reports; whether all was written. Raises UsageError."""
    from pnp.build.every import build_every, plan
    from pnp.cli.report import ProgressLine, print_json

    options = options_of(ctx)
    games = chosen_games(project, options.game)
    told = ctx.params
    for name, (option, reason) in _ONE_BUILD.items():
        if told[name]:
            raise UsageError(f"{option} doesn't go with --all: {reason}")
    for name, option in _ONE_GAME.items():
        if told[name] and len(games) > 1:
            raise UsageError(f"{option} is about one game: say which one --all is to build")
    with ProgressLine() as progress:
        planned = plan(project, games, options, _choices(options, given(ctx)))
        built = build_every(planned, out, progress)
    if ctx.obj:
        ctx.obj.depends_on(project, _read_beside(planned), _written(built))
    if json:
        print_json([_as_json(project, each) for each in built])
    else:
        _report(project, options, built, out, all_warnings=ctx.params["all_warnings"])
    return all(each.files for each in built)


def _written(built: "Iterable[BuiltEdition]") -> Iterator[Path]:
    for each in built:
        yield from each.files
        yield from [each.record] if each.record else []


def _choices(options: "Options", typed: Collection[str]) -> "EditionChoices":
    """What is typed is all that is built; what the project's file says comes before all else."""
    from pnp.build.every import PAPERS, SIDES, EditionChoices

    def chosen(name: str, value: str, every: Sequence[str]) -> tuple[str, ...]:
        return (value,) if name in typed else tuple(dict.fromkeys((value, *every)))

    return EditionChoices(
        (options.language,) if "lang" in typed and options.language else (),
        chosen("ink", options.ink, INKS),
        chosen("paper", options.paper, PAPERS),
        chosen("sides", options.sides, SIDES),
    )


def _read_beside(planned: "BuildPlan") -> Iterator[Path]:
    """What is read besides data, layouts and the fonts in the project."""
    from pnp.impose.printers import printers_file

    yield planned.project.root / DEFAULTS
    yield printers_file()
    yield from planned.fonts


def _report(
    project: Project, options: "Options", built: "Sequence[BuiltEdition]", out: Path, *, all_warnings: bool
) -> None:
    from pnp.build.every import merge_problems
    from pnp.cli.report import print_problems, refusal, say, table, warned

    problems: list[Problem] = []
    for _, of_game in groupby(built, key=lambda each: each.name.game):
        found = merge_problems(list(of_game))
        print_problems(project, found, all_warnings=all_warnings)
        problems += found
    # shorten the names of files where there is no room: their lines name folders and games anyway
    rows = [_HEADING, *((*_cells(each), "") for each in built)]
    room = max(_WIDTH - sum(max(map(len, column)) + 2 for column in zip(*rows, strict=True)), _LEAST)
    ways = [[_HEADING[-1], *(_told(each, way) for each in built)] for way in _WAYS]
    files = next((files for files in ways if max(map(len, files)) <= room), ways[-1])
    told = [(*cells, _ending(file, room)) for (*cells, _), file in zip(rows, files, strict=True)]
    for line in table(told, right=(5, 6, 7)):
        say(line)
    missing = [each for each in built if not each.files]
    if len(missing) < len(built):
        say(f"{counted(len(built) - len(missing), 'edition')} below {shown_path(out)}")
    if missing:
        nothing = f"{len(missing)} of {counted(len(built), 'edition')} not written"
        draft_helps = not options.draft and any(each.name.ink for each in missing)
        complain(refusal(problems, nothing, draft_helps=draft_helps) if problems else nothing)
    else:
        warned(problems, options.game)


def _cells(built: "BuiltEdition") -> tuple[str, ...]:
    game, *others = built.name
    game = game if len(game) <= _LONGEST_GAME else f"{game[: _LONGEST_GAME - 1]}…"
    return (game, *others, *[str(number or "") for number in (built.pages, built.sheets, built.pieces)])


def _told(built: "BuiltEdition", named: Callable[[Path, str], str]) -> str:
    """The file, or the folder of several; or why there is none."""
    if built.files:
        return named(built.files[0] if len(built.files) == 1 else built.files[0].parents[1], built.name.game)
    errors = sum(problem.severity is Severity.ERROR for problem in built.problems)
    return f"not written: {counted(errors, 'error')}" if errors else "nothing to print"


_WAYS: tuple[Callable[[Path, str], str], ...] = (  # from the longest to the shortest
    lambda path, _: shown_path(path),
    lambda path, _: f"…/{path.name}",
    lambda path, game: f"…{path.name.removeprefix(game)}",
)


def _ending(text: str, room: int) -> str:
    return text if len(text) <= room else f"…{text[1 - room :]}"


def _as_json(project: Project, built: "BuiltEdition") -> dict[str, Any]:
    from pnp.cli.report import problems_json

    return {
        **{part: value or None for part, value in built.name._asdict().items()},
        "pages": built.pages,
        "sheets": built.sheets,
        "pieces": built.pieces,
        "files": [shown_path(path) for path in built.files],
        "problems": problems_json(project, built.problems),
    }
