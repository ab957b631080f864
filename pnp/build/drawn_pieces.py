"""A prepared edition → its pieces, drawn or taken from the user's cache, and what is wrong with them.

Pieces are drawn in any order and by any process; in the end all of it is put together in the order of the pieces.

A piece is kept under a digest of its values and of everything around it: looks, fonts, art, templates; and as long as
its templates find what they looked at besides as it was. What is kept are plain values, which can run nothing.
"""

import marshal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from pnp.build.cache import user_cache
from pnp.build.drawing import FaceResult, LeafResult, PieceDrawer, PieceResult, ResultBatch
from pnp.build.executors import HERE, RemoteCalls, Task, count_processors, parse_address, run_task
from pnp.build.results import SILENT, Interrupted, PieceFindings, Prepared, Progress
from pnp.check.faces import FACE_CHECKS, Flaw, Seen, report_flaws
from pnp.diagnostics.report import list_problems
from pnp.export.formats import FaceDrawer, drawer_of, drawing_of
from pnp.io.digests import digest_of
from pnp.layout.element import FaceFindings
from pnp.model.display import DrawnFace
from pnp.model.game import Component, Piece
from pnp.model.options import Options
from pnp.model.problem import FileError, Finding, LimitError, Problem, sentence_of
from pnp.model.sheet import Leaf

if TYPE_CHECKING:
    from pnp.layout.context import Read

T = TypeVar("T")
WantedPieces = Sequence[tuple[Component, Piece]]

MOST = 20_000  # pieces of one edition that are kept
_FORM = 2  # of what is kept
_VARIANTS = 8  # of one piece that are kept: the same values beside other modules, or in other languages
_EACH = 8  # chunks for each process, at least
_LARGEST, _SENT = 128, 32  # pieces of a chunk, here and on a cluster


class KeptPieces:
    """The kept pieces of one edition: a language and an ink of a game, with any modules."""

    def __init__(self, prepared: Prepared, drawer: FaceDrawer, spare: int) -> None:
        """`spare` is the number of pieces that stay although this edition doesn't have them."""
        loaded, edition, options = prepared.loaded, prepared.edition, prepared.options
        self._drawing = drawing_of(options.format, options)
        key = str(loaded.project.root), edition.game.id, edition.language, edition.ink, options.draft, self._drawing
        self._cache = user_cache("faces", wanted=options.cache and not edition.game.unread)
        self._name = digest_of(repr(key)).hex()
        self._prepared, self._drawer, self._spare = prepared, drawer, spare
        self._used: dict[bytes, None] = {}
        self._keys: dict[int, bytes] = {}
        self._faces: dict[int, FaceResult] = {}  # by the identity of what was kept, which pieces share

    @cached_property
    def _variants(self) -> dict[bytes, Any]:
        """Return, by the digest of a piece's values, each variant of it.

        A variant is what its templates looked at, a digest of what they found there, findings, leaves.
        """
        data = self._cache.read(self._name)
        try:
            form, pieces, parts = marshal.loads(data)
            if form == _FORM:
                self._drawer.unpack_parts(parts, self._prepared.fonts.face)
                return dict(pieces)
        except (ValueError, TypeError, EOFError, KeyError):  # nothing, of another pnp, or with fonts that are gone
            pass
        return {}

    @cached_property
    def _surroundings(self) -> bytes:
        return digest_of(self._prepared.inputs.around_pieces, repr((self._drawing, self._prepared.options.draft)))

    def find(self, number: int, piece: Piece) -> PieceResult | None:
        """Return the piece if nothing that its faces were made of has changed."""
        if not self._cache.is_wanted:
            return None
        key = self._keys[number] = digest_of(self._surroundings, repr((piece.label, piece.copies, piece.fields)))
        found = next((each for each in self._variants.get(key, ()) if each[1] == self._digest_reads(each[0])), None)
        if found is None:
            return None
        reads, _, findings, packed_leaves = found
        try:
            unpacked = tuple([Finding(_find_code(id, says), *rest) for id, says, *rest in findings])
            leaves = tuple(
                [
                    LeafResult(front_label, self._unpack(front), back_label, self._unpack(back) if back else None, copy)
                    for front_label, front, back_label, back, copy in packed_leaves
                ]
            )
        except KeyError:  # a sentence that isn't there any more
            return None
        self._used[key] = None
        return PieceResult(number, leaves, FaceFindings(unpacked, (), frozenset(reads)))

    def keep(self, new: Sequence[PieceResult]) -> None:
        """Keep new pieces, too, unless something is wrong with art.

        That is found once, with whichever piece comes first.
        """
        if not new or not self._cache.is_wanted or any(each.found.art for each in new):
            return
        others = [key for key in self._variants if key not in self._used]
        before = [*others[max(0, len(others) - self._spare) :], *self._used]
        made = {key: self._variants[key] for key in before}
        packed = dict[int, Any]()  # faces by their identity: what pieces share is kept once

        def pack_face(face: FaceResult | None) -> Any:
            if id(face) not in packed:
                flaws = face and tuple([(each.code.id, each.code.says, *_make_plain(each[1:])) for each in face.flaws])
                packed[id(face)] = face and (face.drawn, face.record, flaws)
            return packed[id(face)]

        for number, leaves, found in new:
            if not any(each.cause for each in found.findings):
                kept = [(a, pack_face(front), b, pack_face(back), copy) for a, front, b, back, copy in leaves]
                reads = tuple(sorted(found.reads))
                findings = [(each.code.id, each.code.says, *_make_plain(each[1:-1])) for each in found.findings]
                key, variant = self._keys[number], (reads, self._digest_reads(reads), tuple(findings), tuple(kept))
                made[key] = (*made.pop(key, ())[1 - _VARIANTS :], variant)
        made = dict(list(made.items())[-MOST:])
        faces = (
            face for each in made.values() for *_, leaves in each for leaf in leaves for face in leaf[1:4:2] if face
        )
        parts = self._drawer.pack_parts(face[0] for face in faces)
        self._cache.write(self._name, marshal.dumps((_FORM, made, parts)))

    def _digest_reads(self, reads: "tuple[Read, ...]") -> bytes:
        """Return a digest of what templates find now that look at this; nothing where they look at nothing."""
        digests, found = self._prepared.read_digests, self._prepared.read_values
        if reads and reads not in digests:
            for read in reads:
                if read not in found:
                    found[read] = repr(self._prepared.layout.value_of(read))
            digests[reads] = digest_of(*[found[read] for read in reads])
        return digests.get(reads, b"")

    def _unpack(self, packed: Any) -> FaceResult:
        """Return a face, the same object each time. Raise KeyError for a sentence that isn't there any more."""
        if id(packed) not in self._faces:
            drawn, record, flaws = packed
            unpacked = tuple([Flaw(_find_code(id, says), *rest) for id, says, *rest in flaws])
            self._faces[id(packed)] = FaceResult(drawn, record, unpacked)
        return self._faces[id(packed)]


def _make_plain(value: Any) -> Any:
    """Return the same without texts that are more than texts, such as those of templates."""
    if isinstance(value, tuple):
        return tuple(map(_make_plain, value))
    return "".join(value) if isinstance(value, str) else value


def _find_code(id: str, says: str) -> Any:
    """Return the code that has this sentence. Raise KeyError where there is none."""
    for declare in (tuple, lambda: [*FACE_CHECKS.values()], lambda: import_module("pnp.layout.editions")):
        declare()
        if found := sentence_of(id, says):
            return found
    raise KeyError(says)


class DrawnPieces:
    """The drawn pieces of an edition, whatever process drew them."""

    def __init__(self, prepared: Prepared, drawer: FaceDrawer | None, *, keep_leaves: bool) -> None:
        self._wanted, self._language = prepared.pieces, prepared.edition.language
        self._parts: Mapping[str, object] = drawer.parts if drawer else {}
        self._keep_leaves = keep_leaves
        self.found: dict[int, FaceFindings] = {}
        self.seen: dict[int, list[Seen]] = {}
        self._leaves: dict[int, list[Leaf]] = {}

    def add(self, drawn: PieceResult) -> None:
        """Add a piece."""
        number, leaves, self.found[number] = drawn
        component, piece = self._wanted[number]
        size = component.format
        faces = [(bool(side), face) for leaf in leaves for side, face in enumerate((leaf.front, leaf.back)) if face]
        self.seen[number] = [
            Seen(component.id, piece.id, is_back, flaw) for is_back, face in faces for flaw in face.flaws
        ]

        def make_face(label: str, face: FaceResult) -> DrawnFace:
            return DrawnFace(label, size.w, size.h, self._language, face.drawn, self._parts, face.record)

        if self._keep_leaves:
            made = self._leaves[number] = []
            for front_label, front, back_label, back, copy in leaves:
                behind = make_face(back_label, back) if back else None
                front_face = make_face(front_label, front)
                made.append(Leaf(component.id, component.title, piece.id, piece.copies, size, front_face, behind, copy))

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """Return all leaves in the order of the pieces."""
        return tuple(_flatten(self._leaves))


def _flatten(of_pieces: Mapping[int, Sequence[T]]) -> list[T]:
    return [each for number in sorted(of_pieces) for each in of_pieces[number]]


def draw_all(
    prepared: Prepared, progress: Progress, meanwhile: Callable[[], None], spare: int, *, keep_leaves: bool
) -> DrawnPieces:
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
    chunks = _split(wanted, missing, options)
    sizes = [len(chunk) for chunk in chunks]

    def remote() -> RemoteCalls[list[int], ResultBatch]:
        from pnp.build.remote_drawing import prepare_remote_calls

        return prepare_remote_calls(prepared)

    task = Task(drawer.draw, chunks, sizes, drawer.pause, drawer.begin_elsewhere, remote, meanwhile, progress.tell)
    new: list[PieceResult] = []
    try:
        if address := parse_address(options.executor):
            from pnp.build.dask_cluster import run_on_cluster

            batches = run_on_cluster(address, task)
        else:
            batches = run_task(task, options.jobs)
        for batch in batches:
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


def _split(wanted: WantedPieces, missing: Sequence[int], options: Options) -> list[list[int]]:
    """Split the missing pieces into chunks.

    A component's pieces cost the more, the fewer they are, such as documents: these come first. Others keep their
    order, so that neighbours, which are alike, mostly stay together.
    """
    jobs, is_here = options.jobs, options.executor == HERE
    if jobs == 1 and is_here:
        return [[number] for number in missing]
    ordered = sorted(missing, key=lambda number: len(wanted[number][0].pieces))
    size = min(1 + len(ordered) // (_EACH * (jobs or count_processors())), _LARGEST if is_here else _SENT)
    few = [number for number in ordered if len(wanted[number][0].pieces) < _EACH]
    rest = ordered[len(few) :]
    return [*([number] for number in few), *(rest[at : at + size] for at in range(0, len(rest), size))]


def draw_again_in_order(
    prepared: Prepared,
    progress: Progress,
    meanwhile: Callable[[], None] = lambda: None,
    spare: int = MOST,
    *,
    keep_leaves: bool = False,
) -> DrawnPieces:
    """Draw all wanted pieces, once more in order where something stops: what comes first may be something else.

    Raise FileError, LimitError.
    """
    try:
        return draw_all(prepared, progress, meanwhile, spare, keep_leaves=keep_leaves)
    except (FileError, LimitError):
        prepared = replace(prepared, options=replace(prepared.options, jobs=1, executor=HERE))
        return draw_all(prepared, progress, meanwhile, spare, keep_leaves=keep_leaves)


def find_problems(prepared: Prepared, drawn: DrawnPieces) -> PieceFindings:
    """Find what is wrong with drawn pieces."""
    reads = {prepared.pieces[number][1].label: drawn.found[number].reads for number in drawn.found}
    on_faces = report_flaws(prepared.edition, prepared.loaded.style, _flatten(drawn.seen))
    found = [(*prepared.pieces[number], drawn.found[number]) for number in sorted(drawn.found)]
    if not any(each.findings or each.art for _, _, each in found):
        return PieceFindings([], on_faces, reads)
    from pnp.layout.reports import problems_of

    findings = [(component, piece, each.findings) for component, piece, each in found]
    art = [problem for _, _, each in found for problem in each.art]
    return PieceFindings([*problems_of(findings, prepared.edition), *art], on_faces, reads)


def draw_alone(prepared: Prepared, wanted: WantedPieces) -> tuple[tuple[Leaf, ...], list[Problem]]:
    """Draw some pieces at once, and find what is wrong with their faces whatever else is wrong with the game.

    The cache isn't read. Raise FileError, LimitError, where there are no fonts, too.
    """
    chosen = {piece.label for _, piece in wanted}
    options = replace(prepared.options, cache=False, jobs=1, executor=HERE)
    alone = replace(prepared, options=options, wanted=lambda _, piece: piece.label in chosen)
    drawn = draw_all(alone, SILENT, lambda: None, 0, keep_leaves=True)
    found = find_problems(alone, drawn)
    return drawn.leaves, list_problems([*found.in_pieces, *found.on_faces])
