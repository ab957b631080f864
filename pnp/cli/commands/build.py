"""`pnp build`: a game's folder → one PDF to print, or a picture of each piece."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cli.options import (
    DpiOption,
    FlipOption,
    GameArgument,
    InkOption,
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
    given,
    names,
    the_project,
    whole,
)
from pnp.model.choices import BLEEDS, FORMATS, MARKED, MARKS, SIDES, TOGETHER

if TYPE_CHECKING:
    from pnp.model.plan import Printout
    from pnp.model.project import Project
    from pnp.pipeline import Built
    from pnp.request import Request

EXAMPLES = (
    "pnp build mygame",
    "pnp build mygame --ink full --paper letter --sides duplex",
    "pnp build mygame --only cards,tiles --marks lines",
    "pnp build mygame --format png --dpi 300",
)


def command(
    ctx: typer.Context,
    game: GameArgument,
    lang: LanguageOption = "",
    paper: PaperOption = "a4",
    printer: PrinterOption = "",
    ink: InkOption = "low",
    only: OnlyOption = None,
    with_: WithOption = None,
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
    copies: Annotated[int, whole("--copies", 1, 99, "Print everything so often")] = 1,
    skip: Annotated[int, whole("--skip", 0, 999, "Leave the first places of the first sheet empty")] = 0,
    format: Annotated[str, choice("--format", FORMATS, "Sheets to print, or a picture of each face.")] = "pdf",
    dpi: DpiOption = 300,
    instructions: Annotated[
        bool,
        typer.Option("--instructions/--no-instructions", help="Begin with how to print, cut and fold it, drawn."),
    ] = True,
    draft: Annotated[bool, typer.Option("--draft", help="Build in spite of errors and frame what is wrong.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Build again whenever a file changes.")] = False,
    out: OutOption = None,
    project: ProjectOption = None,
    json: JsonOption = False,
) -> None:
    """Build a game's print-ready PDF.

    It is written to output/GAME/LANGUAGE/, named after what was asked for. Errors in the data are reported, and nothing
    is written while there are any, unless a draft is asked for.
    """
    where = the_project(project)
    target, typed = out if out is not None else where.output, given(ctx)
    if watch:
        from pnp.cli.defaults import parsed_anew
        from pnp.cli.watching import watch_and

        watch_and(where, game, target, lambda: _build(where, _request(parsed_anew(ctx), typed), target, json), overlay)
    raise typer.Exit(0 if _build(where, _request(ctx.params, typed), target, json) else 1)


def _request(chosen: Mapping[str, Any], typed: frozenset[str]) -> "Request":
    from pnp.request import Request

    return Request(
        game=chosen["game"],
        language=chosen["lang"],
        ink=chosen["ink"],
        modules=names("--with", chosen["with_"]),
        overlay=Path(chosen["overlay"]) if chosen["overlay"] else None,
        only=names("--only", chosen["only"]),
        pieces=names("--pieces", chosen["pieces"]),
        players=chosen["players"],
        paper=chosen["paper"],
        printer=chosen["printer"],
        marks=chosen["marks"],
        marked=chosen["marked"],
        safe=chosen["safe"],
        sides=chosen["sides"],
        flip=chosen["flip"],
        bleed=chosen["bleed"],
        together=chosen["together"],
        copies=chosen["copies"],
        skip=chosen["skip"],
        format=chosen["format"],
        dpi=chosen["dpi"],
        draft=chosen["draft"],
        instructions=chosen["instructions"],
        given=typed,
    )


def _build(project: "Project", request: "Request", out: Path, json: bool) -> bool:
    """Builds and reports; whether something was written."""
    from pnp.cli.progress import ProgressLine
    from pnp.cli.report import complain, print_json, print_problems, refusal, say
    from pnp.pipeline import build

    with ProgressLine() as progress:
        built = build(project, request, out, progress)
    if json:
        print_json(_as_json(project, built, request))
        return bool(built.files)
    print_problems(project, built.problems)
    if built.files:
        say(_result(built, request))
    elif built.problems:
        draft_helps = bool(built.leaves) and not request.draft
        complain(refusal(built.problems, "nothing written", draft_helps=draft_helps))
    else:
        complain("there is nothing to print")
    return bool(built.files)


def _result(built: "Built", request: "Request") -> str:
    """`output/mygame/en/mygame-low-a4.pdf: 8 pages on 8 sheets, 52 pieces, 62 cuts`"""
    from pnp.cli.report import counted, shown_path

    if built.printout is None:
        return f"{shown_path(built.files[0].parents[1])}: {counted(len(built.files), 'picture')}"
    pages = f"{counted(built.pages, 'page')} on {counted(built.papers, 'sheet')}"
    said = [pages]
    if pieces := sum(plan.printed for plan in built.printout.components if plan.is_cut):
        said.append(counted(pieces, "piece"))
    if built.printout.cuts:  # else there is nothing but outlines to cut along
        said.append(counted(built.printout.cuts, "cut"))
    return f"{shown_path(built.files[0])}: {', '.join(said)}"


def _as_json(project: "Project", built: "Built", request: "Request") -> dict[str, Any]:
    from pnp.cli.report import problem_json, shown_path

    copies = {(leaf.component, leaf.piece): leaf.copies * request.copies for leaf in built.leaves}
    components = {component: {"pieces": 0, "copies": 0, "sheets": 0} for component, _ in copies}
    for (component, _), count in copies.items():
        components[component]["pieces"] += 1
        components[component]["copies"] += count
    for plan in built.printout.components if built.printout else ():
        components[plan.component]["sheets"] = plan.sheets + plan.shared
    return {
        "game": request.game,
        "language": built.edition.language if built.edition else request.language,
        "ink": request.ink,
        "modules": list(built.edition.modules if built.edition else request.modules),
        "printer": request.printer,
        "paper": built.sheets[0].paper.name if built.sheets else request.paper,
        "files": [shown_path(path) for path in built.files],
        "pages": built.pages,
        "components": components,
        "printout": _printout_json(built.printout) if built.printout else None,
        "coverage": _coverage_json(built),
        "problems": [problem_json(project, problem) for problem in built.problems],
    }


def _coverage_json(built: "Built") -> dict[str, float] | None:
    """Of pages, in per cent; pictures of single faces have none."""
    if not built.sheets or not built.files:
        return None
    from pnp.coverage import ink_coverage

    return ink_coverage(built.files[0], built.sheets, built.pages)


def _printout_json(printout: "Printout") -> dict[str, Any]:
    """The work that is left, without the page of instructions."""
    return {
        "papers": printout.papers,
        "pages": printout.pages,
        "cuts": printout.cuts,
        "folds": printout.folds,
        "sides": printout.sides,
        "flip": printout.flip,
    }
