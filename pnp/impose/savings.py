"""What a piece's size or a printer's margin costs in sheets of paper → a note with the numbers that would save some."""

from collections.abc import Iterator
from math import ceil, floor
from typing import NamedTuple

from pnp.impose.grid import ROUND, TOLERANCE, both_ways
from pnp.impose.press import Press, printable
from pnp.model.game import Format
from pnp.model.length import mm
from pnp.model.problem import Problem, Severity, code
from pnp.model.sheet import USUAL_MARGIN
from pnp.model.span import Span

SMALLER = code(
    "PNP408 a slightly smaller piece would save sheets",
    """A size can miss a second row or column by a few millimetres. Where up to a twentieth less of a side would do with
fewer sheets of paper, the note says how much less.

Bad:  size: 210 x 148      # a4 leaves 200 × 287 mm inside 5 mm margins: one a sheet
Good: size: 200 x 143.5    # two a sheet""",
    Severity.NOTE,
    says="{component}: {less} would save {saved}: {places} a sheet",
    varies=("less", "saved"),
)

WIDE_MARGINS = code(
    "PNP409 the printer's margin costs sheets",
    """A printer that leaves more than 5 mm white on each side has room for fewer pieces a sheet. The note says how many
sheets of paper that takes. Many printers need wide margins at one edge only, or print without any on request.

Bad:  --printer old-laser   # whose profile has a margin of 12 mm
Good: pnp printer add old-laser --margin 5    # where the calibration sheet shows that frame whole""",
    Severity.NOTE,
    says="margins of {margin} take {sheets} sheets instead of {usual} with {least}",
)

_LEAST = 0.95  # of a side: what is smaller than that is another piece


class _SmallerPiece(NamedTuple):
    sheets: int
    less: float  # of both sides together
    w: float
    h: float
    places: int


def smaller(
    component: str, format: Format, wanted: int, sheets: int, press: Press, span: Span, *, upright: bool
) -> Iterator[Problem]:
    """A note where so many pieces would take fewer than these sheets if they were a little smaller."""
    if format.outline in ROUND or not format.is_cut:
        return
    best = min(_sizes(format, wanted, press, upright=upright), default=None)
    if best is None or best.sheets >= sheets or not best.less:  # else something other than its size costs them
        return
    parts = ((format.w - best.w, "width"), (format.h - best.h, "height"))
    less = " and ".join(f"{mm(by)} less {side}" for by, side in parts if by > 0)
    saved = sheets - best.sheets
    hint = f"size: {best.w:g} x {best.h:g}"
    said = f"{saved} {'sheet' if saved == 1 else 'sheets'}"
    yield SMALLER.at(span, component=component, less=less, saved=said, places=best.places, hint=hint)


def _sizes(format: Format, wanted: int, press: Press, *, upright: bool) -> Iterator[_SmallerPiece]:
    """All that would hold more in a row or column than the size itself."""
    for lying in both_ways(press.paper)[: 1 if upright else 2]:
        room = printable(lying, press.margin)
        for turned in (False, True):
            across, down = (room.h, room.w) if turned else (room.w, room.h)
            for w, columns in _shrunk(format.w, across):
                for h, rows in _shrunk(format.h, down):
                    sheets = ceil(wanted / (columns * rows))
                    yield _SmallerPiece(sheets, format.w - w + format.h - h, w, h, columns * rows)


def _shrunk(side: float, room: float) -> Iterator[tuple[float, int]]:
    """A side as it is and as much smaller as lets one more fit, in half millimetres, with how many fit."""
    fitting = floor((room + TOLERANCE) / side)
    if fitting:
        yield side, fitting
    less = floor(room / (fitting + 1) * 2 + TOLERANCE) / 2
    if less >= _LEAST * side:
        yield less, fitting + 1


def wide_margins(sheets: int, usual: int, press: Press, span: Span) -> Problem:
    about = (f"printer {press.printer.name}",) if press.printer else ()
    margin, least = mm(press.margin), mm(USUAL_MARGIN)
    return WIDE_MARGINS.at(span, about=about, margin=margin, sheets=sheets, usual=usual, least=least)
