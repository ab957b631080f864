"""Shaped text → what stands between `[(` and `)]TJ`: glyph ids, kerning, and the words where glyphs don't tell them.

Widths count in thousandths of the size, as everywhere in PDF: so the operators fit any size and are made once.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from pnp.emit.pdf.metrics import Advances
from pnp.emit.pdf.resources import Kit, Settled
from pnp.model.display import FontFace, Glyph, Run, Shaped

_SPACES = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f"
_HYPHENS = "\u2010\u2011"
_INVISIBLE = "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"

# Readers search for what is on a keyboard: spaces and hyphens are told as such, invisible characters not at all.
_TOLD: Mapping[int, str] = {
    ord(c): told for these, told in ((_SPACES, " "), (_HYPHENS, "-"), (_INVISIBLE, "")) for c in these
}

_ESCAPED = {ord("("): "\\(", ord(")"): "\\)", ord("\\"): "\\\\", ord("\r"): "\\r"}


class _Setting:
    """A font as this file uses it."""

    def __init__(self, face: FontFace, kit: Kit, settled: Settled) -> None:
        self.name = kit.font(face)
        self.scale = 1000 / face.units_per_em
        self.advances = Advances(face)
        self.plain: dict[tuple[int, int, str], str] = {}  # glyph, advance, character → operators
        self._glyphs = kit.fonts[self.name].glyphs
        self._settled = settled.get(face.name, {})

    def note(self, placed: Sequence["_Placed"], text: str) -> bool:
        """Note that the glyphs appear; True where they tell the text by themselves."""
        for glyph, _ in placed:
            self._glyphs.setdefault(glyph.id, set())
        first = placed[0].glyph.id
        if len(placed) > 1 or not text or self._settled.get(first, text) != text:
            return False
        self._glyphs[first].add(text)
        return True


class _Placed(NamedTuple):
    glyph: Glyph
    x: float  # from the left edge of the part


class Fragments(dict[Shaped, str]):
    """Parts as they are set left to right without justification or tracking; made when first asked for."""

    def __init__(self, kit: Kit, settled: Settled) -> None:
        super().__init__()
        self._kit = kit
        self._settled = settled
        self._settings: dict[FontFace, _Setting] = {}
        self._pieces: dict[tuple[Shaped, float], tuple[str, ...]] = {}

    def __missing__(self, part: Shaped) -> str:
        fragment = self[part] = self._plain(part) or "".join(self._set(part, 0.0))
        return fragment

    def font(self, face: FontFace) -> str:
        """The name by which contents select the font."""
        return self._setting(face).name

    def spaced(self, run: Run) -> str:
        """A run that is justified or tracked."""
        tracking = round(run.tracking / run.size * 1000, 2)
        gap = _shift(-run.gap / run.size * 1000)
        return "".join(gap.join(self._split(part, tracking)) for part in run.parts)

    def _setting(self, face: FontFace) -> _Setting:
        if face not in self._settings:
            self._settings[face] = _Setting(face, self._kit, self._settled)
        return self._settings[face]

    def _plain(self, part: Shaped) -> str:
        """The fast way for most words, a glyph for each character and nothing moved but by kerning; else nothing."""
        setting, text = self._setting(part.font), part.text
        known = setting.plain
        if len(part.glyphs) != len(text):
            return ""
        out = []
        for at, (glyph, advance, dx, dy, cluster) in enumerate(part.glyphs):
            if cluster != at or dx or dy:
                return ""
            key = glyph, advance, text[at]
            shown = known.get(key)
            if shown is None:
                shown = known[key] = "".join(
                    self._set(Shaped(text[at], part.font, (Glyph(glyph, advance, 0, 0, 0),), 0.0), 0.0)
                )
            out.append(shown)
        return "".join(out)

    def _split(self, part: Shaped, tracking: float) -> tuple[str, ...]:
        """A part's operators, split after each space."""
        key = (part, tracking)
        if key not in self._pieces:
            self._pieces[key] = tuple(self._set(part, tracking))
        return self._pieces[key]

    def _set(self, part: Shaped, tracking: float) -> Iterator[str]:
        setting = self._setting(part.font)
        clusters, width = _clusters(part, setting.scale, tracking)
        out, pen = [], 0.0
        for text, placed in clusters:
            told = text.translate(_TOLD)
            if not told and not any(glyph.advance for glyph, _ in placed):
                continue
            spelled = not setting.note(placed, told) or (part.rtl and len(told) > 1)
            if spelled:  # readers turn a line from right to left round, this text included
                out.append(_span(told[::-1] if part.rtl else told))
            for glyph, x in placed:
                shift = round(pen - x, 1)
                out.append(_shift(shift) + _shown(glyph, setting.scale))
                pen += setting.advances[glyph.id] - shift
            if spelled:
                out.append(")]TJ EMC[(")
            if " " in text:
                yield "".join(out)
                out.clear()
        yield "".join(out) + _shift(pen - width)


def _clusters(part: Shaped, scale: float, tracking: float) -> tuple[list[tuple[str, list[_Placed]]], float]:
    """Glyphs with their places, together where they stand for the same characters; and the width of all."""
    starts = sorted({glyph.cluster for glyph in part.glyphs})
    ends = dict(zip(starts, [*starts[1:], len(part.text)], strict=False))
    placed, pen = [], 0.0
    for glyph in part.glyphs:
        placed.append(_Placed(glyph, pen + glyph.dx * scale))
        pen += glyph.advance * scale + tracking
    grouped = groupby(placed, key=attrgetter("glyph.cluster"))
    return [(part.text[start : ends[start]], list(items)) for start, items in grouped], pen


def _shown(glyph: Glyph, scale: float) -> str:
    code = glyph.id.to_bytes(2).decode("latin-1").translate(_ESCAPED)
    return f")]TJ {glyph.dy * scale / 1000:.4f} Ts[({code})]TJ 0 Ts[(" if glyph.dy else code


def _shift(thousandths: float) -> str:
    """Move left by so many thousandths of the size."""
    written = f"{thousandths:.1f}".removesuffix(".0")
    return "" if written in ("0", "-0") else f"){written}("


def _span(told: str) -> str:
    return f")]TJ/Span<</ActualText<feff{told.encode('utf-16-be').hex()}>>>BDC[("
