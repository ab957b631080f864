"""A prepared edition → its leaves, drawn, and all that is wrong.

Pieces are drawn in any order and by anybody; in the end all of it is put together in the order of the pieces.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from pnp.build.collecting import DrawnPieces, Wanted, drawn_by_all
from pnp.build.drawing import PieceDrawer
from pnp.build.judging import conclude
from pnp.build.results import SILENT, AboutGame, Prepared, Progress, Result
from pnp.engine.face_cache import MOST
from pnp.model.display import DrawnContent, Face
from pnp.model.options import Options
from pnp.model.problem import FileError, LimitError, Problem
from pnp.model.sheet import Leaf, Sheet
from pnp.problems.causes import as_told

if TYPE_CHECKING:
    from pnp.emit.pdf.resources import Settled


def lay_out(
    prepared: Prepared,
    judges: Sequence[Callable[[], AboutGame]],
    progress: Progress,
    *,
    keep_leaves: bool = True,
    spare: int = MOST,
) -> Result:
    """`judges` find out, meanwhile, what is wrong whatever is printed. Raises FileError, LimitError.

    `spare`: how many sides are kept in the cache that aren't this edition's any more.
    """
    if not prepared.loaded.has_fonts:
        from pnp.check import check_game

        loaded = prepared.loaded
        found = check_game(prepared.game, loaded.project, loaded.of_game)
        return Result(as_told([*prepared.problems, *found]), prepared.edition)
    try:
        return _laid_out(prepared, judges, progress, prepared.options, spare, keep_leaves=keep_leaves)
    except (FileError, LimitError):  # once more, in order: what stops everything may not be what comes first
        options = replace(prepared.options, jobs=1, executor="here")
        return _laid_out(replace(prepared), judges, progress, options, spare, keep_leaves=keep_leaves)


def _laid_out(
    prepared: Prepared,
    judges: Sequence[Callable[[], AboutGame]],
    progress: Progress,
    options: Options,
    spare: int,
    *,
    keep_leaves: bool,
) -> Result:
    from pnp.check.faces import tell
    from pnp.layout import found_problems

    edition, about_game = prepared.edition, list[AboutGame]()
    drawn = drawn_by_all(
        prepared,
        options,
        progress,
        lambda: about_game.extend(judge() for judge in judges),
        spare,
        keep_leaves=keep_leaves,
    )
    on_faces = tell(edition, prepared.loaded.style, drawn.in_order(drawn.seen))
    found = [(*prepared.pieces[number], drawn.found[number]) for number in sorted(drawn.found)]
    reads = {piece.label: found.reads for _, piece, found in found}
    result = conclude(prepared, about_game, found_problems(found, edition), on_faces, reads)
    is_clear = not (prepared.problems or on_faces or any(each.problems for each in about_game))
    prepared.passed.keep(game=bool(judges) and is_clear, quiet=prepared.is_whole and not result.problems)
    return result._replace(
        leaves=tuple(drawn.in_order(drawn.leaves)), tells_setup=any(("setup",) in each.reads for _, _, each in found)
    )


def leaves_of(prepared: Prepared) -> list[Leaf]:
    """Whatever is wrong with them. Raises FileError, LimitError."""
    drawn = drawn_by_all(prepared, prepared.options, SILENT, lambda: None, MOST, keep_leaves=True)
    return drawn.in_order(drawn.leaves)


def redrawn(prepared: Prepared, leaves: Sequence[Leaf], sheets: Sequence[Sheet], settled: "Settled") -> list[Sheet]:
    """The sheets, now that it is `settled` what glyphs of several texts stand for."""
    faces = redrawn_faces(prepared, leaves, settled)
    return [
        sheet._replace(
            placements=tuple([each._replace(face=faces.get(each.face.label, each.face)) for each in sheet.placements])
        )
        for sheet in sheets
    ]


def redrawn_faces(prepared: Prepared, leaves: Sequence[Leaf], settled: "Settled") -> dict[str, Face]:
    """By their labels: where a piece of the leaves uses a glyph for another text than was `settled`, its faces, drawn
    once more."""
    from pnp.emit.pdf.resources import is_settled

    @cache
    def is_right(face: DrawnContent) -> bool:
        return is_settled(face, settled)

    drawn_before = ((leaf, face.content) for leaf in leaves for face in (leaf.front, leaf.back) if face)
    again = {
        (leaf.component, leaf.piece)
        for leaf, content in drawn_before
        if isinstance(content, DrawnContent) and not is_right(content)
    }
    numbers = [number for number, (component, piece) in enumerate(prepared.pieces) if (component.id, piece.id) in again]
    drawn = _drawn(replace(prepared), numbers, settled)
    return {face.label: face for leaf in drawn.in_order(drawn.leaves) for face in (leaf.front, leaf.back) if face}


class DrawnAlone(NamedTuple):
    """Some pieces, and what is wrong with their faces whatever else is wrong with the game."""

    leaves: tuple[Leaf, ...]
    problems: list[Problem]


def draw_alone(prepared: Prepared, wanted: Wanted) -> DrawnAlone:
    """For whoever waits for a few pieces: nobody is asked whether they were drawn before. Raises FileError, LimitError,
    where there are no fonts, too."""
    from pnp.check.faces import tell
    from pnp.layout import found_problems

    edition, chosen = prepared.edition, {piece.label for _, piece in wanted}
    alone = replace(prepared, wanted=lambda _, piece: piece.label in chosen)
    wanted = alone.pieces
    drawn = _drawn(alone, range(len(wanted)))
    found = [(*wanted[number], drawn.found[number]) for number in sorted(drawn.found)]
    on_faces = tell(edition, prepared.loaded.style, drawn.in_order(drawn.seen))
    problems = as_told([*found_problems(found, edition), *on_faces])
    return DrawnAlone(tuple(drawn.in_order(drawn.leaves)), problems)


def _drawn(prepared: Prepared, numbers: Iterable[int], settled: "Settled | None" = None) -> "DrawnPieces":
    """One after the other, here."""
    drawn = DrawnPieces(prepared.pieces, prepared.edition.language, None, keep_leaves=True)
    drawer = PieceDrawer(prepared, None, settled)
    try:
        for number in numbers:
            drawn.add(drawer.batch([number]))
    finally:
        drawer.rest()
    return drawn
