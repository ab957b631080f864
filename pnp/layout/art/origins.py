"""transform-origin, refX and refY: the points that transforms turn about, and that symbols are placed by → matrices."""

from collections.abc import Mapping

from pnp.layout.art.transforms import apply, multiply, parse_transform
from pnp.layout.art.values import ArtError, Unsupported, checked_length, quoted
from pnp.layout.art.viewports import ViewBox, Viewport
from pnp.model.display import Matrix

_ACROSS = {"left": 0.0, "center": 0.5, "right": 1.0}
_DOWN = {"top": 0.0, "center": 0.5, "bottom": 1.0}


def transform_of(attributes: Mapping[str, str], viewport: Viewport, name: str = "transform") -> Matrix:
    """An element's transform about its origin; percentages of that are of the viewport."""
    matrix = parse_transform(attributes.get(name, ""), name)
    box = attributes.get("transform-box", "view-box").strip()
    if box != "view-box":
        raise Unsupported(
            "transform-box", f"transform-box {quoted(box)} cannot be printed", "write rotate(angle, x, y)"
        )
    text = attributes.get("transform-origin")
    if text is None:
        return matrix
    x, y = _origin(text, viewport)
    return multiply((1.0, 0.0, 0.0, 1.0, x, y), multiply(matrix, (1.0, 0.0, 0.0, 1.0, -x, -y)))


def by_reference_point(attributes: Mapping[str, str], matrix: Matrix, box: ViewBox, x: float, y: float) -> Matrix:
    """How a symbol whose content the matrix places at x, y moves so that its refX and refY are there."""
    viewport = Viewport(box.w, box.h)
    at_x, at_y = (
        _reference(attributes, name, viewport, sides, start, whole)
        for name, sides, start, whole in (("refX", _ACROSS, box.x, box.w), ("refY", _DOWN, box.y, box.h))
    )
    now_x, now_y = apply(matrix, at_x or 0.0, at_y or 0.0)
    return (1.0, 0.0, 0.0, 1.0, 0.0 if at_x is None else x - now_x, 0.0 if at_y is None else y - now_y)


def _reference(
    attributes: Mapping[str, str], name: str, viewport: Viewport, sides: Mapping[str, float], start: float, whole: float
) -> float | None:
    text = attributes.get(name)
    if text is None:
        return None
    side = sides.get(text.strip())
    return checked_length(name, text, viewport.length) if side is None else start + side * whole


def _origin(text: str, viewport: Viewport) -> tuple[float, float]:
    """`"left 20%"` → a point of the viewport."""
    words = text.split()
    if len(words) == 3 and viewport.length("x", words[2]) == 0.0:  # towards the reader
        words.pop()
    if len(words) == 1:
        words = ["center", *words] if words[0] in ("top", "bottom") else [*words, "center"]
    if len(words) == 2 and set(words) <= {*_ACROSS, *_DOWN} and (words[0] in ("top", "bottom") or words[1] in _ACROSS):
        words.reverse()
    if len(words) == 2:
        x = _ACROSS[words[0]] * viewport.w if words[0] in _ACROSS else viewport.length("x", words[0])
        y = _DOWN[words[1]] * viewport.h if words[1] in _DOWN else viewport.length("y", words[1])
        if x is not None and y is not None:
            return x, y
    message = f"transform-origin {quoted(text)} is not a point"
    raise ArtError("transform-origin", message, "such as 12 12, 50% 50% or center")
