"""Keep profiles of your printers, for backs that meet fronts.

Read the numbers off the sheet that pnp calibrate prints; --printer NAME then applies them. Profiles belong to you
rather than to a project: they are in printers.yaml in your configuration folder.
"""

from typing import Annotated, Any

import typer

from pnp.cli.options import IS_COMPLETING, JsonOption, argument
from pnp.cli.terminal import complain, print_json, relative_path
from pnp.model.problem import UsageError

if not IS_COMPLETING:
    from pnp.impose import printers
    from pnp.model.sheet import Printer

NameArgument = Annotated[str, argument("NAME", "A printer.", "printers")]


def _measure(name: str, metavar: str, help: str) -> Any:
    """Return an option that is read as the profile's file is."""

    def parse(value: str | float) -> float:
        try:
            return printers.MEASURES[name].parse(str(value))
        except ValueError as error:
            raise UsageError(f"--{name} {error}") from None

    return typer.Option(f"--{name}", metavar=metavar, parser=parse, help=help)


def add(
    name: Annotated[str, argument("NAME", "Any name: letters, digits, - _ .", "printers")],
    offset_x: Annotated[float, _measure("offset-x", "MM", "Move backs to the right, -10 to 10.")] = 0.0,
    offset_y: Annotated[float, _measure("offset-y", "MM", "Move backs down, -10 to 10.")] = 0.0,
    rotate: Annotated[float, _measure("rotate", "DEGREES", "Turn backs clockwise, -2 to 2.")] = 0.0,
    scale_x: Annotated[float, _measure("scale-x", "N", "Make pages wider: 1.003 or 100.3%, 97% to 103%.")] = 1.0,
    scale_y: Annotated[float, _measure("scale-y", "N", "Make pages higher: 1.003 or 100.3%, 97% to 103%.")] = 1.0,
    margin: Annotated[float, _measure("margin", "MM", "Margin that the printer leaves white, 0 to 25.")] = 5.0,
) -> None:
    """Keep a printer's profile.

    The sheet of pnp calibrate shows which numbers to give. A profile of the same name is replaced as a whole.
    """
    printer = Printer(printers.check_name(name), offset_x, offset_y, rotate, scale_x, scale_y, margin)
    how = "replaced" if printers.add_printer(printer) else "kept"
    print(f"{name}: {printers.in_words(printer)} ({how} in {relative_path(printers.printers_file())})")


def list_printers(json: JsonOption = False) -> None:
    """List your printers."""
    known = sorted(printers.load_printers().values())
    if json:
        print_json([{"name": printer.name, **printers.measured(printer)} for printer in known])
    elif not known:
        complain("there are no printers yet: pnp calibrate prints the sheet that says how to make one")
    else:
        width = max(len(printer.name) for printer in known)
        for printer in known:
            print(f"{printer.name:<{width}}  {printers.in_words(printer)}")


def remove(name: NameArgument) -> None:
    """Forget a printer's profile."""
    printers.remove_printer(name)
    print(f"{name}: removed from {relative_path(printers.printers_file())}")


def show(name: NameArgument, json: JsonOption = False) -> None:
    """Show a printer's profile, and the command that makes it."""
    printer = printers.find_printer(name)
    if json:
        print_json({"name": printer.name, **printers.measured(printer)})
        return
    values = {key: printers.MEASURES[key].written(value) for key, value in printers.measured(printer).items()}
    width = max(map(len, values.values()))
    for key, value in values.items():
        print(f"{key:<8}  {value:>{width}}  {printers.MEASURES[key].says}")
    print(f"pnp printer add {printers.as_options(printer)}")


COMMANDS = {"add": add, "list": list_printers, "remove": remove, "show": show}
