"""What page contents refer to by name: fonts, pictures, forms, patterns, graphics states.

A name is made of what it stands for, so that it doesn't depend on which page, or which process, came first.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from typing import Any, NamedTuple

from pnp.model.display import DrawnContent, FontFace, Gradient, PageArt, Raster

Settled = Mapping[str, Mapping[int, str]]  # font's name → glyph → the one text it stands for in the file

KINDS = {"F": "Font", "G": "ExtGState", "I": "XObject", "P": "Pattern", "X": "XObject"}  # first letter → dictionary


class Form(NamedTuple):
    """Content that is stored once, in coordinates of its own."""

    content: str
    box: tuple[float, float, float, float]
    isolated: bool  # a transparency group: painted as a whole
    uses: frozenset[str]
    is_mask: bool = False  # whose lightness counts


class Opacity(NamedTuple):
    fill: float
    stroke: float
    mask: str = ""  # a form's name: what follows is as strong as that is light


class FontUse(NamedTuple):
    """The glyphs of a font that appear, and the texts each stands for by itself."""

    face: FontFace
    glyphs: dict[int, set[str]]


class UseMask:
    """What some content refers to: a bit for each name, as the kit numbers them."""

    __slots__ = ("mask",)

    def __init__(self) -> None:
        self.mask = 0


@dataclass(slots=True, eq=False)
class Kit:
    """What the names in contents stand for. It may know more than a file uses."""

    fonts: dict[str, FontFace] = field(default_factory=dict)
    images: dict[str, Raster] = field(default_factory=dict)
    forms: dict[str, Form] = field(default_factory=dict)
    patterns: dict[str, Gradient] = field(default_factory=dict)
    states: dict[str, Opacity] = field(default_factory=dict)
    pages: dict[str, PageArt] = field(default_factory=dict)  # of others' files
    names: list[str] = field(default_factory=list)  # by their numbers
    _bits: dict[str, int] = field(default_factory=dict)

    @classmethod
    def made(cls, fonts: dict[str, FontFace], others: Sequence[dict[str, Any]], names: list[str]) -> "Kit":
        """Of its parts."""
        images, forms, patterns, states, pages = others
        return cls(fonts, images, forms, patterns, states, pages, names)

    def font(self, face: FontFace) -> str:
        name = _name("F", face.name)
        self.fonts.setdefault(name, face)
        return name

    def image(self, raster: Raster) -> str:
        name = _name("I", raster.digest)
        self.images.setdefault(name, raster)
        return name

    def page(self, art: PageArt) -> str:
        name = _name("X", f"{art.digest} {art.number} {art.box}")
        self.pages.setdefault(name, art)
        return name

    def form(self, form: Form) -> str:
        name = _name("X", repr((form.content, form.box, "mask" if form.is_mask else form.isolated)))
        self.forms.setdefault(name, form)
        return name

    def pattern(self, gradient: Gradient) -> str:
        name = _name("P", repr(gradient))
        self.patterns.setdefault(name, gradient)
        return name

    def state(self, opacity: Opacity) -> str:
        name = _name("G", repr(opacity))
        self.states.setdefault(name, opacity)
        return name

    def bit(self, name: str) -> int:
        """The name's, which gets one when it is first asked for."""
        bit = self._bits.get(name)
        if bit is None:
            bit = self._bits[name] = 1 << len(self.names)
            self.names.append(name)
        return bit

    def glyph(self, font: str, glyph: int, text: str = "") -> int:
        """The bit that notes that a glyph appears, and what it tells by itself."""
        return self.bit(f"{_GLYPH}{font} {glyph} {text}")

    def art(self, digest: str, form: str) -> int:
        """The bit that notes that a form shows art, and which file that is."""
        return self.bit(f"{ART}{digest} {form}")

    def named(self, mask: int) -> frozenset[str]:
        """The names whose bits are set."""
        digits = bin(mask)[:1:-1]
        return frozenset([name for name, digit in zip(self.names, digits, strict=False) if digit == "1"])

    def needed(self, names: Iterable[str]) -> tuple["Kit", dict[str, FontUse]]:
        """Of all that it knows what a file needs that uses these names; and its fonts with their glyphs."""
        found, left = set[str](), set(names)
        while left:
            found |= left
            left = {use for name in left for use in self._uses(name)} - found
        fonts = {name: FontUse(face, {}) for name, face in self.fonts.items() if name in found}
        for note in sorted(name for name in found if name[0] == _GLYPH):
            font, glyph, text = note[1:].split(" ", 2)
            fonts[font].glyphs.setdefault(int(glyph), set()).update([text] if text else [])
        return self._only(lambda part: {name: what for name, what in part.items() if name in found}), fonts

    def _uses(self, name: str) -> Iterable[str]:
        """The names that what it stands for refers to."""
        if name in self.forms:
            return self.forms[name].uses
        return (self.states[name].mask,) if name in self.states and self.states[name].mask else ()

    def _only(self, some: Callable[[dict[str, Any]], dict[str, Any]]) -> "Kit":
        fonts, *others = map(some, self.parts())
        return Kit.made(fonts, others, [])

    def parts(self) -> tuple[dict[str, Any], ...]:
        return self.fonts, self.images, self.forms, self.patterns, self.states, self.pages

    def counts(self) -> tuple[int, ...]:
        """How much it knows of each kind, and how many names have a number."""
        return *map(len, self.parts()), len(self.names)

    def since(self, counts: Sequence[int]) -> "Kit":
        """What it has learned since then."""
        left = iter(counts)
        news = self._only(lambda part: dict(islice(part.items(), next(left), None)))
        news.names = self.names[counts[-1] :]
        return news

    def learn(self, news: "Kit") -> None:
        """What another process's kit, of which this one is a copy, has learned."""
        self.add(news)
        self.names += news.names

    def add(self, other: "Kit") -> None:
        """Take over what another composer knows."""
        for mine, theirs in zip(self.parts(), other.parts(), strict=True):
            for name, what in theirs.items():
                mine.setdefault(name, what)


_GLYPH = "g"  # how names begin that note a glyph
ART = "a"  # and those that note art


def disputed(fonts: Iterable[FontUse]) -> Settled:
    """Glyphs that stand for several texts, and the text each shall have: a file can say only one per glyph."""
    found = {
        use.face.name: {glyph: min(texts) for glyph, texts in use.glyphs.items() if len(texts) > 1} for use in fonts
    }
    return {font: glyphs for font, glyphs in found.items() if glyphs}


def is_settled(content: DrawnContent, settled: Settled) -> bool:
    """Whether none of its glyphs stands for another text than the one it shall have."""
    kit = content.kit
    assert isinstance(kit, Kit)
    _, fonts = kit.needed(kit.named(content.uses))
    used = (
        (use.face.name, glyph, text) for use in fonts.values() for glyph in use.glyphs for text in use.glyphs[glyph]
    )
    return all(settled.get(font, {}).get(glyph, text) == text for font, glyph, text in used)


def _name(kind: str, what: str) -> str:
    return kind + blake2b(what.encode(), digest_size=6).hexdigest()
