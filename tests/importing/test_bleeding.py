"""Bleed is made of a picture's edges, and no white line shows between them."""

from pathlib import Path

import pytest
from PIL import Image

from pnp.art.rasters import read_raster
from pnp.export.rasteriser import face_image
from pnp.importing.card_sides import CardSide
from pnp.importing.image_sheets import draw_side
from pnp.model.display import Face

COLOURS = ("#ff0000", "#00ff00", "#0000ff", "#ffff00")


@pytest.fixture
def side(tmp_path: Path) -> CardSide:
    """20 × 20 mm, its corners in four colours: red green above, blue yellow below."""
    image = Image.new("RGB", (80, 80))
    for number, colour in enumerate(COLOURS):
        image.paste(colour, (number % 2 * 40, number // 2 * 40, number % 2 * 40 + 40, number // 2 * 40 + 40))
    image.save(tmp_path / "four.png")
    raster, _ = read_raster(tmp_path / "four.png", "four.png", "four.png")
    assert raster
    return CardSide("four", "four.png", raster, 20, 20, 0, 0, 20, 20)


def draw_bled(side: CardSide, edges: str) -> Image.Image:
    """Draw a side with 4 mm around it, at 4 pixels a millimetre."""
    face = Face("four", 20, 20, draw_side(side, 20, 20, 4, edges), "en")
    return face_image(face, 102, bleed=4).convert("RGB").resize((112, 112), Image.Resampling.NEAREST)


@pytest.mark.parametrize("edges", ["mirror", "stretch"])
def test_each_edge_goes_on(edges: str, side: CardSide) -> None:
    image = draw_bled(side, edges)
    places = {(4, 4): 0, (56 - 20, 4): 0, (108, 4): 1, (4, 108): 2, (108, 108): 3, (4, 36): 0, (108, 76): 3}
    found = {at: "#{:02x}{:02x}{:02x}".format(*image.getpixel(at)) for at in places}
    assert found == {at: COLOURS[number] for at, number in places.items()}
    whites = [at for at in ((x, y) for x in range(112) for y in range(112)) if min(image.getpixel(at)) > 180]
    assert whites == []


def test_without_wishes_nothing_is_made(side: CardSide) -> None:
    assert draw_bled(side, "none").getpixel((4, 4)) == (255, 255, 255)


def test_mirrored_is_turned_over(side: CardSide, tmp_path: Path) -> None:
    image = Image.new("RGB", (80, 80), "#ff0000")
    image.paste("#0000ff", (0, 0, 8, 80))  # a blue edge of 2 mm on the left
    image.save(tmp_path / "four.png")
    raster, _ = read_raster(tmp_path / "four.png", "four.png", "four.png")
    image = draw_bled(side._replace(art=raster), "mirror")
    assert [image.getpixel((x, 56)) for x in (2, 12)] == [(255, 0, 0), (0, 0, 255)]
    image = draw_bled(side._replace(art=raster), "stretch")
    assert [image.getpixel((x, 56)) for x in (2, 12)] == [(0, 0, 255), (0, 0, 255)]


def test_bleed_that_is_there_is_shown(side: CardSide) -> None:
    inner = side._replace(w=12, h=12, x=-4, y=-4, bleed=4)
    face = Face("four", 12, 12, draw_side(inner, 12, 12, 4, "mirror"), "en")
    assert len(face.content.items) == 1
