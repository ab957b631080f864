"""Icons are drawings, bitmaps or what becomes one: in texts and by themselves they go through every command."""

from base64 import b64encode
from io import BytesIO
from pathlib import Path

import pytest
from nightly import every
from PIL import Image
from running import Run
from tiny_game import change

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">{}</svg>'


def bitmap(kind: str, mode: str) -> bytes:
    file = BytesIO()
    Image.new(mode, (300, 300), "red").save(file, kind)
    return file.getvalue()


INSIDE = (
    f'<image width="10" height="10" xlink:href="data:image/png;base64,{b64encode(bitmap("PNG", "RGBA")).decode()}"/>'
)
ICONS = {
    "dot.png": bitmap("PNG", "RGBA"),
    "dot.jpg": bitmap("JPEG", "L"),
    "dot.webp": bitmap("WEBP", "RGB"),
    "filter.svg": SVG.format('<filter id="f"><feFlood/></filter><path d="M0 0h9v9z" filter="url(#f)"/>').encode(),
    "inside.svg": SVG.format(INSIDE).encode(),
    "empty.svg": SVG.format("").encode(),
}


@pytest.mark.parametrize("name", every(2, ICONS))
def test_checked_shown_and_built(name: str, tiny: Path, run: Run) -> None:
    (tiny / "card_data/tiny/art" / name).write_bytes(ICONS[name])
    change(tiny, "card_data/tiny/game.yaml", "art/dot.svg", f"art/{name}")
    for words in (["check", "tiny"], ["show", "tiny", "cards/one"], ["build", "tiny"], ["build", "tiny", "--draft"]):
        done = run(*words)
        assert done.code == 0, (words, done.err)
        assert "PNP099" not in done.err
