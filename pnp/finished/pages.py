"""Somebody's PDF → sides: a card a page, or as many as lie in a grid on it; and what is strange about its pages."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.files.digests import bytes_of
from pnp.files.pdf import UnreadablePdf, inherited, opened_pdf, page_content
from pnp.finished.boxes import boxes_of
from pnp.finished.cards import ReadPage, cards_on, holds_cards, is_grid_wanted, is_perhaps_a_sheet
from pnp.finished.grids import is_of_size
from pnp.finished.page_backs import OwnPages, as_option, look_of, named, own_pages
from pnp.finished.sizing import sized
from pnp.finished.values import FinishedSide, Wishes
from pnp.layout.art.pages import page_art, page_box
from pnp.model.display import PageArt
from pnp.model.problem import LimitError, Problem, Severity, UsageError, code
from pnp.model.span import Span

if TYPE_CHECKING:
    from pikepdf import Pdf

NOT_AS_SEEN = code(
    "PNP412 page that prints otherwise than it is seen",
    """Of somebody's PDF is printed what its pages draw. Comments and form fields lie above them and are left out;
layers that are hidden in a viewer would print; a font that isn't in the file is replaced by whatever a viewer or a
printer has.

Bad:  a form that was filled in and saved as it is
Good: the same, "flattened": printed into a PDF by a viewer""",
    Severity.WARNING,
    says="page {number} has comments or form fields, which aren't printed",
    once=True,
)
LAYERS = NOT_AS_SEEN.also("it has layers that are hidden in a viewer; all of them print")
FONTS = NOT_AS_SEEN.also("fonts that aren't in the file are replaced by others: {fonts}")
EMPTY_PAGE = code(
    "PNP413 empty page",
    """A page draws nothing, so it is no piece. Where fronts and backs come in turn, leaving it out brings them out of
step: then `--pages` says which pages count.""",
    Severity.NOTE,
    says="page {number} is empty, and left out",
    once=True,
)
UNCUT = code(
    "PNP431 pages from which nothing is cut",
    """In a PDF that pnp made, pages of rules and other sheets to read say that nothing is cut out of them. They are
left out where there are others; `--pages` names those that are to be printed, and `--grid 1x1` makes a piece of
each.""",
    Severity.NOTE,
    says="left out, since nothing is cut out of them: {pages}",
)

MOST_PAGES = 20_000
MOST_BYTES = 1_000_000_000
_PAINTING = re.compile(rb"(?:^|[\s\])>}])(?:f\*?|F|B\*?|b\*?|S|s|Do|Tj|TJ|'|\"|sh|EI)(?=\s|$)")
_WORDS = re.compile(rb"[\s\])>](?:Tj|TJ|'|\")(?=\s|$)")
_SET_IN = re.compile(rb"/([^\s/\[\]()<>]+)\s+[-+.\d]+\s+Tf")
_SEEN_ABOVE = frozenset(("/Link", "/Popup", "/PrinterMark", "/TrapNet"))  # kinds of annotations that print nothing
_HIDDEN = 2 | 32  # flags of annotations that are seen nowhere
_TRIMMED = 0.1  # mm


class OpenPage(NamedTuple):
    """A page while its file is open."""

    art: PageArt
    page: Any
    content: bytes


def pages(
    path: Path, shown: str, wishes: Wishes, progress: Callable[[int, int], None]
) -> tuple[list[FinishedSide], list[Problem]]:
    """The sides in their order. Raises LimitError, UsageError."""
    sides, problems = list[FinishedSide](), list[Problem]()
    if path.stat().st_size > MOST_BYTES:
        raise LimitError(f"{shown}: is larger than {MOST_BYTES / 1e9:g} GB (save it in parts)")
    try:
        with opened_pdf(path) as pdf:
            problems += _about_file(pdf, shown)
            own = own_pages(pdf)
            numbers, left_out = _numbers(pdf, shown, wishes, own)
            problems += left_out
            fonts, read = dict[str, None](), list[ReadPage]()
            for done, each in enumerate(_opened(pdf, path, numbers), 1):
                progress(done, len(numbers))
                fonts |= dict.fromkeys(_missing_fonts(each.page, each.content))
                problems += _about_page(each, shown)
                if not _PAINTING.search(each.content):
                    problems.append(EMPTY_PAGE.at(Span(shown), number=each.art.number))
                else:
                    read.append(_read(pdf, each, shown, wishes))
            sides, found = cards_on(read, shown, wishes, own)
            problems += found
            if fonts:
                problems.append(FONTS.at(Span(shown), fonts=", ".join(sorted(fonts))))
    except UnreadablePdf as error:
        return [], [*problems, error.told(shown)]
    return sides, problems


def _numbers(pdf: "Pdf", shown: str, wishes: Wishes, own: OwnPages) -> tuple[list[int], list[Problem]]:
    """Of the pages that count."""
    count = len(pdf.pages)
    if wishes.pages and (beyond := [number for number in wishes.pages if number > count]):
        raise UsageError(f"--pages names page {beyond[0]}, and {shown} has {count}")
    numbers = list(wishes.pages) or [number for number in range(1, count + 1) if number not in own.left_out]
    if len(numbers) > MOST_PAGES:
        raise LimitError(f"{shown}: {len(numbers):,} pages are more than {MOST_PAGES:,} (--pages 1-100 takes some)")
    uncut = [number for number in numbers if number in own.uncut and not wishes.pages]
    if not uncut or len(uncut) == len(numbers):
        return numbers, []
    hint = f"--pages {as_option(uncut)} --grid 1x1 makes a piece of each"
    problem = UNCUT.at(Span(shown), pages=named(uncut), hint=hint)
    return [number for number in numbers if number not in uncut], [problem]


def _opened(pdf: "Pdf", path: Path, numbers: list[int]) -> Iterator[OpenPage]:
    digest = bytes_of(path).hex()
    opened = list(pdf.pages)  # to ask pikepdf for one page takes longer the more there are
    for number in numbers:
        page = opened[number - 1].obj
        yield OpenPage(page_art(page, number, path, path.name, digest), page, page_content(page))


def _read(pdf: "Pdf", each: OpenPage, shown: str, wishes: Wishes) -> ReadPage:
    """What has to be known of it once the file is closed."""
    look = look_of(each.page, each.content)
    if is_grid_wanted(each.art, wishes) or is_perhaps_a_sheet(each.art, wishes):
        boxes = boxes_of(pdf, each.page, each.content, each.art)
        if is_grid_wanted(each.art, wishes) or holds_cards(boxes, each.art):
            return ReadPage(each.art, boxes=boxes, look=look)
    return ReadPage(each.art, *_card(each, shown, wishes), look=look)


def _card(each: OpenPage, shown: str, wishes: Wishes) -> tuple[FinishedSide | None, list[Problem]]:
    """A page that is a card: where it says so itself, without the bleed around it."""
    art, name = each.art, f"page {each.art.number}"
    trim = None if wishes.crop else page_box(each.page, "/TrimBox")
    left, top, right, bottom = _beyond(art, trim) if trim else (0.0, 0.0, 0.0, 0.0)
    w, h = art.w - left - right, art.h - top - bottom
    if trim is None or max(left, top, right, bottom) < _TRIMMED or not is_of_size(w, h, wishes.size):
        return sized(name, shown, art, wishes)
    bleed = _beyond(art, trim, page_box(each.page, "/BleedBox"))
    return FinishedSide(name, shown, art, w, h, -left, -top, art.w, art.h, max(0.0, min(bleed))), []


_Box = tuple[float, float, float, float]


def _beyond(art: PageArt, trim: _Box, bleed: _Box | None = None) -> _Box:
    """Millimetres left of, above, right of and below what is left of a page when it is cut, as it is shown."""
    outer = bleed or art.box
    outer = (*map(max, outer[:2], art.box[:2]), *map(min, outer[2:], art.box[2:]))  # type: ignore[assignment]
    left, bottom = trim[0] - outer[0], trim[1] - outer[1]
    right, top = outer[2] - trim[2], outer[3] - trim[3]
    around = [max(0.0, each) * art.unit for each in (left, top, right, bottom)]
    turned = art.turn // 90
    found = around[-turned:] + around[:-turned] if turned else around
    return found[0], found[1], found[2], found[3]


def _about_file(pdf: "Pdf", shown: str) -> Iterator[Problem]:
    from pikepdf import Array, Dictionary

    layers: Any = pdf.Root.get("/OCProperties")
    said: Any = layers.get("/D") if isinstance(layers, Dictionary) else None
    hidden: Any = said.get("/OFF") if isinstance(said, Dictionary) else None
    is_off = isinstance(said, Dictionary) and said.get("/BaseState") == "/OFF"
    if is_off or (isinstance(hidden, Array) and len(hidden)):
        yield LAYERS.at(Span(shown))


def _about_page(each: OpenPage, shown: str) -> Iterator[Problem]:
    from pikepdf import Array, Dictionary

    notes: Any = each.page.get("/Annots")
    for note in notes if isinstance(notes, Array) else ():
        if not isinstance(note, Dictionary) or str(note.get("/Subtype")) in _SEEN_ABOVE or "/AP" not in note:
            continue
        flags: Any = note.get("/F", 0)
        if not (isinstance(flags, int) and flags & _HIDDEN):
            yield NOT_AS_SEEN.at(Span(shown), number=each.art.number)
            return


def _missing_fonts(page: Any, content: bytes) -> Iterator[str]:
    """Names of those that the page itself sets words in, and the file doesn't hold."""
    from pikepdf import Array, Dictionary

    if not _WORDS.search(content):
        return
    used = {b"/" + name for name in _SET_IN.findall(content)}

    resources: Any = inherited(page, "/Resources")
    fonts: Any = resources.get("/Font") if isinstance(resources, Dictionary) else None
    for name, font in fonts.as_dict().items() if isinstance(fonts, Dictionary) else ():
        if not isinstance(font, Dictionary) or font.get("/Subtype") == "/Type3" or name.encode() not in used:
            continue
        inner: Any = font.get("/DescendantFonts")
        whole: Any = inner[0] if isinstance(inner, Array) and len(inner) else font
        about: Any = whole.get("/FontDescriptor") if isinstance(whole, Dictionary) else None
        if not isinstance(about, Dictionary) or not any(
            key in about for key in ("/FontFile", "/FontFile2", "/FontFile3")
        ):
            yield str(font.get("/BaseFont", "a font without a name")).lstrip("/")
