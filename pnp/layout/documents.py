"""A piece's front or back → the documents that its template renders, page by page, and their elements."""

import re
from pathlib import Path
from typing import NamedTuple

from pnp.layout.context import Context
from pnp.layout.element import Element, find
from pnp.layout.limits import Watch
from pnp.layout.markup import BAD_XML, MarkupError, last_stamp, not_a_face, read_markup
from pnp.layout.tags import read_tags
from pnp.layout.templates import TEMPLATE_RUN, TemplateFailure, Templates
from pnp.model.game import Component, Piece

HALF_A_CHARACTER = TEMPLATE_RUN.also("the template makes half a character: {half}")

_BETWEEN_TAGS = re.compile(r">[ \t\r\n]+<")  # indentation: three of four texts that a parser would report


class FaceSide(NamedTuple):
    """Whose front or back is to be drawn, and by which template."""

    component: Component
    piece: Piece
    template: str
    name: str  # "front" or "back"
    copy: int = 1

    @property
    def label(self) -> str:
        return side_label(self.piece, self.name)


def side_label(piece: Piece, name: str, copy: int = 0) -> str:
    """`copy`: which one, where they differ."""
    return piece.label + (f" copy {copy}" if copy else "") + (" back" if name == "back" else "")


class Documents:
    """Renders and reads them with the templates of a file of pieces, and the folder that this looks for art in."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._home: Path | None = None
        self.templates: Templates
        self.reads = context.reads

    def turn_to(self, templates: Templates, home: Path | None) -> None:
        self.templates, self._home = templates, home

    def rendered(self, side: FaceSide, watch: Watch, page: int, pages: int, stamped: bool = False) -> str:
        """One page's document."""
        context = self._context.of(side.component, side.piece, side.name, side.copy, page, pages)
        return self.templates.render(side.template, context, watch, stamped=stamped)

    def root(self, rendered: str, side: FaceSide, watch: Watch, page: int, pages: int, stamped: bool) -> Element:
        """The face's element for one page."""
        own = self._context.own(side.component.id, side.piece.id)
        try:
            root = None if stamped else read_tags(rendered, own)
            if root is None:
                root = read_markup((rendered if stamped else _BETWEEN_TAGS.sub("><", rendered)).encode(), own)
            if root.tag == "face":
                return root
            raise not_a_face(root.tag, root.origin)
        except UnicodeEncodeError as error:
            if stamped:
                origin = last_stamp(rendered[: error.start]) or f"{self.templates.shown(side.template)}:1:1"
                half = ascii(error.object[error.start])[1:-1]
                raise TemplateFailure(find(HALF_A_CHARACTER, half=half, origin=origin)) from None
        except MarkupError as error:
            if stamped:
                finding, beginning = error.finding, f"{self.templates.shown(side.template)}:1:1"
                if finding.code is BAD_XML:
                    from pnp.layout.malformed import what_is_malformed

                    finding = what_is_malformed(rendered, self.templates.source) or finding
                before = rendered.encode()[: error.offset].decode(errors="ignore")
                placed = finding._replace(origin=finding.origin or last_stamp(before) or beginning)
                raise TemplateFailure(placed) from None
        again = self.rendered(side, watch, page, pages, stamped=True)  # to find the line
        return self.root(again, side, watch, page, pages, stamped=True)
