"""Finished faces → problems that only show when all is laid out. One rule a file, found as those of `pnp.check` are.

A rule's module has a `CODE`, whose explanation is the module's docstring, and one of two functions: `judge(style, ink)`
makes what looks at faces one by one and says which texts are wrong; `check(edition, style)` yields the problems that it
finds.

Faces may be looked at in any order and in several processes: what was `seen` is small, and told of all at once.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from pnp.check._finding import modules_in
from pnp.check.faces._telling import Wrong, told
from pnp.model.display import Face, Group
from pnp.model.game import Edition
from pnp.model.problem import Code, Problem, in_reading_order
from pnp.model.sheet import Leaf
from pnp.model.style import Style

_REMEMBERED = 500  # faces

Judge = Callable[[Face], Iterable[Wrong]]


class FaceRule(NamedTuple):
    name: str
    code: Code
    judge: Callable[[Style, str], Judge] | None
    check: Callable[[Edition, Style], Iterable[Problem]] | None


class Seen(NamedTuple):
    """What is wrong with a text on a piece's leaf, by which rule."""

    rule: str
    component: str
    piece: str
    is_back: bool
    wrong: Wrong


@cache
def face_rules() -> tuple[FaceRule, ...]:
    """All rules there are, by name."""
    return tuple(
        [
            FaceRule(m.__name__.rpartition(".")[2], m.CODE, getattr(m, "judge", None), getattr(m, "check", None))
            for m in modules_in(__name__)
        ]
    )


class Looker:
    """Looks at leaves; what several have in common, backs mostly, is looked at once.

    It remembers what it looked at, and begins anew before that takes more room than it saves time.
    """

    def __init__(self, style: Style, ink: str) -> None:
        self._style, self._ink = style, ink
        self._begin()

    def _begin(self) -> None:
        self._judges = [(rule.name, rule.judge(self._style, self._ink)) for rule in face_rules() if rule.judge]
        self._known: dict[int, tuple[Group, tuple[tuple[str, Wrong], ...]]] = {}

    def seen(self, leaf: Leaf) -> list[Seen]:
        if len(self._known) > _REMEMBERED:
            self._begin()
        return [
            Seen(rule, leaf.component, leaf.piece, face is leaf.back, wrong)
            for face in (leaf.front, leaf.back)
            if face is not None
            for rule, wrong in self._wrong_with(face)
        ]

    def _wrong_with(self, face: Face) -> tuple[tuple[str, Wrong], ...]:
        known = self._known.get(id(face.content))
        if known is None:
            wrong = tuple([(name, each) for name, judge in self._judges for each in judge(face)])
            known = self._known[id(face.content)] = face.content, wrong
        return known[1]


def tell(edition: Edition, style: Style, seen: Sequence[Seen]) -> list[Problem]:
    """All problems; what was seen stands in the order of the pieces."""
    problems: list[Problem] = []
    for rule in face_rules():
        if rule.check:
            problems += rule.check(edition, style)
        problems += told(rule.code, edition, [each[1:] for each in seen if each.rule == rule.name])
    return in_reading_order(problems)


def check_faces(edition: Edition, leaves: Sequence[Leaf], style: Style) -> list[Problem]:
    looker = Looker(style, edition.ink)
    return tell(edition, style, [each for leaf in leaves for each in looker.seen(leaf)])
