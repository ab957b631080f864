"""Pieces that were drawn before, in the user's cache: asked for by all that their faces come from.

A piece is kept under a digest of its values and of everything around it: looks, fonts, art, templates; and as long as
its templates find what they looked at besides as it was. What is kept are plain values, which can run nothing.
"""

import marshal
from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pnp.build.cache import user_cache
from pnp.build.drawing import FaceResult, LeafResult, PieceResult
from pnp.build.results import Prepared
from pnp.export.formats import drawing_of
from pnp.io.digests import digest_of
from pnp.model.game import Piece
from pnp.model.problem import sentences_of

if TYPE_CHECKING:
    from pnp.check.faces import Flaw
    from pnp.export.formats import FaceDrawer
    from pnp.layout.reads import Read
    from pnp.model.finding import Finding

MOST = 20_000  # pieces of one edition
_FORM = 2  # of what is kept
_VARIANTS = 8  # of one piece that are kept: the same values beside other modules, or in other languages


class KeptPieces:
    """Those of one edition: a language and an ink of a game, with any modules."""

    def __init__(self, prepared: Prepared, drawer: "FaceDrawer", spare: int) -> None:
        """`spare`: how many pieces are kept that nobody asked for this time."""
        loaded, edition, options = prepared.loaded, prepared.edition, prepared.options
        self._drawing = drawing_of(options.format, options)
        asked = str(loaded.project.root), edition.game.id, edition.language, edition.ink, options.draft, self._drawing
        self._cache = user_cache("faces", wanted=options.cache and not edition.game.poisoned)
        self._name = digest_of(repr(asked)).hex()
        self._prepared, self._drawer, self._spare = prepared, drawer, spare
        self._used: dict[bytes, None] = {}
        self._keys: dict[int, bytes] = {}
        self._faces: dict[int, FaceResult] = {}  # by the identity of what was kept, which pieces share

    @cached_property
    def _kept(self) -> dict[bytes, Any]:
        """Return, by the digest of a piece's values, each variant of it: what its templates looked at, a digest of what
        they found there, findings, leaves."""
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
    def _around(self) -> bytes:
        asked = self._drawing, self._prepared.options.draft
        return digest_of(self._prepared.inputs.around_pieces, repr(asked))

    def find(self, number: int, piece: Piece) -> PieceResult | None:
        """Return the piece if nothing that its faces were made of has changed."""
        if not self._cache.is_wanted:
            return None
        key = self._keys[number] = digest_of(self._around, repr((piece.label, piece.copies, piece.fields)))
        found = next((each for each in self._kept.get(key, ()) if each[1] == self._digest_reads(each[0])), None)
        if found is None:
            return None
        from pnp.layout.element import FaceFindings

        reads, _, findings, leaves = found
        try:
            unpacked = tuple(map(_unpack_finding, findings))
            finished = tuple(map(self._unpack_leaf, leaves))
        except KeyError:  # a sentence that isn't there any more
            return None
        self._used[key] = None
        return PieceResult(number, finished, FaceFindings(unpacked, (), frozenset(reads)))

    def keep(self, new: Sequence[PieceResult]) -> None:
        """Keep new pieces, too; but what is wrong with art is found once, with whichever piece comes first: then
        none."""
        if not new or not self._cache.is_wanted or any(each.found.art for each in new):
            return
        others = [key for key in self._kept if key not in self._used]
        before = [*others[max(0, len(others) - self._spare) :], *self._used]
        made = {key: self._kept[key] for key in before}
        packed = dict[int, Any]()  # faces by their identity: what pieces share is kept once

        def pack_face(face: FaceResult | None) -> Any:
            if id(face) not in packed:
                packed[id(face)] = face and (face.drawn, face.record, tuple(map(_pack_flaw, face.flaws)))
            return packed[id(face)]

        for number, leaves, found in new:
            if not any(each.cause for each in found.findings):
                kept = [(a, pack_face(front), b, pack_face(back), copy) for a, front, b, back, copy in leaves]
                reads = tuple(sorted(found.reads))
                findings = tuple(map(_pack_finding, found.findings))
                key, variant = self._keys[number], (reads, self._digest_reads(reads), findings, tuple(kept))
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

    def _unpack_leaf(self, leaf: Any) -> LeafResult:
        front_label, front, back_label, back, copy = leaf
        behind = self._unpack_face(back) if back else None
        return LeafResult(front_label, self._unpack_face(front), back_label, behind, copy)

    def _unpack_face(self, packed: Any) -> FaceResult:
        """Return a face, the same object each time. Raises KeyError."""
        if id(packed) not in self._faces:
            drawn, record, flaws = packed
            self._faces[id(packed)] = FaceResult(drawn, record, tuple(map(_unpack_flaw, flaws)))
        return self._faces[id(packed)]


def _pack_flaw(flaw: "Flaw") -> Any:
    return flaw.code.id, flaw.code.says, *_make_plain(flaw[1:])


def _unpack_flaw(packed: Any) -> "Flaw":
    from pnp.check.faces import Flaw

    return Flaw(_find_code(*packed[:2]), *packed[2:])


def _pack_finding(finding: "Finding") -> Any:
    return finding.code.id, finding.code.says, *_make_plain(finding[1:-1])


def _make_plain(value: Any) -> Any:
    """Return the same without texts that are more than texts, such as those of templates."""
    if isinstance(value, tuple):
        return tuple(map(_make_plain, value))
    return "".join(value) if isinstance(value, str) else value


def _unpack_finding(packed: Any) -> "Finding":
    from pnp.model.finding import Finding

    return Finding(_find_code(*packed[:2]), *packed[2:])


def _find_code(id: str, says: str) -> Any:
    """Raises KeyError for a sentence that there isn't."""
    for declare in (lambda: None, _declare_flaws, lambda: import_module("pnp.layout.editions")):
        declare()
        if found := {code.says: code for code in sentences_of(id)}.get(says):
            return found
    raise KeyError(says)


def _declare_flaws() -> None:
    from pnp.check.faces import FACE_CHECKS

    all(FACE_CHECKS.values())
