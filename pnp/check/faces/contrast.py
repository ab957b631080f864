"""
A text is too much like the ground it stands on: their contrast, as WCAG 2 counts it, is below the one that style.yaml
asks for under `checks:`, which is 4.5 : 1 unless it says so. Large type, from 18 pt or bold from 14 pt, may have 3 : 1,
unless more than 4.5 is asked for. What counts is what is really painted under the words; under a bitmap nobody knows.

Bad:  `fill="#b0b0b0"` on white paper, 2.1 : 1
Good: `fill="#6a6a6a"` on white paper, 5.4 : 1
"""

from collections.abc import Callable, Iterator
from math import floor

from pnp.check.faces._geometry import Box
from pnp.check.faces._grounds import Ground, colour_at
from pnp.check.faces._telling import Wrong
from pnp.check.faces._words import Painting, Words
from pnp.model.colour import WHITE, Rgb, blended, colour_of, contrast
from pnp.model.display import Face
from pnp.model.length import MM_PER_POINT
from pnp.model.problem import Severity, code
from pnp.model.style import Style

CODE = code("PNP360", "text too pale for its ground", __doc__, Severity.WARNING)

_USUAL, _OF_LARGE = 4.5, 3.0
_LARGE, _LARGE_BOLD = 18 * MM_PER_POINT - 0.01, 14 * MM_PER_POINT - 0.01
_SHARE = 0.2  # of a text's points: less is an ornament that it touches
_GRID = 4  # points to a millimetre


def judge(style: Style) -> Callable[[Face], Iterator[Wrong]]:
    return _Judge(style.contrast).wrong


class _Judge:
    def __init__(self, wanted: float) -> None:
        self._wanted = wanted
        self._wanted_large = _OF_LARGE if wanted <= _USUAL else wanted
        self._painting = Painting()
        self._colours: dict[tuple[tuple[int, ...], int, int], Rgb | None] = {}
        self._ratios: dict[tuple[Rgb, Rgb], float] = {}

    def wrong(self, face: Face) -> Iterator[Wrong]:
        grounds: list[Ground] = []
        for item in face.content.items:
            for part in self._painting.of(item):
                if isinstance(part, Ground):
                    grounds.append(part)
                elif bad := self._pale(part, grounds):
                    ratio, ground = bad
                    seen = f"{floor(ratio * 10) / 10:g} : 1, {part.text.runs[0].fill} on {colour_of(ground)}"
                    hint = f"{self._asked(part):g} : 1 or more is wanted"
                    yield Wrong(part.text.field, part.text.says, f"has a contrast of {seen}", hint)

    def _asked(self, words: Words) -> float:
        is_large = words.size >= _LARGE or (words.size >= _LARGE_BOLD and words.bold)
        return self._wanted_large if is_large else self._wanted

    def _pale(self, words: Words, grounds: list[Ground]) -> tuple[float, Rgb] | None:
        """The worst contrast of enough of a text, and the ground it has there; None where all is well."""
        left, top, right, bottom = words.box
        below: list[Ground] = []
        covering: tuple[Box, Rgb] | None = None
        for ground in reversed(grounds):
            box = ground.box
            if box[0] < right and box[2] > left and box[1] < bottom and box[3] > top:
                below.append(ground)
                covering = ground.plain()
                if covering and covering[0].holds(words.box):
                    break
                covering = None
        wanted = self._asked(words)
        if len(below) == (1 if covering else 0):
            colour = covering[1] if covering else WHITE
            ratio = self._ratio(words, colour)
            return (ratio, colour) if ratio < wanted else None
        key = tuple([id(ground) for ground in below])
        points = [self._colour(key, below, x, y) for x, y in words.points()]
        ratios = sorted([(self._ratio(words, colour), colour) for colour in points if colour])
        bad = [each for each in ratios if each[0] < wanted]
        return bad[0] if len(bad) >= max(1.0, _SHARE * len(points)) else None

    def _colour(self, key: tuple[int, ...], grounds: list[Ground], x: float, y: float) -> Rgb | None:
        """On a grid, so that texts at the same place of many pieces ask the same."""
        across, down = round(x * _GRID), round(y * _GRID)
        place = key, across, down
        if place not in self._colours:
            self._colours[place] = colour_at(grounds, across / _GRID, down / _GRID)
        return self._colours[place]

    def _ratio(self, words: Words, ground: Rgb) -> float:
        fill = words.fill if words.alpha >= 1.0 else blended(words.fill, ground, words.alpha)
        ratio = self._ratios.get((fill, ground))
        if ratio is None:
            ratio = self._ratios[fill, ground] = contrast(fill, ground)
        return ratio
