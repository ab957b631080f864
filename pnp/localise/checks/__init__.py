"""A catalogue → what is wrong with its translations.

A check is a function of a module here that says by its decorator which code its problems have:

    @check(ICONS)
    def icons(about: About) -> Iterator[Problem]:

Whatever module stands here is asked for its checks, and there is no second list; what they have in common stands in
those whose names start with an underscore. Whether anything is translated at all is the business of
`pnp.localise.missing`.
"""

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import NamedTuple

from pnp.localise.checks._pairs import About
from pnp.model.problem import Code, Problem
from pnp.registry import registry

__all__ = ["CHECKS", "About", "CatalogueCheck", "check", "check_catalogue"]

_Finder = Callable[[About], Iterable[Problem]]


class CatalogueCheck(NamedTuple):
    code: Code
    find: _Finder


def check(code: Code) -> Callable[[_Finder], CatalogueCheck]:
    """Makes a check of a function."""
    return lambda find: CatalogueCheck(code, find)


def _checks(_: str, module: ModuleType) -> tuple[CatalogueCheck, ...]:
    return tuple([each for each in vars(module).values() if isinstance(each, CatalogueCheck)])


CHECKS = registry(__name__, _checks)


def check_catalogue(about: About) -> list[Problem]:
    return [problem for checks in CHECKS.values() for each in checks for problem in each.find(about)]
