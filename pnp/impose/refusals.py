"""Problems of what can't be imposed, with its sizes and the paper that would do."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil

from pnp.impose.grid import best_fold, best_grid
from pnp.impose.marks import drawn_as, outside
from pnp.impose.pattern import Bleed
from pnp.impose.press import LARGEST, Press, described, implausible, known_papers, printable, room_for, room_on, size_of
from pnp.model.game import Format
from pnp.model.length import mm
from pnp.model.problem import Problem, Severity, code
from pnp.model.sheet import Paper
from pnp.model.span import Span

TOO_LARGE = code(
    "PNP400", says="{component} is {what}, larger than the {room} that {paper} leaves inside {margin} margins{adjusted}"
)

NOTHING_LEFT = code("PNP401", says="margins of {margin} leave nothing of {paper}, {size}")

LEFT_OUT = code("PNP402", Severity.NOTE, says="{component} leaves no room on {paper} for: {lacks}", varies=("lacks",))

NO_BACKS = code("PNP403", says="--sides {sides} has nothing to print behind the fronts: {components} {has} no back")

BLEED_CHOSEN = code("PNP404", Severity.NOTE, says="{component}: {what}", varies=("what",))

SKIPPED_TOO_MANY = code("PNP405", says="--skip {skip}: a sheet of {component} has {places}")

BAD_PRINTER = code("PNP406", says="printer {name}: {wrong}")
PUSHED_OFF = BAD_PRINTER.also("{printer} pushes everything off the {room} that {paper} leaves")

FEWER_FOR_PRINTER = code("PNP407", Severity.NOTE, says="{component}: {size} a sheet instead of {without} for {printer}")


def nothing_left(press: Press, span: Span) -> Problem | None:
    """Return the problem of a paper of which nothing is left; at a component's place for want of another one."""
    paper, margin, printer = press.paper, press.margin, press.printer
    if printer and (wrong := implausible(printer)):
        return BAD_PRINTER.at(span, name=printer.name, wrong=wrong, hint="measure it again on a calibration sheet")
    room = printable(paper, margin)
    if room.w and room.h:
        left = room_on(paper, press)
        if printer is None or (left.w and left.h):
            return None
        hint, left_free = "larger paper would do, or a smaller offset", size_of(room.w, room.h)
        return PUSHED_OFF.at(span, printer=described(printer), room=left_free, paper=paper.name, hint=hint)
    hint = f"margins under {mm(min(paper.w, paper.h) / 2)} leave some"
    return NOTHING_LEFT.at(span, margin=mm(margin), paper=paper.name, size=size_of(paper.w, paper.h), hint=hint)


def no_backs(components: Sequence[str], sides: str, span: Span) -> Problem:
    names = f"{', '.join(components[:3])} and {len(components) - 3} more" if len(components) > 3 else ""
    hint = "--sides fronts prints them as they are; back: beside a front: in game.yaml gives a component backs"
    has = "has" if len(components) == 1 else "have"
    return NO_BACKS.at(span, sides=sides, components=names or ", ".join(components), has=has, hint=hint)


def skipped_too_many(component: str, size: int, skip: int, span: Span) -> Problem:
    hint = f"--skip {size - 1} at most" if size > 1 else "leave it out"
    places = f"{size} places" if size > 1 else "1 place"
    return SKIPPED_TOO_MANY.at(span, skip=skip, component=component, places=places, hint=hint)


def too_large(component: str, format: Format, press: Press, span: Span, *, folded: bool = False) -> Problem:
    paper, margin, printer = press.paper, press.margin, press.printer
    room, all_of_it = room_on(paper, press), printable(paper, margin)
    adjusted = f" for {described(printer)}" if printer and room != all_of_it else ""
    bleed = format.bleed if press.options.bleed == "yes" else 0.0
    what = size_of(format.w, format.h)
    if bleed:
        what += f" with {mm(bleed)} bleed"
        bare = press._replace(options=replace(press.options, marks="none"))
        what += " and cut marks" if _fits(format, paper, bare, bleed, folded) else ""
    if folded:
        what += " and folded beside its back"
    left, white, hint = size_of(room.w, room.h), mm(margin), _suggest_paper(format, press, bleed, folded)
    return TOO_LARGE.at(
        span, component=component, what=what, room=left, paper=paper.name, margin=white, adjusted=adjusted, hint=hint
    )


def no_room_beside(component: str, missing: Mapping[str, float], press: Press, span: Span) -> Problem:
    """Report what has no room beside the pieces. `missing`: thing → the millimetres it lacks."""
    lacks = ", ".join(f"{thing} ({mm(ceil(lack * 10) / 10)} missing)" for thing, lack in missing.items())
    only_marks = all(thing.startswith("cut marks") for thing in missing)
    hint = "--marks lines needs none" if only_marks else "larger paper or smaller pieces leave more"
    return LEFT_OUT.at(span, component=component, paper=press.paper.name, lacks=lacks, hint=hint)


def _suggest_paper(format: Format, press: Press, bleed: float, folded: bool) -> str:
    for paper in known_papers().values():
        if _fits(format, paper, press, bleed, folded):
            return f"--paper {paper.name} would do"
    beside = bleed + (outside(drawn_as(press.options.marks, format)) if bleed else 0.0)
    w, h = (side + 2 * beside for side in sorted((format.w, format.h)))
    short, long = sorted(ceil(side + 2 * press.margin) for side in ((2 * w if folded else w), h))
    return f"--paper {short}x{long} would do" if long <= LARGEST else "no paper is that large"


def _fits(format: Format, paper: Paper, press: Press, bleed: float, folded: bool) -> bool:
    way = best_fold if folded else best_grid
    return way(format, paper, lambda lying: room_for(format, bleed, lying, press), Bleed(bleed)) is not None
