"""Zones and steps, those of all modules → the parts of a setup that have nothing to do with each other."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from pnp.model.rules import Expression, Move, Put, Shuffle, Step, Zone

Linked = Callable[[Expression], Iterable[str]]  # what an expression ties its zone or step to: "zone pile", "pieces …"


class Part(NamedTuple):
    """Zones, steps and markers that pieces, or figures, come to from each other; by id."""

    zones: frozenset[str]
    steps: frozenset[str]
    markers: frozenset[str]


def parts_of(zones: Iterable[Zone], steps: Iterable[Step], linked: Linked) -> list[Part]:
    """Zones between which pieces move, or which pieces of one component start in, are in one part."""
    groups = _Groups()
    for zone in zones:
        starts = linked(zone.starts) if zone.starts else ()
        groups.join([f"zone {zone.id}", *starts, *(linked(zone.per) if zone.per else ())])
    for step in steps:
        groups.join([f"step {step.id}", *_touched(step), *(name for each in said_by(step) for name in linked(each))])
    return [_part(names) for names in groups.all()]


def said_by(step: Step) -> list[Expression]:
    """What its actions and its conditions compute."""
    moved = [action.what for action in step.actions if isinstance(action, Move)]
    put = [action.to for action in step.actions if isinstance(action, Put)]
    return [each for each in (*moved, *put, step.when, step.so_that) if isinstance(each, Expression)]


def _touched(step: Step) -> Iterable[str]:
    for action in step.actions:
        if isinstance(action, Shuffle):
            yield f"zone {action.zone}"
        elif isinstance(action, Move):
            yield from (f"zone {action.source}", f"zone {action.target}")
        else:
            yield f"marker {action.marker}"


class _Groups:
    """Names, and which of them go together."""

    def __init__(self) -> None:
        self._of: dict[str, set[str]] = {}

    def join(self, names: Iterable[str]) -> None:
        together: set[str] = set()
        for name in names:
            together |= self._of.get(name, {name})
        for name in together:
            self._of[name] = together

    def all(self) -> list[set[str]]:
        return list({id(group): group for group in self._of.values()}.values())


def _part(names: set[str]) -> Part:
    def of(kind: str) -> frozenset[str]:
        return frozenset(name.partition(" ")[2] for name in names if name.startswith(f"{kind} "))

    return Part(of("zone"), of("step"), of("marker"))
