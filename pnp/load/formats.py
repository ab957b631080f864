"""Size, shape, corner, safe area and bleed of a component as game.yaml gives them → `Format`."""

import math
from collections.abc import Mapping
from typing import Any

from pnp.load.lengths import named_sizes
from pnp.load.sink import Sink
from pnp.load.structures import MISSING_KEY
from pnp.model.game import Format, Outline
from pnp.model.length import mm
from pnp.model.problem import code

BAD_FORMAT = code(
    "PNP103",
    "size and shape don't fit together",
    """
A circle has one diameter, only rounded pieces have corners to round, and the safe area must leave some of the piece.

Bad:  `{size: 30 x 40, shape: circle}`   `{size: tile, safe: 13mm}`
Good: `{size: 30mm, shape: circle}`      `{size: tile, safe: 2mm}`
""",
)

_CORNER = 3.0
_SAFE = 2.0


def make_format(raw: Mapping[str, Any], path: str, sink: Sink) -> Format:
    """What is missing or wrong is reported and replaced by something that prints."""
    outline = Outline(raw["shape"] or "rectangle")
    if raw["size"] is None and raw["front"] and f"{path}.size" not in {*sink.places, *sink.misspelt}:
        sink.report(MISSING_KEY, sink.place(path), f'"{path}.size" is missing', "like poker, 63 x 88 or 25mm")
    w, h = _sides(raw["size"] or named_sizes()["poker"], outline, path, sink)
    shorter = min(w, h)
    corner, safe = 0.0, min(_SAFE, shorter / 5)
    if outline is Outline.ROUNDED:
        corner = min(_CORNER, shorter / 4)
        if (wanted := raw["corner"]) is not None:
            corner = min(wanted, shorter / 2)
            if corner < wanted:
                message = f"corners of {mm(wanted)} are too round for {mm(w)} x {mm(h)}"
                sink.report(BAD_FORMAT, sink.place(path, "corner"), message, f"at most {mm(corner)}")
    elif f"{path}.corner" in sink.places and (raw["shape"] or f"{path}.shape" not in {*sink.places, *sink.misspelt}):
        message = f'"corner" means nothing for the shape {outline}'
        sink.report(BAD_FORMAT, sink.place(path, "corner"), message, "shape: rounded has corners")
    if (wanted := raw["safe"]) is not None:
        if 2 * wanted < shorter:
            safe = wanted
        else:
            message = f"a safe area {mm(wanted)} inside the cut leaves nothing of {mm(w)} x {mm(h)}"
            sink.report(BAD_FORMAT, sink.place(path, "safe"), message)
    flags = [bool(raw[key]) for key in ("shared-cuts", "cut", "double-sided")]
    return Format(w, h, outline, corner, safe, raw["bleed"] or 0.0, *flags)


def _sides(size: tuple[float, float | None], outline: Outline, path: str, sink: Sink) -> tuple[float, float]:
    """One length is the diameter of a circle, the distance across the flats of a hexagon, both sides of a rectangle."""
    w, h = size
    if h is None:
        return w, w * 2 / math.sqrt(3) if outline is Outline.HEXAGON else w
    if outline is Outline.CIRCLE and w != h:
        message = f"a circle has one diameter, not {mm(w)} x {mm(h)}"
        sink.report(BAD_FORMAT, sink.place(path, "size"), message, "like size: 30mm")
        return w, w
    return w, h
