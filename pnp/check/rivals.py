"""
Two modules that can be chosen together change the same thing in different ways: what came out would depend on which of
them is applied first.

Bad:  `night: {replace: {creatures: night.yaml}}` and `dusk: {drop: {creatures: [owl]}}`, where night.yaml has an `owl`
Good: the same with `not-with: [night]` in `dusk`
"""

from collections.abc import Iterator

from pnp.check._pairs import decided, pairs
from pnp.check._sections import place, subject
from pnp.model.game import Change, Game, Module
from pnp.model.problem import Problem, code
from pnp.model.project import Project
from pnp.model.span import Span

CODE = code("PNP119", "modules that change the same thing", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    for one, other in pairs(game):
        for section in one.changes.keys() & other.changes.keys():
            for id, problem in (*_copies(one, other, section), *_changed(one, other, section)):
                if not decided(game, one, other, section, id):
                    yield problem


def _changed(one: Module, other: Module, section: str) -> Iterator[tuple[str, Problem]]:
    """What both replace, or one of them drops, by its id."""
    first, second = _changes(one.changes[section]), _changes(other.changes[section])
    for id in sorted(first.keys() & second.keys()):
        (how, origin), (also_how, span) = first[id], second[id]
        if (how, also_how) != ("drops", "drops") and origin != span:
            message = f"{other.label} {also_how} {id}, and {one.label} {how} it"
            hint = f"not-with: [{one.id}]"
            yield id, CODE.at(span, message, hint=hint, origin=origin, subject=subject(section, id))


def _copies(one: Module, other: Module, section: str) -> Iterator[tuple[str, Problem]]:
    """Pieces that both want so many of."""
    first = {id: (copies, span) for id, copies, span in one.changes[section].copies}
    for id, copies, span in other.changes[section].copies:
        known, origin = first.get(id, (copies, span))
        if known != copies:
            message = f"{other.label} has {copies} copies of {id}, and {one.label} {known}"
            hint = f"not-with: [{one.id}]"
            yield id, CODE.at(span, message, hint=hint, origin=origin, subject=subject(section, id))


def _changes(change: Change) -> dict[str, tuple[str, Span]]:
    replaced = {item.id: ("replaces", place(item)) for item in change.replace}
    return replaced | {id: ("drops", span) for id, span in change.drop}
