"""What `pnp sheet` has written, read by somebody else: which colour is where on a page, in millimetres."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pypdfium2 import PdfDocument

MM = 72 / 25.4
Deck = Callable[..., Path]


class SeenPage(NamedTuple):
    pixels: object
    scale: float

    def at(self, x: float, y: float) -> str:
        """`#rrggbb`"""
        return "#{:02x}{:02x}{:02x}".format(*self.pixels.getpixel((round(x * self.scale), round(y * self.scale)))[:3])  # type: ignore[attr-defined]


def seen(file: Path | str, number: int) -> SeenPage:
    """A page, from 1, at four pixels a millimetre."""
    with PdfDocument(file) as pdf:
        return SeenPage(pdf[number - 1].render(scale=4 / MM).to_pil().convert("RGB"), 4.0)
