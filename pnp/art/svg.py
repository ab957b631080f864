"""An SVG file → a `Drawing` from 0,0 to the size of its view box, and problems for what cannot be printed."""

import zlib
from collections import Counter
from collections.abc import Mapping
from hashlib import blake2b
from math import ceil
from pathlib import Path as File
from typing import NamedTuple

from pnp.art.palette import Palette
from pnp.art.paths import path_bounds, rough_bounds
from pnp.art.pictures import read_art
from pnp.art.svg_draw import Artist
from pnp.art.svg_scene import Scene, boxes_around
from pnp.art.svg_text import has_words
from pnp.art.svg_tree import BAD_VALUE, MALFORMED, TOO_MUCH, Overdone, parse_svg
from pnp.art.values import SMALLEST, ArtError, Viewport, length_of, view_box, viewport_matrix
from pnp.model.display import IDENTITY, Colour, Drawing, Group, Item, Matrix
from pnp.model.outline import rectangle_path
from pnp.model.problem import Problem, Severity, code, has_errors
from pnp.model.span import Span
from pnp.typesetting.fonts import FontStore

NOT_SVG = code("PNP256", says="the outermost element is {found}, not <svg>")
NO_SIZE = NOT_SVG.also("<svg> has no size")
EMPTY = code("PNP257", Severity.WARNING, says="draws nothing")
MORE = code("PNP326", says="{count} more problems of the kind {kind}")
TOO_MANY_BYTES = TOO_MUCH.also("larger than {most} MB")
BADLY_PACKED = MALFORMED.also("is compressed, and damaged")

MAX_BYTES = 8_000_000
MOST_TOLD = 24  # problems of a kind
_FOR_RESVG = 100_000  # units of the longer side: resvg rounds both to whole ones before it scales them
_ROUNDED = 0.01  # width and height that are this near to the view box's shape mean the same


def read_drawing(
    path: File, name: str, shown: str, palette: Palette, current: Colour, fonts: FontStore
) -> tuple[Drawing | None, list[Problem]]:
    """Read a file, called `shown` in problems, whose `currentColor` is `current`.

    Where something cannot be printed, the drawing is what remains (for drafts).
    """
    data = read_art(path, shown, MAX_BYTES)
    if isinstance(data, Problem):
        return None, [data]
    if data.startswith(b"\x1f\x8b"):
        unpacker = zlib.decompressobj(wbits=31)
        try:
            data = unpacker.decompress(data, MAX_BYTES + 1)
            is_whole = len(data) > MAX_BYTES or (unpacker.eof and not unpacker.unused_data)
        except zlib.error:
            is_whole = False
        if not is_whole:
            return None, [BADLY_PACKED.at(Span(shown), hint="save it again, or as plain SVG")]
    if len(data) > MAX_BYTES:
        return None, [TOO_MANY_BYTES.at(Span(shown), most=MAX_BYTES // 1_000_000)]
    return draw(data, name, shown, palette, current, fonts)


def draw(
    data: bytes, name: str, shown: str, palette: Palette, current: Colour, fonts: FontStore
) -> tuple[Drawing | None, list[Problem]]:
    """Draw a file's content, and report the first problems of each kind, and how many more there are."""
    try:
        drawing, problems = _draw(data, name, shown, palette, current, fonts)
    except Overdone as error:
        return None, [error.problem]
    counts = Counter[str]()
    reported: list[Problem] = []
    omitted: dict[str, Problem] = {}
    for problem in problems:
        counts[problem.code] += 1
        if counts[problem.code] <= MOST_TOLD:
            reported.append(problem)
        else:
            omitted.setdefault(problem.code, problem)
    for kind, problem in omitted.items():
        more = MORE.at(Span(problem.span.file), count=counts[kind] - MOST_TOLD, kind=kind)
        reported.append(more._replace(severity=problem.severity))
    return drawing, reported


def _draw(
    data: bytes, name: str, shown: str, palette: Palette, current: Colour, fonts: FontStore
) -> tuple[Drawing | None, list[Problem]]:
    root, ids, problems = parse_svg(data, shown)
    if root is None or root.tag != "svg":
        found = f"<{root.tag}>" if root else "of another language"
        span = Span(shown, root.line, root.column) if root else Span(shown)
        return None, problems or [NOT_SVG.at(span, found=found)]
    span = Span(shown, root.line, root.column)
    try:
        canvas = _canvas(root.attributes)
    except ArtError as error:
        return None, [*problems, BAD_VALUE.at(span, hint=error.hint, tag="svg", what=error.message)]
    if canvas is None:
        return None, [*problems, NO_SIZE.at(span, hint='write viewBox="0 0 width height"')]
    scene = Scene(root, ids, shown)
    artist = Artist(scene, palette.file_palette(), current, canvas.viewport, fonts)
    items = artist.draw_root(root, canvas.matrix, canvas.w, canvas.h)
    problems = list(dict.fromkeys((*problems, *scene.problems)))  # a part that is used twice is wrong once
    faces = tuple([face for _, face in sorted(artist.texts.used.items())])
    digest = blake2b(b"".join((data, *(face.data for face in faces))), digest_size=6).hexdigest()
    words = artist.texts.reproducible_words()  # others would silently look different
    if scene.bitmap_causes and not has_errors(problems) and not has_words(root, words):
        from pnp.art.bitmaps import BITMAP, DPI, is_self_contained, write_svg

        if is_self_contained(root):
            (first, what), *_ = scene.bitmap_causes.items()
            problems.append(BITMAP.at(first.span, what=what, dpi=DPI))
            fine = _FOR_RESVG / max(canvas.w, canvas.h)
            frame = {
                "color": current,
                "viewBox": f"0 0 {canvas.w} {canvas.h}",
                **root.attributes,
                "width": str(ceil(canvas.w * fine)),  # so that the height that it makes of the width isn't a row more
                "height": str(max(int(canvas.h * fine), 1)),
            }
            source = write_svg(root, ids, frame, words, palette.write_out)
            return Drawing(name, canvas.w, canvas.h, (), digest=digest, source=source, fonts=faces), problems
    problems += scene.bitmap_causes
    if not items and not has_errors(problems):
        problems.append(EMPTY.at(span))
    return Drawing(name, canvas.w, canvas.h, _clip_to_edge(items, canvas.w, canvas.h), digest=digest), problems


class _Canvas(NamedTuple):
    """The size of a drawing, and the place of its coordinates in it."""

    w: float
    h: float
    matrix: Matrix
    viewport: Viewport


def _canvas(attributes: Mapping[str, str]) -> _Canvas | None:
    """Return the view box, enlarged or cut to the shape of width and height; without one, width and height from 0,0.

    None where no width and height are given, or percentages, and there is no view box.
    """
    box = view_box(attributes)
    given = {name: text for name in ("width", "height") if (text := attributes.get(name, "auto").strip()) != "auto"}
    measure = Viewport(0.0, 0.0).length
    size: tuple[float, float] | None = None
    if len(given) == 2 and not any("%" in text or (box and measure("", text) is None) for text in given.values()):
        w, h = (length_of(given, name, measure, signed=box is not None) or 0.0 for name in ("width", "height"))
        size = (w, h) if min(w, h) >= SMALLEST else None
    if box is None:
        return _Canvas(*size, IDENTITY, Viewport(*size)) if size else None
    viewport = Viewport(box.w, box.h)
    if size is None or abs(size[0] * box.h - size[1] * box.w) <= _ROUNDED * size[1] * box.w:
        return _Canvas(box.w, box.h, (1.0, 0.0, 0.0, 1.0, -box.x, -box.y), viewport)
    units = max(box.w / size[0], box.h / size[1])  # of the view box, so that numbers stay as they are
    w, h = size[0] * units, size[1] * units
    return _Canvas(w, h, viewport_matrix(box, 0.0, 0.0, w, h, attributes), viewport)


def _clip_to_edge(items: list[Item], w: float, h: float) -> tuple[Item, ...]:
    """Clip items to the drawing's edge, where anything may reach over it."""
    edge = 1e-3 * max(w, h)
    for bounds in (rough_bounds, path_bounds):
        if all(
            left >= -edge and top >= -edge and right <= w + edge and bottom <= h + edge
            for item in items
            for left, top, right, bottom in boxes_around(item, bounds, as_painted=True)
        ):
            return tuple(items)
    return (Group(tuple(items), clip=rectangle_path(0.0, 0.0, w, h)),)
