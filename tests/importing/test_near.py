"""Neighbours are those that looking at all would find, in a time that grows with their number alone."""

import random
from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from pnp.importing.card_grids import NearPoints, find_cells
from pnp.importing.page_boxes import PageBoxes
from pnp.model.sheet import Rect

COORDINATES = st.floats(-5, 5).map(lambda value: round(value, 2))
POINTS = st.lists(st.tuples(COORDINATES, COORDINATES), max_size=30)


@given(points=POINTS, at=st.tuples(COORDINATES, COORDINATES), distance=st.sampled_from([0.3, 1.0, 2.5]))
def test_as_looking_at_all_of_them(points: list[tuple[float, float]], at: tuple[float, float], distance: float) -> None:
    known = NearPoints[int](distance)
    for number, (x, y) in enumerate(points):
        known.add(x, y, number)
    near = [n for n, (x, y) in enumerate(points) if abs(x - at[0]) < distance and abs(y - at[1]) < distance]
    assert sorted(known.find_near(*at)) == near


def test_pages_of_very_many_boxes() -> None:
    chance = random.Random(1)

    def seconds(count: int) -> float:
        boxes = PageBoxes(210, 297)
        for _ in range(count):
            w, h = chance.uniform(15, 90), chance.uniform(15, 90)
            boxes.framed.append(Rect(chance.uniform(0, 209 - w), chance.uniform(0, 296 - h), w, h))
        start = process_time()
        find_cells(boxes)
        return process_time() - start

    seconds(100)
    assert seconds(20_000) < 40 * max(seconds(2_000), 0.01)
