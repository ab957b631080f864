"""Write a sheet that measures how far backs are off their fronts.

Print both pages on one sheet of paper and hold it against the light: the sheet shows which numbers to give to pnp
printer add. With --printer, it shows whether the profile is right.
"""

import typer

from pnp.cli import options as cli

if not cli.IS_COMPLETING:
    from pnp.build.calibration import write_calibration
    from pnp.build.printing import press_of
    from pnp.cli.terminal import relative_path, say


def command(
    ctx: typer.Context,
    paper: cli.PaperOption = "a4",
    printer: cli.PrinterOption = "",
    flip: cli.FlipOption = "long",
    out: cli.OutOption = None,
    project: cli.ProjectOption = None,
) -> None:
    at = cli.open_project(project)
    target = write_calibration(at, press_of(cli.make_options(ctx, game="")), out if out is not None else at.output)
    say(f"{relative_path(target)}: 2 pages: print both sides of one sheet at 100 %, then do what it says")
