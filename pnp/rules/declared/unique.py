"""
Two pieces have the same value where a rule says that it is different for each. Copies of a piece are one piece; what a
piece doesn't say is no value. With `by` values differ among the pieces that have the same value of that.

Bad:  `unique: number`, `of: keepers`, where two keepers have the number 3
Good: each with a number of its own
"""

from collections.abc import Iterator
from typing import Any

from pnp.model.problem import Problem, code
from pnp.model.rulebook import RuleKind
from pnp.model.rules import Rule
from pnp.rules.declared._judged import Judged, few, grouped
from pnp.rules.expressions.values import key, shown

KIND = RuleKind("The rule says that this differs from piece to piece.", needs=("of",), may=("where", "by"))
CODE = code("PNP512 value that isn't unique", __doc__, says="{rule}: {value} is the same for {pieces}{of}")


def check(rule: Rule, judged: Judged) -> Iterator[Problem]:
    if not judged.pieces:
        yield judged.nothing()
        return
    groups: dict[int, Any] = {id(item): () for item in judged.pieces}
    if rule.by is not None:
        groups = {id(item): value for item, value in judged.values(rule.by)}
    pieces = {id(item): (item, value) for item, value in judged.values(rule.subject) if value is not None}
    within = [((item, value), groups[number]) for number, (item, value) in pieces.items()]
    for share, members in (grouped(within) if rule.by else {(): ((), [pair for pair, _ in within])}).values():
        having: dict[Any, list[Any]] = {}
        for item, value in members:
            having.setdefault(key(value), []).append((item, value))
        for alike in having.values():
            if len(alike) > 1:
                items, value = [item for item, _ in alike], alike[0][1]
                of = f" of {shown(share)}" if rule.by else ""
                whose = few(items) or f"{len(items)} of them"
                yield judged.problem(CODE, items[1], value=shown(value), pieces=whose, of=of)
