"""`pnp fetch`: published tables, kept beside the game; the one command that asks the network."""

import sys
from functools import partial
from typing import Annotated

import typer

from pnp.cli.options import OwnGamesArgument, ProjectOption, chosen_games, the_project

EXAMPLES = ("pnp fetch mygame", "pnp fetch", "pnp fetch mygame --private")

_SHOWN = 30  # lines of changes to a table


def command(
    game: OwnGamesArgument = "",
    private: Annotated[
        bool,
        typer.Option("--private", help="Also fetch from this computer and from addresses that aren't on the internet."),
    ] = False,
    project: ProjectOption = None,
) -> None:
    """Update a game's published tables and show the changes.

    If game.yaml has `data: https://…`, the table is kept in card_data/GAME/fetched/; no other command uses the network.
    Every address is shown before it is asked. A table may have 8 MB, take a minute and be redirected five times.
    Addresses of this computer and of private networks are refused unless you add --private.
    """
    from pnp.cli.report import complain, counted, print_problems, say, shown_path
    from pnp.diagnostics.report import list_problems
    from pnp.importing.tables.fetching import FetchResult, addresses_of, download, fetch, short_address

    def tell(found: FetchResult) -> None:
        state = "as before" if found.is_same else "new" if found.is_new else "changed"
        size = f"{max(1, round(found.size / 1000)):,} kB"
        address = short_address(found.address.address)
        say(f"{shown_path(found.path)}: {counted(found.rows, 'row')}, {size}, {state} · {address}")
        for each in found.changes:
            for line in each.lines[:_SHOWN]:
                say(f"  {line}")
            if len(each.lines) > _SHOWN:
                say(f"  … and {len(each.lines) - _SHOWN} more")

    where = the_project(project)
    wanted = {id: addresses_of(where, id) for id in chosen_games(where, game)}
    for id, addresses in wanted.items():
        for each in addresses:
            if not each.problem:
                say(f"{id}: asking {short_address(each.address)} for {each.component}")
    sys.stdout.flush()
    code = 0
    for id, addresses in wanted.items():
        for found in fetch(where, id, addresses, partial(download, private=private)):
            if found.failed:
                complain(found.failed)
                code = 3
            elif found.problems:
                print_problems(where, list_problems(found.problems))
                if not found.address.problem:
                    complain(f"{short_address(found.address.address)}: nothing kept of it")
                code = code or 1
            else:
                tell(found)
    if not any(wanted.values()):
        say(f"{game or 'no game'} names no address: data: https://… in game.yaml does")
    raise typer.Exit(code)
