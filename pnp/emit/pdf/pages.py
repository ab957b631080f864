"""Sheets → compressed page contents and the kit they use: pure work, shared by two processes where that pays."""

import zlib
from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

from pnp.emit.pdf.content import Composer
from pnp.emit.pdf.document import is_ready, make_ready
from pnp.emit.pdf.resources import Kit, Settled
from pnp.model.elsewhere import TOO_MANY_TO_COPY, Elsewhere, can_fork
from pnp.model.sheet import Sheet

_LOOK = 0.012  # seconds of composing that tell how long all of it will take
_WORTH_A_PROCESS = 0.06  # seconds that the rest takes
_READY = 0.012  # seconds that importing reportlab takes, which only this process does
_LEVEL = 3  # of compression: 6 makes files 10 % smaller and takes as long as everything else together


class Page(NamedTuple):
    stream: bytes  # deflated
    uses: frozenset[str]  # names in the kit


class Pages(NamedTuple):
    pages: list[Page]
    kit: Kit


def compose(sheets: Sequence[Sheet]) -> Pages:
    """All pages: the same however many processes took part."""
    composed = _composed(sheets, {})
    if disputed := composed.kit.disputed():
        composed = _composed(sheets, disputed)
    return composed


def _composed(sheets: Sequence[Sheet], settled: Settled) -> Pages:
    """`settled` says what a glyph stands for if it stands for several texts among all sheets."""
    composer = Composer(settled)
    began = perf_counter()
    pages: list[Page] = []
    for sheet in sheets:
        pages.append(_page(composer, sheet))
        if (taken := perf_counter() - began) > _LOOK:
            return Pages([*pages, *_rest(composer, sheets[len(pages) :], taken / len(pages))], composer.kit)
    return Pages(pages, composer.kit)


def _rest(composer: Composer, sheets: Sequence[Sheet], seconds: float) -> list[Page]:
    """Half of them here and half elsewhere, if it is worth it; each takes about so many seconds."""
    placements = sum(len(sheet.placements) for sheet in sheets)
    if len(sheets) * seconds < _WORTH_A_PROCESS or placements > TOO_MANY_TO_COPY or not can_fork():
        return [_page(composer, sheet) for sheet in sheets]
    ahead = 0 if is_ready() else _READY / seconds
    share = max(round((len(sheets) - ahead) / 2), 0)

    def work_there() -> Pages:
        return Pages([_page(composer, sheet) for sheet in sheets[share:]], composer.kit)

    with Elsewhere(work_there) as elsewhere:
        make_ready()
        here = [_page(composer, sheet) for sheet in sheets[:share]]
        there = elsewhere.result()
    composer.kit.add(there.kit)
    return here + there.pages


def _page(composer: Composer, sheet: Sheet) -> Page:
    written = composer.sheet(sheet)
    return Page(zlib.compress(written.content.encode("latin-1"), _LEVEL), written.uses)
