"""
Something doesn't hold that a rule says must. Where it is a comparison, the message shows both sides.

Bad:  `require: tokens|count == players * 3`, where there are 14 tokens for five players
Good: 15 tokens
"""

from collections.abc import Iterator

from pnp.model.problem import Problem, code
from pnp.model.rules import Rule
from pnp.rules.declared._judged import Judged
from pnp.rules.declared._reason import reason

CODE = code("PNP515", "broken rule", __doc__)


def check(rule: Rule, judged: Judged) -> Iterator[Problem]:
    if not judged.world.evaluator.truth(rule.subject, judged.names):
        yield judged.problem(reason(judged, judged.names))
