"""What a shell may complete a word to. Anything that goes wrong means no suggestions: nobody asked for a message."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pnp.model.problem import PnpError

if TYPE_CHECKING:
    from pnp.io.project import Project


def games(ctx: typer.Context, incomplete: str) -> list[str]:
    from pnp.load import list_games

    return _matching(lambda: list_games(_project(ctx)), incomplete)


def languages(ctx: typer.Context, incomplete: str) -> list[str]:
    """Those that the game has, and those that are made from its source."""
    from pnp.model.options import PSEUDO

    return _matching(lambda: [*_game(ctx)["languages"], *PSEUDO], incomplete)


def catalogues(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the languages that the game has a catalogue for."""
    from pnp.build.loading import read_game
    from pnp.localise.catalogue import list_catalogues

    def there() -> list[str]:
        game, _ = read_game(_project(ctx), _game_id(ctx))
        return list_catalogues(game) if game else []

    return _matching(there, incomplete)


def new_languages(ctx: typer.Context, incomplete: str) -> list[str]:
    from pnp.localise.languages import USUAL

    there = set(languages(ctx, ""))
    return [tag for tag in USUAL if tag.startswith(incomplete) and tag not in there]


def components(ctx: typer.Context, incomplete: str) -> list[str]:
    return _listed(lambda: [each["id"] for each in _game(ctx)["components"] if each["printed"]], incomplete)


def modules(ctx: typer.Context, incomplete: str) -> list[str]:
    return _listed(lambda: [each["id"] for each in _game(ctx)["modules"]], incomplete)


def pieces(ctx: typer.Context, incomplete: str) -> list[str]:
    from pnp.build.loading import piece_names

    return _matching(lambda: piece_names(_project(ctx), _game_id(ctx)), incomplete)


def looks(incomplete: str) -> list[str]:
    from pnp.importing.new_games import looks

    return _matching(looks, incomplete)


def papers(incomplete: str) -> list[str]:
    from pnp.impose.press import known_papers

    return _matching(known_papers, incomplete)


def printers(incomplete: str) -> list[str]:
    from pnp.impose.printers import load_printers

    return _matching(load_printers, incomplete)


def codes(incomplete: str) -> list[str]:
    from pnp.diagnostics.codes import code_ids

    return _listed(code_ids, incomplete)


def _project(ctx: typer.Context) -> "Project":
    from pnp.load import find_project

    named = ctx.params.get("project")
    return find_project(Path.cwd(), Path(named) if named else None)


def _game_id(ctx: typer.Context) -> str:
    """Where the option that is completed has no value yet, the words before it haven't become parameters."""
    return ctx.params.get("game") or next(iter(ctx.args), "")


def _game(ctx: typer.Context) -> dict[str, Any]:
    from pnp.build.loading import describe

    found, _ = describe(_project(ctx), _game_id(ctx))
    return found or {"languages": [], "components": [], "modules": []}


def _listed(known: Callable[[], Iterable[str]], incomplete: str) -> list[str]:
    """Of names with commas between them, the last is completed."""
    before, comma, last = incomplete.rpartition(",")
    return [before + comma + name for name in _matching(known, last) if name not in before.split(",")]


def _matching(known: Callable[[], Iterable[str]], incomplete: str) -> list[str]:
    with suppress(PnpError, OSError):
        return [name for name in known() if name.startswith(incomplete)]
    return []
