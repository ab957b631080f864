"""Fonts → the outlines of their glyphs, what they are called, and how they set a text by themselves."""

from functools import lru_cache
from typing import Any, NamedTuple

import uharfbuzz as hb

from pnp.emit.svg.writing import number
from pnp.model.display import FontFace, Shaped

_FAMILY, _TYPOGRAPHIC_FAMILY = 1, 16  # of a font's names
_SPACED = {"liga": False, "clig": False}  # viewers don't join letters that are moved apart, nor do we


class FontStyle(NamedTuple):
    """By what programs find a font."""

    family: str
    weight: int
    is_italic: bool


@lru_cache(64)
def opened(font: FontFace) -> hb.Font:
    found = hb.Font(hb.Face(hb.Blob(font.data), font.index))
    found.set_variations(dict(font.instance))
    return found


@lru_cache(64)
def style_of(font: FontFace) -> FontStyle:
    found = opened(font)
    family = found.face.get_name(_TYPOGRAPHIC_FAMILY) or found.face.get_name(_FAMILY) or font.name
    weight = found.get_style_value(hb.StyleTag.WEIGHT)
    return FontStyle(str(family), round(weight), bool(found.get_style_value(hb.StyleTag.ITALIC) or font.italic_angle))


@lru_cache(8192)
def glyph_outline(font: FontFace, glyph: int) -> str:
    """The value of its `d`, in the font's units, downwards; empty for blanks."""
    pen = _Pen()
    opened(font).draw_glyph_with_pen(glyph, pen)
    return "".join(pen.words)


@lru_cache(8192)
def set_alone(font: FontFace, text: str, language: str, *, rtl: bool, spaced: bool) -> tuple[tuple[int, int], ...]:
    """The glyphs that a viewer sets a text in, from the left, each with its place; in the font's units."""
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if rtl else "ltr"
    buffer.language = language or "und"
    hb.shape(opened(font), buffer, _SPACED if spaced else {})
    found, pen = [], 0
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        found.append((info.codepoint, pen))
        pen += position.x_advance
    return tuple(found)


def is_plain(part: Shaped, language: str, *, spaced: bool) -> bool:
    """Whether its letters alone make the same glyphs: no small capitals, no other language's forms."""
    alone = set_alone(part.font, part.text, language, rtl=part.rtl, spaced=spaced)
    return [glyph for glyph, _ in alone] == [glyph.id for glyph in part.glyphs]


class _Pen:
    """Takes down what HarfBuzz draws."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def _add(self, letter: str, *points: tuple[float, float]) -> None:
        self.words.append(letter + " ".join(f"{number(x)} {number(-y)}" for x, y in points))

    def moveTo(self, to: Any) -> None:  # noqa: N802  (the names of a pen's methods)
        self._add("M", to)

    def lineTo(self, to: Any) -> None:  # noqa: N802
        self._add("L", to)

    def curveTo(self, *points: Any) -> None:  # noqa: N802
        self._add("C", *points)

    def qCurveTo(self, *points: Any) -> None:  # noqa: N802
        self._add("Q", *points)

    def closePath(self) -> None:  # noqa: N802
        self._add("Z")
