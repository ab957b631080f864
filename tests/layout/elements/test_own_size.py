"""`w="auto"`, `h="auto"`: a box as large as what is in it, and the shapes that follow it."""

import pytest
from desk import Desk, boxes

from pnp.model.display import Group, Item, Path, Shape

FILLED = '<column w="12" h="5" fill="fox"/>'
GROUND = '<rect width="100%" height="100%" fill="ink"/>'


def _paths(items: tuple[Item, ...]) -> list[Path]:
    return [
        path
        for item in items
        for path in (_paths(item.items) if isinstance(item, Group) else [item.path] if isinstance(item, Shape) else [])
    ]


@pytest.mark.parametrize(
    ("size", "ground"),
    [('w="auto" h="auto"', "3 4 12 5"), ('w="auto"', "3 4 12 36"), ('h="auto"', "3 4 57 5"), ("", "3 4 57 36")],
)
def test_a_box_is_as_large_as_what_is_in_it(desk: Desk, size: str, ground: str) -> None:
    laid = desk.face(f'<g x="3" y="4" {size}>{GROUND}{FILLED}</g>')
    assert not laid.lines
    assert boxes(laid.faces[0]) == [ground, "3 4 12 5"]


def test_boxes_at_one_place_are_each_as_large_as_what_is_in_them(desk: Desk) -> None:
    small, large = (f'<g x="3" y="4" w="auto" h="auto">{GROUND}{FILLED * n}</g>' for n in (1, 2))
    wider = large.replace('w="12"', 'w="20"')
    assert boxes(desk.face(small + wider).faces[0])[::2] == ["3 4 12 5", "3 4 20 5", "3 4 20 5"]
    assert boxes(desk.face(small + wider).faces[0])[2] == "3 4 20 5"


def test_a_text_too_wide_for_what_is_left_wraps(desk: Desk) -> None:
    """The ground is as high as two lines of the style's 8.5 pt at a leading of 1.2."""
    laid = desk.face(
        f'<g x="30" y="0" w="auto" h="auto">{GROUND}<text>Eight short words that need two lines</text></g>'
    )
    assert not laid.lines
    x, _, w, h = map(float, boxes(laid.faces[0])[0].split())
    assert x + w <= 60
    assert h == pytest.approx(2 * 1.2 * 8.5 * 25.4 / 72, abs=0.01)


def test_a_stack_stretches_no_child_that_is_as_large_as_it_is(desk: Desk) -> None:
    stretched = f"<g>{GROUND}{FILLED}</g>"
    own = f'<g h="auto">{GROUND}{FILLED}</g>'
    assert boxes(desk.face(f'<row w="50" h="20">{stretched}{own}</row>').faces[0])[::2] == ["0 0 12 20", "12 0 12 5"]
    tall = f'<g w="auto">{GROUND}{FILLED}</g>'
    assert boxes(desk.face(f'<column w="50" h="20">{tall}</column>').faces[0])[0] == "0 0 12 5"


def test_corners_are_shares_of_the_box(desk: Desk) -> None:
    laid = desk.face('<g w="40" h="20"><polygon points="0,0 100%,25% 50%,20 10% 1" fill="ink"/></g>')
    assert not laid.lines
    assert _paths((laid.faces[0].content,)) == [
        (("M", 0.0, 0.0), ("L", 40.0, 5.0), ("L", 20.0, 20.0), ("L", 4.0, 1.0), ("Z",))
    ]


def test_a_corner_that_is_none_is_told(desk: Desk) -> None:
    (line,) = desk.face('<polygon points="0,0 x%,25% 50%,20" fill="ink"/>').mistakes
    assert "PNP206 tag=polygon what='points: expected a number at character 4, found ' ''" in line


def test_another_word_is_told(desk: Desk) -> None:
    (problem,) = desk.face('<g w="atuo"><text>a</text></g>').problems
    assert problem.hint.endswith(" or auto")


def test_other_lengths_are_not_automatic(desk: Desk) -> None:
    laid = desk.face('<g x="auto"><text>a</text></g>')
    assert laid.mistakes == ["PNP206 tag=g name=x what='\"auto\" is no length'"]
