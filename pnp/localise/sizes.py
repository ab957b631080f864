"""Leaves in two languages → documents that take other numbers of pages, and texts that are printed smaller."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pnp.localise.messages import texts_of
from pnp.localise.po import group_by
from pnp.model.display import facts_of
from pnp.model.game import Component, Edition, Piece
from pnp.model.length import points
from pnp.model.problem import Problem, Severity, code
from pnp.model.sheet import Leaf

MORE_PAGES = code("PNP627", Severity.WARNING, says="{piece} takes {pages}, {before} in {language}", varies=("pages",))
SMALLER = code(
    "PNP628", Severity.NOTE, says="{component}: 1 text is smaller than in {language}: {texts}", varies=("texts",)
)
SEVERAL_SMALLER = SMALLER.also("{component}: {count} texts are smaller than in {language}: {texts}", varies=("texts",))
MANY_SMALLER = SMALLER.also(
    "{component}: {count} texts are smaller than in {language}: {texts} and {more} more", varies=("texts",)
)

_SLACK = 0.03  # mm: less than a quarter of a point
_LISTED = 8
_FEW = 5  # lines, that hardly make a page


class Sizes(NamedTuple):
    """Pages and sizes of texts of a game in one language."""

    pages: Mapping[str, int]  # of documents of more than one, by the piece's label
    lines: Mapping[str, int]  # on the last of these pages
    texts: Mapping[tuple[str, str], float]  # a piece's label and a field → the smallest size it is printed at, mm


class Grown(NamedTuple):
    """A document that takes another number of pages."""

    piece: str
    before: int
    now: int
    lines: int  # on the last page


class Smaller(NamedTuple):
    """A text that is printed smaller; sizes in mm."""

    piece: str
    field: str
    before: float
    now: float

    @property
    def component(self) -> str:
        return self.piece.partition("/")[0]

    @property
    def name(self) -> str:
        """Return the name of the text within its component."""
        return f"{self.piece.partition('/')[2]}.{self.field}"


class Compared(NamedTuple):
    """The differences between two languages; the smallest texts first."""

    pages: tuple[Grown, ...] = ()
    smaller: tuple[Smaller, ...] = ()


def sizes_of(leaves: Iterable[Leaf]) -> Sizes:
    """Collect the sizes of faces that were drawn."""
    pages: dict[str, int] = {}
    lines: dict[str, int] = {}
    texts: dict[tuple[str, str], float] = {}
    for leaf in leaves:
        piece = f"{leaf.component}/{leaf.piece}"
        found = facts_of(leaf.front).set_texts
        pages[piece] = pages.get(piece, 0) + 1
        tallest: dict[float, int] = {}  # texts that begin at the same height stand beside each other
        for text in found:
            top = round(text.box[1], 1)
            tallest[top] = max(text.lines, tallest.get(top, 0))
        lines[piece] = sum(tallest.values())
        for text in (*found, *(facts_of(leaf.back).set_texts if leaf.back else ())):
            if text.field:
                key = piece, text.field
                texts[key] = min(text.size, texts.get(key, text.size))
    several = {piece: number for piece, number in pages.items() if number > 1}
    return Sizes(several, {piece: lines[piece] for piece in several}, texts)


def compare_sizes(source: Sizes, here: Sizes) -> Compared:
    """Return what differs from the source."""
    documents = dict.fromkeys((*source.pages, *here.pages))
    pages = [
        Grown(each, source.pages.get(each, 1), here.pages.get(each, 1), here.lines.get(each, 0)) for each in documents
    ]
    texts = [Smaller(*key, source.texts[key], size) for key, size in here.texts.items() if key in source.texts]
    smaller = [each for each in texts if each.now < each.before - _SLACK]
    smaller.sort(key=lambda each: each.now)
    return Compared(tuple([each for each in pages if each.before != each.now]), tuple(smaller))


def wrong_sizes(found: Compared, source: Edition, here: Edition) -> Iterator[Problem]:
    """Report more pages and smaller texts at the lines of the catalogue."""
    pieces = {piece.label: (component, piece) for component in here.components.values() for piece in component.pieces}
    originals = {piece.label: piece for component in source.components.values() for piece in component.pieces}
    language = source.language
    for grown in found.pages:
        if grown.now > grown.before and grown.piece in pieces:
            component, piece = pieces[grown.piece]
            yield _report_pages(grown, component, piece, originals.get(grown.piece, piece), language)
    for id, alike in group_by(found.smaller, lambda each: each.component).items():
        span, count = pieces[alike[0].piece][1].span_of(alike[0].field), len(alike)
        texts = tuple([f"{each.name} {points(each.now)} ({points(each.before)})" for each in alike[:_LISTED]])
        if count == 1:
            yield SMALLER.at(span, component=id, language=language, texts=texts)
        elif count <= _LISTED:
            yield SEVERAL_SMALLER.at(span, component=id, count=count, language=language, texts=texts)
        else:
            more = count - _LISTED
            yield MANY_SMALLER.at(span, component=id, count=count, language=language, texts=texts, more=more)


def _report_pages(grown: Grown, component: Component, piece: Piece, original: Piece, language: str) -> Problem:
    def lengths(of: Piece) -> dict[str, int]:
        fields = component.fields.values()
        texts = (each for field in fields for each in texts_of(field, field.name, of.fields.get(field.name)))
        return {path: len(text) for path, text in texts}

    def count(number: int, what: str) -> str:
        return f"{number} {what}" if number == 1 else f"{number} {what}s"

    before = lengths(original)
    grew = {path: long - before.get(path, 0) for path, long in lengths(piece).items() if path in piece.translated}
    path = max(grew, key=lambda each: grew[each], default="")
    hint = f"{path} grew most, by {count(grew[path], 'character')}" if path and grew[path] > 0 else ""
    place, origin = (piece.span_of(path), piece.source_of(path)) if path else (piece.span, None)
    pages, when = count(grown.now, "page"), (f"; the last has {count(grown.lines, 'line')}",)
    problem = MORE_PAGES.at(place, piece=grown.piece, pages=pages, before=grown.before, language=language, hint=hint)
    return problem._replace(origin=origin, subject=piece.label, when=when if grown.lines <= _FEW else ())
