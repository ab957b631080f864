"""A game and the patches chosen → the game they make of it: things added, replaced, dropped by id, figures raised.

Sections are named "pieces.<component>", "groups.<group>", "components", "icons", "define", "rules", "examples",
"selections", "setup.zones", "setup.tables", "setup.steps", "victory.track", "victory.conditions", "victory.define",
"victory.player", "victory.table", "victory.rules" and "victory.winner". Patches are applied in the order of their ids:
the order in which they are named means nothing. A further patch, which comes with two modules, is applied after all
modules. What stands `after:` or `before:` something comes in there, all else at the end.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from pnp.model.changes import raised
from pnp.model.game import Component, EntryGroup, Game, Module

SETUP = ("zones", "tables", "steps")
VICTORY = ("track", "conditions", "define", "player", "table", "rules", "winner")
PLAYERS = "setup.players"  # numbers: added, dropped, or all replaced
WHOLE = ("components", "icons", "define", "rules", "examples", "selections")


def sections(game: Game) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Everything that a patch could change, by id."""
    for id, component in game.components.items():
        yield f"pieces.{id}", {piece.id: piece for piece in component.pieces}
    for id, group in game.groups.items():
        yield f"groups.{id}", group.entries
    for name in WHOLE:
        yield name, getattr(game, name)
    for name in SETUP:
        yield f"setup.{name}", getattr(game.setup, name) if game.setup else {}
    for name in VICTORY:
        yield f"victory.{name}", getattr(game.victory, name) if game.victory else {}


def layers(modules: Iterable[Module]) -> tuple[list[Module], list[Module]]:
    """Patches in the order in which they are applied: the modules, and upon these what comes further with them."""
    chosen = sorted(modules, key=attrgetter("id"))
    ids = {module.id for module in chosen}
    further = [patch for module in chosen for patch in module.further if ids.issuperset(patch.parts)]
    return chosen, sorted(further, key=attrgetter("id"))


def patched(game: Game, modules: Iterable[Module]) -> Game:
    """The game with these modules in it, and what comes further with several of them."""
    for layer in layers(modules):
        game = _patched(game, layer) if layer else game
    return game


def _patched(game: Game, chosen: list[Module]) -> Game:
    whole: dict[str, Any] = {name: _applied(getattr(game, name), name, chosen) for name in WHOLE}
    components = {id: _component(each, chosen) for id, each in whole["components"].items()}
    groups = {id: _group(each, chosen) for id, each in game.groups.items()}
    setup, victory = game.setup, game.victory
    if setup:
        layers: dict[str, Any] = {name: _applied(getattr(setup, name), f"setup.{name}", chosen) for name in SETUP}
        setup = replace(setup, players=_players(setup.players, chosen), **layers)
    if victory:
        parts: dict[str, Any] = {name: _applied(getattr(victory, name), f"victory.{name}", chosen) for name in VICTORY}
        victory = replace(victory, **parts)
    whole |= {"components": components, "groups": groups, "setup": setup, "victory": victory}
    return replace(game, **whole, plain=game.plain or game)


def _players(players: tuple[int, ...], modules: list[Module]) -> tuple[int, ...]:
    """Numbers of players: those that one module replaces all by, with what others add and without what they drop."""
    changes = [module.change(PLAYERS) for module in modules]
    instead = [int(each.id) for change in changes for each in change.replace]
    found = {*(instead or players), *(int(each.id) for change in changes for each in change.add)}
    return tuple(sorted(found - {int(id) for change in changes for id, _ in change.drop}))


def _component(component: Component, modules: list[Module]) -> Component:
    pieces = {piece.id: piece for piece in component.pieces}
    now = _applied(pieces, f"pieces.{component.id}", modules)
    return component if now is pieces else replace(component, pieces=tuple(now.values()))


def _group(group: EntryGroup, modules: list[Module]) -> EntryGroup:
    now = _applied(group.entries, f"groups.{group.id}", modules)
    return group if now is group.entries else replace(group, entries=now)


def _applied(items: Mapping[str, Any], section: str, modules: list[Module]) -> Mapping[str, Any]:
    changes = [module.changes[section] for module in modules if section in module.changes]
    if not changes:
        return items
    result = dict(items)
    for change in changes:
        for item in change.add:
            result.setdefault(item.id, item)
    for change in changes:
        result |= {item.id: item for item in change.replace if item.id in result}
    for change in changes:
        for id, copies, _ in change.copies:
            if id in result:
                result[id] = result[id]._replace(copies=copies)
        for id, _ in change.drop:
            result.pop(id, None)
    more = {plus.span: plus for change in changes for plus in change.plus}  # of a file that two modules name once
    for id in dict.fromkeys(plus.id for plus in more.values()):
        if id in result:
            result[id] = raised(result[id], [plus for plus in more.values() if plus.id == id])
    return _in_order(result)


def _in_order(items: Mapping[str, Any]) -> Mapping[str, Any]:
    """Those with an anchor stand next to it; several at one anchor keep their order."""
    if not any(getattr(item, "after", "") or getattr(item, "before", "") for item in items.values()):
        return items
    following: dict[tuple[str, str], list[str]] = {}
    free = []
    for id, item in items.items():
        after, before = getattr(item, "after", ""), getattr(item, "before", "")
        if after in items:
            following.setdefault(("after", after), []).append(id)
        elif before in items:
            following.setdefault(("before", before), []).append(id)
        else:
            free.append(id)
    order: list[str] = []
    for id in free:
        _walk(id, following, order)
    rest = [id for id in items if id not in order]  # anchored in a circle, which is a problem reported elsewhere
    return {id: items[id] for id in (*order, *rest)}


def _walk(id: str, following: Mapping[tuple[str, str], list[str]], order: list[str]) -> None:
    for other in following.get(("before", id), ()):
        _walk(other, following, order)
    order.append(id)
    for other in following.get(("after", id), ()):
        _walk(other, following, order)
