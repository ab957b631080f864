"""The calibration sheet: a printer that does this and that to its backs, read off the sheet, comes out right."""

import math
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from listing import listing

from pnp.build import calibration as calibrate
from pnp.build.calibration import PITCH, STEPS, back_position, calibration_sheets
from pnp.impose import own_pages as drawing
from pnp.impose.press import Press, find_paper
from pnp.io.project import Project
from pnp.load import find_project
from pnp.model.display import IDENTITY, Group, Item, Matrix, Shape, Text
from pnp.model.options import Options
from pnp.model.problem import UsageError
from pnp.model.sheet import Printer, Sheet

PROJECT = find_project(Path(__file__).parents[2])
Golden = Callable[[str, str], None]


class Line(NamedTuple):
    """A line of the back: where its middle is, and whether it is upright."""

    x: float
    y: float
    is_upright: bool


def shapes(items: tuple[Item, ...], matrix: Matrix = IDENTITY) -> Iterator[list[tuple[float, float]]]:
    """Each shape's points on the page."""
    a, b, c, d, e, f = matrix
    for item in items:
        if isinstance(item, Group):
            g, h, i, j, k, m = item.transform
            inner = (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)
            yield from shapes(item.items, inner)
        elif isinstance(item, Shape):
            yield [
                (a * s[-2] + c * s[-1] + e, b * s[-2] + d * s[-1] + f)  # type: ignore[operator]
                for s in item.path
                if len(s) > 1
            ]


def lines(sheet: Sheet) -> list[Line]:
    """Return the lines behind the boxes, in the order of rows and boxes."""
    found = []
    for points in shapes((sheet.placements[0].face.content,), sheet.adjust):
        if len(points) == 2 and math.dist(*points) == pytest.approx(4.4, rel=0.05):
            (x1, y1), (x2, y2) = points
            found.append(Line((x1 + x2) / 2, (y1 + y2) / 2, abs(x1 - x2) < abs(y1 - y2)))
    assert len(found) == 4 * len(STEPS)
    return found


def press(paper: str, flip: str, printer: Printer | None = None) -> Press:
    return Press(Options("", flip=flip), find_paper(paper), printer=printer)


@cache
def sheets_for(paper: str, flip: str, printer: Printer | None = None) -> tuple[Sheet, Sheet]:
    return calibration_sheets(PROJECT, press(paper, flip, printer))


class Fault(NamedTuple):
    """What a printer does to backs: millimetres as one looks at them, degrees clockwise about the middle."""

    right: float = 0.0
    down: float = 0.0
    turned: float = 0.0


def seen(sheets: tuple[Sheet, Sheet], flip: str, fault: Fault) -> Iterator[tuple[str, float, float]]:
    """Held against the light: each row's sign, each box's number, and how far the line from behind is off its ticks."""
    front, back = sheets
    w, h = front.paper.w, front.paper.h
    rows = [calibrate._row(front.paper, flip, sign) for sign in "ABCD"]
    boxes = [(row, box) for row in rows for box in row["boxes"]]  # type: ignore[union-attr]
    cos, sin = math.cos(math.radians(fault.turned)), math.sin(math.radians(fault.turned))
    for (row, box), line in zip(boxes, lines(back), strict=True):
        dx, dy = line.x - w / 2, line.y - h / 2
        x, y = w / 2 + cos * dx - sin * dy + fault.right, h / 2 + sin * dx + cos * dy + fault.down
        x, y = back_position(front.paper, flip, x, y)
        assert line.is_upright == row["is_across"]
        number = float(str(box["reading"]).replace("−", "-"))
        yield str(row["sign"]), number, x - box["x"] if row["is_across"] else y - box["y"]


def read(sheets: tuple[Sheet, Sheet], flip: str, fault: Fault) -> dict[str, float]:
    """Each row's reading: the number of the box whose line is least off."""
    best: dict[str, tuple[float, float]] = {}
    for sign, number, off in seen(sheets, flip, fault):
        best[sign] = min(best.get(sign, (math.inf, 0.0)), (abs(off), number))
    return {sign: number for sign, (_, number) in best.items()}


def profile(sheets: tuple[Sheet, Sheet], readings: dict[str, float]) -> Printer:
    """Return the printer that the table on the sheet computes from the readings."""
    factor = next(said for said in texts(sheets[0]) if said.startswith("(A − B) × "))
    return Printer(
        "office",
        offset_x=(readings["A"] + readings["B"]) / 2,
        offset_y=(readings["C"] + readings["D"]) / 2,
        rotate=(readings["A"] - readings["B"]) * float(factor.removeprefix("(A − B) × ")),
    )


def texts(sheet: Sheet) -> list[str]:
    def walk(items: tuple[Item, ...]) -> Iterator[str]:
        for item in items:
            if isinstance(item, Text):
                yield item.says
            elif isinstance(item, Group):
                yield from walk(item.items)

    return list(walk((sheet.placements[0].face.content,)))


@pytest.mark.nightly(examples=10)
@given(
    st.sampled_from(["a4", "letter", "a3"]),
    st.sampled_from(["long", "short"]),
    st.builds(Fault, st.floats(-1.5, 1.5), st.floats(-1.5, 1.5), st.floats(-0.15, 0.15)),
)
@settings(max_examples=40)
def test_what_is_read_brings_backs_under_fronts(paper: str, flip: str, fault: Fault) -> None:
    sheets = sheets_for(paper, flip)
    found = profile(sheets, read(sheets, flip, fault))
    again = calibration_sheets(PROJECT, press(paper, flip, found))
    middle = [abs(off) for _, number, off in seen(again, flip, fault) if number == 0]
    assert max(middle) < 0.26, found  # readings are a quarter of a millimetre apart


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize(
    ("fault", "readings"),
    [
        (Fault(), {"A": 0, "B": 0, "C": 0, "D": 0}),
        (Fault(right=0.5), {"A": -0.5, "B": -0.5, "C": 0, "D": 0}),
        (Fault(down=-1.25), {"A": 0, "B": 0, "C": 1.25, "D": 1.25}),
    ],
)
def test_readings(flip: str, fault: Fault, readings: dict[str, float]) -> None:
    assert read(sheets_for("a4", flip), flip, fault) == readings


def test_a_sheet_that_is_turned_reads_more_above_than_below() -> None:
    for flip in ("long", "short"):
        found = read(sheets_for("a4", flip), flip, Fault(turned=-0.2))
        assert found["A"] == 0.5
        assert found["B"] == -0.5


@pytest.mark.parametrize("paper", ["a4", "letter", "legal", "a3", "tabloid", "210x279.4", "400x300"])
@pytest.mark.parametrize("flip", ["long", "short"])
def test_all_fits(paper: str, flip: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problems = []
    draw = drawing.draw

    def collect_problems(pages: list[drawing.OwnPage], project: Project, language: str, **more: object):  # type: ignore[no-untyped-def]
        leaves, found = draw(pages, project, language, **more)  # type: ignore[arg-type]
        problems.extend(found)
        return leaves, found

    monkeypatch.setattr(calibrate, "draw", collect_problems)
    printer = Printer("office-of-the-night.WMWM", 9.75, -9.75, -1.11, 1.013, 0.987)
    for sheet in calibration_sheets(PROJECT, press(paper, flip, printer)):
        assert sheet.paper.w <= sheet.paper.h
    assert problems == []


def test_the_dot_shines_into_the_circle_unless_the_sheet_is_turned_over_wrongly() -> None:
    for flip in ("long", "short"):
        paper = find_paper("a4")
        corners = [calibrate._corner(paper, flip, right, below) for right in (0, 1) for below in (0, 1)]
        marked = [corner for corner in corners if corner["is_marked"]]
        assert len(marked) == 1
        place = marked[0]["back_x"], marked[0]["back_y"]
        other = "short" if flip == "long" else "long"
        assert back_position(paper, flip, *place) == pytest.approx((marked[0]["x"], marked[0]["y"]))  # type: ignore[arg-type]
        x, y = back_position(paper, other, *place)  # type: ignore[arg-type]
        assert (x, y) == pytest.approx((195, 282)), "across the sheet"


def test_the_rulers_are_100_mm() -> None:
    sizes = set()
    for points in shapes((sheets_for("a4", "long")[0].placements[0].face.content,)):
        if len(points) > 200:
            xs, ys = [x for x, _ in points], [y for _, y in points]
            sizes.add((round(max(xs) - min(xs), 6), round(max(ys) - min(ys), 6)))
    assert sizes == {(100.0, 5.0), (5.0, 100.0)}


def test_boxes_do_not_touch() -> None:
    assert PITCH > 7.5 + 0.5


def test_a_paper_that_is_too_small() -> None:
    with pytest.raises(UsageError) as caught:
        sheets_for("150x200", "long")
    said = "150x200 is 150 × 200 mm: the calibration sheet needs 210 × 279.4 mm (a4 and letter have them)"
    assert str(caught.value) == said


def test_with_a_profile_the_table_starts_from_it() -> None:
    said = texts(sheets_for("a4", "long", Printer("office", 0.5, -0.25, 0.1, 1.003))[0])
    assert {"0.5 + the middle of A and B", "−0.25 + the middle of C and D", "0.1 + (A − B) × 0.22"} <= set(said)
    assert {"200.3 minus the ruler across, in mm", "200 minus the ruler upwards, in mm"} <= set(said)
    assert "See that it is right by printing this sheet once more: pnp calibrate --printer office" in said


def test_the_sheet_as_text(golden: Golden) -> None:
    front, back = sheets_for("a4", "long")
    golden("calibration", "\n".join([*texts(front), "", listing(back.placements[0].face)]))
