"""Faces, sheets, pictures and text for tests; text is shaped by HarfBuzz directly."""

from collections.abc import Callable
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

import pytest
import uharfbuzz as hb
from reading import text_of
from seen import Seen
from system_programs import System

from pnp.model.display import Face, FontFace, Glyph, Group, Item, Raster, Run, Shaped, Text
from pnp.model.length import MM_PER_POINT
from pnp.model.sheet import Paper, Placement, Rect, Sheet

A4 = Paper("A4", 210, 297)


def read_face(path: Path, data: bytes | None = None) -> FontFace:
    data = data or path.read_bytes()
    face = hb.Face(data)
    extents = hb.Font(face).get_font_extents("ltr")
    upem = face.upem
    return FontFace(
        name=path.name,
        path=path,
        index=0,
        data=data,
        units_per_em=upem,
        ascent=extents.ascender / upem,
        descent=extents.descender / upem,
        cap_height=0.66,
        italic_angle=0.0,
        bbox=(-0.5, -0.4, 1.2, 1.1),
        is_cff="CFF " in face.table_tags,
        bold="Bold" in path.name,
    )


def shaped(text: str, font: FontFace, rtl: bool = False) -> Shaped:
    if not text:
        return Shaped(text, font, (), 0.0, rtl)
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if rtl else "ltr"
    hb.shape(hb.Font(hb.Face(font.data)), buffer)
    glyphs = tuple(
        Glyph(info.codepoint, place.x_advance, place.x_offset, place.y_offset, info.cluster)
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    )
    return Shaped(text, font, glyphs, sum(glyph.advance for glyph in glyphs) / font.units_per_em, rtl)


def source_sans(file: str) -> FontFace:
    spec = find_spec("font_source_sans_pro")
    assert spec is not None and spec.origin is not None
    return read_face(Path(spec.origin).parent / "files" / file)


@pytest.fixture(scope="session")
def ttf() -> FontFace:
    return source_sans("SourceSansPro-Regular.ttf")


@pytest.fixture(scope="session")
def otf() -> FontFace:
    return source_sans("SourceSansPro-Regular.otf")


@pytest.fixture(scope="session", params=["ttf", "otf"])
def font(request: pytest.FixtureRequest) -> FontFace:
    """TrueType and CFF: whatever is true of one has to be true of the other."""
    face: FontFace = request.getfixturevalue(request.param)
    return face


@pytest.fixture(scope="session", name="read_face")
def read_face_fixture() -> Callable[[Path], FontFace]:
    return read_face


@pytest.fixture(scope="session", name="shaped")
def shaped_fixture() -> Callable[..., Shaped]:
    """`shaped("שלום", face, True)`: a part in any font, right to left if asked for."""
    return shaped


@pytest.fixture
def shape(font: FontFace) -> Callable[[str], Shaped]:
    """`shape("Move 3")`: a part in the font the test runs with."""
    return lambda text: shaped(text, font)


Line = Callable[..., Text]


@pytest.fixture
def line(font: FontFace) -> Line:
    """`line("Move 3", 5, 20)`: words set on a baseline."""

    def make(words: str, x: float = 5, y: float = 20, points: float = 9, fill: str = "#000000", **run: float) -> Text:
        size = points * MM_PER_POINT
        parts = tuple(shaped(part, font) for part in words.replace(" ", " \0").split("\0"))
        return Text((Run(x, y, font, size, fill, parts, **run),), words, size)  # type: ignore[arg-type]

    return make


@pytest.fixture(scope="session")
def rectangle() -> Callable[[float, float, float, float], tuple[tuple[str, float, float], ...]]:
    def make(x: float, y: float, w: float, h: float):  # type: ignore[no-untyped-def]
        return ("M", x, y), ("L", x + w, y), ("L", x + w, y + h), ("L", x, y + h), ("Z",)

    return make


@pytest.fixture(scope="session")
def card() -> Callable[..., Face]:
    def make(*items: Item, label: str = "cards/one", w: float = 63, h: float = 88) -> Face:
        return Face(label, w, h, Group(items), "en")

    return make


@pytest.fixture(scope="session")
def page() -> Callable[..., Sheet]:
    """`page(face, …)`: faces side by side from (10, 20)."""

    def make(
        *faces: Face, label: str = "cards 1", component: str = "cards", title: str = "Cards", **more: object
    ) -> Sheet:
        x, placements = 10.0, []
        for face in faces:
            placements.append(Placement(face, x, 20, face.w, face.h))
            x += face.w
        height = max((face.h for face in faces), default=0)
        fields = {"paper": A4, "furniture": (), "placements": tuple(placements), "trim": Rect(10, 20, x - 10, height)}
        return Sheet(label=label, component=component, title=title, side="front", **(fields | more))  # type: ignore[arg-type]

    return make


@pytest.fixture
def png(tmp_path: Path) -> Callable[..., Raster]:
    """`png("a.png", image)`: a picture on disk, by default a small red one."""
    from PIL import Image

    def make(name: str, image: Image.Image | None = None, **options: object) -> Raster:
        image = image or Image.new("RGB", (4, 3), "#ff0000")
        path = tmp_path / name
        image.save(path, **options)  # type: ignore[arg-type]
        return Raster(name, path, image.width, image.height, blake2b(path.read_bytes()).hexdigest())

    return make


Read = Callable[[bytes], str]


@pytest.fixture
def pdftotext(system: System) -> Read:
    """`pdftotext(pdf)`: its text as Poppler reads it."""
    command = ("pdftotext", "-enc", "UTF-8", "-", "-")
    return lambda pdf: system(*command, given=pdf).stdout.decode().replace("\f", "").strip()


@pytest.fixture(params=["PDFium", pytest.param("Poppler", marks=pytest.mark.system("poppler-utils"))])
def read(request: pytest.FixtureRequest, pdftotext: Read) -> Read:
    """`read(pdf)`: its text, once as PDFium reads it, once as Poppler does."""
    return pdftotext if request.param == "Poppler" else text_of


@pytest.fixture
def looks(card):
    """`looks(picture, item, …)`: the items on a card as large as the picture look like it, letter by letter."""

    def check(picture, *items):
        rows = picture.split()
        seen = Seen(card(*items, w=len(rows[0]), h=len(rows)))
        wrong = [(x, y) for y, row in enumerate(rows) for x, name in enumerate(row) if seen.rows[y][x] != name]
        if wrong:
            first = ", ".join(f"{x},{y} is {seen.at(x, y)}" for x, y in wrong[:3])
            pytest.fail("\n".join(["expected:", *rows, "found:", *seen.rows, first]), pytrace=False)

    return check
