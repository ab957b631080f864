"""Faces and sheets by their digests, and texts while they are typed → PNG, kept while there is room."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from math import ceil
from typing import Any

from pnp.build.pieces import draw_alone
from pnp.build.preparing import edition_of
from pnp.build.results import Prepared
from pnp.cardtext.braces import has_braces
from pnp.export.pdf import Info, write_pdf
from pnp.export.rasteriser import face_png, pdf_page_pngs
from pnp.model.game import Component, Edition, Piece
from pnp.model.length import MM_PER_INCH
from pnp.model.problem import PnpError
from pnp.model.rules import Sentence
from pnp.model.sheet import Sheet
from pnp.model.values import Record, Value
from pnp.proof.addresses import piece_of
from pnp.proof.details import sizes_of
from pnp.proof.session import EditionChoice, ProofSession
from pnp.proof.wall import ShownFace, leaf_values

WIDEST = 3000  # pixels
_HIGHEST = 6000
_ROOM = 48 << 20  # bytes of pictures that are kept
_OFTEN = 16  # pictures, after which those go that can't be asked for any more
_LEAST_DPI = 8
Drawn = tuple[str, int]  # digest, width


class Pictures:
    """May be asked by several threads; pdfium draws for one at a time."""

    def __init__(self, find: Callable[[str], ShownFace | Sheet | None], room: int = _ROOM) -> None:
        """`find`: what has a digest, None where that is forgotten."""
        self._find, self._room = find, room
        self._kept: OrderedDict[Drawn, bytes] = OrderedDict()
        self._size = self._new = 0
        self._drawing = threading.Lock()

    def picture(self, digest: str, width: int) -> bytes | None:
        """None where nothing has that digest."""
        width = min(max(width, 16), WIDEST)
        key = digest, width
        with self._drawing:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            shown = self._find(digest)
            if shown is None:
                return None
            png = _drawn(shown, width)
            self._kept[key] = png
            self._size += len(png)
            self._new += 1
            if self._new == _OFTEN:
                self._new = 0
                for forgotten in [known for known in self._kept if self._find(known[0]) is None]:
                    self._size -= len(self._kept.pop(forgotten))
            while self._size > self._room and len(self._kept) > 1:
                _, oldest = self._kept.popitem(last=False)
                self._size -= len(oldest)
            return png


def _drawn(shown: ShownFace | Sheet, width: int) -> bytes:
    if isinstance(shown, Sheet):
        pdf = write_pdf([shown], Info(shown.label))
        return next(pdf_page_pngs(pdf, _dpi(shown.paper.w, shown.paper.h, width)))
    face = shown.face
    return face_png(face, _dpi(face.w, face.h, width), outline=shown.outline)


def _dpi(w: float, h: float, width: int) -> int:
    """At least as many pixels as are wanted, for browsers make them fewer better than more."""
    wanted = min(width * MM_PER_INCH / w, _HIGHEST * MM_PER_INCH / h)
    return max(_LEAST_DPI, ceil(wanted))


def preview(session: ProofSession, choice: EditionChoice, label: str, path: str, text: str) -> dict[str, Any]:
    """How it would look, and what would be wrong with it. Raises UsageError, FileError, LimitError."""
    before = session.prepared(choice)
    prepared = typed(before, label, path, text)
    found = piece_of(prepared.edition, label)
    if found is None:
        raise PnpError(f"there is no piece {label}")
    leaves, problems = draw_alone(prepared, [found])
    faces: dict[str, ShownFace] = {}
    shown = [leaf_values(leaf, faces) for leaf in leaves]
    session.show(faces)
    return {
        "leaves": shown,
        "size": sizes_of(leaves).get(path),
        "problems": [
            {"severity": str(each.severity), "code": each.code, "message": each.message, "hint": each.hint}
            for each in problems
        ],
    }


def typed(prepared: Prepared, label: str, path: str, text: str) -> Prepared:
    """The edition in which a piece says that."""

    def saying(edition: Edition) -> Edition:
        return _saying(edition, label, path, text)

    edition, _ = edition_of(prepared.loaded, prepared.options, prepared.edition.translation, saying)
    return replace(prepared, edition=edition, read_digests={})


def _saying(edition: Edition, label: str, path: str, text: str) -> Edition:
    found = piece_of(edition, label)
    if found is None:
        return edition
    component, piece = found
    name, *rest = path.split(".")
    phrases = {key: phrase for key, phrase in piece.phrases.items() if key != path}
    if has_braces(text):
        phrases[path] = Sentence(text, piece.span_of(path), language=_language(piece, path))
    spoken = piece._replace(fields={**piece.fields, name: _changed(piece.fields[name], rest, text)}, phrases=phrases)
    game = edition.game
    whole = game.components.get(component.id)
    if whole is not None:
        game = replace(game, components={**game.components, component.id: _with_piece(whole, piece, spoken)})
    components = {**edition.components, component.id: _with_piece(component, piece, spoken)}
    return replace(edition, game=game, components=components)


def _with_piece(component: Component, old: Piece, new: Piece) -> Component:
    return replace(component, pieces=tuple([new if each.id == old.id else each for each in component.pieces]))


def _language(piece: Piece, path: str) -> str:
    """That its phrase was in: "" is the one of the data."""
    return piece.phrases[path].language if path in piece.phrases else ""


def _changed(value: Value, path: list[str], text: str) -> Value:
    if not path:
        return text
    name, *rest = path
    if isinstance(value, tuple):
        return tuple([_changed(item, rest, text) if str(n) == name else item for n, item in enumerate(value)])
    if isinstance(value, Record):
        known = value.read
        return Record(
            {key: _changed(item, rest, text) if key == name else item for key, item in known.items()}, value.id
        )
    return value
