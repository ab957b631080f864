"""Layouts that run from right to left: what stands on the left stands on the right, itself not mirrored."""

from itertools import pairwise

import pytest
from desk import Desk, boxes, texts_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.art.attribute_values import mirror, mirrored_matrix
from pnp.model.display import Group, Item, Picture, apply, multiply

FILLED = '<column fill="ink" {}/>'


def mirrored(desk: Desk, xml: str) -> list[str]:
    laid = desk.face(xml, language="ar", mirror=True)
    assert laid.lines == []
    return boxes(laid.faces[0])


@pytest.mark.parametrize(
    ("xml", "found"),
    [
        (FILLED.format('x="5" y="2" w="10" h="4"'), ["45 2 10 4"]),
        (FILLED.format('x="5" y="2" h="4"'), ["0 2 55 4"]),
        ('<g x="10" w="20" h="9">' + FILLED.format('x="2" w="5" h="4"') + "</g>", ["43 0 5 4"]),
        ('<rect x="5" y="2" width="10" height="4" fill="ink"/>', ["45 2 10 4"]),
        ('<rect x="-3" y="-3" width="66" height="46" fill="ink"/>', ["-3 -3 66 46"]),
        ('<g transform="translate(7 1)">' + FILLED.format('w="5" h="4"') + "</g>", ["48 1 5 4"]),
        (
            '<row x="0" w="60" h="4" gap="2">' + FILLED.format('w="10"') + FILLED.format('w="20"') + "</row>",
            ["50 0 10 4", "28 0 20 4"],
        ),
        (
            '<row w="60" h="4" justify="end">' + FILLED.format('w="10"') + FILLED.format('w="20"') + "</row>",
            ["20 0 10 4", "0 0 20 4"],
        ),
        ('<column w="60" h="9" align="end">' + FILLED.format('w="10" h="4"') + "</column>", ["0 0 10 4"]),
        (
            '<grid w="60" h="4" columns="20 1fr" gap="0 2">' + FILLED.format("") * 2 + "</grid>",
            ["40 0 20 4", "0 0 38 4"],
        ),
        (
            '<table w="60" columns="20 1fr" padding="0"><tr h="4"><td fill="ink"><hr/></td><td><hr/></td></tr></table>',
            ["40 0 20 4"],
        ),
        ('<g mirror="no" x="10" w="40" h="9">' + FILLED.format('x="2" w="5" h="4"') + "</g>", ["12 0 5 4"]),
        (
            '<g mirror="no" w="60" h="9"><g mirror="yes" w="60" h="9">' + FILLED.format('w="5" h="4"') + "</g></g>",
            ["55 0 5 4"],
        ),
    ],
)
def test_places_are_counted_from_the_right(desk: Desk, xml: str, found: list[str]) -> None:
    assert mirrored(desk, xml) == found


@pytest.mark.parametrize(("language", "mirror"), [("ar", False), ("en", True), ("en", False)])
def test_only_where_style_and_language_say_so(desk: Desk, language: str, mirror: bool) -> None:
    laid = desk.face(FILLED.format('x="5" w="10" h="4"'), language=language, mirror=mirror)
    assert boxes(laid.faces[0]) == ["5 0 10 4"]


def pictures(items: tuple[Item, ...], x: float = 0.0) -> list[tuple[float, float]]:
    found = []
    for item in items:
        if isinstance(item, Picture):
            found.append((x + item.x, item.w))
        elif isinstance(item, Group):
            assert item.transform[0] == 1, "not mirrored itself"
            found += pictures(item.items, x + item.transform[4])
    return found


def test_icons_stand_mirrored_but_are_not(desk: Desk) -> None:
    laid = desk.face('<icon name="coin" x="4" size="8"/>', language="he", mirror=True)
    assert pictures((laid.faces[0].content,)) == [(48, 8)]


numbers = st.floats(-50, 50)


@settings(max_examples=100)
@given(st.tuples(*[numbers] * 6), numbers, numbers, st.floats(1, 100))
def test_a_turn_is_seen_in_the_mirror(matrix: tuple[float, ...], x: float, y: float, w: float) -> None:
    turned = apply(multiply(mirror(w), matrix), x, y)  # type: ignore[arg-type]
    assert apply(mirrored_matrix(matrix, w), *apply(mirror(w), x, y)) == pytest.approx(turned, abs=1e-6)  # type: ignore[arg-type]


def starts(desk: Desk, xml: str, **options: object) -> list[float]:
    laid = desk.face(xml, **options)
    assert laid.lines == []
    found = []

    def walk(items: tuple[Item, ...], x: float) -> None:
        for item in items:
            if isinstance(item, Group):
                walk(item.items, x + item.transform[4])
            else:
                found.extend(round(x + run.x, 1) for text in texts_of([item]) for run in text.runs)

    walk((laid.faces[0].content,), 0.0)
    return found


@pytest.mark.parametrize(("align", "at"), [("start", "right"), ("end", "left"), ("center", "middle")])
def test_text_starts_on_the_right_also_where_nothing_is_mirrored(desk: Desk, align: str, at: str) -> None:
    (x,) = starts(desk, f'<text x="10" w="40" align="{align}">שלום</text>', language="he")
    assert {"right": x > 40, "left": x == 10, "middle": 20 < x < 30}[at]


def test_lists_hang_on_the_right_in_documents_and_outside(desk: Desk) -> None:
    items = "<li>שלום</li>"
    for xml in (
        f'<ul x="10" w="40" indent="5">{items}</ul>',
        f'<flow x="10" w="40"><ul indent="5">{items}</ul></flow>',
    ):
        for is_mirrored in (True, False):
            marker, word = starts(desk, xml, language="he", mirror=is_mirrored)
            assert marker > 44 > word + 5


def test_columns_of_documents_run_as_the_language_does(desk: Desk) -> None:
    xml = '<flow w="60" columns="2" gap="4" balance="no"><p>{0}</p><break to="column"/><p>{0}</p></flow>'
    assert starts(desk, xml.format("one"), language="en", mirror=True) == [0, 32]
    first, second = starts(desk, xml.format("אחד"), language="he")
    assert first > 50 and 20 < second < 28


def test_a_justified_line_reaches_both_edges(desk: Desk) -> None:
    text = "קחו שני קלפים מהחפיסה ושמרו אחד ושלמו מטבע"
    laid = desk.face(f'<text w="30" align="justify">{text}</text>', language="he")
    first = texts_of([laid.faces[0].content])[0].runs[0]
    width = sum(part.width * first.size + part.text.count(" ") * first.gap for part in first.parts)
    swallowed = first.parts[0].width * first.size + first.gap
    assert first.gap > 0
    assert (first.x, first.x + width) == (pytest.approx(-swallowed), pytest.approx(30))


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.sampled_from(
            ["שועל", "זהב", "Lumen", "wonderfulness", "Seven", "12.5%", "(או", "2–4)", "[coin]", "**בית**", "!", "خذ"]
        ),
        min_size=1,
        max_size=14,
    ),
    st.sampled_from(["en", "he"]),
    st.sampled_from(["start", "center", "end", "justify"]),
    st.booleans(),
)
def test_nothing_leaves_its_box_and_nothing_overlaps(
    desk: Desk, words: list[str], language: str, align: str, hyphens: bool
) -> None:
    look = f'size="7pt" align="{align}" hyphens="{"yes" if hyphens else "no"}"'
    laid = desk.face(f'<text w="24" h="39" {look}>{" ".join(words)}</text>', language=language)
    runs = [run for text in texts_of([laid.faces[0].content]) for run in text.runs]
    lines: dict[float, list[tuple[float, float]]] = {}
    for run in runs:
        x = run.x
        for part in run.parts:
            end = x + part.width * run.size + part.text.count(" ") * run.gap
            if part.text.strip():
                lines.setdefault(run.y, []).append((x, end))
            x = end
    for spans in lines.values():
        spans.sort()
        assert spans[0][0] > -0.01
        for (_, end), (start, _) in pairwise(spans):
            assert start > end - 0.01


def test_what_mirror_may_say(desk: Desk) -> None:
    (line,) = desk.face('<g mirror="never" w="9" h="9"/>', language="ar", mirror=True).lines
    assert "PNP206 tag=g name=mirror what='\"never\" is neither yes nor no'" in line
