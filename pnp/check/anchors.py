"""
A module's step or condition comes in after or before one that isn't there, neither in the game nor in a module, or next
to one that comes in next to itself. It would be put at the end.

Bad:  `- {id: owls-out, before: markte, …}`
Good: `- {id: owls-out, before: market, …}`, with a step `market` in setup.yaml
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.check._sections import label
from pnp.model.game import Game
from pnp.model.patch import sections
from pnp.model.problem import Problem, code
from pnp.model.project import Project
from pnp.model.suggest import Hints

CODE = code("PNP130", "anchor that isn't there", __doc__)

_ANCHORED = ("setup.steps", "victory.conditions", "victory.winner")


def check(game: Game, project: Project) -> Iterator[Problem]:
    hints = Hints()
    for section, own in sections(game):
        if section not in _ANCHORED:
            continue
        items = _all(game, section, own)
        what = label(section).partition(" ")[2]
        by_id = {item.id: item for item in items}
        for item in items:
            for key, anchor in (("after", item.after), ("before", item.before)):
                if anchor and anchor not in by_id:
                    message = f'{what} {item.id} comes {key} "{anchor}", which is no {what}'
                    yield CODE.at(item.anchor or item.span, message, hint=hints(anchor, by_id.keys() - {item.id}))
        yield from _circles(by_id, what)


def _all(game: Game, section: str, own: Mapping[str, Any]) -> list[Any]:
    """Those of the game and of its modules, each once."""
    changes = [module.change(section) for module in game.patches]
    items = [*own.values(), *(item for change in changes for item in (*change.add, *change.replace))]
    return list({item.span: item for item in items}.values())


def _circles(by_id: Mapping[str, Any], what: str) -> Iterator[Problem]:
    """Each circle once, at its first item."""
    seen: set[str] = set()
    for id in by_id:
        via = [id]
        while (anchor := _anchor(by_id[via[-1]])) in by_id and anchor not in via and anchor not in seen:
            via.append(anchor)
        if anchor in via:
            circle = [*via[via.index(anchor) :], anchor]
            message = f"each {what} comes in next to another, in a circle: {' → '.join(circle)}"
            yield CODE.at(by_id[anchor].anchor or by_id[anchor].span, message)
        seen.update(via)


def _anchor(item: Any) -> str:
    return str(item.after or item.before)
