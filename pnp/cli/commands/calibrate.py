"""`pnp calibrate`: the sheet from which one reads a printer's profile."""

import typer

from pnp.cli.options import FlipOption, OutOption, PaperOption, PrinterOption, ProjectOption, options_of, the_project

EXAMPLES = ("pnp calibrate", "pnp calibrate --paper letter", "pnp calibrate --printer office")


def command(
    ctx: typer.Context,
    paper: PaperOption = "a4",
    printer: PrinterOption = "",
    flip: FlipOption = "long",
    out: OutOption = None,
    project: ProjectOption = None,
) -> None:
    """Make the sheet that shows how far backs are from their fronts.

    Print its two pages on one sheet of paper, hold it against the light, and it says which numbers to give to
    pnp printer add. With a profile, the sheet shows whether it is right.
    """
    from pnp.build.printing import press_of
    from pnp.cli.report import say, shown_path
    from pnp.pages.calibration import write_calibration

    where = the_project(project)
    press = press_of(options_of(ctx, game=""))
    target = write_calibration(where, press, out if out is not None else where.output)
    say(f"{shown_path(target)}: 2 pages: print both sides of one sheet at 100 %, then do what it says")
