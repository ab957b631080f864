"""Pieces side by side, on one picture each: what the README shows."""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

from page_files import write_files
from PIL import Image, ImageChops, ImageFilter, ImageOps

from pnp.build.pipeline import build
from pnp.load import find_project
from pnp.model.options import INKS, Options

DPI = 110
LOOKS = Path(__file__).parents[1] / "pnp" / "data" / "looks"
_LOOK_DPI = 60
_IN_A_LOOK = {"tokens": 7}  # pieces that are shown, where these aren't three
_GAP = 10  # pixels
_EDGE = (150, 150, 150)  # of pieces, which are white on a white page
_HEROES = ("goat-thief", "toothless-piper", "gate-sergeant")
_CREATURES = ("hare", "toad", "owl", "fox", "heron", "moth")


def readme_pictures(docs: Path) -> Iterator[tuple[str, bytes]]:
    """Names and PNGs."""
    low, full = (faces(docs, Options("starter", ink=ink, pieces=_CREATURES)).values() for ink in ("low", "full"))
    yield "owl-light", png_of(rows_of([list(low), list(full)]))
    with tempfile.TemporaryDirectory() as folder:
        write_files(Path(folder), (docs.parent / "README.md").read_text(encoding="utf-8"))
        yield "hello", png_of(rows_of([list(faces(Path(folder), Options("hello")).values())]))
    english, german = (
        faces(docs, Options("hidden-leaders", language, ink="full", pieces=_HEROES)).values() for language in ("", "de")
    )
    yield "two-languages", png_of(rows_of([[face for pair in zip(english, german, strict=True) for face in pair]]))


def look_picture(look: str) -> bytes:
    """Three fronts and a back of a look that comes with pnp, above in little ink, below in full colour."""
    rows = []
    for ink in INKS[:2]:
        drawn = faces(LOOKS, Options(look, ink=ink), _LOOK_DPI, backs=True)
        pieces = sorted({name.removesuffix("_back") for name in drawn})[: _IN_A_LOOK.get(look, 3)]
        rows.append([*(drawn[name] for name in pieces), drawn[f"{pieces[0]}_back"]])
    return png_of(rows_of(rows), 64)


def faces(project: Path, options: Options, dpi: int = DPI, *, backs: bool = False) -> dict[str, Image.Image]:
    """Fronts by their names, in the order of these in `options`, and backs, with their edges drawn."""
    with tempfile.TemporaryDirectory() as folder:
        built = build(find_project(project), replace(options, format="png", dpi=dpi), Path(folder))
        assert built.files, built.problems
        drawn = {path.stem: path.read_bytes() for path in built.files if backs or not path.stem.endswith("_back")}
        names = [name for name in options.pieces if name in drawn] or list(drawn)
        return {name: _edged(Image.open(BytesIO(drawn[name])).convert("RGBA")) for name in names}


def _edged(face: Image.Image) -> Image.Image:
    """Along its outline, which is where what is seen borders on what is not."""
    alpha = ImageOps.expand(face.getchannel("A"), 1)
    inside = alpha.filter(ImageFilter.MinFilter(3))
    edge = ImageOps.crop(ImageChops.subtract(alpha, inside), 1)
    face.paste(_EDGE, (0, 0), edge)
    return face


def rows_of(rows: Sequence[Sequence[Image.Image]]) -> Image.Image:
    w, h = rows[0][0].size
    many = max(map(len, rows))
    whole = Image.new("RGB", (many * (w + _GAP) - _GAP, len(rows) * (h + _GAP) - _GAP), "white")
    for y, row in enumerate(rows):
        for x, face in enumerate(row):
            whole.paste(face, (x * (w + _GAP), y * (h + _GAP)), face)
    return whole


def png_of(picture: Image.Image, colours: int = 128) -> bytes:
    data = BytesIO()
    picture.quantize(colours, Image.Quantize.FASTOCTREE).save(data, "PNG", optimize=True)
    return data.getvalue()
