"""What templates place things on circles with: `sin(30)` → 0.5. Angles are degrees, clockwise as `rotate` turns."""

import math

_DIGITS = 9  # sin(180) is 0, and nothing prints as 1e-17


def sin(degrees: float) -> float:
    return _rounded(math.sin(math.radians(degrees)))


def cos(degrees: float) -> float:
    return _rounded(math.cos(math.radians(degrees)))


def tan(degrees: float) -> float:
    return _rounded(math.tan(math.radians(degrees)))


def atan2(y: float, x: float) -> float:
    return _rounded(math.degrees(math.atan2(y, x)))


def hypot(x: float, y: float) -> float:
    return _rounded(math.hypot(x, y))


def sqrt(number: float) -> float:
    return _rounded(math.sqrt(number))


def _rounded(number: float) -> float:
    return round(number, _DIGITS) + 0.0  # -0.0 is 0.0


NUMBERS: dict[str, object] = {
    **{function.__name__: function for function in (sin, cos, tan, atan2, hypot, sqrt)},
    "pi": math.pi,
}
