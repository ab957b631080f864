"""A job: a piece of an edition → its faces, laid out, judged, recorded and drawn. Any process may do it.

What comes back is small and plain, and the same from any process. What several faces refer to, such as a picture, goes
with each batch once.
"""

import marshal
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.build.face_records import Recording, record_face
from pnp.build.results import Prepared
from pnp.check.faces import Flaw, Looker
from pnp.export.formats import FaceDrawer, drawer_of
from pnp.layout.element import FaceFindings
from pnp.model.display import AnyFace, Face, Group
from pnp.model.problem import Problem

if TYPE_CHECKING:
    from pnp.layout.editions import Layout

_REMEMBERED = 100  # faces


class FaceResult(NamedTuple):
    """The results of a face, which several pieces may share."""

    drawn: Any  # what the exporter made of it
    record: bytes
    flaws: tuple[Flaw, ...]


class LeafResult(NamedTuple):
    """A front and perhaps a back, with their labels."""

    front_label: str
    front: FaceResult
    back_label: str
    back: FaceResult | None
    copy: int  # which of the piece's copies, where these differ, or 0


class PieceResult(NamedTuple):
    number: int  # of the edition's wanted pieces
    leaves: tuple[LeafResult, ...]
    found: FaceFindings


class ResultBatch(NamedTuple):
    """Some pieces, and what their faces refer to; nothing of that where it is in this process."""

    pieces: tuple[PieceResult, ...]
    parts: Mapping[str, Any]


class PieceDrawer:
    """Draws pieces of one edition; the first one of a process imports what that takes."""

    def __init__(self, prepared: Prepared, drawer: FaceDrawer | None = None, like: "PieceDrawer | None" = None) -> None:
        """Begin like another drawer, which draws another language of the game in the same ink."""
        self.prepared = prepared
        self.drawer = drawer or drawer_of(prepared.options.format, prepared.options)
        self._is_elsewhere = self._has_wrong_art = False
        self._looker: Looker
        if like and like._has_art_of(prepared):
            vars(prepared)["layout"] = like._layout.in_language(prepared.edition)
            self._looker = like._looker
        else:
            self._looker = Looker(prepared.loaded.style, prepared.edition.ink, prepared.layout.walk)
        self._layout: Layout = prepared.layout
        self._pieces = prepared.pieces
        self._recorded = self._layout.walk.join(Recording()) if prepared.options.format else None
        self._met: set[Group] = set()
        self._finished: dict[Group, FaceResult] = {}
        self._art: dict[Problem, None] = {}

    def turn_to(self, prepared: Prepared) -> bool:
        """Draw another edition from now on, and return True, if it has the same art.

        Equal elements aren't laid out again. What is wrong with art is found once, so an edition in which something was
        is the last one.
        """
        before, now = self.prepared.edition, prepared.edition
        same_drawing = self.prepared.options.format == prepared.options.format
        if before.language != now.language or not same_drawing or not self._has_art_of(prepared):
            return False
        self.prepared, self._pieces = prepared, prepared.pieces
        self._layout.turn_to(now)
        vars(prepared)["layout"] = self._layout
        return True

    def _has_art_of(self, prepared: Prepared) -> bool:
        """Return whether another edition has the same art in the same ink, and nothing is wrong with it."""
        before, now = self.prepared.edition, prepared.edition
        same_art = before.game.icons == now.game.icons and before.game.folders == now.game.folders
        return same_art and before.ink == now.ink and not self._has_wrong_art

    def begin_elsewhere(self) -> None:
        """Send with each batch all that it needs from now on: from another process, where others may be lost."""
        self._is_elsewhere = True

    def draw(self, numbers: Sequence[int]) -> ResultBatch:
        """Draw the wanted pieces of these numbers."""
        pieces = tuple(map(self._draw_piece, numbers))
        if not self._is_elsewhere:
            return ResultBatch(pieces, {})
        self._art |= dict.fromkeys(problem for each in pieces for problem in each.found.art)
        first, *others = pieces  # what is wrong with art is found once
        first = first._replace(found=first.found._replace(art=tuple(self._art)))
        faces = (face for each in pieces for leaf in each.leaves for face in (leaf.front, leaf.back) if face)
        return ResultBatch((first, *others), self.drawer.pack_parts(face.drawn for face in faces))

    def rest(self) -> None:
        """Let go of the thread that watches templates, and of what was remembered."""
        self._finished.clear()
        self._met.clear()
        self._layout.rest()

    def pause(self) -> None:
        """Let go of the thread alone."""
        self._layout.pause()

    def _draw_piece(self, number: int) -> PieceResult:
        leaves, found = self._layout.piece(*self._pieces[number])
        self._has_wrong_art |= bool(found.art)
        finished = []
        for leaf in leaves:
            back = self._finish(leaf.back) if leaf.back else None
            label = leaf.back.label if leaf.back else ""
            finished.append(LeafResult(leaf.front.label, self._finish(leaf.front), label, back, leaf.copy))
        return PieceResult(number, tuple(finished), found)

    def _finish(self, face: AnyFace) -> FaceResult:
        """Judge, record and draw a face. What many have in common, backs mostly, is kept from the second time on."""
        assert isinstance(face, Face)
        content = face.content
        finished = self._finished.get(content)
        if finished is None:
            flaws, texts = self._looker.look(face)
            record = marshal.dumps(tuple(record_face(face, self._recorded(content), texts))) if self._recorded else b""
            finished = FaceResult(self.drawer.draw(face), record, flaws)
            if content in self._met:
                self._finished[content] = finished
            if len(self._met) > _REMEMBERED:
                self._met.clear()
            self._met.add(content)
        return finished
