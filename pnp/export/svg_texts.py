"""Runs of text → elements: the outlines of their glyphs, or text that stays text where its font sets it alike."""

import math
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from types import SimpleNamespace
from typing import NamedTuple

import uharfbuzz as hb

from pnp.model.display import IDENTITY, FontFace, Matrix, Path, Run, Shaped, Text

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPED = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord('"'): "&quot;"}
_TAG = re.compile(r"<\w+")


def number(value: float) -> str:
    """Write a length with up to four decimals, a tenth of a micrometre."""
    return str(round(value, 4) + 0.0).removesuffix(".0")


def factor(value: float) -> str:
    """Write a scale: it multiplies lengths, so four decimals would be too few."""
    return f"{round(value, 8) + 0.0:.8f}".rstrip("0").rstrip(".")


def matrix_words(matrix: Matrix) -> str:
    """Return the value of a `transform`."""
    a, b, c, d, e, f = matrix
    if matrix[:4] == IDENTITY[:4]:
        return f"translate({number(e)} {number(f)})"
    return f"matrix({factor(a)} {factor(b)} {factor(c)} {factor(d)} {number(e)} {number(f)})"


def path_words(path: Path) -> str:
    """Return the value of a `d`."""
    return "".join(segment[0] + " ".join(map(number, segment[1:])) for segment in path)


def escape(text: str) -> str:
    """Escape a text for an element or an attribute; what XML can't hold becomes U+FFFD."""
    return _NOT_XML.sub("\ufffd", text).translate(_ESCAPED)


def is_xml(text: str) -> bool:
    """Whether XML can hold all of its characters."""
    return not _NOT_XML.search(text)


def attributes(values: Mapping[str, str]) -> str:
    """Each with a blank before it; their values are escaped already."""
    return "".join(f' {name}="{value}"' for name, value in values.items())


class Definitions:
    """Elements that others refer to, each once, in the order in which they are first needed."""

    def __init__(self) -> None:
        self.elements: list[str] = []
        self._ids: dict[str, str] = {}
        self._counts: dict[str, int] = {}

    def add(self, letter: str, element: str) -> str:
        """Return the id of the element, which begins with this letter."""
        if element not in self._ids:
            count = self._counts[letter] = self._counts.get(letter, 0) + 1
            id = self._ids[element] = f"{letter}{count}"
            self.elements.append(_TAG.sub(lambda tag: f'{tag[0]} id="{id}"', element, count=1))
        return self._ids[element]


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
    """Return the value of a glyph's `d`, in the font's units, downwards; empty for blanks."""
    words: list[str] = []

    def add(letter: str, *points: tuple[float, float]) -> None:
        words.append(letter + " ".join(f"{number(x)} {number(-y)}" for x, y in points))

    methods = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "qCurveTo": "Q", "closePath": "Z"}
    pen = SimpleNamespace(**{method: partial(add, letter) for method, letter in methods.items()})
    opened(font).draw_glyph_with_pen(glyph, pen)
    return "".join(words)


@lru_cache(8192)
def set_alone(font: FontFace, text: str, language: str, *, rtl: bool, spaced: bool) -> tuple[tuple[int, int], ...]:
    """Return the glyphs that a viewer sets a text in, from the left, each with its place; in the font's units."""
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
    """Check that its letters alone make the same glyphs: no small capitals, no other language's forms."""
    alone = set_alone(part.font, part.text, language, rtl=part.rtl, spaced=spaced)
    return [glyph for glyph, _ in alone] == [glyph.id for glyph in part.glyphs]


_NEAR = 0.02  # of the em: how far a viewer may set a glyph from where it stands on the sheet
_NO_BREAK_SPACE = "\u00a0"  # viewers widen it in justified lines, we don't


class _PlacedPart(NamedTuple):
    """A part of a run, from its own left edge on, in the font's units from the beginning of the run."""

    part: Shaped
    start: float
    end: float


class TextWriter:
    def __init__(self, language: str, *, keeps_text: bool) -> None:
        self.styles: set[FontStyle] = set()  # of the texts that stay texts
        self.definitions = Definitions()
        self._language = language
        self._keeps_text = keeps_text

    def write(self, text: Text) -> str:
        runs = [run for run in text.runs if run.size > 0]
        if self._keeps_text:
            return "\n".join(element for run in runs for element in self._write_as_text(run))
        glyphs = "\n".join(filter(None, (self._outlines(run, _pieces(run)) for run in runs)))
        return f'<g role="img" aria-label="{escape(text.says)}">\n{glyphs}\n</g>' if glyphs else ""

    def _outlines(self, run: Run, pieces: list[_PlacedPart]) -> str:
        scale = run.size / run.font.units_per_em
        uses = ""
        for glyph, x, y in _places(run, pieces):
            if d := glyph_outline(run.font, glyph):
                id = self.definitions.add("g", f'<path d="{d}"/>')
                where = {"x": number(x)} | ({"y": number(y)} if y else {})
                uses += f'<use xlink:href="#{id}"{attributes(where)}/>'
        placed = attributes({"fill": run.fill, "transform": matrix_words(_matrix(run, scale))})
        return f"<g{placed}>{uses}</g>" if uses else ""

    def _write_as_text(self, run: Run) -> Iterator[str]:
        """Yield the run as one text where a viewer puts its words where they stand; else word after word."""
        pieces = _pieces(run)
        rtl = run.level % 2 == 1
        words = [piece.part.text for piece in (reversed(pieces) if rtl else pieces)]
        if self._is_set_alike(run, "".join(words), pieces, rtl=rtl):
            yield self._text(run, "".join(words), pieces, rtl=rtl)
            return
        for piece in pieces:
            part = piece.part
            is_text = part.text.strip() and is_xml(part.text)
            if is_text and is_plain(part, self._language, spaced=bool(run.tracking)):
                yield self._text(run, part.text, [piece], rtl=part.rtl)
            elif outlines := self._outlines(run, [piece]):
                yield outlines

    def _is_set_alike(self, run: Run, text: str, pieces: list[_PlacedPart], *, rtl: bool) -> bool:
        if not text.strip() or not is_xml(text) or (run.gap and _NO_BREAK_SPACE in text):
            return False
        alone = set_alone(run.font, text, self._language, rtl=rtl, spaced=bool(run.tracking))
        ours = list(_places(run._replace(gap=0.0, tracking=0.0), _pieces(run._replace(gap=0.0, tracking=0.0))))
        glyphs = [glyph for piece in pieces for glyph in piece.part.glyphs]
        near = _NEAR * run.font.units_per_em
        return [glyph for glyph, _ in alone] == [glyph.id for glyph in glyphs] and all(
            abs(place - (x - glyph.dx)) < near for (_, place), (_, x, _), glyph in zip(alone, ours, glyphs, strict=True)
        )

    def _text(self, run: Run, text: str, pieces: list[_PlacedPart], *, rtl: bool) -> str:
        """Write a text element; its anchor is where its first letter begins: at its right edge where it runs from
        right to left."""
        style = style_of(run.font)
        self.styles.add(style)
        scale = run.size / run.font.units_per_em
        along = (pieces[-1].end if rtl else pieces[0].start) * scale
        values = {"x": number(run.x + along), "y": number(run.y)}
        if run.turn is not None:
            values = {"x": number(along), "transform": matrix_words(_matrix(run, 1.0))}
        values |= {"font-family": escape(f"'{style.family}'"), "font-size": number(run.size)}
        values |= {"font-weight": str(style.weight)} if style.weight != 400 else {}
        values |= {"font-style": "italic"} if style.is_italic else {}
        values |= {"letter-spacing": number(run.tracking)} if run.tracking else {}
        values |= {"word-spacing": number(run.gap)} if run.gap and " " in text.rstrip() else {}
        values |= {"direction": "rtl"} if rtl else {}
        values |= {"fill": run.fill, "xml:space": "preserve"}
        return f"<text{attributes(values)}>{escape(text)}</text>"


def _matrix(run: Run, scale: float) -> Matrix:
    """Return the matrix to where the run begins, turned as it is."""
    turn = run.turn or 0.0
    cos, sin = math.cos(turn) * scale, math.sin(turn) * scale
    return cos, sin, -sin, cos, run.x, run.y


def _pieces(run: Run) -> list[_PlacedPart]:
    found, x = [], 0.0
    for part in run.parts:
        start = x
        for glyph in part.glyphs:
            x += glyph.advance + _spacing(run, part, glyph.cluster)
        found.append(_PlacedPart(part, start, x))
    return found


def _places(run: Run, pieces: list[_PlacedPart]) -> Iterator[tuple[int, float, float]]:
    """Yield each glyph with its place, in the font's units from the beginning of the run, downwards."""
    for part, x, _ in pieces:
        for glyph in part.glyphs:
            yield glyph.id, x + glyph.dx, -glyph.dy
            x += glyph.advance + _spacing(run, part, glyph.cluster)


def _spacing(run: Run, part: Shaped, cluster: int) -> float:
    """Return the space added behind a glyph, in the font's units."""
    if not (run.gap or run.tracking):
        return 0.0
    added = run.tracking + (run.gap if part.text[cluster : cluster + 1] == " " else 0.0)
    return added * run.font.units_per_em / run.size
