"""Cameras read from QR codes what was asked for; what is drawn covers just the dark modules."""

from collections.abc import Iterator
from itertools import chain

import pytest
import zxingcpp
from PIL import Image

from pnp.layout.elements.shapes import LONGEST, Modules, dark_path, qr_code

TEXT = "https://example.org/cards?" * 20


def _read(code: Modules) -> tuple[str, str]:
    """Read the code as a reader does, and the level that it finds."""
    edge, size = 4, len(code) + 8
    rows = [[True] * size] * edge + [[True] * edge + [not dark for dark in row] + [True] * edge for row in code]
    light = bytes(255 * each for each in chain.from_iterable(rows + [[True] * size] * edge))
    picture = Image.frombytes("L", (size, size), light).resize((4 * size, 4 * size), Image.Resampling.NEAREST)
    (found,) = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    return found.text, found.ec_level


@pytest.mark.parametrize("level", LONGEST)
@pytest.mark.parametrize("text", ["owl", "1234567", "CARD 5", "Käse & 日本", TEXT[:60], TEXT[:200]])
def test_the_text_is_read_at_the_level_asked_for(text: str, level: str) -> None:
    assert _read(qr_code(text, level) or ()) == (text, level)


@pytest.mark.parametrize("level", LONGEST)
def test_the_longest_text_takes_77_modules(level: str) -> None:
    code = qr_code(TEXT[: LONGEST[level]], level)
    assert code is not None and len(code) == 77
    assert _read(code) == (TEXT[: LONGEST[level]], level)
    assert qr_code("x" * (LONGEST[level] + 1), level) is None
    assert qr_code("ü" * (LONGEST[level] // 2 + 1), level) is None


@pytest.mark.parametrize(("text", "modules"), [("x" * 14, 21), ("x" * 15, 25), ("ü" * 7, 21), ("ü" * 7 + "x", 25)])
def test_the_smallest_code_that_holds_the_text(text: str, modules: int) -> None:
    assert len(qr_code(text, "M") or ()) == modules


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
