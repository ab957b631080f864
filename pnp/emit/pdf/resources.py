"""What page contents refer to by name: fonts, pictures, forms, patterns, graphics states.

A name is made of what it stands for, so that it doesn't depend on which page, or which process, came first.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

from pnp.model.display import FontFace, Gradient, Raster

Settled = Mapping[str, Mapping[int, str]]  # font's name → glyph → the one text it stands for in the file

KINDS = {"F": "Font", "G": "ExtGState", "I": "XObject", "P": "Pattern", "X": "XObject"}  # first letter → dictionary


class Form(NamedTuple):
    """Content that is stored once, in coordinates of its own."""

    content: str
    box: tuple[float, float, float, float]
    isolated: bool  # a transparency group: painted as a whole
    uses: frozenset[str]


class Opacity(NamedTuple):
    fill: float
    stroke: float


@dataclass(slots=True)
class FontUse:
    """The glyphs of a font that appear, and the texts each stands for by itself."""

    face: FontFace
    glyphs: dict[int, set[str]] = field(default_factory=dict)


@dataclass(slots=True)
class Kit:
    """Everything that contents used, by name."""

    fonts: dict[str, FontUse] = field(default_factory=dict)
    images: dict[str, Raster] = field(default_factory=dict)
    forms: dict[str, Form] = field(default_factory=dict)
    patterns: dict[str, Gradient] = field(default_factory=dict)
    states: dict[str, Opacity] = field(default_factory=dict)

    def font(self, face: FontFace) -> str:
        name = _name("F", face.name)
        if name not in self.fonts:
            self.fonts[name] = FontUse(face)
        return name

    def image(self, raster: Raster) -> str:
        name = _name("I", raster.digest)
        self.images.setdefault(name, raster)
        return name

    def form(self, form: Form) -> str:
        name = _name("X", repr((form.content, form.box, form.isolated)))
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

    def add(self, other: "Kit") -> None:
        """Take over what another process used."""
        for name, theirs in other.fonts.items():
            glyphs = self.fonts.setdefault(name, FontUse(theirs.face)).glyphs
            for glyph, texts in theirs.glyphs.items():
                glyphs.setdefault(glyph, set()).update(texts)
        self.images = other.images | self.images
        self.forms = other.forms | self.forms
        self.patterns = other.patterns | self.patterns
        self.states = other.states | self.states

    def disputed(self) -> Settled:
        """Glyphs that stand for several texts, and the text each shall have: a file can say only one per glyph."""
        found = {
            use.face.name: {glyph: min(texts) for glyph, texts in use.glyphs.items() if len(texts) > 1}
            for use in self.fonts.values()
        }
        return {font: glyphs for font, glyphs in found.items() if glyphs}


def _name(kind: str, what: str) -> str:
    return kind + blake2b(what.encode(), digest_size=6).hexdigest()
