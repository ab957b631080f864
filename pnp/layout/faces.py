"""Edition → leaves with their faces: each piece's template rendered, read and laid out, and what is wrong with it.

The hot path renders templates without stamps. Where a face has findings it is rendered once more with them, so that
each problem can name the template's line.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pnp.layout.context import Context
from pnp.layout.element import Content, Element, Finding, Placed
from pnp.layout.engine import UNKNOWN_ELEMENT, Layouter, joined
from pnp.layout.markup import MarkupError, read_markup
from pnp.layout.pages import Pages
from pnp.layout.reports import Reports
from pnp.layout.safe import unsafe
from pnp.layout.sandbox import Watch
from pnp.layout.stamps import last_stamp
from pnp.layout.templates import TemplateFailure, Templates
from pnp.model.display import Face, Group, Item
from pnp.model.game import Component, Edition, Format, Piece
from pnp.model.problem import code
from pnp.model.sheet import Leaf

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

MAX_PAGES = 500  # of one document


class _Drawn(NamedTuple):
    """One page of one side."""

    content: Group
    findings: tuple[Finding, ...]


class FaceMaker:
    """Makes the faces of one edition."""

    def __init__(self, edition: Edition, templates: Templates, lay: Layouter) -> None:
        self._edition = edition
        self._templates = templates
        self._lay = lay
        self._context = Context(edition)
        self._drawn: dict[tuple[Element, Format], _Drawn] = {}  # faces without bound text: backs, mostly
        self.reports = Reports(edition)

    def leaves(self, component: Component, pieces: Sequence[Piece], progress: Callable[[int], None]) -> Iterator[Leaf]:
        """A component's leaves, pieces in order; what is wrong goes to the reports."""
        with Watch() as watch:
            self._watch = watch
            for piece in pieces:
                fronts = self._side(component, piece, component.front, "front")
                back = self._side(component, piece, component.back, "back")[0] if component.back else None
                for front in fronts:
                    yield Leaf(component.id, component.title, piece.id, piece.copies, component.format, front, back)
                progress(1)

    def _side(self, component: Component, piece: Piece, template: str, side: str) -> list[Face]:
        try:
            drawn = self._pages(component, piece, template, stamped=False)
            if any(page.findings for page in drawn):
                self.reports.add(
                    component,
                    piece,
                    [f for page in self._pages(component, piece, template, stamped=True) for f in page.findings],
                )
        except TemplateFailure as failure:
            self.reports.add(component, piece, [failure.finding])
            drawn = [self._failed(component.format)]
        many = len(drawn) > 1
        label = piece.label + (" back" if side == "back" else "")
        return [
            Face(
                f"{label} page {n}" if many else label,
                component.format.w,
                component.format.h,
                page.content,
                self._edition.language,
            )
            for n, page in enumerate(drawn, 1)
        ]

    def _pages(self, component: Component, piece: Piece, template: str, *, stamped: bool) -> list[_Drawn]:
        """All pages of a document, or the one face of anything else. How many there are is only known at the end: then
        once more, with the right count."""
        count = 1
        for _ in range(3):
            drawn: list[_Drawn] = []
            pages = Pages()
            while len(drawn) < MAX_PAGES:
                root = self._root(component, piece, template, len(drawn) + 1, count, stamped)
                drawn.append(self._draw(root, component.format, pages))
                if pages.done:
                    break
            if len(drawn) == count:
                break
            count = len(drawn)
        return drawn

    def _root(self, component: Component, piece: Piece, template: str, page: int, pages: int, stamped: bool) -> Element:
        context = self._context.of(component, piece, page, pages)
        with self._watch.rendering():
            xml = self._templates.render(template, context, stamped=stamped)
        fields = self._context.record(component.id, piece.id)
        encoded = xml.encode()
        try:
            root = read_markup(encoded, fields)
        except MarkupError as error:
            if not stamped:  # once more, to find the line
                return self._root(component, piece, template, page, pages, True)
            found = last_stamp(encoded[: error.offset].decode(errors="ignore"))
            origin = error.stamp or (str(found) if found else "")
            raise TemplateFailure(Finding(BAD_XML, error.message, error.hint, origin=origin)) from None
        if root.tag != "face":
            message = f"the template renders <{root.tag}>, not <face>"
            raise TemplateFailure(Finding(BAD_XML, message, "the document's root is <face>", origin=root.origin))
        return root

    def _draw(self, root: Element, format: Format, pages: Pages) -> _Drawn:
        lay = self._lay
        key = root, format
        known = self._drawn.get(key)
        if known is not None:
            return known
        defs = tuple([child for top in root.children if top.tag == "defs" for child in top.children])
        findings = lay.use_defs(defs)
        if root.attributes:
            message = f"<face> has no attribute {root.attributes[0]}"
            findings.append(Finding(UNKNOWN_ELEMENT, message, "its size is the component's", origin=root.origin))
        parts: list[Placed] = []
        pages.flows = 0
        has_flow = False
        for child in root.children:
            if child.tag == "defs":
                continue
            has_flow = has_flow or child.tag == "flow"
            lay.pages = pages if child.tag == "flow" else None
            parts.append(lay.place(child, format.w, format.h))
        lay.pages = None
        placed = joined(parts) if parts else Placed()
        findings += placed.findings
        findings += unsafe(placed.content, format, placed.items)
        items = placed.items
        if lay.draft:
            items = (*items, *self._outlined(placed.content, format))
        drawn = _Drawn(Group(items), tuple(findings))
        if not has_flow and not _is_bound(root):
            self._drawn[key] = drawn
        return drawn

    def _outlined(self, content: tuple[Content, ...], format: Format) -> Iterator[Item]:
        """In a draft, a frame around what is outside the safe area."""
        for part in content:
            if unsafe((part,), format, ()):
                yield Group((self._lay.mark_wrong(part.w, part.h),), (1.0, 0.0, 0.0, 1.0, part.x, part.y))

    def _failed(self, format: Format) -> _Drawn:
        return _Drawn(Group((self._lay.mark_wrong(format.w, format.h),)), ())


def _is_bound(element: Element) -> bool:
    return bool(element.field) or any(_is_bound(child) for child in element.children)
