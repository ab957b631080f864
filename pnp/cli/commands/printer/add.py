"""`pnp printer add`: what was read off a calibration sheet, kept under a name."""

from typing import Annotated, Any

import typer

from pnp.cli import completing
from pnp.model.problem import UsageError

EXAMPLES = (
    "pnp printer add office --offset-x 0.5 --offset-y -0.25",
    "pnp printer add office --rotate 0.1 --scale-x 100.3% --margin 4",
)


def _measure(name: str, metavar: str, help: str) -> Any:
    """An option that is read as the profile's file is."""

    def parsed(value: str | float) -> float:
        from pnp.user.printers import MEASURES

        try:
            return MEASURES[name].parse(str(value))
        except ValueError as error:
            raise UsageError(f"--{name} {error}") from None

    return typer.Option(f"--{name}", metavar=metavar, parser=parsed, help=help)


def command(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Any name: letters, digits, - _ .", autocompletion=completing.printers)
    ],
    offset_x: Annotated[float, _measure("offset-x", "MM", "Move backs to the right, -10 to 10.")] = 0.0,
    offset_y: Annotated[float, _measure("offset-y", "MM", "Move backs down, -10 to 10.")] = 0.0,
    rotate: Annotated[float, _measure("rotate", "DEGREES", "Turn backs clockwise, -2 to 2.")] = 0.0,
    scale_x: Annotated[float, _measure("scale-x", "N", "Make pages wider: 1.003 or 100.3%, 97% to 103%.")] = 1.0,
    scale_y: Annotated[float, _measure("scale-y", "N", "Make pages higher: 1.003 or 100.3%, 97% to 103%.")] = 1.0,
    margin: Annotated[float, _measure("margin", "MM", "What it leaves white on all sides, 0 to 25.")] = 5.0,
) -> None:
    """Keep a printer's profile.

    The sheet of pnp calibrate says which numbers to give. One that has this name already is replaced as a whole: what
    isn't given is as usual again.
    """
    from pnp.cli.report import shown_path
    from pnp.model.sheet import Printer
    from pnp.user.printers import add_printer, check_name, in_words, printers_file

    printer = Printer(check_name(name), offset_x, offset_y, rotate, scale_x, scale_y, margin)
    replaced = add_printer(printer)
    print(f"{name}: {in_words(printer)} ({'replaced' if replaced else 'kept'} in {shown_path(printers_file())})")
