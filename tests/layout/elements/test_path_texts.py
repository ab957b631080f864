"""Texts along a path."""

import math

import pytest
from desk import Desk, texts_of

from pnp.model.display import Group, Item, Picture, Run, Shape, Text

ARCH = "M5 25 A20 20 0 0 1 45 25"  # half a circle about 25, 25


def _items(desk: Desk, xml: str, **options: object) -> tuple[Item, ...]:
    laid = desk.face(xml, 60, 40, **options)
    assert not laid.problems, laid.lines
    items = laid.faces[0].content.items
    while len(items) == 1 and isinstance(items[0], Group) and not isinstance(items[0].items[0], Picture):
        items = items[0].items
    return items


def _letters(desk: Desk, xml: str, **options: object) -> list[Run]:
    laid = desk.face(xml, 60, 40, **options)
    assert not laid.problems, laid.lines
    return [run for text in texts_of([laid.faces[0].content]) for run in text.runs]


def _middle(run: Run) -> tuple[float, float]:
    assert run.turn is not None
    half = run.parts[0].width * run.size / 2
    return run.x + half * math.cos(run.turn), run.y + half * math.sin(run.turn)


def test_each_letter_stands_on_the_path_and_is_turned_with_it(desk: Desk) -> None:
    letters = _letters(desk, f'<text along="{ARCH}" align="center">Lantern Fair</text>')
    assert "".join(run.parts[0].text for run in letters) == "Lantern Fair"
    for run in letters:
        x, y = _middle(run)
        assert math.dist((x, y), (25, 25)) == pytest.approx(20, abs=0.02)
        assert run.turn == pytest.approx(math.atan2(x - 25, 25 - y), abs=0.06)
    assert _middle(letters[0])[0] - 5 == pytest.approx(45 - _middle(letters[-1])[0], abs=1.0)


@pytest.mark.parametrize(("align", "first"), [("start", 0.0), ("right", 30.0)])
def test_on_a_straight_path_it_is_as_in_a_box(desk: Desk, align: str, first: float) -> None:
    letters = _letters(desk, f'<text along="M2 10 H32" align="{align}">Fox __and__ [fox]owl[/fox]</text>')
    (box, *_) = _letters(desk, '<text w="60">Fox __and__ [fox]owl[/fox]</text>')
    wide = letters[-1].x + letters[-1].parts[0].width * letters[-1].size - letters[0].x
    assert [run.y for run in letters] == [10] * len(letters)
    assert letters[0].x == pytest.approx(2 if align == "start" else 32 - wide)
    assert letters[3].x - letters[0].x == pytest.approx(
        sum(glyph.advance for glyph in box.parts[0].glyphs[:3]) / box.font.units_per_em * box.size
    )
    assert letters[-1].fill == "#c24a1a"


def test_a_text_stays_one_and_may_hold_icons_rules_and_outlines(desk: Desk) -> None:
    items = _items(desk, f'<text along="{ARCH}" outline="paper 0.3">Pay __one__ [coin] now</text>')
    assert [type(item).__name__ for item in items] == ["Shape", "Shape", "Text", "Group"]
    rule, outline, text, icon = items
    assert isinstance(rule, Shape)
    assert all(math.dist(point[1:], (25, 25)) < 20 for point in rule.path)  # type: ignore[arg-type]
    assert isinstance(text, Text)
    assert (text.says, text.is_bent) == ("Pay one [coin] now", True)
    assert isinstance(icon, Group)
    assert math.dist(icon.transform[4:], (25, 25)) > 20
    assert isinstance(outline, Shape)


def test_it_shrinks_to_the_length_of_its_path(desk: Desk) -> None:
    letters = _letters(desk, '<text style="title" along="M2 10 h16">Lantern</text>')
    assert letters[0].size < desk.style.styles["title"].size
    (line,) = desk.face('<text style="title" along="M22 10 h9">Lantern</text>').lines
    assert "PNP310 named=\"Lantern\" over='2.68 mm' size='9 pt'" in line


def test_where_layouts_are_mirrored_so_is_the_path_and_letters_stay_upright(desk: Desk) -> None:
    xml = '<text along="M2 20 L22 10">\u05d0\u05d1\u05d2\u05d3</text>'
    letters = _letters(desk, xml, language="he", mirror=True)
    assert all(run.turn is not None and 0 < run.turn < math.pi / 2 for run in letters)  # falls to the right now
    assert max(_middle(run)[0] for run in letters) == pytest.approx(58, abs=1.5)


@pytest.mark.parametrize(
    ("along", "told"),
    [
        ("M5 5 X", "PNP206 tag=text name=along what='expected a command"),
        ("M5 5", "PNP206 tag=text name=along what='goes nowhere'"),
    ],
)
def test_a_path_that_is_none_is_told_and_the_text_printed(desk: Desk, along: str, told: str) -> None:
    laid = desk.face(f'<text along="{along}">Fox</text>')
    assert [told in line for line in laid.lines] == [True], laid.lines
    assert laid.texts == ["Fox"]
