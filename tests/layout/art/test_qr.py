"""QR codes are module for module those of another encoder; what is drawn covers just the dark ones."""

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import pytest

from pnp.layout.art.qr import Modules, dark_path, masked_code, qr_code
from pnp.layout.art.qr_words import LEVELS, VERSIONS, longest, side_of, version_for

MATRICES = Path(__file__).with_name("qr-matrices.txt")  # made by python-qrcode 8: version, level, mask, length, digest
TEXT = "https://example.org/cards?" * 20


def _known() -> Iterator[tuple[int, str, int, int, str]]:
    for line in MATRICES.read_text(encoding="utf-8").splitlines():
        version, level, mask, length, digest = line.split()
        yield int(version), level, int(mask), int(length), digest


@pytest.mark.parametrize("level", LEVELS)
def test_each_version_is_as_another_encoder_makes_it(level: str) -> None:
    wrong = [
        version
        for version, of, mask, length, digest in _known()
        if of == level and _digest(masked_code(TEXT[:length].encode(), version, level, mask)) != digest
    ]
    assert wrong == []


def _digest(code: Modules) -> str:
    bits = "".join(["01"[module] for row in code for module in row])
    return blake2b(bits.encode(), digest_size=8).hexdigest()


def test_all_masks_and_lengths_are_among_them() -> None:
    known = list(_known())
    assert {(version, level) for version, level, *_ in known} == {(v, of) for v in range(1, 16) for of in LEVELS}
    assert {mask for _, _, mask, _, _ in known} == set(range(8))
    assert {longest(version, level) - length for version, level, _, length, _ in known} == set(range(5))


def test_the_smallest_version_that_holds_the_text() -> None:
    assert version_for(b"x" * 14, "M") == 1
    assert version_for(b"x" * 15, "M") == 2
    assert version_for("ü".encode() * 7 + b"x", "M") == 2
    assert version_for(b"x" * longest(VERSIONS, "L"), "L") == VERSIONS
    assert qr_code("x" * (longest(VERSIONS, "L") + 1), "L") is None


@pytest.mark.parametrize("text", ["owl", TEXT[:40], "Übung ☂"])
def test_no_other_mask_is_easier_to_read(text: str) -> None:
    """By two of the standard's four rules, counted once more: equal modules in a row, and squares of four."""
    chosen = qr_code(text, "M")
    assert chosen is not None
    version = version_for(text.encode(), "M")
    assert version is not None and len(chosen) == side_of(version)
    others = [masked_code(text.encode(), version, "M", mask) for mask in range(8)]
    assert chosen in others
    assert _squares(chosen) <= sorted(map(_squares, others))[4]


def _squares(code: Modules) -> int:
    size = len(code)
    return sum(
        code[y][x] == code[y][x + 1] == code[y + 1][x] == code[y + 1][x + 1]
        for y in range(size - 1)
        for x in range(size - 1)
    )


@pytest.mark.parametrize("text", ["owl", TEXT[:60]])
def test_rectangles_cover_each_dark_module_once(text: str) -> None:
    code = qr_code(text, "M")
    assert code is not None
    covered = [[0] * len(code) for _ in code]
    count = 0
    for left, top, right, bottom in _rectangles(dark_path(code, 0.5, 2.0, 3.0)):
        count += 1
        for y in range(round((top - 3) * 2), round((bottom - 3) * 2)):
            for x in range(round((left - 2) * 2), round((right - 2) * 2)):
                covered[y][x] += 1
    assert covered == [[int(module) for module in row] for row in code]
    assert count < sum(map(sum, code)) * 0.6


def _rectangles(path: tuple[tuple[object, ...], ...]) -> Iterator[tuple[float, float, float, float]]:
    corners: list[tuple[float, float]] = []
    for segment in path:
        if segment[0] == "Z":
            xs, ys = zip(*corners, strict=True)
            yield min(xs), min(ys), max(xs), max(ys)
            corners = []
        else:
            corners.append((float(str(segment[1])), float(str(segment[2]))))
