"""Duplex, folded, fronts and backs alone: which sheets there are, and how their backs lie."""

import pytest
from facts import list_facts
from faults import faults
from paper_reader import CAPTIONS, box_of, folds_of, imposed, leaves, marks_of, press, rows, sheets_of, typeset

from pnp.impose import impose
from pnp.model.sheet import Sheet
from pnp.model.span import Span


def lie(sheet: Sheet) -> list[str]:
    """Describe where faces lie, and at which edge of the sheet their tops are."""
    tops = {0: "top", 90: "right", 180: "bottom", 270: "left"}
    return [f"{p.face.label.split('/')[1]} {p.x:g},{p.y:g} {tops[p.turn]}" for p in sheet.placements]


def test_flipped_along_the_short_edge_backs_are_mirrored_in_y():
    front, back = sheets_of(leaves("poker", 63, 88, 4, backs="all"), sides="duplex", flip="short")
    assert rows(front) == "a b c\nd . ."
    assert rows(back) == "d . .\na b c"
    assert lie(front) == ["a 10.5,16.5 top", "b 73.5,16.5 top", "c 136.5,16.5 top", "d 10.5,104.5 top"]
    assert lie(back) == [
        "a back 10.5,192.5 bottom",
        "b back 73.5,192.5 bottom",
        "c back 136.5,192.5 bottom",
        "d back 10.5,104.5 bottom",
    ]


def test_turned_pieces_flipped_along_the_short_edge_have_their_tops_at_the_same_side():
    front, back = sheets_of(leaves("cr80", 54, 85.6, 1, backs="all"), sides="duplex", flip="short")
    assert (lie(front), lie(back)) == (["a 19.4,13.5 right"], ["a back 19.4,229.5 right"])


def test_a_file_of_backs_holds_those_sheets_alone_that_have_some():
    stock = leaves("tile", 25.4, 25.4, 2) + leaves("poker", 63, 88, 11, backs="a b k")
    sheets = sheets_of(stock, sides="backs")
    assert [(sheet.label, sheet.side, len(sheet.placements)) for sheet in sheets] == [
        ("poker 1 back", "back", 2),
        ("poker 2 back", "back", 1),
    ]


@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_alone_are_those_that_would_follow_their_fronts(flip: str):
    stock = leaves("cr80", 54, 85.6, 11, backs="all")
    alone = sheets_of(stock, sides="backs", flip=flip)
    both = sheets_of(stock, sides="duplex", flip=flip)
    fronts = sheets_of(stock)
    assert [sheet.placements for sheet in alone] == [sheet.placements for sheet in both[1::2]]
    assert [sheet.placements for sheet in fronts] == [sheet.placements for sheet in both[::2]]


def test_a_card_and_its_back_beside_the_fold():
    (sheet,) = sheets_of(leaves("poker", 63, 88, 1, backs="all"), "150x120", sides="fold")
    assert lie(sheet) == ["a 10,16 top", "a back 77,16 top"]
    fold = box_of(folds_of(sheet))
    assert (fold.x + fold.w / 2, fold.h > 88) == (75, True)
    assert sheet.trim == (10, 16, 130, 88)


def test_folded_upwards_the_back_stands_on_its_head():
    (sheet,) = sheets_of(leaves("poker", 63, 88, 1, backs="all"), "80x200", sides="fold")
    assert lie(sheet) == ["a 8.5,10 top", "a back 8.5,102 bottom"]


def test_pairs_stand_along_one_fold_line():
    (sheet,) = sheets_of(leaves("poker", 63, 88, 4, backs="all"), sides="fold")
    fronts, backs = sheet.placements[:4], sheet.placements[4:]
    assert (sheet.paper.w, sheet.paper.h) == (297, 210)
    assert {(p.y, p.turn) for p in fronts} == {(15, 0)}
    assert {(p.y, p.turn) for p in backs} == {(107, 180)}
    assert [p.face.label for p in backs] == ["poker/a back", "poker/b back", "poker/c back", "poker/d back"]
    assert [p.x for p in fronts] == [p.x for p in backs]


@pytest.mark.parametrize("paper, gutter", [("140x100", 2), ("136x100", 0)])
def test_the_gutter_for_marks_is_there_where_it_costs_no_pair(paper: str, gutter: float):
    (sheet,) = sheets_of(leaves("poker", 63, 88, 1, backs="all"), paper, sides="fold")
    front, back = sheet.placements
    assert back.x - front.x - front.w == pytest.approx(2 * gutter)


def test_pieces_at_the_fold_have_no_marks_on_each_other():
    stock = leaves("slat", 8, 113.7, backs="all")  # 120 - 113.7 + 113.7 isn't 120 in binary
    assert faults(stock, "180x240", sides="fold") == []


def test_cuts_are_solid_and_folds_are_dashed():
    (sheet,) = sheets_of(leaves("poker", 63, 88, 1, backs="all"), sides="fold")
    assert {shape.stroke.dash for shape in folds_of(sheet).items} == {(3.0, 1.5)}
    assert {shape.stroke.dash for shape in marks_of(sheet).items} == {()}


def test_pieces_without_a_back_are_printed_like_fronts():
    sheets = sheets_of(leaves("poker", 63, 88, 7, backs="a b"), sides="fold")
    assert [(sheet.label, len(sheet.placements), folds_of(sheet) is not None) for sheet in sheets] == [
        ("poker 1", 4, True),
        ("poker 2", 5, False),
    ]


@pytest.mark.parametrize("sides", ["duplex", "fold", "backs"])
def test_nothing_has_a_back(sides: str):
    sheets, problems = imposed(leaves("poker", 63, 88) + leaves("tile", 25, 25), sides=sides)
    assert sheets == ()
    assert list_facts(problems) == [f"poker.yaml:4:5 PNP403 sides={sides} components='poker, tile' has=have"]


def test_a_pair_that_is_too_large_to_fold():
    sheets, problems = imposed(leaves("board", 150, 190, backs="all"), sides="fold")
    assert sheets == ()
    assert list_facts(problems) == [
        "board.yaml:4:5 PNP400 component=board what='150 × 190 mm and folded beside its back' room='200 × 287 mm' "
        "paper=a4 margin='5 mm' adjusted=''"
    ]
    assert "--paper legal " in problems[0].hint


@pytest.mark.parametrize("marked, fronts, backs", [("fronts", 16, 0), ("backs", 0, 16), ("both", 16, 16)])
def test_marks_on_the_sides_that_are_asked_for(marked: str, fronts: int, backs: int):
    front, back = sheets_of(leaves("poker", 63, 88, 9, backs="all"), sides="duplex", marked=marked)
    assert tuple(len(drawn.items) if (drawn := marks_of(sheet)) else 0 for sheet in (front, back)) == (fronts, backs)


def test_copies_of_everything():
    (sheet,) = sheets_of(leaves("poker", 63, 88, 2, copies=2), copies=2)
    assert rows(sheet) == "a a a\na b b\nb b ."


def test_no_copies_of_anything():
    chosen = press(copies=0)
    assert impose(leaves("poker", 63, 88), chosen, CAPTIONS, typeset, {"poker": Span("")})[:2] == ((), [])


def test_skipped_places_stay_empty_on_the_first_sheet_alone():
    front, back, front2, _ = sheets_of(leaves("poker", 63, 88, 8, backs="all"), sides="duplex", skip=4)
    full, *_ = sheets_of(leaves("poker", 63, 88, 9))
    assert rows(front, like=full) == ". . .\n. a b\nc d e"
    assert rows(back, like=full) == ". . .\nb a .\ne d c"
    assert rows(front2, like=full) == "f g h\n. . .\n. . ."
    assert len(marks_of(front).items) == 14  # no cuts where there is nothing


def test_only_the_first_component_skips():
    first, second = sheets_of(leaves("poker", 63, 88, 1) + leaves("tile", 25, 25, 1), skip=1)
    assert lie(first) == ["a 73.5,16.5 top"]
    assert rows(second) == "a"


@pytest.mark.parametrize(
    "skip, w, places, hint",
    [
        (9, 63, "9 places", "--skip 8 "),
        (1, 190, "1 place", ""),
        (1, 300, "1 place", ""),  # it would come in tiles
    ],
)
def test_more_places_skipped_than_there_are(skip: int, w: float, places: str, hint: str):
    sheets, problems = imposed(leaves("poker", w, w * 88 / 63, 12), skip=skip)
    assert sheets == ()
    assert list_facts(problems) == [f"poker.yaml:4:5 PNP405 skip={skip} component=poker places='{places}'"]
    assert problems[0].hint.startswith(hint)
