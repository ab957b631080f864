"""`pnp printer show`: one profile, value by value."""

from typing import Annotated

import typer

from pnp.cli import completing
from pnp.cli.options import JsonOption

EXAMPLES = ("pnp printer show office", "pnp printer show office --json")


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A printer.", autocompletion=completing.printers)],
    json: JsonOption = False,
) -> None:
    """Show a printer's profile, and the command that makes it."""
    from pnp.cli.report import print_json
    from pnp.user.printers import MEASURES, as_options, find_printer, measured

    printer = find_printer(name)
    if json:
        print_json({"name": printer.name, **measured(printer)})
        return
    values = {key: MEASURES[key].written(value) for key, value in measured(printer).items()}
    width = max(map(len, values.values()))
    for key, value in values.items():
        print(f"{key:<8}  {value:>{width}}  {MEASURES[key].says}")
    print(f"pnp printer add {as_options(printer)}")
