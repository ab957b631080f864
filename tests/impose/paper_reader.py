"""Leaves to impose, and what stands on the sheets that come of it: boxes in millimetres, listings, pictures in letters.

Reads the display list on its own, so that it would notice what the imposer misunderstands.
"""

from collections.abc import Callable, Iterator

from pnp.impose import impose
from pnp.impose.press import Captions, Press, find_paper
from pnp.model.display import IDENTITY, Face, Group, Item, Matrix, Shape, Stroke, Text
from pnp.model.game import Format, Outline
from pnp.model.options import Options
from pnp.model.problem import Problem
from pnp.model.sheet import USUAL_MARGIN, Leaf, Placement, Printer, Rect, Sheet
from pnp.model.span import Span

EMPTY = Group(())
CAPTIONS = Captions(
    lambda title, page, pages: f"Starter · v1 · en · {title} · print at 100 % · {page}/{pages}",
    "100 mm – measure me: if it is not, print again at 100 %",
)
TEXT_ABOVE, TEXT_BELOW = 0.9, 0.25  # of the size: what letters with accents and tails ink


def typeset(text: str, size: float) -> tuple[Text, float]:
    """Every letter half as wide as the text is large."""
    return Text((), text, size), len(text) * size / 2


def leaves(
    component: str,
    w: float,
    h: float,
    count: int = 1,
    *,
    copies: int = 1,
    outline: str = "rectangle",
    corner: float = 0.0,
    backs: str = "none",
    bleed: float = 0.0,
    gap: float | None = None,
) -> list[Leaf]:
    """Pieces a, b, c …; `backs` names those that have one: "all", "none" or their letters."""
    made = []
    for number in range(count):
        piece = chr(ord("a") + number) if count <= 26 else str(number)
        front = Face(f"{component}/{piece}", w, h, EMPTY, "en")
        back = front._replace(label=f"{component}/{piece} back") if backs == "all" or piece in backs.split() else None
        format = Format(w, h, Outline(outline), corner, bleed=bleed, gap=gap)
        made.append(Leaf(component, component.capitalize(), piece, copies, format, front, back))
    return made


def press(
    paper: str = "a4",
    margin: float | None = None,
    printer: Printer | None = None,
    *,
    tile: bool = True,
    **wishes: object,
) -> Press:
    """`wishes`: options."""
    usual = printer.margin if printer else USUAL_MARGIN
    options = Options("test", **wishes)  # type: ignore[arg-type]
    return Press(options, find_paper(paper), usual if margin is None else margin, printer, tile)


def imposed(
    stock: list[Leaf], paper: str = "a4", margin: float = 5.0, marks: str = "edges", **wishes: object
) -> tuple[tuple[Sheet, ...], list[Problem]]:
    """`wishes`: further options, or a printer. Components stand on sheets of their own unless wished otherwise."""
    spans = {leaf.component: Span(f"{leaf.component}.yaml", 4, 5) for leaf in stock}
    made = press(paper, margin, marks=marks, **({"together": "no"} | wishes))
    sheets, problems, _ = impose(stock, made, CAPTIONS, typeset, spans)
    return sheets, problems


def sheets_of(
    stock: list[Leaf], paper: str = "a4", margin: float = 5.0, marks: str = "edges", **wishes: object
) -> tuple[Sheet, ...]:
    """Return the sheets of what must impose without an error."""
    sheets, problems = imposed(stock, paper, margin, marks, **wishes)
    assert [str(problem) for problem in problems if problem.severity != "note"] == []
    return sheets


def box_of(item: Item) -> Rect:
    """Return the box of an item on the sheet, lines with their width."""
    return around([*strokes(item), *(box for _, box in texts(item))])


def around(boxes: list[Rect]) -> Rect:
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Rect(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)


def strokes(item: Item, matrix: Matrix = IDENTITY) -> Iterator[Rect]:
    """Yield the box of each line drawn, a path's segments one by one; a line's ends are cut straight."""
    if isinstance(item, Group):
        for inner in item.items:
            yield from strokes(inner, _times(matrix, item.transform))
    elif isinstance(item, Shape):
        assert item.fill is None and item.stroke is not None
        start = at = (0.0, 0.0)
        for kind, *numbers in item.path:
            points = list(zip(numbers[::2], numbers[1::2], strict=True)) or [start]
            if kind == "M":
                start = points[-1]
            else:
                box = _box([_apply(matrix, *point) for point in (at, *points)])
                half = item.stroke.width / 2
                across, up = (half if box.h or not box.w else 0.0), (half if box.w or not box.h else 0.0)
                yield Rect(box.x - across, box.y - up, box.w + 2 * across, box.h + 2 * up)
            at = points[-1]


def texts(item: Item, matrix: Matrix = IDENTITY) -> Iterator[tuple[Text, Rect]]:
    """Each text with the box of its letters."""
    if isinstance(item, Group):
        for inner in item.items:
            yield from texts(inner, _times(matrix, item.transform))
    elif isinstance(item, Text):
        _, width = typeset(item.says, item.size)
        above, below = -TEXT_ABOVE * item.size, TEXT_BELOW * item.size
        yield item, _box([_apply(matrix, x, y) for x in (0.0, width) for y in (above, below)])


def marks_of(sheet: Sheet) -> Group | None:
    """Return the group of bare lines that are cut; footer and ruler are those with texts."""
    return _bare(sheet, lambda stroke: not stroke.dash)


def folds_of(sheet: Sheet) -> Group | None:
    return _bare(sheet, lambda stroke: stroke.dash and stroke.paint == "#000000")


def safe_areas_of(sheet: Sheet) -> Group | None:
    return _bare(sheet, lambda stroke: stroke.dash and stroke.paint != "#000000")


def _bare(sheet: Sheet, like: Callable[[Stroke], bool]) -> Group | None:
    bare = [item for item in sheet.furniture if not any(texts(item))]
    found = [item for item in bare if all(like(shape.stroke) for shape in item.items)]
    assert len(found) <= 1
    return found[0] if found else None


def footer_of(sheet: Sheet) -> Group | None:
    return _saying(sheet, "Starter")


def ruler_of(sheet: Sheet) -> Group | None:
    return _saying(sheet, "100 mm")


def _saying(sheet: Sheet, start: str) -> Group | None:
    found = [item for item in sheet.furniture if any(text.says.startswith(start) for text, _ in texts(item))]
    assert len(found) <= 1
    return found[0] if found else None


def overlap(a: Rect, b: Rect) -> float:
    """How deep two boxes are in each other; negative: how far they are apart."""
    return min(a.right - b.x, b.right - a.x, a.bottom - b.y, b.bottom - a.y)


def outside(inner: Rect, outer: Rect) -> float:
    """How far a box sticks out of another."""
    return max(outer.x - inner.x, outer.y - inner.y, inner.right - outer.right, inner.bottom - outer.bottom)


def rect(placement: Placement) -> Rect:
    return Rect(placement.x, placement.y, placement.w, placement.h)


def placed_box(placement: Placement) -> Rect:
    """Return the box of what shows of a face, on the sheet."""
    face = placement.face
    if placement.clip is None:
        return rect(placement)
    points = [(segment[i], segment[i + 1]) for segment in placement.clip for i in range(1, len(segment), 2)]
    match placement.turn:
        case 90:
            points = [(face.h - y, x) for x, y in points]
        case 180:
            points = [(face.w - x, face.h - y) for x, y in points]
        case 270:
            points = [(y, face.w - x) for x, y in points]
    return _box([(placement.x + x, placement.y + y) for x, y in points])


def rows(sheet: Sheet, like: Sheet | None = None) -> str:
    """Return the pieces' letters as they lie, a dot for an empty cell; `like` is the sheet that shows the cells."""
    cells = [*sheet.placements, *(like.placements if like else ())]
    xs, ys = sorted({round(cell.x, 3) for cell in cells}), sorted({round(cell.y, 3) for cell in cells})
    letters = {(round(p.x, 3), round(p.y, 3)): p.face.label.split("/")[1].split()[0] for p in sheet.placements}
    return "\n".join(" ".join(letters.get((x, y), ".") for x in xs) for y in ys)


def listing(sheets: tuple[Sheet, ...]) -> str:
    """Everything on the sheets as text, for golden files."""
    lines: list[str] = []
    for sheet in sheets:
        name, w, h = sheet.paper
        lines += [f"{sheet.label} · {sheet.side} · {name} {w:g} × {h:g} · trim {_rect(sheet.trim)}"]
        for placement in sheet.placements:
            turned = f" turned {placement.turn}" if placement.turn else ""
            lines += [f"  {_rect(rect(placement))} {placement.face.label}{turned}"]
        for item in sheet.furniture:
            says = [f'"{text.says}" {text.size:.3f}' for text, _ in texts(item)]
            lines += [f"  {_rect(box_of(item))} {' '.join(says) or 'marks'}"]
        lines += [f"    {_rect(box_of(shape))}" for shape in (marks_of(sheet) or EMPTY).items]
        lines += [""]
    return "\n".join(line.rstrip() for line in lines)


def picture(sheet: Sheet, across: float = 3.0, down: float = 6.0) -> str:
    """Return the sheet in letters of so many millimetres: pieces outlined by their own, t texts and ruler, + marks."""
    columns, lines = round(sheet.paper.w / across), round(sheet.paper.h / down)
    canvas = [[" "] * columns for _ in range(lines)]

    def fill(box: Rect, letter: str) -> None:
        for row in range(int(box.y / down + 1e-6), min(lines, int((box.bottom - 1e-6) / down) + 1)):
            for column in range(int(box.x / across + 1e-6), min(columns, int((box.right - 1e-6) / across) + 1)):
                canvas[row][column] = letter

    for stroke in strokes(marks_of(sheet) or EMPTY):
        fill(stroke, "+")
    for item in sheet.furniture:
        if any(texts(item)):
            fill(box_of(item), "t")
    for placement in sheet.placements:
        letter = placement.face.label.split("/")[1][0]
        box = rect(placement)
        inside = Rect(box.x + across / 2, box.y + down / 2, box.w - across, box.h - down)
        fill(inside, letter)
        fill(Rect(inside.x + across, inside.y + down, inside.w - 2 * across, inside.h - 2 * down), " ")
    edge = "=" * (columns + 2)
    return "\n".join([edge, *(f"|{''.join(row)}|" for row in canvas), edge])


def _rect(box: Rect) -> str:
    x, y, w, h = (f"{value:.2f}".rstrip("0").rstrip(".") for value in box)
    return f"{x:>6} {y:>6}  {w:>6} × {h:<6}"


def _box(points: list[tuple[float, float]]) -> Rect:
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _times(m: Matrix, n: Matrix) -> Matrix:
    a, b, c, d, e, f = n
    x, y = _apply(m, e, f)
    return (m[0] * a + m[2] * b, m[1] * a + m[3] * b, m[0] * c + m[2] * d, m[1] * c + m[3] * d, x, y)


def moved_by(m: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return a point after a transform."""
    return _apply(m, x, y)


def _apply(m: Matrix, x: float, y: float) -> tuple[float, float]:
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]
