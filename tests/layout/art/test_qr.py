"""QR codes are module for module those of another encoder; what is drawn covers just the dark ones."""

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import pytest

from pnp.layout.art.qr import LEVELS, VERSIONS, Modules, dark_path, longest, masked_code, qr_code, version_for

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


@pytest.mark.parametrize(
    ("text", "mask"), [("owl", 2), ("https://example.org", 2), ("hexagon 12", 1), ("1234567", 4), ("card 5", 4)]
)
def test_the_mask_that_makes_it_easiest_to_read(text: str, mask: int) -> None:
    """By all four of the standard's rules, as python-qrcode counts points of finished codes."""
    version = version_for(text.encode(), "M")
    assert version is not None
    masks = [masked_code(text.encode(), version, "M", each) for each in range(8)]
    assert masks.index(qr_code(text, "M") or ()) == mask


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
