"""An SVG file → a `Drawing` from 0,0 to the size of its view box, and everything in it that cannot be printed."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path as File

from pnp.layout.art.files import read_art
from pnp.layout.art.palette import Palette
from pnp.layout.art.paths import Box, path_bounds, rough_bounds
from pnp.layout.art.shapes import rounded_rect
from pnp.layout.art.svg_draw import Artist
from pnp.layout.art.svg_scene import Scene
from pnp.layout.art.svg_tree import BAD_VALUE, Node, parse_svg
from pnp.layout.art.transforms import transform_path
from pnp.layout.art.values import ArtError, length_of
from pnp.layout.art.viewports import SMALLEST, ViewBox, Viewport, view_box
from pnp.model.display import Colour, Drawing, Group, Item, Path, Shape
from pnp.model.problem import LimitError, Problem, Severity, code, has_errors
from pnp.model.span import Span

NOT_SVG = code(
    "PNP256",
    "no SVG drawing",
    """
    The file is XML, but its outermost element isn't SVG's `svg`, or that has no size: a viewBox, or width and height.
    The size is needed to place the drawing without distorting it.

    bad:  <svg xmlns="http://www.w3.org/2000/svg" width="100%">
    good: <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
    """,
)
EMPTY = code(
    "PNP257",
    "SVG that draws nothing",
    """
    Nothing in the file leaves a trace: it has no shapes, or they are hidden, or all have fill="none" without a stroke.

    bad:  <svg viewBox="0 0 9 9"><path d="M0 0h9v9" fill="none"/></svg>
    good: <svg viewBox="0 0 9 9"><path d="M0 0h9v9"/></svg>
    """,
    Severity.WARNING,
)

MAX_BYTES = 8_000_000


def read_drawing(
    path: File, name: str, shown: str, palette: Palette, current: Colour
) -> tuple[Drawing | None, list[Problem]]:
    """`shown` names the file in problems; `current` is what the file's `currentColor` prints as.

    Where something cannot be printed, the drawing is what remains (for drafts). LimitError for what is too large.
    """
    data = read_art(path, shown, MAX_BYTES)
    if isinstance(data, Problem):
        return None, [data]
    if len(data) > MAX_BYTES:
        raise LimitError(f"{shown}: larger than {MAX_BYTES // 1_000_000} MB")
    return draw(data, name, shown, palette, current)


def draw(data: bytes, name: str, shown: str, palette: Palette, current: Colour) -> tuple[Drawing | None, list[Problem]]:
    """The same for a file's content."""
    root, ids, problems = parse_svg(data, shown)
    if root is None or root.tag != "svg":
        return None, problems or [_not_svg(shown, root)]
    span = Span(shown, root.line, root.column)
    try:
        box = _size(root)
    except ArtError as error:
        return None, [*problems, BAD_VALUE.at(span, f"<svg> {error.message}", hint=error.hint)]
    if box is None:
        return None, [*problems, NOT_SVG.at(span, "<svg> has no size", hint='write viewBox="0 0 width height"')]
    scene = Scene(ids, shown)
    artist = Artist(scene, palette.for_files(), current, Viewport(box.w, box.h))
    items = artist.draw_root(root, (1.0, 0.0, 0.0, 1.0, -box.x, -box.y))
    problems = list(dict.fromkeys((*problems, *scene.problems)))  # what is used twice is still wrong once
    if not items and not has_errors(problems):
        problems.append(EMPTY.at(span, "draws nothing"))
    return Drawing(name, box.w, box.h, _kept_inside(items, box.w, box.h)), problems


def _not_svg(shown: str, root: Node | None) -> Problem:
    span = Span(shown, root.line, root.column) if root else Span(shown)
    found = f"<{root.tag}>" if root else "of another language"
    return NOT_SVG.at(span, f"the outermost element is {found}, not <svg>")


def _size(root: Node) -> ViewBox | None:
    """The view box; without one, width and height from 0,0. None where percentages leave it open."""
    if box := view_box(root.attributes):
        return box
    given = {name: root.attributes[name] for name in ("width", "height") if name in root.attributes}
    if any("%" in text or text.strip() == "auto" for text in given.values()):
        return None
    w, h = (length_of(given, name, Viewport(0.0, 0.0).length, signed=False) for name in ("width", "height"))
    return ViewBox(0.0, 0.0, w, h) if w and h and min(w, h) >= SMALLEST else None


def _kept_inside(items: list[Item], w: float, h: float) -> tuple[Item, ...]:
    """Cut off at the drawing's edge, where anything may reach over it."""
    edge = 1e-3 * max(w, h)
    for bounds in (rough_bounds, path_bounds):
        if all(
            left >= -edge and top >= -edge and right <= w + edge and bottom <= h + edge
            for left, top, right, bottom in _boxes(items, bounds)
        ):
            return tuple(items)
    return (Group(tuple(items), clip=rounded_rect(0.0, 0.0, w, h, 0.0, 0.0)),)


def _boxes(items: Iterable[Item], bounds: Callable[[Path], Box]) -> Iterator[Box]:
    """The boxes that items stay inside; a clip counts for all that it leaves."""
    for item in items:
        if isinstance(item, Group):
            if item.clip is not None:
                yield bounds(item.clip)
                continue
            for left, top, right, bottom in _boxes(item.items, bounds):
                corners = rounded_rect(left, top, right - left, bottom - top, 0.0, 0.0)
                yield bounds(transform_path(item.transform, corners))
        elif isinstance(item, Shape):
            reach = item.stroke.width / 2 if item.stroke else 0.0
            left, top, right, bottom = bounds(item.path)
            yield left - reach, top - reach, right + reach, bottom + reach
