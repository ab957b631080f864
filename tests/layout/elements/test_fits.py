"""Fits: the first of several versions that finds room."""

import pytest
from desk import Desk, boxes


def _version(w: float, h: float = 5) -> str:
    return f'<row><column w="{w}" h="{h}" fill="fox"/></row>'


@pytest.mark.parametrize(("w", "found"), [(40, "40 5"), (20, "20 5"), (15, "10 5"), (10, "10 5")])
def test_the_first_that_finds_room_is_drawn(desk: Desk, w: float, found: str) -> None:
    laid = desk.face(f'<fit x="3" w="{w}" h="20">{_version(40)}{_version(20)}{_version(10)}</fit>')
    assert not laid.lines
    assert boxes(laid.faces[0]) == [f"3 0 {found}"]


def test_fewer_words_where_many_do_not_fit(desk: Desk) -> None:
    versions = "<text>Shuffle the tiles and lay out five of them</text><text>Shuffle</text>"
    assert desk.face(f'<fit w="50" h="20">{versions}</fit>').texts == ["Shuffle the tiles and lay out five of them"]
    laid = desk.face(f'<fit w="20" h="4">{versions}</fit>')
    assert not laid.lines
    assert laid.texts == ["Shuffle"]


def test_smaller_pieces_where_large_ones_lie_over_each_other(desk: Desk) -> None:
    children = [f'<column w="{w}" h="10" fill="fox"/>' * 3 for w in (20, 15, 12)]
    packs = "".join(f"<pack>{three}</pack>" for three in children)
    laid = desk.face(f'<fit w="46" h="12">{packs}</fit>')
    assert not laid.lines
    assert {box.split()[2] for box in boxes(laid.faces[0])} == {"15"}


def test_where_none_finds_room_the_last_is_drawn_and_reported(desk: Desk) -> None:
    laid = desk.face(f'<fit w="8" h="20">{_version(20)}{_version(10)}</fit>')
    assert laid.mistakes == ["PNP210 tag=row over='2 mm' how=wide"]
    assert boxes(laid.faces[0]) == ["0 0 10 5"]


def test_other_mistakes_are_told_of_those_that_find_no_room_too(desk: Desk) -> None:
    wrong = '<row gapp="2"><column w="40" h="2" fill="fxo"/></row>'
    laid = desk.face(f'<fit w="20" h="20">{wrong}{_version(10)}</fit>')
    assert sorted(laid.mistakes) == [
        "PNP205 tag=row name=gapp ~meant=gap",
        "PNP207 name=fxo ~meant=fox",
    ]
    assert boxes(laid.faces[0]) == ["0 0 10 5"]


def test_a_fit_wants_the_size_of_the_first_that_is_not_too_wide(desk: Desk) -> None:
    fit = f"<fit>{_version(40, 9)}{_version(20, 7)}</fit>"
    below = '<column w="5" h="1" fill="fox"/>'
    assert boxes(desk.face(f'<column w="50" align="start">{fit}{below}</column>').faces[0]) == ["0 0 40 9", "0 9 5 1"]
    assert boxes(desk.face(f'<column w="30" align="start">{fit}{below}</column>').faces[0]) == ["0 0 20 7", "0 7 5 1"]


def test_its_children_stand_at_places_of_their_own(desk: Desk) -> None:
    child = '<column x="10" y="2" w="5" h="3" fill="fox"/>'
    assert boxes(desk.face(f'<fit x="1" y="1" w="20" h="20">{child}</fit>').faces[0]) == ["11 3 5 3"]
    column = f'<column w="50" align="start"><fit>{child}</fit><column w="5" h="1" fill="fox"/></column>'
    assert boxes(desk.face(column).faces[0])[-1] == "0 5 5 1"


def test_an_empty_fit_is_no_mistake(desk: Desk) -> None:
    assert desk.face('<fit w="20" h="9"/><fit/>').lines == []


def test_a_text_of_its_own_is_reported(desk: Desk) -> None:
    laid = desk.face('<fit w="20" h="9">Shuffle</fit>')
    assert laid.mistakes == ["PNP208 text=Shuffle tag=fit"]
