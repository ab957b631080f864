"""The marks of a face → which of them are black, so that whatever could be read before still can be.

A fill with words on it is their opposite: white under what is darker than it, black under what is lighter. Words on
such a fill are in turn its opposite, and so are lines that are lighter than it. Where nothing is written, a colour is
black if it would do as a sign on white paper, and a line always; on a black ground, what is lighter than that is white.
"""

from collections.abc import Sequence

from pnp.layout.art.paths import Box
from pnp.layout.black.marks import DARK, Mark
from pnp.model.colour import SIGN

_SLACK = 0.05  # mm


def by_itself(mark: Mark) -> bool:
    """Is it black, as far as its colour tells?"""
    if not mark.is_open:
        return mark.contrast >= DARK
    return mark.kind != "fill" or mark.contrast >= SIGN  # with less it is a tint


def toned(marks: Sequence[Mark]) -> list[bool]:
    """Of each mark of a face, in the order of painting: is it black?"""
    grounds = _grounds(marks)
    texts: dict[int, list[Mark]] = {}
    for mark, ground in zip(marks, grounds, strict=True):
        if mark.kind == "text" and ground is not None:
            texts.setdefault(ground, []).append(mark)
    tones: list[bool] = []
    for place, (mark, ground) in enumerate(zip(marks, grounds, strict=True)):
        below = None if ground is None else marks[ground]
        is_on_black = ground is not None and tones[ground]
        is_lighter = below is not None and mark.contrast < below.contrast
        if below is None or not (mark.is_open or below.is_open):
            tones.append(by_itself(mark))
        elif mark.kind == "text":
            tones.append(not is_on_black)
        elif mark.kind == "line":
            tones.append(not (is_on_black and is_lighter))
        else:
            tones.append(by_itself(mark) and not (mark.is_open and is_on_black and is_lighter))
        if place in texts and mark.is_open:
            tones[-1] = all(text.contrast < mark.contrast for text in texts[place])
    return tones


def _grounds(marks: Sequence[Mark]) -> list[int | None]:
    """On which fill each stands: the topmost one below it whose box holds its own. Only asked where it may matter."""
    fills: list[tuple[int, Box]] = []
    found: list[int | None] = []
    for place, mark in enumerate(marks):
        box = mark.box()
        asks = mark.kind != "fill" or mark.is_open
        found.append(next((n for n, other in reversed(fills) if _holds(other, box)), None) if asks else None)
        if mark.kind == "fill":
            fills.append((place, box))
    return found


def _holds(outer: Box, inner: Box) -> bool:
    return (
        outer[0] - _SLACK <= inner[0]
        and outer[1] - _SLACK <= inner[1]
        and outer[2] + _SLACK >= inner[2]
        and outer[3] + _SLACK >= inner[3]
    )
