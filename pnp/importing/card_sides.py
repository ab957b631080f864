"""Pictures and pages → sides of a size in millimetres; sides → pieces: which are fronts, what lies behind them, and how
often each prints. Nothing is scaled unless a size is given."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from pnp.art.rasters import effective_dpi
from pnp.importing.new_games import UniqueIds
from pnp.impose.press import size_of
from pnp.layout.elements.image import LEAST_DPI, LOW_RESOLUTION
from pnp.load.scalars import load_sizes
from pnp.model.display import PageArt, Raster
from pnp.model.geometry import SAME, SURELY_SAME, are_same
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
LONELY_BACK = code("PNP425", says='is the back of "{whom}", of which there is no front')
ODD = LONELY_BACK.also("{count} pictures or pages are no pairs of fronts and backs")
LONELY_FRONT = code("PNP426", Severity.WARNING, says="has no back, as others have", once=True)
LONELY_CARD = LONELY_FRONT.also("{name} has no back, as others have", varies=("name",), once=True)
OTHER_SIZE = code("PNP427", Severity.WARNING, says="is {back}, and its front {front}", once=True)

MOST_COPIES = 999
_SIDE = re.compile(r"(?P<rest>.+?)[-_. ]+\(?(?P<side>front|back)\)?|(?P<only>back)", re.IGNORECASE)
_BEFORE = re.compile(r"(?P<copies>\d{1,3})[x×][-_. ]+(?P<rest>.+)", re.IGNORECASE)
_BEHIND_NAME = re.compile(r"(?P<rest>.+?)[-_. ]+\(?(?:[x×](?P<copies>\d{1,3})|(?P<more>\d{1,3})[x×])\)?", re.IGNORECASE)

LEAST = 5.0  # mm of a piece
_TELLING = 150.0  # dpi: less is often written by programs although nobody chose it
_NOTICED = 0.6  # mm that are lost without a word
_ROUNDING = 0.5  # dpi
_CARD = 130.0  # mm: what is longer is a page
_BLEEDS = {"3mm": 3.0, "0.125in": MM_PER_INCH / 8}  # as options have them
_IN_WORDS = {"3mm": "3 mm", "0.125in": "1/8 inch"}
_NAMED = 0.5  # mm that a card may be off a size that has a name
_SAME_SHAPE = 0.003  # of its proportions
_ALIKE = 0.015  # of the proportions of a size that is suggested
_BEHIND = 4.0  # mm that a back may lie off its front

Point = tuple[float, float]


class SheetSettings(NamedTuple):
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


class CardSide(NamedTuple):
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
    behind: "CardSide | None" = None  # what a page that is to be folded has behind it

    @property
    def span(self) -> Span:
        return Span(self.file)


def size_side(
    name: str, file: str, art: Raster | PageArt, settings: SheetSettings
) -> tuple[CardSide | None, list[Problem]]:
    """Return art as a side of the size in the settings, or of the size that its file states."""
    crop, own = settings.crop, None
    if isinstance(art, PageArt):
        own = art.w, art.h
    elif art.dpi >= _TELLING:
        own = art.w / art.dpi * MM_PER_INCH, art.h / art.dpi * MM_PER_INCH
    if settings.size is not None:
        w, h = settings.size
        if (art.w > art.h) != (w > h) and art.w != art.h and w != h:  # a picture that lies is a piece that lies
            w, h = h, w
        scale = max((w + 2 * crop) / art.w, (h + 2 * crop) / art.h)  # it covers the piece, in its own proportions
        wide, high = art.w * scale, art.h * scale
        side = CardSide(name, file, art, w, h, (w - wide) / 2, (h - high) / 2, wide, high, crop)
        return side, [*_report_loss(side, crop, own), *_report_coarse(side)]
    if own is None:
        assert isinstance(art, Raster)
        # suggest the first size that has these proportions, cut or with the usual bleed around it
        short, long = sorted((art.w, art.h))
        hints = (
            f"perhaps --size {name}" + (f" --crop {bleed:g}mm" if bleed else "")
            for bleed in (0.0, 3.0)
            for name, (w, h) in _sizes_of_cards()
            if abs((w + 2 * bleed) / (h + 2 * bleed) / (short / long) - 1) < _ALIKE
        )
        hint = next(hints, "like --size poker or --size 63x88")
        return None, [NO_SIZE.at(Span(file), w=art.w, h=art.h, hint=hint)]
    w, h = own[0] - 2 * crop, own[1] - 2 * crop
    if w < LEAST or h < LEAST:
        return None, [NOTHING_LEFT.at(Span(file), size=size_of(*own), crop=mm(crop))]
    side = CardSide(name, file, art, w, h, -crop, -crop, *own, crop)
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
    """Tell whether a size that cards have is this one, whichever way it lies."""
    return any(are_same(size, sorted((w, h)), _NAMED) for _, size in _sizes_of_cards())


def _report_loss(side: CardSide, crop: float, own: Point | None) -> Iterator[Problem]:
    """Report what is cut off, and bleed that may lie around the piece, by the size of its art or by its shape."""
    across, down = side.art_w - side.w - 2 * crop, side.art_h - side.h - 2 * crop
    lost, where = (across, "left and right") if across > down else (down, "above and below")
    off = dict[float, str]()
    for option, width in _BLEEDS.items() if not crop else ():
        w, h = side.w + 2 * width, side.h + 2 * width
        if own:
            off[max(abs(own[0] - w), abs(own[1] - h)) / SURELY_SAME] = option
        elif side.w != side.h:
            off[abs(side.art.w / side.art.h / (w / h) - 1) / _SAME_SHAPE] = option
    bleed = off[min(off)] if off and min(off) < 1 else None
    if lost > _NOTICED:
        size = size_of(side.w + 2 * crop, side.h + 2 * crop)
        hint = f"--crop {bleed}, if that is bleed" if bleed else "--size, --crop?"
        yield OTHER_SHAPE.at(side.span, size=size, lost=mm(lost), where=where, hint=hint)
    elif bleed and own:
        size, name, words = size_of(*own), size_of(side.w, side.h), _IN_WORDS[bleed]
        yield NOT_CROPPED.at(side.span, size=size, name=name, bleed=words, hint=f"--crop {bleed}")


def _report_coarse(side: CardSide) -> Iterator[Problem]:
    dpi = effective_dpi(side.art, side.art_w, side.art_h) if isinstance(side.art, Raster) else LEAST_DPI
    if dpi < LEAST_DPI - _ROUNDING:
        yield COARSE.at(side.span, dpi=dpi, w=side.art_w, h=side.art_h, hint=f"{LEAST_DPI} or more")


class NameParts(NamedTuple):
    """`name` is empty for the back of all."""

    name: str
    side: str = ""  # "front", "back", or empty
    copies: int | None = None


def parse_name(stem: str) -> NameParts:
    """Read a file's name without its suffix: count and side may stand in any order."""
    name, side, copies = stem.strip(), "", None
    for _ in range(2):
        if not side and (match := _SIDE.fullmatch(name)):
            name, side = match["rest"] or "", (match["side"] or match["only"]).lower()
        if copies is None and (match := _BEFORE.fullmatch(name) or _BEHIND_NAME.fullmatch(name)):
            name, copies = match["rest"], int(match["copies"] or match.groupdict().get("more") or 1)
    return NameParts(name, side, copies)


class ImportedPiece(NamedTuple):
    id: str
    copies: int
    front: CardSide
    back: CardSide | None


class _NamedCard(NamedTuple):
    """A front with what its name says, and the back that is found for it."""

    parts: NameParts
    front: CardSide
    back: CardSide | None = None

    @property
    def key(self) -> tuple[str, str]:
        return str(self.front.art.path.parent), self.parts.name.casefold()


def pair_sides(
    sides: Sequence[CardSide], settings: SheetSettings, back: CardSide | None, counts: Mapping[str, int]
) -> tuple[list[ImportedPiece], list[Problem]]:
    """Make pieces: `back` is behind all that have none of their own, `counts` are the copies of those that it names."""
    cards, problems = [_NamedCard(_name_by_place(side), side) for side in sides], list[Problem]()
    if settings.backs in ("alternate", "after"):
        cards, problems = _pair_pages(sides, settings)
    elif settings.backs != "none":
        cards, back, problems = _pair_names(sides, back)
    ids, pieces = UniqueIds(), list[ImportedPiece]()
    for parts, front, behind in cards:
        if behind is None and back:
            # behind a card that lies where the back of all stands, that is turned by a quarter
            is_turned = are_same((back.w, back.h), (front.h, front.w)) and abs(back.w - front.w) > SAME
            behind = back._replace(turn=90) if is_turned else back
        if behind and not behind.turn % 180 and max(abs(behind.w - front.w), abs(behind.h - front.h)) > SAME:
            sizes = size_of(behind.w, behind.h), size_of(front.w, front.h)
            problems.append(OTHER_SIZE.at(behind.span, back=sizes[0], front=sizes[1]))
        count = next((counts[name] for name in names_of(parts.name, front) if name in counts), parts.copies)
        pieces.append(ImportedPiece(ids.make(parts.name), 1 if count is None else count, front, behind))
    if any(piece.back for piece in pieces):
        for front in [piece.front for piece in pieces if piece.back is None]:
            is_page = isinstance(front.art, PageArt)
            problems.append(LONELY_CARD.at(front.span, name=front.name) if is_page else LONELY_FRONT.at(front.span))
    return [piece for piece in pieces if piece.copies], problems


def _pair_pages(sides: Sequence[CardSide], settings: SheetSettings) -> tuple[list[_NamedCard], list[Problem]]:
    pages = [list(of_page) for _, of_page in groupby(sides, key=lambda side: id(side.art))]
    half = (len(pages) + 1) // 2
    fronts, backs = (pages[::2], pages[1::2]) if settings.backs == "alternate" else (pages[:half], pages[half:])
    if len(fronts) != len(backs):
        return [], [ODD.at(pages[-1][0].span, count=len(pages), hint="--pages leaves some out")]
    return [
        _NamedCard(_name_by_place(side), side, back)
        for page, behind in zip(fronts, backs, strict=True)
        for side, back in zip(page, find_opposites(page, behind, settings.turned), strict=True)
    ], []


def _pair_names(
    sides: Sequence[CardSide], back: CardSide | None
) -> tuple[list[_NamedCard], CardSide | None, list[Problem]]:
    """Pair sides by their names; a picture that is called back and nothing else is behind all that have none."""
    named = [_NamedCard(_parse_side(side), side, side.behind) for side in sides]
    fronts = [each for each in named if each.parts.side != "back"]
    backs = {each.key: each for each in named if each.parts.side == "back"}
    for_all = (each.front for each in named if each.parts.side == "back" and not each.parts.name)
    cards = [each._replace(back=backs[each.key].front if each.key in backs else each.back) for each in fronts]
    there = {each.key for each in fronts}
    lonely = [each for key, each in backs.items() if each.parts.name and key not in there]
    problems = [LONELY_BACK.at(each.front.span, whom=each.parts.name) for each in lonely]
    return cards, back or next(for_all, None), problems


def _parse_side(side: CardSide) -> NameParts:
    return NameParts(side.name) if isinstance(side.art, PageArt) else parse_name(side.name)


def _name_by_place(side: CardSide) -> NameParts:
    """Name a side whose place says which one it is, so that its name needn't."""
    parts = _parse_side(side)
    return parts if parts.name and not parts.side else parts._replace(name=side.name)


def names_of(name: str, side: CardSide) -> Iterator[str]:
    """Yield the names by which a table may call a piece."""
    yield from (name.casefold(), side.name.casefold(), side.art.path.name.casefold())
    if isinstance(side.art, PageArt):
        yield side.name.removeprefix("page ").casefold()


def find_opposites(page: Sequence[CardSide], behind: Sequence[CardSide], turned: str) -> Iterator[CardSide | None]:
    """Yield for each side of a page what lies behind it when its sheet is turned about this edge; "auto": as most of
    them find a back. Pages of one card are as they are meant, wherever it lies."""

    def middle(side: CardSide) -> Point:
        return side.w / 2 - side.x, side.h / 2 - side.y

    def find_back(side: CardSide, mirror: Callable[[Point], Point]) -> CardSide | None:
        place = mirror(middle(side))
        return next((back for back in behind if are_same(middle(back), place, _BEHIND)), None)

    # whether backs are upside down as they lie, and where; of several ways that do as well the first counts
    ways: list[tuple[bool, Callable[[Point], Point]]] = [(False, lambda at: at)]
    if page and turned != "no":
        w, h = page[0].art_w, page[0].art_h
        across = [middle(side)[0] for side in page]
        both = min(across) + max(across)
        columns, rows = (False, lambda at: (w - at[0], at[1])), (True, lambda at: (at[0], h - at[1]))
        within_block = False, lambda at: (both - at[0], at[1])
        is_by_columns = (turned == "long") == (w <= h)
        ways = [columns, within_block, rows, *ways] if turned == "auto" else [columns if is_by_columns else rows]
    is_turned, mirror = max(ways, key=lambda way: sum(find_back(side, way[1]) is not None for side in page))
    for side in page:
        back = behind[0] if len(page) == len(behind) == 1 else find_back(side, mirror)
        yield back._replace(turn=180) if back and is_turned else back
