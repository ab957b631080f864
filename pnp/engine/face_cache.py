"""Faces that were drawn before, and what was found on them, in the user's cache: asked for by what they come from.

A face is kept under a digest of the document that its template rendered and of what that prints of the piece. What it
looks like depends, besides, on looks, fonts and art: of these there is a digest for each name. Where some have changed,
only faces that say one of their names are laid out again.
"""

import pickle
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pnp.edition.inputs import EditionInputs
from pnp.edition.surroundings import Surroundings
from pnp.engine.cache import Cache
from pnp.files.digests import digest_of
from pnp.model.display import DrawnContent
from pnp.model.game import Piece

if TYPE_CHECKING:
    from pnp.check.faces import Flaw
    from pnp.emit.pdf.kits import PortableKit
    from pnp.emit.pdf.resources import Kit
    from pnp.layout import KnownSide, Sources
    from pnp.layout.element import Finding
    from pnp.layout.text.fonts import FontStore
    from pnp.model.records import Read

T = TypeVar("T")

MOST = 20_000  # sides of one edition
_FEW, _TIMES = 1000, 3  # pieces that nobody asked for: so many, or times as many as there are
_KITS = 6  # which the kept faces refer to, before they become one


class KeptSide(NamedTuple):
    """A front or a back with all its pages."""

    documents: tuple[bytes, ...]
    pages: tuple[tuple[str, int, bytes], ...]  # content, bits of the kit, its texts
    kit: int
    flaws: tuple[tuple["Flaw", ...], ...]  # of each page
    findings: tuple["Finding", ...]
    stamp: bytes  # where there are findings: of what they name, lines of templates and all that there is

    def with_kit(self, kit: int, bits: Callable[[int, int], int]) -> "KeptSide":
        """`bits`: of a mask of one kit, what they are in the other."""
        return self._replace(
            kit=kit, pages=tuple([(one, bits(self.kit, mask), said) for one, mask, said in self.pages])
        )


class KeptPiece(NamedTuple):
    """What became of a piece's values, when it was laid out with everything else as it is."""

    whole: bytes  # digest of the whole game, where its templates looked at other pieces
    reads: frozenset["Read"]
    sides: tuple[bytes, ...]  # their keys


@dataclass
class _KeptFaces:
    around: bytes  # what all faces depend on
    names: dict[str, bytes]
    kits: list["PortableKit"] = field(default_factory=list)
    sides: dict[bytes, KeptSide] = field(default_factory=dict)
    pieces: dict[bytes, KeptPiece] = field(default_factory=dict)  # by the digest of their values


class FaceCache:
    """Of one edition: a language and an ink of a game, with any modules."""

    def __init__(
        self, cache: Cache, name: str, surroundings: Surroundings, inputs: EditionInputs, fonts: "FontStore", spare: int
    ) -> None:
        """`name`: of its file; `spare`: how many sides are kept that nobody asked for this time."""
        self._cache, self._name, self._spare = cache, name, spare
        self._surroundings, self._inputs, self._fonts = surroundings, inputs, fonts

    @cached_property
    def _kept(self) -> _KeptFaces:
        now = self._surroundings
        kept = _unpack(self._cache.read(self._name))
        return kept if kept and kept.around == now.around else _KeptFaces(now.around, now.names)

    @cached_property
    def _changed(self) -> tuple[str, ...]:
        """The names of what isn't as it was."""
        now, before = self._surroundings.names, self._kept.names
        return tuple([name for name in now.keys() | before.keys() if now.get(name) != before.get(name)])

    @cached_property
    def kits(self) -> list["Kit"]:
        return [kit.opened(self._fonts.face) for kit in self._kept.kits]

    def piece(self, piece: Piece) -> KeptPiece | None:
        """If nothing that its faces were made of has changed: then no template need be rendered."""
        kept = self._kept.pieces.get(self._values(piece)) if self._kept.pieces and not self._changed else None
        if kept is None or (kept.whole and kept.whole != self._inputs.key):
            return None
        sides = [self._kept.sides.get(key) for key in kept.sides]
        is_there = all(side and (not side.stamp or side.stamp == self._surroundings.stamp) for side in sides)
        return kept if is_there else None

    def side(self, key: bytes) -> KeptSide:
        return self._kept.sides[key]

    def kept(self, reads: frozenset["Read"], sides: tuple[bytes, ...]) -> KeptPiece:
        return KeptPiece(self._inputs.key if reads else b"", reads, sides)

    def _values(self, piece: Piece) -> bytes:
        """Of a piece's, and of all but other pieces."""
        return digest_of(self._around, repr((piece.label, piece.copies, piece.fields)))

    @cached_property
    def _around(self) -> bytes:
        return self._inputs.around_pieces

    def known(self, key: bytes, sources: "Sources") -> "KnownSide | None":
        """If its pages are what they were, and name nothing that has changed."""
        from pnp.layout import KnownSide

        side = self._kept.sides.get(key)
        if side is None or (side.stamp and side.stamp != self._surroundings.stamp):
            return None
        pages = sources(len(side.pages))
        if side.documents != tuple([page.digest for page in pages]):
            return None
        if self._changed and any(name in page.text for page in pages for name in self._changed):
            return None
        kit = self.kits[side.kit]
        return KnownSide(tuple([DrawnContent(*page, kit) for page in side.pages]), side.findings, side.documents)

    def keep(
        self,
        used: Iterable[bytes],
        new: Mapping[bytes, KeptSide],
        kits: Iterable["Kit"],
        pieces: Iterable[tuple[Piece, KeptPiece]],
    ) -> None:
        """With new sides, whose kits come behind those that there were. Where names have changed, all that wasn't used
        goes: nobody knows whether it would be the same."""
        from pnp.emit.pdf.kits import MergedKits, PortableKit

        made = {self._values(piece): kept for piece, kept in pieces}
        if not new and all(self._kept.pieces.get(values) == kept for values, kept in made.items()):
            return
        kept, used = self._kept, set(used)
        if self._changed:
            kept.sides = {key: side for key, side in kept.sides.items() if key in used}
        stamp, kept.names = self._surroundings.stamp, self._surroundings.names
        new = {key: side._replace(stamp=stamp if side.findings else b"") for key, side in new.items()}
        kept.sides = _latest(kept.sides, {key: kept.sides[key] for key in kept.sides if key in used} | new, self._spare)
        kept.pieces = _latest(kept.pieces, made, min(self._spare, max(_FEW, _TIMES * len(made))))
        whole = [*self.kits, *kits]
        if len(whole) > _KITS:
            merged = MergedKits(whole)
            kept.sides = {key: side.with_kit(0, merged.bits) for key, side in kept.sides.items()}
            whole = [merged.needed()]
        kept.kits = list(map(PortableKit.of, whole))
        self._cache.write(self._name, pickle.dumps(kept, pickle.HIGHEST_PROTOCOL))


def _latest(known: Mapping[bytes, T], asked: Mapping[bytes, T], spare: int) -> dict[bytes, T]:
    """What was asked for, behind so many others."""
    others = [key for key in known if key not in asked]
    every = {key: known[key] for key in others[max(0, len(others) - spare) :]} | dict(asked)
    return every if len(every) <= MOST else dict(list(every.items())[-MOST:])


def _unpack(packed: bytes) -> _KeptFaces | None:
    """Return None where there is nothing, or what other modules or another Python wrote."""
    try:
        kept = pickle.loads(packed)
    except Exception:
        return None
    return kept if isinstance(kept, _KeptFaces) else None
