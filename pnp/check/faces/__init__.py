"""Finished faces → problems that only show when all is laid out. One rule a file, found as those of `pnp.check` are.

A rule's module has a `CODE`, whose explanation is the module's docstring, and `check(edition, leaves, style)`, which
yields the problems it finds.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from pnp.check._finding import modules_in
from pnp.model.game import Edition
from pnp.model.problem import Code, Problem, in_reading_order
from pnp.model.sheet import Leaf
from pnp.model.style import Style


class FaceRule(NamedTuple):
    name: str
    code: Code
    check: Callable[[Edition, Sequence[Leaf], Style], Iterable[Problem]]


@cache
def face_rules() -> tuple[FaceRule, ...]:
    """All rules there are, by name."""
    return tuple([FaceRule(m.__name__.rpartition(".")[2], m.CODE, m.check) for m in modules_in(__name__)])


def check_faces(edition: Edition, leaves: Sequence[Leaf], style: Style) -> list[Problem]:
    return in_reading_order(problem for rule in face_rules() for problem in rule.check(edition, leaves, style))
