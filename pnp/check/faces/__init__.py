"""Finished faces → problems that only show when all is laid out.

A check is a function of a module here, found as those of `pnp.check` are. One of two decorators says what it looks at:

    @of_faces                                          makes what looks at what is painted on one face, and says
    def too_small(style, ink) -> Callable[[Sequence[Painted]], Iterable[Flaw]]:      which texts are wrong

    @of_edition                                        yields the problems that it finds
    def alike(edition, style) -> Iterator[Problem]:

Faces may be looked at in any order and in several processes: what was `seen` is small, and told of all at once. The
same thing on many pieces is said once.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from types import ModuleType
from typing import NamedTuple

from pnp.check.faces._words import Painted, Painting
from pnp.model.display import Face, SetText
from pnp.model.game import Edition
from pnp.model.problem import Code, Mentioned, Problem, Values, sort_problems
from pnp.model.style import Style
from pnp.model.visiting import SharedWalk
from pnp.registry import registry

_REMEMBERED = 1000  # faces
_NUMBER = re.compile(r"\.\d+")  # of an item in a list: its siblings are the same field


class Flaw(NamedTuple):
    """What is wrong with a text or an icon on a face, before it is known which piece has it."""

    code: Code
    field: str  # of the piece, where it prints one
    values: Values
    details: Values
    hint: str


@lru_cache(4096)
def flaw(code: Code, field: str, hint: str, **said: Mentioned) -> Flaw:
    """`said` is what stands at the places of the code's sentence. Many pieces share a flaw."""
    return Flaw(code, field, *code.sorted(said), hint)


def called(field: str, says: str) -> str:
    """A text as messages name it: by the field that it prints, or by its first words."""
    if field:
        return f'"{field}"'
    line = " ".join(says.split())
    return f"“{line[:23]}…”" if len(line) > 24 else f"“{line}”"


Look = Callable[[Sequence[Painted]], Iterable[Flaw]]  # at what is painted on a face, the lowest first


class OfFaces(NamedTuple):
    code: Code
    look: Callable[[Style, str], Look]  # the style, the ink


class OfEdition(NamedTuple):
    code: Code
    find: Callable[[Edition, Style], Iterable[Problem]]


def of_faces(code: Code) -> Callable[[Callable[[Style, str], Look]], OfFaces]:
    """Makes a check of a function."""
    return lambda look: OfFaces(code, look)


def of_edition(code: Code) -> Callable[[Callable[[Edition, Style], Iterable[Problem]]], OfEdition]:
    """Makes a check of a function."""
    return lambda find: OfEdition(code, find)


def _checks(_: str, module: ModuleType) -> tuple[OfFaces | OfEdition, ...]:
    return tuple([each for each in vars(module).values() if isinstance(each, OfFaces | OfEdition)])


FACE_CHECKS = registry(__name__, _checks)


def _each() -> Iterator[OfFaces | OfEdition]:
    return (each for checks in FACE_CHECKS.values() for each in checks)


class Seen(NamedTuple):
    """What is wrong on a piece's leaf."""

    component: str
    piece: str
    is_back: bool
    flaw: Flaw


class LookedAt(NamedTuple):
    """What a face says, and what is wrong with that."""

    flaws: tuple[Flaw, ...]
    texts: tuple[SetText, ...]


class Looker:
    """Looks at faces."""

    def __init__(self, style: Style, ink: str, walk: SharedWalk | None = None) -> None:
        """`walk`: the one in which others read the faces, too."""
        self._style, self._ink = style, ink
        self._painted = (walk or SharedWalk()).join(Painting())
        self._count = 0
        self._begin()

    def _begin(self) -> None:
        """Forget what was found about grounds: it takes room."""
        self._looks = [each.look(self._style, self._ink) for each in _each() if isinstance(each, OfFaces)]

    def look(self, face: Face) -> LookedAt:
        self._count += 1
        if not self._count % _REMEMBERED:
            self._begin()
        painted = self._painted(face.content)
        flaws = tuple([each for look in self._looks for each in look(painted)])
        return LookedAt(flaws, tuple([part.as_set() for part in painted if part.kind == "text"]))


def tell(edition: Edition, style: Style, seen: Iterable[Seen]) -> list[Problem]:
    """All problems; what was seen stands in the order of the pieces."""
    problems = [problem for each in _each() if isinstance(each, OfEdition) for problem in each.find(edition, style)]
    return sort_problems([*problems, *_told(edition, seen)])


def _told(edition: Edition, seen: Iterable[Seen]) -> Iterator[Problem]:
    """At the field's place on the first piece concerned; at the layout's, where the template says the text itself."""
    alike: dict[object, dict[tuple[str, str], Seen]] = {}
    for each in seen:
        wrong = each.flaw
        key = each.component, _NUMBER.sub("", wrong.field), wrong.code, wrong.values, each.is_back
        alike.setdefault(key, {}).setdefault((each.piece, wrong.field), each)
    for texts in alike.values():
        first = next(iter(texts.values()))
        code, field, values, details, hint = first.flaw
        component = edition.components[first.component]
        piece = next(piece for piece in component.pieces if piece.id == first.piece)
        about = f"{piece.label} and {len(texts) - 1} more" if len(texts) > 1 else piece.label
        layout = component.span if first.is_back else component.layout_span
        said, source = (piece.span_of(field), piece.source_of(field)) if field else (layout, piece.span)
        has_two = not field or (said != source and said.file)  # a translated text stands in two places
        span, origin = (said, source) if has_two else (source, None)
        yield Problem(
            code.id, code.severity, span, code.says, values, details, hint, origin, piece.label, about=(about,)
        )
