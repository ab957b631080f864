"""The parts of lines → runs, icons and rules at their places."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pnp.layout.text.shape import SPACES
from pnp.layout.text.words import ICON_SIZE, PLAIN, InlineIcon, PartLook
from pnp.model.display import Colour, FontFace, Run, Segment, Shape, Shaped, Stroke
from pnp.model.length import THINNEST_LINE

_RULE_BELOW, _RULE_WIDTH = 0.12, 0.055  # of the size


class PlacedIcon(NamedTuple):
    name: str
    x: float
    y: float
    w: float
    h: float
    fill: Colour


class PlacedLines(NamedTuple):
    """What the lines of a text draw."""

    runs: tuple[Run, ...]
    icons: tuple[PlacedIcon, ...] = ()
    rules: tuple[Shape, ...] = ()


class LinePen:
    """Sets the lines of one text."""

    def __init__(self, size: float, fill: Colour, tracking: float, cap: float, colours: Mapping[str, Colour]) -> None:
        self._size = size
        self._fill = fill
        self._tracking = tracking
        self._cap = cap  # height of capitals, beside which icons are centred
        self._colours = colours  # of words that have one of their own
        self._runs: list[Run] = []
        self._icons: list[PlacedIcon] = []
        self._rules: list[Shape] = []
        self._goes_on = False  # does the last rule reach up to here?

    def set_line(
        self,
        parts: tuple[Shaped | InlineIcon, ...],
        x: float,
        y: float,
        gap: float,
        levels: Sequence[int] = (),
        looks: Sequence[PartLook] = (),
    ) -> None:
        """From x, y on; a new run begins with each change of font, direction or look, and after each icon."""
        size, tracking = self._size, self._tracking
        self._goes_on = False
        is_usual = not (tracking or gap or looks)
        first, start, level, look, em = 0, x, 0, PLAIN, size
        font: FontFace | None = None
        for at, part in enumerate(parts):
            if part.font is not font or (levels and levels[at] != level) or (looks and looks[at] != look):
                if font is not None:
                    self._end_run(parts[first:at], font, start, y, gap, level, look)
                first, start, font = at, x, part.font
                level = levels[at] if levels else 0
                if looks:
                    look = looks[at]
                    em = size * look.scale
            if part.font is None:
                self._goes_on = False
                wide, high = part.width * size, ICON_SIZE * size
                self._icons.append(
                    PlacedIcon(part.name, x, y - (self._cap + high) / 2, wide, high, self._fill_of(look))
                )
                x += wide
                continue
            before = x
            x += part.width * em
            if is_usual:
                continue
            x += tracking * len(part.glyphs) + gap * part.text.count(" ")
            if looks:
                self._underline(part, before, x, y, gap, look)
        if font is not None:
            self._end_run(parts[first:], font, start, y, gap, level, look)

    def advance(self, part: Shaped, gap: float) -> float:
        return part.width * self._size + self._tracking * len(part.glyphs) + gap * part.text.count(" ")

    def placed(self, before: tuple[Run, ...] = ()) -> PlacedLines:
        """`before`: what is read before the lines."""
        return PlacedLines((*before, *self._runs), tuple(self._icons), tuple(self._rules))

    def _fill_of(self, look: PartLook) -> Colour:
        return self._colours.get(look.colour, self._fill) if look.colour else self._fill

    def _underline(self, part: Shaped, x: float, end: float, y: float, gap: float, look: PartLook) -> None:
        """Spaces are underlined between words that are, not behind them."""
        inked = len(part.text.rstrip(SPACES))
        if not look.underlined or not inked:
            self._goes_on = self._goes_on and look.underlined
            return
        spaces = sum([glyph.advance for glyph in part.glyphs if glyph.cluster >= inked]) / part.font.units_per_em
        end -= spaces * self._size * look.scale + (len(part.text) - inked) * (gap + self._tracking)
        stroke = Stroke(self._fill_of(look), max(self._size * _RULE_WIDTH, THINNEST_LINE))
        below = y + _RULE_BELOW * self._size
        begin: Segment = ("M", x, below)
        if self._goes_on and self._rules[-1].stroke == stroke:
            begin = self._rules.pop().path[0]
        self._rules.append(Shape((begin, ("L", end, below)), None, stroke))
        self._goes_on = True

    def _end_run(
        self, run: tuple[Any, ...], font: FontFace, x: float, y: float, gap: float, level: int, look: PartLook
    ) -> None:
        fill = self._fill_of(look) if look.colour else self._fill
        self._runs.append(Run(x, y, font, self._size * look.scale, fill, run, gap, self._tracking, level))
