"""Build a game's print-ready PDF.

The PDF goes to output/GAME/LANGUAGE/, with a build record (.pnp.json) beside it. Its name says what you asked for.
If the data has errors, they are reported and nothing is written, unless you ask for a draft.
"""

import gc
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import strftime
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from pnp.cli import options as cli
from pnp.cli.defaults import FILE as DEFAULTS
from pnp.cli.defaults import parse_again
from pnp.cli.options import choice, make_options, option
from pnp.export.formats import FORMATS, describe_formats
from pnp.io.project import Project
from pnp.model.options import BLEEDS, TOGETHER, Options
from pnp.model.problem import PnpError, UsageError

if not cli.IS_COMPLETING:
    from pnp.build.pipeline import build
    from pnp.cli.report import (
        print_problems,
        print_warning_count,
        problems_json,
        refusal,
        refuse_comparison,
        result_line,
    )
    from pnp.cli.terminal import (
        ProgressLine,
        complain,
        count_of,
        escape_controls,
        open_file,
        print_json,
        relative_path,
        say,
        suggest,
    )

if TYPE_CHECKING:
    from pnp.build.record import RecordedPiece
    from pnp.build.results import Result
    from pnp.cli import RememberedRun
    from pnp.proof.differences import Reprint


def command(
    ctx: typer.Context,
    game: Annotated[
        str, cli.argument("[GAME]", "A game's folder name in card_data/. Optional with --all.", "games")
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
    format: Annotated[str, choice("--format", FORMATS, describe_formats())] = "pdf",
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
    at = cli.open_project(project)
    target = out if out is not None else at.output
    if every:
        from pnp.cli.all_editions import build_all

        raise typer.Exit(0 if build_all(ctx, at, target, json=json) else 1)
    if not game:
        raise UsageError("missing argument GAME (see pnp build --help)")
    if watch:
        _watch(ctx, at, target)
    is_first = not (target / game).exists()
    options = make_options(ctx)
    is_done = _build(at, options, target, ctx.obj, json=json, opens=opens, all_warnings=all_warnings, is_first=is_first)
    raise typer.Exit(0 if is_done else 1)


def _watch(ctx: typer.Context, project: Project, out: Path) -> NoReturn:
    """Build, then again after each change outside of `out`, until interrupted. What stops the first build is raised."""
    from pnp.build.watching import GameWatcher

    game, overlay, opens, json = (ctx.params[name] for name in ("game", "overlay", "opens", "json"))
    watcher = GameWatcher(project, game, overlay, files=[project.root / DEFAULTS], written=out)

    def build_once(opens: bool) -> None:
        params = parse_again(ctx)
        options, all_warnings = make_options(ctx, params), bool(params["all_warnings"])
        _build(project, options, out, json=json, opens=opens, all_warnings=all_warnings)

    build_once(opens)
    while True:
        print("watching for changes; stop with Ctrl+C", file=sys.stderr)
        sys.stdout.flush()
        gc.collect()
        (file, how), *others = watcher.wait().items()
        more = f", and {len(others)} more" if others else ""
        print(f"{strftime('%H:%M:%S')} {escape_controls(relative_path(file))} {how}{more}", file=sys.stderr)
        try:
            build_once(opens=False)
        except PnpError as error:  # the next change may fix it
            complain(str(error))


def _build(
    project: Project,
    options: Options,
    out: Path,
    run: "RememberedRun | None" = None,
    *,
    json: bool,
    opens: bool,
    all_warnings: bool,
    is_first: bool = False,
) -> bool:
    """Build and report; return whether something was written. `is_first`: nothing has been built of this game yet."""
    name = options.since
    with ProgressLine() as progress:
        since = None
        if name:
            from pnp.proof import differences, versions

            with versions.open_version(project, name, options, progress) as old:
                if not isinstance(old, versions.GameVersion):
                    raise refuse_comparison(old.name, old.project, old.problems)
                # a name for files, and what chooses the pieces to print
                options, since = replace(options, since=versions.short_name(old)), differences.Reprint(old.record)
        built = build(project, options, out, progress, since)
    # a revision is no file whose change could be noticed, and help that was missing may be there the next time
    if run and not since and not progress.lines:
        run.depends_on(project, _read_beside(project, built), filter(None, (*built.files, built.record)))
    if opens and built.files:
        open_file(built.files[0] if FORMATS[options.format].takes_sheets else built.files[0].parents[1])
    if json:
        print_json(_as_json(project, built, options) | (_since_json(name, since) if since else {}))
        return bool(built.files) or bool(since and built.may_go_on)
    print_problems(project, built.problems, all_warnings=all_warnings)
    if built.files:
        say(result_line(built))
        print_warning_count(built.problems, options.game)
    if since and built.may_go_on:
        if not since.printed:
            say(f"nothing to print: nothing is new or changed since {name}")
        if since.discarded:
            say(f"throw away {count_of(sum(count for _, count in since.discarded), 'piece')}:")
        for component, pieces in since.titles_discarded().items():
            say(f"  {component}: {', '.join(pieces)}")
        return True
    if built.files:
        if is_first:
            steps = ["print it at 100 %"] if built.printout else []
            if options.sides == "fronts" and any(leaf.back for leaf in built.leaves):
                steps.append("--sides duplex prints backs, too")
            if options.ink == "low":
                steps.append("--ink full is in full colour")
            suggest(f"Next: {' · '.join([*steps, '--watch builds again whenever you save'])}")
        return True
    if built.problems:
        complain(refusal(built.problems, "nothing written", draft_helps=bool(built.leaves) and not options.draft))
    else:
        complain("there is nothing to print")
    return False


def _since_json(name: str, since: "Reprint") -> dict[str, Any]:
    def entry(piece: "RecordedPiece | None", count: int) -> dict[str, Any]:
        assert piece
        return {"component": piece.component, "id": piece.id, "title": piece.title, "count": count}

    return {
        "since": {
            "old": name,
            "print": [entry(each.new, count) for each, count in since.printed],
            "discard": [entry(each.old, count) for each, count in since.discarded],
        }
    }


def _read_beside(project: Project, built: "Result") -> Iterator[Path]:
    """Yield the files that a build reads besides data, layouts and the project's fonts."""
    yield project.root / DEFAULTS
    if built.prepared:
        options, fonts = built.prepared.options, built.prepared.loaded.fonts
        if options.printer:
            from pnp.impose.printers import printers_file

            yield printers_file()
        yield from [options.overlay] if options.overlay else []
        yield from (file.path for family in fonts.families.values() for file in family.files.values())


def _as_json(project: Project, built: "Result", options: Options) -> dict[str, Any]:
    copies = {(leaf.component, leaf.piece): leaf.copies * options.copies for leaf in built.leaves}
    components = {component: {"pieces": 0, "copies": 0, "sheets": 0} for component, _ in copies}
    for (component, _), count in copies.items():
        components[component]["pieces"] += 1
        components[component]["copies"] += count
    for plan in built.printout.components if built.printout else ():
        components[plan.component]["sheets"] = plan.sheets + plan.shared
    measure = FORMATS[options.format].coverage  # pictures of single faces have none
    work = ("papers", "pages", "cuts", "folds", "sides", "flip")  # that is left, without the page of instructions
    return {
        "game": options.game,
        "language": built.edition.language if built.edition else options.language,
        "ink": options.ink,
        "modules": list(built.edition.modules if built.edition else options.modules),
        "printer": options.printer,
        "paper": built.sheets[0].paper.name if built.sheets else options.paper,
        "files": [relative_path(path) for path in built.files],
        "pages": built.pages,
        "components": components,
        "printout": {name: getattr(built.printout, name) for name in work} if built.printout else None,
        "coverage": measure(built.files[0], built.sheets, built.pages) if measure and built.files else None,
        "problems": problems_json(project, built.problems),
    }
