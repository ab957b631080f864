"""Pages and the cards on them → which pages are the backs of others: as a file of pnp's own says, or as they look."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.files.digests import digest_of
from pnp.files.pdf import inherited
from pnp.finished.boxes import PageBoxes
from pnp.finished.folds import Drawn, are_alike, drawn_on
from pnp.finished.opposite import opposite
from pnp.finished.values import FinishedSide
from pnp.model.problem import Problem, Severity, code
from pnp.model.sheet import Rect
from pnp.model.span import Span

if TYPE_CHECKING:
    from pikepdf import Pdf

BACKS = code(
    "PNP429 pages that are backs",
    """In a PDF that pnp made, the names of pages say which one is the back of the page before it. Their cards are put
behind those that they lie behind when sheets are turned: is that wrong, `--backs none` takes all of them for fronts. In
others' PDFs nothing says so; where each second page, or each in the second half, looks like all others of these, a line
says that they may be backs.""",
    Severity.NOTE,
    says="backs of the pages before them: {pages}",
)
PERHAPS_BACKS = BACKS.also("{pages} may be backs: all cards there look the same")

_OWN = ("instructions ", "empty ")  # how labels of pages begin that hold no piece
_BACK = " back"  # and how those of backs end

Look = str | frozenset[Drawn]  # of a page: what is on each of its cards, or what all of it draws


class OwnPages(NamedTuple):
    """Of a file that pnp made; nothing of others'."""

    is_ours: bool
    left_out: frozenset[int]  # how to print it
    uncut: frozenset[int]  # sheets to read
    fronts: Mapping[int, int]  # of a page of backs: the one before
    turned: str  # the edge about which sheets are


NOT_OURS = OwnPages(is_ours=False, left_out=frozenset(), uncut=frozenset(), fronts={}, turned="long")


def own_pages(pdf: "Pdf") -> OwnPages:
    """What the labels and boxes of pages say: one from which nothing is trimmed is a sheet to read."""
    if str(pdf.docinfo.get("/Creator", "")) != "pnp":
        return NOT_OURS
    labels = [str(page.label) for page in pdf.pages]
    pairs = enumerate(pairwise(labels), 1)
    fronts = {number + 1: number for number, (one, next) in pairs if next == one + _BACK}
    left_out = frozenset(number for number, label in enumerate(labels, 1) if label.startswith(_OWN))
    uncut = {number for number, page in enumerate(pdf.pages, 1) if list(page.trimbox) == list(page.mediabox)}
    said: Any = pdf.Root.get("/ViewerPreferences", {})
    turned = "short" if said.get("/Duplex") == "/DuplexFlipShortEdge" else "long"
    return OwnPages(True, left_out, frozenset(uncut - left_out), fronts, turned)


def with_own_backs(
    sides: Sequence[FinishedSide], own: OwnPages, shown: str
) -> tuple[list[FinishedSide], list[Problem]]:
    """Fronts with what is behind them, where both pages are among them."""
    by_page = {art.number: list(of_page) for art, of_page in groupby(sides, key=lambda side: side.art)}
    backs = {front: back for back, front in own.fronts.items() if back in by_page and front in by_page}
    found: list[FinishedSide] = []
    for number, of_page in by_page.items():
        behind = by_page[backs[number]] if number in backs else []
        if number not in backs.values():
            pairs = zip(of_page, opposite(of_page, behind, own.turned), strict=True)
            found += [side._replace(behind=back or side.behind) for side, back in pairs]
    numbers = sorted(backs.values())
    return found, [BACKS.at(Span(shown), pages=named(numbers), hint="--backs none: they aren't")] if numbers else []


def look_of(page: Any, content: bytes) -> str:
    """The same of pages that draw the same."""
    resources: Any = inherited(page, "/Resources")
    objects: Any = resources.get("/XObject") if hasattr(resources, "get") else None
    there = sorted(each.objgen for each in objects.as_dict().values()) if hasattr(objects, "as_dict") else []
    return digest_of(content, repr(there).encode()).hex()


class PageLook(NamedTuple):
    number: int
    look: Look
    cards: int = 1


def look_of_cards(cells: Sequence[Rect], boxes: PageBoxes, look: str) -> Look:
    """What each of its cards shows, where that is the same; else the look of the page."""
    return (are_alike(cells, boxes) if len(cells) > 1 else drawn_on(cells[0], boxes)) or look


def perhaps_backs(looks: Sequence[PageLook], shown: str) -> Iterator[Problem]:
    """Of pages that count. What shows one thing on all of its cards, as backs do, has several somewhere."""
    half = len(looks) // 2
    for way, fronts, backs in (("alternate", looks[::2], looks[1::2]), ("after", looks[:half], looks[half:])):
        in_front, behind = {each.look for each in fronts}, {each.look for each in backs}
        if len(fronts) != len(backs) or len(behind) != 1 or behind & in_front:
            continue
        is_shown_again = not any(isinstance(look, str) for look in behind)
        if is_shown_again and max(each.cards for each in backs) < 2:
            continue
        if len(in_front) > 1 or (is_shown_again and all(isinstance(look, str) for look in in_front)):
            pages = named([each.number for each in backs])
            yield PERHAPS_BACKS.at(Span(shown), pages=pages, hint=f"then --backs {way}")
            return


def named(numbers: Sequence[int]) -> str:
    """`page 3`, `pages 3–7, 9`, `pages 2, 4, …, 30`"""
    if len(numbers) > 3 and numbers == list(range(numbers[0], numbers[-1] + 1, 2)):
        return f"pages {numbers[0]}, {numbers[1]}, …, {numbers[-1]}"
    return f"page{'s' if len(numbers) > 1 else ''} {in_runs(numbers)}"


def in_runs(numbers: Sequence[int]) -> str:
    """`3–7, 9`"""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{first}–{last}" if last > first else f"{first}" for first, last in runs)


def as_option(numbers: Sequence[int]) -> str:
    """`3-7,9`"""
    return in_runs(numbers).replace("–", "-").replace(" ", "")
