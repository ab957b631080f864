"""
Something doesn't hold that a rule says must. Where it is a comparison, the message shows both sides in the order in
which the rule names them: either may be the wrong one. Where it asks about each of a list, the message shows those for
which it fails.

Bad:  `require: tokens|count == players * 3`, where there are 14 tokens for five players
Good: 15 tokens
"""

from collections.abc import Iterator

from pnp.model.problem import Problem, code
from pnp.model.rules import Rule, RuleKind
from pnp.rules.declared._scopes import RuleScope, explain_failure, some_ids
from pnp.rules.expressions.values import show

KIND = RuleKind("The rule says that this holds.", about="game")
CODE = code("PNP515", says="{rule}: {reason}{whose}", varies=("reason",))


def check(rule: Rule, scope: RuleScope) -> Iterator[Problem]:
    if not scope.world.evaluator.truth(rule.subject, scope.names):
        guilty = scope.world.evaluator.guilty_items(rule.subject, scope.names)
        whose = f" for {some_ids(guilty) or show(guilty)}" if guilty else ""
        why = explain_failure(scope.world.evaluator, rule.subject, scope.names)
        yield scope.problem(CODE, guilty[0] if guilty else None, reason=why, whose=whose)
