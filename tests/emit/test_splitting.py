"""PNGs with transparency go into PDFs in two parts, as Pillow would take them apart."""

import zlib
from collections.abc import Callable

import pytest

from pnp.emit.pdf.splitting import split_rows

W, H = 5, 4
Pixels = list[list[tuple[int, ...]]]
SOME: Pixels = [[(x * 50 + y, 255 - x * y, y * 60, 255 - x * 13 * y) for x in range(W)] for y in range(H)]
OPAQUE: Pixels = [[(*pixel[:3], 255) for pixel in row] for row in SOME]


def _nearest(left: int, above: int, corner: int) -> int:
    return min((left, above, corner), key=lambda each: abs(left + above - corner - each))


PREDICTED: list[Callable[[int, int, int], int]] = [
    lambda left, above, corner: 0,
    lambda left, above, corner: left,
    lambda left, above, corner: above,
    lambda left, above, corner: (left + above) // 2,
    _nearest,
]


def _rows(pixels: Pixels, how: Callable[[int], int]) -> bytes:
    """As PNG has them, each row predicted in its own way."""
    none, found = [(0,) * len(pixels[0][0])] * (len(pixels[0]) + 1), bytearray()
    for y, row in enumerate(pixels):
        before, this = [none[0], *pixels[y - 1]] if y else none, [none[0], *row]
        found.append(how(y))
        for x in range(1, len(this)):
            near = zip(this[x], this[x - 1], before[x], before[x - 1], strict=True)
            found += bytes([(value - PREDICTED[how(y)](*others)) % 256 for value, *others in near])
    return bytes(found)


def _in_parts(rows: bytes) -> list[bytes]:
    """Packed, and divided as files divide it: not where rows end."""
    packed = zlib.compress(rows)
    return [packed[start : start + 7] for start in range(0, len(packed), 7)]


def _channels(pixels: Pixels, start: int, end: int) -> Pixels:
    return [[pixel[start:end] for pixel in row] for row in pixels]


@pytest.mark.parametrize("start", range(5))
@pytest.mark.parametrize("first", [0, 2], ids=["RGBA", "LA"])
def test_rows_are_parted_however_they_are_predicted(start: int, first: int) -> None:
    pixels, colours = _channels(SOME, first, 4), 3 - first

    def how(y: int) -> int:
        return (y + start) % 5

    split = split_rows(_in_parts(_rows(pixels, how)), W, H, colours)
    assert split
    assert split.mask
    assert zlib.decompress(split.colours) == _rows(_channels(pixels, 0, colours), how)
    assert zlib.decompress(split.mask) == _rows(_channels(pixels, colours, colours + 1), how)


@pytest.mark.parametrize("first", range(5))
@pytest.mark.parametrize("others", range(5))
def test_what_is_opaque_has_no_mask(first: int, others: int) -> None:
    split = split_rows(_in_parts(_rows(OPAQUE, lambda y: others if y else first)), W, H, 3)
    assert split
    assert split.mask is None
    last = [*OPAQUE[:-1], [*OPAQUE[-1][:-1], (1, 2, 3, 254)]]
    split = split_rows(_in_parts(_rows(last, lambda y: others if y else first)), W, H, 3)
    assert split
    assert split.mask is not None


@pytest.mark.parametrize(
    "packed",
    [
        b"no",
        zlib.compress(_rows(SOME[:-1], lambda y: 0)),
        zlib.compress(_rows(SOME, lambda y: 0).replace(b"\0", b"\7", 1)),
    ],
    ids=["not packed", "a row too few", "predicted in no known way"],
)
def test_damaged_rows_are_left_to_others(packed: bytes) -> None:
    assert split_rows([packed], W, H, 3) is None
