"""Texts and icons as they are painted → those that are hard to read: too pale for their ground, too small."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, floor

from pnp.check.faces import Flaw, called, flaw, of_faces
from pnp.check.faces._geometry import Box
from pnp.check.faces._grounds import Ground, colour_at
from pnp.check.faces._words import Lettering, Painted, Sign
from pnp.model.colour import SIGN, WHITE, Rgb, blended, colour_of, contrast, extreme, luminance, rgb_of
from pnp.model.length import points
from pnp.model.problem import Severity, code
from pnp.model.style import Style

TOO_PALE = code(
    "PNP360 text too pale for its ground",
    """A text or an icon is too much like the ground it stands on: their contrast, as WCAG 2 counts it, is below the one
that style.yaml asks for under `checks:`. Unless it does, that is 7 : 1 in low and black ink, and 4.5 : 1 in full ink,
where icons and large type, from 18 pt or bold from 14 pt, may have 3 : 1. What counts is what is really painted under
the words; under a bitmap nobody knows. Of an icon's colours the one counts that stands out best.

Bad:  `fill="#b0b0b0"` on white paper, 2.1 : 1
Good: `fill="#505050"` on white paper, 8 : 1""",
    Severity.WARNING,
    says="{text} has a contrast of {contrast} : 1, {paint} on {ground}",
    varies=("text",),
)
TOO_SMALL = code(
    "PNP361 text too small to read",
    """A text is printed smaller than style.yaml allows under `checks:`; than 5 pt, where it doesn't say. Counted is the
size on paper, after shrinking to fit and all scaling. Home printers blur what is smaller, and eyes tire of it.

Bad:  `<text style="small" size="4pt" …/>`
Good: `<text style="small" size="6pt" …/>`""",
    Severity.WARNING,
    says="{text} is printed at {size}",
    varies=("text",),
)

_USUAL = {"full": 4.5}
_OF_OTHERS = 7.0
_SHARE = 0.2  # of a text's points: less is an ornament that it touches
_GRID = 4  # points to a millimetre
_PLACES = 2  # to a millimetre: texts in the same one may have the same colours under them
_SLACK = 0.002  # mm


@of_faces(TOO_PALE)
def too_pale(style: Style, ink: str) -> Callable[[Iterable[Painted]], Iterator[Flaw]]:
    return _Contrasts(style.contrast or _USUAL.get(ink, _OF_OTHERS)).flaws


class _Contrasts:
    def __init__(self, wanted: float) -> None:
        self._wanted = wanted
        self._wanted_large = SIGN if wanted <= _USUAL["full"] else wanted
        self._colours: dict[tuple[tuple[int, ...], int, int], Rgb | None] = {}
        self._possible: dict[tuple[tuple[int, ...], Box], tuple[Rgb, Rgb, bool]] = {}
        self._certain: dict[tuple[tuple[int, ...], Box, tuple[Rgb, ...], float], bool] = {}
        self._ratios: dict[tuple[tuple[Rgb, ...], float, Rgb], tuple[float, Rgb]] = {}

    def flaws(self, painted: Iterable[Painted]) -> Iterator[Flaw]:
        grounds: list[Ground] = []
        for part in painted:
            if isinstance(part, Ground):
                grounds.append(part)
                continue
            for words in part.of_each_colour() if isinstance(part, Lettering) else (part,):
                if pale := self._pale(words, grounds):
                    yield self._flaw(words, *pale)

    def _flaw(self, words: Lettering | Sign, ratio: float, ground: Rgb) -> Flaw:
        _, paint = self._best(words, ground)
        hint = f"{self._asked(words):g} : 1 or more is wanted"
        return flaw(
            TOO_PALE,
            words.field,
            hint,
            text=called(words.field, words.says),
            contrast=f"{floor(ratio * 10) / 10:g}",
            paint=colour_of(paint),
            ground=colour_of(ground),
        )

    def _asked(self, words: Lettering | Sign) -> float:
        return self._wanted_large if words.is_large else self._wanted

    def _pale(self, words: Lettering | Sign, grounds: list[Ground]) -> tuple[float, Rgb] | None:
        """The worst contrast of enough of a text or icon, and the ground it has there; None where all is well."""
        if isinstance(words, Lettering) and words.text.outline:
            line = rgb_of(words.text.outline)
            ratio, _ = self._best(words, line)
            return (ratio, line) if ratio < self._asked(words) else None
        left, top, right, bottom = box = words.box
        left, top, right, bottom = around = Box(
            floor(left * _PLACES) / _PLACES,
            floor(top * _PLACES) / _PLACES,
            ceil(right * _PLACES) / _PLACES,
            ceil(bottom * _PLACES) / _PLACES,
        )
        below: list[Ground] = []
        covering: Rgb | None = None
        for ground in reversed(grounds):
            painted = ground.box
            if painted[0] < right and painted[2] > left and painted[1] < bottom and painted[3] > top:
                below.append(ground)
                plain = ground.plain()
                if plain and plain[0].holds(box):
                    covering = plain[1]
                    break
        wanted = self._asked(words)
        key = tuple([id(ground) for ground in below])
        colour = (covering or WHITE) if len(below) == (1 if covering else 0) else self._only(key, below, around)
        if colour:
            ratio, _ = self._best(words, colour)
            return (ratio, colour) if ratio < wanted else None
        if words.alpha >= 1.0 and self._stands_out(words.paints, wanted, key, around):
            return None
        points = [self._colour(key, below, x, y) for x, y in words.points()]
        ratios = sorted([(self._best(words, colour)[0], colour) for colour in points if colour])
        bad = [each for each in ratios if each[0] < wanted]
        return bad[0] if len(bad) >= max(1.0, _SHARE * len(points)) else None

    def _only(self, key: tuple[int, ...], below: list[Ground], around: Box) -> Rgb | None:
        """The colour that these grounds have everywhere about there; None where they may have several."""
        place = key, around
        known = self._possible.get(place)
        if known is None:
            is_known = all(ground.tint for ground in below)  # no bitmap
            known = self._possible[place] = *_possible(below, around), is_known
        low, high, is_known = known
        return low if is_known and low == high else None

    def _stands_out(self, paints: tuple[Rgb, ...], wanted: float, key: tuple[int, ...], around: Box) -> bool:
        """Certainly, from all colours that these grounds may have about there: then no point need be looked at."""
        place = key, around, paints, wanted
        known = self._certain.get(place)
        if known is None:
            low, high, _ = self._possible[key, around]
            known = self._certain[place] = any(_differs(paint, (low, high), wanted) for paint in paints)
        return known

    def _colour(self, key: tuple[int, ...], grounds: list[Ground], x: float, y: float) -> Rgb | None:
        """On a grid, so that texts at the same place of many pieces ask the same."""
        across, down = round(x * _GRID), round(y * _GRID)
        place = key, across, down
        if place not in self._colours:
            self._colours[place] = colour_at(grounds, across / _GRID, down / _GRID)
        return self._colours[place]

    def _best(self, words: Lettering | Sign, ground: Rgb) -> tuple[float, Rgb]:
        """The contrast with what is painted under it, and the paint that has it."""
        alpha = words.alpha
        key = words.paints, alpha, ground
        best = self._ratios.get(key)
        if best is None:
            seen = [(paint if alpha >= 1.0 else blended(paint, ground, alpha)) for paint in words.paints]
            best = self._ratios[key] = max([(contrast(paint, ground), paint) for paint in seen])
        return best


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
        covered = ground.covered()
        if not (covered and covered.holds(around)):
            lows.append(low)
            highs.append(high)
        low, high = extreme(min, lows), extreme(max, highs)
    return low, high


def _differs(paint: Rgb, ends: tuple[Rgb, Rgb], wanted: float) -> bool:
    darkest, here, lightest = luminance(ends[0]), luminance(paint), luminance(ends[1])
    return not darkest <= here <= lightest and all(contrast(paint, end) >= wanted for end in ends)


@of_faces(TOO_SMALL)
def too_small(style: Style, ink: str) -> Callable[[Iterable[Painted]], Iterator[Flaw]]:
    hint = f"{points(style.smallest)} or more is wanted"
    limit = style.smallest - _SLACK

    def flaws(painted: Iterable[Painted]) -> Iterator[Flaw]:
        for part in painted:
            if isinstance(part, Lettering) and part.size < limit:
                yield flaw(TOO_SMALL, part.field, hint, text=called(part.field, part.says), size=points(part.size))

    return flaws
