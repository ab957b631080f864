"""A prepared edition → its leaves, drawn, and all that is wrong.

Pieces are drawn in any order and by anybody; in the end all of it is put together in the order of the pieces.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from pnp.build.collecting import DrawnPieces, Wanted, draw_all
from pnp.build.executors import HERE
from pnp.build.judging import conclude
from pnp.build.kept import MOST
from pnp.build.recording import recorded
from pnp.build.results import SILENT, AboutGame, PieceFindings, Prepared, Progress, Result
from pnp.diagnostics.report import Report, list_problems
from pnp.model.problem import FileError, LimitError, Problem
from pnp.model.sheet import Leaf


def lay_out(
    prepared: Prepared,
    judges: Sequence[Callable[[], AboutGame]] | None,
    progress: Progress,
    *,
    keep_leaves: bool = True,
    spare: int = MOST,
) -> Result:
    """Lay out all wanted pieces. Raises FileError, LimitError.

    `judges` find out, meanwhile, what is wrong whatever is printed; None: nobody asks for that. `spare`: how many sides
    are kept in the cache that aren't this edition's any more.
    """
    if not prepared.loaded.has_fonts:
        from pnp.check import check_game

        loaded = prepared.loaded
        found = check_game(prepared.game, loaded.project, loaded.of_game)
        return Result(Report().add([*prepared.problems, *found]), prepared.edition)
    about_game = list[AboutGame]()

    def judge_all() -> None:
        about_game[:] = [judge() for judge in judges or ()]

    drawn = _draw_again_in_order(prepared, progress, judge_all, spare, keep_leaves=keep_leaves)
    result = conclude(prepared, None if judges is None else about_game, _find_problems(prepared, drawn))
    result = result._replace(leaves=tuple(drawn.in_order(drawn.leaves)))
    return result._replace(laid_out=recorded(result)) if keep_leaves and result.may_go_on else result


def find_in_pieces(prepared: Prepared, progress: Progress) -> PieceFindings:
    """Draw all wanted pieces, and keep nothing but what was found. Raises FileError, LimitError."""
    drawn = _draw_again_in_order(prepared, progress, lambda: None, MOST, keep_leaves=False)
    return _find_problems(prepared, drawn)


def _draw_again_in_order(
    prepared: Prepared, progress: Progress, meanwhile: Callable[[], None], spare: int, *, keep_leaves: bool
) -> DrawnPieces:
    """Draw all wanted pieces, once more in order where something stops: what comes first may be something else."""
    try:
        return draw_all(prepared, progress, meanwhile, spare, keep_leaves=keep_leaves)
    except (FileError, LimitError):
        prepared = replace(prepared, options=replace(prepared.options, jobs=1, executor=HERE))
        return draw_all(prepared, progress, meanwhile, spare, keep_leaves=keep_leaves)


def _find_problems(prepared: Prepared, drawn: DrawnPieces) -> PieceFindings:
    from pnp.check.faces import tell

    reads = {prepared.pieces[number][1].label: drawn.found[number].reads for number in drawn.found}
    on_faces = tell(prepared.edition, prepared.loaded.style, drawn.in_order(drawn.seen))
    found = [(*prepared.pieces[number], drawn.found[number]) for number in sorted(drawn.found)]
    if not any(each.findings or each.art for _, _, each in found):
        return PieceFindings([], on_faces, reads)
    from pnp.layout.reports import problems_of

    findings = [(component, piece, each.findings) for component, piece, each in found]
    art = [problem for _, _, each in found for problem in each.art]
    return PieceFindings([*problems_of(findings, prepared.edition), *art], on_faces, reads)


def draw_alone(prepared: Prepared, wanted: Wanted) -> tuple[tuple[Leaf, ...], list[Problem]]:
    """Draw some pieces at once, and find what is wrong with their faces whatever else is wrong with the game.

    Nobody is asked whether they were drawn before. Raises FileError, LimitError, where there are no fonts, too.
    """
    chosen = {piece.label for _, piece in wanted}
    options = replace(prepared.options, cache=False, jobs=1, executor=HERE)
    alone = replace(prepared, options=options, wanted=lambda _, piece: piece.label in chosen)
    drawn = draw_all(alone, SILENT, lambda: None, 0, keep_leaves=True)
    found = _find_problems(alone, drawn)
    return tuple(drawn.in_order(drawn.leaves)), list_problems([*found.in_pieces, *found.on_faces])
