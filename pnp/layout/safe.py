"""What lies too near the cut: content boxes of a face → findings, each with the box that is meant."""

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin
from typing import NamedTuple

from pnp.layout.art.transforms import apply, multiply
from pnp.layout.element import Content, Finding
from pnp.model.display import IDENTITY, Group, Item, Matrix, Text
from pnp.model.game import Format, Outline
from pnp.model.length import mm
from pnp.model.problem import Severity, code

UNSAFE = code(
    "PNP350",
    "content outside the safe area",
    """
A text, an icon or a picture stands nearer to the cut than the component's `safe` distance: scissors and printers
drift by a millimetre or two, and would cut into it. Shapes, and pictures that reach the edge on purpose, are
backgrounds and exempt.

Bad:  `<text x="1" y="1" …>` on a card whose `safe` is 2 mm
Good: `<text x="3" y="3" …>`
""",
    Severity.WARNING,
)

_SLACK = 0.02  # mm
_AROUND = [(cos(n * pi / 8), sin(n * pi / 8)) for n in range(16)]

Point = tuple[float, float]


class Unsafe(NamedTuple):
    content: Content
    finding: Finding


def unsafe(content: Sequence[Content], items: Sequence[Item], format: Format) -> list[Unsafe]:
    """What leaves the safe area, how far, in the order of the content."""
    if format.outline in (Outline.CIRCLE, Outline.HEXAGON):
        over = _over_outline(content, items, format)
    else:
        over = [_over_box(part, format) for part in content]
        if not over or max(over) <= _SLACK:
            return []
    return [
        Unsafe(part, _finding(part, far, format))
        for part, far in zip(content, over, strict=True)
        if far > _SLACK and not (part.kind == "picture" and _reaches_edge(part, format))
    ]


def _finding(part: Content, over: float, format: Format) -> Finding:
    message = f"{part.kind} {part.name} is {mm(over)} outside the safe area, {mm(format.safe)} from the cut"
    return Finding(UNSAFE, message, "", part.field, part.origin)


def _over_box(part: Content, format: Format) -> float:
    safe = format.safe
    return max(safe - part.x, safe - part.y, part.x + part.w - (format.w - safe), part.y + part.h - (format.h - safe))


def _reaches_edge(part: Content, format: Format) -> bool:
    return (
        part.x <= _SLACK
        or part.y <= _SLACK
        or part.x + part.w >= format.w - _SLACK
        or part.y + part.h >= format.h - _SLACK
    )


def _over_outline(content: Sequence[Content], items: Sequence[Item], format: Format) -> list[float]:
    """For round and six-sided pieces: each line of a text by its letters, all else by the ellipse in its box."""
    over = [0.0 if part.kind == "text" else _over_ellipse(part, format) for part in content]
    for corners in _lines(items, IDENTITY):
        x, y = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
        around = [i for i, part in enumerate(content) if part.kind == "text" and _holds(part, x, y)]
        if around:  # else it is clipped away
            i = min(around, key=lambda i: content[i].w * content[i].h)
            over[i] = max(over[i], *[_beyond(format, *corner) for corner in corners])
    return over


def _over_ellipse(part: Content, format: Format) -> float:
    x, y = part.x + part.w / 2, part.y + part.h / 2
    return max(_beyond(format, x + part.w / 2 * across, y + part.h / 2 * down) for across, down in _AROUND)


def _beyond(format: Format, x: float, y: float) -> float:
    """How far a point is outside the safe area of an outline; negative inside."""
    dx, dy = abs(x - format.w / 2), abs(y - format.h / 2)
    if format.outline is Outline.CIRCLE:
        return hypot(dx, dy) - min(format.w, format.h) / 2 + format.safe
    # pointed top: two upright sides, four slanted ones from (0, h/2) to (w/2, h/4)
    across, down = format.h / 4, format.w / 2
    slanted = (dx * across + (dy - format.h / 2) * down) / hypot(across, down)
    return max(dx - format.w / 2, slanted) + format.safe


def _holds(part: Content, x: float, y: float) -> bool:
    return part.x <= x <= part.x + part.w and part.y <= y <= part.y + part.h


def _lines(items: Sequence[Item], matrix: Matrix) -> Iterator[list[Point]]:
    """The corners of the boxes around the letters of each line: from the capitals' height to the baseline."""
    for item in items:
        if isinstance(item, Group):
            yield from _lines(item.items, multiply(matrix, item.transform))
        elif isinstance(item, Text):
            for run in item.runs:
                right = run.x + sum(part.width for part in run.parts) * run.size
                top = run.y - run.font.cap_height * run.size
                yield [apply(matrix, x, y) for x in (run.x, right) for y in (top, run.y)]
