"""Put finished pictures, or an existing PDF, on sheets.

They are cut, folded, turned and marked like any game's pieces, and never scaled unless you give --size. File names
tell which pictures are backs (owl-back.png, or back.png for all) and how often they print (3x owl.png). The PDF
goes to output/NAME/.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from pnp.cardtext.suggest import did_you_mean
from pnp.cli import options as cli
from pnp.cli.options import option
from pnp.export.formats import FORMATS, describe_formats
from pnp.model.length import mm, parse_length
from pnp.model.options import BLEEDS, TOGETHER
from pnp.model.problem import UsageError

if not cli.IS_COMPLETING:
    from pnp.cli.report import print_problems, problems_json, refusal, result_line
    from pnp.cli.terminal import ProgressLine, complain, print_json, relative_path, say
    from pnp.importing.card_sides import SheetSettings
    from pnp.importing.image_sheets import make_sheets, sheet_title
    from pnp.importing.new_games import UniqueIds
    from pnp.impose.press import parse_size
    from pnp.load.scalars import find_size, size_names

_LARGEST = 1000.0  # mm of a piece
_MOST = 100_000  # the number of a page
_PAIRINGS = ("names", "alternate", "after", "beside", "below", "none")
_TURNED = ("auto", "long", "short", "no")
_EDGES = ("none", "mirror", "stretch")


def _parsed(option: str, metavar: str, help: str, parse: Callable[[str, str], Any]) -> Any:
    """Return an option whose value is parsed; its default isn't."""

    def parse_given(given: Any) -> Any:
        return parse(option, given) if isinstance(given, str) else given

    return typer.Option(option, metavar=metavar, help=help, parser=parse_given)


def _parse_piece_size(option: str, text: str) -> tuple[float, float]:
    found = find_size(text) or parse_size(text.strip().casefold())
    if found is None:
        hint = did_you_mean(text, size_names())
        raise UsageError(f'{option}: there is no size "{text}" ({hint or "like poker, 63x88 or 2.5in x 3.5in"})')
    if not all(5.0 <= side <= _LARGEST for side in found):
        raise UsageError(f"{option} {text}: each side must measure from 5 mm to 1 m")
    return found


def _parse_length(option: str, text: str, most: float = 50) -> float:
    found = parse_length(text)
    if found is None or not 0 <= found <= most:
        raise UsageError(f"{option} is a length from 0 to {mm(most)}, not {text}")
    return found


def _parse_lengths(most: float, option: str, text: str) -> tuple[float, float]:
    """Return two lengths, across and down, of which one stands for both."""
    across, comma, down = text.partition(",")
    return _parse_length(option, across, most), _parse_length(option, down if comma else across, most)


def _parse_grid(option: str, text: str) -> tuple[int, int]:
    columns, _, rows = text.lower().replace("×", "x").partition("x")
    if not (_is_count(columns) and _is_count(rows) and 0 < int(columns) < 100 and 0 < int(rows) < 100):
        raise UsageError(f"{option} is columns x rows, like 3x3, not {text}")
    return int(columns), int(rows)


def _parse_pages(option: str, text: str) -> tuple[int, ...]:
    found: dict[int, None] = {}
    for part in text.split(","):
        first, hyphen, last = (each.strip() for each in part.partition("-"))
        last = last if hyphen else first
        if not (_is_count(first) and _is_count(last) and 0 < int(first) <= int(last) < _MOST):
            raise UsageError(f"{option} is a list of pages like 2-10,14, not {text}")
        found |= dict.fromkeys(range(int(first), int(last) + 1))
    return tuple(found)


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 7


def command(
    ctx: typer.Context,
    folder: Annotated[list[Path], cli.argument("FOLDER|FILE...", "Folders of pictures, pictures, or PDFs of cards.")],
    size: Annotated[
        Any,
        _parsed(
            "--size", "NAME|WxH", "Size of a piece when it is cut: poker, 63x88, 2.5in x 3.5in.", _parse_piece_size
        ),
    ] = None,
    crop: Annotated[
        Any, _parsed("--crop", "LENGTH", "Bleed that the pictures already have on each side.", _parse_length)
    ] = 0.0,
    edges: Annotated[str, cli.choice("--edges", _EDGES, "How to make bleed where there is none.")] = "none",
    backs: Annotated[
        str,
        cli.choice(
            "--backs",
            _PAIRINGS,
            "Where backs are: named, alternating with fronts, after all fronts, beside or below them across a fold, "
            "or nowhere.",
        ),
    ] = "names",
    back: Annotated[str, option("--back", "FILE|PAGE", "Back of all pieces that have none of their own.")] = "",
    counts: Annotated[
        Path | None, option("--counts", "FILE", "CSV table with name,copies: how often to print each.")
    ] = None,
    pages: Annotated[Any, _parsed("--pages", "PAGES", "Use only these pages of PDFs: 2-10,14.", _parse_pages)] = (),
    grid: Annotated[
        Any, _parsed("--grid", "CxR", "Cards on a page, columns x rows. 1x1: each page is one card.", _parse_grid)
    ] = None,
    start: Annotated[
        Any, _parsed("--start", "X,Y", "Position of the first card on a page.", partial(_parse_lengths, 2000))
    ] = None,
    gap: Annotated[
        Any, _parsed("--gap", "X,Y", "Gap between the cards on a page.", partial(_parse_lengths, 500))
    ] = None,
    turned: Annotated[
        str, cli.choice("--turned", _TURNED, "Edge over which pages of backs are turned (auto: what fits best).")
    ] = "auto",
    keep: Annotated[bool, typer.Option("--keep", help="Also make a game of it, to continue from.")] = False,
    language: Annotated[
        str, option("--lang", "TAG", "Language of the instructions and notes on the sheets.", "new-languages")
    ] = "en",
    paper: cli.PaperOption = "a4",
    printer: cli.PrinterOption = "",
    sides: cli.SidesOption = "fronts",
    flip: cli.FlipOption = "long",
    marks: cli.MarksOption = "edges",
    marked: cli.MarkedOption = "both",
    safe: cli.SafeOption = False,
    bleed: Annotated[
        str,
        cli.choice(
            "--bleed",
            BLEEDS,
            "Bleed around each piece where it costs no sheet (auto), always, or around blocks of pieces.",
        ),
    ] = "auto",
    together: Annotated[str, cli.choice("--together", TOGETHER, "Let pieces of several sizes share sheets.")] = "auto",
    pieces: cli.PiecesOption = None,
    copies: cli.CopiesOption = 1,
    skip: cli.SkipOption = 0,
    format: Annotated[str, cli.choice("--format", FORMATS, describe_formats())] = "pdf",
    dpi: cli.DpiOption = 300,
    instructions: cli.InstructionsOption = True,
    draft: Annotated[bool, typer.Option("--draft", help="Print what can be printed despite errors.")] = False,
    out: cli.OutOption = None,
    cache: cli.CacheOption = True,
    project: cli.ProjectOption = None,
    json: cli.JsonOption = False,
) -> None:
    at = cli.open_project(project)
    options = cli.make_options(ctx, game=UniqueIds().make(sheet_title(folder)), ink="full")
    given = {name: ctx.params[name] for name in SheetSettings._fields if name in ctx.params}
    settings = SheetSettings(**given | {"counts": Path(given["counts"]) if given["counts"] else None})
    with ProgressLine() as progress:
        made = make_sheets(at, folder, settings, options, out if out is not None else at.output, progress)
    if json:
        found = {"files": [relative_path(path) for path in made.files], "problems": problems_json(at, made.problems)}
        print_json(found | {"pages": made.pages, "papers": made.papers})
    else:
        print_problems(at, made.problems)
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
