"""What lies too near the cut: content boxes of a face → findings."""

from pnp.layout.element import Content, Finding
from pnp.model.display import Group, Item, Matrix, Text
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
""",
    Severity.WARNING,
)

_SLACK = 0.02  # mm


def unsafe(content: tuple[Content, ...], format: Format, items: tuple[Item, ...]) -> list[Finding]:
    """A finding for each content box that leaves the safe area."""
    found: list[Finding] = []
    for part in content:
        over = _over_box(part, format)
        if over > _SLACK and not (part.is_picture and _reaches_edge(part, format)):
            message = f"{part.what} is {mm(over)} outside the safe area, {mm(format.safe)} from the cut"
            found.append(Finding(UNSAFE, message, "", part.field, part.origin))
    if not found and format.outline in (Outline.CIRCLE, Outline.HEXAGON):
        found += _unsafe_lines(format, items)
    return found


def _over_box(part: Content, format: Format) -> float:
    safe = format.safe
    return max(
        safe - part.x, safe - part.y, part.x + part.w - (format.w - safe), part.y + part.h - (format.h - safe), 0.0
    )


def _reaches_edge(part: Content, format: Format) -> bool:
    return (
        part.x <= _SLACK
        or part.y <= _SLACK
        or part.x + part.w >= format.w - _SLACK
        or part.y + part.h >= format.h - _SLACK
    )


def _unsafe_lines(format: Format, items: tuple[Item, ...]) -> list[Finding]:
    """For round and six-sided pieces: each line of text against the outline itself."""
    found: list[Finding] = []
    for text, x, y, w, h in _lines(items, 0.0, 0.0):
        over = max(_over_outline(format, cx, cy) for cx in (x, x + w) for cy in (y, y + h))
        if over > _SLACK:
            what = f'text "{text.field}"' if text.field else "text"
            found.append(Finding(UNSAFE, f"{what} is {mm(over)} outside the safe area of its outline", "", text.field))
    return found[:1]


def _over_outline(format: Format, x: float, y: float) -> float:
    dx, dy = abs(x - format.w / 2), abs(y - format.h / 2)
    if format.outline is Outline.CIRCLE:
        return float((dx * dx + dy * dy) ** 0.5) - (min(format.w, format.h) / 2 - format.safe)
    # pointed top: two upright sides, four slanted ones
    slanted = (dx * 0.5 + dy * 0.8660254) - format.h / 2 * 0.8660254
    return max(dx - format.w / 2, slanted) + format.safe


def _lines(items: tuple[Item, ...], x: float, y: float) -> list[tuple[Text, float, float, float, float]]:
    """The ink boxes of texts: cap height above each baseline; turned groups are left out."""
    found: list[tuple[Text, float, float, float, float]] = []
    for item in items:
        if isinstance(item, Group) and _is_shift(item.transform):
            found += _lines(item.items, x + item.transform[4], y + item.transform[5])
        elif isinstance(item, Text):
            for run in item.runs:
                width = sum(part.width for part in run.parts) * run.size
                height = run.font.cap_height * run.size
                found.append((item, x + run.x, y + run.y - height, width, height))
    return found


def _is_shift(matrix: Matrix) -> bool:
    return matrix[:4] == (1.0, 0.0, 0.0, 1.0)
