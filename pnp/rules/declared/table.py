"""
A figure that a rule states for each number of players is another one.

Bad:  `table: zones.market`, `is: {2: 9, 3: 12}`, where 11 cards lie there with three players
Good: a setup that deals what the rule says
"""

from collections.abc import Iterator, Mapping

from pnp.model.problem import Problem, code
from pnp.model.rules import Rule
from pnp.rules.declared._figures import fits, odd_keys
from pnp.rules.declared._judged import Judged
from pnp.rules.expressions import contrasted

CODE = code("PNP516", "wrong figure for a number of players", __doc__)


def check(rule: Rule, judged: Judged) -> Iterator[Problem]:
    setup = judged.world.game.setup
    players = str(judged.names.find("players"))
    value = judged.world.evaluator.value(rule.subject, judged.names)
    for bound in rule.bounds:
        said = bound.expected
        if isinstance(said, Mapping):
            numbers = {str(number): None for number in setup.players} if setup else {}
            yield from odd_keys(judged, bound, said, numbers, " players")
        expression = said.get(players) if isinstance(said, Mapping) else said
        if expression is not None:
            expected = judged.world.evaluator.value(expression, judged.names)
            if not fits(bound.relation, value, expected, expression, judged):
                wanted, found = contrasted(expected, value)
                yield judged.problem(f"{wanted} expected, {found} found")
