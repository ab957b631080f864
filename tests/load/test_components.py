"""Sizes and shapes as authors write them → millimetres."""

from math import sqrt

import pytest

from pnp.load.scalars import load_sizes
from pnp.model.game import Format, Outline

COMPONENT = """\
title: Small
version: "1"
languages: [en]
components:
  cards: {{title: Cards, front: card.xml.j2, {said}}}
"""


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("size: tarot", Format(70, 120)),
        ("size: Poker", Format(63, 88)),
        ("size: a3 landscape", Format(420, 297)),
        ("size: Poker  Landscape", Format(88, 63)),
        ("size: square landscape", Format(70, 70)),
        ("size: 63 x 88", Format(63, 88)),
        ("size: 63mm x 88mm", Format(63, 88)),
        ("size: 63×88", Format(63, 88)),
        ("size: 2.5in x 3.5in", Format(63.5, 88.9)),
        ("size: [63, 8.8cm]", Format(63, 88)),
        ("size: 25.4", Format(25.4, 25.4)),
        ("size: 1in", Format(25.4, 25.4)),
        ("size: tile, shape: circle", Format(25.4, 25.4, Outline.CIRCLE)),
        ("size: 30mm, shape: hexagon", Format(30, 60 / sqrt(3), Outline.HEXAGON)),
        ("size: 30 x 40, shape: hexagon", Format(30, 40, Outline.HEXAGON)),
        ("size: poker, shape: rounded", Format(63, 88, Outline.ROUNDED, corner=3)),
        ("size: poker, shape: rounded, corner: 2mm", Format(63, 88, Outline.ROUNDED, corner=2)),
        ("size: 8, shape: rounded", Format(8, 8, Outline.ROUNDED, corner=2, safe=1.6)),
        ("size: poker, safe: 0", Format(63, 88, safe=0)),
        ("size: poker, safe: 4.5mm", Format(63, 88, safe=4.5)),
        ("size: poker, bleed: 3mm", Format(63, 88, bleed=3)),
        ("size: poker, double-sided: true", Format(63, 88, is_double_sided=True)),
    ],
)
def test_sizes_and_shapes(load, said: str, expected: Format) -> None:
    game, problems = load(content=None, game=COMPONENT.format(said=said))
    assert problems == []
    found = game.components["cards"].format
    assert (found.outline, found.safe, found.corner) == (expected.outline, expected.safe, expected.corner)
    assert found.bleed == expected.bleed
    assert (found.w, found.h) == pytest.approx((expected.w, expected.h))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("size: landscape a3", "PNP025 path=components.cards.size name='\"landscape a3\"' ~meant='a3 landscape'"),
        ("size: a3 landscap", "PNP025 path=components.cards.size name='\"a3 landscap\"' ~meant='a3 landscape'"),
        ("size: 63 x", "PNP025 path=components.cards.size found='\"63 x\"'"),
        ("size: 0 x 88", "PNP021 path=components.cards.size value=0"),
        ("size: 63 x 88 x 3", "PNP025 path=components.cards.size count=3"),
        ("size: 4m", 'PNP025 path=components.cards.size found="4m"'),
        ("size: " + "9" * 500, f"PNP021 path=components.cards.size value={'9' * 39}…"),
        ("size: square, safe: 35mm", "PNP103 safe='35 mm' w='70 mm' h='70 mm'"),
    ],
)
def test_what_is_no_size(load, said: str, expected: str) -> None:
    game, problems = load(content=None, game=COMPONENT.format(said=said))
    assert [problem.partition(" ")[2] for problem in problems] == [expected]
    assert game.components["cards"].format.h > 0


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("size: a4, cut: false", "PNP419 component=cards paper=a4 margin='5 mm' room='200 × 287 mm'"),
        ("size: a4 landscape, cut: false", "PNP419 component=cards paper=a4 margin='5 mm' room='200 × 287 mm'"),
        ("size: 8.5in x 11in, cut: false", "PNP419 component=cards paper=letter margin='5 mm' room='205.9 × 269.4 mm'"),
        ("size: a4", ""),  # cut out, it may be a board to be glued on purpose; PNP408 says what a sheet costs
        ("size: page, cut: false", ""),
        ("size: 200 x 287, cut: false", ""),
        ("size: a3, cut: false", ""),
    ],
)
def test_a_page_as_large_as_the_paper_comes_in_parts(load, said: str, found: str) -> None:
    _, problems = load(content=None, game=COMPONENT.format(said=said))
    assert [problem.partition(" ")[2] for problem in problems] == [found] * bool(found)


def test_a_page_fits_inside_the_margins_of_a4_and_letter() -> None:
    w, h = load_sizes()["page"]
    for paper_w, paper_h in ((210, 297), (215.9, 279.4)):
        assert w <= paper_w - 10
        assert h <= paper_h - 10
