"""A prepared edition → its leaves, drawn, and all that is wrong.

Pieces are drawn in any order and by anybody; in the end all of it is put together in the order of the pieces.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.build.collecting import DrawnPieces, Wanted, draw_all
from pnp.build.drawing import PieceDrawer
from pnp.build.judging import conclude
from pnp.build.kept import MOST
from pnp.build.results import SILENT, AboutGame, Prepared, Progress, Result
from pnp.model.options import Options
from pnp.model.problem import FileError, LimitError, Problem
from pnp.model.sheet import Leaf
from pnp.problems.report import Report, list_problems


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
        return Result(Report().add([*prepared.problems, *found]), prepared.edition)
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

    edition, about_game = prepared.edition, list[AboutGame]()
    drawn = draw_all(
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
    in_pieces: list[Problem] = []
    if any(each.findings or each.art for _, _, each in found):
        from pnp.layout.reports import problems_of

        in_pieces = problems_of(((component, piece, each.findings) for component, piece, each in found), edition)
        for _, _, each in found:
            in_pieces += each.art
    result = conclude(prepared, about_game, in_pieces, on_faces, reads)
    is_clear = not (prepared.problems or on_faces or any(each.problems for each in about_game))
    prepared.passed.keep(game=bool(judges) and is_clear, quiet=prepared.is_whole and not result.report.problems)
    return result._replace(
        leaves=tuple(drawn.in_order(drawn.leaves)), tells_setup=any(("setup",) in each.reads for _, _, each in found)
    )


def leaves_of(prepared: Prepared) -> list[Leaf]:
    """Whatever is wrong with them. Raises FileError, LimitError."""
    drawn = draw_all(prepared, prepared.options, SILENT, lambda: None, MOST, keep_leaves=True)
    return drawn.in_order(drawn.leaves)


class DrawnAlone(NamedTuple):
    """Some pieces, and what is wrong with their faces whatever else is wrong with the game."""

    leaves: tuple[Leaf, ...]
    problems: list[Problem]


def draw_alone(prepared: Prepared, wanted: Wanted) -> DrawnAlone:
    """For whoever waits for a few pieces: nobody is asked whether they were drawn before. Raises FileError, LimitError,
    where there are no fonts, too."""
    from pnp.check.faces import tell
    from pnp.layout.reports import problems_of

    edition, chosen = prepared.edition, {piece.label for _, piece in wanted}
    alone = replace(prepared, wanted=lambda _, piece: piece.label in chosen)
    wanted = alone.pieces
    drawn = _draw_here(alone)
    found = [(*wanted[number], drawn.found[number]) for number in sorted(drawn.found)]
    on_faces = tell(edition, prepared.loaded.style, drawn.in_order(drawn.seen))
    in_pieces = problems_of(((component, piece, each.findings) for component, piece, each in found), edition)
    art = [problem for _, _, each in found for problem in each.art]
    problems = list_problems([*art, *in_pieces, *on_faces])
    return DrawnAlone(tuple(drawn.in_order(drawn.leaves)), problems)


def _draw_here(prepared: Prepared) -> "DrawnPieces":
    """One after the other."""
    drawer = PieceDrawer(prepared)
    drawn = DrawnPieces(prepared, drawer.drawer, keep_leaves=True)
    try:
        for number in range(len(prepared.pieces)):
            for piece in drawer.draw([number]).pieces:
                drawn.add(piece)
    finally:
        drawer.rest()
    return drawn
