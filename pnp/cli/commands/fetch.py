"""`pnp fetch`: published tables, kept beside the game; the one command that asks the network."""

import typer

from pnp.cli.options import OwnGamesArgument, ProjectOption, chosen_games, the_project

EXAMPLES = ("pnp fetch mygame", "pnp fetch")

_SHOWN = 30  # lines of changes to a table


def command(game: OwnGamesArgument = "", project: ProjectOption = None) -> None:
    """Fetch the published tables that a game's data names, and say what has changed.

    Where game.yaml says `data: https://…`, the table is kept in card_data/GAME/fetched/, and every other command reads
    it there: none of them asks the network. What has changed since the last time is shown row by row. A table may have
    8 MB and a minute; addresses lead on five times at most, and never from the open internet into your own network.
    """
    from pnp.cli.report import complain, counted, print_problems, say, shown_path
    from pnp.problems.causes import as_told
    from pnp.tables.fetching import Fetched, fetch, named_address

    def tell(found: Fetched) -> None:
        address = named_address(found)
        if found.private:
            complain(f"{address} is an address in your own network ({found.private})")
        state = "as before" if found.is_same else "new" if found.is_new else "changed"
        size = f"{max(1, round(found.size / 1000)):,} kB"
        say(f"{shown_path(found.path)}: {counted(found.rows, 'row')}, {size}, {state} · {address}")
        for each in found.changes:
            for line in each.lines[:_SHOWN]:
                say(f"  {line}")
            if len(each.lines) > _SHOWN:
                say(f"  … and {len(each.lines) - _SHOWN} more")

    where = the_project(project)
    code, named = 0, False
    for id in chosen_games(where, game):
        for found in fetch(where, id):
            named = True
            if found.failed:
                complain(found.failed)
                code = 3
            elif found.problems:
                print_problems(where, as_told(found.problems))
                complain(f"{named_address(found)}: nothing kept of it")
                code = code or 1
            else:
                tell(found)
    if not named:
        say(f"{game or 'no game'} names no address: data: https://… in game.yaml does")
    raise typer.Exit(code)
