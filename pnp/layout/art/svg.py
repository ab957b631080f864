"""An SVG file → a `Drawing` from 0,0 to the size of its view box, and everything in it that cannot be printed."""

import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from math import ceil
from pathlib import Path as File
from typing import NamedTuple

from pnp.layout.art.paint import reference
from pnp.layout.art.palette import Palette
from pnp.layout.art.paths import Box, path_bounds, rough_bounds, rounded_rect
from pnp.layout.art.pictures import read_art
from pnp.layout.art.svg_clips import DrawnBoxes
from pnp.layout.art.svg_draw import Artist
from pnp.layout.art.svg_scene import Scene
from pnp.layout.art.svg_text import SetIn, has_words
from pnp.layout.art.svg_tree import BAD_VALUE, MALFORMED, TOO_MUCH, Node, Overdone, parse_svg
from pnp.layout.art.values import SMALLEST, ArtError, Viewport, length_of, view_box, viewport_matrix
from pnp.layout.text.fonts import FontStore
from pnp.model.display import IDENTITY, Colour, Drawing, Group, Item, Matrix, Shape
from pnp.model.problem import Problem, Severity, code, has_errors
from pnp.model.regex import regex
from pnp.model.span import Span

NOT_SVG = code(
    "PNP256 no SVG drawing",
    """The file is XML, but its outermost element isn't SVG's `svg`, or that has no size: a viewBox, or width and
height. The size is needed to place the drawing without distorting it.

Bad:  <svg xmlns="http://www.w3.org/2000/svg" width="100%">
Good: <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">""",
    says="the outermost element is {found}, not <svg>",
)
NO_SIZE = NOT_SVG.also("<svg> has no size")
EMPTY = code(
    "PNP257 SVG that draws nothing",
    """Nothing in the file leaves a trace: it has no shapes, or they are hidden, or all have fill="none" without a
stroke.

Bad:  <svg viewBox="0 0 9 9"><path d="M0 0h9v9" fill="none"/></svg>
Good: <svg viewBox="0 0 9 9"><path d="M0 0h9v9"/></svg>""",
    Severity.WARNING,
    says="draws nothing",
)
MORE = code(
    "PNP326 SVG with many mistakes of a kind",
    """The file has more of the same mistakes than anybody would read: the first are told, and how many more there are.
Mostly a program wrote all of them in one way, so that one change mends them.

Bad:  a map with a thousand animated trees
Good: the same map saved without animation""",
    says="{count} more problems of the kind {kind}",
)
TOO_MANY_BYTES = TOO_MUCH.also("larger than {most} MB")
BADLY_PACKED = MALFORMED.also("is compressed, and damaged")

MAX_BYTES = 8_000_000
MOST_TOLD = 24  # problems of a kind
_FOR_RESVG = 100_000  # units of the longer side: resvg rounds both to whole ones before it makes them as large as asked
_ROUNDED = 0.01  # width and height that are this near to the view box's shape mean the same

_UNSEEN = frozenset(("title", "desc", "metadata", "style", "script"))
_ONLY_STYLES = frozenset(("mix-blend-mode", "isolation", "marker", "font", "font-kerning"))  # no attributes in SVG
_NAME = regex(r"[A-Za-z_][\w:.-]*")
_NAMES_FILES = frozenset(("href", "src"))
_INSIDE = regex(r"\s*(?:#|data:image/(?:png|jpe?g|webp|gif)[;,]|$)", re.IGNORECASE)
IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_QUOTES = IN_TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
_ELSEWHERE = regex(r"""url\(\s*["']?\s*(?!#|"|'|\s|data:)""", re.IGNORECASE)


def read_drawing(
    path: File, name: str, shown: str, palette: Palette, current: Colour, fonts: FontStore
) -> tuple[Drawing | None, list[Problem]]:
    """`shown` names the file in problems; `current` is what the file's `currentColor` prints as.

    Where something cannot be printed, the drawing is what remains (for drafts).
    """
    data = read_art(path, shown, MAX_BYTES)
    if isinstance(data, Problem):
        return None, [data]
    if data.startswith(b"\x1f\x8b"):
        unpacked = _unpacked(data)
        if unpacked is None:
            return None, [BADLY_PACKED.at(Span(shown), hint="save it again, or as plain SVG")]
        data = unpacked
    if len(data) > MAX_BYTES:
        return None, [TOO_MANY_BYTES.at(Span(shown), most=MAX_BYTES // 1_000_000)]
    return draw(data, name, shown, palette, current, fonts)


def _unpacked(data: bytes) -> bytes | None:
    """What a compressed file (.svgz) holds, or its first MAX_BYTES + 1 bytes; None where it is damaged."""
    unpacker = zlib.decompressobj(wbits=31)
    try:
        unpacked = unpacker.decompress(data, MAX_BYTES + 1)
    except zlib.error:
        return None
    is_whole = unpacker.eof and not unpacker.unused_data
    return unpacked if is_whole or len(unpacked) > MAX_BYTES else None


def draw(
    data: bytes, name: str, shown: str, palette: Palette, current: Colour, fonts: FontStore
) -> tuple[Drawing | None, list[Problem]]:
    """The same for a file's content."""
    try:
        drawing, problems = _draw(data, name, shown, palette, current, fonts)
    except Overdone as error:
        return None, [error.problem]
    return drawing, list(_some_of(problems))


def _some_of(problems: list[Problem]) -> Iterator[Problem]:
    """The first of each kind, and how many more there are."""
    met = Counter[str]()
    last: dict[str, Problem] = {}
    for problem in problems:
        met[problem.code] += 1
        if met[problem.code] <= MOST_TOLD:
            yield problem
        else:
            last.setdefault(problem.code, problem)
    for kind, problem in last.items():
        more = MORE.at(Span(problem.span.file), count=met[kind] - MOST_TOLD, kind=kind)
        yield more._replace(severity=problem.severity)


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
        frame = _frame(root)
    except ArtError as error:
        return None, [*problems, BAD_VALUE.at(span, hint=error.hint, tag="svg", what=error.message)]
    if frame is None:
        return None, [*problems, NO_SIZE.at(span, hint='write viewBox="0 0 width height"')]
    scene = Scene(root, ids, shown)
    artist = Artist(scene, palette.file_palette(), current, frame.viewport, fonts)
    items = artist.draw_root(root, frame.matrix, frame.w, frame.h)
    problems = list(dict.fromkeys((*problems, *scene.problems)))  # what is used twice is still wrong once
    faces = tuple([face for _, face in sorted(artist.texts.used.items())])
    digest = blake2b(b"".join((data, *(face.data for face in faces))), digest_size=6).hexdigest()
    words = artist.texts.words_of()  # others would look otherwise without telling
    may_be_pixels = bool(scene.beyond) and not has_errors(problems) and not has_words(root, words)
    may_be_pixels = may_be_pixels and is_self_contained(root)
    if may_be_pixels:
        from pnp.layout.art.bitmaps import BITMAP, DPI

        (first, what), *_ = scene.beyond.items()
        problems.append(BITMAP.at(first.span, what=what, dpi=DPI))
        fine = _FOR_RESVG / max(frame.w, frame.h)
        sides = {
            "viewBox": f"0 0 {frame.w} {frame.h}",
            **root.attributes,
            "width": str(ceil(frame.w * fine)),  # so that the height that it makes of the width isn't a row more
            "height": str(max(int(frame.h * fine), 1)),
        }
        source = written(root, ids, {"color": current, **sides}, words, palette.write_out)
        return Drawing(name, frame.w, frame.h, (), digest=digest, source=source, fonts=faces), problems
    problems += scene.beyond
    if not items and not has_errors(problems):
        problems.append(EMPTY.at(span))
    return Drawing(name, frame.w, frame.h, _kept_inside(items, frame.w, frame.h), digest=digest), problems


class _Canvas(NamedTuple):
    """The size of a drawing, and how what it shows lies in it."""

    w: float
    h: float
    matrix: Matrix
    viewport: Viewport


def _frame(root: Node) -> _Canvas | None:
    """The view box, with what width and height leave around it or cut off where they are of another shape; without
    one, width and height from 0,0. None where percentages leave it open."""
    box = view_box(root.attributes)
    size = _size(root.attributes, may_be_wrong=box is not None)
    if box is None:
        return _Canvas(*size, IDENTITY, Viewport(*size)) if size else None
    viewport = Viewport(box.w, box.h)
    if size is None or abs(size[0] * box.h - size[1] * box.w) <= _ROUNDED * size[1] * box.w:
        return _Canvas(box.w, box.h, (1.0, 0.0, 0.0, 1.0, -box.x, -box.y), viewport)
    units = max(box.w / size[0], box.h / size[1])  # of the view box, so that numbers stay as they are
    w, h = size[0] * units, size[1] * units
    return _Canvas(w, h, viewport_matrix(box, 0.0, 0.0, w, h, root.attributes), viewport)


def _size(attributes: Mapping[str, str], *, may_be_wrong: bool) -> tuple[float, float] | None:
    """Width and height, None where one isn't given or depends on what is around the drawing."""
    given = {name: text for name in ("width", "height") if (text := attributes.get(name, "auto").strip()) != "auto"}
    if len(given) < 2 or any("%" in text for text in given.values()):
        return None
    measure = Viewport(0.0, 0.0).length
    if may_be_wrong and any(measure(name, text) is None for name, text in given.items()):
        return None
    w, h = (length_of(given, name, measure, signed=may_be_wrong) or 0.0 for name in ("width", "height"))
    return (w, h) if min(w, h) >= SMALLEST else None


def _kept_inside(items: list[Item], w: float, h: float) -> tuple[Item, ...]:
    """Cut off at the drawing's edge, where anything may reach over it."""
    edge = 1e-3 * max(w, h)
    for boxes in (_ItemBounds(rough_bounds), _ItemBounds(path_bounds)):
        if all(
            left >= -edge and top >= -edge and right <= w + edge and bottom <= h + edge
            for item in items
            for left, top, right, bottom in boxes.visit(item)
        ):
            return tuple(items)
    return (Group(tuple(items), clip=rounded_rect(0.0, 0.0, w, h, 0.0, 0.0)),)


class _ItemBounds(DrawnBoxes):
    """The boxes that an item stays inside, with its stroke; a clip counts for all that it leaves."""

    def shape(self, shape: Shape) -> Iterator[Box]:
        reach = shape.stroke.width / 2 if shape.stroke else 0.0
        left, top, right, bottom = self.bounds(shape.path)
        yield left - reach, top - reach, right + reach, bottom + reach

    def group(self, group: Group) -> Iterator[Box]:
        return super().group(group) if group.clip is None else iter((self.bounds(group.clip),))


def is_self_contained(node: Node) -> bool:
    """Whether nothing in it names anything outside of the file; where a link leads is no matter."""
    for name, text in node.attributes.items():
        if name in _NAMES_FILES and node.tag != "a" and not _INSIDE.match(text):
            return False
        if _ELSEWHERE.search(text):
            return False
    return all(map(is_self_contained, node.children))


def written(
    root: Node,
    ids: Mapping[str, Node],
    frame: Mapping[str, str],
    set_in: Mapping[Node, SetIn],
    settled: Callable[[str], str],
) -> str:
    """`frame`: attributes of the outermost element; `settled` puts the palette's colours where a value names them."""

    def parts(node: Node, own: Mapping[str, str]) -> Iterator[str]:
        plain: list[str] = []
        styles: list[str] = []
        for name, text in own.items():
            if not _NAME.fullmatch(name):  # a style may say -inkscape-stroke: that is no attribute
                continue
            named = reference(text)
            if named and named[0] not in ids:
                text = named[1] or "none"
            if name == "href" and text.startswith("#") and text[1:] not in ids:
                continue
            if name in _ONLY_STYLES:
                styles.append(f"{name}:{settled(text)}")
            else:
                plain.append(f" {name}={quoted(settled(text))}")
        style = f" style={quoted(';'.join(styles))}" if styles else ""
        yield f"<{node.tag}{''.join(plain)}{style}>"
        for part in node.content or node.children:
            if isinstance(part, str):
                yield part.translate(IN_TEXT)
            elif part.tag not in _UNSEEN:
                yield from parts(part, _lettered(part, set_in.get(part)))
        yield f"</{node.tag}>"

    return "".join(parts(root, {"xmlns": "http://www.w3.org/2000/svg", **root.attributes, **frame}))


def quoted(text: str) -> str:
    """Return an attribute's value with its quotes. `xml.sax.saxutils` has the same, and imports half of the web."""
    return f'"{text.translate(_IN_QUOTES)}"'


def _lettered(node: Node, font: SetIn | None) -> Mapping[str, str]:
    """Its attributes, with the font that its own words are set in."""
    if font is None:
        return node.attributes
    own = {name: text for name, text in node.attributes.items() if name != "font"}
    slant, weight = ("italic" if font.italic else "normal"), ("bold" if font.bold else "normal")
    families = ", ".join(f'"{name}"' for name in font.names)
    return {**own, "font-family": families, "font-size": repr(font.size), "font-style": slant, "font-weight": weight}
