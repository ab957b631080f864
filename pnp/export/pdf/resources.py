"""What page contents refer to by name: fonts, pictures, forms, patterns, graphics states.

A name is made of what it stands for, so that it doesn't depend on which page, or which process, came first. Glyphs
are counted beside the names: a number for each font, with a bit for each glyph.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, Union

from pnp.model.display import FontFace, Gradient, PageArt, Raster, Stop


class PdfName(str):
    """`/Name`."""

    __slots__ = ()


class PdfRef(str):
    """A reference to the object that goes by this name in the document."""

    __slots__ = ()


Value = Union[bool, int, float, str, bytes, PdfName, PdfRef, Sequence["Value"], Mapping[str, "Value"]]  # noqa: UP007
"""Bytes are what somebody has written in PDF's own words already."""


class PdfStream(NamedTuple):
    """Bytes with a dictionary; compressed when written unless it names the filter they have been through."""

    entries: Mapping[str, Value]
    data: bytes
    digest: str = ""  # of what the bytes were made of, where that is known: quicker than one of them


NOTE = "g"  # how names begin that note the text of a glyph that no character of its font leads to
KINDS = {"F": "Font", "G": "ExtGState", "I": "XObject", "P": "Pattern", "X": "XObject"}  # first letter → dictionary


class ContentUses(NamedTuple):
    """What some content refers to."""

    names: Collection[str] = frozenset()
    glyphs: tuple[tuple[str, int], ...] = ()  # of each font: a bit for each glyph


NOTHING = ContentUses()


class UseCollector:
    """Collects what content refers to while it is written."""

    __slots__ = ("glyphs", "names")

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.glyphs: defaultdict[str, int] = defaultdict(int)

    def add(self, uses: ContentUses) -> None:
        names, glyphs = uses
        self.names.update(names)
        for font, mask in glyphs:
            self.glyphs[font] |= mask

    def collected(self) -> ContentUses:
        return ContentUses(frozenset(self.names), tuple(sorted(self.glyphs.items())))


class Form(NamedTuple):
    """Content that is stored once, in coordinates of its own."""

    content: str
    box: tuple[float, float, float, float]
    isolated: bool  # a transparency group: painted as a whole
    uses: ContentUses
    is_mask: bool = False  # whose lightness counts


class Opacity(NamedTuple):
    fill: float
    stroke: float
    mask: str = ""  # a form's name: what follows is as strong as that is light


Resource = FontFace | Raster | Form | Gradient | Opacity | PageArt


class Resources(dict[str, Resource]):
    """Resources by name. There may be more than a file uses."""

    def add(self, resource: Resource) -> str:
        """Return the name of a resource: a letter for its kind, and a digest of what it stands for."""
        match resource:
            case FontFace():
                kind, what = "F", resource.name
            case Raster():
                kind, what = "I", resource.digest
            case PageArt():
                kind, what = "X", f"{resource.digest} {resource.number} {resource.box}"
            case Form(content, box):
                kind, what = "X", repr((content, box, "mask" if resource.is_mask else resource.isolated))
            case Gradient():
                kind, what = "P", repr(resource)
            case _:
                kind, what = "G", repr(resource)
        name = kind + blake2b(what.encode(), digest_size=6).hexdigest()
        self.setdefault(name, resource)
        return name


class FontUse(NamedTuple):
    """The glyphs of a font that appear, and the texts that some of them stand for in the file."""

    face: FontFace
    glyphs: list[int]
    texts: Mapping[int, str]  # of glyphs whose font doesn't tell


class Needed(NamedTuple):
    """What a file needs of all resources."""

    resources: dict[str, Resource]  # all but fonts
    fonts: dict[str, FontUse]


def find_needed(resources: Mapping[str, Resource], uses: Iterable[ContentUses]) -> Needed:
    """Return what contents that use this refer to, and what that refers to in turn."""
    whole = UseCollector()
    for each in uses:
        whole.add(each)
    found = list_all(resources, whole.names)
    for name in found:
        for inner in _inner_uses(resources[name]):
            whole.add(inner)
    texts: dict[str, dict[int, str]] = {}
    for note in sorted((name for name in whole.names if name[0] == NOTE), reverse=True):  # the least text counts
        font, glyph, text = note[1:].split(" ", 2)
        texts.setdefault(font, {})[int(glyph)] = text
    fonts = {
        name: FontUse(face, _list_bits(whole.glyphs.get(name, 0)), texts.get(name, {}))
        for name in found
        if isinstance(face := resources[name], FontFace)
    }
    return Needed({name: resources[name] for name in found if name not in fonts}, fonts)


def list_all(resources: Mapping[str, Resource], names: Iterable[str]) -> set[str]:
    """Return the names of resources among these, and of those that they refer to in turn."""
    found, left = set[str](), {name for name in names if name[0] in KINDS}
    while left:
        found |= left
        inner = (name for each in left for uses in _inner_uses(resources[each]) for name in uses.names)
        left = {name for name in inner if name[0] in KINDS} - found
    return found


def _inner_uses(resource: Resource) -> Iterable[ContentUses]:
    if isinstance(resource, Form):
        return (resource.uses,)
    return (ContentUses(frozenset((resource.mask,))),) if isinstance(resource, Opacity) and resource.mask else ()


def _list_bits(mask: int) -> list[int]:
    digits = bin(mask)[:1:-1]
    return [number for number, digit in enumerate(digits) if digit == "1"]


def pack(resource: Resource) -> tuple[Any, ...]:
    """Return a resource as plain values, which can be kept and sent; of a font its name."""
    match resource:
        case FontFace():
            return "font", resource.name
        case Raster(name, path, w, h, digest, grey, data, dpi):
            return "image", name, str(path), w, h, digest, grey, data, dpi
        case PageArt(name, path, number, box, turn, unit, digest):
            return "page", name, str(path), number, box, turn, unit, digest
        case Form(content, box, isolated, uses, is_mask):
            return "form", content, box, isolated, (tuple(sorted(uses.names)), uses.glyphs), is_mask
        case Gradient():
            return "gradient", *resource._replace(stops=tuple(map(tuple, resource.stops)))  # type: ignore[arg-type]
        case Opacity():
            return "opacity", *resource


def unpack(packed: tuple[Any, ...], find_font: Callable[[str], FontFace | None]) -> Resource:
    """Return the resource that was packed. Raises KeyError for a font that isn't there any more."""
    kind, *values = packed
    if kind == "font":
        if (font := find_font(values[0])) is None:
            raise KeyError(values[0])
        return font
    if kind == "image":
        return Raster(values[0], Path(values[1]), *values[2:])
    if kind == "page":
        return PageArt(values[0], Path(values[1]), *values[2:])
    if kind == "form":
        names, glyphs = values[3]
        return Form(values[0], values[1], values[2], ContentUses(frozenset(names), glyphs), values[4])
    if kind == "gradient":
        gradient = Gradient(*values)
        return gradient._replace(stops=tuple([Stop(*stop) for stop in gradient.stops]))
    return Opacity(*values)


def write_note(font: str, glyph: int, text: str) -> str:
    return f"{NOTE}{font} {glyph} {text}"
