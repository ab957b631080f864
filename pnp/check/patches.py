"""
A module replaces or drops something that the game doesn't have: a piece, a rule, a step of the setup. What it means is
lost, or was never there.

Bad:  `drop: {creatures: [olw]}`
Good: `drop: {creatures: [owl]}`
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.check._sections import label, place, subject
from pnp.model.game import Game, Module
from pnp.model.patch import sections
from pnp.model.problem import Problem, code
from pnp.model.project import Project
from pnp.model.span import Span
from pnp.model.suggest import Hints

CODE = code("PNP116", "module changes something that isn't there", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    hints = Hints()
    for section, known, module, does, id, span in _nowhere(game):
        message = f"{module.label} {does} {label(section)} that isn't there: {id}"
        hint = _whose(game, module, section, id) or hints(id, known)
        yield CODE.at(span, message, hint=hint, subject=subject(section, id))


def _whose(game: Game, module: Module, section: str, id: str) -> str:
    """What another module brings is changed where both are chosen."""
    if module.parts[1:]:
        return ""
    brings = (other for other in game.modules.values() if any(each.id == id for each in other.change(section).add))
    other = next(brings, None)
    if other is None:
        return ""
    is_of_another = module.game and other.game not in (module.game, game.id)
    called = f"{other.game}/{other.id}" if is_of_another else other.id
    return f"module {other.id} brings it: say it under when-with: {called}"


def modules_at_fault(game: Game) -> set[str]:
    """Those that change what isn't there: what the game is with them isn't what is meant."""
    return {module.parts[0] for _, _, module, *_ in _nowhere(game)}


def _brought(game: Game, patch: Module, section: str) -> dict[str, Any]:
    """What there is because of the modules that a further patch comes with."""
    changes = [game.modules[id].change(section) for id in game.needed(patch.id)]
    return {item.id: item for change in changes for item in change.add}


def _nowhere(game: Game) -> Iterator[tuple[str, Mapping[str, Any], Module, str, str, Span]]:
    """Section, what is there, the module, what it does to what isn't, and where it says so."""
    for section, base in sections(game):
        for module in game.patches:
            change = module.change(section)
            changed = [("replaces", item.id, place(item)) for item in change.replace]
            changed += [("drops", id, span) for id, span in change.drop]
            known = {**base, **_brought(game, module, section)} if module.parts[1:] else base
            for does, id, span in changed:
                if id not in known and not game.is_lost(section, id):
                    yield section, known, module, does, id, span
