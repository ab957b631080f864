"""A stack's grid and the words beside it → what stands in which strip, and how far marks may reach beside it."""

from typing import NamedTuple

from pnp.impose.marks import GAP, Reach, drawn_as, outside, unmarked_sides
from pnp.impose.ruler import ruler
from pnp.impose.settings import Job, Typeset, printable
from pnp.impose.stacks import Stack
from pnp.impose.strips import CLEAR, Spot, Strips, put
from pnp.impose.writing import written
from pnp.model.display import Group
from pnp.model.length import MM_PER_POINT

_SIZES = tuple(points * MM_PER_POINT for points in (6.0, 5.75, 5.5, 5.25, 5.0))
_FOOTER_SIDES = ("bottom", "right")
_RULER_SIDES = ("top", "left")  # as large as those across from them, since the pieces stand in the middle

FOOTER = "footer"
RULER = "100 mm ruler"


class Footer(NamedTuple):
    spot: Spot
    size: float


class Ruler(NamedTuple):
    spot: Spot
    group: Group


class Furniture(NamedTuple):
    """What stands beside the pieces on a stack's sheets."""

    marks: str  # the style that serves this format
    strips: Strips
    footer: Footer | None
    ruler: Ruler | None  # on the first sheet only
    missing: dict[str, float]  # what has no room → the millimetres it lacks

    def reach(self, *, ruled: bool) -> Reach:
        """How far marks may go on a sheet with the ruler or without."""
        taken = [self.footer.spot] if self.footer else []
        return self.strips.reach([*taken, self.ruler.spot] if ruled and self.ruler else taken)


def furnish(stack: Stack, job: Job, *, ruled: bool) -> Furniture:
    """`ruled` asks for the ruler, too."""
    settings, captions, typeset = job.settings, job.captions, job.typeset
    marks = drawn_as(settings.marks, stack.format)
    kept = outside(marks) + CLEAR if outside(marks) else GAP
    strips = Strips(printable(stack.grid.paper, settings.margin), stack.grid.box, kept)
    missing: dict[str, float] = {}

    widest = int("8" * len(str(job.pages)))  # no digit is wider
    footer = _place_footer(strips, captions.footer(stack.title, widest, widest), typeset)
    if isinstance(footer, float):
        missing[FOOTER], footer = footer, None
    scale = _place_ruler(strips, captions.ruler, typeset, footer) if ruled else None
    if isinstance(scale, float):
        missing[RULER], scale = scale, None

    found = Furniture(marks, strips, footer, scale, missing)
    missing |= {f"cut marks {sides}": lack for sides, lack in unmarked_sides(marks, found.reach(ruled=False)).items()}
    return found


def footer_group(footer: Footer, text: str, typeset: Typeset) -> Group:
    """One page's footer; should it be longer than the text the room was measured with, it is set smaller."""
    block = written(text, footer.size, typeset)
    if block.w > footer.spot.length:
        block = written(text, footer.size * footer.spot.length / block.w, typeset)
    return put(block, footer.spot)


def _place_footer(strips: Strips, text: str, typeset: Typeset) -> Footer | float | None:
    """Below the pieces, else up the right side, as large as goes; else the millimetres it lacks in the better strip."""
    if not text:
        return None
    missing = []
    for side in _FOOTER_SIDES:
        for size in _SIZES:
            block = written(text, size, typeset)
            if spot := strips.spot(side, block.w, block.h):
                return Footer(spot, size)
        missing.append(strips.missing(side, block.w, block.h))
    return min(missing)


def _place_ruler(strips: Strips, caption: str, typeset: Typeset, footer: Footer | None) -> Ruler | float:
    """Above the pieces, else up the left side; else the millimetres it lacks in the better strip."""
    taken = (footer.spot,) if footer else ()
    missing = []
    for side in _RULER_SIDES:
        for stacked in (False, True):
            for size in _SIZES:
                block = ruler(caption, size, typeset, stacked=stacked)
                if spot := strips.spot(side, block.w, block.h, taken):
                    return Ruler(spot, put(block, spot))
            missing.append(strips.missing(side, block.w, block.h, taken))
    return min(missing)
