"""The plot of the README: what `make bench` measured last, with every name where it can be read."""

import json
import re
from itertools import pairwise
from xml.etree import ElementTree

import plot
from hypothesis import given
from hypothesis import strategies as st

MEASURED = json.loads(plot.DATA.read_text(encoding="utf-8"))
SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_is_what_the_data_gives() -> None:
    assert plot.PICTURE.read_text(encoding="utf-8") == plot.svg(MEASURED), "python benchmarks/plot.py draws it"


def test_times_are_multiples_of_ours_for_the_smallest_deck() -> None:
    ours, *_ = MEASURED.values()
    assert ours[min(ours, key=int)] == 1


def test_each_line_has_its_points_and_its_name() -> None:
    root = ElementTree.fromstring(plot.svg({"ours": {"77": 1, "770": 2}, "R & D": {"77": 9, "770": 200, "7700": 5000}}))
    assert [text.text for text in root.iter(f"{SVG}text")][-2:] == ["R & D", "ours"], "the higher one above"
    assert len(list(root.iter(f"{SVG}circle"))) == 5


def test_ten_times_the_cards_in_ten_times_the_time_is_a_straight_line() -> None:
    root = ElementTree.fromstring(plot.svg({"ours": {"77": 1, "770": 10, "7700": 100, "77000": 1000}}))
    *_, line = root.iter(f"{SVG}polyline")
    places = [tuple(map(float, pair.split(","))) for pair in line.attrib["points"].split()]
    steps = {(round(x - a), round(b - y)) for (a, b), (x, y) in pairwise(places)}
    assert len(steps) == 1 and min(min(step) for step in steps) > 0


@given(st.dictionaries(st.text(), st.floats(plot.TOP, plot.BOTTOM), min_size=1, max_size=12))
def test_names_stand_apart_in_the_order_of_their_lines(wanted: dict[str, float]) -> None:
    heights = plot.spread(wanted)
    order = sorted(heights.values())
    assert all(below - above >= plot.LINE - 1e-6 for above, below in pairwise(order))
    assert list(heights) == sorted(wanted, key=lambda name: wanted[name]) and order == list(heights.values())
    assert order[-1] <= plot.BOTTOM


def test_colours_are_those_for_light_and_dark_pages() -> None:
    used = set(re.findall(r"#[0-9a-f]{6}", plot.svg(MEASURED)))
    assert all(contrast(colour, ground) >= 3 for colour in used for ground in ("#ffffff", "#0d1117"))


def contrast(one: str, other: str) -> float:
    """Return the contrast as WCAG counts it; 3 is what large letters and lines need."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in shares)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
