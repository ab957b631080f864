"""A picture and how it is meant → a side of a size in millimetres. Nothing is scaled unless a size is asked for."""

from collections.abc import Iterator

from pnp.finished.values import FinishedSide, Wishes
from pnp.impose.press import size_of
from pnp.layout.art.pictures import effective_dpi
from pnp.layout.elements.image import LEAST_DPI, LOW_RESOLUTION
from pnp.load.numbers import named_sizes
from pnp.model.display import PageArt, Raster
from pnp.model.length import MM_PER_INCH, mm
from pnp.model.problem import Problem, Severity, code
from pnp.model.span import Span

NO_SIZE = code(
    "PNP420 picture that doesn't tell its size",
    """How large a picture prints is told by its dots per inch, which many programs leave out or set to 72 or 96,
meaning nothing. Then `--size` says how large a piece is when it is cut out; pictures keep their proportions.

Bad:  `pnp sheet cards/` with pictures of 744 × 1039 pixels and no word about their size
Good: `pnp sheet cards/ --size poker`, or `--size 63x88`, or with bleed in the picture `--size 63x88 --crop 3mm`""",
    says="{w} × {h} pixels, and nothing tells how large it prints",
    once=True,
)
OTHER_SHAPE = code(
    "PNP421 picture of another shape than its piece",
    """A picture or page has other proportions than the size that was asked for. It isn't distorted: it covers the
piece, and what is beyond the edges is lost. Often `--crop` was forgotten, or the size is another one.

Bad:  a square picture with `--size poker`: a quarter of it is lost
Good: `--size square`""",
    Severity.WARNING,
    says="covers {size}, and {lost} of it are cut off {where}",
    once=True,
)
NOTHING_LEFT = code(
    "PNP422 nothing is left when it is cropped",
    """`--crop` says how much of a picture or page is bleed, on each side. Twice that is more than the picture is large.

Bad:  `--crop 40mm` for cards of 63 × 88 mm
Good: `--crop 3mm`""",
    says="of {size} nothing is left without {crop} on each side",
    once=True,
)
NOT_CROPPED = code(
    "PNP418 bleed that may be there, and isn't cut off",
    """A picture, page or card is as large as a usual piece with 3 mm or 1/8 inch around it, as printers want it for
bleed. It counts as a part of the piece, which becomes so much larger, until `--crop` says that it is bleed.

Bad:  `pnp sheet cards` with pictures of 69 × 94 mm, that are poker cards with bleed
Good: `pnp sheet cards --crop 3mm`""",
    Severity.NOTE,
    says="{size} is {name} with {bleed} of bleed around it, which is printed as a part of it",
    once=True,
)
COARSE = LOW_RESOLUTION.also("has {dpi:.0f} dpi as printed at {w:.1f} × {h:.1f} mm", once=True)

_TELLING = 150.0  # dpi: what is less, programs write without anybody having thought about it
LEAST = 5.0  # mm of a piece
_NOTICED = 0.6  # mm that are lost without a word: pixels are no millimetres
_ROUNDING = 0.5  # dpi
_CARD = 130.0  # mm: what is longer is a page
_BLEEDS = {"3mm": 3.0, "0.125in": MM_PER_INCH / 8}  # as options say them
_IN_WORDS = {"3mm": "3 mm", "0.125in": "1/8 inch"}
_SAME = 0.2  # mm
_SAME_SHAPE = 0.003  # of its proportions
_ALIKE = 0.015  # of the proportions of a size that is suggested


def sized(
    name: str, file: str, art: Raster | PageArt, wishes: Wishes, bleed: float = 0.0
) -> tuple[FinishedSide | None, list[Problem]]:
    """`bleed`: what of the art lies around the piece, as far as it says so itself."""
    crop = wishes.crop or bleed
    own = _own_size(art)
    if wishes.size is None and own is None:
        assert isinstance(art, Raster)
        return None, [NO_SIZE.at(Span(file), w=art.w, h=art.h, hint=_suggested(art))]
    if wishes.size is not None:
        piece = _lying_like(wishes.size, art)
        side = _covering(name, file, art, piece, crop)
        return side, [*_lost(side, crop, own), *_coarse(side)]
    assert own is not None
    w, h = own[0] - 2 * crop, own[1] - 2 * crop
    if w < LEAST or h < LEAST:
        return None, [NOTHING_LEFT.at(Span(file), size=size_of(*own), crop=mm(crop))]
    side = FinishedSide(name, file, art, w, h, -crop, -crop, *own, crop)
    return side, [*(not_cropped(file, *own) if not crop else ()), *_coarse(side)]


def not_cropped(file: str, w: float, h: float) -> Iterator[Problem]:
    """Where that is the size of no piece, but of one with bleed."""
    short, long = sorted((w, h))
    sizes = {name: sorted(size) for name, size in named_sizes().items() if max(size) <= _CARD}
    found = {
        max(abs(piece[0] + 2 * bleed - short), abs(piece[1] + 2 * bleed - long)): (name, said)
        for name, piece in sizes.items()
        for said, bleed in {"": 0.0, **_BLEEDS}.items()
    }
    name, said = found[min(found)]
    if min(found) < _SAME and said:
        yield NOT_CROPPED.at(Span(file), size=size_of(w, h), name=name, bleed=_IN_WORDS[said], hint=f"--crop {said}")


def _own_size(art: Raster | PageArt) -> tuple[float, float] | None:
    """What the file says; None where it doesn't, or not in earnest."""
    if isinstance(art, PageArt):
        return art.w, art.h
    return (art.w / art.dpi * MM_PER_INCH, art.h / art.dpi * MM_PER_INCH) if art.dpi >= _TELLING else None


def _lying_like(size: tuple[float, float], art: Raster | PageArt) -> tuple[float, float]:
    """A size is said upright; a picture that lies is a piece that lies."""
    w, h = size
    return (h, w) if (art.w > art.h) != (w > h) and art.w != art.h and w != h else (w, h)


def _covering(name: str, file: str, art: Raster | PageArt, piece: tuple[float, float], crop: float) -> FinishedSide:
    """The art in its own proportions, in the middle, and nothing of the piece without it."""
    w, h = piece
    scale = max((w + 2 * crop) / art.w, (h + 2 * crop) / art.h)
    wide, high = art.w * scale, art.h * scale
    return FinishedSide(name, file, art, w, h, (w - wide) / 2, (h - high) / 2, wide, high, crop)


def _lost(side: FinishedSide, crop: float, own: tuple[float, float] | None) -> Iterator[Problem]:
    across, down = side.art_w - side.w - 2 * crop, side.art_h - side.h - 2 * crop
    lost, where = (across, "left and right") if across > down else (down, "above and below")
    bleed = None if crop else _bleed_of(side, own)
    if lost > _NOTICED:
        size = size_of(side.w + 2 * crop, side.h + 2 * crop)
        hint = f"--crop {bleed}, if that is bleed" if bleed else "--size, --crop?"
        yield OTHER_SHAPE.at(side.span, size=size, lost=mm(lost), where=where, hint=hint)
    elif bleed and own:
        size, name, said = size_of(*own), size_of(side.w, side.h), _IN_WORDS[bleed]
        yield NOT_CROPPED.at(side.span, size=size, name=name, bleed=said, hint=f"--crop {bleed}")


def _bleed_of(side: FinishedSide, own: tuple[float, float] | None) -> str | None:
    """As options say it: what lies around the piece that was asked for, by the size of its art, or else its shape."""
    off = dict[float, str]()
    for said, bleed in _BLEEDS.items():
        w, h = side.w + 2 * bleed, side.h + 2 * bleed
        if own:
            off[max(abs(own[0] - w), abs(own[1] - h)) / _SAME] = said
        elif side.w != side.h:
            off[abs(side.art.w / side.art.h / (w / h) - 1) / _SAME_SHAPE] = said
    return off[min(off)] if off and min(off) < 1 else None


def _coarse(side: FinishedSide) -> Iterator[Problem]:
    if (
        isinstance(side.art, Raster)
        and (dpi := effective_dpi(side.art, side.art_w, side.art_h)) < LEAST_DPI - _ROUNDING
    ):
        yield COARSE.at(side.span, dpi=dpi, w=side.art_w, h=side.art_h, hint=f"{LEAST_DPI} or more")


def _suggested(art: Raster) -> str:
    """The first size that has these proportions, cut or with the usual bleed around it."""
    short, long = sorted((art.w, art.h))
    for bleed in (0.0, 3.0):
        for name, size in named_sizes().items():
            w, h = sorted(size)
            if h <= _CARD and abs((w + 2 * bleed) / (h + 2 * bleed) / (short / long) - 1) < _ALIKE:
                return f"perhaps --size {name}" + (f" --crop {bleed:g}mm" if bleed else "")
    return "like --size poker or --size 63x88"
