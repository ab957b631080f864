"""Bitmaps as icons, and drawings that become bitmaps where they are placed."""

from dataclasses import replace
from io import BytesIO

import pytest
from desk import Desk
from PIL import Image

from pnp.art import svg_files as bitmaps
from pnp.model.display import Drawing, Group, Item, Picture, Raster

SHADOW = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><filter id="f"><feFlood/></filter>'
    '<path d="M0 0h2v1h-2z" filter="url(#f)"/></svg>'
)


def pictures(items: tuple[Item, ...]) -> list[Picture]:
    found: list[Picture] = []
    for item in items:
        if isinstance(item, Group):
            found += pictures(item.items)
        elif isinstance(item, Picture):
            found.append(item)
    return found


def raster_in(picture: Picture) -> Raster:
    assert isinstance(picture.art, Drawing)
    (inner,) = picture.art.items
    assert isinstance(inner, Picture)
    assert isinstance(inner.art, Raster)
    return inner.art


def test_an_icon_may_be_a_bitmap(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    file = BytesIO()
    Image.new("RGB", (200, 100), "red").save(file, "PNG")
    path = desk.file("card_data/night/art/icons/gem.png", file.getvalue())
    coin = desk.game.icons["coin"]
    icons = {**desk.game.icons, "coin": coin._replace(path=path)}
    monkeypatch.setattr(desk, "game", replace(desk.game, icons=icons))
    laid = desk.face('<icon name="coin" size="4" w="20" h="4"/><text y="10">Pay [coin].</text>')
    assert laid.lines == []
    by_name, in_text = pictures((laid.faces[0].content,))
    assert (by_name.w, by_name.h) == (8, 4)
    assert in_text.w == pytest.approx(2 * in_text.h)
    assert raster_in(by_name) is raster_in(in_text)
    assert isinstance(by_name.art, Drawing)
    assert by_name.art.icon == "coin"


def test_what_only_resvg_draws_is_as_fine_as_it_is_printed(desk: Desk) -> None:
    desk.file("card_data/night/art/shadow.svg", SHADOW)
    laid = desk.face('<image href="art/shadow.svg" w="25.4" h="12.7"/><image href="art/shadow.svg" y="20" w="12.7"/>')
    assert laid.mistakes == ["PNP320 what='filter of <path>' dpi=600"]
    sizes = [(raster_in(picture).w, raster_in(picture).h) for picture in pictures((laid.faces[0].content,))]
    assert sizes == [(600, 300), (300, 150)]


def test_what_resvg_fails_at_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.file("card_data/night/art/shadow.svg", SHADOW)
    monkeypatch.setattr(bitmaps, "_WORKER", "import sys; sys.exit('no memory')")
    laid = desk.face('<image href="art/shadow.svg" w="20" h="10"/>')
    assert laid.mistakes[-1] == "PNP321 why='no memory'"
