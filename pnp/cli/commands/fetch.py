"""Update a game's published tables and show the changes.

If game.yaml has `data: https://…`, the table is kept in card_data/GAME/fetched/; no other command uses the network.
Every address is shown before it is asked. A table may have 8 MB, take a minute and be redirected five times.
Addresses of this computer and of private networks are refused unless you add --private.
"""

import sys
from functools import partial
from typing import Annotated

import typer

from pnp.cli import options as cli

if not cli.IS_COMPLETING:
    from pnp.cli.report import print_problems
    from pnp.cli.terminal import complain, count_of, relative_path, say
    from pnp.diagnostics.report import list_problems
    from pnp.importing.tables.fetching import FetchResult, addresses_of, download, fetch, short_address

_SHOWN = 30  # lines of changes to a table


def command(
    game: cli.OwnGamesArgument = "",
    private: Annotated[
        bool,
        typer.Option("--private", help="Also fetch from this computer and from addresses that aren't on the internet."),
    ] = False,
    project: cli.ProjectOption = None,
) -> None:
    at = cli.open_project(project)
    wanted = {id: addresses_of(at, id) for id in cli.chosen_games(at, game)}
    for id, addresses in wanted.items():
        for each in addresses:
            if not each.problem:
                say(f"{id}: asking {short_address(each.address)} for {each.component}")
    sys.stdout.flush()
    code = 0
    for id, addresses in wanted.items():
        for found in fetch(at, id, addresses, partial(download, private=private)):
            if found.failed:
                complain(found.failed)
                code = 3
            elif found.problems:
                print_problems(at, list_problems(found.problems))
                if not found.address.problem:
                    complain(f"{short_address(found.address.address)}: nothing kept of it")
                code = code or 1
            else:
                _report(found)
    if not any(wanted.values()):
        say(f"{game or 'no game'} names no address: data: https://… in game.yaml does")
    raise typer.Exit(code)


def _report(found: "FetchResult") -> None:
    state = "as before" if found.is_same else "new" if found.is_new else "changed"
    table = f"{count_of(found.rows, 'row')}, {max(1, round(found.size / 1000)):,} kB, {state}"
    say(f"{relative_path(found.path)}: {table} · {short_address(found.address.address)}")
    for each in found.changes:
        for line in each[:_SHOWN]:
            say(f"  {line}")
        if len(each) > _SHOWN:
            say(f"  … and {len(each) - _SHOWN} more")
