"""Colours → how far apart they are, and what is left of them for eyes that lack a kind of cone."""

from functools import lru_cache

from pnp.model.colour import Rgb, linear_rgb

# Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency (2009),
# severity 1.0, for linear RGB.
_DEFICIENCIES: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
DEFICIENCIES = tuple(_DEFICIENCIES)

# IEC 61966-2-1: linear sRGB → XYZ, each row divided by the white point D65
_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_D65 = (0.9505, 1.0, 1.0890)


def lightness(rgb: Rgb) -> float:
    """L* of the grey that a black-and-white printer makes of it, 0 to 100."""
    return lab(rgb)[0]


@lru_cache(4096)
def lab(rgb: Rgb) -> Rgb:
    """CIE L*a*b*."""
    linear = linear_rgb(rgb)
    x, y, z = (
        _cube_root(sum(m * c for m, c in zip(row, linear, strict=True)) / white)
        for row, white in zip(_TO_XYZ, _D65, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Rgb, other: Rgb) -> float:
    """ΔE of 1976: the distance in L*a*b*."""
    return float(sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5)


def as_seen_with(deficiency: str, rgb: Rgb) -> Rgb:
    linear = linear_rgb(rgb)
    r, g, b = (
        _encoded(min(max(sum(m * c for m, c in zip(row, linear, strict=True)), 0.0), 1.0))
        for row in _DEFICIENCIES[deficiency]
    )
    return r, g, b


def _encoded(channel: float) -> float:
    return float(channel * 12.92 if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055)


def _cube_root(t: float) -> float:
    return float(t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116)
