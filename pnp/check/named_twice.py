"""
A module names a file twice under one key, or drops something twice. The second time means nothing: something else was
meant, or it is left over.

Bad:  `rules: [night/rules.yaml, night/rules.yaml]`
Good: `rules: [night/rules.yaml, totals.yaml]`
"""

from collections.abc import Iterator
from typing import Any

from pnp.check._sections import label, place
from pnp.model.game import Game
from pnp.model.patch import sections
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.span import Span

CODE = code("PNP184", "named twice by a module", __doc__, Severity.WARNING)


def check(game: Game, project: Project) -> Iterator[Problem]:
    for module in game.patches:
        files: set[str] = set()
        for section, _ in sections(game):
            change = module.change(section)
            for item in _again([*change.add, *change.replace]):
                if item.span.file not in files:
                    files.add(item.span.file)
                    yield CODE.at(place(item), f"{module.label} names {item.span.file} twice", origin=module.span)
            dropped: dict[str, Span] = {}
            for id, span in change.drop:
                first = dropped.setdefault(id, span)
                if first is not span:
                    message = f"{module.label} drops {label(section)} twice: {id}"
                    yield CODE.at(span, message, hint="delete one", origin=first)


def _again(items: list[Any]) -> Iterator[Any]:
    """What stands in one place and comes twice."""
    seen: set[Span] = set()
    for item in items:
        if Span(*item.span) in seen:
            yield item
        seen.add(Span(*item.span))
