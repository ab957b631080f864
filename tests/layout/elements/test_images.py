"""Images: which part of a picture is shown, pages of PDFs, bleed made of edges."""

from io import BytesIO

import pikepdf
import pytest
from desk import Desk
from PIL import Image

from pnp.export.rasteriser import face_image
from pnp.model.display import Face

COLOURS = {"R": (255, 0, 0), "G": (0, 255, 0), "B": (0, 0, 255), "Y": (255, 255, 0), ".": (255, 255, 255)}
NAMES = {colour: name for name, colour in COLOURS.items()}
PAGES = (b"1 0 0 rg 0 0 40 20 re f 0 0 1 rg 20 0 20 20 re f", b"0 1 0 rg 0 0 40 20 re f")


@pytest.fixture
def art(desk: Desk) -> Desk:
    """four.png, 40 × 40 pixels: red green above, blue yellow below; deck.pdf, 40 × 20 mm: red blue, then green."""
    image, data, pdf = Image.new("RGB", (40, 40)), BytesIO(), pikepdf.new()
    for number, name in enumerate("RGBY"):
        image.paste(COLOURS[name], (number % 2 * 20, number // 2 * 20, number % 2 * 20 + 20, number // 2 * 20 + 20))
    image.save(data, "PNG")
    desk.file("card_data/night/art/four.png", data.getvalue())
    for drawn in PAGES:
        page = pdf.add_blank_page(page_size=(40 * 72 / 25.4, 20 * 72 / 25.4))
        page.Contents = pdf.make_stream(b"2.8346457 0 0 2.8346457 0 0 cm " + drawn)
    pdf.save(data := BytesIO())
    desk.file("card_data/night/art/deck.pdf", data.getvalue())
    return desk


def seen(face: Face, y: float, *xs: float) -> str:
    """Return a letter for each place, in millimetres."""
    image = face_image(face, 254).convert("RGB")
    return "".join(NAMES.get(image.getpixel((round(x * 10), round(y * 10))), "?") for x in xs)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("crop", "above", "below"),
    [("", "RG", "BY"), ("0 0 40 40", "RG", "BY"), ("0 0 20 20", "RR", "RR"), ("20 10 20 20", "GG", "YY")],
)
def test_a_part_of_a_picture(crop: str, above: str, below: str, art: Desk) -> None:
    face = art.face(f'<image href="art/four.png" crop="{crop}" x="10" y="10" w="2" h="2"/>').faces[0]
    assert (seen(face, 10.5, 9.5, 10.5, 11.5, 12.5), seen(face, 11.5, 9.5, 10.5, 11.5, 12.5)) == (
        f".{above}.",
        f".{below}.",
    )


def test_what_is_beyond_the_picture_shows_nothing(art: Desk) -> None:
    face = art.face('<image href="art/four.png" crop="-20 0 40 20" x="10" y="10" w="2" h="1"/>').faces[0]
    assert seen(face, 10.5, 9.5, 10.5, 11.5, 12.5) == "..R."


@pytest.mark.parametrize(
    ("crop", "what"),
    [
        ("1 2 3", "PNP206 tag=image name=crop what='\"1 2 3\" is not four numbers'"),
        (
            "0 0 2 nan",
            "PNP206 tag=image name=crop what='\"0 0 2 nan\" is no part of the picture, which is 40 × 40'",
        ),
        (
            "40 0 5 5",
            "PNP206 tag=image name=crop what='\"40 0 5 5\" is no part of the picture, which is 40 × 40'",
        ),
        (
            "0 0 1e9 5",
            "PNP206 tag=image name=crop what='\"0 0 1e9 5\" is no part of the picture, which is 40 × 40'",
        ),
    ],
)
def test_a_wrong_part_is_told_once(crop: str, what: str, art: Desk) -> None:
    laid = art.face(f'<image href="art/four.png" crop="{crop}" w="2" h="2"/>')
    assert laid.mistakes == [what]


@pytest.mark.parametrize(("page", "found"), [("", "RB"), ("#page=1", "RB"), ("#page=2", "GG")])
def test_a_page_of_a_pdf(page: str, found: str, art: Desk) -> None:
    laid = art.face(f'<image href="art/deck.pdf{page}" x="10" y="10" w="20" h="10"/>')
    assert (laid.lines, seen(laid.faces[0], 15, 9, 15, 25, 31)) == ([], f".{found}.")


def test_a_part_of_a_page_is_in_millimetres(art: Desk) -> None:
    face = art.face('<image href="art/deck.pdf" crop="20 0 20 20" x="10" y="10" w="10" h="10"/>').faces[0]
    assert seen(face, 15, 9, 11, 19, 21) == ".BB."


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("deck.pdf#page=3", "PNP410 number=3 last=2"),
        ("deck.pdf#page=0", "PNP410 number=0 last=2"),
        ("deck.pdf#page=x", "PNP291 href='art/deck.pdf#page=x' ~meant=deck.pdf"),
        ("desk.pdf#page=1", "PNP291 href='art/desk.pdf#page=1' ~meant=deck.pdf"),
    ],
)
def test_a_page_that_is_not_there(name: str, message: str, art: Desk) -> None:
    laid = art.face(f'<image href="art/{name}" w="10" h="5"/>' * 2)
    assert set(laid.mistakes) == {message}


@pytest.mark.parametrize(("edges", "around"), [("mirror", ".GRRGGR."), ("stretch", ".RRRGGG.")])
def test_bleed_is_made_of_edges(edges: str, around: str, art: Desk) -> None:
    image = f'<image href="art/four.png" x="10" y="10" w="1" h="1" edges="{edges}" bleed="1"/>'
    assert seen(art.face(image).faces[0], 10.2, 8.8, 9.2, 9.8, 10.2, 10.8, 11.2, 11.8, 12.2) == around


@pytest.mark.parametrize("edges", ["mirror", "stretch"])
def test_made_edges_hardly_lie_below_a_picture_that_is_seen_through(edges: str, art: Desk) -> None:
    data = BytesIO()
    Image.new("RGBA", (40, 40), (0, 0, 0, 128)).save(data, "PNG")
    art.file("card_data/night/art/glass.png", data.getvalue())
    image = f'<image href="art/glass.png" x="10" y="10" w="4" h="4" edges="{edges}" bleed="1"/>'
    pixels = face_image(art.face(image).faces[0], 2540).convert("L").crop((950, 1200, 1450, 1201))
    darker = [at / 100 + 9.5 for at in range(500) if pixels.getpixel((at, 0)) < 100]  # type: ignore[operator]
    assert darker
    assert all(10 <= at <= 10.06 or 13.94 <= at <= 14 for at in darker), darker


def test_pages_keep_their_colours_in_black_ink(art: Desk) -> None:
    laid = art.face('<image href="art/deck.pdf" w="40" h="20"/>', ink="black")
    assert laid.mistakes == ["PNP325"]
