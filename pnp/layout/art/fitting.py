"""How art of one shape goes into a box of another."""

from typing import Literal

from pnp.layout.art.values import ArtError
from pnp.model.suggest import did_you_mean

Fit = Literal["contain", "cover", "stretch"]
FITS: tuple[Fit, ...] = ("contain", "cover", "stretch")


def fit(
    box_w: float, box_h: float, art_w: float, art_h: float, how: str, align_x: float = 0.5, align_y: float = 0.5
) -> tuple[float, float, float, float]:
    """Where art goes in a box at 0,0: x, y, w, h. `cover` reaches over the box: the caller clips.

    The alignments say where spare (or cut) space is: 0 puts the art at the left or top, 1 at the right or bottom.
    """
    if how == "stretch":
        return 0.0, 0.0, box_w, box_h
    if how not in FITS:
        raise ArtError("fit", f'fit "{how}" is not known', did_you_mean(how, FITS))
    across, down = box_w / art_w, box_h / art_h
    scale = min(across, down) if how == "contain" else max(across, down)
    # exactly the box's size in the direction that decides, so that no rounding leaves a gap
    w = box_w if scale == across else art_w * scale
    h = box_h if scale == down else art_h * scale
    return (box_w - w) * align_x, (box_h - h) * align_y, w, h
