"""How much ink a file takes is measured on its pages."""

import json
from pathlib import Path

import pytest
from running import Run
from tiny_game import change

from pnp.export.pdf import Info, write_pdf
from pnp.export.rasteriser import page_darkness
from pnp.model.display import Face, Group, Shape
from pnp.model.sheet import Paper, Placement, Rect, Sheet

A_QUARTER = (("M", 0.0, 0.0), ("L", 50.0, 0.0), ("L", 50.0, 50.0), ("L", 0.0, 50.0), ("Z",))


def page(*shapes: Shape) -> Sheet:
    face = Face("cards/a", 100, 100, Group(shapes), "en")
    placement = Placement(face, 0, 0, 100, 100)
    return Sheet(Paper("square", 100, 100), "1", "cards", "", "front", (placement,), (), Rect(0, 0, 100, 100))


def test_black_is_one_and_white_nothing() -> None:
    pages = [page(), page(Shape(A_QUARTER, "#000000")), page(Shape(A_QUARTER, "#808080"))]
    assert list(page_darkness(write_pdf(pages, Info("t")))) == pytest.approx([0.0, 0.25, 0.125], abs=0.002)


def test_a_build_reports_it_for_each_component(tiny: Path, run: Run) -> None:
    def coverage() -> dict[str, float]:
        said: dict[str, dict[str, float]] = json.loads(run("build", "tiny", "--json", "--together", "no").out)
        return said["coverage"]

    pale = coverage()
    assert set(pale) == {"all", "cards", "coins"}
    assert 0 < pale["coins"] < 5
    ground = '<face><rect x="0" y="0" width="40" height="60" fill="#000000"/>'
    change(tiny, "layouts/tiny/card.xml.j2", "<face>", ground)
    dark = coverage()
    of_paper = 100 * 3 * 40 * 60 / (210 * 297)
    assert dark["cards"] - pale["cards"] == pytest.approx(of_paper, rel=0.1)
    assert dark["coins"] == pale["coins"]
