"""
Two rules of a game ask the same, under two ids: one of them was copied as a start for another and not changed, and what
it should have asked nobody asks.

Bad:  `- {id: keeper-names, unique: name, of: foxes}` beside `- {id: fox-names, unique: name, of: foxes}`
Good: `- {id: keeper-names, unique: name, of: keepers}`
"""

from collections.abc import Hashable, Iterator, Mapping

from pnp.check._owned import owned, same
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.rules import Bound, Expression, Rule

CODE = code("PNP181", "rule that asks the same as another", __doc__, Severity.WARNING)


def check(game: Game, project: Project) -> Iterator[Problem]:
    for section, rules in owned(game):
        if section not in ("rules", "victory.rules"):
            continue
        for first, rule in same(game, rules, _asked):
            message = f"rule {rule.id} asks the same as {first.id}"
            yield CODE.at(rule.span, message, hint="copied, and not changed?", origin=first.span)


def _asked(rule: Rule) -> Hashable:
    parts = (rule.subject, rule.of, rule.where, rule.by, rule.per)
    return (rule.kind, *map(_text, parts), *map(_bound, rule.bounds))


def _bound(bound: Bound) -> Hashable:
    said = bound.expected
    figures = tuple(sorted((k, _text(v)) for k, v in said.items())) if isinstance(said, Mapping) else _text(said)
    return bound.relation, figures


def _text(expression: Expression | None) -> str:
    return " ".join(expression.text.split()) if expression else ""
