"""Papers, printers and their margins, the words beside the pieces, and the problems of what has no room."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from math import ceil, cos, radians, sin
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import yaml

from pnp.impose.cut_marks import mark_style, outside
from pnp.impose.patterns import Bleed, best_fold, best_grid
from pnp.io.opening import read_beginning
from pnp.model.display import IDENTITY, Matrix, Text
from pnp.model.game import Format
from pnp.model.geometry import grow
from pnp.model.length import mm, parse_length
from pnp.model.options import Options
from pnp.model.problem import Problem, UsageError, code
from pnp.model.sheet import USUAL_MARGIN, Paper, Printer, Rect
from pnp.model.span import Span

SMALLEST = 20.0
LARGEST = 2000.0

_PRODUCT = re.compile(r"([0-9.]+)\s*([a-z]*)\s*[x×*]\s*([0-9.]+)\s*([a-z]*)", re.ASCII)


@cache
def read_papers() -> Mapping[str, Paper]:
    """Return the papers that have a name, smallest first."""
    text = read_beginning(Path(__file__).parents[1] / "data" / "papers.yaml", 1_000_000)
    papers = [Paper(name, float(w), float(h)) for name, (w, h) in yaml.safe_load(text).items()]
    return MappingProxyType({paper.name: paper for paper in sorted(papers, key=lambda paper: paper.w * paper.h)})


def find_paper(text: str) -> Paper:
    """Return a paper by name or by width x height, in millimetres or any unit that lengths have.

    `a4+letter` is the size that they have in common: 210 × 279.4 mm. A page of that size, printed unscaled in the
    middle of either, keeps inside the printable area of both.
    """
    wanted = text.strip().casefold()
    if named := read_papers().get(wanted):
        return named
    if "+" in wanted:
        papers = [find_paper(part) for part in wanted.split("+")]
        short, long = (min(sorted((paper.w, paper.h))[side] for paper in papers) for side in (0, 1))
        return Paper("+".join(paper.name for paper in papers), short, long)
    size = parse_size(wanted)
    if size is None:
        raise UsageError(
            f'there is no paper "{text.strip()}" (there are: {", ".join(read_papers())}; '
            "a4+letter for both; or give width x height: 210x297, 8.5in x 11in)",
            text.strip(),
        )
    if min(size) < SMALLEST or max(size) > LARGEST:
        raise UsageError(
            f'paper "{text.strip()}" is {size_of(*size)}: each side must measure from {mm(SMALLEST)} to {mm(LARGEST)}',
            text.strip(),
        )
    return Paper("{:g}x{:g}".format(*size), *size)


def size_of(w: float, h: float) -> str:
    """Write a size for messages."""
    return f"{mm(w).removesuffix(' mm')} × {mm(h)}"


def parse_size(text: str) -> tuple[float, float] | None:
    """Parse two lengths; in `8.5 x 11 in` the unit stands for both."""
    match = _PRODUCT.fullmatch(text)
    if not match:
        return None
    w, w_unit, h, h_unit = match.groups()
    width, height = parse_length(w + (w_unit or h_unit)), parse_length(h + h_unit)
    return None if width is None or height is None else (width, height)


class Press(NamedTuple):
    """The options that sheets are made for, and the paper and the printer that they name."""

    options: Options
    paper: Paper
    margin: float = USUAL_MARGIN  # what the printer leaves white on all four sides
    printer: Printer | None = None
    tile: bool = True  # cuts what is larger than the paper into pages to glue

    @property
    def profile(self) -> str:
        """Describe the printer, if there is one, by its name and its values that take room."""
        parts, printer = [], self.printer or Printer("")
        if printer.offset_x or printer.offset_y:
            parts.append(f"offset {printer.offset_x:g}, {printer.offset_y:g} mm")
        if printer.rotate:
            parts.append(f"rotated {printer.rotate:g}°")
        if printer.scale_x != 1 or printer.scale_y != 1:
            parts.append(f"scaled {printer.scale_x:g}, {printer.scale_y:g}")
        return f"printer {printer.name} ({', '.join(parts)})" if parts else f"printer {printer.name}"


Typeset = Callable[[str, float], tuple[Text, float]]
"""Text and size in millimetres → the text with its baseline starting at 0, 0, and its width in millimetres."""


class Captions(NamedTuple):
    """The words on a sheet beside its pieces; an empty one leaves its text out."""

    footer: Callable[[str, int, int], str]  # component's title, page of the file, its pages → text
    ruler: str  # stands beside the 100 mm ruler


class Job(NamedTuple):
    """Settings that are the same for every component of a file."""

    press: Press
    captions: Captions
    typeset: Typeset
    pages: int
    before: int = 0  # pages of the file that come before these


def printable(paper: Paper, margin: float) -> Rect:
    """Return the part of a paper inside the margins; without width or height if they leave nothing."""
    return Rect(margin, margin, max(0.0, paper.w - 2 * margin), max(0.0, paper.h - 2 * margin))


MOST_OFFSET = 20.0  # millimetres; what is more is a slip of the pen
MOST_TURN = 5.0  # degrees
MOST_SCALE = 0.1


def room_on(paper: Paper, press: Press) -> Rect:
    """Return the part of a paper for pieces and slug, centred: inside the margins, also when it is adjusted."""
    room = printable(paper, press.margin)
    if press.printer is None or not (room.w and room.h):
        return room
    printer = _turn_printer(press.printer, paper)
    w, h = room.w / max(printer.scale_x, 1.0), room.h / max(printer.scale_y, 1.0)
    if press.options.sides != "fold" and (printer.rotate or printer.offset_x or printer.offset_y):
        # backs are scaled, turned and moved about the middle of the room
        turned, lifted = abs(cos(radians(printer.rotate))), abs(sin(radians(printer.rotate)))
        free_w, free_h = room.w - 2 * abs(printer.offset_x), room.h - 2 * abs(printer.offset_y)
        tilt = turned**2 - lifted**2
        w = min(w, (turned * free_w - lifted * free_h) / tilt / printer.scale_x)
        h = min(h, (turned * free_h - lifted * free_w) / tilt / printer.scale_y)
    w, h = max(0.0, w), max(0.0, h)
    return Rect((paper.w - w) / 2, (paper.h - h) / 2, w, h)


def room_for(format: Format, bleed: float, paper: Paper, press: Press) -> Rect:
    """Return the room for pieces: marks need room outside of the bleed; without any they can do without."""
    marks = outside(mark_style(press.options.marks, format)) if bleed else 0.0
    return grow(room_on(paper, press), -marks)


def adjusting(paper: Paper, printer: Printer | None, side: str) -> Matrix:
    """Return the matrix for a side: scaled, and on backs turned and moved, about the middle of the page."""
    if printer is None:
        return IDENTITY
    printer = _turn_printer(printer, paper)
    back = side == "back"
    angle = radians(printer.rotate) if back else 0.0
    a, b = printer.scale_x * cos(angle), printer.scale_x * sin(angle)
    c, d = -printer.scale_y * sin(angle), printer.scale_y * cos(angle)
    x, y = paper.w / 2, paper.h / 2
    dx, dy = (printer.offset_x, printer.offset_y) if back else (0.0, 0.0)
    return a, b, c, d, x - a * x - c * y + dx, y - b * x - d * y + dy


def _turn_printer(printer: Printer, paper: Paper) -> Printer:
    """Turn a profile for a sheet that lies on its side: printers take it upright, so their x is its y."""
    if paper.w <= paper.h:
        return printer
    return printer._replace(
        offset_x=printer.offset_y, offset_y=-printer.offset_x, scale_x=printer.scale_y, scale_y=printer.scale_x
    )


TOO_LARGE = code(
    "PNP400", says="{component} is {what}, larger than the {room} that {paper} leaves inside {margin} margins{adjusted}"
)

NOTHING_LEFT = code("PNP401", says="margins of {margin} leave nothing of {paper}, {size}")

NO_BACKS = code("PNP403", says="--sides {sides} has nothing to print behind the fronts: {components} {has} no back")

BAD_PRINTER = code("PNP406", says="printer {name}: {wrong}")
PUSHED_OFF = BAD_PRINTER.also("{printer} pushes everything off the {room} that {paper} leaves")


def nothing_left(press: Press, span: Span) -> Problem | None:
    """Return the problem of a paper of which nothing is left; at a component's place for want of another one."""
    paper, margin, printer = press.paper, press.margin, press.printer
    limits = (
        *(("offset x", 0, MOST_OFFSET), ("offset y", 0, MOST_OFFSET), ("rotate", 0, MOST_TURN)),
        *(("scale x", 1, MOST_SCALE), ("scale y", 1, MOST_SCALE)),
    )
    for name, usual, most in limits if printer else ():
        value: float = getattr(printer, name.replace(" ", "_"))
        least, largest = usual - most, usual + most
        if printer and not least <= value <= largest:
            wrong = f"{name} {value:g} is not between {least:g} and {largest:g}"
            return BAD_PRINTER.at(span, name=printer.name, wrong=wrong, hint="measure it again on a calibration sheet")
    room = printable(paper, margin)
    if room.w and room.h:
        left = room_on(paper, press)
        if printer is None or (left.w and left.h):
            return None
        hint, left_free = "larger paper would do, or a smaller offset", size_of(room.w, room.h)
        return PUSHED_OFF.at(span, printer=press.profile, room=left_free, paper=paper.name, hint=hint)
    hint = f"margins under {mm(min(paper.w, paper.h) / 2)} leave some"
    return NOTHING_LEFT.at(span, margin=mm(margin), paper=paper.name, size=size_of(paper.w, paper.h), hint=hint)


def too_large(component: str, format: Format, press: Press, span: Span, *, folded: bool = False) -> Problem:
    paper, margin, printer = press.paper, press.margin, press.printer
    room, all_of_it = room_on(paper, press), printable(paper, margin)
    adjusted = f" for {press.profile}" if printer and room != all_of_it else ""
    bleed = format.bleed if press.options.bleed == "yes" else 0.0
    what = size_of(format.w, format.h)
    if bleed:
        what += f" with {mm(bleed)} bleed"
        bare = press._replace(options=replace(press.options, marks="none"))
        what += " and cut marks" if _fits(format, paper, bare, bleed, folded) else ""
    if folded:
        what += " and folded beside its back"
    suited = next((each for each in read_papers().values() if _fits(format, each, press, bleed, folded)), None)
    beside = bleed + (outside(mark_style(press.options.marks, format)) if bleed else 0.0)
    w, h = (side + 2 * beside for side in sorted((format.w, format.h)))
    short, long = sorted(ceil(side + 2 * margin) for side in ((2 * w if folded else w), h))
    wanted = suited.name if suited else f"{short}x{long}" if long <= LARGEST else ""
    hint = f"--paper {wanted} would do" if wanted else "no paper is that large"
    left, white = size_of(room.w, room.h), mm(margin)
    return TOO_LARGE.at(
        span, component=component, what=what, room=left, paper=paper.name, margin=white, adjusted=adjusted, hint=hint
    )


def _fits(format: Format, paper: Paper, press: Press, bleed: float, folded: bool) -> bool:
    way = best_fold if folded else best_grid
    return way(format, paper, lambda lying: room_for(format, bleed, lying, press), Bleed(bleed)) is not None
