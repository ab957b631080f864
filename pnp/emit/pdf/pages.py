"""Sheets → compressed page contents and the kit they use: pure work, shared by two processes where that pays."""

import zlib
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from pnp.emit.pdf.content import Composer
from pnp.emit.pdf.document import is_ready, make_ready
from pnp.emit.pdf.resources import Kit, Settled
from pnp.model.elsewhere import TOO_MANY_TO_COPY, Elsewhere, can_fork
from pnp.model.sheet import Sheet

WORTH_A_PROCESS = 1200  # placements
_WORTH_READY = 300  # placements that are written in the time it takes to import reportlab
_LEVEL = 3  # of compression: 6 makes files 10 % smaller and takes as long as everything else together


class Page(NamedTuple):
    stream: bytes  # deflated
    uses: frozenset[str]  # names in the kit


class Pages(NamedTuple):
    pages: list[Page]
    kit: Kit


def compose(sheets: Sequence[Sheet], processes: int = 0) -> Pages:
    """All pages: the same however many processes (1 or 2; 0 decides by size and machine) took part."""
    placements = sum(len(sheet.placements) for sheet in sheets)
    processes = processes or (2 if WORTH_A_PROCESS < placements < TOO_MANY_TO_COPY and can_fork() else 1)
    composed = _shared(sheets, {}, processes)
    if disputed := composed.kit.disputed():
        composed = _shared(sheets, disputed, processes)
    return composed


def streams(sheets: Sequence[Sheet], settled: Settled) -> Pages:
    """These sheets' pages. `settled` says what a glyph stands for if it stands for several texts among all sheets."""
    composer = Composer(settled)
    pages = []
    for sheet in sheets:
        written = composer.sheet(sheet)
        pages.append(Page(zlib.compress(written.content.encode("latin-1"), _LEVEL), written.uses))
    return Pages(pages, composer.kit)


def _shared(sheets: Sequence[Sheet], settled: Settled, processes: int) -> Pages:
    if processes == 1 or len(sheets) < 2:
        return streams(sheets, settled)
    loads = list(accumulate(len(sheet.placements) + 1 for sheet in sheets))
    ahead = 0 if is_ready() else _WORTH_READY
    share = next(count for count, load in enumerate(loads, 1) if 2 * load >= loads[-1] - ahead)
    with Elsewhere(lambda: streams(sheets[share:], settled)) as elsewhere:
        make_ready()
        here = streams(sheets[:share], settled)
        there = elsewhere.result()
    here.kit.add(there.kit)
    return Pages(here.pages + there.pages, here.kit)
