"""A user's own patch in a file, like an entry of `modules:` without an id → the game with it among its modules."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from yaml.nodes import MappingNode

from pnp.load.components import ComponentReader
from pnp.load.examples_file import with_examples
from pnp.load.files import read_source
from pnp.load.game import fields_of, known_targets, load_game
from pnp.load.game_file import OVERLAY as KEYS
from pnp.load.kinds import wrong_type
from pnp.load.modules import ModuleReader
from pnp.load.others import Others
from pnp.load.sink import Sink
from pnp.load.yaml_nodes import compose
from pnp.model.bulk import Settle, as_read
from pnp.model.game import OVERLAY, Game
from pnp.model.problem import FileError, Problem, in_reading_order
from pnp.model.project import Project


def load_chosen(
    project: Project,
    game_id: str,
    modules: tuple[str, ...] = (),
    overlay: Path | None = None,
    settle: Settle = as_read,
) -> tuple[Game | None, tuple[str, ...], list[Problem]]:
    """A game, the modules that are chosen with it, also those of expansions that they need and the overlay, and what is
    wrong.

    Raises UsageError, FileError, LimitError.
    """
    game, problems = load_game(project, game_id, modules, settle)
    modules = brought_along(game, modules) if game else modules
    if game is None or overlay is None:
        return game, modules, problems
    whole, chosen, found = with_overlay(project, overlay, game, modules, settle)
    return whole, chosen, in_reading_order([*problems, *found])


def brought_along(game: Game, modules: tuple[str, ...]) -> tuple[str, ...]:
    """These modules, and what they need of expansions other than their own: who chooses them need not know of those."""
    if game.base is not None:
        return modules
    found = [id for id in modules if id in game.modules]
    for id in found:  # grows on the way
        needed = (need for need in game.modules[id].needs if need in game.modules and need not in found)
        found += [need for need in needed if game.modules[need].game not in (game.id, game.modules[id].game)]
    return (*modules, *(id for id in found if id not in modules))


def with_overlay(
    project: Project, path: Path, game: Game, chosen: Collection[str] = (), settle: Settle = as_read
) -> tuple[Game, tuple[str, ...], list[Problem]]:
    """The game with the overlay as a module, and what is chosen then: these modules and the overlay.

    It is only ever used with those that are `chosen`, and so never disagrees with others. Where the file can't be read
    there is no overlay. Raises FileError, LimitError.
    """
    problems: list[Problem] = []
    if not path.is_file():
        raise FileError(f"there is no file {path}")
    path = path.resolve()
    source = read_source(project, path, problems)
    root = compose(source, problems) if source else None
    if source is None or root is None:
        return game, tuple(chosen), problems
    sink = Sink(source.name, problems, source.text)
    if not isinstance(root, MappingNode):
        wrong_type(root, "", sink, "a mapping", "like an entry of modules: in game.yaml, without its id")
        return game, tuple(chosen), problems
    raw = KEYS.read(root, "", sink) or {}
    targets = known_targets(game, (), raw["components"] or {})
    declaring = ComponentReader(project, path.parent, targets, sink, *fields_of(game))
    chosen_from = Others(None, "", game, around=game)
    reader = ModuleReader(project, path.parent, "", game.modules, targets.components, declaring, sink, chosen_from)
    reader.declare(OVERLAY, raw, "")
    overlay = reader.read(OVERLAY, raw, "")
    others = {id: "" for id in game.modules if id not in chosen}
    overlay = replace(overlay, not_with={**others, **overlay.not_with}, span=sink.span())
    whole = settle(replace(game, modules={**game.modules, OVERLAY: overlay}), problems)
    whole = with_examples(whole, (), reader.examples)
    return whole, (*chosen, OVERLAY), in_reading_order(problems)
