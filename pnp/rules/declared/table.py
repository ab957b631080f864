"""
A figure that a rule states for each number of players is another one.

Bad:  `table: zones.market`, `is: {2: 9, 3: 12}`, where 11 cards lie there with three players
Good: a setup that deals what the rule says
"""

from collections.abc import Iterator, Mapping

from pnp.model.problem import Problem, code
from pnp.model.rules import Rule, RuleKind
from pnp.rules.declared._scopes import SAYS, RuleScope, unexpected_keys

KIND = RuleKind("The rule is about this figure for each number of players.", needs=("is",), about="players")
CODE = code("PNP516", says=SAYS, varies=("found", "wanted"))


def check(rule: Rule, scope: RuleScope) -> Iterator[Problem]:
    setup = scope.world.game.setup
    players = str(scope.names.find("players"))
    value = scope.world.evaluator.value(rule.subject, scope.names)
    for bound in rule.bounds:
        said = bound.expected
        if isinstance(said, Mapping):
            numbers = {str(number): None for number in setup.players} if setup else {}
            yield from unexpected_keys(scope, bound, said, numbers, " players")
        expression = said.get(players) if isinstance(said, Mapping) else said
        if expression is not None and (off := scope.compare(bound, expression, value)):
            yield scope.problem(CODE, figure=off.place, **off.values)
