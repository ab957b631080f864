"""Finished pictures and pages, and how they are meant → sides of a size in millimetres. Nothing is scaled unless a size
is asked for."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pnp.art.pictures import effective_dpi
from pnp.impose.press import size_of
from pnp.layout.elements.image import LEAST_DPI, LOW_RESOLUTION
from pnp.load.numbers import load_sizes
from pnp.model.display import PageArt, Raster
from pnp.model.geometry import SURELY_SAME, are_same
from pnp.model.length import MM_PER_INCH, mm
from pnp.model.problem import Problem, Severity, code
from pnp.model.span import Span

NO_SIZE = code("PNP420", says="{w} × {h} pixels, and nothing tells how large it prints", once=True)
OTHER_SHAPE = code("PNP421", Severity.WARNING, says="covers {size}, and {lost} of it are cut off {where}", once=True)
NOTHING_LEFT = code("PNP422", says="of {size} nothing is left without {crop} on each side", once=True)
NOT_CROPPED = code(
    "PNP418",
    Severity.NOTE,
    says="{size} is {name} with {bleed} of bleed around it, which is printed as a part of it",
    once=True,
)
COARSE = LOW_RESOLUTION.also("has {dpi:.0f} dpi as printed at {w:.1f} × {h:.1f} mm", once=True)

LEAST = 5.0  # mm of a piece
_TELLING = 150.0  # dpi: what is less, programs write without anybody having thought about it
_NOTICED = 0.6  # mm that are lost without a word
_ROUNDING = 0.5  # dpi
_CARD = 130.0  # mm: what is longer is a page
_BLEEDS = {"3mm": 3.0, "0.125in": MM_PER_INCH / 8}  # as options say them
_IN_WORDS = {"3mm": "3 mm", "0.125in": "1/8 inch"}
_NAMED = 0.5  # mm that a card may be off a size that has a name
_SAME_SHAPE = 0.003  # of its proportions
_ALIKE = 0.015  # of the proportions of a size that is suggested


class Wishes(NamedTuple):
    """How finished pictures and pages are meant; the defaults are those of the command line."""

    size: tuple[float, float] | None = None  # of a piece, when it is cut out
    crop: float = 0.0  # bleed that is there already, on each side
    edges: str = "none"  # what bleed is made of where none is there
    backs: str = "names"  # how pictures and pages are fronts and backs
    back: str = ""  # the one behind all pieces: a file, or a page's number
    counts: Path | None = None  # a table: name, copies
    pages: tuple[int, ...] = ()  # of PDFs; all where empty
    grid: tuple[int, int] | None = None  # columns and rows on a page; (1, 1): a page is a card; None: as it is found
    start: tuple[float, float] | None = None  # of the first card on a page
    gap: tuple[float, float] | None = None  # between cards on a page
    keep: bool = False  # a game of one's own is made of it
    turned: str = "auto"  # the edge about which pages of backs were meant to be turned; "auto": what fits best


class FinishedSide(NamedTuple):
    """One face of a piece, and where on it its art lies."""

    name: str  # "3x goblin-front", "page 3", "page 3 card 4"
    file: str  # as messages name it
    art: Raster | PageArt
    w: float  # of the piece, millimetres
    h: float
    x: float  # where its art begins: left of the piece, above it, or there
    y: float
    art_w: float
    art_h: float
    bleed: float = 0.0  # what of the art may be seen around the piece
    turn: int = 0  # degrees clockwise that it is turned on its piece, since it lies otherwise in its art
    behind: "FinishedSide | None" = None  # what a page that is to be folded has behind it

    @property
    def span(self) -> Span:
        return Span(self.file)


def size_side(name: str, file: str, art: Raster | PageArt, wishes: Wishes) -> tuple[FinishedSide | None, list[Problem]]:
    """Return art as a side of the size that is asked for, or of its own."""
    crop, own = wishes.crop, _own_size(art)
    if wishes.size is not None:
        w, h = wishes.size
        if (art.w > art.h) != (w > h) and art.w != art.h and w != h:  # a picture that lies is a piece that lies
            w, h = h, w
        scale = max((w + 2 * crop) / art.w, (h + 2 * crop) / art.h)  # it covers the piece, in its own proportions
        wide, high = art.w * scale, art.h * scale
        side = FinishedSide(name, file, art, w, h, (w - wide) / 2, (h - high) / 2, wide, high, crop)
        return side, [*_report_loss(side, crop, own), *_report_coarse(side)]
    if own is None:
        assert isinstance(art, Raster)
        return None, [NO_SIZE.at(Span(file), w=art.w, h=art.h, hint=_suggest_size(art))]
    w, h = own[0] - 2 * crop, own[1] - 2 * crop
    if w < LEAST or h < LEAST:
        return None, [NOTHING_LEFT.at(Span(file), size=size_of(*own), crop=mm(crop))]
    side = FinishedSide(name, file, art, w, h, -crop, -crop, *own, crop)
    return side, [*(report_bleed(file, *own) if not crop else ()), *_report_coarse(side)]


def report_bleed(file: str, w: float, h: float) -> Iterator[Problem]:
    """Report a size that no piece has, but one with bleed."""
    short, long = sorted((w, h))
    found = {
        max(abs(piece[0] + 2 * bleed - short), abs(piece[1] + 2 * bleed - long)): (name, option)
        for name, piece in _sizes_of_cards()
        for option, bleed in {"": 0.0, **_BLEEDS}.items()
    }
    name, option = found[min(found)]
    if min(found) < SURELY_SAME and option:
        bleed = _IN_WORDS[option]
        yield NOT_CROPPED.at(Span(file), size=size_of(w, h), name=name, bleed=bleed, hint=f"--crop {option}")


def _sizes_of_cards() -> Iterator[tuple[str, list[float]]]:
    """Yield the name, the short side and the long one of every size that a card may have."""
    yield from ((name, sorted(size)) for name, size in load_sizes().items() if max(size) <= _CARD)


def is_size_of_card(w: float, h: float) -> bool:
    return any(are_same(size, sorted((w, h)), _NAMED) for _, size in _sizes_of_cards())


def _own_size(art: Raster | PageArt) -> tuple[float, float] | None:
    """Return the size that a file states; None if it doesn't, or not in earnest."""
    if isinstance(art, PageArt):
        return art.w, art.h
    return (art.w / art.dpi * MM_PER_INCH, art.h / art.dpi * MM_PER_INCH) if art.dpi >= _TELLING else None


def _report_loss(side: FinishedSide, crop: float, own: tuple[float, float] | None) -> Iterator[Problem]:
    across, down = side.art_w - side.w - 2 * crop, side.art_h - side.h - 2 * crop
    lost, where = (across, "left and right") if across > down else (down, "above and below")
    bleed = None if crop else _likely_bleed(side, own)
    if lost > _NOTICED:
        size = size_of(side.w + 2 * crop, side.h + 2 * crop)
        hint = f"--crop {bleed}, if that is bleed" if bleed else "--size, --crop?"
        yield OTHER_SHAPE.at(side.span, size=size, lost=mm(lost), where=where, hint=hint)
    elif bleed and own:
        size, name, said = size_of(*own), size_of(side.w, side.h), _IN_WORDS[bleed]
        yield NOT_CROPPED.at(side.span, size=size, name=name, bleed=said, hint=f"--crop {bleed}")


def _likely_bleed(side: FinishedSide, own: tuple[float, float] | None) -> str | None:
    """Return what lies around the piece that is asked for, as options write it, by the size of its art or its shape."""
    off = dict[float, str]()
    for said, bleed in _BLEEDS.items():
        w, h = side.w + 2 * bleed, side.h + 2 * bleed
        if own:
            off[max(abs(own[0] - w), abs(own[1] - h)) / SURELY_SAME] = said
        elif side.w != side.h:
            off[abs(side.art.w / side.art.h / (w / h) - 1) / _SAME_SHAPE] = said
    return off[min(off)] if off and min(off) < 1 else None


def _report_coarse(side: FinishedSide) -> Iterator[Problem]:
    if (
        isinstance(side.art, Raster)
        and (dpi := effective_dpi(side.art, side.art_w, side.art_h)) < LEAST_DPI - _ROUNDING
    ):
        yield COARSE.at(side.span, dpi=dpi, w=side.art_w, h=side.art_h, hint=f"{LEAST_DPI} or more")


def _suggest_size(art: Raster) -> str:
    """Return the first size that has these proportions, cut or with the usual bleed around it."""
    short, long = sorted((art.w, art.h))
    for bleed in (0.0, 3.0):
        for name, (w, h) in _sizes_of_cards():
            if abs((w + 2 * bleed) / (h + 2 * bleed) / (short / long) - 1) < _ALIKE:
                return f"perhaps --size {name}" + (f" --crop {bleed:g}mm" if bleed else "")
    return "like --size poker or --size 63x88"
