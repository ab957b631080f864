"""Finished faces → what stands too near to the cut, and what lies beyond it, so that it is missing on paper."""

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin

from pnp.layout.element import Content, Finding, find
from pnp.model.display import Item, apply
from pnp.model.game import Format, Outline
from pnp.model.length import mm
from pnp.model.problem import Severity, code
from pnp.model.visiting import texts_on

UNSAFE = code(
    "PNP350 content outside the safe area",
    """A text, an icon or a picture stands nearer to the cut than the component's `safe` distance: scissors and printers
drift by a millimetre or two, and would cut into it. Shapes, and pictures that reach the edge on purpose, are
backgrounds and exempt.

Bad:  `<text x="1" y="1" …>` on a card whose `safe` is 2 mm
Good: `<text x="3" y="3" …>`""",
    Severity.WARNING,
    says="{kind} {part} is {near} from the cut: {safe} are to be left",
    varies=("part", "near"),
)
CROPPED = code(
    "PNP158 content beyond the cut",
    """Part of a text or an icon, or all of it, lies beyond the edge of the piece, so that it is missing on paper. It is
told before all other warnings.

Bad:  `<text x="60" w="30" …>` on a card that is 63 mm wide
Good: `<text x="30" w="30" …>`""",
    Severity.WARNING,
    says="{kind} {part} reaches {over} beyond the cut",
    varies=("part", "over"),
    grave=True,
)
BEYOND = CROPPED.also("{what} beyond the cut at the {edge}: the piece is {size}", varies=("what",))

_SLACK = 0.02  # mm
_AROUND = [(cos(n * pi / 8), sin(n * pi / 8)) for n in range(16)]

Point = tuple[float, float]


def unsafe(content: Sequence[Content], items: Sequence[Item], format: Format) -> list[tuple[Content, Finding]]:
    """What leaves the safe area, in the order of the content; then, edge by edge, what isn't on the piece at all."""
    if format.outline in (Outline.CIRCLE, Outline.HEXAGON):
        over = _over_outline(content, items, format)
    else:
        safe, right, bottom = format.safe, format.w - format.safe, format.h - format.safe
        if not [p for p in content if p.x < safe or p.y < safe or p.x + p.w > right or p.y + p.h > bottom]:
            return []
        over = [max(safe - p.x, safe - p.y, p.x + p.w - right, p.y + p.h - bottom) for p in content]
    found: list[tuple[Content, Finding]] = []
    beyond: dict[str, list[Content]] = {}
    for part, far in zip(content, over, strict=True):
        if far <= _SLACK:
            continue
        reaches_edge = (
            part.x <= _SLACK
            or part.y <= _SLACK
            or part.x + part.w >= format.w - _SLACK
            or part.y + part.h >= format.h - _SLACK
        )
        if part.kind == "picture" and reaches_edge:  # a background
            continue
        passed = {
            "left": part.x + part.w <= 0,
            "right": part.x >= format.w,
            "top": part.y + part.h <= 0,
            "bottom": part.y >= format.h,
        }
        if edge := next((edge for edge, is_passed in passed.items() if is_passed), ""):
            beyond.setdefault(edge, []).append(part)
            continue
        kind, name, safe = part.kind, part.name, format.safe
        if far > safe + _SLACK:
            finding = find(CROPPED, kind=kind, part=name, over=mm(far - safe))
        else:
            finding = find(UNSAFE, kind=kind, part=name, near=mm(max(safe - far, 0.0)), safe=mm(safe))
        found.append((part, finding._replace(field=part.field, origin=part.origin)))
    return [*found, *[(parts[0], _beyond_cut(parts, edge, format)) for edge, parts in beyond.items()]]


def _beyond_cut(parts: list[Content], edge: str, format: Format) -> Finding:
    """One for all that lies there, since one wrong size moves them all."""
    first, last = parts[0], parts[-1]
    kind = first.kind if all(part.kind == first.kind for part in parts) else "part"
    what = f"{first.kind} {first.name} is"
    if len(parts) > 1:
        what = f"{len(parts)} {kind}s, {first.name} to {last.name}, are"
    size = f"{mm(format.w).removesuffix(' mm')} × {mm(format.h)}"
    return find(BEYOND, what=what, edge=edge, size=size)._replace(field=first.field, origin=first.origin)


def _over_outline(content: Sequence[Content], items: Sequence[Item], format: Format) -> list[float]:
    """For round and six-sided pieces: each line of a text by its letters, all else by the ellipse in its box."""
    over = [0.0 if part.kind == "text" else _over_ellipse(part, format) for part in content]
    for corners in _lines(items):
        x, y = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
        texts = [(i, part) for i, part in enumerate(content) if part.kind == "text"]
        around = [i for i, box in texts if box.x <= x <= box.x + box.w and box.y <= y <= box.y + box.h]
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


def _lines(items: Sequence[Item]) -> Iterator[list[Point]]:
    """The corners of the boxes around the letters of each line: from the capitals' height to the baseline."""
    for text, matrix in texts_on(items):
        for run in text.runs:
            right = run.x + sum(part.width for part in run.parts) * run.size
            top = run.y - run.font.cap_height * run.size
            yield [apply(run.turned(matrix), x, y) for x in (run.x, right) for y in (top, run.y)]
