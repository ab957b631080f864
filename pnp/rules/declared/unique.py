"""
Two pieces have the same value where a rule says that it is different for each. Copies of a piece are one piece; what a
piece doesn't say is no value. With `by` values differ among the pieces that have the same value of that.

Bad:  `unique: number`, `of: keepers`, where two keepers have the number 3
Good: each with a number of its own
"""

from collections.abc import Iterator

from pnp.model.problem import Problem, code
from pnp.model.rules import Rule, RuleKind
from pnp.rules.declared._scopes import RuleScope, group_by_value, some_ids
from pnp.rules.expressions.values import show

KIND = RuleKind("The rule says that this differs from piece to piece.", needs=("of",), may=("where", "by"))
CODE = code("PNP512", says="{rule}: {value} is the same for {pieces}{of}")


def check(rule: Rule, scope: RuleScope) -> Iterator[Problem]:
    if not scope.pieces:
        yield scope.says_nothing()
        return
    shares = {id(item): value for item, value in scope.values(rule.by)} if rule.by else {}
    pieces = {id(item): (item, value) for item, value in scope.values(rule.subject) if value not in (None, ())}
    within = [(pair, shares.get(number, ())) for number, pair in pieces.items()]
    for share, members in group_by_value(within).values() if rule.by else [((), list(pieces.values()))]:
        for value, items in group_by_value([(item, (value,)) for item, value in members]).values():
            if len(items) > 1:
                of = f" of {show(share)}" if rule.by else ""
                whose = some_ids(items) or f"{len(items)} of them"
                yield scope.problem(CODE, among=items, value=show(value), pieces=whose, of=of)
