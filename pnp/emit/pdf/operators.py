"""Numbers, colours, matrices and paths → PDF operators, all in millimetres."""

from functools import lru_cache

from pnp.emit.paths import as_rectangle
from pnp.model.display import IDENTITY, Colour, Matrix, Path


class _Numbers(dict[float, str]):
    """Numbers as they are written: up to four decimals (a tenth of a micrometre), no trailing zeros, never 1e-05."""

    def __missing__(self, value: float) -> str:
        if not -1e9 < value < 1e9:
            raise ValueError(f"{value} is no length on a page")
        if len(self) > 100_000:
            self.clear()
        text = self[value] = str(round(value, 4) + 0.0).removesuffix(".0")
        return text


number = _Numbers().__getitem__


def factor(value: float) -> str:
    """A scale: it multiplies lengths, so four decimals would be too few."""
    return f"{value:.8f}".rstrip("0").rstrip(".")


@lru_cache(4096)
def components(colour: Colour) -> str:
    """`#rrggbb` → one number for a grey, three for any other colour: greys print with black ink alone."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return number(red) if red == green == blue else f"{number(red)} {number(green)} {number(blue)}"


@lru_cache(4096)
def fill_colour(colour: Colour) -> str:
    written = components(colour)
    return f"{written} rg" if " " in written else f"{written} g"


@lru_cache(4096)
def stroke_colour(colour: Colour) -> str:
    written = components(colour)
    return f"{written} RG" if " " in written else f"{written} G"


def transform(matrix: Matrix) -> str:
    """The operator that changes coordinates; nothing where there is nothing to change."""
    if matrix == IDENTITY:
        return ""
    a, b, c, d, e, f = matrix
    return f"{factor(a)} {factor(b)} {factor(c)} {factor(d)} {number(e)} {number(f)} cm"


def outline(path: Path) -> str:
    """The operators that construct a path, without painting it."""
    if rectangle := as_rectangle(path):
        return f"{' '.join(map(number, rectangle))} re"
    return " ".join(_SEGMENTS[segment[0]].format(*map(number, segment[1:])) for segment in path)


_SEGMENTS = {"M": "{} {} m", "L": "{} {} l", "C": "{} {} {} {} {} {} c", "Z": "h"}
