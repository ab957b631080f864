"""What `pnp sheet` has written, read by somebody else: which colour is where on a page, in millimetres."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from pypdfium2 import PdfDocument

MM = 72 / 25.4
Deck = Callable[..., Path]

W, H = 210, 297
COLUMNS, ROWS = (10.5, 73.5, 136.5), (16.5, 104.5, 192.5)
Corner = tuple[float, float]
HALVES = [(x, y) for y in (H / 2 + 2, H / 2 - 90) for x in (42, 105)]  # two fronts, and their backs below a fold
MARKS = "0.1 w " + " ".join(f"{x} {y} m {x} {y - 4} l S" for x in (42, 105, 168) for y in (54, 245)) + "\n"
DASHED = f"0.1 w [3 1.5] 0 d 30 {H / 2} m 180 {H / 2} l S [] 0 d\n"
COLOURS = [f"0.{number} 0 1" for number in range(1, 10)]


def places(
    columns: Sequence[float] = COLUMNS, rows: Sequence[float] = ROWS, gap: float = 0
) -> list[tuple[float, float]]:
    """Return the bottom left corners of cards, row after row from the top."""
    return [(x, H - y - 88) for y in rows for x in columns]


def grounds(at: Sequence[Corner], colours: Sequence[str] = COLOURS, w: float = 63, h: float = 88) -> str:
    return "\n".join(f"{colour} rg {x} {y} {w} {h} re f" for (x, y), colour in zip(at, colours, strict=False)) + "\n"


class SeenPage(NamedTuple):
    pixels: object
    scale: float

    def at(self, x: float, y: float) -> str:
        """Return a colour as `#rrggbb`."""
        return "#{:02x}{:02x}{:02x}".format(*self.pixels.getpixel((round(x * self.scale), round(y * self.scale)))[:3])  # type: ignore[attr-defined]


def seen(file: Path | str, number: int) -> SeenPage:
    """Return a page, from 1, at four pixels a millimetre."""
    with PdfDocument(file) as pdf:
        return SeenPage(pdf[number - 1].render(scale=4 / MM).to_pil().convert("RGB"), 4.0)
