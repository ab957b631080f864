"""What sheets are printed with: papers, printers and their margins, and the words beside the pieces."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from math import cos, radians, sin
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from pnp.files.opening import beginning
from pnp.impose.marks import drawn_as, outside
from pnp.model.display import IDENTITY, Matrix, Text
from pnp.model.game import Format
from pnp.model.geometry import grow
from pnp.model.length import mm, parse_length
from pnp.model.options import Options
from pnp.model.problem import UsageError
from pnp.model.sheet import USUAL_MARGIN, Paper, Printer, Rect

SMALLEST = 20.0
LARGEST = 2000.0

_PRODUCT = re.compile(r"([0-9.]+)\s*([a-z]*)\s*[x×*]\s*([0-9.]+)\s*([a-z]*)", re.ASCII)


@cache
def known_papers() -> Mapping[str, Paper]:
    """The papers that have a name, smallest first."""
    import yaml

    text = beginning(Path(__file__).parents[1] / "data" / "papers.yaml", 1_000_000)
    papers = [Paper(name, float(w), float(h)) for name, (w, h) in yaml.safe_load(text).items()]
    return MappingProxyType({paper.name: paper for paper in sorted(papers, key=lambda paper: paper.w * paper.h)})


def find_paper(text: str) -> Paper:
    """A paper by name or by width x height: millimetres, or any unit that lengths have.

    `a4+letter` is what they have in common: 210 × 279.4 mm. A page of that size, printed unscaled in the middle of
    either, keeps inside the printable area of both.
    """
    wanted = text.strip().casefold()
    if named := known_papers().get(wanted):
        return named
    if "+" in wanted:
        papers = [find_paper(part) for part in wanted.split("+")]
        short, long = (min(sorted((paper.w, paper.h))[side] for paper in papers) for side in (0, 1))
        return Paper("+".join(paper.name for paper in papers), short, long)
    size = parse_size(wanted)
    if size is None:
        raise UsageError(
            f'there is no paper "{text.strip()}" (there are: {", ".join(known_papers())}; '
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
    """For messages."""
    return f"{mm(w).removesuffix(' mm')} × {mm(h)}"


def parse_size(text: str) -> tuple[float, float] | None:
    """Two lengths; in `8.5 x 11 in` the unit stands for both."""
    match = _PRODUCT.fullmatch(text)
    if not match:
        return None
    w, w_unit, h, h_unit = match.groups()
    width, height = parse_length(w + (w_unit or h_unit)), parse_length(h + h_unit)
    return None if width is None or height is None else (width, height)


class Press(NamedTuple):
    """What sheets are made for: the options, and the paper and the printer that they name."""

    options: Options
    paper: Paper
    margin: float = USUAL_MARGIN  # what the printer leaves white on all four sides
    printer: Printer | None = None
    tile: bool = True  # cuts what is larger than the paper into pages to glue


Typeset = Callable[[str, float], tuple[Text, float]]
"""Text and size in millimetres → the text with its baseline starting at 0, 0, and its width in millimetres."""


class Captions(NamedTuple):
    """The words on a sheet beside its pieces; an empty one leaves its text out."""

    footer: Callable[[str, int, int], str]  # component's title, page of the file, its pages → text
    ruler: str  # stands beside the 100 mm ruler


class Job(NamedTuple):
    """All that is the same for every component of a file."""

    press: Press
    captions: Captions
    typeset: Typeset
    pages: int
    before: int = 0  # pages of the file that come before these


def printable(paper: Paper, margin: float) -> Rect:
    """What the margins leave of a paper; of no width or height where they leave nothing."""
    return Rect(margin, margin, max(0.0, paper.w - 2 * margin), max(0.0, paper.h - 2 * margin))


MOST_OFFSET = 20.0  # millimetres; what is more is a slip of the pen
MOST_TURN = 5.0  # degrees
MOST_SCALE = 0.1


def room_on(paper: Paper, press: Press) -> Rect:
    """What of a paper holds pieces and furniture, centred: they stay inside the margins when they are adjusted, too."""
    room = printable(paper, press.margin)
    if press.printer is None or not (room.w and room.h):
        return room
    printer = _as_it_lies(press.printer, paper)
    w, h = room.w / max(printer.scale_x, 1.0), room.h / max(printer.scale_y, 1.0)
    if press.options.sides != "fold":
        w, h = _behind(printer, room.w, room.h, w, h)
    w, h = max(0.0, w), max(0.0, h)
    return Rect((paper.w - w) / 2, (paper.h - h) / 2, w, h)


def room_for(format: Format, bleed: float, paper: Paper, press: Press) -> Rect:
    """Marks stand outside of the bleed and need room there; without any bleed they can do without."""
    marks = outside(drawn_as(press.options.marks, format)) if bleed else 0.0
    return grow(room_on(paper, press), -marks)


def implausible(printer: Printer) -> str:
    """What of a profile can't be right, with what could be; empty where nothing is wrong."""
    for name, value, least, most in (
        ("offset x", printer.offset_x, -MOST_OFFSET, MOST_OFFSET),
        ("offset y", printer.offset_y, -MOST_OFFSET, MOST_OFFSET),
        ("rotate", printer.rotate, -MOST_TURN, MOST_TURN),
        ("scale x", printer.scale_x, 1 - MOST_SCALE, 1 + MOST_SCALE),
        ("scale y", printer.scale_y, 1 - MOST_SCALE, 1 + MOST_SCALE),
    ):
        if not least <= value <= most:
            return f"{name} {value:g} is not between {least:g} and {most:g}"
    return ""


def described(printer: Printer) -> str:
    """The profile's name and what of it takes room."""
    parts = []
    if printer.offset_x or printer.offset_y:
        parts.append(f"offset {printer.offset_x:g}, {printer.offset_y:g} mm")
    if printer.rotate:
        parts.append(f"rotated {printer.rotate:g}°")
    if printer.scale_x != 1 or printer.scale_y != 1:
        parts.append(f"scaled {printer.scale_x:g}, {printer.scale_y:g}")
    return f"printer {printer.name} ({', '.join(parts)})" if parts else f"printer {printer.name}"


def _behind(printer: Printer, room_w: float, room_h: float, w: float, h: float) -> tuple[float, float]:
    """The largest part of w × h that stays in the room when it is scaled, turned and moved about its middle."""
    if printer.rotate or printer.offset_x or printer.offset_y:
        turned, lifted = abs(cos(radians(printer.rotate))), abs(sin(radians(printer.rotate)))
        free_w, free_h = room_w - 2 * abs(printer.offset_x), room_h - 2 * abs(printer.offset_y)
        tilt = turned**2 - lifted**2
        w = min(w, (turned * free_w - lifted * free_h) / tilt / printer.scale_x)
        h = min(h, (turned * free_h - lifted * free_w) / tilt / printer.scale_y)
    return w, h


def adjusting(paper: Paper, printer: Printer | None, side: str) -> Matrix:
    """Of all that is drawn on a side: scaled, and on backs turned and moved, about the middle of the page."""
    if printer is None:
        return IDENTITY
    printer = _as_it_lies(printer, paper)
    back = side == "back"
    angle = radians(printer.rotate) if back else 0.0
    a, b = printer.scale_x * cos(angle), printer.scale_x * sin(angle)
    c, d = -printer.scale_y * sin(angle), printer.scale_y * cos(angle)
    x, y = paper.w / 2, paper.h / 2
    dx, dy = (printer.offset_x, printer.offset_y) if back else (0.0, 0.0)
    return a, b, c, d, x - a * x - c * y + dx, y - b * x - d * y + dy


def _as_it_lies(printer: Printer, paper: Paper) -> Printer:
    """Printers take sheets upright: on one that lies on its side, their x is its y."""
    if paper.w <= paper.h:
        return printer
    return printer._replace(
        offset_x=printer.offset_y, offset_y=-printer.offset_x, scale_x=printer.scale_y, scale_y=printer.scale_x
    )
