"""Shaped text → what stands between `[(` and `)]TJ`: glyph ids, kerning, and the words where glyphs don't tell them.

Widths count in thousandths of the size, as everywhere in PDF: so the operators fit any size and are made once.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from unicodedata import bidirectional

from pnp.emit.pdf.fonts import Advances
from pnp.emit.pdf.operators import number
from pnp.emit.pdf.resources import Kit, Settled, UseMask
from pnp.model.display import FontFace, Glyph, Run, Shaped

_SPACES = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f"
_HYPHENS = "\u2010\u2011"
_INVISIBLE = "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"

# Readers search for what is on a keyboard: spaces and hyphens are told as such, invisible characters not at all.
_TOLD: Mapping[int, str] = {
    ord(c): told for these, told in ((_SPACES, " "), (_HYPHENS, "-"), (_INVISIBLE, "")) for c in these
}

# Readers take what stands beside a word, or a number, that runs the other way for a part of it, unless a mark, which
# shows nothing, says in which direction the text goes on. Signs like , and % are numbers to them.
_MARKS = "\u200e\u200f"
_NUMERIC = frozenset(("ES", "ET", "CS"))
_SQUEEZED = 0.01
_STACKED = re.compile("[\u0900-\u109f\u1780-\u17ff]")  # most words of these scripts are spelled; then all have to be
_EMPTY = re.compile(r"(?<!\\)\(\)")
_SPAN_END = ")]TJ EMC[("

_ESCAPED = {ord("("): "\\(", ord(")"): "\\)", ord("\\"): "\\\\", ord("\r"): "\\r"}


class _Setting:
    """A font as this file uses it."""

    def __init__(self, face: FontFace, kit: Kit, settled: Settled) -> None:
        self.name = kit.font(face)
        self._kit = kit
        self.scale = 1000 / face.units_per_em
        self.advances = Advances(face)
        self.plain: dict[tuple[int, int, str], Fragment] = {}  # by glyph, advance, character
        self._settled = settled.get(face.name, {})
        self._blank: Fragment | None = None

    def note(self, placed: Sequence["_PlacedGlyph"], text: str, uses: UseMask) -> bool:
        """Note that the glyphs appear; True where they tell the text by themselves, one for each character or more."""
        for glyph, _ in placed:
            uses.mask |= self._kit.glyph(self.name, glyph.id)
        if len(placed) != 1 or not text:
            return not placed
        id = placed[0].glyph.id
        if self._settled.get(id, text) != text:
            return False
        uses.mask |= self._kit.glyph(self.name, id, text)
        return True

    def blank(self) -> "Fragment":
        """What shows a space."""
        if self._blank is None:
            glyph = self.advances.glyph(" ")
            shown = glyph.to_bytes(2).decode("latin-1").translate(_ESCAPED)
            self._blank = Fragment(shown, self._kit.glyph(self.name, glyph))
        return self._blank


class Fragment(NamedTuple):
    """What stands in an array of `TJ`, and the names it refers to: glyphs."""

    shown: str
    uses: int


class _PlacedGlyph(NamedTuple):
    glyph: Glyph
    x: float  # from the left edge of the part


class _Cluster(NamedTuple):
    text: str
    told: str  # what readers are to find
    placed: list[_PlacedGlyph]


class Fragments(dict[Shaped, Fragment]):
    """Parts as they are set left to right without justification or tracking; made when first asked for."""

    def __init__(self, kit: Kit, settled: Settled) -> None:
        super().__init__()
        self._kit = kit
        self._settled = settled
        self._settings: dict[FontFace, _Setting] = {}
        self._pieces: dict[tuple[Shaped, float], tuple[tuple[str, ...], int]] = {}

    def __missing__(self, part: Shaped) -> Fragment:
        shown, uses = self._plain(part)
        fragment = self[part] = Fragment(shown, uses) if shown else self._whole(part, uses)
        return fragment

    def _whole(self, part: Shaped, used: int = 0) -> Fragment:
        uses = UseMask()
        uses.mask = used
        return Fragment("".join(self._set(part, 0.0, uses)), uses.mask)

    def font(self, face: FontFace) -> str:
        """The name by which contents select the font."""
        return self._setting(face).name

    def placed(self, run: Run, uses: UseMask) -> str:
        """A run where it belongs."""
        if run.gap or run.tracking:
            return self._stretch(run, run.x, run.parts, uses)
        shown = []
        for part in run.parts:
            fragment, used = self[part]
            uses.mask |= used
            shown.append(fragment)
        return f"{_at(run, run.x)}{_shows(''.join(shown))}"

    def turned(self, run: Run, base: int, uses: UseMask, *, is_edge: bool) -> str:
        """A run of a text whose lines run from left to right (0), or from right to left (1), with the marks that it
        needs; `is_edge`: behind it, the text goes on in its own direction."""
        is_marked = run.level % 2 != base and is_edge
        out = [self._mark(run, run.x, base, uses)] if is_marked and base else []
        start = x = run.x
        parts: list[Shaped] = []
        for part in run.parts:
            if base and part.rtl and bidirectional(part.text[-1]) in _NUMERIC:
                out += [self._stretch(run, start, parts, uses), self._mark(run, x, base, uses)]
                start, parts = x, []
            parts.append(part)
            x += part.width * run.size + len(part.glyphs) * run.tracking + part.text.count(" ") * run.gap
        out.append(self._stretch(run, start, parts, uses))
        if is_marked and not base:
            out.append(self._mark(run, x, base, uses))
        return " ".join(filter(None, out))

    def _stretch(self, run: Run, x: float, parts: Sequence[Shaped], uses: UseMask) -> str:
        """Parts from x on, justified and tracked."""
        tracking = round(run.tracking / run.size * 1000, 2)
        gap = _shift(-run.gap / run.size * 1000)
        pieces = []
        for part in parts:
            words, used = self._split(part, tracking)
            uses.mask |= used
            pieces.append(gap.join(words))
        shown = "".join(pieces)
        return f"{_at(run, x)}{_shows(shown)}" if parts else ""

    def _mark(self, run: Run, x: float, base: int, uses: UseMask) -> str:
        """A character that shows nothing, and takes almost no room: a space, squeezed."""
        matrix = f"{number(run.size * _SQUEEZED)} 0 0 -{number(run.size)} {number(x)} {number(run.y)} Tm"
        blank = self._setting(run.font).blank()
        uses.mask |= blank.uses
        return f"{matrix}{_span(_MARKS[base])[4:]}{blank.shown})]TJ EMC"

    def _setting(self, face: FontFace) -> _Setting:
        if face not in self._settings:
            self._settings[face] = _Setting(face, self._kit, self._settled)
        return self._settings[face]

    def _plain(self, part: Shaped) -> tuple[str, int]:
        """The fast way for most words, a glyph for each character and nothing moved but by kerning; else "", and the
        glyphs up to there, which tell readers their characters."""
        setting, text = self._setting(part.font), part.text
        known = setting.plain
        if len(part.glyphs) != len(text) or _STACKED.match(text):
            return "", 0
        out, uses = [], 0
        for at, (glyph, advance, dx, dy, cluster) in enumerate(part.glyphs):
            if cluster != at or dx or dy:
                return "", uses
            key = glyph, advance, text[at]
            shown = known.get(key)
            if shown is None:
                one = Shaped(text[at], part.font, (Glyph(glyph, advance, 0, 0, 0),), 0.0)
                shown = known[key] = self._whole(one)
            out.append(shown.shown)
            uses |= shown.uses
        return "".join(out), uses

    def _split(self, part: Shaped, tracking: float) -> tuple[tuple[str, ...], int]:
        """A part's operators, split after each space; and the names they use."""
        key = (part, tracking)
        if key not in self._pieces:
            uses = UseMask()
            self._pieces[key] = tuple(self._set(part, tracking, uses)), uses.mask
        return self._pieces[key]

    def _set(self, part: Shaped, tracking: float, uses: UseMask) -> Iterator[str]:
        setting = self._setting(part.font)
        clusters, width = _clusters(part, setting.scale, tracking)
        words = _words(clusters)
        pen = 0.0
        for at, word in enumerate(words, 1):
            told = [cluster.told[::-1] if part.rtl else cluster.told for cluster in word]
            spelled = [not setting.note(cluster.placed, cluster.told, uses) for cluster in word]
            is_whole = any(len(cluster.placed) > 1 or (part.rtl and len(cluster.told) > 1) for cluster in word)
            is_whole = is_whole or (not part.rtl and any(_STACKED.match(cluster.text) for cluster in word))
            out = []
            if is_whole:  # spelled by clusters, readers would see words where there are gaps, and miss single spaces
                out.append(_span("".join(told)))
            for cluster, text, is_spelled in zip(word, told, spelled, strict=True):
                if is_spelled and not is_whole:
                    out.append(_span(text))
                for glyph, x in cluster.placed:
                    shift = round(pen - x, 1)
                    out.append(_shift(shift) + _shown(glyph, setting.scale))
                    pen += setting.advances[glyph.id] - shift
                if is_spelled and not is_whole:
                    out.append(_SPAN_END)
            if is_whole:
                out.append(_SPAN_END)
            if at == len(words):
                out.append(_shift(pen - width))
            yield "".join(out)


def _clusters(part: Shaped, scale: float, tracking: float) -> tuple[list[_Cluster], float]:
    """Glyphs with their places, together where they stand for the same characters; and the width of all."""
    starts = sorted({glyph.cluster for glyph in part.glyphs})
    ends = dict(zip(starts, [*starts[1:], len(part.text)], strict=False))
    placed, pen = [], 0.0
    for glyph in part.glyphs:
        placed.append(_PlacedGlyph(glyph, pen + glyph.dx * scale))
        pen += glyph.advance * scale + tracking
    clusters = []
    for start, items in groupby(placed, key=attrgetter("glyph.cluster")):
        text, glyphs = part.text[start : ends[start]], list(items)
        told = text.translate(_TOLD)
        if told or any(glyph.advance for glyph, _ in glyphs):
            clusters.append(_Cluster(text, told, glyphs))
    return clusters, pen


def _words(clusters: list[_Cluster]) -> list[list[_Cluster]]:
    """The clusters, cut behind each space; the last word may be empty."""
    words: list[list[_Cluster]] = [[]]
    for cluster in clusters:
        words[-1].append(cluster)
        if " " in cluster.text:
            words.append([])
    return words


def _shown(glyph: Glyph, scale: float) -> str:
    code = glyph.id.to_bytes(2).decode("latin-1").translate(_ESCAPED)
    return f")]TJ {glyph.dy * scale / 1000:.4f} Ts[({code})]TJ 0 Ts[(" if glyph.dy else code


def _shows(fragments: str) -> str:
    """Without empty strings: where an array has one, PDFium forgets the shift at its end."""
    operators = f"[({fragments})]TJ"
    return _EMPTY.sub(" ", operators) if "()" in operators else operators


def _at(run: Run, x: float) -> str:
    size = number(run.size)
    if run.turn is not None:
        cos, sin = number(run.size * math.cos(run.turn)), number(run.size * math.sin(run.turn))
        return f"{cos} {sin} {sin} {number(-run.size * math.cos(run.turn))} {number(x)} {number(run.y)} Tm"
    return f"{size} 0 0 -{size} {number(x)} {number(run.y)} Tm"


def _shift(thousandths: float) -> str:
    """Move left by so many thousandths of the size."""
    written = f"{thousandths:.1f}".removesuffix(".0")
    return "" if written in ("0", "-0") else f"){written}("


def _span(told: str) -> str:
    return f")]TJ/Span<</ActualText<feff{told.encode('utf-16-be').hex()}>>>BDC[("
