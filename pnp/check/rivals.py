"""
Two modules that can be chosen together change the same thing in different ways: what came out would depend on which of
them is applied first.

Bad:  `night: {replace: {creatures: night.yaml}}` and `dusk: {drop: {creatures: [owl]}}`, where night.yaml has an `owl`
Good: the same with `not-with: [night]` in `dusk`
"""

from collections.abc import Iterator
from itertools import combinations

from pnp.check._sections import place, subject
from pnp.model.game import Change, Game
from pnp.model.problem import Problem, code
from pnp.model.project import Project
from pnp.model.span import Span

CODE = code("PNP119", "modules that change the same thing", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    for one, other in combinations(game.modules.values(), 2):
        if not game.go_together(one.id, other.id):
            continue
        for section in one.changes.keys() & other.changes.keys():
            first, second = _changes(one.changes[section]), _changes(other.changes[section])
            for id in sorted(first.keys() & second.keys()):
                (how, origin), (also_how, span) = first[id], second[id]
                if (how, also_how) != ("drops", "drops") and origin != span:
                    message = f"{other.label} {also_how} {id}, and {one.label} {how} it"
                    hint = f"not-with: [{one.id}]"
                    yield CODE.at(span, message, hint=hint, origin=origin, subject=subject(section, id))


def _changes(change: Change) -> dict[str, tuple[str, Span]]:
    replaced = {item.id: ("replaces", place(item)) for item in change.replace}
    return replaced | {id: ("drops", span) for id, span in change.drop}
