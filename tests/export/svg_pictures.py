"""An SVG file as Chromium shows it, beside the same face as a PNG, and how far they differ."""

import re
from base64 import b64encode
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from fonts_on_faces import fonts_of
from PIL import Image, ImageChops, ImageFilter, ImageStat

from pnp.export.formats.svg import face_svg, svg_body
from pnp.export.rasteriser import face_image
from pnp.export.svg_texts import style_of
from pnp.model.display import Face, FontFace

DPI = 254  # ten pixels a millimetre


def whole_svg(face: Face, *, text: bool = False) -> bytes:
    return face_svg(face.label, svg_body(face, text=text))


class Difference(NamedTuple):
    """Of two pictures, after both were softened by a pixel: edges are smoothed differently by each program."""

    mean: float  # in levels of 255
    worst: float  # share of pixels that differ by a quarter or more, in the worst square of 4 mm


def difference(one: Image.Image, other: Image.Image) -> Difference:
    assert one.size == other.size
    soft = [image.convert("RGB").filter(ImageFilter.BoxBlur(1)) for image in (one, other)]
    levels = ImageChops.difference(*soft).convert("L")
    strong = levels.point(lambda level: 255 * (level >= 64)).reduce(4 * DPI // 25)
    return Difference(ImageStat.Stat(levels).mean[0], strong.getextrema()[1] / 255)  # type: ignore[operator]


class Screen:
    """A window of Chromium."""

    def __init__(self, browser: Any, folder: Path) -> None:
        self._context = browser.new_context(offline=True)
        self._page = self._context.new_page()
        self._file = folder / "face.svg"
        self.complaints: list[str] = []
        self._page.on("console", lambda said: self.complaints.append(said.text))
        self._page.on("request", lambda sent: self._note(sent.url))

    def _note(self, url: str) -> None:
        if not url.startswith(("data:", self._file.as_uri())):
            self.complaints.append(url)

    def show(self, svg: bytes, size: tuple[int, int], fonts: frozenset[FontFace] = frozenset()) -> Image.Image:
        """In exactly as many pixels, on white, with these fonts."""
        w, h = size
        whole = f'width="{w}" height="{h}" preserveAspectRatio="none"'
        text = re.sub(r' width="[^"]*" height="[^"]*"', lambda _: f" {whole}", svg.decode(), count=1)
        if fonts:
            text = re.sub(r"<title>", lambda tag: f"<style>{_rules(fonts)}</style>{tag[0]}", text, count=1)
        self._file.write_text(text, encoding="utf-8")
        self._page.set_viewport_size({"width": w, "height": h})
        self._page.goto(self._file.as_uri())
        self._page.evaluate("document.fonts.ready.then(() => 0)")
        return Image.open(BytesIO(self._page.screenshot())).convert("RGB")

    def close(self) -> None:
        self._context.close()


def _rules(fonts: frozenset[FontFace]) -> str:
    rules = []
    for font in sorted(fonts, key=lambda each: each.name):
        style, data = style_of(font), b64encode(font.data).decode("ascii")
        kind = "italic" if style.is_italic else "normal"
        name = f"font-family:'{style.family}';font-weight:{style.weight};font-style:{kind}"
        rules.append(f"@font-face{{{name};src:url(data:font/sfnt;base64,{data})}}")
    return "".join(rules)


def compare(screen: Screen, face: Face, svg: bytes, *, keeps_text: bool = False) -> Difference:
    png = face_image(face, DPI)
    fonts = frozenset(fonts_of((face.content,))) if keeps_text else frozenset()
    return difference(screen.show(svg, png.size, fonts), png)
