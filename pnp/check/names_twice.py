"""
A definition or a variable of the track has a name that expressions know already: that of a component or a group, of
another of the two, of a field of the same selection, or one that always means the same, like `players`. Whatever an
expression means by it, it gets only one of them.

Bad:  `define: {heroes: party|count}`, where heroes is a component
Good: `define: {party_size: party|count}`
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.check._owned import Owned, owned
from pnp.model.game import Game
from pnp.model.problem import Problem, code
from pnp.model.project import Project
from pnp.model.span import Span

CODE = code("PNP133", "name that means two things", __doc__)

_OF_SETUP = ("tables", "zones", "lies", "may_lie", "faces", "markers", "dealt")
_FIXED = ("players", "modules", *_OF_SETUP, "states", "track", "examples", "outcome", "it")


def check(game: Game, project: Project) -> Iterator[Problem]:
    sections = dict(owned(game))
    pieces = {_name(id): ("a group", each.span) for id, each in game.groups.items()}
    for thing in sections["components"]:
        pieces[_name(thing.item.id)] = ("a component", thing.item.span)
    track = {_name(thing.item.id): thing.item.span for thing in sections["victory.track"]}
    for thing in sections["victory.track"]:
        yield from _clash("variable", thing.item, pieces)
    for thing in sections["victory.define"]:
        variables = {name: ("a variable", span) for name, span in track.items() if name not in _dropped(thing)}
        yield from _clash("definition", thing.item, pieces | variables)
    for thing in sections["selections"]:
        fields = {name: ("a field", field.span) for name, field in thing.item.fields.items()}
        for definition in thing.item.define.values():
            yield from _clash("definition", definition, pieces | fields)


def _name(id: str) -> str:
    """As expressions write it."""
    return id.replace("-", "_")


def _dropped(thing: Owned) -> set[str]:
    """A module may put a definition in a variable's place."""
    return {_name(id) for id, _ in thing.module.change("victory.track").drop} if thing.module else set()


def _clash(what: str, item: Any, known: Mapping[str, tuple[str, Span]]) -> Iterator[Problem]:
    name = _name(item.id)
    if name in known:
        kind, origin = known[name]
        yield CODE.at(item.span, f"{what} {item.id} is called like {kind}", hint="choose another name", origin=origin)
    elif name in _FIXED:
        yield CODE.at(item.span, f"{what} {item.id}: {name} means something already", hint="choose another name")
