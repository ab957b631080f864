"""A prepared edition → its leaves, drawn, and all that is wrong.

Pieces are drawn in any order and by anybody; in the end all of it is put together in the order of the pieces.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from pnp.build.drawing import DrawnBatch, DrawnFace, PieceDrawer
from pnp.build.executors import draw_all, processors
from pnp.build.face_cache import MOST, FaceCache, KeptPiece, KeptSide
from pnp.build.judging import conclude
from pnp.build.results import AboutGame, Prepared, Progress, Result
from pnp.model.display import DrawnContent, Face
from pnp.model.game import Component, Piece
from pnp.model.options import Options
from pnp.model.problem import FileError, LimitError, Problem
from pnp.model.records import Read
from pnp.model.sheet import Leaf, Sheet
from pnp.problems.causes import as_told

_EACH = 8  # chunks for each process, at least
_LARGEST = 128  # pieces of a chunk

if TYPE_CHECKING:
    from pnp.check.faces import Seen
    from pnp.emit.pdf.resources import Kit, Settled
    from pnp.layout import FaceFindings, MadeSide

_Wanted = Sequence[tuple[Component, Piece]]


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

    edition = prepared.edition
    wanted = prepared.pieces
    about_game: list[AboutGame] = []
    loaded = prepared.loaded
    faces = FaceCache(prepared, spare) if wanted else None
    drawn = _DrawnPieces(wanted, edition.language, faces, keep_leaves=keep_leaves)

    def add(batch: DrawnBatch) -> None:
        drawn.add(batch)
        progress("laying out", len(drawn.found), len(wanted))

    def judge() -> None:
        about_game.extend(judge() for judge in judges)

    if wanted:
        drawer = PieceDrawer(prepared, faces)
        try:
            draw_all(drawer, _chunks(wanted, options.jobs), options, judge, add, progress)
        finally:
            drawer.rest()
    else:
        judge()
    on_faces = tell(edition, loaded.style, [seen for number in sorted(drawn.seen) for seen in drawn.seen[number]])
    found = [(*wanted[number], drawn.found[number]) for number in sorted(drawn.found)]
    if faces:
        drawn.keep(faces)
    reads = {piece.label: found.reads for _, piece, found in found}
    result = conclude(prepared, about_game, found_problems(found, edition.translation), on_faces, reads)
    is_clear = not (prepared.problems or on_faces or any(each.problems for each in about_game))
    prepared.passed.keep(game=bool(judges) and is_clear, quiet=prepared.is_whole and not result.problems)
    leaves = tuple([leaf for number in sorted(drawn.leaves) for leaf in drawn.leaves[number]])
    return result._replace(leaves=leaves, tells_setup=any(("setup",) in each.reads for _, _, each in found))


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
    new = [leaf for each in drawn.leaves.values() for leaf in each]
    return {face.label: face for leaf in new for face in (leaf.front, leaf.back) if face}


class DrawnAlone(NamedTuple):
    """Some pieces, and what is wrong with their faces whatever else is wrong with the game."""

    leaves: tuple[Leaf, ...]
    problems: list[Problem]


def draw_alone(prepared: Prepared, wanted: _Wanted) -> DrawnAlone:
    """For whoever waits for a few pieces: nobody is asked whether they were drawn before. Raises FileError, LimitError,
    where there are no fonts, too."""
    from pnp.check.faces import tell
    from pnp.layout import found_problems

    edition, chosen = prepared.edition, {piece.label for _, piece in wanted}
    alone = replace(prepared, wanted=lambda _, piece: piece.label in chosen)
    wanted = alone.pieces
    drawn = _drawn(alone, range(len(wanted)))
    found = [(*wanted[number], drawn.found[number]) for number in sorted(drawn.found)]
    on_faces = tell(
        edition, prepared.loaded.style, [seen for number in sorted(drawn.seen) for seen in drawn.seen[number]]
    )
    problems = as_told([*found_problems(found, edition.translation), *on_faces])
    return DrawnAlone(tuple([leaf for number in sorted(drawn.leaves) for leaf in drawn.leaves[number]]), problems)


def _drawn(prepared: Prepared, numbers: Iterable[int], settled: "Settled | None" = None) -> "_DrawnPieces":
    """One after the other, here."""
    drawn = _DrawnPieces(prepared.pieces, prepared.edition.language, None, keep_leaves=True)
    drawer = PieceDrawer(prepared, None, settled)
    try:
        for number in numbers:
            drawn.add(drawer.batch([number]))
    finally:
        drawer.rest()
    return drawn


def _chunks(wanted: _Wanted, jobs: int) -> list[list[int]]:
    """A component's pieces cost the more, the fewer they are, such as documents: these come first. Others keep their
    order, so that neighbours, which are alike, mostly stay together."""
    if jobs == 1:
        return [[number] for number in range(len(wanted))]
    ordered = sorted(range(len(wanted)), key=lambda number: len(wanted[number][0].pieces))
    size = min(1 + len(ordered) // (_EACH * (jobs or processors())), _LARGEST)
    few = [number for number in ordered if len(wanted[number][0].pieces) < _EACH]
    rest = ordered[len(few) :]
    return [*([number] for number in few), *(rest[at : at + size] for at in range(0, len(rest), size))]


class _DrawnPieces:
    """What was drawn, by whomever."""

    def __init__(self, wanted: _Wanted, language: str, faces: FaceCache | None, *, keep_leaves: bool) -> None:
        from pnp.emit.pdf.resources import Kit

        self._wanted, self._language, self._keep_leaves = wanted, language, keep_leaves
        self._kept = faces.kits if faces else []
        self._kits: defaultdict[str, Kit] = defaultdict(Kit)  # by who drew with it
        self._backs: dict[tuple[str, int], DrawnContent] = {}
        self._used: set[bytes] = set()
        self._new: dict[bytes, KeptSide] = {}
        self.found: dict[int, FaceFindings] = {}
        self.seen: dict[int, list[Seen]] = {}
        self.leaves: dict[int, list[Leaf]] = {}

    def add(self, batch: DrawnBatch) -> None:
        from pnp.check.faces import Seen

        kit = self._kits[batch.drawer]
        kit.learn(batch.news)
        number_of_kit = len(self._kept) + list(self._kits).index(batch.drawer)
        for number, leaves, found in batch.pieces:
            component, piece = self._wanted[number]
            self.found[number] = found
            self.seen[number] = [
                Seen(component.id, piece.id, bool(is_back), flaw)
                for pair in leaves
                for is_back, face in enumerate(pair)
                if face
                for flaw in face.flaws
            ]
            if self._keep_leaves:
                self.leaves[number] = [self._leaf(number, *pair, kit) for pair in leaves]
            for side, faces in zip(found.sides, zip(*leaves, strict=True), strict=False):
                self._note(side, faces, number_of_kit)

    def keep(self, faces: FaceCache) -> None:
        """In the cache; but art is told of once, with whichever piece comes first: then none."""
        if any(found.art for found in self.found.values()):
            return
        known = self._used | self._new.keys()
        shared = dict[frozenset[Read], frozenset[Read]]()  # many are the same
        pieces: list[tuple[Piece, KeptPiece]] = []
        for number, found in self.found.items():
            keys = tuple([side.key for side in found.sides])
            of_sides = tuple([finding for side in found.sides for finding in side.findings])
            if known.issuperset(keys) and of_sides == found.findings:
                reads = shared.setdefault(found.reads, found.reads)
                pieces.append((self._wanted[number][1], faces.kept(reads, keys)))
        faces.keep(self._used, self._new, self._kits.values(), pieces)

    def _note(self, side: "MadeSide", faces: "Sequence[DrawnFace | None]", kit: int) -> None:
        pages = [face for face in dict.fromkeys(faces) if face]
        if side.key and pages[0].kit >= 0:
            self._used.add(side.key)
        elif side.key and side.key not in self._new and not any(each.cause for each in side.findings):
            contents = tuple([(face.content, face.uses, face.said) for face in pages])
            flaws = tuple([face.flaws for face in pages])
            self._new[side.key] = KeptSide(side.documents, contents, kit, flaws, side.findings, b"")

    def _leaf(self, number: int, front: DrawnFace, back: DrawnFace | None, kit: "Kit") -> Leaf:
        component, piece = self._wanted[number]
        behind = None
        if back:  # mostly the same for all pieces
            drawn = self._drawn(back, kit)
            behind = self._face(component, back.label, self._backs.setdefault((back.content, id(drawn.kit)), drawn))
        face = self._face(component, front.label, self._drawn(front, kit))
        return Leaf(component.id, component.title, piece.id, piece.copies, component.format, face, behind)

    def _drawn(self, face: DrawnFace, kit: "Kit") -> DrawnContent:
        return DrawnContent(face.content, face.uses, face.said, self._kept[face.kit] if face.kit >= 0 else kit)

    def _face(self, component: Component, label: str, content: DrawnContent) -> Face:
        return Face(label, component.format.w, component.format.h, content, self._language)
