"""A catalogue → what is wrong with its translations. One rule a file: whatever module stands here is a rule.

A rule's module has a `CODE`, whose explanation is the module's docstring, and `check(about)`, which yields the problems
it finds. Modules whose name starts with an underscore are what rules share. Whether anything is translated at all is
the business of `pnp.localise.missing`.
"""

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple

from pnp.localise.checks._pairs import About
from pnp.model.problem import Code, Problem

__all__ = ["About", "Rule", "check_catalogue", "rules"]


class Rule(NamedTuple):
    name: str
    code: Code
    check: Callable[[About], Iterable[Problem]]


@cache
def rules() -> tuple[Rule, ...]:
    """All rules there are, by name."""
    names = sorted(info.name for info in iter_modules(__path__) if info.name[0] != "_")
    modules = [import_module(f"{__name__}.{name}") for name in names]
    return tuple(Rule(name, module.CODE, module.check) for name, module in zip(names, modules, strict=True))


def check_catalogue(about: About) -> list[Problem]:
    return [problem for rule in rules() for problem in rule.check(about)]
