"""Definitions → those that use themselves, by way of others or at once."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pnp.model.problem import Problem
from pnp.model.rules import Definition
from pnp.rules.expressions import Wrong, circle

if TYPE_CHECKING:
    from pnp.rules.world import World


def circles(world: "World", define: Mapping[str, Definition]) -> Iterator[tuple[Problem, frozenset[str]]]:
    """Each circle once, with the names in it. What lists are asked about may be a field of the same name."""
    after = {id: [name for name in _named(world, each) if name in define] for id, each in define.items()}
    seen: set[str] = set()
    for id in define:
        if id not in seen and (way := _way(id, after)):
            seen.update(way)
            yield circle([define[each] for each in way]), frozenset(way)


def _way(id: str, after: Mapping[str, list[str]]) -> list[str]:
    """From a name to itself, the shortest; [] where there is none."""
    ways = [[id]]
    reached: set[str] = set()
    for way in ways:  # grows on the way
        for name in after[way[-1]]:
            if name == id:
                return way
            if name not in reached:
                reached.add(name)
                ways.append([*way, name])
    return []


def _named(world: "World", definition: Definition) -> frozenset[str]:
    try:
        return world.evaluator.needs(definition.expression)
    except Wrong:  # said where it is used
        return frozenset()
