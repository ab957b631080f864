"""What things are called → names that expressions or systems take for something else."""

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.check import check
from pnp.check._owned import Owned, added, owned, place, subject
from pnp.io.opening import is_device
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.model.patch import sections
from pnp.model.problem import Problem, code
from pnp.model.span import Span

NO_FILE_NAME = code("PNP007", says="no file can be called {name} on Windows")
NO_FOLDER_NAME = NO_FILE_NAME.also("no folder can be called {name} on Windows")
NAME_TWICE = code("PNP133", says="{kind} {item} is called like {other}")
KNOWN_NAME = NAME_TWICE.also("{kind} {item}: {name} means something already")

_OF_SETUP = ("tables", "zones", "lies", "may_lie", "faces", "markers", "dealt")
_FIXED = ("players", "modules", *_OF_SETUP, "states", "track", "examples", "outcome", "it")


@check(NO_FILE_NAME)
def of_devices(game: Game, project: Project) -> Iterator[Problem]:
    if is_device(game.id):
        yield NO_FOLDER_NAME.at(game.span, name=game.id, hint="choose another name")
    for section, base in sections(game):
        if section == "components" or section.startswith("pieces."):
            for item in (*base.values(), *added(game, section)):
                if is_device(item.id):
                    piece, hint = subject(section, item.id), "choose another id"
                    yield NO_FILE_NAME.at(place(item), name=item.id, hint=hint, subject=piece)


@check(NAME_TWICE)
def in_expressions(game: Game, project: Project) -> Iterator[Problem]:
    parts = dict(owned(game))
    pieces = {_name(id): ("a group", each.span) for id, each in game.groups.items()}
    for thing in parts["components"]:
        pieces[_name(thing.item.id)] = ("a component", thing.item.span)
    track = {_name(thing.item.id): thing.item.span for thing in parts["victory.track"]}
    for thing in parts["victory.track"]:
        yield from _clash("variable", thing.item, pieces)
    for thing in parts["victory.define"]:
        variables = {name: ("a variable", span) for name, span in track.items() if name not in _dropped(thing)}
        yield from _clash("definition", thing.item, pieces | variables)
    for thing in parts["selections"]:
        fields = {name: ("a field", field.span) for name, field in thing.item.fields.items()}
        for definition in thing.item.define.values():
            yield from _clash("definition", definition, pieces | fields)


def _name(id: str) -> str:
    """As expressions write it."""
    return id.replace("-", "_")


def _dropped(thing: Owned) -> set[str]:
    """A module may put a definition in a variable's place."""
    return {_name(id) for id, _ in thing.module.change("victory.track").drop} if thing.module else set()


def _clash(kind: str, item: Any, known: Mapping[str, tuple[str, Span]]) -> Iterator[Problem]:
    name, hint = _name(item.id), "choose another name"
    if name in known:
        other, origin = known[name]
        yield NAME_TWICE.at(item.span, kind=kind, item=item.id, other=other, hint=hint, origin=origin)
    elif name in _FIXED:
        yield KNOWN_NAME.at(item.span, kind=kind, item=item.id, name=name, hint=hint)
