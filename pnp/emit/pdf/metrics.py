"""Glyph widths as a printed file declares them: what the font says, in thousandths of the size."""

import uharfbuzz as hb

from pnp.model.display import FontFace


class Advances(dict[int, float]):
    """Glyph id → width, looked up when first asked for."""

    def __init__(self, face: FontFace) -> None:
        super().__init__()
        self._font = hb.Font(hb.Face(face.data, face.index))
        self._font.set_variations(dict(face.instance))
        self._scale = 1000 / face.units_per_em

    def __missing__(self, glyph: int) -> float:
        units: int = self._font.get_glyph_h_advance(glyph)
        width = self[glyph] = round(units * self._scale, 2)
        return width

    def glyph(self, character: str) -> int:
        """The glyph of a character, 0 where the font has none."""
        return self._font.get_nominal_glyph(ord(character)) or 0
