"""What page contents refer to by name: fonts, pictures, forms, patterns, graphics states.

A name is made of what it stands for, so that it doesn't depend on which page, or which process, came first. Glyphs
are counted beside the names: a number for each font, with a bit for each glyph.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, Union
from unicodedata import category, normalize

import uharfbuzz as hb

from pnp.io.writing import display_path
from pnp.model.display import FontFace, Gradient, PageArt, Raster, Stop
from pnp.model.problem import FileError


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

    def find_needed(self, uses: Iterable[ContentUses]) -> "Needed":
        """Return what contents that use this refer to, and what that refers to in turn."""
        whole = UseCollector()
        for each in uses:
            whole.add(each)
        found = list_all(self, whole.names)
        for name in found:
            for inner in _inner_uses(self[name]):
                whole.add(inner)
        texts: dict[str, dict[int, str]] = {}
        for note in sorted((name for name in whole.names if name[0] == NOTE), reverse=True):  # the least text counts
            font, glyph, text = note[1:].split(" ", 2)
            texts.setdefault(font, {})[int(glyph)] = text
        fonts: dict[str, FontUse] = {}
        for name in found:
            if isinstance(face := self[name], FontFace):
                bits = bin(whole.glyphs.get(name, 0))[:1:-1]
                fonts[name] = FontUse(
                    face, [glyph for glyph, bit in enumerate(bits) if bit == "1"], texts.get(name, {})
                )
        return Needed({name: self[name] for name in found if name not in fonts}, fonts)


class FontUse(NamedTuple):
    """The glyphs of a font that appear, and the texts that some of them stand for in the file."""

    face: FontFace
    glyphs: list[int]
    texts: Mapping[int, str]  # of glyphs whose font doesn't tell


class Needed(NamedTuple):
    """What a file needs of all resources."""

    resources: dict[str, Resource]  # all but fonts
    fonts: dict[str, FontUse]


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


_SPACES = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f"
_HYPHENS = "\u2010\u2011"
_INVISIBLE = "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
_FORMS = range(0xFB00, 0xFEFD)  # characters for ligatures, and for the forms of Arabic letters

# Readers search for what is on a keyboard: spaces and hyphens are told as such, invisible characters not at all.
TOLD: Mapping[int, str] = {
    ord(c): told for these, told in ((_SPACES, " "), (_HYPHENS, "-"), (_INVISIBLE, "")) for c in these
}
_JOINING = ("\u0600", "\u08ff")  # letters whose form depends on their neighbours


class GlyphTexts:
    """The texts of one font's glyphs."""

    def __init__(self, face: FontFace) -> None:
        self._face = hb.Face(face.data, face.index)
        self._font = hb.Font(self._face)
        self._own: dict[int, str] = {}
        self._characters: dict[int, list[int]] = {}  # that lead to a glyph

    def own(self, glyph: int) -> str:
        """Return the text of a glyph that a character leads to; "" where none does."""
        if (known := self._own.get(glyph)) is not None:
            return known
        if not self._characters:
            numbers = list(self._face.unicodes)
            for number, found in zip(numbers, map(self._font.get_nominal_glyph, numbers), strict=True):
                self._characters.setdefault(found or 0, []).append(number)
        numbers = self._characters.get(glyph, []) if glyph else []
        texts = [normalize("NFKC", chr(n)) if n in _FORMS else chr(n).translate(TOLD) for n in numbers]
        # of several texts the least one counts, but before those that modify letters: \u2019 before \u02bc
        self._own[glyph] = min(filter(None, texts), key=lambda text: (category(text[0]) == "Lm", text), default="")
        return self._own[glyph]

    def tells(self, glyph: int, text: str) -> bool:
        """Whether a glyph can stand for this text: its own, letters joined to one, a letter's form beside others."""
        own = self.own(glyph)
        return own == text or _JOINING[0] <= text <= _JOINING[1] or (not own and len(text) > 1)


glyph_texts = lru_cache(64)(GlyphTexts)


class Advances(dict[int, float]):
    """Glyph id → width as the file declares it, in thousandths of the size; looked up when first asked for."""

    def __init__(self, face: FontFace) -> None:
        super().__init__()
        self._font = hb.Font(hb.Face(face.data, face.index))
        self._font.set_variations(dict(face.instance))
        self._scale = 1000 / face.units_per_em

    def __missing__(self, glyph: int) -> float:
        units: int = self._font.get_glyph_h_advance(glyph)
        width = self[glyph] = round(units * self._scale, 2)
        return width

    def glyph(self, character: str) -> int:
        """Return the glyph of a character, 0 where the font has none."""
        return self._font.get_nominal_glyph(ord(character)) or 0


_KEPT = {"CFF ", "cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"}
_SYMBOLIC = 4


def font_objects(name: str, use: FontUse) -> dict[str, Value | PdfStream]:
    """Return a font's objects by name, the font itself under `name`."""
    face, glyphs = use.face, use.glyphs
    name_of_face = re.sub(r"[^A-Za-z0-9-]", "", face.name) or "Font"
    # six letters mark a subset: the same for the same glyphs of the same font
    number = int.from_bytes(blake2b(repr((face.name, glyphs)).encode(), digest_size=8).digest())
    tag = "".join([chr(ord("A") + number // 26**place % 26) for place in range(6)])
    base = f"{tag}+{name_of_face}"
    # `first [width width …]` for each stretch of neighbours
    advances = Advances(face)
    stretches = groupby(enumerate(glyphs), key=lambda pair: pair[1] - pair[0])
    widths: list[Value] = []
    for _, stretch in stretches:
        neighbours = [glyph for _, glyph in stretch]
        widths += [neighbours[0], [advances[glyph] for glyph in neighbours]]
    # the table from glyphs to texts, for searching and copying
    own = glyph_texts(face).own
    texts = [(glyph, use.texts.get(glyph) or own(glyph)) for glyph in glyphs]
    lines = [f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>" for glyph, text in texts if text]
    blocks = [lines[i : i + _AT_ONCE] for i in range(0, len(lines), _AT_ONCE)]
    body = "".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar\n" for block in blocks)
    descendant: dict[str, Value] = {
        "Type": PdfName("Font"),
        "Subtype": PdfName("CIDFontType0" if face.is_cff else "CIDFontType2"),
        "BaseFont": PdfName(base),
        "CIDSystemInfo": {"Registry": "Adobe", "Ordering": "Identity", "Supplement": 0},
        "FontDescriptor": PdfRef(f"{name}.descriptor"),
        "DW": 0,
        "W": widths,
    }
    if not face.is_cff:
        descendant["CIDToGIDMap"] = PdfName("Identity")
    return {
        name: {
            "Type": PdfName("Font"),
            "Subtype": PdfName("Type0"),
            "BaseFont": PdfName(f"{base}-Identity-H" if face.is_cff else base),
            "Encoding": PdfName("Identity-H"),
            "DescendantFonts": [PdfRef(f"{name}.descendant")],
            "ToUnicode": PdfRef(f"{name}.unicode"),
        },
        f"{name}.descendant": descendant,
        f"{name}.descriptor": {
            "Type": PdfName("FontDescriptor"),
            "FontName": PdfName(base),
            "Flags": _SYMBOLIC,
            "FontBBox": [round(edge * 1000) for edge in face.bbox],
            "ItalicAngle": face.italic_angle,
            "Ascent": round(face.ascent * 1000),
            "Descent": round(face.descent * 1000),
            "CapHeight": round(face.cap_height * 1000),
            "StemV": 140 if face.bold else 80,
            "FontFile3" if face.is_cff else "FontFile2": PdfRef(f"{name}.file"),
        },
        f"{name}.file": _file(face, glyphs),
        f"{name}.unicode": PdfStream({}, f"{_CMAP_START}{body}{_CMAP_END}".encode("ascii")),
    }


def _file(face: FontFace, glyphs: Sequence[int]) -> PdfStream:
    """Subset a font to glyphs under their own ids, without the tables that only shaping needs."""
    whole = hb.Face(face.data, face.index)
    wanted = hb.SubsetInput()
    wanted.glyph_set.update(glyphs)
    wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_LAYOUT_CLOSURE | hb.SubsetFlags.NO_HINTING
    if 0 in glyphs:
        wanted.flags |= hb.SubsetFlags.NOTDEF_OUTLINE
    # Codes go through the charset of a CID-keyed font: it has to map each to itself
    wanted.flags |= getattr(hb.SubsetFlags, "CFF_IDENTITY_CHARSET", 0)
    for axis, value in face.instance:
        wanted.pin_axis_location(whole, axis, value)
    dropped = set(whole.table_tags) - _KEPT
    wanted.drop_table_tag_set.update([int.from_bytes(tag.encode("latin-1")) for tag in dropped])
    try:
        subset = hb.subset(whole, wanted)
    except RuntimeError as error:
        raise FileError(f"{display_path(face.path)}: cannot be embedded: {error}") from None
    if face.is_cff:
        return PdfStream({"Subtype": PdfName("CIDFontType0C")}, subset.reference_table("CFF ").data)
    data = subset.blob.data
    return PdfStream({"Length1": len(data)}, data)


_CMAP_START = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
"""
_CMAP_END = """endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""
_AT_ONCE = 100  # lines that a block of a CMap may have
