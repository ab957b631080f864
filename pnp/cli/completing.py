"""Words of a command line that a shell may complete. An error means no suggestions, rather than a message."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import typer

from pnp.diagnostics.codes import code_ids
from pnp.io.project import Project, find_project, list_games
from pnp.model.options import PSEUDO
from pnp.model.problem import PnpError

Values = Mapping[str, Callable[[typer.Context], Iterable[str]]]


def complete(values: str, ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the values of a kind that begin with a word, or with the last word of a list."""
    before, comma, last = incomplete.rpartition(",") if values in LISTS else ("", "", incomplete)
    with suppress(PnpError, OSError):
        known = {**VALUES, **LISTS}[values](ctx)
        return [before + comma + each for each in known if each.startswith(last) and each not in before.split(",")]
    return []


def _project(ctx: typer.Context) -> Project:
    named = ctx.params.get("project")
    return find_project(Path.cwd(), Path(named) if named else None)


def _game_id(ctx: typer.Context) -> str:
    """Return the game's id; while an option has no value, arguments before it aren't parameters yet."""
    return ctx.params.get("game") or next(iter(ctx.args), "")


def _games() -> Any:
    """Return the module that reads games, without which names of games can be completed."""

    return games


def _game(ctx: typer.Context) -> dict[str, Any]:
    found, _ = _games().describe(_project(ctx), _game_id(ctx))
    return found or {"languages": [], "components": [], "modules": []}


def _catalogues(ctx: typer.Context) -> list[str]:
    """Return the languages that the game has a catalogue for."""
    from pnp.build.loading import read_game
    from pnp.localise.catalogue import list_catalogues

    game, _ = read_game(_project(ctx), _game_id(ctx))
    return list_catalogues(game) if game else []


def _languages(ctx: typer.Context) -> list[str]:
    """Return the game's languages, and those that are made from its source."""
    return [*_game(ctx)["languages"], *PSEUDO]


def _new_languages(ctx: typer.Context) -> list[str]:
    from pnp.localise.languages import USUAL

    known = complete("languages", ctx, "")  # none without a game
    return [tag for tag in USUAL if tag not in known]


def _looks(_: typer.Context) -> Iterable[str]:
    from pnp.importing.new_games import looks

    return looks()


def _papers(_: typer.Context) -> Iterable[str]:
    from pnp.impose.press import known_papers

    return known_papers()


def _pieces(ctx: typer.Context) -> Iterable[str]:
    names: list[str] = _games().piece_names(_project(ctx), _game_id(ctx))
    return names


def _printers(_: typer.Context) -> Iterable[str]:
    from pnp.impose.printers import load_printers

    return load_printers()


VALUES: Values = {
    "catalogues": _catalogues,
    "games": lambda ctx: list_games(_project(ctx)),
    "languages": _languages,
    "looks": _looks,
    "new-languages": _new_languages,
    "papers": _papers,
    "pieces": _pieces,
    "printers": _printers,
}
LISTS: Values = {
    "codes": lambda _: code_ids(),
    "components": lambda ctx: [each["id"] for each in _game(ctx)["components"] if each["printed"]],
    "modules": lambda ctx: [each["id"] for each in _game(ctx)["modules"]],
}
