"""`pnp sheet`: a folder of finished pictures, or somebody's PDF of cards → one PDF to print."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cli import completing
from pnp.cli.finished_options import grid_option, length_option, lengths_option, pages_option, size_option
from pnp.cli.options import (
    CacheOption,
    CopiesOption,
    DpiOption,
    FlipOption,
    InstructionsOption,
    JsonOption,
    MarkedOption,
    MarksOption,
    OutOption,
    PaperOption,
    PiecesOption,
    PrinterOption,
    ProjectOption,
    SafeOption,
    SidesOption,
    SkipOption,
    argument,
    choice,
    option,
    options_of,
    the_project,
)
from pnp.emit.formats import FORMATS
from pnp.model.options import BLEEDS, TOGETHER

if TYPE_CHECKING:
    from pnp.finished.values import Wishes

EXAMPLES = (
    "pnp sheet cards/ --size poker",
    "pnp sheet cards/ --back back.png --sides duplex --paper letter",
    "pnp sheet cards.pdf --backs alternate --sides fold",
)

_PAIRINGS = ("names", "alternate", "after", "beside", "below", "none")
_TURNED = ("auto", "long", "short", "no")
_FORMATS = "; ".join(f"{each.name}: {each.help}" for each in FORMATS.values()) + "."
_EDGES = ("none", "mirror", "stretch")


def command(
    ctx: typer.Context,
    folder: Annotated[list[Path], argument("FOLDER|FILE...", "Folders of pictures, pictures, PDFs of cards.")],
    size: Annotated[
        Any, size_option("--size", "How large a piece is when it is cut: poker, 63x88, 2.5in x 3.5in.")
    ] = None,
    crop: Annotated[Any, length_option("--crop", "Bleed that is there already, on each side.", 50)] = 0.0,
    edges: Annotated[str, choice("--edges", _EDGES, "What bleed is made of where none is there.")] = "none",
    backs: Annotated[
        str,
        choice(
            "--backs",
            _PAIRINGS,
            "Backs by their names, in turn with fronts, after all fronts; opposite, about a fold down or across pages; "
            "or no backs.",
        ),
    ] = "names",
    back: Annotated[str, option("--back", "FILE|PAGE", "What is behind all pieces that have no back.")] = "",
    counts: Annotated[
        Path | None, option("--counts", "FILE", "A CSV table, name,copies: how often each is printed.")
    ] = None,
    pages: Annotated[Any, pages_option("--pages", "Only these pages of PDFs: 2-10,14.")] = (),
    grid: Annotated[Any, grid_option("--grid", "Cards on a page, columns x rows; 1x1: it is a card.")] = None,
    start: Annotated[Any, lengths_option("--start", "Where the first card on a page begins.", 2000)] = None,
    gap: Annotated[Any, lengths_option("--gap", "Between the cards on a page.", 500)] = None,
    turned: Annotated[
        str, choice("--turned", _TURNED, "The edge on which pages of backs were to be turned; else what fits best.")
    ] = "auto",
    keep: Annotated[bool, typer.Option("--keep", help="Make a game of it, too, to go on from.")] = False,
    language: Annotated[
        str, option("--lang", "TAG", "Language of the instructions and notes on the sheets.", completing.new_languages)
    ] = "en",
    paper: PaperOption = "a4",
    printer: PrinterOption = "",
    sides: SidesOption = "fronts",
    flip: FlipOption = "long",
    marks: MarksOption = "edges",
    marked: MarkedOption = "both",
    safe: SafeOption = False,
    bleed: Annotated[
        str, choice("--bleed", BLEEDS, "Bleed around each piece where it costs none, or around a block.")
    ] = "auto",
    together: Annotated[str, choice("--together", TOGETHER, "Pieces of several sizes sharing sheets.")] = "auto",
    pieces: PiecesOption = None,
    copies: CopiesOption = 1,
    skip: SkipOption = 0,
    format: Annotated[str, choice("--format", FORMATS, _FORMATS)] = "pdf",
    dpi: DpiOption = 300,
    instructions: InstructionsOption = True,
    draft: Annotated[bool, typer.Option("--draft", help="Print what can be printed in spite of errors.")] = False,
    out: OutOption = None,
    cache: CacheOption = True,
    project: ProjectOption = None,
    json: JsonOption = False,
) -> None:
    """Lay finished pictures, or pages of somebody's PDF, on sheets.

    They are cut, folded, turned and marked like any game's pieces. Nothing is scaled unless --size asks for it;
    drawings in PDFs stay drawings, JPEGs keep their bytes. Names tell which pictures are backs (owl-back.png, back.png
    for all) and how often they print (3x owl.png). It is written to output/NAME/.
    """
    from pnp.cli.report import (
        ProgressLine,
        complain,
        print_json,
        print_problems,
        problems_json,
        refusal,
        result_line,
        say,
        shown_path,
    )
    from pnp.finished.names import Ids
    from pnp.finished.sheets import sheet, title_of

    where = the_project(project)
    options = options_of(ctx, game=Ids().of(title_of(folder)), ink="full")
    with ProgressLine() as progress:
        made = sheet(where, folder, _wishes(ctx), options, out if out is not None else where.output, progress)
    if json:
        found = {"files": [shown_path(path) for path in made.files], "problems": problems_json(where, made.problems)}
        print_json(found | {"pages": made.pages, "papers": made.papers})
    else:
        print_problems(where, made.problems)
        if made.files:
            say(result_line(made))
            if keep:
                name = options.game
                say(f"card_data/{name}, layouts/{name}: a game to go on from: pnp build {name}")
        elif made.problems:
            complain(refusal(made.problems, "nothing written", draft_helps=bool(made.leaves) and not draft))
        else:
            complain("there is nothing to print")
    raise typer.Exit(0 if made.files else 1)


def _wishes(ctx: typer.Context) -> "Wishes":
    """Each of its parameters that `Wishes` has a field for."""
    from pnp.finished.values import Wishes

    said = {name: ctx.params[name] for name in Wishes._fields if name in ctx.params}
    return Wishes(**said | {"counts": Path(said["counts"]) if said["counts"] else None})
