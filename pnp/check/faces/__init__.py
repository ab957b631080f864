"""Finished faces → problems that only show when all is laid out.

A check is a function of a module here, found as those of `pnp.check` are. One of two decorators declares it:

    @check_faces(TOO_SMALL)                            returns a function that looks at what is painted on one face
    def too_small(style, ink) -> Callable[[Sequence[Painted]], Iterable[Flaw]]:

    @check_edition(LOOK_ALIKE)                         yields the problems that it finds
    def find_similar_entries(edition, style) -> Iterator[Problem]:

Faces may be looked at in any order and in several processes: what was `seen` is small, and reported of all at once. The
same flaw on many pieces is reported once.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import inf
from typing import Literal, NamedTuple, assert_never

from pnp.cardtext.icons import write_tag
from pnp.check.faces._grounds import DrawingGround, Ground, GroupGround, ShapeGround, clip_polygon, is_ground
from pnp.model.colour import Rgb, rgb_of
from pnp.model.display import (
    IDENTITY,
    Drawing,
    Face,
    Group,
    Matrix,
    PageArt,
    Paint,
    Picture,
    Raster,
    SetText,
    Shape,
    Text,
    apply,
)
from pnp.model.game import Edition
from pnp.model.geometry import Box, picture_box, transform_box
from pnp.model.length import MM_PER_POINT
from pnp.model.problem import Code, Mentioned, Problem, Values, sort_problems
from pnp.model.style import Style
from pnp.model.visiting import Reader, SharedWalk, nest, picture_matrix, walk
from pnp.registry import registry

_ABOVE, _BELOW, _MIDDLE = 0.7, 0.2, 0.3  # of the size, from the baseline: capitals, tails, the middle of small letters


_LARGE, _LARGE_BOLD = 18 * MM_PER_POINT - 0.01, 14 * MM_PER_POINT - 0.01

WordLine = tuple[float, float, float, float]  # left, right, halfway up the small letters, size


class Lettering:
    """A text where it stands on the face."""

    kind: Literal["text"] = "text"

    def __init__(
        self, text: Text, lines: list[WordLine], inner: Box, matrix: Matrix = IDENTITY, alpha: float = 1.0
    ) -> None:
        """`inner`: the box in the text's own coordinates."""
        self.text, self.field, self.says = text, text.field, text.says
        self.paints = (rgb_of(text.runs[0].fill),)
        self.outline = text.outline
        self.alpha = alpha
        self.box = inner if matrix is IDENTITY else transform_box(matrix, inner)
        self.size = size = text.size * (matrix[2] ** 2 + matrix[3] ** 2) ** 0.5  # on paper, of its body
        self.is_large = size >= _LARGE or (size >= _LARGE_BOLD and all(run.font.bold for run in text.runs))
        self._lines = lines
        self._inner = inner
        self._matrix = matrix

    def nest(self, group: Group) -> "Lettering":
        """Return the same as it is seen from outside of the group that it stands in."""
        matrix = nest(group.transform, self._matrix)
        return Lettering(self.text, self._lines, self._inner, matrix, self.alpha * group.opacity)

    def split_by_colour(self) -> Sequence["Lettering"]:
        """Part the text by the colours of its words."""
        runs = self.text.runs
        for run in runs:
            if run.fill != runs[0].fill:
                break
        else:
            return (self,)
        fills = dict.fromkeys([run.fill for run in runs])
        texts = [self.text._replace(runs=tuple([run for run in runs if run.fill == fill])) for fill in fills]
        return [Lettering(text, *_lines_and_box(text), self._matrix, self.alpha) for text in texts]

    @cached_property
    def as_set(self) -> SetText:
        text, lines = self.text, 1 if self.text.is_bent else len(self._lines)
        left, top, right, bottom = self.box
        x, y, w, h = left * 100 + 0.5, top * 100 + 0.5, (right - left) * 100 + 0.5, (bottom - top) * 100 + 0.5
        scale = (self._matrix[2] ** 2 + self._matrix[3] ** 2) ** 0.5
        size, full = self.size * 1000 + 0.5, text.full * scale * 1000 + 0.5
        box = x // 1 / 100, y // 1 / 100, w // 1 / 100, h // 1 / 100
        return SetText(text.field, text.says, box, size // 1 / 1000, full // 1 / 1000, lines)

    def points(self) -> list[tuple[float, float]]:
        """Return some points on each line, from its beginning to its end."""
        found = []
        for left, right, y, size in self._lines:
            count = 5 if right - left > 4 * size else 3
            indent = min(size / 4, (right - left) / 4)
            step = (right - left - 2 * indent) / (count - 1)
            found += [apply(self._matrix, left + indent + n * step, y) for n in range(count)]
        return found


class Sign:
    """An icon where it stands on the face. It can be seen if any of its paints can."""

    __slots__ = ("alpha", "box", "icon", "paints")

    kind: Literal["icon"] = "icon"
    field = outline = ""
    is_large = True
    size = inf

    def __init__(self, icon: str, paints: tuple[Rgb, ...], box: Box, alpha: float = 1.0) -> None:
        self.icon = icon
        self.paints = paints
        self.box = box
        self.alpha = alpha

    @property
    def says(self) -> str:
        return write_tag(self.icon)

    def nest(self, group: Group) -> "Sign":
        """Return the same as it is seen from outside of the group that it stands in."""
        return Sign(self.icon, self.paints, transform_box(group.transform, self.box), self.alpha * group.opacity)

    def split_by_colour(self) -> Sequence["Sign"]:
        return (self,)

    def points(self) -> list[tuple[float, float]]:
        left, top, right, bottom = self.box
        return [((left + right) / 2, (top + bottom) / 2)]


Painted = Ground | Lettering | Sign
_MOST_GROUNDS = 5_000  # grounds in groups


class PaintedArt(NamedTuple):
    """What a drawing is, wherever it is shown."""

    paints: tuple[Rgb, ...]  # of an icon
    grounds: list[Ground]


class Painting(Reader[Sequence[Painted], PaintedArt]):
    """An item's grounds, texts and icons, the lowest first. A group without texts and icons is one ground."""

    def __init__(self) -> None:
        self._framed: dict[tuple[object, ...], Ground] = {}

    def text(self, text: Text) -> Sequence[Painted]:
        return (Lettering(text, *_lines_and_box(text)),) if text.runs else ()

    def shape(self, shape: Shape) -> Sequence[Painted]:
        return (ShapeGround(shape),) if is_ground(shape) else ()

    def raster(self, picture: Picture, art: Raster) -> Sequence[Painted]:
        return (Ground(picture_box(picture)),)

    def page(self, picture: Picture, art: PageArt) -> Sequence[Painted]:
        return (Ground(picture_box(picture)),)

    def drawing(self, drawing: Drawing, inside: Sequence[Sequence[Painted]]) -> PaintedArt:
        paints: set[Rgb] = set()
        for item, _, _ in walk(drawing.items) if drawing.icon else ():
            if isinstance(item, Shape):
                paints.update(_colours(item.fill))
                paints.update(_colours(item.stroke and item.stroke.paint))
            elif not isinstance(item, Text | Picture):
                assert_never(item)
        return PaintedArt(tuple(sorted(paints)), [part for parts in inside for part in parts if part.kind == "ground"])

    def vector(self, picture: Picture, art: Drawing, drawing: PaintedArt) -> Sequence[Painted]:
        ground = DrawingGround(picture_box(picture), drawing.grounds, picture_matrix(picture, art))
        if not drawing.paints:  # of a bitmap nobody knows which of its colours matter
            return (ground,)
        return Sign(art.icon, drawing.paints, ground.box), ground

    def group(self, group: Group, inside: Sequence[Sequence[Painted]]) -> Sequence[Painted]:
        parts = [part for each in inside for part in each]
        grounds = [part for part in parts if part.kind == "ground"]
        if grounds == parts:
            return (GroupGround(grounds, group.transform, clip_polygon(group), group.opacity),) if grounds else ()
        if group.transform is IDENTITY and group.clip is None and group.opacity == 1.0:
            return parts
        return [self._frame(part, group) if part.kind == "ground" else part.nest(group) for part in parts]

    def _frame(self, ground: Ground, group: Group) -> Ground:
        """Return a ground as it is seen from outside of its group: one for all groups that only differ in texts."""
        key = ground, group.transform, group.clip, group.clip_evenodd, group.opacity
        framed = self._framed.get(key)
        if framed is None:
            if len(self._framed) > _MOST_GROUNDS:
                self._framed.clear()
            framed = self._framed[key] = GroupGround((ground,), group.transform, clip_polygon(group), group.opacity)
        return framed


def _colours(paint: Paint | None) -> Iterator[Rgb]:
    if isinstance(paint, str):
        yield rgb_of(paint)
    elif paint is not None:
        yield from (rgb_of(stop.colour) for stop in paint.stops)


def _lines_and_box(text: Text) -> tuple[list[WordLine], Box]:
    """Return its lines, runs on one baseline, wherever icons or another font part them; and the box around it."""
    if text.is_bent:
        # each letter is looked at where its middle is
        letters: list[WordLine] = []
        for run in text.runs:
            width = sum([part.width for part in run.parts]) * run.size
            x, y = apply(run.turn_matrix(IDENTITY), run.x + width / 2, run.y - _MIDDLE * run.size)
            letters.append((x - width / 4, x + width / 4, y, run.size))
        half = text.size / 2
        lefts, rights, ys, _ = zip(*letters, strict=True)
        return letters, (min(lefts) - half, min(ys) - half, max(rights) + half, max(ys) + half)
    lines: list[WordLine] = []
    leftmost, rightmost, line = inf, -inf, None
    for run in text.runs:
        size, left = run.size, run.x
        width = 0.0
        for part in run.parts:
            width += part.width
        width *= size
        if run.gap or run.tracking:
            width += sum([run.gap * part.text.count(" ") + run.tracking * len(part.glyphs) for part in run.parts])
        right, y = left + width, run.y - _MIDDLE * size
        leftmost, rightmost = left if left < leftmost else leftmost, right if right > rightmost else rightmost
        if line is not None and line[2] == y:
            line = lines[-1] = left if left < line[0] else line[0], right if right > line[1] else line[1], y, size
        else:
            line = left, right, y, size
            lines.append(line)
    first, last = text.runs[0], text.runs[-1]
    return lines, (leftmost, first.y - _ABOVE * first.size, rightmost, last.y + _BELOW * text.size)


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
    """Make a flaw, which many pieces may share; `said` is what stands at the places of the code's sentence."""
    return Flaw(code, field, *code.sorted(said), hint)


def name_text(field: str, says: str) -> str:
    """Name a text as messages do: by the field that it prints, or by its first words."""
    if field:
        return f'"{field}"'
    line = " ".join(says.split())
    return f"“{line[:23]}…”" if len(line) > 24 else f"“{line}”"


Look = Callable[[Sequence[Painted]], Iterable[Flaw]]  # at what is painted on a face, the lowest first


class FaceCheck(NamedTuple):
    code: Code
    look: Callable[[Style, str], Look]  # the style, the ink


class EditionCheck(NamedTuple):
    code: Code
    find: Callable[[Edition, Style], Iterable[Problem]]


def check_faces(code: Code) -> Callable[[Callable[[Style, str], Look]], FaceCheck]:
    """Make a check of a function that looks at faces."""
    return lambda look: FaceCheck(code, look)


def check_edition(code: Code) -> Callable[[Callable[[Edition, Style], Iterable[Problem]]], EditionCheck]:
    """Make a check of a function that looks at an edition."""
    return lambda find: EditionCheck(code, find)


FACE_CHECKS: Mapping[str, tuple[FaceCheck | EditionCheck, ...]] = registry(
    __name__,
    lambda _, module: tuple([each for each in vars(module).values() if isinstance(each, FaceCheck | EditionCheck)]),
)


def _list_checks() -> Iterator[FaceCheck | EditionCheck]:
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
        """Join a walk, in which others read the faces, too."""
        self._style, self._ink = style, ink
        self._painted = (walk or SharedWalk()).join(Painting())
        self._count = 0

    def look(self, face: Face) -> LookedAt:
        if not self._count % _REMEMBERED:  # forget what was found about grounds: it takes room
            checks = [each for each in _list_checks() if isinstance(each, FaceCheck)]
            self._looks = [each.look(self._style, self._ink) for each in checks]
        self._count += 1
        painted = self._painted(face.content)
        flaws = tuple([each for look in self._looks for each in look(painted)])
        return LookedAt(flaws, tuple([part.as_set for part in painted if part.kind == "text"]))


def report_flaws(edition: Edition, style: Style, seen: Iterable[Seen]) -> list[Problem]:
    """Report what checks of the edition find, and what was `seen`, in the order of the pieces: at the field's place on
    the first piece concerned, or at the layout's if a template says the text."""
    checks = [each for each in _list_checks() if isinstance(each, EditionCheck)]
    problems = [problem for each in checks for problem in each.find(edition, style)]
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
        problem = Problem(code.id, code.severity, span, code.says, values, details, hint, origin, piece.label)
        problems.append(problem._replace(about=(about,)))
    return sort_problems(problems)
