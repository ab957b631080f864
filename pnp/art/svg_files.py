"""An SVG file → a `Drawing` from 0,0 to the size of its view box, and problems for what cannot be printed.

What can't be drawn as lines and curves becomes pixels, by resvg. It runs in a process of its own that is given a text
and fonts, and hands back a PNG: it has no fonts of the system, and little time and memory. A file that names anything
outside of itself never gets there.
"""

import json
import re
import struct
import subprocess
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b, sha256
from math import ceil
from pathlib import Path as File
from typing import TYPE_CHECKING, NamedTuple

from pnp.art.attribute_values import SMALLEST, ArtError, Viewport, length_of, view_box, viewport_matrix
from pnp.art.paint import reference
from pnp.art.palette import Palette
from pnp.art.paths import path_bounds
from pnp.art.rasters import MAX_PIXELS, read_art
from pnp.art.svg_draw import Artist
from pnp.art.svg_scene import Scene, boxes_around, has_words
from pnp.art.svg_tree import BAD_VALUE, MALFORMED, TOO_MUCH, Node, Overdone, parse_svg
from pnp.io.writing import temporary_folder, write_temporary
from pnp.model.display import IDENTITY, Colour, Drawing, Group, Item, Matrix, Raster
from pnp.model.geometry import path_box, rectangle_path
from pnp.model.length import MM_PER_INCH
from pnp.model.problem import Problem, Severity, code, has_errors
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.typesetting.fonts import FontStore

if TYPE_CHECKING:
    from pnp.art.svg_text import WordFonts

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
    """Read a file, called `shown` in problems: its drawing is what can be printed. `currentColor` is `current`."""
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
    for problem in problems:
        counts[problem.code] += 1
        if counts[problem.code] <= MOST_TOLD:
            reported.append(problem)
    severities = {problem.code: problem.severity for problem in problems}
    for kind, count in counts.items():
        if count > MOST_TOLD:
            more = MORE.at(Span(shown), count=count - MOST_TOLD, kind=kind)
            reported.append(more._replace(severity=severities[kind]))
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
    texts = artist.texts
    faces = tuple([face for _, face in sorted(texts.used.items())]) if texts else ()
    digest = blake2b(b"".join((data, *(face.data for face in faces))), digest_size=6).hexdigest()
    # words that any program that has their fonts sets in the same way; others would silently look different
    words = {node: fonts for node, fonts in texts.word_fonts.items() if fonts is not None} if texts else {}
    if scene.bitmap_causes and not has_errors(problems) and not has_words(root, words) and is_self_contained(root):
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
    """Return the view box in the shape of width and height, or these alone; None where there is no size."""
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
    for bounds in (path_box, path_bounds):
        if all(
            left >= -edge and top >= -edge and right <= w + edge and bottom <= h + edge
            for item in items
            for left, top, right, bottom in boxes_around(item, bounds, as_painted=True)
        ):
            return tuple(items)
    return (Group(tuple(items), clip=rectangle_path(0.0, 0.0, w, h)),)


BITMAP = code("PNP320", Severity.WARNING, says="{what}: the whole file is printed as a bitmap of {dpi} dpi")
FAILED = code("PNP321", says="resvg can't draw it: {why}")

DPI = 600
_SECONDS, _BYTES = 30, 3 << 30
_UNSEEN = frozenset(("title", "desc", "metadata", "style", "script"))
_ONLY_STYLES = frozenset(("mix-blend-mode", "isolation", "marker", "font", "font-kerning"))  # no attributes in SVG
_NAME = regex(r"[A-Za-z_][\w:.-]*")
_NAMES_FILES = frozenset(("href", "src"))
_INSIDE = regex(r"\s*(?:#|data:image/(?:png|jpe?g|webp|gif)[;,]|$)", re.IGNORECASE)
IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_QUOTES = IN_TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
_ELSEWHERE = regex(r"""url\(\s*["']?\s*(?!#|"|'|\s|data:)""", re.IGNORECASE)
# What the other process does: limits on itself first, then one call; on Linux it ends with the one that started it
_WORKER = """
import sys, json
if sys.platform == "linux":
    from ctypes import CDLL
    CDLL(None).prctl(1, 9)  # PR_SET_PDEATHSIG, SIGKILL
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))
    resource.setrlimit(resource.RLIMIT_AS, ({bytes}, {bytes}))
except (ImportError, ValueError, OSError):
    pass
import resvg_py
png = resvg_py.svg_to_bytes(skip_system_fonts=True, dpi=96.0, **json.load(sys.stdin))
sys.stdout.buffer.write(png)
"""


def is_self_contained(node: Node) -> bool:
    """Tell whether nothing in an element names anything outside of the file; links may lead anywhere."""
    for name, text in node.attributes.items():
        leads_out = name in _NAMES_FILES and node.tag != "a" and not _INSIDE.match(text)
        if leads_out or _ELSEWHERE.search(text):
            return False
    return all(map(is_self_contained, node.children))


def write_svg(
    root: Node,
    ids: Mapping[str, Node],
    frame: Mapping[str, str],
    fonts: "Mapping[Node, WordFonts]",
    write_out: Callable[[str], str],
) -> str:
    """Write a file for resvg, colours, styles and fonts of words worked in; `frame` are the outermost attributes."""

    def write(node: Node, attributes: Mapping[str, str]) -> Iterator[str]:
        plain: list[str] = []
        styles: list[str] = []
        for name, text in attributes.items():
            if not _NAME.fullmatch(name):  # a style may say -inkscape-stroke: that is no attribute
                continue
            if (named := reference(text)) and named[0] not in ids:
                text = named[1] or "none"
            if name == "href" and text.startswith("#") and text[1:] not in ids:
                continue
            if name in _ONLY_STYLES:
                styles.append(f"{name}:{write_out(text)}")
            else:
                plain.append(f" {name}={quote_attribute(write_out(text))}")
        style = f" style={quote_attribute(';'.join(styles))}" if styles else ""
        yield f"<{node.tag}{''.join(plain)}{style}>"
        for part in node.content or node.children:
            if isinstance(part, str):
                yield part.translate(IN_TEXT)
            elif part.tag not in _UNSEEN:
                own = part.attributes
                if font := fonts.get(part):
                    own = {name: text for name, text in own.items() if name != "font"}
                    own["font-family"] = ", ".join(f'"{name}"' for name in font.names)
                    own["font-size"] = repr(font.size)
                    own["font-style"] = "italic" if font.italic else "normal"
                    own["font-weight"] = "bold" if font.bold else "normal"
                yield from write(part, own)
        yield f"</{node.tag}>"

    return "".join(write(root, {"xmlns": "http://www.w3.org/2000/svg", **root.attributes, **frame}))


def quote_attribute(text: str) -> str:
    """Quote an attribute's value. `xml.sax.saxutils` has the same, and imports half of the web."""
    return f'"{text.translate(_IN_QUOTES)}"'


def draw_with_resvg(
    source: str, path: File, name: str, size: tuple[float, float], fonts: Sequence[bytes]
) -> Raster | str:
    """Draw a file, in these fonts, as finely as it prints at this size in millimetres; return why where resvg fails."""
    wide, high = (max(round(side / MM_PER_INCH * DPI), 1) for side in size)
    if wide * high > MAX_PIXELS:
        wide = max(int(wide * (MAX_PIXELS / (wide * high)) ** 0.5), 1)
    worker = _WORKER.format(seconds=_SECONDS, bytes=_BYTES)
    try:
        with temporary_folder() as folder:
            files = [folder / str(number) for number in range(len(fonts))]
            for file, font in zip(files, fonts, strict=True):
                write_temporary(file, [font])
            asked = {"svg_string": source, "width": wide, "font_files": list(map(str, files)) or None}
            done = subprocess.run(
                [sys.executable, "-P", "-c", worker],  # -P: nothing of the folder one happens to be in
                input=json.dumps(asked).encode(),
                capture_output=True,
                timeout=_SECONDS * 2,
                check=False,
            )
    except (OSError, subprocess.TimeoutExpired):
        return "it takes too long"
    png = done.stdout
    if done.returncode or not png.startswith(b"\x89PNG"):
        complaints = done.stderr.decode("utf-8", "replace").strip().splitlines()
        return complaints[-1][:100] if complaints else "it ended without a picture"
    w, h = struct.unpack(">II", png[16:24])
    return Raster(name, path, w, h, sha256(png).hexdigest(), data=png)
