"""Boxes, outlines of pieces, and what a matrix makes of them. Millimetres; y grows downwards."""

from collections.abc import Callable, Iterable

from pnp.model.display import Matrix, Path, Picture, Segment, apply
from pnp.model.game import Format, Outline
from pnp.model.sheet import Rect

Box = tuple[float, float, float, float]  # left, top, right, bottom
NO_BOX: Box = (0.0, 0.0, 0.0, 0.0)

# Millimetres that places and sizes may differ by and still count as the same: others round to pixels, to points or to
# tenths of a millimetre, and scissors are no finer. 32 mm is surely a size of its own, no inch with 1/8 inch around it.
SAME, SURELY_SAME = 0.3, 0.2


def surround(boxes: Iterable[Box]) -> Box:
    """Return the smallest box around all; an empty one around none."""
    edges = list(zip(*boxes, strict=True))
    return (min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3])) if edges else NO_BOX


def surround_points(points: Iterable[tuple[float, float]]) -> Box:
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


def path_box(path: Path) -> Box:
    """Return a box that holds a path: its handles count as if it went through them."""
    xs = [x for segment in path for x in segment[1::2]]
    ys = [y for segment in path for y in segment[2::2]]
    return (min(xs), min(ys), max(xs), max(ys)) if xs else NO_BOX


def picture_box(picture: Picture) -> Box:
    return picture.x, picture.y, picture.x + picture.w, picture.y + picture.h


def holds(outer: Box, inner: Box, slack: float = 0.0) -> bool:
    begins_before = outer[0] - slack <= inner[0] and outer[1] - slack <= inner[1]
    return begins_before and inner[2] <= outer[2] + slack and inner[3] <= outer[3] + slack


def transform_box(m: Matrix, box: Box) -> Box:
    """Return the box around a box after a transform."""
    left, top, right, bottom = box
    if m[0] == 1.0 == m[3] and m[1] == 0.0 == m[2]:
        return (left + m[4], top + m[5], right + m[4], bottom + m[5])
    return surround_points([apply(m, x, y) for x in (left, right) for y in (top, bottom)])


def rect_of(box: Box) -> Rect:
    left, top, right, bottom = box
    return Rect(left, top, right - left, bottom - top)


def surround_rects(rects: Iterable[Rect]) -> Rect:
    return rect_of(surround([(rect.x, rect.y, rect.right, rect.bottom) for rect in rects]))


def grow(rect: Rect, by: float) -> Rect:
    return Rect(rect.x - by, rect.y - by, rect.w + 2 * by, rect.h + 2 * by)


def overlap(one: Rect, other: Rect) -> tuple[float, float]:
    """Return how far two boxes reach into each other across and down; less than 0 is the distance between them."""
    across = min(one.right, other.right) - max(one.x, other.x)
    return across, min(one.bottom, other.bottom) - max(one.y, other.y)


def has_middle(outer: Rect, inner: Rect) -> bool:
    """Tell whether the middle of one box lies in another."""
    x, y = inner.x + inner.w / 2, inner.y + inner.h / 2
    return outer.x <= x <= outer.right and outer.y <= y <= outer.bottom


def are_same(one: Iterable[float], other: Iterable[float], off: float = SAME) -> bool:
    """Tell whether all numbers of one box, place or size are those of another, about."""
    return all(abs(a - b) < off for a, b in zip(one, other, strict=True))


def determinant(m: Matrix) -> float:
    return m[0] * m[3] - m[1] * m[2]


def is_flat(m: Matrix) -> bool:
    """Tell whether a matrix leaves no area."""
    return abs(determinant(m)) < 1e-12


def invert(m: Matrix) -> Matrix:
    """Return what undoes a matrix that isn't flat."""
    a, b, c, d, e, f = m
    size = determinant(m)
    return d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size


def is_upright(m: Matrix) -> bool:
    """Tell whether boxes stay boxes: moved and scaled, turned by quarters at most."""
    return (abs(m[1]) < 1e-9 and abs(m[2]) < 1e-9) or (abs(m[0]) < 1e-9 and abs(m[3]) < 1e-9)


KAPPA = 0.5522847498307936  # how far a cubic's handles reach to follow a quarter circle, in radii


def outline_path(format: Format) -> Path:
    """Return the path that is cut out, clockwise and closed; a hexagon has a corner at its top."""
    w, h = format.w, format.h
    match format.outline:
        case Outline.CIRCLE:
            return _rounded(w, h, w / 2, h / 2)
        case Outline.HEXAGON:
            return _polygon((w / 2, 0.0), (w, h / 4), (w, h * 3 / 4), (w / 2, h), (0.0, h * 3 / 4), (0.0, h / 4))
        case Outline.ROUNDED if format.corner > 0:
            radius = min(format.corner, w / 2, h / 2)
            return _rounded(w, h, radius, radius)
        case _:
            return _polygon((0.0, 0.0), (w, 0.0), (w, h), (0.0, h))


def rectangle_path(x: float, y: float, w: float, h: float) -> Path:
    return _polygon((x, y), (x + w, y), (x + w, y + h), (x, y + h))


def grow_outline(format: Format, by: float) -> Path:
    """Return the outline with so much around it or, where `by` is negative, inside; empty where nothing is left."""
    w, h = format.w + 2 * by, format.h + 2 * by
    if w <= 0 or h <= 0:
        return ()
    corner = max(0.0, format.corner + by) if format.corner > 0 else 0.0
    return move_path(outline_path(format._replace(w=w, h=h, corner=corner)), -by, -by)


def move_path(path: Path, x: float, y: float) -> Path:
    """Return the same path elsewhere."""
    return map_path(path, lambda px, py: (px + x, py + y))


def map_path(path: Path, to: Callable[[float, float], tuple[float, float]]) -> Path:
    """Move each point of a path; straight lines and cubics stay what they are under anything linear."""
    moved: list[Segment] = []
    for segment in path:
        match segment:
            case ("C", x1, y1, x2, y2, x, y):
                moved.append(("C", *to(x1, y1), *to(x2, y2), *to(x, y)))
            case ("M" | "L" as kind, x, y):
                moved.append((kind, *to(x, y)))
            case _:
                moved.append(segment)
    return tuple(moved)


def _polygon(first: tuple[float, float], *others: tuple[float, float]) -> Path:
    return ("M", *first), *(("L", x, y) for x, y in others), ("Z",)


def _rounded(w: float, h: float, rx: float, ry: float) -> Path:
    """Return four quarter ellipses, and between them straight lines where the radii leave any."""
    kx, ky = rx * (1 - KAPPA), ry * (1 - KAPPA)  # from the corner to the handle
    is_wide, is_high = rx < w / 2, ry < h / 2
    return (
        ("M", rx, 0.0),
        *((("L", w - rx, 0.0),) if is_wide else ()),
        ("C", w - kx, 0.0, w, ky, w, ry),
        *((("L", w, h - ry),) if is_high else ()),
        ("C", w, h - ky, w - kx, h, w - rx, h),
        *((("L", rx, h),) if is_wide else ()),
        ("C", kx, h, 0.0, h - ky, 0.0, h - ry),
        *((("L", 0.0, ry),) if is_high else ()),
        ("C", 0.0, ky, kx, 0.0, rx, 0.0),
        ("Z",),
    )
