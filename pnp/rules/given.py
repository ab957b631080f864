"""What an example is given → names that nothing looks at, or that mean something else already."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pnp.model.problem import Problem, code
from pnp.model.rules import Expression
from pnp.model.suggest import did_you_mean
from pnp.model.worked import Example
from pnp.rules.circles import circles
from pnp.rules.expressions import Absent, Names, Wrong
from pnp.rules.filling import Places
from pnp.rules.world import as_name

if TYPE_CHECKING:
    from pnp.rules.world import World

UNUSED = code(
    "PNP586",
    "given to an example for nothing",
    """
    What an example is given is a variable of the track, or a name that its expressions, or the conditions and
    definitions behind them, look at. Any other name is misspelt, and the example comes out by what isn't given. Nor can
    an example be given what the game has already: its pieces, its modules.

    Bad:  `given: {rde: 10, green: 11}`    `given: {heroes: 3}`
    Good: `given: {red: 10, green: 11}`
    """,
)
_FIXED = ("modules", "track", "states", "examples", "glossary")


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
    used: set[str] | None = None
    for name in example.given:
        if name in there or name in _FIXED:
            message = f"example {example.id} is given {name}, which the game has already"
            yield UNUSED.at(places.of(name), message, hint="another name")
        elif name not in track:
            used = _used(world, example, names) if used is None else used
            if not used.isdisjoint(_endless(world)):
                return  # nobody knows what they would look at
            if name not in used:
                near = did_you_mean(name, {*track, *used} - example.given.keys() - there)
                hint = near if near.startswith("did") else ""  # all that expressions look at isn't what is meant
                yield UNUSED.at(places.of(name), f"example {example.id}: nothing looks at {name}", hint=hint)


def _used(world: "World", example: Example, names: Names) -> set[str]:
    """All that its expressions look at, by way of definitions and conditions, too."""
    used = _names_in(world, _own(example), names)
    victory = world.game.victory
    if victory and not used.isdisjoint(("outcome", "condition")):
        used |= _names_in(world, (each.when for each in victory.conditions.values()), names)
    return used


def _endless(world: "World") -> frozenset[str]:
    victory = world.game.victory
    return frozenset().union(*(names for _, names in circles(world, victory.define if victory else {})))


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
