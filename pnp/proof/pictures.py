"""Faces and sheets by their digests → PNG at a width, drawn when somebody looks, and kept while there is room."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from math import ceil

from pnp.emit.pdf import Info, write_pdf
from pnp.emit.png import face_png, pdf_page_pngs
from pnp.model.length import MM_PER_INCH
from pnp.model.sheet import Sheet
from pnp.proof.wall import ShownFace

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
            self._keep(key, png)
            return png

    def _keep(self, key: Drawn, png: bytes) -> None:
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
