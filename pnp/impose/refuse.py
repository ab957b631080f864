"""What can't be imposed → one problem with the sizes, and the paper that would do."""

from collections.abc import Mapping
from math import ceil

from pnp.impose.grid import best_grid
from pnp.impose.papers import LARGEST, known_papers
from pnp.impose.settings import Settings, printable
from pnp.model.game import Format
from pnp.model.length import mm
from pnp.model.problem import Problem, Severity, code
from pnp.model.span import Span

TOO_LARGE = code(
    "PNP400",
    "piece larger than the paper",
    """
A piece doesn't fit on the paper, neither upright nor turned. It is refused, since a clipped piece is found out only
after printing. The size counts inside the margins, where home printers can't print.

bad:  size: 400x300mm      # with --paper a4
good: size: 190x270mm      # or a larger paper: --paper a3
""",
)

NOTHING_LEFT = code(
    "PNP401",
    "margins leave nothing of the paper",
    """
The margins on both sides are together as wide as the paper or wider, so that there is no place for anything.

bad:  a margin of 60 mm on --paper 100x100
good: a margin of 5 mm, which most home printers need
""",
)

LEFT_OUT = code(
    "PNP402",
    "no room beside the pieces",
    """
Footer, cut marks and the 100 mm ruler stand in the strips between the pieces and the printer's margin, never on a
piece. Where pieces fill the paper up to the margin, what has no room is left out. The sheet is right all the same.

bad:  size: 200x287mm      # with --paper a4: all that 5 mm margins leave
good: size: 190x270mm      # leaves strips of 5 and 8.5 mm
""",
    Severity.NOTE,
)


def nothing_left(settings: Settings, span: Span) -> Problem | None:
    """A problem where the margins leave none of the paper; at a component's place for want of another one."""
    paper, margin = settings.paper, settings.margin
    room = printable(paper, margin)
    if room.w and room.h:
        return None
    hint = f"margins under {mm(min(paper.w, paper.h) / 2)} leave some"
    return NOTHING_LEFT.at(
        span, f"margins of {mm(margin)} leave nothing of {paper.name}, {_size(paper.w, paper.h)}", hint=hint
    )


def too_large(component: str, format: Format, settings: Settings, span: Span) -> Problem:
    paper, margin = settings.paper, settings.margin
    room = printable(paper, margin)
    return TOO_LARGE.at(
        span,
        f"{component} is {_size(format.w, format.h)}, larger than the {_size(room.w, room.h)} "
        f"that {paper.name} leaves inside {mm(margin)} margins",
        hint=_paper_that_fits(format, margin),
    )


def left_out(component: str, missing: Mapping[str, float], settings: Settings, span: Span) -> Problem:
    """`missing`: thing → the millimetres it lacks."""
    lacks = ", ".join(f"{thing} ({mm(ceil(lack * 10) / 10)} missing)" for thing, lack in missing.items())
    only_marks = all(thing.startswith("cut marks") for thing in missing)
    hint = "--marks lines needs none" if only_marks else "larger paper or smaller pieces leave more"
    return LEFT_OUT.at(span, f"{component} leaves no room on {settings.paper.name} for: {lacks}", hint=hint)


def _paper_that_fits(format: Format, margin: float) -> str:
    for paper in known_papers().values():
        if best_grid(format, paper, margin):
            return f"--paper {paper.name} would do"
    w, h = (ceil(side + 2 * margin) for side in sorted((format.w, format.h)))
    return f"--paper {w}x{h} would do" if h <= LARGEST else "no paper is that large"


def _size(w: float, h: float) -> str:
    return f"{mm(w).removesuffix(' mm')} × {mm(h)}"
