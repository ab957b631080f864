"""Texts and icons as they are painted → those that are hard to read: too pale for their ground, too small."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import floor
from typing import NamedTuple

from pnp.check.faces import Flaw, Lettering, Painted, Sign, check_edition, check_faces, flaw, name_text
from pnp.check.faces._grounds import Ground, colour_at
from pnp.model.colour import SIGN, WHITE, Rgb, blend, colour_of, contrast, extreme, linear_rgb, luminance, rgb_of
from pnp.model.display import Colour
from pnp.model.game import Edition, Piece
from pnp.model.geometry import Box, holds
from pnp.model.length import points
from pnp.model.options import design_of
from pnp.model.problem import Problem, Severity, code
from pnp.model.style import Style

TOO_PALE = code(
    "PNP360", Severity.WARNING, says="{text} has a contrast of {contrast} : 1, {paint} on {ground}", varies=("text",)
)
TOO_SMALL = code("PNP361", Severity.WARNING, says="{text} is printed at {size}", varies=("text",))

_USUAL = {"full": 4.5}
_OF_OTHERS = 7.0
_SHARE = 0.2  # of a text's points: less is an ornament that it touches
_GRID = 4  # points to a millimetre
_PLACES = 2  # to a millimetre: texts in the same one may have the same colours under them
_SLACK = 0.002  # mm


@check_faces(TOO_PALE)
def too_pale(style: Style, ink: str) -> Callable[[Sequence[Painted]], Iterable[Flaw]]:
    return _Contrasts(style.contrast or _USUAL.get(ink, _OF_OTHERS)).flaws


_Place = tuple[tuple[Ground, ...], Box]  # grounds, the topmost first, and what of them


class _Contrasts:
    def __init__(self, wanted: float) -> None:
        self._wanted = wanted
        self._wanted_large = SIGN if wanted <= _USUAL["full"] else wanted
        # on a grid, so that texts at the same place of many pieces ask the same
        self._colour = lru_cache(None)(lambda grounds, x, y: colour_at(grounds, x / _GRID, y / _GRID))
        self._possible: dict[_Place, tuple[Rgb, Rgb, bool]] = {}
        self._certain: dict[tuple[_Place, tuple[Rgb, ...], float], bool] = {}
        self._best = lru_cache(None)(_best_paint)

    def flaws(self, painted: Sequence[Painted]) -> Iterable[Flaw]:
        found: list[Flaw] = []
        grounds = [part for part in painted if part.kind == "ground"]
        below = 0
        for part in painted:
            if part.kind == "ground":
                below += 1
                continue
            for words in part.split_by_colour():
                pale = self._find_pale(words, grounds[:below])
                if pale is None:
                    continue
                ratio, ground = pale
                paint = colour_of(self._best(words.paints, words.alpha, ground)[1])
                hint = f"{self._wanted_large if words.is_large else self._wanted:g} : 1 or more is wanted"
                text, on = name_text(words.field, words.says), colour_of(ground)
                so_much = f"{floor(ratio * 10) / 10:g}"
                found.append(flaw(TOO_PALE, words.field, hint, text=text, contrast=so_much, paint=paint, ground=on))
        return found

    def _find_pale(self, words: Lettering | Sign, grounds: Sequence[Ground]) -> tuple[float, Rgb] | None:
        """Find the worst contrast of enough of a text or icon, and the ground it has there; None if all is well."""
        wanted = self._wanted_large if words.is_large else self._wanted
        if words.outline:
            return self._find_pale_on(words, rgb_of(words.outline), wanted)
        left, top, right, bottom = words.box
        around = (  # texts at the same place of many pieces share it
            left * _PLACES // 1 / _PLACES,
            top * _PLACES // 1 / _PLACES,
            -(-right * _PLACES // 1) / _PLACES,
            -(-bottom * _PLACES // 1) / _PLACES,
        )
        first_x, first_y, last_x, last_y = around
        below: list[Ground] = []
        for ground in grounds[::-1]:
            x1, y1, x2, y2 = ground.box
            if x1 < last_x and x2 > first_x and y1 < last_y and y2 > first_y:
                plain = ground.plain
                if plain:
                    (x1, y1, x2, y2), colour = plain
                    if x1 <= left and y1 <= top and x2 >= right and y2 >= bottom:
                        if not below:
                            return self._find_pale_on(words, colour, wanted)
                        below.append(ground)
                        break
                below.append(ground)
        if not below:
            return self._find_pale_on(words, WHITE, wanted)
        return self._find_pale_among(words, below, around, wanted)

    def _find_pale_on(self, words: Lettering | Sign, ground: Rgb, wanted: float) -> tuple[float, Rgb] | None:
        ratio, _ = self._best(words.paints, words.alpha, ground)
        return (ratio, ground) if ratio < wanted else None

    def _find_pale_among(
        self, words: Lettering | Sign, below: list[Ground], around: Box, wanted: float
    ) -> tuple[float, Rgb] | None:
        """Find the worst contrast if several grounds may be below, the topmost first."""
        grounds = tuple(below)
        place = grounds, around
        possible = self._possible.get(place)
        if possible is None:
            is_known = all(ground.tint for ground in below)  # no bitmap
            possible = self._possible[place] = *_possible(below, around), is_known
        low, high, is_known = possible
        if is_known and low == high:
            return self._find_pale_on(words, low, wanted)
        if words.alpha >= 1.0:
            key = place, words.paints, wanted
            if key not in self._certain:  # from all colours that may be there: then no point need be looked at
                darkest, lightest = luminance(low), luminance(high)
                self._certain[key] = any(
                    not darkest <= luminance(paint) <= lightest
                    and all(contrast(paint, end) >= wanted for end in (low, high))
                    for paint in words.paints
                )
            if self._certain[key]:
                return None
        points = [self._colour(grounds, round(x * _GRID), round(y * _GRID)) for x, y in words.points()]
        seen = [(self._best(words.paints, words.alpha, colour)[0], colour) for colour in points if colour]
        bad = [each for each in sorted(seen) if each[0] < wanted]
        return bad[0] if len(bad) >= max(1.0, _SHARE * len(points)) else None


def _best_paint(paints: tuple[Rgb, ...], alpha: float, ground: Rgb) -> tuple[float, Rgb]:
    """Return the best contrast that paints have on a ground, and the paint that has it."""
    seen = [(paint if alpha >= 1.0 else blend(paint, ground, alpha)) for paint in paints]
    return max([(contrast(paint, ground), paint) for paint in seen])


def _possible(grounds: Sequence[Ground], around: Box) -> tuple[Rgb, Rgb]:
    """Return two colours between which all lie that `colour_at` finds in a box: the least and most of each primary."""
    low = high = WHITE
    for ground in reversed(grounds):
        tint = ground.tint
        if tint is None:
            continue
        lows = [blend(tint.low, low, alpha) for alpha in (tint.least, tint.most)]
        highs = [blend(tint.high, high, alpha) for alpha in (tint.least, tint.most)]
        if not (ground.covered and holds(ground.covered, around)):  # it need not be there
            lows.append(low)
            highs.append(high)
        low, high = extreme(min, lows), extreme(max, highs)
    return low, high


@check_faces(TOO_SMALL)
def too_small(style: Style, ink: str) -> Callable[[Sequence[Painted]], Iterable[Flaw]]:
    hint = f"{points(style.smallest)} or more is wanted"
    limit = style.smallest - _SLACK

    def flaws(painted: Sequence[Painted]) -> Iterator[Flaw]:
        for part in painted:
            if part.kind != "ground" and part.size < limit:
                text, size = name_text(part.field, part.says), points(part.size)
                yield flaw(TOO_SMALL, part.field, hint, text=text, size=size)

    return flaws


LOOK_ALIKE = code("PNP362", Severity.WARNING, says="{group}: {one} and {other} look alike {whom}")
MANY_ALIKE = LOOK_ALIKE.also("{group}: of {entries}, {count} pairs look alike: {pairs}", varies=("pairs",))

_GREYS = 10.0  # of L*, 0 to 100: side by side on paper that is a clear step
_COLOURS = 15.0  # ΔE of 1976
_FEW = 3  # pairs that are named


class _AlikePair(NamedTuple):
    one: Piece
    other: Piece
    whom: str


@check_edition(LOOK_ALIKE)
def find_similar_entries(edition: Edition, style: Style) -> Iterator[Problem]:
    for group in edition.game.groups.values():
        coloured = [entry for entry in group.entries.values() if _colour_of(entry)]
        pairs: dict[str, list[_AlikePair]] = {}
        for one, other in combinations(coloured, 2):
            if _differ(one, other, "icon") or _differ(one, other, "pattern"):
                continue
            for ink, palette in style.palettes.items():
                if whom := _describe_viewers(_colour(one, palette), _colour(other, palette)):
                    pairs.setdefault(ink, []).append(_AlikePair(one, other, whom))
            if edition.ink == "black":
                palette = style.palettes.get(design_of("black"), {})
                colours = _colour(one, palette), _colour(other, palette)
                if all(colour is not None and contrast(colour, WHITE) >= SIGN for colour in colours):
                    pairs.setdefault("black", []).append(_AlikePair(one, other, "to everybody"))
        for ink, found in pairs.items():
            for connected in _group_pairs(found):
                yield _report_pairs(group.id, connected)._replace(when=(f" (ink {ink})",))


def _group_pairs(pairs: list[_AlikePair]) -> list[list[_AlikePair]]:
    """Group pairs that share entries: to change one of these helps several pairs."""
    sets: list[list[_AlikePair]] = []
    for pair in pairs:
        ids = {pair.one.id, pair.other.id}
        concerned = [found for found in sets if any(ids & {each.one.id, each.other.id} for each in found)]
        sets = [found for found in sets if found not in concerned]
        sets.append([*(each for found in concerned for each in found), pair])
    return sets


def _report_pairs(group: str, pairs: list[_AlikePair]) -> Problem:
    """Report one pair, or several at the colours of all their entries."""
    one, other, whom = pairs[0]
    hint = "give them different icons, patterns or lighter and darker colours"
    span, origin = other.span_of("colour"), one.span_of("colour")
    if len(pairs) == 1:
        return LOOK_ALIKE.at(span, group=group, one=one.id, other=other.id, whom=whom, hint=hint, origin=origin)
    said = [f"{pair.one.id} and {pair.other.id} {pair.whom}" for pair in pairs[:_FEW]]
    said += [f"{len(pairs) - _FEW} more"] if len(pairs) > _FEW else []
    entries = {entry.id: entry for pair in pairs for entry in pair[:2]}
    found = MANY_ALIKE.at(
        span, group=group, entries=tuple(entries), count=len(pairs), pairs="; ".join(said), hint=hint, origin=origin
    )
    places = dict.fromkeys(entry.span_of("colour") for entry in entries.values())
    return found._replace(others=tuple(place for place in places if place not in (span, origin)))


def _colour_of(entry: Piece) -> str:
    """Return an entry's colour as it is written, "" if it has none."""
    written = entry.fields.get("colour")
    return written if isinstance(written, str) else ""


def _differ(one: Piece, other: Piece, field: str) -> bool:
    first, second = one.fields.get(field), other.fields.get(field)
    return bool(first and second and first != second)


def _colour(entry: Piece, palette: Mapping[str, Colour]) -> Rgb | None:
    """Parse an entry's colour; None for what is no colour, which is reported elsewhere."""
    written = _colour_of(entry)
    colour = palette.get(written, written)
    if colour[:1] != "#" or len(colour) not in (4, 7):
        return None
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    return rgb_of(f"#{digits}") if all(digit in "0123456789abcdefABCDEF" for digit in digits) else None


def _describe_viewers(one: Rgb | None, other: Rgb | None) -> str:
    """Describe to whom two colours look alike; empty if everybody can tell them apart."""
    if one is None or other is None:
        return ""
    if difference(one, other) < _COLOURS:
        return "to everybody"
    where = ["in greyscale"] if abs(lightness(one) - lightness(other)) < _GREYS else []
    seen = {name: (as_seen_with(name, one), as_seen_with(name, other)) for name in DEFICIENCIES}
    where += [f"with {name}" for name, pair in seen.items() if difference(*pair) < _COLOURS]
    return " and ".join([", ".join(where[:-1]), where[-1]] if len(where) > 1 else where)


# Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency (2009),
# severity 1.0, for linear RGB.
DEFICIENCIES: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}

# IEC 61966-2-1: linear sRGB → XYZ, each row divided by the white point D65
_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_D65 = (0.9505, 1.0, 1.0890)


def lightness(rgb: Rgb) -> float:
    """Return L* of the grey that a black-and-white printer makes of a colour, 0 to 100."""
    return lab(rgb)[0]


@lru_cache(4096)
def lab(rgb: Rgb) -> Rgb:
    """Return a colour in CIE L*a*b*."""
    linear = linear_rgb(rgb)
    scaled = [sum(m * c for m, c in zip(row, linear, strict=True)) / w for row, w in zip(_TO_XYZ, _D65, strict=True)]
    x, y, z = (float(t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116) for t in scaled)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Rgb, other: Rgb) -> float:
    """Return ΔE of 1976, the distance in L*a*b*."""
    return float(sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5)


def as_seen_with(deficiency: str, rgb: Rgb) -> Rgb:
    """Return a colour as it looks to people with a deficiency."""
    linear = linear_rgb(rgb)
    sums = (sum(m * c for m, c in zip(row, linear, strict=True)) for row in DEFICIENCIES[deficiency])
    seen = [min(max(each, 0.0), 1.0) for each in sums]
    r, g, b = (float(each * 12.92 if each <= 0.0031308 else 1.055 * each ** (1 / 2.4) - 0.055) for each in seen)
    return r, g, b
