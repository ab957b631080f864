"""Explain the code of a message, or list all codes."""

from typing import Annotated

import typer

from pnp.cardtext.suggest import did_you_mean
from pnp.diagnostics.codes import all_codes, complete_code, read_explanation
from pnp.model.problem import UsageError


def command(
    code: Annotated[
        str, typer.Argument(metavar="[CODE]", help="Code from a message, such as PNP310 (default: list all).")
    ] = "",
) -> None:
    codes = all_codes()
    wanted = complete_code(code)
    if wanted in codes:
        title, text = read_explanation(wanted)
        print(f"{wanted} · {title} · {codes[wanted].severity}\n\n{text}")
        return
    listed = [known for known in codes.values() if known.id.startswith(wanted)]
    if not listed:
        raise UsageError(f"there is no code {code} ({did_you_mean(wanted, codes) or 'pnp explain lists all'})")
    for known in listed:
        print(f"{known.id}  {known.severity:<8} {read_explanation(known.id).title}")
