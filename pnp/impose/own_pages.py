"""Pages of pnp's own, calibration and instructions → leaves, by the layout that draws any game's pieces."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pnp.io.project import Project
from pnp.model.game import Component, Edition, Format, Game, Piece
from pnp.model.language import Translation
from pnp.model.problem import Problem
from pnp.model.sheet import Leaf
from pnp.model.span import Span
from pnp.model.values import Value

FOLDER = "shared/printing"  # in layouts/: templates, figures and style.yaml


class OwnPage(NamedTuple):
    """What is to be drawn: templates by name, the size, and what the templates see as `piece`."""

    name: str
    title: str
    w: float
    h: float
    front: str
    values: Mapping[str, Value]
    back: str = ""


def draw(
    page: OwnPage, project: Project, language: str, translation: Translation | None = None
) -> tuple[tuple[Leaf, ...], list[Problem]]:
    """The leaves, one for each page of a document. The project's fonts help out; its layouts don't count."""
    return draw_all([page], project, language, translation)


def draw_all(
    pages: Sequence[OwnPage], project: Project, language: str, translation: Translation | None = None
) -> tuple[tuple[Leaf, ...], list[Problem]]:
    """The same for pages that have one size and one template, and differ in their names and values."""
    from pnp.layout.editions import Layout
    from pnp.load import load_fonts, load_style

    bundled = Project(project.bundled, project.bundled)
    style, of_style = load_style(bundled, FOLDER)
    fonts, of_fonts = load_fonts(project)
    page = pages[0]
    folder = bundled.root / "layouts" / FOLDER
    span = Span(f"layouts/{FOLDER}/{page.front}")
    pieces = tuple([Piece(each.name, page.name, 1, each.values, span.file, 0, 0, {}) for each in pages])
    format = Format(page.w, page.h, safe=0.0)
    component = Component(page.name, page.title, format, page.front, page.back, {}, pieces, span, span)
    components = {page.name: component}
    game = Game(FOLDER, page.title, "", (language,), {}, {}, components, {}, folder, span)
    edition = Edition(game, language, "low", (), components, translation=translation)
    leaves, found = Layout(edition, style, fonts, bundled).leaves(lambda *_: True)
    return leaves, [*of_style, *of_fonts, *found]
