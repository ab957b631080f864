"""A piece of an edition → its faces as they are printed, and what is wrong with them. Any process may do it.

Whoever draws pieces numbers what their contents use; so what comes back is small, and is read with the kit of the one
who drew it. Where batches may be lost, or come in any order, each says all that it uses, and `JoinedKits` numbers it.
"""

import os
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import groupby
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from pnp.build.results import Prepared
from pnp.model.display import DrawnContent, Face, packed_texts
from pnp.model.problem import Problem
from pnp.model.records import copies_apart

if TYPE_CHECKING:
    from pnp.check.faces import Flaw
    from pnp.emit.pdf.kits import PortableKit
    from pnp.emit.pdf.resources import Kit, Settled
    from pnp.engine.face_cache import FaceCache, KeptPiece
    from pnp.layout import FaceFindings, MadeSide
    from pnp.layout.text.fonts import FontStore


class DrawnFace(NamedTuple):
    label: str
    content: str
    uses: int  # bits of the kit
    said: bytes  # its texts, packed
    kit: int  # a kept one by its number; -1: of the one who drew it
    flaws: "tuple[Flaw, ...]"


class DrawnLeaf(NamedTuple):
    front: DrawnFace
    back: DrawnFace | None
    copy: int  # which of the piece's copies, where these differ, or 0


class DrawnPiece(NamedTuple):
    number: int  # of the edition's wanted pieces
    leaves: tuple[DrawnLeaf, ...]
    found: "FaceFindings"

    @property
    def by_side(self) -> list[list[DrawnFace]]:
        """The pages of each side, in the order of those that were found."""
        copies = [list(leaves) for _, leaves in groupby(self.leaves, lambda leaf: leaf.copy)]
        reads, count = self.found.reads, len(copies)
        fronts = [[leaf.front for leaf in leaves] for leaves in copies[: copies_apart(reads, "front", count)]]
        backs = [[leaf.back for leaf in leaves if leaf.back] for leaves in copies[: copies_apart(reads, "back", count)]]
        return [*fronts, *filter(None, backs)]


class DrawnBatch(NamedTuple):
    """Some pieces, drawn by one process, and what its kit has learned since the batch before."""

    pieces: tuple[DrawnPiece, ...]
    drawer: str  # who has a kit of its own
    news: "Kit"


class CompleteBatch(NamedTuple):
    """Some pieces, and all of a kit that they use."""

    pieces: tuple[DrawnPiece, ...]
    names: tuple[tuple[int, str], ...]  # what the bits of their contents stand for
    kit: "PortableKit"


def new_drawer() -> str:
    """`pid-…`, which nobody else is called on any machine, nor was."""
    return f"{os.getpid()}-{os.urandom(16).hex()}"


class PieceDrawer:
    """Draws pieces of one edition; the first one of a process imports what that takes."""

    def __init__(self, prepared: Prepared, faces: "FaceCache | None" = None, settled: "Settled | None" = None) -> None:
        from pnp.check.faces import Looker
        from pnp.emit.pdf.content import ContentComposer

        self.prepared = prepared
        self._layout = prepared.layout
        self._pieces = prepared.pieces
        self._faces = faces
        if faces:
            self._layout.remember(faces.known)
        self._looker = Looker(prepared.loaded.style, prepared.edition.ink)
        self._composer = ContentComposer(settled or {})
        self._told: Sequence[int] = ()
        self._art: dict[Problem, None] = {}
        self.begin()

    def begin(self) -> None:
        """In a new process: nobody knows its kit yet."""
        self._told = [0] * len(self._composer.kit.counts())
        self._name = new_drawer()

    def batch(self, numbers: Sequence[int]) -> DrawnBatch:
        pieces = tuple(map(self._piece, numbers))
        kit = self._composer.kit
        news, self._told = kit.since(self._told), kit.counts()
        return DrawnBatch(pieces, self._name, news)

    def complete_batch(self, numbers: Sequence[int]) -> CompleteBatch:
        """What is wrong with art is told of once: here with each batch, since others may be lost."""
        from pnp.emit.pdf.kits import PortableKit

        first, *rest = map(self._piece, numbers)
        self._art |= dict.fromkeys(problem for each in (first, *rest) for problem in each.found.art)
        pieces = (first._replace(found=first.found._replace(art=tuple(self._art))), *rest)
        kit, used = self._composer.kit, reduce(or_, (face.uses for face in _faces(pieces)), 0)
        names = tuple([(bit, name) for bit, name in enumerate(kit.names) if used >> bit & 1])
        return CompleteBatch(pieces, names, PortableKit.of(kit.needed(name for _, name in names)[0]))

    def rest(self) -> None:
        """Lets go of the thread that watches templates, and of what was remembered."""
        self._layout.rest()

    def pause(self) -> None:
        """Lets go of the thread alone."""
        self._layout.pause()

    def _piece(self, number: int) -> DrawnPiece:
        if self._faces and (kept := self._faces.piece(self._pieces[number][1])):
            return self._known_piece(number, kept, self._faces)
        leaves, found = self._layout.piece(*self._pieces[number])
        piece = self._pieces[number][1]
        fronts = found.sides[: copies_apart(found.reads, "front", piece.copies)]
        backs = found.sides[len(fronts) :]
        drawn: list[DrawnLeaf] = []
        behind = None
        for copy, pages in groupby(leaves, lambda leaf: leaf.copy):
            at = max(copy - 1, 0)
            for page, leaf in enumerate(pages):
                if leaf.back and not page and at < len(backs):
                    behind = self._drawn(leaf.back, backs[at], 0)
                drawn.append(DrawnLeaf(self._drawn(leaf.front, fronts[min(at, len(fronts) - 1)], page), behind, copy))
        return DrawnPiece(number, tuple(drawn), found)

    def _known_piece(self, number: int, kept: "KeptPiece", faces: "FaceCache") -> DrawnPiece:
        from pnp.layout import FaceFindings, MadeSide, face_labels, side_label

        piece, made = self._pieces[number][1], list[MadeSide]()
        of_fronts = copies_apart(kept.reads, "front", piece.copies)
        drawn: dict[str, list[list[DrawnFace]]] = {"front": [], "back": []}
        for at, key in enumerate(kept.sides):
            name, copy = ("front", at + 1) if at < of_fronts else ("back", at + 1 - of_fronts)
            differs = copies_apart(kept.reads, name, piece.copies) > 1
            side = faces.side(key)
            labels = face_labels(side_label(piece, name, copy if differs else 0), len(side.pages))
            pages = zip(labels, side.pages, side.flaws, strict=True)
            drawn[name].append([DrawnFace(label, *page, side.kit, flaws) for label, page, flaws in pages])
            made.append(MadeSide(key, side.documents, side.findings))
        fronts, backs = drawn["front"], drawn["back"]
        apart = max(len(fronts), len(backs))
        leaves = [
            DrawnLeaf(front, backs[min(at, len(backs) - 1)][0] if backs else None, at + 1 if apart > 1 else 0)
            for at in range(apart)
            for front in fronts[min(at, len(fronts) - 1)]
        ]
        findings = tuple([finding for side in made for finding in side.findings])
        found = FaceFindings(findings, (), kept.reads, tuple(made))
        return DrawnPiece(number, tuple(leaves), found)

    def _drawn(self, face: Face, side: "MadeSide", page: int) -> DrawnFace:
        content = face.content
        if isinstance(content, DrawnContent):
            assert self._faces
            kit = next(number for number, kit in enumerate(self._faces.kits) if kit is content.kit)
            flaws = self._faces.side(side.key).flaws[page]
            return DrawnFace(face.label, content.content, content.uses, content.said, kit, flaws)
        flaws, texts = self._looker.look(face)
        drawn = self._composer.drawn(content)
        return DrawnFace(face.label, drawn.content, drawn.uses, packed_texts(texts), -1, flaws)


class JoinedKits:
    """Complete batches, of anybody and in any order → batches as if one had drawn them."""

    def __init__(self, fonts: "FontStore") -> None:
        from pnp.emit.pdf.resources import Kit

        self._fonts, self._kit, self._name = fonts, Kit(), new_drawer()
        self._told = self._kit.counts()

    def joined(self, batch: CompleteBatch) -> DrawnBatch:
        from pnp.emit.pdf.kits import renumbered

        self._kit.add(batch.kit.opened(self._fonts.face))
        bits = {1 << bit: self._kit.bit(name) for bit, name in batch.names}
        uses = {uses: renumbered(uses, bits) for uses in {face.uses for face in _faces(batch.pieces)}}

        def own(face: DrawnFace) -> DrawnFace:
            return face._replace(uses=uses[face.uses])

        pieces = [
            each._replace(
                leaves=tuple(
                    [DrawnLeaf(own(leaf.front), leaf.back and own(leaf.back), leaf.copy) for leaf in each.leaves]
                )
            )
            for each in batch.pieces
        ]
        news, self._told = self._kit.since(self._told), self._kit.counts()
        return DrawnBatch(tuple(pieces), self._name, news)


def _faces(pieces: Iterable[DrawnPiece]) -> Iterable[DrawnFace]:
    return (face for piece in pieces for leaf in piece.leaves for face in (leaf.front, leaf.back) if face)
