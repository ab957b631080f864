"""An existing PDF → sides: a card a page, or as many as lie in a grid on it; and what is strange about its pages."""

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.importing.backs import OwnPages, list_pages, look_of_page, read_own_pages, write_pages_option
from pnp.importing.boxes import find_boxes
from pnp.importing.cards import CardFinder, ReadPage, are_cards, cells_of, is_grid_wanted, is_perhaps_a_sheet
from pnp.importing.grids import is_of_size
from pnp.importing.sides import FinishedSide, Wishes, size_side
from pnp.io.digests import digest_file
from pnp.io.pdf import PageBox, PdfPage, UnreadablePdf, list_pdf_pages, look_up, open_pdf
from pnp.model.display import PageArt
from pnp.model.problem import LimitError, Problem, Severity, UsageError, code
from pnp.model.span import Span

if TYPE_CHECKING:
    from pikepdf import Pdf

NOT_AS_SEEN = code(
    "PNP412", Severity.WARNING, says="page {number} has comments or form fields, which aren't printed", once=True
)
LAYERS = NOT_AS_SEEN.also("it has layers that are hidden in a viewer; all of them print")
FONTS = NOT_AS_SEEN.also("fonts that aren't in the file are replaced by others: {fonts}")
EMPTY_PAGE = code("PNP413", Severity.NOTE, says="page {number} is empty, and left out", once=True)
UNCUT = code("PNP431", Severity.NOTE, says="left out, since nothing is cut out of them: {pages}")

MOST_PAGES = 20_000
MOST_BYTES = 1_000_000_000
_PAINTING = "f f* F B B* b b* S s Do Tj TJ ' \" sh EI"
_BEGINNING = 4_096  # bytes of a page that mostly tell whether it draws anything
_SEEN_ABOVE = frozenset(("/Link", "/Popup", "/PrinterMark", "/TrapNet"))  # kinds of annotations that print nothing
_HIDDEN = 2 | 32  # flags of annotations that are seen nowhere
_TRIMMED = 0.1  # mm


class _OpenPage(NamedTuple):
    """A page while its file is open."""

    art: PageArt
    page: PdfPage
    content: bytes

    def find_operators(self, names: str, content: bytes) -> Sequence[Any] | None:
        """Return the instructions of these operators; None if what the page draws can't be told apart."""
        from pikepdf import PdfError

        try:
            return self.page.parse(content, names)
        except PdfError:
            return None

    def draws(self) -> bool:
        """Tell whether it draws anything, for all one knows; its first lines say so, mostly."""
        beginning = self.content[:_BEGINNING].rpartition(b"\n")[0]
        found = (self.find_operators(_PAINTING, content) for content in (beginning, self.content))
        return any(steps is None or len(steps) > 0 for steps in found)


def read_sides(
    path: Path, file: str, wishes: Wishes, progress: Callable[[int, int], None]
) -> tuple[list[FinishedSide], list[Problem]]:
    """Return the sides of a file in their order. Raises LimitError, UsageError."""
    if path.stat().st_size > MOST_BYTES:
        raise LimitError(f"{file}: is larger than {MOST_BYTES / 1e9:g} GB (save it in parts)")
    span, problems = Span(file), list[Problem]()
    try:
        with open_pdf(path) as pdf:
            if _has_hidden_layers(pdf):
                problems.append(LAYERS.at(span))
            own, digest, pages = read_own_pages(pdf), digest_file(path).hex(), list_pdf_pages(pdf)
            numbers, left_out = _choose_pages(len(pages), file, wishes, own)
            problems += left_out
            fonts, read = dict[str, None](), list[ReadPage]()
            for done, number in enumerate(numbers, 1):
                progress(done, len(numbers))
                page = pages[number - 1]
                each = _OpenPage(page.art(path, path.name, digest), page, page.read_content())
                fonts |= dict.fromkeys(_missing_fonts(each, fonts))
                if _has_notes(page):
                    problems.append(NOT_AS_SEEN.at(span, number=number))
                if each.draws():
                    read.append(_read_page(each, file, wishes))
                else:
                    problems.append(EMPTY_PAGE.at(span, number=number))
            finder = CardFinder(file, wishes, own)
            finder.add_all(read)
            problems += finder.problems
            if fonts:
                problems.append(FONTS.at(span, fonts=", ".join(sorted(fonts))))
    except UnreadablePdf as error:
        return [], [*problems, error.at(file)]
    return finder.sides, problems


def _choose_pages(count: int, file: str, wishes: Wishes, own: OwnPages) -> tuple[list[int], list[Problem]]:
    """Return the numbers of the pages that count."""
    if wishes.pages and (beyond := [number for number in wishes.pages if number > count]):
        raise UsageError(f"--pages names page {beyond[0]}, and {file} has {count}")
    numbers = list(wishes.pages) or [number for number in range(1, count + 1) if number not in own.left_out]
    if len(numbers) > MOST_PAGES:
        raise LimitError(f"{file}: {len(numbers):,} pages are more than {MOST_PAGES:,} (--pages 1-100 takes some)")
    uncut = [number for number in numbers if number in own.uncut and not wishes.pages]
    if not uncut or len(uncut) == len(numbers):
        return numbers, []
    hint = f"--pages {write_pages_option(uncut)} --grid 1x1 makes a piece of each"
    problem = UNCUT.at(Span(file), pages=list_pages(uncut), hint=hint)
    return [number for number in numbers if number not in uncut], [problem]


def _read_page(each: _OpenPage, file: str, wishes: Wishes) -> ReadPage:
    """Return what has to be known of a page once the file is closed."""
    look = look_of_page(each.page, each.content)
    is_wanted = is_grid_wanted(each.art, wishes)
    if is_wanted or is_perhaps_a_sheet(each.art, wishes):
        boxes = find_boxes(each.page, each.content, each.art)
        cells = cells_of(boxes, wishes)
        boxes.forget_cards()
        if is_wanted or are_cards(cells):
            return ReadPage(each.art, look, boxes=boxes, cells=cells)
    return ReadPage(each.art, look, *_read_card(each, file, wishes))


def _read_card(each: _OpenPage, file: str, wishes: Wishes) -> tuple[FinishedSide | None, list[Problem]]:
    """Return a page that is a card, without the bleed around it if it says itself where it is trimmed."""
    art, name = each.art, f"page {each.art.number}"
    trim = None if wishes.crop else each.page.box("/TrimBox")
    left, top, right, bottom = _trimmed(art, trim) if trim else (0.0, 0.0, 0.0, 0.0)
    w, h = art.w - left - right, art.h - top - bottom
    if trim is None or max(left, top, right, bottom) < _TRIMMED or not is_of_size(w, h, wishes.size):
        return size_side(name, file, art, wishes)
    bleed = max(0.0, min(_trimmed(art, trim, each.page.box("/BleedBox"))))
    return FinishedSide(name, file, art, w, h, -left, -top, art.w, art.h, bleed), []


def _trimmed(art: PageArt, trim: PageBox, bleed: PageBox | None = None) -> PageBox:
    """Return how many millimetres are cut off a page left, above, right and below, as it is shown."""
    outer = bleed or art.box
    outer = (*map(max, outer[:2], art.box[:2]), *map(min, outer[2:], art.box[2:]))  # type: ignore[assignment]
    left, bottom = trim[0] - outer[0], trim[1] - outer[1]
    right, top = outer[2] - trim[2], outer[3] - trim[3]
    around = [max(0.0, each) * art.unit for each in (left, top, right, bottom)]
    quarters = art.turn // 90
    found = around[-quarters:] + around[:-quarters] if quarters else around
    return found[0], found[1], found[2], found[3]


def _has_hidden_layers(pdf: "Pdf") -> bool:
    layers = look_up(pdf.Root, "/OCProperties", "/D")
    return look_up(layers, "/BaseState") == "/OFF" or bool(_items(look_up(layers, "/OFF")))


def _has_notes(page: PdfPage) -> bool:
    """Tell whether comments or form fields are seen above the page."""
    for note in _items(page.object.get("/Annots")):
        if str(look_up(note, "/Subtype")) not in _SEEN_ABOVE and look_up(note, "/AP") is not None:
            flags = look_up(note, "/F")
            if not (isinstance(flags, int) and flags & _HIDDEN):
                return True
    return False


def _items(array: Any) -> list[Any]:
    """Return what is in an array; nothing if it isn't one."""
    from pikepdf import Array

    return list(array) if isinstance(array, Array) else []


def _missing_fonts(each: _OpenPage, known: Collection[str]) -> Iterator[str]:
    """Name the fonts, besides those known, that the page sets words in and the file doesn't hold."""
    fonts = look_up(each.page.inherited("/Resources"), "/Font")
    missing = dict[str, str]()
    for name, font in fonts.as_dict().items() if hasattr(fonts, "as_dict") else ():
        inner = _items(look_up(font, "/DescendantFonts"))
        about = look_up(inner[0] if inner else font, "/FontDescriptor")
        is_there = any(look_up(about, key) is not None for key in ("/FontFile", "/FontFile2", "/FontFile3"))
        called = str(look_up(font, "/BaseFont") or "a font without a name").lstrip("/")
        if look_up(font, "/Subtype") not in (None, "/Type3") and not is_there and called not in known:
            missing[name] = called
    if missing:
        font, is_used = "", set[str]()
        for step in each.find_operators("Tf Tj TJ ' \"", each.content) or ():
            if str(step.operator) == "Tf":
                font = str(step.operands[0]) if len(step.operands) else ""
            else:
                is_used.add(font)
        yield from (called for name, called in missing.items() if name in is_used)
