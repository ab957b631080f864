"""Dashes around what is safe from the knife, on request."""

import pytest
from paper_reader import leaves, rect, safe_areas_of, sheets_of


@pytest.mark.parametrize("outline", ["rectangle", "rounded", "circle", "hexagon"])
def test_two_millimetres_inside_of_each_piece(outline: str):
    sheets = sheets_of(leaves("piece", 40, 40, 3, outline=outline, corner=3, backs="all"), sides="duplex", safe=True)
    for sheet in sheets:
        drawn = safe_areas_of(sheet)
        assert len(drawn.items) == len(sheet.placements) == 3
        for placement, shape in zip(sheet.placements, drawn.items, strict=True):
            xs = [x for segment in shape.path for x in segment[1::2]]
            ys = [y for segment in shape.path for y in segment[2::2]]
            x, y, w, h = rect(placement)
            inner = (x + 2, y + 2, x + w - 2, y + h - 2)
            assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(inner)


def test_they_are_dashed_and_coloured_and_only_there_on_request():
    (plain,), (asked,) = (sheets_of(leaves("piece", 40, 40), safe=safe) for safe in (False, True))
    assert safe_areas_of(plain) is None
    assert {(shape.stroke.paint, shape.stroke.dash) for shape in safe_areas_of(asked).items} == {
        ("#00a0c0", (1.0, 1.0))
    }


def test_rounded_corners_stay_round_inside():
    (sheet,) = sheets_of(leaves("piece", 60, 90, outline="rounded", corner=5), "70x100", safe=True)
    (shape,) = safe_areas_of(sheet).items
    assert shape.path[0] == ("M", 10.0, 7.0)  # 2 mm inside the cut, 3 of the 5 mm radius left
    assert [segment[0] for segment in shape.path].count("C") == 4


def test_a_piece_with_nothing_safe_in_it_has_no_dashes():
    (sheet,) = sheets_of(leaves("cube", 4, 4), safe=True)
    assert safe_areas_of(sheet) is None
