"""
A text or an icon is too much like the ground it stands on: their contrast, as WCAG 2 counts it, is below the one that
style.yaml asks for under `checks:`. Unless it does, that is 7 : 1 in low and black ink, and 4.5 : 1 in full ink, where
icons and large type, from 18 pt or bold from 14 pt, may have 3 : 1. What counts is what is really painted under the
words; under a bitmap nobody knows. Of an icon's colours the one counts that stands out best.

Bad:  `fill="#b0b0b0"` on white paper, 2.1 : 1
Good: `fill="#505050"` on white paper, 8 : 1
"""

from collections.abc import Callable, Iterator
from math import floor

from pnp.check.faces._geometry import Box
from pnp.check.faces._grounds import Ground, colour_at
from pnp.check.faces._telling import Wrong
from pnp.check.faces._words import Painting, Sign, Words
from pnp.model.colour import SIGN, WHITE, Rgb, blended, colour_of, contrast
from pnp.model.display import Face
from pnp.model.problem import Severity, code
from pnp.model.style import Style

CODE = code("PNP360", "text too pale for its ground", __doc__, Severity.WARNING)

_USUAL = {"full": 4.5}
_OF_OTHERS = 7.0
_SHARE = 0.2  # of a text's points: less is an ornament that it touches
_GRID = 4  # points to a millimetre


def judge(style: Style, ink: str) -> Callable[[Face], Iterator[Wrong]]:
    return _Judge(style.contrast or _USUAL.get(ink, _OF_OTHERS)).wrong


class _Judge:
    def __init__(self, wanted: float) -> None:
        self._wanted = wanted
        self._wanted_large = SIGN if wanted <= _USUAL["full"] else wanted
        self._painting = Painting()
        self._colours: dict[tuple[tuple[int, ...], int, int], Rgb | None] = {}
        self._ratios: dict[tuple[tuple[Rgb, ...], float, Rgb], tuple[float, Rgb]] = {}

    def wrong(self, face: Face) -> Iterator[Wrong]:
        grounds: list[Ground] = []
        for item in face.content.items:
            for part in self._painting.of(item):
                if isinstance(part, Ground):
                    grounds.append(part)
                elif bad := self._pale(part, grounds):
                    ratio, ground = bad
                    _, paint = self._best(part, ground)
                    seen = f"{floor(ratio * 10) / 10:g} : 1, {colour_of(paint)} on {colour_of(ground)}"
                    hint = f"{self._asked(part):g} : 1 or more is wanted"
                    yield Wrong(part.field, part.says, f"has a contrast of {seen}", hint)

    def _asked(self, words: Words | Sign) -> float:
        return self._wanted_large if words.is_large else self._wanted

    def _pale(self, words: Words | Sign, grounds: list[Ground]) -> tuple[float, Rgb] | None:
        """The worst contrast of enough of a text or icon, and the ground it has there; None where all is well."""
        left, top, right, bottom = around = words.box
        below: list[Ground] = []
        covering: tuple[Box, Rgb] | None = None
        for ground in reversed(grounds):
            box = ground.box
            if box[0] < right and box[2] > left and box[1] < bottom and box[3] > top:
                below.append(ground)
                covering = ground.plain()
                if covering and covering[0].holds(around):
                    break
                covering = None
        wanted = self._asked(words)
        if len(below) == (1 if covering else 0):
            colour = covering[1] if covering else WHITE
            ratio, _ = self._best(words, colour)
            return (ratio, colour) if ratio < wanted else None
        key = tuple([id(ground) for ground in below])
        points = [self._colour(key, below, x, y) for x, y in words.points()]
        ratios = sorted([(self._best(words, colour)[0], colour) for colour in points if colour])
        bad = [each for each in ratios if each[0] < wanted]
        return bad[0] if len(bad) >= max(1.0, _SHARE * len(points)) else None

    def _colour(self, key: tuple[int, ...], grounds: list[Ground], x: float, y: float) -> Rgb | None:
        """On a grid, so that texts at the same place of many pieces ask the same."""
        across, down = round(x * _GRID), round(y * _GRID)
        place = key, across, down
        if place not in self._colours:
            self._colours[place] = colour_at(grounds, across / _GRID, down / _GRID)
        return self._colours[place]

    def _best(self, words: Words | Sign, ground: Rgb) -> tuple[float, Rgb]:
        """The contrast with what is painted under it, and the paint that has it."""
        alpha = words.alpha
        key = words.paints, alpha, ground
        best = self._ratios.get(key)
        if best is None:
            seen = [(paint if alpha >= 1.0 else blended(paint, ground, alpha)) for paint in words.paints]
            best = self._ratios[key] = max([(contrast(paint, ground), paint) for paint in seen])
        return best
