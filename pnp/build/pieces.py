"""A prepared edition → its leaves, drawn, and all that is wrong.

Pieces are drawn in any order and by anybody; in the end all of it is put together in the order of the pieces.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from pnp.build.concluding import conclude
from pnp.build.drawing import FaceResult, LeafResult, PieceDrawer, PieceResult, ResultBatch
from pnp.build.executors import HERE, processors, results
from pnp.build.kept import MOST, KeptPieces
from pnp.build.record import recorded
from pnp.build.results import SILENT, AboutGame, Interrupted, PieceFindings, Prepared, Progress, Result
from pnp.build.work import Apart, Task
from pnp.diagnostics.report import Report, list_problems
from pnp.export.formats import drawer_of
from pnp.model.display import DrawnFace
from pnp.model.game import Component, Piece
from pnp.model.options import Options
from pnp.model.problem import FileError, LimitError, Problem
from pnp.model.sheet import Leaf

if TYPE_CHECKING:
    from pnp.check.faces import Seen
    from pnp.export.formats import FaceDrawer
    from pnp.layout.element import FaceFindings


T = TypeVar("T")
Wanted = Sequence[tuple[Component, Piece]]

_EACH = 8  # chunks for each process, at least
_LARGEST, _SENT = 128, 32  # pieces of a chunk, here and elsewhere


def draw_all(
    prepared: Prepared, progress: Progress, meanwhile: Callable[[], None], spare: int, *, keep_leaves: bool
) -> "DrawnPieces":
    """Draw all wanted pieces, but none that was drawn before and is kept."""
    wanted, options = prepared.pieces, prepared.options
    if not wanted:
        meanwhile()
        return DrawnPieces(prepared, None, keep_leaves=keep_leaves)
    edition, drawers = prepared.edition, prepared.drawers
    drawer = drawers.get((edition.language, edition.ink)) if drawers else None
    drawer = drawer if drawer and drawer.turn_to(prepared) else None
    by = drawer.drawer if drawer else drawer_of(options.format, options)
    drawn = DrawnPieces(prepared, by, keep_leaves=keep_leaves)
    kept = KeptPieces(prepared, by, spare)
    missing: list[int] = []
    for number, (_, piece) in enumerate(wanted):
        if known := kept.find(number, piece):
            drawn.add(known)
        else:
            missing.append(number)
    if not missing:
        meanwhile()
        return drawn
    if drawer is None:
        like = next((each for (_, ink), each in (drawers or {}).items() if ink == edition.ink), None)
        drawer = PieceDrawer(prepared, by, like)
    if drawers is not None:
        drawers[edition.language, edition.ink] = drawer
    chunks = _chunks(wanted, missing, options)
    sizes = [len(chunk) for chunk in chunks]
    apart = partial(_draw_apart, prepared)
    work = Task(drawer.draw, chunks, sizes, drawer.pause, drawer.begin_elsewhere, apart, meanwhile, progress.tell)
    new: list[PieceResult] = []
    try:
        for batch in results(work, options.jobs, options.executor):
            by.unpack_parts(batch.parts, prepared.fonts.face)
            for each in batch.pieces:
                drawn.add(each)
            new += batch.pieces
            progress("laying out", len(drawn.found), len(wanted))
    except Interrupted:
        kept.keep(new)
        raise
    finally:
        if drawers is None:
            drawer.rest()
        else:
            drawer.pause()
    kept.keep(new)
    return drawn


def _draw_apart(prepared: Prepared) -> "Apart[list[int], ResultBatch]":
    from pnp.build.remote_drawing import ApartWork

    work = ApartWork(prepared)
    return Apart(work.call, work.read)


def _chunks(wanted: Wanted, missing: Sequence[int], options: Options) -> list[list[int]]:
    """A component's pieces cost the more, the fewer they are, such as documents: these come first. Others keep their
    order, so that neighbours, which are alike, mostly stay together."""
    jobs, is_here = options.jobs, options.executor == HERE
    if jobs == 1 and is_here:
        return [[number] for number in missing]
    ordered = sorted(missing, key=lambda number: len(wanted[number][0].pieces))
    size = min(1 + len(ordered) // (_EACH * (jobs or processors())), _LARGEST if is_here else _SENT)
    few = [number for number in ordered if len(wanted[number][0].pieces) < _EACH]
    rest = ordered[len(few) :]
    return [*([number] for number in few), *(rest[at : at + size] for at in range(0, len(rest), size))]


class DrawnPieces:
    """What was drawn, by whomever."""

    def __init__(self, prepared: Prepared, drawer: "FaceDrawer | None", *, keep_leaves: bool) -> None:
        self._wanted, self._language = prepared.pieces, prepared.edition.language
        self._parts: Mapping[str, object] = drawer.parts if drawer else {}
        self._keep_leaves = keep_leaves
        self.found: dict[int, FaceFindings] = {}
        self.seen: dict[int, list[Seen]] = {}
        self.leaves: dict[int, list[Leaf]] = {}

    def add(self, drawn: PieceResult) -> None:
        from pnp.check.faces import Seen

        number, leaves, self.found[number] = drawn
        component, piece = self._wanted[number]
        faces = [(bool(side), face) for leaf in leaves for side, face in enumerate((leaf.front, leaf.back)) if face]
        self.seen[number] = [
            Seen(component.id, piece.id, is_back, flaw) for is_back, face in faces for flaw in face.flaws
        ]
        if self._keep_leaves:
            self.leaves[number] = [self._make_leaf(component, piece, leaf) for leaf in leaves]

    @staticmethod
    def in_order(of_pieces: "Mapping[int, Sequence[T]]") -> "list[T]":
        """What there is of each piece, in the order of the pieces."""
        return [each for number in sorted(of_pieces) for each in of_pieces[number]]

    def _make_leaf(self, component: Component, piece: Piece, leaf: LeafResult) -> Leaf:
        front_label, front, back_label, back, copy = leaf
        back_face = self._make_face(component, back_label, back) if back else None
        face = self._make_face(component, front_label, front)
        return Leaf(component.id, component.title, piece.id, piece.copies, component.format, face, back_face, copy)

    def _make_face(self, component: Component, label: str, face: FaceResult) -> DrawnFace:
        size = component.format
        return DrawnFace(label, size.w, size.h, self._language, face.drawn, self._parts, face.record)


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
