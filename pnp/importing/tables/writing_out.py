"""A game's components → files of their pieces, as tables or lists that others read."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from pnp.cardtext.suggest import did_you_mean
from pnp.importing.tables.formats import FORMATS
from pnp.io.project import Project
from pnp.io.writing import write_atomically
from pnp.localise.edition import make_edition
from pnp.localise.messages import translate_game
from pnp.model.game import Change, Component, Game, Module
from pnp.model.language import Translation
from pnp.model.options import INKS
from pnp.model.problem import Problem, UsageError


def write_pieces(
    project: Project,
    game: Game,
    format: str,
    only: str = "",
    out: Path | None = None,
    modules: Collection[str] = (),
    translation: Translation | None = None,
) -> tuple[list[Path], list[Problem]]:
    """A file a component, with what modules make of it, without those of which something can't be written so; those in
    another language are called by it, too.

    Raises UsageError, FileError.
    """
    folder = out if out is not None else project.output / game.id / "data"
    problems: list[Problem] = []
    written: list[Path] = []
    ending = f"{translation.language}.{format}" if translation else format
    for component in _components(game, only, modules, translation):
        before = len(problems)
        data = FORMATS[format](component, problems)
        if len(problems) == before:
            path = folder / f"{component.id}.{ending}"
            write_atomically(path, data, project.root if out is None else out)
            written.append(path)
    return written, problems


def left_out(game: Game, only: str, modules: Collection[str]) -> dict[str, int]:
    """Modules that aren't chosen → how many pieces each adds or puts in another's place."""
    counts = {
        module.id: sum(len(change.add) + len(change.replace) for change in _of_pieces(module, only))
        for module in game.modules.values()
        if module.game == game.id and module.id not in modules
    }
    return {id: count for id, count in counts.items() if count}


def _of_pieces(module: Module, only: str) -> Iterator[Change]:
    for section, change in module.changes.items():
        if section == f"pieces.{only}" or (not only and section.startswith("pieces.")):
            yield change


def _components(game: Game, only: str, modules: Collection[str], translation: Translation | None) -> list[Component]:
    """Those whose pieces stand in this game's own files: not what an expansion shares with its game."""
    if modules:
        language = translation.language if translation else ""
        there: Mapping[str, Component] = make_edition(game, language, INKS[0], modules, translation).components
    else:
        own = game.components.keys() - (game.base.components.keys() if game.base else ())
        game = translate_game(game, translation) if translation else game
        there = {id: each for id, each in game.components.items() if id in own}
    listed = {id: each for id, each in there.items() if each.fields and each.pieces}
    if only and only not in {**game.components, **there}:
        raise UsageError(f'{game.id} has no component "{only}" ({did_you_mean(only, listed)})', only)
    if only and only not in listed:
        raise UsageError(f"{only} has no pieces with fields of their own", only)
    if not listed:
        bringing = left_out(game, only, modules)
        hint = f" (modules have: --with {', --with '.join(bringing)})" if bringing else ""
        raise UsageError(f"{game.id} has no pieces with fields of their own{hint}")
    return [listed[only]] if only else list(listed.values())
