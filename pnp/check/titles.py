"""
Two things of a kind have the same title: components, modules, zones on the table, tables, markers. Nobody can tell
them apart on the sheets, and mostly one was copied and not changed. A zone that pieces are only taken from may be
called like another. A zone that is called like an entry of a group would be taken for it.

Bad:  `red: {title: Red marker, …}` and `green: {title: Red marker, …}`
Good: `green: {title: Green marker, …}`
"""

from collections.abc import Iterator

from pnp.check._owned import Owned, owned, same
from pnp.check._sections import label
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.rules import Zone

CODE = code("PNP182", "title given twice", __doc__, Severity.WARNING)

_TITLED = ("components", "selections", "setup.zones", "setup.tables", "victory.track")


def check(game: Game, project: Project) -> Iterator[Problem]:
    kinds = [(label(section), things) for section, things in owned(game) if section in _TITLED]
    kinds.append(("a module", [Owned(None, module) for module in game.modules.values()]))
    for what, things in kinds:
        seen = [each for each in things if not (isinstance(each.item, Zone) and _is_a_start(each.item))]
        for first, item in same(game, seen, lambda item: item.title):
            message = f'{what.partition(" ")[2]} {item.id} is called "{item.title}", like {first.id}'
            yield CODE.at(item.span, message, hint="copied, and not changed?", origin=first.span)
    yield from _like_entries(game)


def _like_entries(game: Game) -> Iterator[Problem]:
    """Zones with the names of factions, seasons and the like; one that is `per` the group has them for its parts."""
    entries = {
        str(entry.fields.get("name")): entry for group in game.groups.values() for entry in group.entries.values()
    }
    for section, things in owned(game):
        for zone in (each.item for each in things if section == "setup.zones"):
            if (entry := entries.get(zone.title)) and entry.component not in (zone.per.text if zone.per else ""):
                message = f'zone {zone.id} is called "{zone.title}", like {entry.id} of {entry.component}'
                yield CODE.at(zone.span, message, origin=entry.span)


def _is_a_start(zone: Zone) -> bool:
    """No place on the table."""
    return zone.starts is not None and not (zone.at or zone.face or zone.away)
