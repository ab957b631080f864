"""Leaves → a stack a component: its pieces, each as often as it prints, in their grid; what can't fit is refused."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pnp.impose.grid import Grid, best_grid
from pnp.impose.refuse import nothing_left, too_large
from pnp.impose.settings import Settings
from pnp.model.game import Format
from pnp.model.problem import Problem
from pnp.model.sheet import Leaf
from pnp.model.span import Span


class Stack(NamedTuple):
    """What one component puts on its sheets."""

    component: str
    title: str
    format: Format
    pieces: tuple[Leaf, ...]  # each as often as it prints
    grid: Grid

    @property
    def sheetfuls(self) -> list[tuple[Leaf, ...]]:
        size = len(self.grid.cells)
        return [self.pieces[start : start + size] for start in range(0, len(self.pieces), size)]


def stack_up(
    leaves: Iterable[Leaf], settings: Settings, spans: Mapping[str, Span]
) -> tuple[list[Stack], bool, list[Problem]]:
    """Components in the order they come; and whether sheets have two sides: all or none, since printers flip all."""
    components = _by_component(leaves)
    for component in components:
        if problem := nothing_left(settings, spans[component]):
            return [], False, [problem]
    duplex = settings.backs and any(leaf.back for pieces in components.values() for leaf in pieces)
    stacks: list[Stack] = []
    problems: list[Problem] = []
    for component, pieces in components.items():
        first = pieces[0]
        if grid := best_grid(first.format, settings.paper, settings.margin, upright=duplex):
            stacks.append(Stack(component, first.title, first.format, tuple(pieces), grid))
        else:
            problems.append(too_large(component, first.format, settings, spans[component]))
    return stacks, duplex, problems


def _by_component(leaves: Iterable[Leaf]) -> dict[str, list[Leaf]]:
    components: dict[str, list[Leaf]] = {}
    for leaf in leaves:
        if leaf.copies > 0:
            components.setdefault(leaf.component, []).extend([leaf] * leaf.copies)
    return components
