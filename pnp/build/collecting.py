"""Pieces drawn by whoever there is, or kept from an earlier time → all of them, put together, and kept.

They are drawn in any order; what comes of it is put together in the order of the pieces.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from pnp.build.drawing import DrawnBatch, DrawnFace, DrawnLeaf, PieceDrawer
from pnp.build.results import Prepared, Progress
from pnp.edition.surroundings import Surroundings
from pnp.engine.cache import user_cache
from pnp.engine.executors import HERE, processors, results
from pnp.engine.face_cache import FaceCache, KeptPiece, KeptSide
from pnp.engine.work import Apart, Task
from pnp.files.digests import digest_of
from pnp.model.display import DrawnContent, Face
from pnp.model.game import Component, Piece
from pnp.model.options import Options
from pnp.model.records import Read
from pnp.model.sheet import Leaf

if TYPE_CHECKING:
    from pnp.check.faces import Seen
    from pnp.emit.pdf.resources import Kit
    from pnp.layout import FaceFindings, MadeSide

T = TypeVar("T")
Wanted = Sequence[tuple[Component, Piece]]

_EACH = 8  # chunks for each process, at least
_LARGEST, _SENT = 128, 32  # pieces of a chunk, here and elsewhere


def drawn_by_all(
    prepared: Prepared,
    options: Options,
    progress: Progress,
    meanwhile: Callable[[], None],
    spare: int,
    *,
    keep_leaves: bool,
) -> "DrawnPieces":
    """By whoever there is, and what was drawn before isn't drawn again."""
    wanted = prepared.pieces
    faces = _face_cache(prepared, spare) if wanted else None
    drawn = DrawnPieces(wanted, prepared.edition.language, faces, keep_leaves=keep_leaves)
    if not faces:
        meanwhile()
        return drawn
    drawer = PieceDrawer(prepared, faces)
    chunks = _chunks(wanted, options)
    sizes = [len(chunk) for chunk in chunks]
    apart = partial(_apart, prepared)
    work = Task(drawer.batch, chunks, sizes, drawer.pause, drawer.begin, apart, meanwhile, progress.tell)
    try:
        for batch in results(work, options.jobs, options.executor):
            drawn.add(batch)
            progress("laying out", len(drawn.found), len(wanted))
    finally:
        drawer.rest()
    drawn.keep(faces)
    return drawn


def _apart(prepared: Prepared) -> "Apart[list[int], DrawnBatch]":
    from pnp.build.apart import ApartWork

    work = ApartWork(prepared)
    return Apart(work.call, work.joined)


def _face_cache(prepared: Prepared, spare: int) -> FaceCache:
    """Of one edition: a language and an ink of a game, with any modules."""
    loaded, edition, options = prepared.loaded, prepared.edition, prepared.options
    asked = (str(loaded.project.root), edition.game.id, edition.language, edition.ink, options.draft)
    return FaceCache(
        user_cache("faces", wanted=options.cache),
        digest_of(repr(asked)).hex(),
        Surroundings(loaded.project, edition, loaded.style, loaded.fonts, options),
        prepared.inputs,
        prepared.layout.fonts,
        spare,
    )


def _chunks(wanted: Wanted, options: Options) -> list[list[int]]:
    """A component's pieces cost the more, the fewer they are, such as documents: these come first. Others keep their
    order, so that neighbours, which are alike, mostly stay together."""
    jobs, is_here = options.jobs, options.executor == HERE
    if jobs == 1 and is_here:
        return [[number] for number in range(len(wanted))]
    ordered = sorted(range(len(wanted)), key=lambda number: len(wanted[number][0].pieces))
    size = min(1 + len(ordered) // (_EACH * (jobs or processors())), _LARGEST if is_here else _SENT)
    few = [number for number in ordered if len(wanted[number][0].pieces) < _EACH]
    rest = ordered[len(few) :]
    return [*([number] for number in few), *(rest[at : at + size] for at in range(0, len(rest), size))]


class DrawnPieces:
    """What was drawn, by whomever."""

    def __init__(self, wanted: Wanted, language: str, faces: FaceCache | None, *, keep_leaves: bool) -> None:
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
        for drawn in batch.pieces:
            number, leaves, found = drawn
            component, piece = self._wanted[number]
            self.found[number] = found
            self.seen[number] = [
                Seen(component.id, piece.id, bool(is_back), flaw)
                for leaf in leaves
                for is_back, face in enumerate((leaf.front, leaf.back))
                if face
                for flaw in face.flaws
            ]
            if self._keep_leaves:
                self.leaves[number] = [self._leaf(number, leaf, kit) for leaf in leaves]
            for side, faces in zip(found.sides, drawn.by_side, strict=False):
                self._note(side, faces, number_of_kit)

    @staticmethod
    def in_order(of_pieces: "Mapping[int, Sequence[T]]") -> "list[T]":
        """What there is of each piece, in the order of the pieces."""
        return [each for number in sorted(of_pieces) for each in of_pieces[number]]

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

    def _note(self, side: "MadeSide", faces: Sequence[DrawnFace], kit: int) -> None:
        pages = list(dict.fromkeys(faces))
        if side.key and pages[0].kit >= 0:
            self._used.add(side.key)
        elif side.key and side.key not in self._new and not any(each.cause for each in side.findings):
            contents = tuple([(face.content, face.uses, face.said) for face in pages])
            flaws = tuple([face.flaws for face in pages])
            self._new[side.key] = KeptSide(side.documents, contents, kit, flaws, side.findings, b"")

    def _leaf(self, number: int, leaf: DrawnLeaf, kit: "Kit") -> Leaf:
        component, piece = self._wanted[number]
        front, back, copy = leaf
        behind = None
        if back:  # mostly the same for all pieces
            drawn = self._drawn(back, kit)
            behind = self._face(component, back.label, self._backs.setdefault((back.content, id(drawn.kit)), drawn))
        face = self._face(component, front.label, self._drawn(front, kit))
        return Leaf(component.id, component.title, piece.id, piece.copies, component.format, face, behind, copy)

    def _drawn(self, face: DrawnFace, kit: "Kit") -> DrawnContent:
        return DrawnContent(face.content, face.uses, face.said, self._kept[face.kit] if face.kit >= 0 else kit)

    def _face(self, component: Component, label: str, content: DrawnContent) -> Face:
        return Face(label, component.format.w, component.format.h, content, self._language)
