"""`pnp build`: a game's folder → one PDF to print, or a picture of each piece; with --watch after each change."""

import gc
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from time import sleep, strftime
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from pnp.cli.defaults import FILE as DEFAULTS
from pnp.cli.options import (
    CacheOption,
    DpiOption,
    FlipOption,
    GameArgument,
    InkOption,
    JobsOption,
    JsonOption,
    LanguageOption,
    OnlyOption,
    OutOption,
    OverlayOption,
    PaperOption,
    PiecesOption,
    PlayersOption,
    PrinterOption,
    ProjectOption,
    WithOption,
    choice,
    option,
    options_of,
    the_project,
    whole,
)
from pnp.cli.report import complain, harmless, shown_path
from pnp.emit.formats import FORMATS
from pnp.files.project import Project
from pnp.model.options import BLEEDS, MARKED, MARKS, SIDES, TOGETHER
from pnp.model.problem import PnpError

if TYPE_CHECKING:
    from pnp.build.results import Result
    from pnp.cli.manifest import Manifest
    from pnp.model.options import Options
    from pnp.model.sheet import Printout

EXAMPLES = (
    "pnp build mygame",
    "pnp build mygame --ink full --paper letter --sides duplex",
    "pnp build mygame --only cards,tiles --marks lines",
    "pnp build mygame --format png --dpi 300",
)

# What editors and systems leave beside a file while one works on it, and the schemas that are for editors.
_DROPPING = re.compile(
    r".*~|\.#.*|#.*#|.*\.(?:sw[a-z]|tmp|bak|crswap)|4913|\.DS_Store|__pycache__|schema|\.git|.*___jb_\w+___"
)
_Stat = tuple[int, int]  # time and size
_PAUSE = 0.3  # seconds between looks
_FORMATS = ", or ".join(each.help for each in FORMATS.values()).capitalize() + "."


def command(
    ctx: typer.Context,
    game: GameArgument,
    language: LanguageOption = "",
    paper: PaperOption = "a4",
    printer: PrinterOption = "",
    ink: InkOption = "low",
    only: OnlyOption = None,
    modules: WithOption = None,
    overlay: OverlayOption = None,
    sides: Annotated[
        str, choice("--sides", SIDES, "Fronts; backs behind them; both beside a fold; backs alone.")
    ] = "fronts",
    flip: FlipOption = "long",
    marks: Annotated[str, choice("--marks", MARKS, "Where to cut.")] = "edges",
    marked: Annotated[str, choice("--marked", MARKED, "The sides that have marks.")] = "both",
    safe: Annotated[bool, typer.Option("--safe", help="Draw the safe area as a dashed line.")] = False,
    bleed: Annotated[
        str,
        choice(
            "--bleed", BLEEDS, "Bleed around each piece where it costs none, or around a block; yes: of pictures, too."
        ),
    ] = "auto",
    together: Annotated[
        str, choice("--together", TOGETHER, "Components sharing sheets: those that fill less than one, and neighbours.")
    ] = "auto",
    pieces: PiecesOption = None,
    players: PlayersOption = 0,
    since: Annotated[
        str, option("--since", "OLD", "Only what is new or changed since a git revision, a folder or a build record.")
    ] = "",
    copies: Annotated[int, whole("--copies", 1, 99, "Print everything so often")] = 1,
    skip: Annotated[int, whole("--skip", 0, 999, "Leave the first places of the first sheet empty")] = 0,
    format: Annotated[str, choice("--format", FORMATS, _FORMATS)] = "pdf",
    dpi: DpiOption = 300,
    instructions: Annotated[
        bool, typer.Option("--instructions/--no-instructions", help="Begin with how to print, cut and fold it, drawn.")
    ] = True,
    draft: Annotated[bool, typer.Option("--draft", help="Build in spite of errors and frame what is wrong.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Build again whenever a file changes.")] = False,
    out: OutOption = None,
    cache: CacheOption = True,
    jobs: JobsOption = 0,
    project: ProjectOption = None,
    json: JsonOption = False,
) -> None:
    """Build a game's print-ready PDF.

    It is written to output/GAME/LANGUAGE/, named after what was asked for, with a build record (.pnp.json) beside it.
    Errors in the data are reported, and nothing is written while there are any, unless a draft is asked for.
    """
    where = the_project(project)
    target = out if out is not None else where.output
    if watch:
        from pnp.cli.defaults import parsed_anew

        watch_and(where, game, target, lambda: _build(where, options_of(ctx, parsed_anew(ctx)), target, json), overlay)
    raise typer.Exit(0 if _build(where, options_of(ctx), target, json, ctx.obj) else 1)


def _build(project: Project, options: "Options", out: Path, json: bool, manifest: "Manifest | None" = None) -> bool:
    """Builds and reports; whether something was written."""
    from pnp.build.pipeline import build
    from pnp.cli.report import ProgressLine, print_json, print_problems, refusal, say
    from pnp.cli.since import begun

    with ProgressLine() as progress:
        since = begun(project, options, progress) if options.since else None
        options = since.options if since else options
        built = build(project, options, out, progress, since.choose if since else None)
    if manifest and not since:  # what a revision is, no file tells
        manifest.depends_on(project, _read_beside(project, built), filter(None, (*built.files, built.record)))
    if json:
        print_json(_as_json(project, built, options) | (since.as_json() if since else {}))
        return bool(built.files) or bool(since and built.may_go_on)
    print_problems(project, built.problems)
    if built.files:
        say(_result(built, options))
    if since and built.may_go_on:
        say("\n".join(since.lines()))
        return True
    if built.files:
        return True
    if built.problems:
        complain(refusal(built.problems, "nothing written", draft_helps=bool(built.leaves) and not options.draft))
    else:
        complain("there is nothing to print")
    return False


def _read_beside(project: Project, built: "Result") -> Iterator[Path]:
    """What a build reads besides data, layouts and the project's fonts."""
    from pnp.user.printers import printers_file

    yield project.root / DEFAULTS
    if built.prepared:
        options, fonts = built.prepared.options, built.prepared.loaded.fonts
        yield from [printers_file()] if options.printer else []
        yield from [options.overlay] if options.overlay else []
        yield from (file.path for family in fonts.families.values() for file in family.files.values())


def _result(built: "Result", options: "Options") -> str:
    """`output/mygame/en/mygame-low-a4.pdf: 8 pages on 8 sheets, 52 pieces, 62 cuts`"""
    from pnp.cli.report import counted

    if built.printout is None:
        return f"{shown_path(built.files[0].parents[1])}: {counted(len(built.files), 'picture')}"
    said = [f"{counted(built.pages, 'page')} on {counted(built.papers, 'sheet')}"]
    if pieces := sum(plan.printed for plan in built.printout.components if plan.is_cut):
        said.append(counted(pieces, "piece"))
    if built.printout.cuts:  # else there is nothing but outlines to cut along
        said.append(counted(built.printout.cuts, "cut"))
    return f"{shown_path(built.files[0])}: {', '.join(said)}"


def _as_json(project: Project, built: "Result", options: "Options") -> dict[str, Any]:
    from pnp.cli.report import problems_json

    copies = {(leaf.component, leaf.piece): leaf.copies * options.copies for leaf in built.leaves}
    components = {component: {"pieces": 0, "copies": 0, "sheets": 0} for component, _ in copies}
    for (component, _), count in copies.items():
        components[component]["pieces"] += 1
        components[component]["copies"] += count
    for plan in built.printout.components if built.printout else ():
        components[plan.component]["sheets"] = plan.sheets + plan.shared
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
        "coverage": _coverage_json(built, options),
        "problems": problems_json(project, built.problems),
    }


def _coverage_json(built: "Result", options: "Options") -> dict[str, float] | None:
    """Of pages, in per cent; pictures of single faces have none."""
    measure = FORMATS[options.format].coverage
    return measure(built.files[0], built.sheets, built.pages) if measure and built.files else None


def _printout_json(printout: "Printout") -> dict[str, Any]:
    """The work that is left, without the page of instructions."""
    return {name: getattr(printout, name) for name in ("papers", "pages", "cuts", "folds", "sides", "flip")}


def watch_and(
    project: Project, game: str, out: Path, build: Callable[[], object], overlay: Path | None = None
) -> NoReturn:
    """Builds, then again after each change outside of `out`, until interrupted. What stops the first is raised."""
    watched = _folders(project, game, overlay), project.root / DEFAULTS, out
    seen = dict(_files(*watched))
    build()
    while True:
        print("watching for changes; stop with Ctrl+C", file=sys.stderr)
        sys.stdout.flush()
        gc.collect()
        while (now := dict(_files(*watched))) == seen:
            sleep(_PAUSE)
        print(f"{strftime('%H:%M:%S')} {_what(seen, now)}", file=sys.stderr)
        seen = now
        try:
            build()
        except PnpError as error:  # the next change may mend it
            complain(str(error))


def _what(before: Mapping[str, _Stat], now: Mapping[str, _Stat]) -> str:
    """`card_data/mygame/cards.yaml has changed, and 2 more`"""
    changed = [path for path in now if path in before and now[path] != before[path]]
    kinds = {
        "has changed": changed,
        "is new": [path for path in now if path not in before],
        "is gone": [path for path in before if path not in now],
    }
    files = [(harmless(shown_path(Path(path))), how) for how, paths in kinds.items() for path in paths]
    (file, how), *others = files
    return f"{file} {how}" + (f", and {len(others)} more" if others else "")


def _folders(project: Project, game: str, overlay: Path | None) -> list[tuple[Path, bool]]:
    """Those that a build reads, of games that belong together with all below; beside an overlay only the files.

    A template may be in the folder of layouts itself, or in one that games share, whatever it is called.
    """
    from pnp.user.games import related

    parts = [f"card_data/{id}" for id in related(project, game)]
    bases = dict.fromkeys((project.root, project.bundled))
    folders = [(base / part, True) for base in bases for part in (*parts, "layouts", "fonts")]
    return folders + ([(overlay.resolve().parent, False)] if overlay else [])


def _files(folders: Sequence[tuple[Path, bool]], defaults: Path, out: Path) -> Iterator[tuple[str, _Stat]]:
    """What a build reads: each file's time and size."""
    written = os.path.realpath(out)
    if stat := _stat(str(defaults)):
        yield str(defaults), stat
    for top, is_deep in folders:
        for folder, inner, files in os.walk(top):
            inner[:] = [
                name
                for name in inner
                if is_deep and not _DROPPING.fullmatch(name) and os.path.realpath(Path(folder, name)) != written
            ]
            for name in files:
                if _DROPPING.fullmatch(name):
                    continue
                path = os.path.join(folder, name)  # noqa: PTH118 - many, three times a second
                if stat := _stat(path):
                    yield path, stat


def _stat(path: str) -> _Stat | None:
    """None where it is gone between looking and asking."""
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
