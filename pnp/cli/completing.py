"""Words of a command line that a shell may complete. An error means no suggestions, rather than a message."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import typer

from pnp.diagnostics.codes import code_ids
from pnp.io.project import find_project, list_games
from pnp.model.options import PSEUDO
from pnp.model.problem import PnpError

LISTS = ("codes", "components", "modules")  # kinds of which an option takes several, with commas between them


def complete(kind: str, ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the values of a kind that begin with a word, or with the last word of a list."""
    before, comma, last = incomplete.rpartition(",") if kind in LISTS else ("", "", incomplete)
    with suppress(PnpError, OSError):
        known = list_values(kind, ctx)
        return [before + comma + each for each in known if each.startswith(last) and each not in before.split(",")]
    return []


def list_values(kind: str, ctx: typer.Context) -> Iterable[str]:
    """Return all values of a kind. Raises PnpError."""
    named = ctx.params.get("project")
    # while an option has no value, arguments before it aren't parameters yet
    game = ctx.params.get("game") or next(iter(ctx.args), "")
    match kind:
        case "codes":
            return code_ids()
        case "looks":
            from pnp.importing.new_games import list_looks

            return list_looks()
        case "papers":
            from pnp.impose.press import read_papers

            return read_papers()
        case "printers":
            from pnp.impose.printers import load_printers

            return load_printers()
        case "new-languages":
            from pnp.localise.languages import USUAL

            own = complete("languages", ctx, "")  # none without a game
            return [tag for tag in USUAL if tag not in own]
    project = find_project(Path.cwd(), Path(named) if named else None)
    if kind == "games":
        return list_games(project)
    from pnp.build.loading import describe, piece_names, read_game

    if kind == "pieces":
        return piece_names(project, game)
    if kind == "catalogues":
        from pnp.localise.catalogue import list_catalogues

        read, _ = read_game(project, game)
        return list_catalogues(read) if read else []
    found = describe(project, game)[0] or {"languages": [], "components": [], "modules": []}
    match kind:
        case "languages":
            return [*found["languages"], *PSEUDO]
        case "components":
            return [each["id"] for each in found["components"] if each["printed"]]
        case "modules":
            return [each["id"] for each in found["modules"]]
    raise KeyError(kind)
