"""Sheets and what was asked for → everything that is wrong with them, in words.

Knows nothing of how pieces are placed: what is printed must not overlap, be lost, or lie where printers can't print;
and a back must be right when the paper is flipped or folded.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

from paper_reader import (
    around,
    box_of,
    folds_of,
    footer_of,
    imposed,
    marks_of,
    outside,
    overlap,
    placed_box,
    rect,
    ruler_of,
    safe_areas_of,
    strokes,
)
from shapes import corners, depth

from pnp.impose.cut_marks import ARM
from pnp.impose.press import find_paper, printable
from pnp.model.display import Shape
from pnp.model.game import Format
from pnp.model.sheet import Leaf, Placement, Rect, Sheet

HAIR = 1e-6
HALF_A_LINE = 0.075 + HAIR
REGISTER = 0.02


def faults(
    stock: list[Leaf], paper: str = "a4", margin: float = 5.0, marks: str = "edges", **wishes: object
) -> list[str]:
    """Everything that is wrong with the sheets; the text of a refusal counts, too."""
    sheets, problems = imposed(stock, paper, margin, marks, **wishes)
    if found := [str(problem) for problem in problems if problem.severity == "error"]:
        return found
    formats = {face.label: leaf.format for leaf in stock for face in (leaf.front, leaf.back) if face}
    for sheet in sheets:
        found += [f"{sheet.label}: {fault}" for fault in _check_pieces(sheet, margin, formats)]
        found += [
            f"{sheet.label}: {fault}"
            for fault in _check_slug(sheet, margin, marks, str(wishes.get("marked", "both")), formats)
        ]
    sides = str(wishes.get("sides", "fronts"))
    found += _miscounted(sheets, stock, sides, int(str(wishes.get("copies", 1))))
    match sides:
        case "duplex":
            found += _flipped(sheets, upright=wishes.get("flip", "long") == "long")
        case "fold":
            found += _folded(sheets)
    return found


def _check_pieces(sheet: Sheet, margin: float, formats: dict[str, Format]) -> Iterator[str]:
    room = printable(sheet.paper, margin)
    for placement in sheet.placements:
        format = formats[placement.face.label]
        if max(outside(rect(placement), room), outside(placed_box(placement), room)) > HAIR and not placement.clip:
            yield f"{placement} is outside the margins"
        size = (format.h, format.w) if placement.turn % 180 else (format.w, format.h)
        if size != (placement.w, placement.h):
            yield f"{placement} has not its size"
    for a, b in combinations(sheet.placements, 2):
        if overlap(rect(a), rect(b)) <= HAIR and overlap(placed_box(a), rect(b)) <= HAIR:
            continue
        format = formats[a.face.label]
        if format != formats[b.face.label] or depth(rect(a), rect(b), format, a.turn) > HAIR:
            yield f"{a} is on {b}"
    boxes = [rect(placement) for placement in sheet.placements]
    if boxes and sheet.side == "front" and outside(around(boxes), sheet.trim) > HAIR:
        yield f"the trim {sheet.trim} is not around the pieces"


def _check_slug(sheet: Sheet, margin: float, marks: str, marked: str, formats: dict[str, Format]) -> Iterator[str]:
    room = printable(sheet.paper, margin)
    pieces = [rect(placement) for placement in sheet.placements]
    drawn = marks_of(sheet)
    outlines = [shape for shape in drawn.items if shape.path[-1] == ("Z",)] if drawn else []
    open_ = [shape for shape in (drawn.items if drawn else ()) if shape not in outlines]
    edges = [shape for shape in open_ if shape.stroke.paint == "#ffffff"]
    crosses = {shape.path for shape in edges}
    for shape in edges:
        if marks != "edges" or not _in_waste(next(iter(strokes(shape))), sheet, formats):
            yield f"the mark {shape.path} with its white edge reaches into a piece"
    combs = [p for p in sheet.placements if is_comb(formats[p.face.label]) and marks != "none"]
    nets = [shape for shape in open_ if combs and len(shape.path) > 2]
    yield from _net_faults(nets, combs, formats)
    lines = [line for shape in open_ if shape.path not in crosses and shape not in nets for line in strokes(shape)]
    is_apart = any(format.gap for format in formats.values())
    blocks = {name: box_of(item) for name, item in (("footer", footer_of(sheet)), ("ruler", ruler_of(sheet))) if item}
    for line in lines:
        if outside(line, room) > (HALF_A_LINE if marks == "corners" else HAIR):
            yield f"the mark {line} is outside the margins"
        away = HAIR if is_apart and max(line.w, line.h) <= ARM + HAIR else 0.01 - 0.7
        if marks == "edges" and any(overlap(line, piece) > away for piece in pieces):
            yield f"the tick {line} is not 0.7 mm away from the pieces"
        if marks == "corners" and any(overlap(line, piece) > HALF_A_LINE for piece in pieces):
            yield f"the cross {line} is on a piece"
    if outlines:
        there = {_rounded(box_of(shape)) for shape in outlines}
        due = {
            _rounded(_widened(rect(p)))
            for p in sheet.placements
            if p not in combs and (marks == "lines" or formats[p.face.label].outline in ("circle", "hexagon"))
            if marked in ("both", "backs" if p.face.label.endswith(" back") else "fronts")
        }
        if there != due:
            yield "the outlines are not those of the pieces"
    for name, block in blocks.items():
        if outside(block, room) > HAIR:
            yield f"the {name} {block} is outside the margins"
        if any(overlap(block, piece) > 0.01 - 0.7 for piece in pieces):
            yield f"the {name} {block} is not 0.7 mm away from the pieces"
        if any(overlap(block, line) > 0.01 - 0.4 for line in lines):
            yield f"the {name} {block} is not 0.4 mm away from the marks"
    for a, b in combinations(blocks.values(), 2):
        if overlap(a, b) > 0.01 - 0.9:
            yield f"footer and ruler are not 0.9 mm apart: {a}, {b}"
    for dashed in (folds_of(sheet), safe_areas_of(sheet)):
        if dashed and outside(box_of(dashed), room) > HALF_A_LINE:
            yield f"the dashes {box_of(dashed)} are outside the margins"


def is_comb(format: Format) -> bool:
    return format.outline == "hexagon" and format.gap == 0


def _net_faults(nets: list[Shape], combs: list[Placement], formats: dict[str, Format]) -> Iterator[str]:
    """Each side of each hexagon is drawn, once, and nothing else."""
    drawn: set[frozenset[tuple[float, ...]]] = set()
    for net in nets:
        sides = [_side(start[1:], end[1:]) for start, end in zip(net.path[::2], net.path[1::2], strict=True)]
        if len(sides) != len(set(sides)):
            yield "a side of two hexagons is drawn twice"
        drawn.update(sides)
    due = set()
    for placement in combs if nets else ():
        points = corners(formats[placement.face.label], rect(placement), placement.turn)
        due |= {_side(*ends) for ends in pairwise([*points, points[0]])}
    if drawn - due:
        yield "a line follows no hexagon's side"
    if len(nets) == 1 and due - drawn and len({placement.face.label[-4:] for placement in combs}) == 1:
        yield "a hexagon's side isn't drawn"


def _side(start: tuple[float, ...], end: tuple[float, ...]) -> frozenset[tuple[float, ...]]:
    return frozenset(tuple([round(number * 1000 + 1 / 7) for number in point]) for point in (start, end))


def _in_waste(line: Rect, sheet: Sheet, formats: dict[str, Format]) -> bool:
    """Whether a line covers nothing of any piece: it lies in what is cut off of rounded corners."""
    corners = [(x, y) for x in (line.x, line.right) for y in (line.y, line.bottom)]
    return not any(
        _is_inside(x, y, rect(placement), formats[placement.face.label])
        for placement in sheet.placements
        if overlap(line, rect(placement)) > HAIR
        for x, y in corners
    )


def _is_inside(x: float, y: float, box: Rect, format: Format) -> bool:
    """Return a point, of a piece with rounded corners."""
    radius = format.corner
    across = max(box.x + radius - x, x - (box.right - radius), 0.0)
    along = max(box.y + radius - y, y - (box.bottom - radius), 0.0)
    if x < box.x or x > box.right or y < box.y or y > box.bottom:
        return False
    return across <= 0 or along <= 0 or across**2 + along**2 < (radius - HAIR) ** 2


def _widened(box: Rect) -> Rect:
    """Widen a box by half a line all around."""
    return Rect(box.x - 0.075, box.y - 0.075, box.w + 0.15, box.h + 0.15)


def _rounded(box: Rect) -> tuple[float, ...]:
    return tuple(round(value, 4) for value in box)


def _miscounted(sheets: tuple[Sheet, ...], stock: list[Leaf], sides: str, times: int) -> list[str]:
    wanted: Counter[str] = Counter()
    for leaf in stock:
        if sides != "backs":
            wanted[leaf.front.label] += leaf.copies * times
        if sides != "fronts" and leaf.back:
            wanted[leaf.back.label] += leaf.copies * times
    there = Counter(placement.face.label for sheet in sheets for placement in sheet.placements)
    return [
        f"{label}: {wanted[label]} wanted, {there[label]} there"
        for label in wanted | there
        if wanted[label] != there[label]
    ]


def _flipped(sheets: tuple[Sheet, ...], *, upright: bool) -> Iterator[str]:
    """Sheets come in pairs; each back, seen through the paper, lies on its front with its top at the same edge."""
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        if (front.side, back.side, back.label) != ("front", "back", f"{front.label} back"):
            yield f"{back.label} follows {front.label}"
        if front.paper.w > front.paper.h:
            yield f"{front.label} lies on its side"
        middle = (front.paper.w if upright else front.paper.h) / 2
        yield from _check_backs(list(front.placements), list(back.placements), upright, middle)


def _folded(sheets: tuple[Sheet, ...]) -> Iterator[str]:
    for sheet in sheets:
        fronts = [p for p in sheet.placements if not p.face.label.endswith(" back")]
        backs = [p for p in sheet.placements if p.face.label.endswith(" back")]
        if not backs:
            continue
        fold = folds_of(sheet)
        if fold is None:
            yield f"{sheet.label} has no fold"
            continue
        line = box_of(fold)
        upright = line.h > line.w
        middle = line.x + line.w / 2 if upright else line.y + line.h / 2
        yield from _check_backs(fronts, backs, upright, middle)
        if len(fronts) != len(backs):
            yield f"{sheet.label} has {len(fronts)} fronts and {len(backs)} backs"


def _check_backs(fronts: list[Placement], backs: list[Placement], upright: bool, middle: float) -> Iterator[str]:
    at = {(p.face.label, round(p.x, 1), round(p.y, 1)): p for p in fronts}
    for back in backs:
        box = rect(back)
        seen = box._replace(x=2 * middle - box.right) if upright else box._replace(y=2 * middle - box.bottom)
        label = back.face.label.removesuffix(" back")
        front = at.get((label, round(seen.x, 1), round(seen.y, 1)))
        if front is None:
            front = next((p for p in fronts if p.face.label == label and _away(seen, rect(p)) <= 1), None)
        if front is None:
            yield f"{back} is under no front"
        elif _away(seen, rect(front)) > REGISTER:
            yield f"{back} is {_away(seen, rect(front))} mm beside its front {front}"
        elif back.turn % 360 != (-front.turn if upright else 180 - front.turn) % 360:
            yield f"{back} is turned otherwise than its front"


def _away(a: Rect, b: Rect) -> float:
    return max(abs(one - other) for one, other in zip(a, b, strict=True))


def in_step(sheets: tuple[Sheet, ...]) -> bool:
    return all(one.side != other.side for one, other in pairwise(sheets))


def fits(stock: list[Leaf], paper: str, margin: float, marks: str, bleed: str) -> bool:
    """Whether one piece does, with all of its bleed and with marks outside of it where that is insisted on."""
    format = stock[0].format
    beside = 0.0
    if bleed == "yes" and format.bleed:
        is_round = format.outline in ("circle", "hexagon")
        beside = format.bleed + (0.0 if is_round else {"edges": 1.2, "corners": 0.5}.get(marks, 0.0))
    w, h = sorted((format.w + 2 * beside, format.h + 2 * beside))
    room_w, room_h = sorted(printable(find_paper(paper), margin)[2:])
    return w <= room_w and h <= room_h
