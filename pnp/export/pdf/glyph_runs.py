"""Shaped text → what stands between `[(` and `)]TJ`: glyph ids, kerning, and the words where glyphs don't tell them.

Widths count in thousandths of the size, as everywhere in PDF: so the operators fit any size and are made once.
"""

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from unicodedata import bidirectional

from pnp.export.pdf.operators import number
from pnp.export.pdf.resources import TOLD, Advances, Resources, UseCollector, glyph_texts, write_note
from pnp.model.display import FontFace, Glyph, Run, Shaped

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
    """A font as contents use it."""

    def __init__(self, face: FontFace, resources: Resources) -> None:
        self.name = resources.add(face)
        self.scale = 1000 / face.units_per_em
        self.advances = Advances(face)
        self.plain: dict[tuple[int, int, str], Fragment] = {}  # by glyph, advance, character
        self._texts = glyph_texts(face)
        self._blank: Fragment | None = None

    def tells(self, placed: Sequence["_PlacedGlyph"], text: str, notes: set[str]) -> bool:
        """Whether glyphs tell readers their text by themselves: one that stands for all of it, or none for nothing."""
        if len(placed) != 1 or not text:
            return not placed
        glyph = placed[0].glyph.id
        if not self._texts.tells(glyph, text):
            return False
        if self._texts.own(glyph) != text:
            notes.add(write_note(self.name, glyph, text))
        return True

    def blank(self) -> "Fragment":
        """Return what shows a space."""
        if self._blank is None:
            glyph = self.advances.glyph(" ")
            self._blank = Fragment(glyph.to_bytes(2).decode("latin-1").translate(_ESCAPED), 1 << glyph)
        return self._blank


class Fragment(NamedTuple):
    """What stands in an array of `TJ`."""

    shown: str
    glyphs: int  # a bit for each
    notes: frozenset[str] = frozenset()  # of texts that their font doesn't tell


class _PlacedGlyph(NamedTuple):
    glyph: Glyph
    x: float  # from the left edge of the part


class _Cluster(NamedTuple):
    text: str
    told: str  # what readers are to find
    placed: list[_PlacedGlyph]


class Fragments(dict[Shaped, Fragment]):
    """Parts as they are set left to right without justification or tracking; made when first asked for."""

    def __init__(self, resources: Resources) -> None:
        super().__init__()
        self._resources = resources
        self._settings: dict[FontFace, _Setting] = {}
        self.name_of = lru_cache(None)(resources.add)  # by which contents select a font
        self._pieces: dict[tuple[Shaped, float], tuple[tuple[str, ...], Fragment]] = {}

    def __missing__(self, part: Shaped) -> Fragment:
        fragment = self[part] = self._set_plainly(part) or self._split(part, 0.0)[1]
        return fragment

    def place(self, run: Run, uses: UseCollector) -> str:
        """Write a run where it belongs."""
        if run.gap or run.tracking:
            return self._stretch(run, run.x, run.parts, uses)
        shown, glyphs = "", 0
        for part in run.parts:
            fragment, used, notes = self[part]
            shown += fragment
            glyphs |= used
            if notes:
                uses.names |= notes
        name = self.name_of(run.font)
        uses.names.add(name)
        uses.glyphs[name] |= glyphs
        operators = f"{_at(run, run.x)}[({shown})]TJ"
        return _EMPTY.sub(" ", operators) if "()" in operators else operators  # see `_shows`

    def place_turned(self, run: Run, base: int, uses: UseCollector, *, is_edge: bool) -> str:
        """Write a run of a text whose lines run from left to right (0), or from right to left (1), with the marks that
        it needs; `is_edge`: behind it, the text goes on in its own direction."""
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

    def _stretch(self, run: Run, x: float, parts: Sequence[Shaped], uses: UseCollector) -> str:
        """Write parts from x on, justified and tracked."""
        tracking = round(run.tracking / run.size * 1000, 2)
        gap = _shift(-run.gap / run.size * 1000)
        pieces = []
        for part in parts:
            words, (_, glyphs, notes) = self._split(part, tracking)
            self._note_glyphs(run.font, glyphs, uses)
            uses.names |= notes
            pieces.append(gap.join(words))
        shown = "".join(pieces)
        return f"{_at(run, x)}{_shows(shown)}" if parts else ""

    def _mark(self, run: Run, x: float, base: int, uses: UseCollector) -> str:
        """Write a character that shows nothing, and takes almost no room: a space, squeezed."""
        matrix = f"{number[run.size * _SQUEEZED]} 0 0 -{number[run.size]} {number[x]} {number[run.y]} Tm"
        blank = self._setting(run.font).blank()
        self._note_glyphs(run.font, blank.glyphs, uses)
        return f"{matrix}{_span(_MARKS[base])[4:]}{blank.shown})]TJ EMC"

    def _note_glyphs(self, face: FontFace, glyphs: int, uses: UseCollector) -> None:
        name = self.name_of(face)
        uses.names.add(name)
        uses.glyphs[name] |= glyphs

    def _setting(self, face: FontFace) -> _Setting:
        setting = self._settings.get(face)
        if setting is None:
            setting = self._settings[face] = _Setting(face, self._resources)
        return setting

    def _set_plainly(self, part: Shaped) -> Fragment | None:
        """Set most words the fast way: a glyph for each character and nothing moved but by kerning."""
        setting, text = self._setting(part.font), part.text
        known = setting.plain
        if len(part.glyphs) != len(text) or _STACKED.match(text):
            return None
        out, glyphs, notes = "", 0, frozenset[str]()
        for at, (glyph, advance, dx, dy, cluster) in enumerate(part.glyphs):
            if cluster != at or dx or dy:
                return None
            key = glyph, advance, text[at]
            shown = known.get(key)
            if shown is None:
                one = Shaped(text[at], part.font, (Glyph(glyph, advance, 0, 0, 0),), 0.0)
                shown = known[key] = self._split(one, 0.0)[1]
            out += shown.shown
            glyphs |= shown.glyphs
            notes |= shown.notes
        return Fragment(out, glyphs, notes) if out else None

    def _split(self, part: Shaped, tracking: float) -> tuple[tuple[str, ...], Fragment]:
        """Return a part's operators, split after each space; and all of it as one."""
        key = (part, tracking)
        if key not in self._pieces:
            glyphs, notes = 0, set[str]()
            clusters, width = _clusters(part, self._setting(part.font).scale, tracking)
            for cluster in clusters:
                for glyph, _ in cluster.placed:
                    glyphs |= 1 << glyph.id
            words = tuple(self._set(part, clusters, width, notes))
            self._pieces[key] = words, Fragment("".join(words), glyphs, frozenset(notes))
        return self._pieces[key]

    def _set(self, part: Shaped, clusters: list[_Cluster], width: float, notes: set[str]) -> Iterator[str]:
        setting = self._setting(part.font)
        words: list[list[_Cluster]] = [[]]  # cut behind each space; the last may be empty
        for cluster in clusters:
            words[-1].append(cluster)
            if " " in cluster.text:
                words.append([])
        pen = 0.0
        for at, word in enumerate(words, 1):
            told = [cluster.told[::-1] if part.rtl else cluster.told for cluster in word]
            spelled = [not setting.tells(cluster.placed, cluster.told, notes) for cluster in word]
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
                    code = glyph.id.to_bytes(2).decode("latin-1").translate(_ESCAPED)
                    raised = f")]TJ {glyph.dy * setting.scale / 1000:.4f} Ts[({code})]TJ 0 Ts[("
                    out.append(_shift(shift) + (raised if glyph.dy else code))
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
        told = text.translate(TOLD)
        if told or any(glyph.advance for glyph, _ in glyphs):
            clusters.append(_Cluster(text, told, glyphs))
    return clusters, pen


def _shows(fragments: str) -> str:
    """Show glyphs, without empty strings: where an array has one, PDFium forgets the shift at its end."""
    operators = f"[({fragments})]TJ"
    return _EMPTY.sub(" ", operators) if "()" in operators else operators


def _at(run: Run, x: float) -> str:
    size = number[run.size]
    if run.turn is not None:
        cos, sin = number[run.size * math.cos(run.turn)], number[run.size * math.sin(run.turn)]
        return f"{cos} {sin} {sin} {number[-run.size * math.cos(run.turn)]} {number[x]} {number[run.y]} Tm"
    return f"{size} 0 0 -{size} {number[x]} {number[run.y]} Tm"


def _shift(thousandths: float) -> str:
    """Move left by so many thousandths of the size."""
    written = f"{thousandths:.1f}".removesuffix(".0")
    return "" if written in ("0", "-0") else f"){written}("


def _span(told: str) -> str:
    return f")]TJ/Span<</ActualText<feff{told.encode('utf-16-be').hex()}>>>BDC[("
