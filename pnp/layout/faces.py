"""Edition → leaves with their faces: each piece's template rendered, read and laid out, and what is wrong with it.

The hot path renders templates without stamps. Where a face has findings it is rendered once more with them, so that
each problem can name the template's line.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pnp.layout.attributes import UNKNOWN_ATTRIBUTE
from pnp.layout.context import COPY, Context, Read
from pnp.layout.element import STRAY_TEXT, Element, Placed, join_placed
from pnp.layout.engine import CHANGED_FLOW, TOO_HIGH, TOO_LARGE, FlowPages, Layouter
from pnp.layout.markup import BAD_XML, MarkupError, last_stamp, not_a_face, read_markup, read_tags
from pnp.layout.printable import TOO_FAR, Endless, Strokes, unsafe
from pnp.layout.reports import Reported
from pnp.layout.sandbox import TEMPLATE_RUN, Watch
from pnp.layout.templates import TemplateFailure, Templates
from pnp.model.display import Face, Group, Item
from pnp.model.game import Component, Edition, Format, Piece
from pnp.model.language import shorten
from pnp.model.problem import Finding, LimitError, Severity, code, find
from pnp.model.sheet import Leaf
from pnp.model.visiting import SharedWalk

if TYPE_CHECKING:
    from pnp.layout.black import Black

HALF_A_CHARACTER = TEMPLATE_RUN.also("the template makes half a character: {half}")

_BETWEEN_TAGS = re.compile(r">[ \t\r\n]+<")  # indentation: three of four texts that a parser would report


LITTLE_ROOM = code("PNP212", Severity.WARNING, says="the <flow> takes {count} pages, with {share:.0%} of each to fill")
TOO_LOW = TOO_LARGE.also(f"{LITTLE_ROOM.says}, too low for some blocks")
FLOW_ENDS = CHANGED_FLOW.also("the <flow> of the first page is not on all pages")
LONG_BACK = TOO_LARGE.also("a back is one page, this one has {count}")

MAX_PAGES = 500  # of one document
_MANY = 20  # of them are too many where a flow has little room
_LITTLE = 0.2  # of the page
_PASSES = 4  # until a document has as many pages as it says


class FaceSide(NamedTuple):
    """Whose front or back is to be drawn, and by which template."""

    component: Component
    piece: Piece
    template: str
    name: str  # "front" or "back"
    copy: int = 1


def side_label(piece: Piece, name: str, copy: int = 0) -> str:
    """`copy`: which one, where they differ."""
    return piece.label + (f" copy {copy}" if copy else "") + (" back" if name == "back" else "")


class _DrawnPage(NamedTuple):
    """One page of one side."""

    content: Group
    findings: tuple[Finding, ...]


class FaceMaker:
    """Makes the faces of one edition."""

    def __init__(
        self,
        edition: Edition,
        templates_for: Callable[[str], Templates],
        lay: Layouter,
        like: "FaceMaker | None" = None,
    ) -> None:
        """`templates_for`: those for the pieces of a file. `like` makes the faces of another language, of which nothing
        is printed: its documents mostly have as many pages."""
        self._edition, self._templates_for, self._lay = edition, templates_for, lay
        self.context = Context(edition, draft=lay.draft)
        self._templates: Templates  # for the piece whose faces are made
        self.reads = self.context.reads
        self.walk: SharedWalk = like.walk if like else SharedWalk()
        self._is_endless: Callable[[Item], bool] = like._is_endless if like else self.walk.join(Endless())
        self._strokes: Strokes = like._strokes if like else Strokes(self.walk)
        self._page_counts: dict[tuple[str, str], int] = {}  # by the labels and templates of sides
        self._expected_counts: Mapping[tuple[str, str], int] = like._page_counts if like else {}
        self._drawn: dict[tuple[Element, Format, Path | None], _DrawnPage] = {}  # without bound text: backs, mostly
        # pages of sides that say nothing of their piece, and what they were made of besides
        self._alike: dict[tuple[str, str, Path | None, bool], tuple[list[_DrawnPage], set[Read]]] = {}
        self._black: Black | None = None
        if lay.ink == "black":
            from pnp.layout import black

            self._black = black.Black()
        self._says_piece = False
        self._watch: Watch | None = None  # of the process that makes faces
        self.reported: list[Reported] = []

    def turn_to(self, edition: Edition) -> None:
        """Make the faces of another edition from now on: what is shown of other pieces may differ."""
        self._edition = edition
        self.context = Context(edition, draft=self._lay.draft)
        self.reads = self.context.reads
        self._alike.clear()

    def leaves(self, component: Component, piece: Piece) -> Iterator[Leaf]:
        """Yield a piece's leaves; what is wrong goes to `reported`, what it shows of others to `reads`."""
        if self._lay.art.turn_to(piece.file):
            self._lay.forget()
        self._templates = self._templates_for(piece.file)
        self.reads.begin()
        fronts = self._sides(FaceSide(component, piece, component.front, "front"))
        backs = self._sides(FaceSide(component, piece, component.back, "back")) if component.back else []
        if others := [back for back in backs if len(back) > 1]:
            self.reported.append((component, piece, [find(LONG_BACK, count=len(others[0]))]))
        apart = max(len(fronts), len(backs))
        for copy in range(apart):
            back = backs[min(copy, len(backs) - 1)][0] if backs else None
            for front in fronts[min(copy, len(fronts) - 1)]:
                number = copy + 1 if apart > 1 else 0
                yield Leaf(component.id, component.title, piece.id, piece.copies, component.format, front, back, number)

    def _sides(self, side: FaceSide) -> list[list[Face]]:
        """Return the faces of one for all copies, or of one for each where they differ."""
        piece, format, language = side.piece, side.component.format, self._edition.language
        found = [self._contents(side)]
        count = piece.copies if (COPY, side.name) in self.reads.found else 1  # which copy each is, they look at
        found += [self._contents(side._replace(copy=copy)) for copy in range(2, count + 1)]
        made: list[list[Face]] = []
        for copy, contents in enumerate(found, 1):
            label = side_label(piece, side.name, copy if count > 1 else 0)
            pages = [f"{label} page {number}" for number in range(1, len(contents) + 1)]
            named = zip(pages if len(pages) > 1 else [label], contents, strict=True)
            made.append([Face(page, format.w, format.h, content, language) for page, content in named])
        return made

    def rest(self) -> None:
        """No more leaves, for now."""
        self.walk.forget()
        if self._watch:
            self._watch.close()
            self._watch = None

    def _contents(self, side: FaceSide) -> list[Group]:
        """Return the content of each page."""
        watch = self._watch = self._watch or Watch()
        component, piece = side.component, side.piece
        format = component.format
        drawn = [_DrawnPage(self._printed(Group((self._lay.mark_wrong(format.w, format.h),))), ())]
        found: list[Finding] = []
        if self._templates.exists(side.template):  # else it is the game's mistake, and reported with the game
            try:
                drawn = self._pages_of(side, watch, stamped=False)
                found = [finding for page in drawn for finding in page.findings]
                if not all(finding.is_general or finding.origin for finding in found):  # else there is no line to find
                    again = self._pages_of(side, watch, stamped=True)
                    found = [finding for page in again for finding in page.findings]
            except TemplateFailure as failure:
                found = [failure.finding]
            if found:
                self.reported.append((component, piece, found))
        return [page.content for page in drawn]

    def _pages_of(self, side: FaceSide, watch: Watch, *, stamped: bool) -> list[_DrawnPage]:
        """Return the side's pages, which a component's other pieces share if they say nothing of this one."""
        key = side.component.id, side.template, self._lay.art.home, stamped
        alike = self._alike.get(key)
        if alike is None:
            self._templates.asked.clear()
            self._says_piece = False
            before = self.reads.begin()
            alike = self._pages(side, watch, stamped=stamped), self.reads.found
            self.reads.found = before
            if not self._says_piece and "piece" not in self._templates.asked:
                self._alike[key] = alike
        pages, reads = alike
        self.reads.found |= reads
        return pages

    def _pages(self, side: FaceSide, watch: Watch, *, stamped: bool) -> list[_DrawnPage]:
        """Draw the pages of a document, or one face; again with the right count, which is only known at the end."""
        named = side_label(side.piece, side.name), side.template
        count = self._expected_counts.get(named, 1)
        for _ in range(_PASSES):
            drawn: list[_DrawnPage] = []
            pages = FlowPages()
            while not (drawn and pages.done):
                if len(drawn) == MAX_PAGES:
                    place = self._templates.display_name(side.template)
                    raise LimitError(f"{place}: {side_label(side.piece, side.name)} has more than {MAX_PAGES} pages")
                root = self._document(side, watch, len(drawn) + 1, count, stamped)
                drawn.append(self._draw(root, side, pages))
            if len(drawn) == count:
                break
            count = len(drawn)
        if count > 1:
            self._page_counts[named] = count
        share = pages.room / (side.component.format.w * side.component.format.h)
        if len(drawn) > _MANY and share < _LITTLE:
            # this is told once, instead of each block that is too high for such pages
            left = [
                page._replace(findings=tuple(each for each in page.findings if each.code != TOO_HIGH)) for page in drawn
            ]
            kind = LITTLE_ROOM if left == drawn else TOO_LOW
            few = find(kind, hint="give its box more height", count=len(drawn), share=share, origin=pages.origin)
            drawn = [*left[:-1], left[-1]._replace(findings=(*left[-1].findings, few))]
        return drawn

    def _document(self, side: FaceSide, watch: Watch, page: int, pages: int, stamped: bool) -> Element:
        """Render one page, and return the face's element."""
        context = self.context.names_for(side.component, side.piece, side.name, side.copy, page, pages)
        rendered = self._templates.render(side.template, context, watch, stamped=stamped)
        own = self.context.own[side.component.id, side.piece.id]
        try:
            root = None if stamped else read_tags(rendered, own)
            if root is None:
                root = read_markup((rendered if stamped else _BETWEEN_TAGS.sub("><", rendered)).encode(), own)
            if root.tag == "face":
                return root
            raise not_a_face(root.tag, root.origin)
        except UnicodeEncodeError as error:
            if stamped:
                origin = last_stamp(rendered[: error.start]) or f"{self._templates.display_name(side.template)}:1:1"
                half = ascii(error.object[error.start])[1:-1]
                raise TemplateFailure(find(HALF_A_CHARACTER, half=half, origin=origin)) from None
        except MarkupError as error:
            if stamped:
                finding, beginning = error.finding, f"{self._templates.display_name(side.template)}:1:1"
                if finding.code is BAD_XML:
                    from pnp.layout.malformed import explain_malformed

                    finding = explain_malformed(rendered, self._templates.source) or finding
                before = rendered.encode()[: error.offset].decode(errors="ignore")
                placed = finding._replace(origin=finding.origin or last_stamp(before) or beginning)
                raise TemplateFailure(placed) from None
        return self._document(side, watch, page, pages, stamped=True)  # to find the line

    def _draw(self, root: Element, side: FaceSide, pages: FlowPages) -> _DrawnPage:
        """Draw one page; those that say nothing of their piece, like most backs, are drawn once."""
        format = side.component.format
        if not pages.done or _is_bound(root):
            self._says_piece = True
            return self._draw_page(root, format, pages)
        key = root, format, self._lay.art.home
        if key in self._drawn:
            return self._drawn[key]
        page = self._draw_page(root, format, pages)
        if not pages.flows:
            self._drawn[key] = page
        return page

    def _draw_page(self, root: Element, format: Format, pages: FlowPages) -> _DrawnPage:
        lay = self._lay
        is_continued = not pages.done
        pages.flows, pages.done = 0, True
        defs = tuple([child for top in root.children if top.tag == "defs" for child in top.children])
        findings: list[Finding] = []
        if names := [*root.attributes[::2], *(["of"] if root.field else [])]:
            hint, name = "its size is the component's", names[0]
            findings.append(find(UNKNOWN_ATTRIBUTE, hint=hint, origin=root.origin, word=name, tag="face", name=name))
        elif root.text:
            said = shorten(root.text)
            findings.append(find(STRAY_TEXT, hint="put it in a <text>", origin=root.origin, text=said, tag="face"))
        findings += lay.use_defs(defs)
        children = [child for child in root.children if child.tag != "defs"]
        parts: list[Placed] = []
        for child in children:
            lay.pages = pages if child.tag == "flow" else None
            parts.append(lay.place(child, format.w, format.h))
        lay.pages = None
        if is_continued and not pages.flows:
            findings.append(find(FLOW_ENDS, origin=root.origin))
        placed = join_placed(parts)
        group = Group(placed.items)
        if self._is_endless(group):
            for at, (child, part) in enumerate(zip(children, parts, strict=True)):
                if any(map(self._is_endless, part.items)):  # numbers that no output could write: nothing of it is drawn
                    hint = "look for a slip in its numbers and its art"
                    finding = find(TOO_FAR, hint=hint, origin=child.origin, tag=child.tag)
                    parts[at] = part._replace(items=(), content=(), findings=(*part.findings, finding))
            placed = join_placed(parts)
            group = Group(placed.items)
        outside = unsafe(placed.content, placed.items, format)
        group, thin = self._strokes.printed(group)
        findings += [*placed.findings, *[finding for _, finding in outside], *thin]
        if lay.draft and outside:  # what is outside the safe area gets a frame
            frames = [(lay.mark_wrong(part.w, part.h), (1.0, 0.0, 0.0, 1.0, part.x, part.y)) for part, _ in outside]
            group = Group((*group.items, *[Group((frame,), place) for frame, place in frames]))
        return _DrawnPage(self._printed(group), tuple(findings))

    def _printed(self, group: Group) -> Group:
        """Return the group as the ink prints it."""
        return group if self._black is None else Group(self._black.items(group.items))


def _is_bound(element: Element) -> bool:
    return bool(element.field) or any(_is_bound(child) for child in element.children)
