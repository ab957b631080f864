"""`pnp build`: a game's folder → one PDF to print, or a picture of each piece; with --watch after each change."""

import gc
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import strftime
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from pnp.cli import completing
from pnp.cli import options as cli
from pnp.cli.defaults import FILE as DEFAULTS
from pnp.cli.options import choice, option, options_of
from pnp.cli.report import complain, harmless, shown_path
from pnp.export.formats import FORMATS
from pnp.io.project import Project
from pnp.model.options import BLEEDS, TOGETHER
from pnp.model.problem import PnpError, UsageError

if TYPE_CHECKING:
    from pnp.build.results import Progress, Result
    from pnp.cli.recorded_output import RememberedRun
    from pnp.cli.since import Reprinting
    from pnp.model.options import Options
    from pnp.model.sheet import Printout

EXAMPLES = (
    "pnp build mygame",
    "pnp build mygame --ink full --paper letter --sides duplex",
    "pnp build mygame --only cards,tiles --marks lines",
    "pnp build mygame --format png --dpi 300",
    "pnp build --all --paper letter",
)

_FORMATS = "; ".join(f"{each.name}: {each.help}" for each in FORMATS.values()) + "."


def command(
    ctx: typer.Context,
    game: Annotated[
        str, cli.argument("[GAME]", "A game's folder name in card_data/. Optional with --all.", completing.games)
    ] = "",
    language: cli.LanguageOption = "",
    paper: cli.PaperOption = "a4",
    printer: cli.PrinterOption = "",
    ink: cli.InkOption = "low",
    only: cli.OnlyOption = None,
    modules: cli.WithOption = None,
    overlay: cli.OverlayOption = None,
    sides: cli.SidesOption = "fronts",
    flip: cli.FlipOption = "long",
    marks: cli.MarksOption = "edges",
    marked: cli.MarkedOption = "both",
    safe: cli.SafeOption = False,
    bleed: Annotated[
        str,
        choice(
            "--bleed",
            BLEEDS,
            "Bleed around each piece where it costs no sheet (auto), always, or around blocks of pieces; with yes also "
            "in pictures.",
        ),
    ] = "auto",
    together: Annotated[
        str,
        choice(
            "--together",
            TOGETHER,
            "Let components share sheets (auto: those that fill less than one, and their neighbours).",
        ),
    ] = "auto",
    pieces: cli.PiecesOption = None,
    where: cli.WhereOption = "",
    players: cli.PlayersOption = 0,
    since: Annotated[
        str, option("--since", "OLD", "Use only what is new or changed since a git revision, folder or build record.")
    ] = "",
    copies: cli.CopiesOption = 1,
    skip: cli.SkipOption = 0,
    format: Annotated[str, choice("--format", FORMATS, _FORMATS)] = "pdf",
    dpi: cli.DpiOption = 300,
    text: cli.TextOption = False,
    instructions: cli.InstructionsOption = True,
    draft: Annotated[bool, typer.Option("--draft", help="Build despite errors, and frame what is wrong.")] = False,
    every: Annotated[
        bool,
        typer.Option(
            "--all",
            help="Build every edition: each game, language, ink, paper (a4, letter) and kind of sides that no option "
            "names.",
        ),
    ] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Build again whenever a file changes.")] = False,
    opens: cli.OpenOption = False,
    all_warnings: cli.AllWarningsOption = False,
    out: cli.OutOption = None,
    cache: cli.CacheOption = True,
    jobs: cli.JobsOption = 0,
    executor: cli.ExecutorOption = "here",
    project: cli.ProjectOption = None,
    json: cli.JsonOption = False,
) -> None:
    """Build a game's print-ready PDF.

    The PDF goes to output/GAME/LANGUAGE/, with a build record (.pnp.json) beside it. Its name says what you asked for.
    If the data has errors, they are reported and nothing is written, unless you ask for a draft.
    """
    at = cli.the_project(project)
    target = out if out is not None else at.output
    if every:
        from pnp.cli.all_editions import build_all

        raise typer.Exit(0 if build_all(ctx, at, target, json=json) else 1)
    if not game:
        raise UsageError("missing argument GAME (see pnp build --help)")
    if watch:
        from pnp.cli.defaults import parsed_anew

        opening = iter([opens])  # once: who reads it has it before them from then on

        def again() -> bool:
            params = parsed_anew(ctx)
            each = bool(params["all_warnings"])
            return _build(at, options_of(ctx, params), target, json, opens=next(opening, False), all_warnings=each)

        _watch(at, game, target, again, overlay)
    is_first = not (target / game).exists()
    done = _build(at, options_of(ctx), target, json, ctx.obj, is_first=is_first, opens=opens, all_warnings=all_warnings)
    raise typer.Exit(0 if done else 1)


def _watch(project: Project, game: str, out: Path, build: Callable[[], object], overlay: Path | None) -> NoReturn:
    """Build, then again after each change outside of `out`, until interrupted. What stops the first is raised."""
    from pnp.build.watching import GameWatcher

    watcher = GameWatcher(project, game, overlay, files=[project.root / DEFAULTS], written=out)
    build()
    while True:
        print("watching for changes; stop with Ctrl+C", file=sys.stderr)
        sys.stdout.flush()
        gc.collect()
        (file, how), *others = watcher.wait().items()
        more = f", and {len(others)} more" if others else ""
        print(f"{strftime('%H:%M:%S')} {harmless(shown_path(file))} {how}{more}", file=sys.stderr)
        try:
            build()
        except PnpError as error:  # the next change may fix it
            complain(str(error))


def _build(
    project: Project,
    options: "Options",
    out: Path,
    json: bool,
    run: "RememberedRun | None" = None,
    *,
    is_first: bool = False,
    opens: bool = False,
    all_warnings: bool = False,
) -> bool:
    """Builds and reports; whether something was written. `is_first`: nothing has been built of this game before."""
    from pnp.build.pipeline import build
    from pnp.cli.report import (
        ProgressLine,
        open_file,
        print_json,
        print_problems,
        refusal,
        result_line,
        say,
        suggest,
        warned,
    )

    with ProgressLine() as progress:
        since = _since(project, options, progress) if options.since else None
        options = since.options if since else options
        built = build(project, options, out, progress, since.choose if since else None)
    # what a revision is no file tells, and what help couldn't be had may be had the next time
    if run and not since and not progress.told:
        run.depends_on(project, _read_beside(project, built), filter(None, (*built.files, built.record)))
    if opens and built.files:
        open_file(built.files[0] if FORMATS[options.format].takes_sheets else built.files[0].parents[1])
    if json:
        print_json(_as_json(project, built, options) | (since.as_json() if since else {}))
        return bool(built.files) or bool(since and built.may_go_on)
    print_problems(project, built.problems, all_warnings=all_warnings)
    if built.files:
        say(result_line(built))
        warned(built.problems, options.game)
    if since and built.may_go_on:
        say("\n".join(since.lines()))
        return True
    if built.files:
        if is_first:
            suggest(_next_steps(built, options))
        return True
    if built.problems:
        complain(refusal(built.problems, "nothing written", draft_helps=bool(built.leaves) and not options.draft))
    else:
        complain("there is nothing to print")
    return False


def _since(project: Project, options: "Options", progress: "Progress") -> "Reprinting":
    from pnp.cli.since import begun

    return begun(project, options, progress)


def _read_beside(project: Project, built: "Result") -> Iterator[Path]:
    """What a build reads besides data, layouts and the project's fonts."""
    from pnp.impose.printers import printers_file

    yield project.root / DEFAULTS
    if built.prepared:
        options, fonts = built.prepared.options, built.prepared.loaded.fonts
        yield from [printers_file()] if options.printer else []
        yield from [options.overlay] if options.overlay else []
        yield from (file.path for family in fonts.families.values() for file in family.files.values())


def _next_steps(built: "Result", options: "Options") -> str:
    """`Next: print it at 100 % · --sides duplex prints backs, too · --watch builds again whenever you save`"""
    steps = ["print it at 100 %"] if built.printout else []
    if options.sides == "fronts" and any(leaf.back for leaf in built.leaves):
        steps.append("--sides duplex prints backs, too")
    if options.ink == "low":
        steps.append("--ink full is in full colour")
    return f"Next: {' · '.join([*steps, '--watch builds again whenever you save'])}"


def _as_json(project: Project, built: "Result", options: "Options") -> dict[str, Any]:
    from pnp.cli.report import problems_json

    copies = {(leaf.component, leaf.piece): leaf.copies * options.copies for leaf in built.leaves}
    components = {component: {"pieces": 0, "copies": 0, "sheets": 0} for component, _ in copies}
    for (component, _), count in copies.items():
        components[component]["pieces"] += 1
        components[component]["copies"] += count
    for plan in built.printout.components if built.printout else ():
        components[plan.component]["sheets"] = plan.sheets + plan.shared
    # pictures of single faces have no coverage
    measure = FORMATS[options.format].coverage
    return {
        "game": options.game,
        "language": built.edition.language if built.edition else options.language,
        "ink": options.ink,
        "modules": list(built.edition.modules if built.edition else options.modules),
        "printer": options.printer,
        "paper": built.sheets[0].paper.name if built.sheets else options.paper,
        "files": [shown_path(path) for path in built.files],
        "pages": built.pages,
        "components": components,
        "printout": _printout_json(built.printout) if built.printout else None,
        "coverage": (measure(built.files[0], built.sheets, built.pages) if measure and built.files else None),
        "problems": problems_json(project, built.problems),
    }


def _printout_json(printout: "Printout") -> dict[str, Any]:
    """The work that is left, without the page of instructions."""
    return {name: getattr(printout, name) for name in ("papers", "pages", "cuts", "folds", "sides", "flip")}
