"""`pnp printer remove`: a profile forgotten."""

from typing import Annotated

import typer

from pnp.cli import completing

EXAMPLES = ("pnp printer remove office",)


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A printer.", autocompletion=completing.printers)],
) -> None:
    """Forget a printer's profile."""
    from pnp.cli.report import shown_path
    from pnp.user.printers import printers_file, remove_printer

    remove_printer(name)
    print(f"{name}: removed from {shown_path(printers_file())}")
