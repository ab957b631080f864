"""`shrink="together"`: one share of their sizes for all texts, the largest with which everything finds room."""

from desk import Desk, texts_of

from pnp.model.display import Face, Text
from pnp.model.length import to_points

SHORT, LONG = "Then discard this.", "Take two coins from the market and one from whoever has the most of them all."


def _sizes(face: Face) -> dict[str, float]:
    return {text.says: to_points(text.size) for text in texts_of([face.content])}


def _texts(face: Face) -> list[Text]:
    return texts_of([face.content])


def test_texts_of_one_style_have_one_size(desk: Desk) -> None:
    """Alone, the short one has room to be large: together it is as small as the long one has to be."""
    boxes = f'<text h="5">{SHORT}</text><text h="9">{LONG}</text>'
    alone = _sizes(desk.face(f'<column w="40" h="20">{boxes}</column>').faces[0])
    together = desk.face(f'<column w="40" h="20" shrink="together">{boxes}</column>')
    assert not together.lines
    assert alone[SHORT] == 8.5
    assert set(_sizes(together.faces[0]).values()) == {alone[LONG]}
    assert alone[LONG] < 8.5


def test_as_large_as_they_can_be(desk: Desk) -> None:
    """The column itself is what has no room: by a quarter point larger, it would be too full."""
    text = f"<text>{LONG}</text>"
    laid = desk.face(f'<column w="40" h="14" shrink="together">{text * 2}</column>')
    assert not laid.lines
    (size,) = set(_sizes(laid.faces[0]).values())
    larger = text.replace("<text>", f'<text size="{size + 0.25}pt" min="{size + 0.25}pt">') * 2
    assert desk.face(f'<column w="40" h="14">{larger}</column>').lines
    exact = text.replace("<text>", f'<text size="{size}pt" min="{size}pt">') * 2
    assert not desk.face(f'<column w="40" h="14">{exact}</column>').lines


def test_what_finds_room_stays_as_it_is(desk: Desk) -> None:
    laid = desk.face(f'<row w="60" h="20" shrink="together"><text grow="1">{SHORT}</text></row>')
    assert _sizes(laid.faces[0]) == {SHORT: 8.5}


def test_a_title_stays_larger_than_what_is_below_it(desk: Desk) -> None:
    laid = desk.face(
        f'<column w="30" h="22" shrink="together"><text style="title">Fox</text><text>{LONG}</text>'
        "<ul><li>One</li></ul></column>"
    )
    assert not laid.lines
    sizes = _sizes(laid.faces[0])
    assert 6.5 <= sizes[LONG] < 8.5
    assert 9 <= sizes["Fox"] < 13
    assert sizes["One"] == sizes[LONG]
    assert sizes["Fox"] / 13 >= sizes[LONG] / 8.5 - 0.03


def test_none_is_smaller_than_its_style_allows(desk: Desk) -> None:
    """A title may lose more of its size than what is below it."""
    texts = f'<text h="4">{LONG}</text><text style="title" h="5">Fox</text>'
    laid = desk.face(f'<column w="20" h="9" shrink="together">{texts}</column>')
    assert [problem.code for problem in laid.problems] == ["PNP310"]
    assert "PNP310 named='\"Take two coins from the marke…\"' over='55.99 mm' size='6.5 pt'" in laid.lines[0]
    assert _sizes(laid.faces[0]) == {LONG: 6.5, "Fox": 9}


def test_by_a_quarter_point_where_that_is_enough(desk: Desk) -> None:
    """A line of 8.5 pt is 3.6 mm high."""
    laid = desk.face('<column w="20" h="20" shrink="together"><text h="3.52">Fox</text></column>')
    assert not laid.lines
    assert _sizes(laid.faces[0]) == {"Fox": 8.25}


def test_texts_in_boxes_in_it(desk: Desk) -> None:
    laid = desk.face('<g shrink="together"><g><row w="20" h="3.52"><text grow="1">Fox</text></row></g></g>')
    assert not laid.lines
    assert _sizes(laid.faces[0]) == {"Fox": 8.25}


def test_items_of_a_list(desk: Desk) -> None:
    column = f'<column w="40" h="14" shrink="together"><text>{LONG}</text><ul of="steps"/></column>'
    laid = desk.lay_out(f"<face>{column}</face>", fields={"steps": ("Turn a tile", "Take a coin")})
    assert not laid.lines
    sizes = _sizes(laid.faces[0])
    assert set(sizes) == {LONG, "•", "Turn a tile", "Take a coin"}
    assert set(sizes.values()) == {sizes[LONG]}
    assert sizes[LONG] < 8.5


def test_boxes_anywhere_in_a_group(desk: Desk) -> None:
    boxes = f'<text w="30" h="5">{SHORT}</text><g y="10"><text w="40" h="9">{LONG}</text></g>'
    laid = desk.face(f'<g shrink="together">{boxes}</g>')
    assert not laid.lines
    assert len(set(_sizes(laid.faces[0]).values())) == 1


def test_it_is_still_known_how_large_they_were_to_be(desk: Desk) -> None:
    laid = desk.face(f'<column w="40" h="14" shrink="together">{f"<text>{LONG}</text>" * 2}</column>')
    for text in _texts(laid.faces[0]):
        assert to_points(text.full) == 8.5
        assert text.size < text.full


def test_another_word_is_told(desk: Desk) -> None:
    for tag in ("g", "column"):
        laid = desk.face(f'<{tag} shrink="all"><text>a</text></{tag}>')
        assert laid.mistakes == [f"PNP206 tag={tag} name=shrink what='\"all\" is none of alone, together'"]
