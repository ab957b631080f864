"""viewBox, preserveAspectRatio and the units of SVG files → user units and matrices."""

import math
import re
from collections.abc import Mapping
from typing import NamedTuple

from pnp.layout.art.fitting import fit
from pnp.layout.art.values import NUMBER, ArtError, numbers, quoted
from pnp.model.display import Matrix

_UNITS = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72, "pc": 16.0, "Q": 24 / 25.4}
_LENGTH = re.compile(f"({NUMBER})(px|mm|cm|in|pt|pc|Q|%|)")
_ASPECT = re.compile(r"(?:defer +)?x(Min|Mid|Max)Y(Min|Mid|Max)(?: +(meet|slice))?")
_ALIGN = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
SMALLEST = 1e-6  # width or height of a view box: below it nothing can be told apart
_ACROSS = frozenset(("x", "width", "cx", "rx", "x1", "x2", "fx", "refX"))
_DOWN = frozenset(("y", "height", "cy", "ry", "y1", "y2", "fy", "refY"))


class Viewport(NamedTuple):
    """The size in user units that percentages are of."""

    w: float
    h: float

    def length(self, attribute: str, text: str) -> float | None:
        """A length as SVG files write it: bare numbers are user units, 96 of them an inch."""
        match = _LENGTH.fullmatch(text.strip())
        if not match:
            return None
        if match[2] != "%":
            return float(match[1]) * _UNITS[match[2]]
        return float(match[1]) / 100 * self._whole(attribute)

    def _whole(self, attribute: str) -> float:
        if attribute in _ACROSS:
            return self.w
        return self.h if attribute in _DOWN else math.hypot(self.w, self.h) / math.sqrt(2)


class ViewBox(NamedTuple):
    x: float
    y: float
    w: float
    h: float


def view_box(attributes: Mapping[str, str]) -> ViewBox | None:
    """None where there is none; ArtError where it isn't four numbers with a size."""
    text = attributes.get("viewBox")
    if text is None:
        return None
    values = numbers("viewBox", text)
    if len(values) != 4 or min(values[2:]) < SMALLEST:
        raise ArtError("viewBox", f"viewBox {quoted(text)} is not x y width height", 'such as viewBox="0 0 24 24"')
    return ViewBox(*values)


def into_viewport(box: ViewBox, x: float, y: float, w: float, h: float, attributes: Mapping[str, str]) -> Matrix:
    """The matrix that puts the view box into the rectangle as preserveAspectRatio says."""
    aspect = attributes.get("preserveAspectRatio", "xMidYMid").strip()
    if aspect in ("none", "none meet", "none slice"):
        return (w / box.w, 0.0, 0.0, h / box.h, x - box.x * w / box.w, y - box.y * h / box.h)
    match = _ASPECT.fullmatch(aspect)
    if not match:
        message = f"preserveAspectRatio {quoted(aspect)} is not known"
        raise ArtError("preserveAspectRatio", message, "such as xMidYMid meet, or none")
    how = "cover" if match[3] == "slice" else "contain"
    left, top, fitted, _ = fit(w, h, box.w, box.h, how, _ALIGN[match[1]], _ALIGN[match[2]])
    scale = fitted / box.w
    return (scale, 0.0, 0.0, scale, x + left - box.x * scale, y + top - box.y * scale)
