"""An edition → its leaves with their faces, piece by piece, and what is wrong with them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from pnp.art.palette import Palette
from pnp.io.project import Project
from pnp.layout.artwork import Artwork
from pnp.layout.attributes import BAD_ATTRIBUTE, UNKNOWN_COLOUR
from pnp.layout.context import NotedTranslation, Read
from pnp.layout.element import FaceFindings
from pnp.layout.elements.text import OVERFLOW, Room
from pnp.layout.engine import TOO_LARGE, Layouter
from pnp.layout.faces import LITTLE_ROOM, FaceMaker
from pnp.layout.filters import Label, labels_in
from pnp.layout.markup import BAD_XML
from pnp.layout.printable import CROPPED, UNSAFE
from pnp.layout.reports import problems_of
from pnp.layout.sandbox import TEMPLATE_RUN
from pnp.layout.templates import LayoutLoader, Orders, Templates
from pnp.model.display import Text
from pnp.model.game import Component, Edition, Piece
from pnp.model.options import design_of
from pnp.model.problem import Problem
from pnp.model.sheet import Leaf
from pnp.model.style import FontTable, Style
from pnp.model.visiting import SharedWalk
from pnp.typesetting.fonts import FontStore
from pnp.typesetting.placing import typeset_line

FAILING = frozenset({code.id for code in (TEMPLATE_RUN, BAD_XML, BAD_ATTRIBUTE, UNKNOWN_COLOUR, TOO_LARGE)})  # of data

OF_SIZES = frozenset({code.id for code in (OVERFLOW, CROPPED, UNSAFE, TOO_LARGE, LITTLE_ROOM)})  # of looks


def labels_of(project: Project, edition: Edition) -> list[Label]:
    """Return the labels in the templates of an edition, without rendering any."""
    orders = Orders(project, edition.game)
    named: dict[tuple[Path, ...], list[str]] = {}  # by the folders that they are looked for in
    for component in edition.components.values():
        files = dict.fromkeys([component.span.file, *(piece.file for piece in component.pieces)])
        for home in dict.fromkeys(map(orders.home, files)):
            found = named.setdefault(orders.layouts(home), [])
            found += [name for name in (component.front, component.back) if name and name not in found]
    said = (labels_in(LayoutLoader(folders, project.display), names, folders) for folders, names in named.items())
    once: dict[tuple[str, str, str], Label] = {}  # what a template says twice is translated once
    for label in (each for labels in said for each in labels):
        once.setdefault((label.context, label.text, label.plural), label)
    return list(once.values())


class Layout:
    """One edition being laid out."""

    def __init__(
        self,
        edition: Edition,
        style: Style,
        fonts: FontTable,
        project: Project,
        *,
        draft: bool = False,
        like: "Layout | None" = None,
    ) -> None:
        """`like` is the layout of another language in the same ink, which has the same fonts and art."""
        self._edition, self._style, self._font_table, self._project = edition, style, fonts, project
        self._orders = orders = Orders(project, edition.game)
        self.fonts: FontStore = like.fonts if like else FontStore(fonts)
        palette = Palette(style.palettes.get(design_of(edition.ink)) or {}, partial(style.unread.cause, "colours"))
        own_art = Artwork(edition.game, orders, palette.file_palette(), self.fonts, project.display)
        self._art: Artwork = like._art if like else own_art
        self._lay = Layouter(style, edition.ink, self.fonts, self._art, edition.language, draft=draft)
        self._maker: FaceMaker = FaceMaker(edition, self._templates_for, self._lay, like._maker if like else None)
        self.walk: SharedWalk = self._maker.walk  # of faces as they are made; whoever joins it sees each group once
        self._templates: dict[tuple[Path, ...], Templates] = {}  # by the folders that they are looked for in

    def in_language(self, edition: Edition) -> "Layout":
        """Return the layout of another language in the same ink, which shares fonts and art with this one."""
        return Layout(edition, self._style, self._font_table, self._project, draft=self._lay.draft, like=self)

    def turn_to(self, edition: Edition) -> None:
        """Lay out another edition from now on, which differs in modules alone and has the same art."""
        self._edition = edition
        self._templates.clear()
        self._maker.turn_to(edition)

    def _templates_for(self, file: str) -> Templates:
        edition, folders = self._edition, self._orders.layouts(self._orders.home(file))
        if folders not in self._templates:
            said = edition.translation and NotedTranslation(self._maker.reads, edition.translation)
            self._templates[folders] = Templates(folders, self._project.display, said, edition.language)
        return self._templates[folders]

    def leaves(
        self, wanted: Callable[[Component, Piece], bool], progress: Callable[[int], None] = lambda _: None
    ) -> tuple[tuple[Leaf, ...], list[Problem]]:
        """Return the leaves of the pieces that are wanted, in order, and all problems found on the way."""
        made: list[Leaf] = []
        try:
            for component in self._edition.components.values():
                for piece in component.pieces:
                    if wanted(component, piece):
                        made.extend(self._maker.leaves(component, piece))
                        progress(1)
        finally:
            self.rest()
        return tuple(made), [*self._art.problems, *problems_of(self._maker.reported, self._edition)]

    def piece(self, component: Component, piece: Piece) -> tuple[tuple[Leaf, ...], FaceFindings]:
        """One piece's leaves, and what was found this time; `rest` when all are made."""
        leaves = tuple(self._maker.leaves(component, piece))
        findings = tuple([finding for _, _, found in self._maker.reported for finding in found])
        found = FaceFindings(findings, tuple(self._art.problems), frozenset(self._maker.reads.found))
        self._maker.reported.clear()
        self._art.problems.clear()
        return leaves, found

    def value_of(self, read: Read) -> object:
        """Return what a template would find now that looked at this, as plain data."""
        return self._maker.context.value_of(read)

    def pause(self) -> None:
        """Lets go of the thread that watches templates."""
        self._maker.rest()

    def rest(self) -> None:
        """Lets go of that, and of everything remembered."""
        self.pause()
        self._lay.forget()

    def rooms(self, wanted: Callable[[Component, Piece], bool]) -> dict[tuple[str, str], Room]:
        """How much room the texts of these pieces have: by field, or "" of what templates say, and text."""
        self._lay.rooms = found = dict[tuple[str, str], Room]()
        self.leaves(wanted)
        self._lay.rooms = None
        return found

    def typeset(self, text: str, size: float) -> tuple[Text, float]:
        """One line of plain text at a size in mm, its baseline beginning at 0, 0; and its width."""
        return typeset_line(self._lay.paragraphs, text, size)
