"""A game and the expansions for it: which games those are, and the game with the modules of some of them."""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.load.files import Source
from pnp.load.game_file import ID
from pnp.load.limits import FILE_BYTES
from pnp.load.project import game_folder, list_games
from pnp.load.sink import Sink, shown
from pnp.load.yaml_nodes import compose
from pnp.model.game import Game
from pnp.model.opening import read_input
from pnp.model.problem import PnpError, Problem, UsageError, code, has_errors
from pnp.model.project import Project
from pnp.model.suggest import did_you_mean

Load = Callable[..., tuple[Game | None, list[Problem]]]

BAD_BASE = code(
    "PNP037",
    "expansion for a game that can't be",
    """
`for:` names the game that an expansion is for. That game is in the project, is a game by itself and not an expansion,
too, and has no errors of its own; those are reported where that game is checked.

Bad:  `for: owl` where the game's folder is called `owls`
Good: `for: owls`
""",
)
TWO_OF_A_NAME = code(
    "PNP038",
    "name that two expansions have",
    """
Two expansions for one game have a module, a component, a group, an icon, a rule, a selection or an example of the same
name: they can't be used together. The check of either says so, with the place in the other one. Rename one of them.

Bad:  `modules: {night: …}` in owls and in bears, both `for: wolves`
Good: `modules: {owl-night: …}` in owls
""",
)
READING = ("needs", "when-with")  # keys of a module: other expansions that these name are read with it
_PARTS = ("groups", "icons", "components", "define", "modules", "rules", "selections", "examples")


def base_of(project: Project, game_id: str, named: str, sink: Sink, load: Load) -> Game | None:
    """The game that `for:` names; None, with a problem, where it can't be one."""
    place = sink.place("for")
    if named == game_id:
        sink.report(BAD_BASE, place, "an expansion can't be for itself")
        return None
    if named not in list_games(project):
        sink.report(BAD_BASE, place, f"there is no game {shown(named)}", sink.suggest(named, _bases(project, game_id)))
        return None
    if further := named_base(project, named):
        sink.report(BAD_BASE, place, f"{named} is an expansion itself, for {further}", f"for: {further}")
        return None
    base, problems = load(project, named)
    if base is None or has_errors(problems):
        sink.report(BAD_BASE, place, f"{named} has errors", f"see pnp check {named}")
    return base


def _bases(project: Project, but: str) -> list[str]:
    return [id for id in list_games(project) if id != but]


def named_base(project: Project, game_id: str) -> str:
    """What the game's file says under `for:`, and nothing else of it; "" where that can't be read."""
    value = _said(project, game_id, "for")
    return str(value.value) if isinstance(value, ScalarNode) and ID.fits(value.value) else ""


def named_modules(project: Project, game_id: str) -> list[str]:
    """The ids of the modules in the game's file; none where that can't be read."""
    value = _said(project, game_id, "modules")
    return [str(key.value) for key, _ in _pairs(value)]


def named_others(project: Project, game_id: str) -> list[str]:
    """The expansions whose modules those in the game's file need, or change more with."""
    modules = _said(project, game_id, "modules")
    said = [module for _, module in _pairs(modules)]
    values = [value for module in said for key, value in _pairs(module) if key.value in READING]
    names = [each for value in values if isinstance(value, SequenceNode) for each in value.value]
    names += [key for value in values for key, _ in _pairs(value)]
    return [name.value.partition("/")[0] for name in names if isinstance(name, ScalarNode) and "/" in name.value]


def _pairs(node: Node | None) -> list[tuple[Node, Node]]:
    return node.value if isinstance(node, MappingNode) else []


def _said(project: Project, game_id: str, wanted: str) -> Node | None:
    """The value of one key of the game's file, read by itself."""
    path = game_folder(project, game_id) / "game.yaml"
    try:
        text = read_input(path, FILE_BYTES, project.bounds(path)).decode("utf-8-sig")
        may_say = re.search(rf"""\b{wanted}["']?\s*:""", text)
        root = compose(Source(project.display(path), text), []) if may_say else None
    except (OSError, UnicodeDecodeError, PnpError):
        return None
    return next((value for key, value in _pairs(root) if key.value == wanted), None)


def expansions_of(project: Project, base: str) -> list[str]:
    return [id for id in list_games(project) if id != base and named_base(project, id) == base]


class Expansion(NamedTuple):
    """One that was loaded for its game."""

    id: str
    game: Game | None
    problems: list[Problem]


def load_each(project: Project, game: Game, load: Load) -> list[Expansion]:
    """All that there are for the game."""
    return [Expansion(id, *load(project, id, game)) for id in expansions_of(project, game.id)]


def with_expansions(project: Project, game: Game, missing: Collection[str], load: Load) -> tuple[Game, list[Problem]]:
    """The game with all modules of the expansions that have those it lacks. Raises UsageError where none has one."""
    found = load_each(project, game, load)
    known = list(dict.fromkeys([*game.modules, *(id for each in found if each.game for id in each.game.modules)]))
    for id in missing:
        if id not in known:
            hint = did_you_mean(id, known) if known else "it has none"
            raise UsageError(f"{game.id} has no module {id}" + (f" ({hint})" if hint else ""))
    asked = [each for each in found if each.game and any(brings(each.game, id) for id in missing)]
    problems = [problem for each in asked for problem in each.problems]
    return joined(game, [each.game for each in asked if each.game], problems), problems


def brings(expansion: Game, module: str) -> bool:
    """Whether the module is its own, not one of the game or of another expansion."""
    return module in expansion.modules and expansion.modules[module].game == expansion.id


def joined(game: Game, expansions: Iterable[Game], problems: list[Problem]) -> Game:
    """The game with all that these have; names that two of them have are problems."""
    whole = game
    for expansion in expansions:
        parts: dict[str, Any] = {part: _joined(part, game, whole, expansion, problems) for part in _PARTS}
        whole = replace(
            whole,
            **parts,
            outside={**whole.outside, **expansion.outside},
            unread=whole.unread | expansion.unread,
            glossary=tuple({term.span: term for term in (*whole.glossary, *expansion.glossary)}.values()),
        )
    return whole


def _joined(part: str, game: Game, whole: Game, expansion: Game, problems: list[Problem]) -> dict[str, Any]:
    """What both have read of a third one, which they need, is no clash."""
    own: dict[str, Any] = getattr(game, part)
    before: dict[str, Any] = getattr(whole, part)
    more = {id: each for id, each in getattr(expansion, part).items() if id not in own}
    for id in more:
        if id in before and before[id].span != more[id].span:
            message = f"{id} is among the {part} of another expansion, too"
            problems.append(TWO_OF_A_NAME.at(more[id].span, message, origin=before[id].span))
    return {**before, **{id: each for id, each in more.items() if id not in before}}
