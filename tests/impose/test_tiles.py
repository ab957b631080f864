"""Pieces larger than the paper: pages that overlap and show all of them, in step with their backs."""

from itertools import pairwise

import pytest
from facts import facts, list_facts
from hypothesis import given, settings
from hypothesis import strategies as st
from paper_reader import around, imposed, leaves, outside, placed_box, sheets_of, texts

from pnp.impose.filled_sheets import OVERLAP, SMALL
from pnp.impose.press import find_paper, printable
from pnp.model.display import Group, Path, Shape
from pnp.model.sheet import Placement, Rect, Sheet


def window(placement: Placement) -> Rect:
    """Return the part of the face that shows, in its own coordinates."""
    points = [segment[1:] for segment in placement.clip if len(segment) == 3]
    return around([Rect(x, y, 0, 0) for x, y in points])


def names(sheets: tuple[Sheet, ...]) -> list[str]:
    return [sheet.label for sheet in sheets]


def test_a_board_on_four_pages():
    sheets = sheets_of(leaves("board", 400, 300))
    assert names(sheets) == ["board A1", "board A2", "board B1", "board B2"]
    assert {(sheet.paper.w, sheet.paper.h) for sheet in sheets} == {(297, 210)}
    assert [tuple(window(sheet.placements[0])) for sheet in sheets] == [
        (0, 0, 205, 155),
        (195, 0, 205, 155),
        (0, 145, 205, 155),
        (195, 145, 205, 155),
    ]
    assert {tuple(placed_box(sheet.placements[0])) for sheet in sheets} == {(46, 27.5, 205, 155)}


def test_turned_where_that_needs_fewer_pages():
    two_sided = sheets_of(leaves("strip", 550, 190, backs="all"), "200x300")
    assert names(two_sided) == ["strip A1", "strip B1"]
    assert {sheet.placements[0].turn for sheet in two_sided} == {90}
    fronts = sheets_of(leaves("strip", 550, 190), "200x300")
    assert names(fronts) == ["strip A1", "strip A2"]
    assert {(sheet.placements[0].turn, sheet.paper.w) for sheet in fronts} == {(0, 300)}


def test_pages_of_several_pieces_are_told_apart():
    assert names(sheets_of(leaves("map", 380, 280))) == ["map A1", "map A2"]
    assert names(sheets_of(leaves("map", 380, 280, 2))) == ["map 1 A1", "map 1 A2", "map 2 A1", "map 2 A2"]


def test_names_stand_in_the_overlaps_and_in_the_footer():
    sheets = sheets_of(leaves("board", 400, 300))
    for sheet in sheets:
        name = sheet.label.removeprefix("board ")
        said = [text.says for item in sheet.furniture for text, _ in texts(item)]
        pairs = {"A1": ["A1 + A2", "A1 + B1"], "A2": ["A2 + B2"], "B1": ["B1 + B2"], "B2": []}
        assert [text for text in said if " + " in text] == pairs[name]
        assert f"Board {name}" in " ".join(said)


def test_the_next_page_covers_names_and_marks():
    for sheet in sheets_of(leaves("board", 400, 300)):
        box = placed_box(sheet.placements[0])
        for item in sheet.furniture:
            for text, spot in texts(item):
                if " + " in text.says:
                    right, below = spot.x > box.right - OVERLAP, spot.y > box.bottom - OVERLAP
                    assert right != below, text.says
                    assert spot.right <= box.right and spot.bottom <= box.bottom, text.says


def test_the_map_shows_all_pages_and_which_this_is():
    for place, sheet in enumerate(sheets_of(leaves("board", 400, 300))):
        (drawn,) = [
            item for item in sheet.furniture if sorted(text.says for text, _ in texts(item)) == ["A1", "A2", "B1", "B2"]
        ]
        assert [bool(item.fill) for item in drawn.items if isinstance(item, Shape)] == [n == place for n in range(4)]


def test_the_map_is_never_turned():
    first, *_ = sheets_of(leaves("wheel", 260, 260))
    (drawn,) = [item for item in first.furniture if [text.says for text, _ in texts(item)] == ["A1", "A2"]]
    assert drawn.transform[:4] == (1, 0, 0, 1)
    (_, one), (_, two) = texts(drawn)
    assert one.right < two.x and one.y == two.y


@pytest.mark.parametrize("flip", ["long", "short"])
def test_both_sides_of_a_page_show_the_same_part(flip: str):
    sheets = sheets_of(leaves("board", 400, 300, backs="all"), sides="duplex", flip=flip)
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        (one,), (other,) = front.placements, back.placements
        seen, part = window(one), window(other)
        assert (400 - part.right, part.y, part.w, part.h) == pytest.approx(tuple(seen))
        a, b = placed_box(one), placed_box(other)
        paper = front.paper
        flipped = b._replace(x=paper.w - b.right) if flip == "long" else b._replace(y=paper.h - b.bottom)
        assert tuple(flipped) == pytest.approx(tuple(a), abs=0.02)
        assert other.turn == (-one.turn if flip == "long" else 180 - one.turn) % 360


def test_no_tiles_where_they_are_not_wanted():
    assert list_facts(imposed(leaves("board", 400, 300), tile=False)[1]) == [
        "board.yaml:4:5 PNP400 component=board what='400 × 300 mm' room='200 × 287 mm' "
        "paper=a4 margin='5 mm' adjusted=''"
    ]


@pytest.mark.parametrize("w, pages", [(150, 0), (150.1, 2)])
def test_cards_are_never_glued_together(w: float, pages: int):
    assert len(imposed(leaves("card", w, 80), "100x150")[0]) == pages


def test_more_pages_than_anybody_would_glue():
    sheets, (problem,) = imposed(leaves("carpet", 2500, 2500))
    assert sheets == ()
    assert facts(problem).startswith("carpet.yaml:4:5 PNP400 component=carpet what='2500 × 2500 mm' ")


def test_a_round_board_has_its_outline_on_each_page():
    sheets = sheets_of(leaves("wheel", 300, 300, outline="circle"))
    assert len(sheets) == 4
    for sheet in sheets:
        clips = [_box(item.clip) for item in sheet.furniture if isinstance(item, Group) and item.clip]
        assert placed_box(sheet.placements[0]) in clips


def _box(path: Path) -> Rect:
    return around([Rect(*segment[1:], 0, 0) for segment in path if len(segment) == 3])


def test_marks_to_join_by_are_seen_on_dark_boards_and_nothing_of_them_stays():
    for sheet in sheets_of(leaves("board", 400, 300)):
        board, seen = placed_box(sheet.placements[0]), set()
        for mark in [item for item in sheet.furniture if isinstance(item, Group) and item.clip]:
            paints = [item.stroke.paint for item in mark.items]
            half = len(paints) // 2
            assert paints == ["#ffffff"] * half + ["#000000"] * half
            assert [item.path for item in mark.items[:half]] == [item.path for item in mark.items[half:]]
            overlap = _box(mark.clip)
            assert (overlap.right, overlap.bottom) == pytest.approx((board.right, board.bottom))
            seen.add("right" if overlap.w == OVERLAP else "bottom" if overlap.h == OVERLAP else "")
        expected = {"A1": {"right", "bottom"}, "A2": {"bottom"}, "B1": {"right"}, "B2": set()}
        assert seen == expected[sheet.label.removeprefix("board ")]


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("size", [(420, 297), (297, 420)])
def test_the_edges_of_a_board_bleed_and_its_joins_do_not(size: tuple[int, int], flip: str):
    w, h = size
    sheets = sheets_of(leaves("board", w, h, bleed=3, backs="all"), sides="duplex", flip=flip)
    assert len(sheets) == 8
    for front, back in pairwise(sheets):
        if front.side == "front":
            assert window(front.placements[0]).w == pytest.approx(window(back.placements[0]).w)
    windows = [window(sheet.placements[0]) for sheet in sheets if sheet.side == "front"]
    assert around(windows) == pytest.approx((-3, -3, w + 6, h + 6))
    for sheet, shown_of_it in zip(sheets[::2], windows, strict=True):
        assert sum(edge in (-3, w + 3) for edge in (shown_of_it.x, shown_of_it.right)) == 1
        assert sum(edge in (-3, h + 3) for edge in (shown_of_it.y, shown_of_it.bottom)) == 1
        assert sheet.bleed == pytest.approx(placed_box(sheet.placements[0]))
        assert (sheet.trim.w, sheet.trim.h) == pytest.approx((sheet.bleed.w - 3, sheet.bleed.h - 3))


@pytest.mark.parametrize(
    ("wish", "w", "pages", "what"),
    [
        ("auto", 390, 4, "4 pages without bleed: there is no room for 3 mm at the board's edges"),
        ("auto", 381, 4, "4 pages with 1 mm bleed at the board's edges"),
        ("auto", 373, 4, ""),
        ("no", 390, 4, ""),
        ("yes", 390, 6, ""),
    ],
)
def test_bleed_costs_no_page_unless_it_is_asked_for(wish: str, w: float, pages: int, what: str):
    sheets, problems = imposed(leaves("board", w, w, bleed=3), bleed=wish)
    assert len(sheets) == pages
    chosen = list_facts(problem for problem in problems if problem.code == "PNP404")
    assert chosen == [f"board.yaml:4:5 PNP404 component=board what='{what}'"] * bool(what)


sides = st.integers(600, 9000).map(lambda tenths: tenths / 10)


@pytest.mark.nightly(examples=40)
@settings(max_examples=150)
@given(
    sides, sides, st.sampled_from(["a4", "letter", "a3", "120x180"]), st.sampled_from([0.0, 5.0, 12.7]), st.booleans()
)
def test_pages_cover_the_piece(w: float, h: float, paper: str, margin: float, duplex: bool):
    sheets, problems = imposed(
        leaves("board", w, h, backs="all"), paper, margin, sides="duplex" if duplex else "fronts"
    )
    if not sheets:
        assert [problem.code for problem in problems] == ["PNP400"]
        assert paper == "120x180" or max(w, h) <= SMALL
        return
    fronts = [sheet for sheet in sheets if sheet.side == "front"]
    if len(fronts) == 1:
        return
    windows = [window(sheet.placements[0]) for sheet in fronts]
    room_w, room_h = printable(find_paper(paper), margin)[2:]
    for sheet in sheets:
        assert outside(placed_box(sheet.placements[0]), printable(sheet.paper, margin)) < 1e-6
    xs, ys = sorted({round(part.x, 6) for part in windows}), sorted({round(part.y, 6) for part in windows})
    assert len(xs) * len(ys) == len(windows) == len({tuple(part) for part in windows})
    assert (around(windows).right, around(windows).bottom, xs[0], ys[0]) == pytest.approx((w, h, 0, 0))
    for starts, size in ((xs, windows[0].w), (ys, windows[0].h)):
        for one, next_one in pairwise(starts):
            assert one + size - next_one == pytest.approx(10)
    least = min(pages(w, across) * pages(h, along) for across, along in ((room_w, room_h), (room_h, room_w)))
    assert len(windows) == least


def pages(length: float, room: float) -> int:
    count = 1
    while room * count - 10 * (count - 1) < length - 1e-6:
        count += 1
        if count > 999:
            return 10**6
    return count
