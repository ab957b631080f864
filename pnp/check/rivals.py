"""
Two modules that can be chosen together change the same piece in different ways: what came out would depend on which of
them is applied first.

Bad:  `night: {replace: {creatures: night.yaml}}` and `dusk: {drop: {creatures: [owl]}}`, where night.yaml has an `owl`
Good: the same with `not-with: [night]` in `dusk`
"""

from collections.abc import Iterator
from itertools import combinations

from pnp.model.game import Game, Module
from pnp.model.problem import Problem, code
from pnp.model.project import Project
from pnp.model.span import Span

CODE = code("PNP119", "modules that change the same piece", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    for one, other in combinations(game.modules.values(), 2):
        if other.id in one.not_with or one.id in other.not_with:
            continue
        for component in game.components:
            first, second = _changes(one, component), _changes(other, component)
            for id in sorted(first.keys() & second.keys()):
                (how, origin), (also_how, span) = first[id], second[id]
                if (how, also_how) != ("drops", "drops") and origin != span:
                    message = f"module {other.id} {also_how} {id}, and module {one.id} {how} it"
                    hint = f"not-with: [{one.id}]"
                    yield CODE.at(span, message, hint=hint, origin=origin, subject=f"{component}/{id}")


def _changes(module: Module, component: str) -> dict[str, tuple[str, Span]]:
    replaced = {piece.id: ("replaces", piece.span_of("id")) for piece in module.replace.get(component, ())}
    return replaced | {id: ("drops", span) for id, span in module.drop.get(component, ())}
