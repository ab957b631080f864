"""`pnp explain`: what a problem's code means and what would be right."""

from typing import Annotated

import typer

EXAMPLES = "Examples: pnp explain PNP310 · pnp explain"


def command(
    code: Annotated[
        str, typer.Argument(metavar="[CODE]", help="As in a message: PNP310; without one, all are listed.")
    ] = "",
) -> None:
    """Explain a problem's code; without one, list them all."""
    from pnp.codes import all_codes
    from pnp.model.problem import UsageError
    from pnp.model.suggest import did_you_mean

    codes = all_codes()
    if not code:
        for known in codes.values():
            print(f"{known.id}  {known.severity:<8} {known.title}")
        return
    wanted = code.upper()
    if wanted not in codes:
        raise UsageError(f"there is no code {code} ({did_you_mean(wanted, codes) or 'pnp explain lists all'})")
    found = codes[wanted]
    print(f"{found.id} · {found.title} · {found.severity}\n\n{found.doc}")
