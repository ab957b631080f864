"""Fields that somebody filled in, as read → values with the pieces that they name, and which are used too often.

A finished table, an army, an example of either. That every value is one its field can have was seen when it was read.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.model.problem import Problem, code
from pnp.model.span import Span
from pnp.model.values import Field, Value

if TYPE_CHECKING:
    from pnp.rules.world import World

TOO_OFTEN = code(
    "PNP579",
    "more pieces than there are",
    """
    A piece is used more often than the game has copies of it, or than `copies:` of a selection allows. Counted are the
    fields that are a piece or a list of pieces; records that name a piece, like a token that lies on it, don't use
    another one. The fields of a finished table are counted together, each field of a selection by itself, since one may
    choose among the others.

    Bad:  the only Old Owl in Ann's party and in Ben's
    Good: in one of them
    """,
)


class Places(NamedTuple):
    """Where values were written, by their paths below `prefix`."""

    spans: Mapping[str, Span]
    whole: Span
    prefix: str = ""

    def of(self, path: str) -> Span:
        """The place of a value, or of the nearest thing around it."""
        while path:
            if place := self.spans.get(self.prefix + path):
                return place
            path = path.rpartition(".")[0]
        return self.whole


class Used(NamedTuple):
    """A piece that a field, or a list in it, names."""

    component: str
    piece: str
    field: str
    path: str


def filled_in(world: "World", fields: Mapping[str, Field], said: Mapping[str, Any]) -> dict[str, Any]:
    """The fields' values, and the pieces that they refer to instead of ids."""
    linked = world.records.linked
    values = {name: said.get(name) for name in fields}
    return {name: None if value is None else linked(value, fields[name]) for name, value in values.items()}


def used(fields: Mapping[str, Field], said: Mapping[str, Value], path: str = "") -> Iterator[Used]:
    """Not what stands in records."""
    for name, field in fields.items():
        value = said.get(name)
        if field.type == "reference" and isinstance(value, str):
            yield Used(field.to, value, name, path + name)
        elif field.of is not None and field.of.type == "reference" and isinstance(value, tuple):
            for n, item in enumerate(value):
                yield Used(field.of.to, str(item), name, f"{path}{name}.{n}")


def too_often(
    world: "World", pieces: list[Used], places: Places, most: Callable[[Any], float] | None = None
) -> Iterator[Problem]:
    """Said at the first one that isn't there any more. `most`: how many of a piece there may be, if not its copies."""
    components = {piece.component for piece in pieces} & world.game.components.keys()
    copies: dict[tuple[str, str], float] = {
        (id, piece.id): piece.copies if most is None else most(world.records.of(id, piece.id))
        for id in components
        for piece in world.game.components[id].pieces
    }
    times = Counter((piece.component, piece.piece) for piece in pieces)
    seen: Counter[tuple[str, str]] = Counter()
    for component, id, _, path in pieces:
        there = copies.get((component, id), inf)
        seen[component, id] += 1
        if there < seen[component, id] <= there + 1:
            message = f"{id} is used {times[component, id]} times"
            hint = f"{there:g} may be chosen" if most else "there is only one" if there == 1 else f"there are {there}"
            yield TOO_OFTEN.at(places.of(path), message, hint=hint)
