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
    """Write a sheet that measures how far backs are off their fronts.

    Print both pages on one sheet of paper and hold it against the light: the sheet shows which numbers to give to pnp
    printer add. With --printer, it shows whether the profile is right.
    """
    from pnp.build.calibration import write_calibration
    from pnp.build.printing import press_of
    from pnp.cli.report import say, shown_path

    where = the_project(project)
    press = press_of(options_of(ctx, game=""))
    target = write_calibration(where, press, out if out is not None else where.output)
    say(f"{shown_path(target)}: 2 pages: print both sides of one sheet at 100 %, then do what it says")
