"""A picture whose pixels are damaged is found by check; a draft prints all the same."""

import struct
import zlib
from pathlib import Path

from running import Run
from tiny_game import change


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def test_a_picture_with_short_pixel_data(tiny: Path, run_apart: Run) -> None:
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 300, 300, 8, 2, 0, 0, 0))
    data = b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    (tiny / "card_data/tiny/art/short.png").write_bytes(data)
    image = '<image href="art/short.png" x="5" y="5" w="10" h="10"/>'
    change(tiny, "layouts/tiny/coin.xml.j2", "<face>", f"<face>{image}")
    said = "card_data/tiny/art/short.png PNP272 damage='its pixels are damaged'"
    for command in ("check", "build"):
        done = run_apart(command, "tiny")
        assert (done.code, done.facts) == (1, [said])
    assert run_apart("build", "tiny", "--draft").code == 0
    assert Path("output/tiny/en/tiny-low-a4-draft.pdf").is_file()
