"""Lays an edition out: templates, elements and text → faces.

`Layout` is the room's door; `leaves` makes the faces, `typeset` sets a line for what stands around them on a sheet.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pnp.layout.elements  # noqa: F401  (registers the elements)
from pnp.layout.art.palette import Palette
from pnp.layout.artwork import Artwork
from pnp.layout.engine import Layouter
from pnp.layout.faces import FaceMaker
from pnp.layout.labels import Label
from pnp.layout.rooms import Room, Rooms
from pnp.layout.templates import Templates
from pnp.layout.text.fonts import FontStore
from pnp.layout.text.lines import fit, place
from pnp.model.display import Text
from pnp.model.game import Component, Edition, Piece
from pnp.model.problem import Problem
from pnp.model.project import Project
from pnp.model.sheet import Leaf
from pnp.model.style import FontTable, Style, TypeStyle

_ENDLESS = 1e6  # mm


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
        cache: Path | None = None,
    ) -> None:
        """`cache`: a folder for compiled templates, which needn't be there."""
        self._edition = edition
        folders = layout_folders(project, *edition.game.ids)
        colours = style.palettes.get(edition.ink) or {}
        self._art = Artwork(
            edition.game.icons, [*edition.game.folders, *folders], Palette(colours).for_files(), project.display
        )
        self._lay = Layouter(style, edition.ink, FontStore(fonts), self._art, edition.language, draft=draft)
        self._templates = Templates(folders, project.display, cache, edition.translation)
        self._maker = FaceMaker(edition, self._templates, self._lay)

    def leaves(
        self, wanted: Callable[[Component, Piece], bool], progress: Callable[[int], None] = lambda _: None
    ) -> tuple[tuple[Leaf, ...], list[Problem]]:
        """The leaves of the pieces that are wanted, in order, and all problems found on the way."""
        made: list[Leaf] = []
        for component in self._edition.components.values():
            pieces = [piece for piece in component.pieces if wanted(component, piece)]
            if pieces:
                made.extend(self._maker.leaves(component, pieces, progress))
        self._lay.forget()
        return tuple(made), [*self._art.problems, *self._maker.reports.problems()]

    def rooms(self, wanted: Callable[[Component, Piece], bool]) -> dict[tuple[str, str], Room]:
        """How much room the texts of these pieces have: by field, or "" of what templates say, and text."""
        self._lay.rooms = Rooms(self._lay.paragraphs)
        self.leaves(wanted)
        found, self._lay.rooms = self._lay.rooms.found, None
        return found

    def labels(self) -> list[Label]:
        """What the templates say themselves."""
        components = self._edition.components.values()
        names = dict.fromkeys(name for each in components for name in (each.front, each.back) if name)
        return list(self._templates.labels(names))

    def typeset(self, text: str, size: float) -> tuple[Text, float]:
        """One line of plain text at a size in mm, its baseline beginning at 0, 0; and its width."""
        style = TypeStyle("caption", self._edition.game.span, size=size, min=size)
        escaped = re.sub(r"[\\*\[\]]", r"\\\g<0>", text)
        fitted = fit(self._lay.paragraphs, escaped, style, _ENDLESS, None)
        runs, _ = place(fitted, style, "#000000", fitted.width, None)
        return Text(tuple([run._replace(y=0.0) for run in runs]), text, size), fitted.width


def layout_folders(project: Project, *games: str) -> list[Path]:
    """Where templates are looked for: the games' own folders first, the project's before what comes with pnp."""
    roots = dict.fromkeys((project.root, project.bundled))
    folders = [root.joinpath("layouts", *below) for below in (*((game,) for game in games), ()) for root in roots]
    return [folder for folder in folders if folder.is_dir()]
