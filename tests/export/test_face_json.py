"""The display list as JSON: nothing is lost, whatever stands on a face, and the same face makes the same text."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from face_reader import plain, read_face
from fonts_on_faces import fonts_of
from hypothesis import given
from laid import faces_of
from nightly import every
from random_items import FONTS, groups

from pnp.export.formats.json import face_json, json_body
from pnp.model.display import Drawing, Face, FontFace, Group, Picture, Raster, Shape, Text
from pnp.model.options import DESIGNS, Options

REPOSITORY = Path(__file__).parents[2]
PARTS = 12
GAMES = sorted(file.parent.name for file in (REPOSITORY / "card_data").glob("*/game.yaml"))


def whole_json(face: Face) -> bytes:
    return face_json(face.label, json_body(face))


def fonts_by_name(fonts: Iterator[FontFace]) -> Mapping[str, FontFace]:
    return {font.name: font for font in fonts}


@pytest.mark.parametrize("ink", every(2, DESIGNS))
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("part", every(PARTS, range(PARTS)))
def test_every_face_of_the_games_comes_back(part: int, game: str, ink: str) -> None:
    faces = faces_of(Options(game, ink=ink))[part::PARTS]
    assert faces
    for face in faces:
        assert plain(read_face(whole_json(face), fonts_by_name(fonts_of((face.content,))))) == plain(face)


@pytest.mark.nightly(examples=25)
@given(group=groups)
def test_any_display_list_comes_back(group: Group) -> None:
    face = Face("cards/one", 63.0, 88.0, group, "en")
    text = whole_json(face)
    assert plain(read_face(text, fonts_by_name(iter(FONTS)))) == plain(face)
    assert whole_json(face) == text


def test_what_is_used_twice_is_written_once_and_what_differs_twice() -> None:
    square = Shape((("M", 0.0, 0.0), ("L", 1.0, 0.0), ("L", 1.0, 1.0), ("Z",)), "#000000")
    one = Drawing("art/a.svg", 1.0, 1.0, (square,))
    alike, other = replace(one), replace(one, w=2.0)
    pictures = tuple([Picture(art, 0.0, 0.0, 9.0, 9.0) for art in (one, alike, other, one)])
    found = json.loads(whole_json(Face("cards/one", 63.0, 88.0, Group(pictures), "en")))
    assert [item["drawing"] for item in found["content"]["items"]] == [*["art/a.svg"] * 2, "art/a.svg 2", "art/a.svg"]
    assert list(found["drawings"]) == ["art/a.svg", "art/a.svg 2"]


def test_no_folder_of_this_machine_is_named(tmp_path: Path) -> None:
    picture = Picture(Raster("art/a.png", tmp_path / "a.png", 3, 4, "12"), 0.0, 0.0, 9.0, 9.0)
    text = whole_json(Face("cards/one", 63.0, 88.0, Group((picture,)), "en"))
    assert str(tmp_path).encode() not in text
    assert json.loads(text)["rasters"] == {
        "art/a.png": {"name": "art/a.png", "file": "a.png", "w": 3, "h": 4, "digest": "12"}
    }


def test_half_a_character_is_escaped() -> None:
    face = Face("cards/one", 63.0, 88.0, Group((Text((), "\ud800", 3.0),)), "en")
    assert json.loads(whole_json(face))["content"]["items"][0]["says"] == "\ud800"
