"""Which piece lies where, how sheets follow each other, and what is refused."""

from dataclasses import replace

import pytest
from paper_reader import CAPTIONS, imposed, leaves, marks_of, rows, sheets_of, typeset

from pnp.impose import Captions, Settings, find_paper, impose
from pnp.model.sheet import Leaf
from pnp.model.span import Span


def test_row_by_row_from_the_top_left():
    first, second = sheets_of(leaves("poker", 63, 88, 11))
    assert rows(first) == "a b c\nd e f\ng h i"
    assert rows(second, like=first) == "j k .\n. . .\n. . ."


def test_each_piece_as_often_as_it_prints():
    stock = leaves("poker", 63, 88, 3, copies=2) + leaves("poker", 63, 88, 1, copies=0)
    (sheet,) = sheets_of(stock)
    assert rows(sheet) == "a a b\nb c c"


def test_backs_lie_under_their_fronts_when_the_sheet_is_flipped():
    sheets = sheets_of(leaves("poker", 63, 88, 11, backs="all"), sides="duplex")
    front, back, front2, back2 = sheets
    assert rows(front) == "a b c\nd e f\ng h i"
    assert rows(back) == "c b a\nf e d\ni h g"
    assert rows(front2, like=front) == "j k .\n. . .\n. . ."
    assert rows(back2, like=back) == ". k j\n. . .\n. . ."


def test_a_piece_without_a_back_leaves_its_cell_empty():
    front, back = sheets_of(leaves("poker", 63, 88, 6, backs="a d e"), sides="duplex")
    assert rows(front) == "a b c\nd e f"
    assert rows(back, like=front) == ". . a\n. e d"


def test_backs_come_only_when_asked():
    assert [sheet.label for sheet in sheets_of(leaves("poker", 63, 88, 11, backs="all"))] == ["poker 1", "poker 2"]


def test_of_double_sided_pieces_fronts_alone_are_both_faces():
    stock = [
        leaf._replace(format=replace(leaf.format, is_double_sided=True)) for leaf in leaves("p", 63, 88, 2, backs="a")
    ]
    (sheet,) = sheets_of(stock)
    assert [placement.face.label for placement in sheet.placements] == ["p/a", "p/a back", "p/b"]
    assert [len(each.placements) for each in sheets_of(stock, sides="duplex")] == [2, 1]


def test_components_without_backs_keep_in_step_with_those_that_have_some():
    sheets = sheets_of(leaves("tile", 25.4, 25.4, 2) + leaves("poker", 63, 88, 1, backs="all"), sides="duplex")
    assert [(sheet.label, sheet.side, len(sheet.placements)) for sheet in sheets] == [
        ("tile 1", "front", 2),
        ("tile 1 back", "back", 0),
        ("poker 1", "front", 1),
        ("poker 1 back", "back", 1),
    ]
    assert sheets[1].trim == sheets[1].trim._replace(x=210 - sheets[0].trim.right)


def test_turned_pieces_and_their_backs_have_their_tops_at_the_same_edge():
    front, back = sheets_of(leaves("cr80", 54, 85.6, 2, backs="all"), sides="duplex")
    assert [(p.turn, round(p.x, 3), round(p.y, 3), p.w, p.h) for p in front.placements] == [
        (90, 19.4, 13.5, 85.6, 54),
        (90, 105.0, 13.5, 85.6, 54),
    ]
    assert [(p.turn, round(p.x, 3), round(p.y, 3), p.w, p.h) for p in back.placements] == [
        (270, 105.0, 13.5, 85.6, 54),
        (270, 19.4, 13.5, 85.6, 54),
    ]


def test_components_follow_each_other_in_the_order_they_come():
    stock = leaves("b", 63, 88, 10) + leaves("a", 100, 100, 1) + leaves("b", 63, 88, 1)
    sheets = sheets_of(stock)
    assert [(sheet.label, sheet.component, sheet.title, sheet.side) for sheet in sheets] == [
        ("b 1", "b", "B", "front"),
        ("b 2", "b", "B", "front"),
        ("a 1", "a", "A", "front"),
    ]
    assert len(sheets[1].placements) == 2


def test_trim_is_the_box_around_the_pieces():
    full, rest = sheets_of(leaves("poker", 63, 88, 11))
    assert tuple(full.trim) == (10.5, 16.5, 189, 264)
    assert tuple(rest.trim) == (10.5, 16.5, 126, 88)


def test_sheets_filled_alike_share_their_marks():
    sheets = sheets_of(leaves("poker", 63, 88, 11, copies=9, backs="all"), sides="duplex")
    assert len({id(marks_of(sheet)) for sheet in sheets if sheet.side == "front"}) == 1
    assert len({id(marks_of(sheet)) for sheet in sheets if sheet.side == "back"}) == 1


def test_no_leaves_no_sheets():
    assert imposed([]) == ((), [])


def refusals(stock: list[Leaf], paper: str = "a4", margin: float = 5.0) -> tuple[list[str], list[str]]:
    """Labels of the sheets there are, and the lines users see."""
    sheets, problems = imposed(stock, paper, margin, tile=False)
    return [sheet.label for sheet in sheets], [str(problem) for problem in problems]


def test_what_is_larger_than_the_paper_is_refused_and_the_rest_comes():
    spans = {"board": Span("card_data/hunt/game.yaml", 41, 5), "poker": Span("card_data/hunt/game.yaml", 30, 5)}
    stock = leaves("board", 400, 300) + leaves("poker", 63, 88)
    sheets, problems, _ = impose(stock, Settings(find_paper("a4"), tile=False), CAPTIONS, typeset, spans)
    assert [sheet.label for sheet in sheets] == ["poker 1"]
    assert [str(problem) for problem in problems] == [
        "card_data/hunt/game.yaml:41:5: error PNP400 board is 400 × 300 mm, larger than the 200 × 287 mm "
        "that a4 leaves inside 5 mm margins (--paper 310x410 would do)"
    ]


@pytest.mark.parametrize(
    "w, h, hint",
    [
        (290, 200, "--paper legal would do"),
        (410, 287, "--paper a3 would do"),
        (420, 260, "--paper tabloid would do"),
        (1990, 20, "--paper 30x2000 would do"),
        (1991, 20, "no paper is that large"),
    ],
)
def test_the_hint_names_the_smallest_paper_that_holds_it(w: float, h: float, hint: str):
    size = f"{w:g} × {h:g} mm"
    assert refusals(leaves("board", w, h), "letter") == (
        [],
        [
            f"board.yaml:4:5: error PNP400 board is {size}, larger than the 205.9 × 269.4 mm "
            f"that letter leaves inside 5 mm margins ({hint})"
        ],
    )


def test_a_piece_just_too_wide():
    assert refusals(leaves("board", 200.1, 287))[1] == [
        "board.yaml:4:5: error PNP400 board is 200.1 × 287 mm, larger than the 200 × 287 mm "
        "that a4 leaves inside 5 mm margins (--paper legal would do)"
    ]


@pytest.mark.parametrize("margin, shown", [(105.0, "105 mm"), (200.0, "200 mm")])
def test_margins_that_leave_nothing(margin: float, shown: str):
    assert refusals(leaves("poker", 63, 88) + leaves("tile", 25, 25), margin=margin) == (
        [],
        [
            f"poker.yaml:4:5: error PNP401 margins of {shown} leave nothing of a4, 210 × 297 mm "
            "(margins under 105 mm leave some)"
        ],
    )


def test_pages_are_counted_through_the_file():
    seen = []
    captions = Captions(lambda title, page, pages: seen.append((title, page, pages)) or "footer", "")
    stock = leaves("poker", 63, 88, 10, backs="all") + leaves("tile", 25.4, 25.4)
    settings = Settings(find_paper("a4"), sides="duplex", together="no")
    impose(stock, settings, captions, typeset, dict.fromkeys(("poker", "tile"), Span("")))
    printed = [(title, page) for title, page, pages in seen if pages == 6]
    assert printed == [("Poker", 1), ("Poker", 2), ("Poker", 3), ("Poker", 4), ("Tile", 5), ("Tile", 6)]
