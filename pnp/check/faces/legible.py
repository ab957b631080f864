"""Texts and icons as they are painted → those that are hard to read: too pale for their ground, too small."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import floor

from pnp.check.faces import Flaw, called, flaw, of_faces
from pnp.check.faces._grounds import Ground, colour_at
from pnp.check.faces._words import Lettering, Painted, Sign
from pnp.model.colour import SIGN, WHITE, Rgb, blended, colour_of, contrast, extreme, luminance, rgb_of
from pnp.model.geometry import Box, holds
from pnp.model.length import points
from pnp.model.problem import Severity, code
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


@of_faces(TOO_PALE)
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
            for words in part.of_each_colour():
                pale = self._find_pale(words, grounds[:below])
                if pale is None:
                    continue
                ratio, ground = pale
                paint = colour_of(self._best(words.paints, words.alpha, ground)[1])
                hint = f"{self._wanted_large if words.is_large else self._wanted:g} : 1 or more is wanted"
                text, on = called(words.field, words.says), colour_of(ground)
                so_much = f"{floor(ratio * 10) / 10:g}"
                found.append(flaw(TOO_PALE, words.field, hint, text=text, contrast=so_much, paint=paint, ground=on))
        return found

    def _find_pale(self, words: Lettering | Sign, grounds: Sequence[Ground]) -> tuple[float, Rgb] | None:
        """The worst contrast of enough of a text or icon, and the ground it has there; None where all is well."""
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
        """Where several grounds may be below, the topmost first."""
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
                self._certain[key] = any(_differs(paint, (low, high), wanted) for paint in words.paints)
            if self._certain[key]:
                return None
        points = [self._colour(grounds, round(x * _GRID), round(y * _GRID)) for x, y in words.points()]
        seen = [(self._best(words.paints, words.alpha, colour)[0], colour) for colour in points if colour]
        bad = [each for each in sorted(seen) if each[0] < wanted]
        return bad[0] if len(bad) >= max(1.0, _SHARE * len(points)) else None


def _best_paint(paints: tuple[Rgb, ...], alpha: float, ground: Rgb) -> tuple[float, Rgb]:
    """Return the best contrast that paints have on a ground, and the paint that has it."""
    seen = [(paint if alpha >= 1.0 else blended(paint, ground, alpha)) for paint in paints]
    return max([(contrast(paint, ground), paint) for paint in seen])


def _possible(grounds: Sequence[Ground], around: Box) -> tuple[Rgb, Rgb]:
    """Colours between which lie all that `colour_at` finds within a box: the least and the most of each primary.

    The grounds stand with the topmost first. What covers all of the box is certainly there, all else may be.
    """
    low = high = WHITE
    for ground in reversed(grounds):
        tint = ground.tint
        if tint is None:
            continue
        lows = [blended(tint.low, low, alpha) for alpha in (tint.least, tint.most)]
        highs = [blended(tint.high, high, alpha) for alpha in (tint.least, tint.most)]
        if not (ground.covered and holds(ground.covered, around)):
            lows.append(low)
            highs.append(high)
        low, high = extreme(min, lows), extreme(max, highs)
    return low, high


def _differs(paint: Rgb, ends: tuple[Rgb, Rgb], wanted: float) -> bool:
    darkest, here, lightest = luminance(ends[0]), luminance(paint), luminance(ends[1])
    return not darkest <= here <= lightest and all(contrast(paint, end) >= wanted for end in ends)


@of_faces(TOO_SMALL)
def too_small(style: Style, ink: str) -> Callable[[Sequence[Painted]], Iterable[Flaw]]:
    hint = f"{points(style.smallest)} or more is wanted"
    limit = style.smallest - _SLACK

    def flaws(painted: Sequence[Painted]) -> Iterable[Flaw]:
        small = [part for part in painted if part.kind != "ground" and part.size < limit]
        return [
            flaw(TOO_SMALL, part.field, hint, text=called(part.field, part.says), size=points(part.size))
            for part in small
        ]

    return flaws
