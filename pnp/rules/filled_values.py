"""What somebody wrote down → pieces and values as expressions see them; what an example is given for nothing.

A finished table, an army, an example of either. That every value is one its field can have was seen when it was read.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.cardtext.suggest import did_you_mean
from pnp.model.problem import Problem, code
from pnp.model.rules import Example, Expression
from pnp.model.span import Span
from pnp.model.values import Field, Record, Value
from pnp.rules.expressions.names import Absent, Names, as_name, lost
from pnp.rules.expressions.wrong import Wrong
from pnp.rules.probing import circles

if TYPE_CHECKING:
    from pnp.rules.world import World

WRONG_PLAYERS = code("PNP580", says="{players}")


def wrong_number(world: "World", players: int, span: Span) -> Problem | None:
    """Any number will do where setup.yaml doesn't say."""
    setup = world.game.setup
    if setup is None or not setup.players or players in setup.players:
        return None
    *others, last = setup.players
    either = f"{', '.join(map(str, others))} or " if others else ""
    return WRONG_PLAYERS.at(span, players=_in_words(players), hint=f"it is for {either}{_in_words(last)}")


def _in_words(players: int) -> str:
    return f"{players} player{'' if players == 1 else 's'}"


TOO_OFTEN = code("PNP579", says="{id} is used {times} times")


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
    values: dict[str, Any] = {}
    for name, field in fields.items():
        value = said.get(name)
        found = world.records.link(value, field) if value is not None else None
        cause = next((why for to, id in _nowhere(field, found) if (why := world.cause_of_owner(to, id))), None)
        values[name] = lost(field.name, cause) if cause else found
    return values


def _nowhere(field: Field, value: Any) -> Iterator[tuple[str, str]]:
    """References to what isn't there: to which group or component, and to what."""
    if field.type == "reference" and isinstance(value, str):
        yield field.to, value
    elif field.type == "list" and field.of and isinstance(value, tuple):
        for item in value:
            yield from _nowhere(field.of, item)
    elif field.type == "record" and isinstance(value, Record):
        for name, inner in field.fields.items():
            yield from _nowhere(inner, value.read.get(name))


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
    copies: dict[tuple[str, str], float] = {}
    for id in {piece.component for piece in pieces} & world.game.components.keys():
        for each in world.game.components[id].pieces:
            copies[id, each.id] = most(world.records.get(id, each.id)) if most else each.copies
    times = Counter((piece.component, piece.piece) for piece in pieces)
    seen: Counter[tuple[str, str]] = Counter()
    for component, id, _, path in pieces:
        there = copies.get((component, id), inf)
        seen[component, id] += 1
        if there < seen[component, id] <= there + 1:
            hint = f"{there:g} may be chosen" if most else "there is only one" if there == 1 else f"there are {there}"
            cause = world.causes.of(f"pieces.{component}", id)
            yield TOO_OFTEN.at(places.of(path), id=id, times=times[component, id], hint=hint, cause=cause)


UNUSED = code("PNP586", says="example {example} is given {name}, which the game has already")
NOTHING_LOOKS_AT = UNUSED.also("nothing looks at {name}")
_FIXED = ("modules", "track", "states", "examples", "glossary")


def about(example: Example, problem: Problem) -> Problem:
    """Said of the example: "example dusk: …"."""
    return problem._replace(about=(f"example {example.id}", *problem.about))


def odd_names(world: "World", example: Example, names: Names) -> Iterator[Problem]:
    """`names` know what is given. Raises Wrong where the example's own expressions misspell a name: that goes first."""
    if not example.given:
        return
    own = names.inner(dict.fromkeys(example.let, Absent("not computed yet")))
    for expression in _own(example):
        world.evaluator.check(expression, own)
    places = Places(example.places, example.span, "name.")
    track = world.game.victory.track if world.game.victory else {}
    there = {as_name(id) for id in (*world.game.components, *world.game.groups)}
    used: set[str] = set()  # all that its expressions look at, by way of definitions and conditions, too
    for name in example.given:
        if name in there or name in _FIXED:
            yield UNUSED.at(places.of(name), example=example.id, name=name, hint="another name")
        elif name not in track:
            victory = world.game.victory
            if not used:
                used = _names_in(world, _own(example), names)
                if victory and not used.isdisjoint(("outcome", "condition")):
                    used |= _names_in(world, (each.when for each in victory.conditions.values()), names)
            if any(not used.isdisjoint(way) for _, way in circles(world, victory.define if victory else {})):
                return  # nobody knows what they would look at
            if name not in used:
                near = did_you_mean(name, {*track, *used} - example.given.keys() - there)
                hint = near if near.startswith("did") else ""  # all that expressions look at isn't what is meant
                cause = world.causes.within("victory.track", "victory.define", "victory.conditions", "define")
                yield about(example, NOTHING_LOOKS_AT.at(places.of(name), name=name, hint=hint, cause=cause))


def _own(example: Example) -> tuple[Expression, ...]:
    return (*example.let.values(), *(expected.what for expected in example.expect))


def _names_in(world: "World", expressions: Iterable[Expression], names: Names) -> set[str]:
    found: set[str] = set()
    for expression in expressions:
        try:
            found |= world.evaluator.uses(expression, names)
        except Wrong:  # a condition that can't be read is said elsewhere, or when it is evaluated
            continue
    return found
