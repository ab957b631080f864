"""A piece of an edition → its faces as they are printed, and what is wrong with them. Any process may do it.

Whoever draws pieces numbers what their contents use; so what comes back is small, and is read with the kit of the one
who drew it.
"""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pnp.build.results import Prepared
from pnp.model.display import DrawnContent, Face, SetText
from pnp.model.game import Component, Piece

if TYPE_CHECKING:
    from pnp.build.face_cache import FaceCache
    from pnp.check.faces import Flaw
    from pnp.emit.pdf.resources import Kit, Settled
    from pnp.layout import FaceFindings, MadeSide

_Pair = tuple["DrawnFace", "DrawnFace | None"]


class DrawnFace(NamedTuple):
    label: str
    content: str
    uses: int  # bits of the kit
    texts: tuple[SetText, ...]
    kit: int  # a kept one by its number; -1: of the one who drew it
    flaws: "tuple[Flaw, ...]"


class DrawnPiece(NamedTuple):
    number: int  # of the edition's wanted pieces
    leaves: tuple[_Pair, ...]  # front and back of each
    found: "FaceFindings"


class DrawnBatch(NamedTuple):
    """Some pieces, drawn by one process, and what its kit has learned since the batch before."""

    pieces: tuple[DrawnPiece, ...]
    drawer: int
    news: "Kit"


class PieceDrawer:
    """Draws pieces of one edition; the first one of a process imports what that takes."""

    def __init__(
        self,
        prepared: Prepared,
        pieces: Sequence[tuple[Component, Piece]],
        faces: "FaceCache | None" = None,
        settled: "Settled | None" = None,
    ) -> None:
        from pnp.check.faces import Looker
        from pnp.emit.pdf.content import ContentComposer

        self._layout = prepared.layout
        self._pieces = pieces
        self._faces = faces
        if faces:
            self._layout.remember(faces.known)
        self._looker = Looker(prepared.loaded.style, prepared.edition.ink)
        self._composer = ContentComposer(settled or {})
        self._told: Sequence[int] = ()
        self.begin()

    def begin(self) -> None:
        """In a new process: nobody knows its kit yet."""
        self._told = [0] * len(self._composer.kit.counts())

    def batch(self, numbers: Sequence[int]) -> DrawnBatch:
        pieces = tuple(map(self._piece, numbers))
        kit = self._composer.kit
        news, self._told = kit.since(self._told), kit.counts()
        return DrawnBatch(pieces, os.getpid(), news)

    def rest(self) -> None:
        """Lets go of the thread that watches templates, and of what was remembered."""
        self._layout.rest()

    def pause(self) -> None:
        """Lets go of the thread alone."""
        self._layout.pause()

    def _piece(self, number: int) -> DrawnPiece:
        leaves, found = self._layout.piece(*self._pieces[number])
        front, back = found.sides[0], found.sides[1] if found.sides[1:] else None
        fronts = [self._drawn(leaf.front, front, page) for page, leaf in enumerate(leaves)]
        behind = self._drawn(leaves[0].back, back, 0) if leaves[0].back and back else None
        return DrawnPiece(number, tuple([(each, behind) for each in fronts]), found)

    def _drawn(self, face: Face, side: "MadeSide", page: int) -> DrawnFace:
        content = face.content
        if isinstance(content, DrawnContent):
            assert self._faces
            kit = next(number for number, kit in enumerate(self._faces.kits) if kit is content.kit)
            flaws = self._faces.flaws(side.key)[page]
            return DrawnFace(face.label, content.content, content.uses, content.texts, kit, flaws)
        flaws, texts = self._looker.look(face)
        drawn = self._composer.drawn(content)
        return DrawnFace(face.label, drawn.content, drawn.uses, texts, -1, flaws)
