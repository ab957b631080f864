"""A rule of rules.yaml and a world → what is wrong. One kind of rule a file: whatever module stands here is one.

A kind's module has a `CODE`, and `check(rule, judged)`, which yields problems: see `_judged.py`. Modules whose name
starts with an underscore are what kinds share.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from pnp.model.problem import Code, Problem
from pnp.model.rules import RULE_KINDS, Rule
from pnp.rules.declared._judged import EXPECTED, SAYS_NOTHING, Judged
from pnp.rules.declared._reason import compared
from pnp.rules.declared._shares import shares
from pnp.rules.expressions import Names, Wrong

if TYPE_CHECKING:
    from pnp.rules.world import World

__all__ = ["EXPECTED", "SAYS_NOTHING", "Judged", "check_rule", "compared", "kinds", "unsaid"]

Check = Callable[[Rule, Judged], Iterable[Problem]]


@cache
def kinds() -> dict[str, tuple[Code, Check]]:
    """All kinds of rules there are, by name."""
    modules = [import_module(f"{__name__}.{info.name}") for info in iter_modules(__path__) if info.name[0] != "_"]
    found = {module.__name__.rpartition(".")[2]: (module.CODE, module.check) for module in modules}
    assert set(found) == set(RULE_KINDS), f"kinds of rules: {sorted(found)}"
    return found


def check_rule(rule: Rule, world: "World", names: Names) -> list[Problem]:
    """What is wrong in one scope: that of a number of players, or of a selection. The hints say the rule's sentence."""
    code, check = kinds()[rule.kind]
    try:
        whole = Judged(rule, code, world, names)
        return [problem for judged in shares(whole) for problem in check(rule, judged)]
    except Wrong as wrong:
        return [wrong.problem]


def unsaid(rule: Rule, world: "World", names: Names) -> Iterator[Problem]:
    """What can't be filled in into the rule's sentence in one scope, whether the rule holds or not."""
    holes = list(world.evaluator.spoken(rule.say))
    if not holes:
        return
    try:
        scopes = [judged.said_names for judged in shares(Judged(rule, kinds()[rule.kind][0], world, names))]
    except Wrong:
        return  # what the rule itself can't be evaluated for is said of the rule
    for hole in holes:
        try:
            for scope in scopes:
                world.evaluator.value(hole, scope)
        except Wrong as wrong:
            yield wrong.problem
