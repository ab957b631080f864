"""Paper, margins and the printer's profile → the room that layouts have, and what is done to each side of a sheet."""

from math import cos, radians, sin

from pnp.impose.marks import drawn_as, outside
from pnp.impose.pattern import grown
from pnp.impose.settings import Settings, printable
from pnp.model.display import IDENTITY, Matrix
from pnp.model.game import Format
from pnp.model.sheet import Paper, Printer, Rect

MOST_OFFSET = 20.0  # millimetres; what is more is a slip of the pen
MOST_TURN = 5.0  # degrees
MOST_SCALE = 0.1


def room_on(paper: Paper, settings: Settings) -> Rect:
    """What of a paper holds pieces and furniture, centred: they stay inside the margins when they are adjusted, too."""
    room = printable(paper, settings.white)
    if settings.printer is None or not (room.w and room.h):
        return room
    printer = _as_it_lies(settings.printer, paper)
    w, h = room.w / max(printer.scale_x, 1.0), room.h / max(printer.scale_y, 1.0)
    if settings.sides != "fold":
        w, h = _behind(printer, room.w, room.h, w, h)
    w, h = max(0.0, w), max(0.0, h)
    return Rect((paper.w - w) / 2, (paper.h - h) / 2, w, h)


def room_for(format: Format, bleed: float, paper: Paper, settings: Settings) -> Rect:
    """Marks stand outside of the bleed and need room there; without any bleed they can do without."""
    marks = outside(drawn_as(settings.marks, format)) if bleed else 0.0
    return grown(room_on(paper, settings), -marks)


def without_backs(settings: Settings) -> Settings:
    """Where nothing has a back, what a printer does to backs takes no room."""
    if settings.printer is None:
        return settings
    return settings._replace(printer=settings.printer._replace(offset_x=0.0, offset_y=0.0, rotate=0.0))


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


def adjusting(paper: Paper, settings: Settings, side: str) -> Matrix:
    """Of all that is drawn on a side: scaled, and on backs turned and moved, about the middle of the page."""
    if settings.printer is None:
        return IDENTITY
    printer = _as_it_lies(settings.printer, paper)
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
