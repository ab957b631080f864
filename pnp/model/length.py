"""Lengths as authors write them → millimetres. The only other place that knows points is the PDF page's own matrix."""

import re

from pnp.model.regex import regex

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72
MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH
POINTS_PER_MM = POINTS_PER_INCH / MM_PER_INCH
THINNEST_LINE = 0.25 * MM_PER_POINT  # that prints
ROUNDING = 1e-6  # mm that sums may be off: three pieces of 29.4 mm fit where 88.2 mm are left

UNITS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT, "": 1.0}
_LENGTH = regex(rf"([+-]?(?:\d+\.?\d*|\.\d+))\s*({'|'.join(UNITS)})", re.ASCII)


def parse_length(text: str) -> float | None:
    """Parse `"63mm"`, `"2.5in"`, `"6.5pt"` or a bare number of millimetres; return None for what is no length."""
    match = _LENGTH.fullmatch(text.strip())
    return float(match[1]) * UNITS[match[2]] if match else None


def mm(value: float) -> str:
    """Write a length for messages: at most two decimals, no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") + " mm"


def points(value: float) -> str:
    """Write a type size for messages."""
    return f"{to_points(value):.2f}".rstrip("0").rstrip(".") + " pt"


def to_points(value: float) -> float:
    """Return a type size in points, rounded for programs."""
    return round(value / MM_PER_POINT, 2)
