"""Edition → leaves with their faces: each piece's template rendered, read and laid out, and what is wrong with it.

The hot path renders templates without stamps. Where a face has findings it is rendered once more with them, so that
each problem can name the template's line.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from pnp.layout.attributes import UNKNOWN_ATTRIBUTE
from pnp.layout.black import Black
from pnp.layout.context import Context
from pnp.layout.element import STRAY_TEXT, Content, Element, Finding, Placed
from pnp.layout.elements.flow import CHANGED_FLOW
from pnp.layout.endless import TOO_FAR, Endless
from pnp.layout.engine import Layouter, joined
from pnp.layout.markup import MarkupError, read_markup
from pnp.layout.overfull import TOO_LARGE
from pnp.layout.pages import Pages
from pnp.layout.reports import Reported
from pnp.layout.safe import unsafe
from pnp.layout.stamps import last_stamp
from pnp.layout.strokes import Strokes
from pnp.layout.templates import TEMPLATE_RUN, TemplateFailure, Templates
from pnp.layout.watch import Watch
from pnp.model.display import Face, Group, Item
from pnp.model.game import Component, Edition, Format, Piece
from pnp.model.problem import LimitError, Severity, code
from pnp.model.reads import Read
from pnp.model.sheet import Leaf
from pnp.model.translation import shortened

BAD_XML = code(
    "PNP203",
    "template renders no face",
    """
What the template renders is no well-formed `<face>` document: a tag that isn't closed, two roots, a field bound that
the piece doesn't have. The place named is the last start tag before the trouble.

Bad:  `<face><text of="name"></face>`
Good: `<face><text of="name"/></face>`
""",
)

LITTLE_ROOM = code(
    "PNP212",
    "many pages of little text",
    """
A document has many pages because its `<flow>` has only a small part of each: mostly its box is lower than it was meant
to be, and all the sheets would be printed.

Bad:  `<flow x="10" y="10" w="170" h="24">` on a page of 190 x 260 mm
Good: `<flow x="10" y="10" w="170" h="240">`
""",
    Severity.WARNING,
)

_BETWEEN_TAGS = re.compile(r">[ \t\r\n]+<")  # indentation: three of four texts that a parser would report
MAX_PAGES = 500  # of one document
_MANY = 20  # of them are too many where a flow has little room
_LITTLE = 0.2  # of the page
_PASSES = 4  # until a document has as many pages as it says


class _Drawn(NamedTuple):
    """One page of one side."""

    content: Group
    findings: tuple[Finding, ...]


class _Alike(NamedTuple):
    """All pages of a side, and what they were made of besides their piece."""

    pages: list[_Drawn]
    reads: set[Read]


class _Side(NamedTuple):
    """Whose front or back is to be drawn, and by which template."""

    component: Component
    piece: Piece
    template: str
    name: str  # "front" or "back"

    @property
    def label(self) -> str:
        return self.piece.label + (" back" if self.name == "back" else "")


class FaceMaker:
    """Makes the faces of one edition."""

    def __init__(self, edition: Edition, templates_for: Callable[[str], Templates], lay: Layouter) -> None:
        """`templates_for`: those for the pieces of a file."""
        self._edition = edition
        self._templates_for = templates_for
        self._templates: Templates
        self._lay = lay
        self._context = Context(edition)
        self.reads = self._context.reads
        self._endless = Endless()
        self._drawn: dict[tuple[Element, Format, Path | None], _Drawn] = {}  # faces without bound text: backs, mostly
        self._alike: dict[tuple[str, str, Path | None, bool], _Alike] = {}  # what says nothing of its piece
        self._strokes = Strokes()
        self._black = Black() if lay.ink == "black" else None
        self._says_piece = False
        self._watch: Watch | None = None  # of the process that makes faces
        self.reported: list[Reported] = []

    def leaves(self, component: Component, piece: Piece) -> Iterator[Leaf]:
        """A piece's leaves; what is wrong goes to `reported`."""
        if self._lay.art.turn_to(piece.file):
            self._lay.forget()
        self._templates = self._templates_for(piece.file)
        fronts = self._faces(_Side(component, piece, component.front, "front"))
        back = None
        if component.back:
            back, *others = self._faces(_Side(component, piece, component.back, "back"))
            if others:
                message = f"a back is one page, this one has {len(others) + 1}"
                self.reported.append((component, piece, [Finding(TOO_LARGE, message)]))
        for front in fronts:
            yield Leaf(component.id, component.title, piece.id, piece.copies, component.format, front, back)

    def rest(self) -> None:
        """No more leaves, for now."""
        self._endless = Endless()
        if self._watch:
            self._watch.stop()
            self._watch = None

    def _faces(self, side: _Side) -> list[Face]:
        watch = self._watch = self._watch or Watch()
        component, piece = side.component, side.piece
        format = component.format
        drawn = [_Drawn(self._printed((self._lay.mark_wrong(format.w, format.h),)), ())]
        if self._templates.exists(side.template):  # else it is the game's mistake, and reported with the game
            try:
                drawn = self._pages_of(side, watch, stamped=False)
                if found := [finding for page in drawn for finding in page.findings]:
                    if not all(finding.is_general for finding in found):  # else there is no line to find
                        again = self._pages_of(side, watch, stamped=True)
                        found = [finding for page in again for finding in page.findings]
                    self.reported.append((component, piece, found))
            except TemplateFailure as failure:
                self.reported.append((component, piece, [failure.finding]))
        labels = [side.label]
        if len(drawn) > 1:
            labels = [f"{side.label} page {n}" for n in range(1, len(drawn) + 1)]
        language = self._edition.language
        return [
            Face(label, format.w, format.h, page.content, language) for label, page in zip(labels, drawn, strict=True)
        ]

    def _pages_of(self, side: _Side, watch: Watch, *, stamped: bool) -> list[_Drawn]:
        """Its pages: for a component's other pieces, too, where template and fields say nothing of this one."""
        key = side.component.id, side.template, self._lay.art.home, stamped
        alike = self._alike.get(key)
        if alike is None:
            self._templates.asked.clear()
            self._says_piece = False
            before = self.reads.begin()
            alike = _Alike(self._pages(side, watch, stamped=stamped), self.reads.found)
            self.reads.found = before
            if not self._says_piece and "piece" not in self._templates.asked:
                self._alike[key] = alike
        self.reads.found |= alike.reads
        return alike.pages

    def _pages(self, side: _Side, watch: Watch, *, stamped: bool) -> list[_Drawn]:
        """All pages of a document, or the one face of anything else. How many there are is only known at the end: then
        once more, with the right count."""
        count = 1
        for _ in range(_PASSES):
            drawn: list[_Drawn] = []
            pages = Pages()
            while not (drawn and pages.done):
                if len(drawn) == MAX_PAGES:
                    place = self._templates.shown(side.template)
                    raise LimitError(f"{place}: {side.label} has more than {MAX_PAGES} pages")
                drawn.append(self._draw(self._root(side, watch, len(drawn) + 1, count, stamped), side, pages))
            if len(drawn) == count:
                break
            count = len(drawn)
        share = pages.room / (side.component.format.w * side.component.format.h)
        if len(drawn) > _MANY and share < _LITTLE:
            message = f"the <flow> takes {len(drawn)} pages, with {share:.0%} of each to fill"
            few = Finding(LITTLE_ROOM, message, "give its box more height", origin=pages.origin)
            drawn[-1] = drawn[-1]._replace(findings=(*drawn[-1].findings, few))
        return drawn

    def _root(self, side: _Side, watch: Watch, page: int, pages: int, stamped: bool) -> Element:
        """The face's element for one page."""
        context = self._context.of(side.component, side.piece, page, pages)
        rendered = self._templates.render(side.template, context, watch, stamped=stamped)
        if not stamped:  # where an offset may be asked for, nothing moves
            rendered = _BETWEEN_TAGS.sub("><", rendered)
        try:
            xml = rendered.encode()
        except UnicodeEncodeError as error:
            if not stamped:
                return self._root(side, watch, page, pages, True)
            message = f"the template makes half a character: {ascii(error.object[error.start])[1:-1]}"
            origin = last_stamp(rendered[: error.start]) or f"{self._templates.shown(side.template)}:1:1"
            raise TemplateFailure(Finding(TEMPLATE_RUN, message, origin=origin)) from None
        try:
            root = read_markup(xml, self._context.own(side.component.id, side.piece.id))
            if root.tag != "face":
                message = f"the template renders <{root.tag}>, not <face>"
                raise MarkupError(message, "the document's root is <face>", stamp=root.origin)
        except MarkupError as error:
            if not stamped:  # once more, to find the line
                return self._root(side, watch, page, pages, True)
            before = xml[: error.offset].decode(errors="ignore")
            origin = error.stamp or last_stamp(before) or f"{self._templates.shown(side.template)}:1:1"
            raise TemplateFailure(Finding(BAD_XML, error.message, error.hint, origin=origin)) from None
        return root

    def _draw(self, root: Element, side: _Side, pages: Pages) -> _Drawn:
        """One page; those that say nothing of their piece, like most backs, are drawn once."""
        format = side.component.format
        if not pages.done or _is_bound(root):
            self._says_piece = True
            return self._drawn_anew(root, format, pages)
        key = root, format, self._lay.art.home
        known = self._drawn.get(key)
        if known is None:
            known = self._drawn_anew(root, format, pages)
            if not pages.flows:
                self._drawn[key] = known
        return known

    def _drawn_anew(self, root: Element, format: Format, pages: Pages) -> _Drawn:
        lay = self._lay
        is_continued = not pages.done
        pages.flows, pages.done = 0, True
        defs = tuple([child for top in root.children if top.tag == "defs" for child in top.children])
        findings = [*_about_root(root), *lay.use_defs(defs)]
        parts: list[Placed] = []
        for child in root.children:
            if child.tag != "defs":
                lay.pages = pages if child.tag == "flow" else None
                parts.append(self._printable(child, lay.place(child, format.w, format.h)))
        lay.pages = None
        if is_continued and not pages.flows:
            message = "the <flow> of the first page is not on all pages"
            findings.append(Finding(CHANGED_FLOW, message, origin=root.origin))
        placed = joined(parts)
        outside = unsafe(placed.content, placed.items, format)
        findings += [*placed.findings, *[found.finding for found in outside]]
        items, thin = self._strokes.printed(placed.items)
        findings += thin
        if lay.draft:
            items += tuple([self._outlined(found.content) for found in outside])
        return _Drawn(self._printed(items), tuple(findings))

    def _printed(self, items: tuple[Item, ...]) -> Group:
        """What is on a face as its ink prints it."""
        return Group(items if self._black is None else self._black.items(items))

    def _printable(self, element: Element, placed: Placed) -> Placed:
        """What the element draws; nothing of it, but a problem, where it has numbers that no output could write."""
        if not self._endless.is_in(placed.items):
            return placed
        message = f"what <{element.tag}> draws has lengths that no file for a printer can hold"
        finding = Finding(TOO_FAR, message, "look for a slip in its numbers and its art", origin=element.origin)
        return placed._replace(items=(), content=(), findings=(*placed.findings, finding))

    def _outlined(self, part: Content) -> Group:
        """In a draft, a frame around what is outside the safe area."""
        return Group((self._lay.mark_wrong(part.w, part.h),), (1.0, 0.0, 0.0, 1.0, part.x, part.y))


def _about_root(root: Element) -> Iterator[Finding]:
    names = [*root.attributes[::2], *(["of"] if root.field else [])]
    if names:
        yield Finding(
            UNKNOWN_ATTRIBUTE, f"<face> has no attribute {names[0]}", "its size is the component's", "", root.origin
        )
    elif root.text:
        message = f'text "{shortened(root.text)}" stands directly in <face>'
        yield Finding(STRAY_TEXT, message, "put it in a <text>", "", root.origin)


def _is_bound(element: Element) -> bool:
    return bool(element.field) or any(_is_bound(child) for child in element.children)
