"""Faces as pictures that a mail can hold."""

from base64 import b64decode
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from tiny_game import write

from pnp.export.rasteriser import face_png
from pnp.io.project import Project, find_project
from pnp.model.options import Options
from pnp.proof.details import make_handout
from pnp.proof.mailed import data_urls, dpi_of
from pnp.proof.session import ProofSession

REPOSITORY = Path(__file__).parents[2]


def opened(url: str) -> Image.Image:
    return Image.open(BytesIO(b64decode(url.partition("base64,")[2])))


@pytest.mark.parametrize("ink", ["low", "full"])
def test_they_look_as_they_print_and_are_small(ink: str) -> None:
    project = find_project(REPOSITORY, REPOSITORY)
    options = Options("hidden-leaders", ink=ink, only=("leaders",), jobs=1)
    faces = make_handout(ProofSession(project, options)).faces
    urls = data_urls(faces)
    assert sum(map(len, urls.values())) / len(urls) < 80_000
    for digest, shown in faces.items():
        small = opened(urls[digest]).convert("RGBA")
        whole = Image.open(BytesIO(face_png(shown.face, dpi_of(shown.face.w, shown.face.h), outline=shown.outline)))
        assert small.width == 479 or small.width == 480
        off = ImageStat.Stat(ImageChops.difference(small.convert("RGB"), whole.convert("RGB"))).rms
        assert max(off) < 8


def test_what_has_many_colours_keeps_them(project: Project) -> None:
    photo = Image.radial_gradient("L").resize((400, 600))
    colours = Image.merge(
        "RGB", (photo, photo.transpose(Image.Transpose.ROTATE_180), Image.linear_gradient("L").resize((400, 600)))
    )
    (project.root / "card_data/inn/art").mkdir()
    colours.save(project.root / "card_data/inn/art/photo.png")
    write(
        project.root,
        "layouts/inn/back.xml.j2",
        '<face><image href="art/photo.png" x="0" y="0" w="40" h="60"/></face>\n',
    )
    given = make_handout(ProofSession(project, Options("inn", jobs=1)))
    kinds = {url[:15] for url in data_urls(given.faces).values()}
    assert kinds == {"data:image/png;", "data:image/webp"}


@pytest.mark.parametrize(
    ("w", "h", "share", "pixels"), [(63, 88, 1, 479), (190, 260, 1, 876), (16, 16, 1, 128), (63, 88, 0.5, 240)]
)
def test_how_wide(w: float, h: float, share: float, pixels: int) -> None:
    assert w / 25.4 * dpi_of(w, h, share) == pytest.approx(pixels, abs=2)
