"""A piece's format → the closed path that is cut out, from 0,0 to its width and height."""

from collections.abc import Callable

from pnp.model.display import Path, Segment
from pnp.model.game import Format, Outline

KAPPA = 0.5522847498307936  # how far a cubic's handles reach to follow a quarter circle, in radii


def outline_path(format: Format) -> Path:
    """Clockwise and closed; a hexagon has a corner at its top."""
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


def grown_outline(format: Format, by: float) -> Path:
    """The outline with so much around it, or, where `by` is negative, as much inside; empty where nothing is left."""
    w, h = format.w + 2 * by, format.h + 2 * by
    if w <= 0 or h <= 0:
        return ()
    corner = max(0.0, format.corner + by) if format.corner > 0 else 0.0
    return moved(outline_path(format._replace(w=w, h=h, corner=corner)), -by, -by)


def moved(path: Path, x: float, y: float) -> Path:
    """The same path elsewhere."""
    return mapped(path, lambda px, py: (px + x, py + y))


def turned_over(path: Path, width: float) -> Path:
    """The path as seen from behind on a face so wide."""
    return mapped(path, lambda x, y: (width - x, y))


def mapped(path: Path, to: Callable[[float, float], tuple[float, float]]) -> Path:
    """Each point elsewhere; straight lines and cubics stay what they are under anything linear."""
    return tuple([_mapped(segment, to) for segment in path])


def _mapped(segment: Segment, to: Callable[[float, float], tuple[float, float]]) -> Segment:
    match segment:
        case ("C", x1, y1, x2, y2, x, y):
            return ("C", *to(x1, y1), *to(x2, y2), *to(x, y))
        case ("M" | "L" as kind, x, y):
            return (kind, *to(x, y))
        case _:
            return segment


def _polygon(first: tuple[float, float], *others: tuple[float, float]) -> Path:
    return ("M", *first), *(("L", x, y) for x, y in others), ("Z",)


def _rounded(w: float, h: float, rx: float, ry: float) -> Path:
    """Four quarter ellipses; between them straight lines where the radii leave any."""
    kx, ky = rx * (1 - KAPPA), ry * (1 - KAPPA)  # from the corner to the handle
    across = (("L", w - rx, 0.0),) if rx < w / 2 else ()
    down = (("L", w, h - ry),) if ry < h / 2 else ()
    back = (("L", rx, h),) if rx < w / 2 else ()
    up = (("L", 0.0, ry),) if ry < h / 2 else ()
    return (
        ("M", rx, 0.0),
        *across,
        ("C", w - kx, 0.0, w, ky, w, ry),
        *down,
        ("C", w, h - ky, w - kx, h, w - rx, h),
        *back,
        ("C", kx, h, 0.0, h - ky, 0.0, h - ry),
        *up,
        ("C", 0.0, ky, kx, 0.0, rx, 0.0),
        ("Z",),
    )
