"""Faces and sheets by their digests, and pieces whose text is being typed → PNG, kept while there is room."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from math import ceil
from typing import Any

from pnp.build.drawn_pieces import draw_alone
from pnp.build.preparing import edition_of
from pnp.build.results import Prepared
from pnp.cardtext.braces import has_braces
from pnp.export.pdf import Info, write_pdf
from pnp.export.rasteriser import face_png, pdf_page_pngs
from pnp.model.game import Component, Edition
from pnp.model.length import MM_PER_INCH
from pnp.model.problem import PnpError
from pnp.model.rules import Sentence
from pnp.model.sheet import Sheet
from pnp.model.values import Record, Value
from pnp.proof.details import sizes_of
from pnp.proof.session import EditionChoice, ProofSession
from pnp.proof.text_editing import piece_of
from pnp.proof.wall import ShownFace, leaf_values

WIDEST = 3000  # pixels
_HIGHEST = 6000
_ROOM = 48 << 20  # bytes of pictures that are kept
_OFTEN = 16  # new pictures, after which those of faces that aren't shown any more are dropped
_LEAST_DPI = 8


class Pictures:
    """Draws pictures for several threads, one at a time as pdfium does, and keeps them."""

    def __init__(self, find: Callable[[str], ShownFace | Sheet | None], room: int = _ROOM) -> None:
        """Draw what `find` returns for a digest."""
        self._find, self._room = find, room
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()  # by digest and width
        self._size = self._new = 0
        self._drawing = threading.Lock()

    def picture(self, digest: str, width: int) -> bytes | None:
        """Return a PNG; None where nothing of that digest is shown."""
        width = min(max(width, 16), WIDEST)
        key = digest, width
        with self._drawing:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            if (shown := self._find(digest)) is None:
                return None
            w, h = (shown.paper.w, shown.paper.h) if isinstance(shown, Sheet) else (shown.face.w, shown.face.h)
            # at least as many pixels as are wanted: browsers scale pictures down better than up
            wanted = min(width * MM_PER_INCH / w, _HIGHEST * MM_PER_INCH / h)
            dpi = max(_LEAST_DPI, ceil(wanted))
            if isinstance(shown, Sheet):
                png = next(pdf_page_pngs(write_pdf([shown], Info(shown.label)), dpi))
            else:
                png = face_png(shown.face, dpi, outline=shown.outline)
            self._kept[key] = png
            self._size += len(png)
            self._new += 1
            if self._new == _OFTEN:
                self._new = 0
                for unused in [known for known in self._kept if self._find(known[0]) is None]:
                    self._size -= len(self._kept.pop(unused))
            while self._size > self._room and len(self._kept) > 1:
                _, oldest = self._kept.popitem(last=False)
                self._size -= len(oldest)
            return png


def preview(session: ProofSession, choice: EditionChoice, label: str, path: str, text: str) -> dict[str, Any]:
    """Return a piece's faces and problems as if it had a text. Raises UsageError, FileError, LimitError."""
    prepared = replace_text(session.prepare(choice), label, path, text)
    if (found := piece_of(prepared.edition, label)) is None:
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


def replace_text(prepared: Prepared, label: str, path: str, text: str) -> Prepared:
    """Return an edition in which a piece has another text."""

    def change(edition: Edition) -> Edition:
        if (found := piece_of(edition, label)) is None:
            return edition
        component, piece = found
        name, *rest = path.split(".")
        phrases = {key: phrase for key, phrase in piece.phrases.items() if key != path}
        if has_braces(text):
            language = piece.phrases[path].language if path in piece.phrases else ""  # that of the data
            phrases[path] = Sentence(text, piece.span_of(path), language=language)
        fields = {**piece.fields, name: _replace_in(piece.fields[name], rest, text)}
        changed = piece._replace(fields=fields, phrases=phrases)

        def put_piece(component: Component) -> Component:
            pieces = [changed if each.id == piece.id else each for each in component.pieces]
            return replace(component, pieces=tuple(pieces))

        game = edition.game
        if whole := game.components.get(component.id):
            game = replace(game, components={**game.components, component.id: put_piece(whole)})
        return replace(edition, game=game, components={**edition.components, component.id: put_piece(component)})

    edition, _ = edition_of(prepared.loaded, prepared.options, prepared.edition.translation, change)
    return replace(prepared, edition=edition, read_digests={})


def _replace_in(value: Value, path: list[str], text: str) -> Value:
    if not path:
        return text
    name, *rest = path
    if isinstance(value, tuple):
        return tuple([_replace_in(item, rest, text) if str(n) == name else item for n, item in enumerate(value)])
    if isinstance(value, Record):
        items = {key: _replace_in(item, rest, text) if key == name else item for key, item in value.read.items()}
        return Record(items, value.id)
    return value
