"""
The sentence of a step names a place where the step does nothing, a piece that it doesn't move, or an entry of a group
that nothing in it is about: either people are told otherwise than the setup is dealt, or it is dealt otherwise than
they are told.

Bad:  `say: Lay the Old Owl into the Nest.` with `do: [{move: [young-owl], from: pile, to: branch}]`
Good: `say: Lay the Old Owl into the Nest.` with `do: [{move: [old-owl], from: pile, to: nest}]`
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from pnp.check._owned import owned
from pnp.check._texts import bare
from pnp.model.game import Game
from pnp.model.holes import filled
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.rules import Expression, Move, Shuffle, Step, Zone

CODE = code("PNP189", "step that says otherwise than it does", __doc__, Severity.WARNING)


def check(game: Game, project: Project) -> Iterator[Problem]:
    parts = dict(owned(game))
    zones: dict[str, Zone] = {each.item.id: each.item for each in parts.get("setup.zones", ())}
    for step in (each.item for each in parts.get("setup.steps", ())):
        text = bare(filled(step.say.other, lambda _: " "))
        yield from _places(step, text, zones)
        yield from _pieces(step, text, game)
        yield from _entries(step, text, game, zones)


def _places(step: Step, text: str, zones: Mapping[str, Zone]) -> Iterator[Problem]:
    touched = [id for action in step.actions for id in _zones(action)]
    if not touched or not all(id in zones for id in touched):
        return
    here = {zones[id].title for id in touched}
    on_the_table = {zone.title for zone in zones.values() if zone.at or zone.face or zone.per}
    for title in said(text, on_the_table):
        if title not in here:
            message = f"step {step.id} says {title}, but does nothing there"
            yield CODE.at(step.say.span, message, hint=f"it is about {' and '.join(dict.fromkeys(touched))}")


def _zones(action: object) -> tuple[str, ...]:
    if isinstance(action, Move):
        return action.source, action.target
    return (action.zone,) if isinstance(action, Shuffle) else ()


def _pieces(step: Step, text: str, game: Game) -> Iterator[Problem]:
    """Of steps that move pieces by their names."""
    moves = [action.what for action in step.actions if isinstance(action, Move)]
    moved = {name.id for what in moves if what and not isinstance(what, Expression) for name in what}
    for names in _names(game, moved):
        for name in said(text, names):
            if moved.isdisjoint(names[name]):
                message = f"step {step.id} says {name}, but doesn't move it"
                yield CODE.at(step.say.span, message, hint=f"it moves {', '.join(sorted(moved))}")


def _entries(step: Step, text: str, game: Game, zones: Mapping[str, Zone]) -> Iterator[Problem]:
    """Of a step that moves something: what it moves, or the zones that it comes from and goes to, are about these."""
    moves = [action for action in step.actions if isinstance(action, Move)]
    touched = [zones[id] for move in moves for id in _zones(move) if id in zones]
    asked = [move.what for move in moves] + [each for zone in touched for each in (zone.starts, zone.per)] + [step.when]
    formulas = " ".join(each.text for each in asked if isinstance(each, Expression))
    places = {zone.title for zone in zones.values()}
    for group in game.groups.values():
        names = {str(entry.fields.get("name") or ""): entry.id for entry in group.entries.values()}
        for name in said(text, names.keys() - places) if moves else ():
            if group.id.replace("-", "_") not in formulas and names[name] not in formulas:
                message = f"step {step.id} says {name}, and nothing in it is about that"
                yield CODE.at(step.say.span, message, hint=f"it moves from {moves[0].source} to {moves[0].target}")


def _names(game: Game, moved: set[str]) -> Iterator[dict[str, set[str]]]:
    """Of each component with one of these pieces: what its pieces are called, and their ids."""
    for component in game.components.values() if moved else ():
        changes = [module.change(f"pieces.{component.id}") for module in game.patches]
        brought = [piece for change in changes for piece in (*change.add, *change.replace)]
        pieces = [*component.pieces, *brought]
        if not moved.isdisjoint(piece.id for piece in pieces):
            names: dict[str, set[str]] = {}
            for piece in pieces:
                names.setdefault(str(piece.fields.get("name") or ""), set()).add(piece.id)
            yield names


def said(text: str, names: Iterable[str]) -> Iterator[str]:
    """Those that stand in it as words of their own, none within another: Old Owl isn't Owl."""
    longest_first = sorted(filter(None, names), key=lambda name: (-len(name), name))
    if longest_first:
        pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"
        yield from dict.fromkeys(re.findall(pattern, text))
