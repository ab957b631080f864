"""`pnp build`: a game's folder → one PDF to print, or a picture of each piece."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cli.options import (
    GameArgument,
    InkOption,
    JsonOption,
    LanguageOption,
    OnlyOption,
    ProjectOption,
    WithOption,
    one_of,
    the_project,
)

if TYPE_CHECKING:
    from pnp.model.project import Project
    from pnp.pipeline import Built, Request

EXAMPLES = """Examples: pnp build starter · pnp build starter --ink full --paper letter --sides duplex ·
pnp build starter --only creatures --marks lines · pnp build starter --format png --dpi 300"""


def command(
    game: GameArgument,
    lang: LanguageOption = "",
    paper: Annotated[
        str, typer.Option(metavar="NAME|WxH", help="a4, letter, legal, a3, tabloid, or a size in mm.")
    ] = "a4",
    ink: InkOption = "low",
    only: OnlyOption = None,
    with_: WithOption = None,
    marks: Annotated[str, typer.Option(metavar="lines|edges|corners|none", help="Where to cut.")] = "edges",
    sides: Annotated[
        str, typer.Option(metavar="fronts|duplex", help="Fronts, or back sheets after their fronts.")
    ] = "fronts",
    format: Annotated[str, typer.Option(metavar="pdf|png", help="Sheets to print, or a picture of each face.")] = "pdf",
    dpi: Annotated[int, typer.Option(min=20, max=1200, help="Of the pictures.")] = 300,
    draft: Annotated[bool, typer.Option("--draft", help="Build in spite of errors and frame what is wrong.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Build again whenever a file changes.")] = False,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Instead of the project's output/.")] = None,
    project: ProjectOption = None,
    json: JsonOption = False,
) -> None:
    """Build a game's print-ready PDF into output/GAME/LANGUAGE/."""
    from pnp.pipeline import Request

    request = Request(
        game=game,
        language=lang,
        ink=one_of("--ink", ink, ("low", "full")),
        modules=tuple(with_ or ()),
        only=tuple(only or ()),
        paper=paper,
        marks=one_of("--marks", marks, ("lines", "edges", "corners", "none")),
        sides=one_of("--sides", sides, ("fronts", "duplex")),
        format=one_of("--format", format, ("pdf", "png")),
        dpi=dpi,
        draft=draft,
    )
    where = the_project(project)
    target = out if out is not None else where.output
    if watch:
        from pnp.cli.watching import watch_and

        watch_and(where, game, lambda: _build(where, request, target, json))
    raise typer.Exit(0 if _build(where, request, target, json) else 1)


def _build(project: "Project", request: "Request", out: Path, json: bool) -> bool:
    """Builds and reports; whether something was written."""
    from pnp.cli.progress import ProgressLine
    from pnp.cli.report import print_json, print_problems, shown_path, summary
    from pnp.pipeline import build

    with ProgressLine() as progress:
        built = build(project, request, out, progress)
    if json:
        print_json(as_json(built, request))
        return bool(built.files)
    print_problems(project, built.problems)
    for path in built.files[:1] if request.format == "pdf" else ():
        print(f"{shown_path(path)}: {_counted(len(built.sheets), 'page')}, {_pieces(built)}")
    if request.format == "png" and built.files:
        print(f"{shown_path(built.files[0].parents[1])}: {_counted(len(built.files), 'picture')}")
    if not built.files:
        print(f"pnp: {summary(built.problems) or 'nothing to print'}: nothing written", file=sys.stderr)
    return bool(built.files)


def _pieces(built: "Built") -> str:
    return _counted(sum(leaf.copies for leaf in built.leaves), "piece")


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def as_json(built: "Built", request: "Request") -> dict[str, Any]:
    from pnp.cli.report import problem_json

    components = {leaf.component: {"pieces": 0, "copies": 0} for leaf in built.leaves}
    for leaf in built.leaves:
        components[leaf.component]["pieces"] += 1
        components[leaf.component]["copies"] += leaf.copies
    for sheet in built.sheets:
        entry = components[sheet.component]
        entry["sheets"] = entry.get("sheets", 0) + 1
    return {
        "game": request.game,
        "language": built.edition.language if built.edition else request.language,
        "ink": request.ink,
        "modules": list(built.edition.modules if built.edition else request.modules),
        "paper": request.paper,
        "files": [str(path) for path in built.files],
        "components": components,
        "problems": [problem_json(problem) for problem in built.problems],
    }
