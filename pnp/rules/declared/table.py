"""
A figure that a rule states for each number of players is another one.

Bad:  `table: zones.market`, `is: {2: 9, 3: 12}`, where 11 cards lie there with three players
Good: a setup that deals what the rule says
"""

from collections.abc import Iterator, Mapping

from pnp.model.problem import Problem, code
from pnp.model.rules import Rule, RuleKind
from pnp.rules.declared._figures import miss, odd_keys
from pnp.rules.declared._judged import Judged

KIND = RuleKind("The rule is about this figure for each number of players.", needs=("is",), about="players")
CODE = code("PNP516", says="{rule}: {expected} expected, {found} found", varies=("expected", "found"))


def check(rule: Rule, judged: Judged) -> Iterator[Problem]:
    from pnp.rules.expressions.printing import contrasted  # needs the parser, which declarations don't

    setup = judged.world.game.setup
    players = str(judged.names.find("players"))
    value = judged.world.evaluator.value(rule.subject, judged.names)
    for bound in rule.bounds:
        said = bound.expected
        if isinstance(said, Mapping):
            numbers = {str(number): None for number in setup.players} if setup else {}
            yield from odd_keys(judged, bound, said, numbers, " players")
        expression = said.get(players) if isinstance(said, Mapping) else said
        if expression is not None and (off := miss(judged, bound, expression, value)):
            wanted, found = contrasted(off.expected, off.figure)
            yield judged.problem(CODE, expected=wanted, found=found)
