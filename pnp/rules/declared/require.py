"""
Something doesn't hold that a rule says must. Where it is a comparison, the message shows both sides; where it asks
about each of a list, those for which it fails.

Bad:  `require: tokens|count == players * 3`, where there are 14 tokens for five players
Good: 15 tokens
"""

from collections.abc import Iterator

from pnp.model.problem import Problem, code
from pnp.model.rules import Rule, RuleKind
from pnp.rules.declared._figures import compared
from pnp.rules.declared._judged import Judged, few
from pnp.rules.expressions.values import shown

KIND = RuleKind("The rule says that this holds.", about="game")
CODE = code("PNP515", says="{rule}: {reason}{whose}", varies=("reason",))


def check(rule: Rule, judged: Judged) -> Iterator[Problem]:
    if not judged.world.evaluator.truth(rule.subject, judged.names):
        guilty = judged.world.evaluator.guilty(rule.subject, judged.names)
        whose = f" for {few(guilty) or shown(guilty)}" if guilty else ""
        why = compared(judged.world.evaluator, rule.subject, judged.names)
        yield judged.problem(CODE, guilty[0] if guilty else None, reason=why, whose=whose)
