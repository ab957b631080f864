"""SVG's basic shapes → paths.

`shape_path("rect", {"width": "63mm", "height": "88"})` → a closed path of four corners
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

from pnp.layout.art.paths import parse_path
from pnp.layout.art.values import ArtError, Length, Undrawn, length_of, numbers, plain_length
from pnp.model.display import Path
from pnp.model.outline import KAPPA
from pnp.model.outline import outline_path as outline_path

_NEEDED = "without it nothing is drawn"


def shape_path(tag: str, attributes: Mapping[str, str], length: Length = plain_length) -> Path:
    """The path of a rect, circle, ellipse, line, polyline, polygon or path; () where it has no size.

    `length` says what the attributes' lengths mean; a bare number is a millimetre by default. ArtError if wrong.
    """
    return SHAPES[tag](attributes, length)


@lru_cache(maxsize=1024)
def rounded_rect(x: float, y: float, w: float, h: float, rx: float, ry: float) -> Path:
    """Clockwise; radii are cut down to half the size, straight corners where one of them is 0."""
    right, bottom = x + w, y + h
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    if rx <= 0 or ry <= 0:
        return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))
    kx, ky = rx * (1 - KAPPA), ry * (1 - KAPPA)  # from the corner to the handle
    across, down = rx < w / 2, ry < h / 2  # is there a straight piece between the corners?
    return (
        ("M", x + rx, y),
        *((("L", right - rx, y),) if across else ()),
        ("C", right - kx, y, right, y + ky, right, y + ry),
        *((("L", right, bottom - ry),) if down else ()),
        ("C", right, bottom - ky, right - kx, bottom, right - rx, bottom),
        *((("L", x + rx, bottom),) if across else ()),
        ("C", x + kx, bottom, x, bottom - ky, x, bottom - ry),
        *((("L", x, y + ry),) if down else ()),
        ("C", x, y + ky, x + kx, y, x + rx, y),
        ("Z",),
    )


def _rect(attributes: Mapping[str, str], length: Length) -> Path:
    x, y = _place(attributes, "x", length), _place(attributes, "y", length)
    w, h = _size("rect", attributes, "width", length), _size("rect", attributes, "height", length)
    rx, ry = _radii(attributes, length)
    return rounded_rect(x, y, w, h, rx or 0.0, ry or 0.0) if w and h else ()


def _circle(attributes: Mapping[str, str], length: Length) -> Path:
    r = _size("circle", attributes, "r", length)
    return _oval(attributes, length, r, r)


def _ellipse(attributes: Mapping[str, str], length: Length) -> Path:
    rx, ry = _radii(attributes, length)
    if rx is None or ry is None:
        raise Undrawn("rx", "ellipse needs rx", _NEEDED)
    return _oval(attributes, length, rx, ry)


def _oval(attributes: Mapping[str, str], length: Length, rx: float, ry: float) -> Path:
    """Clockwise from three o'clock, where its dashes begin."""
    cx, cy = _place(attributes, "cx", length), _place(attributes, "cy", length)
    if not rx or not ry:
        return ()
    kx, ky = rx * KAPPA, ry * KAPPA
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )


def _line(attributes: Mapping[str, str], length: Length) -> Path:
    x1, y1, x2, y2 = (_place(attributes, name, length) for name in ("x1", "y1", "x2", "y2"))
    return (("M", x1, y1), ("L", x2, y2))


def _polyline(attributes: Mapping[str, str], length: Length) -> Path:
    values = numbers("points", _given("polyline", attributes, "points"))
    if len(values) % 2:
        raise ArtError("points", f"points: the last of {len(values)} numbers has no partner", "write pairs: x,y x,y")
    pairs = zip(values[::2], values[1::2], strict=True)
    return tuple(("L" if index else "M", x, y) for index, (x, y) in enumerate(pairs))


def _polygon(attributes: Mapping[str, str], length: Length) -> Path:
    _given("polygon", attributes, "points")
    outline = _polyline(attributes, length)
    return (*outline, ("Z",)) if outline else ()


def _path(attributes: Mapping[str, str], length: Length) -> Path:
    d = _given("path", attributes, "d")
    try:
        return parse_path(d)
    except ValueError as error:
        raise ArtError("d", f"d: {error}") from None


SHAPES: dict[str, Callable[[Mapping[str, str], Length], Path]] = {
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _polyline,
    "polygon": _polygon,
    "path": _path,
}


def _given(tag: str, attributes: Mapping[str, str], name: str) -> str:
    if name not in attributes:
        raise Undrawn(name, f"{tag} needs {name}", _NEEDED)
    return attributes[name]


def _place(attributes: Mapping[str, str], name: str, length: Length) -> float:
    return length_of(attributes, name, length) or 0.0


def _size(tag: str, attributes: Mapping[str, str], name: str, length: Length) -> float:
    _given(tag, attributes, name)
    return length_of(attributes, name, length, signed=False) or 0.0


def _radii(attributes: Mapping[str, str], length: Length) -> tuple[float | None, float | None]:
    """rx and ry; where only one is given, the other is the same."""
    given = {name: text for name in ("rx", "ry") if (text := attributes.get(name, "auto").strip()) != "auto"}
    rx, ry = (length_of(given, name, length, signed=False) for name in ("rx", "ry"))
    return (ry if rx is None else rx), (rx if ry is None else ry)
