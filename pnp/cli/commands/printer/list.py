"""`pnp printer list`: the printers there are."""

from pnp.cli.options import JsonOption

EXAMPLES = ("pnp printer list", "pnp printer list --json")


def command(json: JsonOption = False) -> None:
    """List your printers."""
    from pnp.cli.report import complain, print_json
    from pnp.user.printers import in_words, load_printers, measured

    printers = sorted(load_printers().values())
    if json:
        print_json([{"name": printer.name, **measured(printer)} for printer in printers])
    elif not printers:
        complain("there are no printers yet: pnp calibrate prints the sheet that says how to make one")
    else:
        width = max(len(printer.name) for printer in printers)
        for printer in printers:
            print(f"{printer.name:<{width}}  {in_words(printer)}")
