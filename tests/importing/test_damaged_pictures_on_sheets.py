"""Pictures with fewer pixels than they say are all told before anything is written, whoever notices them."""

import zlib
from pathlib import Path

import pytest
from facts import list_facts
from PIL import Image
from saying import Run

from pnp.art.rasters import read_raster


def cut_rows(path: Path, mode: str) -> None:
    """Whole in all its parts, with the right checksums."""
    Image.new(mode, (744, 1039)).save(path, dpi=(300, 300))
    data = path.read_bytes()
    at = data.index(b"IDAT") - 4
    length = int.from_bytes(data[at : at + 4])
    packed = zlib.compress(zlib.decompress(data[at + 8 : at + 8 + length])[:-4000])
    chunk = b"IDAT" + packed
    whole = len(packed).to_bytes(4) + chunk + zlib.crc32(chunk).to_bytes(4)
    path.write_bytes(data[:at] + whole + data[at + 12 + length :])


@pytest.mark.usefixtures("cards")
@pytest.mark.parametrize("mode", ["RGBA", "LA", "RGB", "L"])
@pytest.mark.parametrize("words", [(), ("--keep",), ("--format", "png")])
def test_all_of_them_are_told(mode: str, words: tuple[str, ...], sheet: Run, tmp_path: Path) -> None:
    for name in ("a", "b"):
        cut_rows(tmp_path / f"cards/{name}.png", mode)
    done = sheet("cards", "--size", "poker", *words)
    assert (done.code, done.out) == (1, "")
    found = [fact for fact in list_facts(done.err) if "PNP272" in fact]
    assert found == [f"cards/{name}.png PNP272 damage='its pixels are damaged'" for name in ("a", "b")]
    assert not [path for path in (tmp_path / "output").rglob("*") if path.is_file()]
    assert not (tmp_path / "card_data").exists()


@pytest.mark.usefixtures("cards")
def test_a_draft_is_printed_without_them(sheet: Run, tmp_path: Path) -> None:
    cut_rows(tmp_path / "cards/a.png", "RGBA")
    done = sheet("cards", "--size", "poker", "--draft")
    assert (done.code, "PNP272" in done.err, " 4 pieces" in done.out) == (0, True, True)


@pytest.mark.parametrize(("mode", "is_left_to_writing"), [("RGBA", True), ("LA", True), ("RGB", False), ("L", False)])
def test_rows_are_counted_by_one_of_both(mode: str, is_left_to_writing: bool, tmp_path: Path) -> None:
    cut_rows(tmp_path / "a.png", mode)
    for counts in (True, False):
        _, problems = read_raster(tmp_path / "a.png", "a", "a.png", counts_rows=counts)
        assert bool(problems) is (counts or not is_left_to_writing)
