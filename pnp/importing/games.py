"""Finished pieces → a game in memory and its leaves: from here on they go the way of every game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from pnp.art.pictures import USUAL_BLEED, ArtFrame, frame_picture
from pnp.build.choosing import wanted_pieces
from pnp.build.results import Loaded, Prepared
from pnp.importing.pieces import FinishedPiece, Ids
from pnp.importing.sides import FinishedSide, Wishes
from pnp.impose.own_pages import FOLDER
from pnp.impose.press import size_of
from pnp.io.project import Project
from pnp.load import load_fonts, load_style
from pnp.model.display import Face, Group, Matrix, Picture
from pnp.model.game import Component, Edition, Format, Game, Piece
from pnp.model.geometry import are_same
from pnp.model.options import Options
from pnp.model.problem import Problem, has_errors
from pnp.model.sheet import Leaf
from pnp.model.span import Span

_TURNED: Mapping[int, Callable[[float, float], Matrix]] = {  # to a piece of this size
    90: lambda w, h: (0.0, 1.0, -1.0, 0.0, w, 0.0),
    180: lambda w, h: (-1.0, 0.0, 0.0, -1.0, w, h),
    270: lambda w, h: (0.0, -1.0, 1.0, 0.0, 0.0, h),
}


class SizeGroup(NamedTuple):
    """Pieces of one size: they are a component."""

    id: str
    title: str
    format: Format
    pieces: tuple[FinishedPiece, ...]


def group_by_size(pieces: Iterable[FinishedPiece], wishes: Wishes) -> list[SizeGroup]:
    """Group pieces in the order in which sizes come."""
    found: list[list[FinishedPiece]] = []
    for piece in pieces:
        size = piece.front.w, piece.front.h
        known = (group for group in found if are_same((group[0].front.w, group[0].front.h), size))
        group = next(known, None)
        if group is None:
            found.append([piece])
        else:
            group.append(piece)
    ids, groups = Ids(), list[SizeGroup]()
    for of_size in found:
        w, h = min(piece.front.w for piece in of_size), min(piece.front.h for piece in of_size)
        bleeds = [side.bleed for piece in of_size for side in (piece.front, piece.back) if side]
        bleed = min(bleeds) if wishes.edges == "none" else max(USUAL_BLEED, *bleeds)
        name, title = ("cards", "Cards") if len(found) == 1 else (f"cards {w:g}x{h:g}", f"Cards of {size_of(w, h)}")
        groups.append(SizeGroup(ids.of(name), title, Format(w, h, bleed=bleed), tuple(of_size)))
    return groups


def prepared_for(
    project: Project, groups: Sequence[SizeGroup], title: str, file: str, options: Options
) -> tuple[Prepared, list[Problem]]:
    """Raises UsageError, where a piece is named that isn't there."""
    fonts, of_fonts = load_fonts(project)
    style, _ = load_style(Project(project.bundled, project.bundled), FOLDER)
    span = Span(file)
    components = {group.id: _component(group, span) for group in groups}
    game = Game(options.game, title, "", (options.language,), {}, {}, components, {}, project.root, span)
    edition = Edition(game, options.language, options.ink, (), components)
    loaded = Loaded(project, game, (), style, fonts, not has_errors(of_fonts), [], of_fonts)
    return Prepared(loaded, options, edition, wanted_pieces(edition, options), of_fonts), of_fonts


def _component(group: SizeGroup, span: Span) -> Component:
    pieces = tuple([Piece(piece.id, group.id, piece.copies, {}, piece.front.file, 0, 0, {}) for piece in group.pieces])
    return Component(group.id, group.title, group.format, "finished", "", {}, pieces, span, span)


def leaves_of(groups: Sequence[SizeGroup], prepared: Prepared, wishes: Wishes) -> tuple[Leaf, ...]:
    """Return the leaves of the pieces that are wanted."""
    language, wanted = prepared.edition.language, {piece.label for _, piece in prepared.pieces}
    leaves: list[Leaf] = []
    for group in groups:
        backs: dict[FinishedSide, Face] = {}

        def face(side: FinishedSide, label: str, of: SizeGroup = group) -> Face:
            w, h = of.format.w, of.format.h
            return Face(label, w, h, draw_side(side, w, h, of.format.bleed, wishes.edges), language)

        for piece in group.pieces:
            label = f"{group.id}/{piece.id}"
            if label not in wanted:
                continue
            if piece.back and piece.back not in backs:
                backs[piece.back] = face(piece.back, f"{label} back")
            back = backs[piece.back]._replace(label=f"{label} back") if piece.back else None
            front = face(piece.front, label)
            leaves.append(Leaf(group.id, group.title, piece.id, piece.copies, group.format, front, back))
    return tuple(leaves)


def draw_side(side: FinishedSide, w: float, h: float, bleed: float, edges: str) -> Group:
    """Draw a side in the middle of a piece of this size, with as much bleed around it as is wanted."""
    whole = _draw_upright(side, h, w, bleed, edges) if side.turn % 180 else _draw_upright(side, w, h, bleed, edges)
    return Group((whole,), _TURNED[side.turn](w, h)) if side.turn else whole


def _draw_upright(side: FinishedSide, w: float, h: float, bleed: float, edges: str) -> Group:
    dx, dy = (w - side.w) / 2, (h - side.h) / 2
    picture = Picture(side.art, side.x + dx, side.y + dy, side.art_w, side.art_h)
    seen = ArtFrame(dx - side.bleed, dy - side.bleed, dx + side.w + side.bleed, dy + side.h + side.bleed)
    around = ArtFrame(-bleed, -bleed, w + bleed, h + bleed)
    return frame_picture(picture, seen, around, edges if side.bleed < bleed else "none")
