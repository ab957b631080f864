"""Which piece lies where, how sheets follow each other, and what is refused.

Pages that nobody cuts lie before the pieces, in duplex on both sides of their paper, and never with a mark.
"""

import pytest
from facts import facts, list_facts
from paper_reader import CAPTIONS, footer_of, imposed, leaves, marks_of, press, rect, rows, sheets_of, texts, typeset

from pnp.impose import Imposed, impose
from pnp.impose.press import Captions
from pnp.model.problem import Problem
from pnp.model.sheet import Leaf, Sheet
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
        leaf._replace(format=leaf.format._replace(is_double_sided=True)) for leaf in leaves("p", 63, 88, 2, backs="a")
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


def refusals(stock: list[Leaf], paper: str = "a4", margin: float = 5.0) -> tuple[list[str], list[Problem]]:
    """Labels of the sheets there are, and what is wrong."""
    sheets, problems = imposed(stock, paper, margin, tile=False)
    return [sheet.label for sheet in sheets], problems


def test_what_is_larger_than_the_paper_is_refused_and_the_rest_comes():
    spans = {"board": Span("card_data/hunt/game.yaml", 41, 5), "poker": Span("card_data/hunt/game.yaml", 30, 5)}
    stock = leaves("board", 400, 300) + leaves("poker", 63, 88)
    sheets, problems, _ = impose(stock, press(tile=False), CAPTIONS, typeset, spans)
    assert [sheet.label for sheet in sheets] == ["poker 1"]
    assert list_facts(problems) == [
        "card_data/hunt/game.yaml:41:5 PNP400 component=board what='400 × 300 mm' room='200 × 287 mm' "
        "paper=a4 margin='5 mm' adjusted=''"
    ]


@pytest.mark.parametrize(
    "w, h, paper",
    [
        (290, 200, "--paper legal "),
        (410, 287, "--paper a3 "),
        (420, 260, "--paper tabloid "),
        (1990, 20, "--paper 30x2000 "),
        (1991, 20, "no paper "),
    ],
)
def test_the_hint_names_the_smallest_paper_that_holds_it(w: float, h: float, paper: str):
    labels, (problem,) = refusals(leaves("board", w, h), "letter")
    assert labels == []
    assert facts(problem) == (
        f"board.yaml:4:5 PNP400 component=board what='{w:g} × {h:g} mm' room='205.9 × 269.4 mm' paper=letter "
        "margin='5 mm' adjusted=''"
    )
    assert problem.hint.startswith(paper)


def test_a_piece_just_too_wide():
    assert list_facts(refusals(leaves("board", 200.1, 287))[1]) == [
        "board.yaml:4:5 PNP400 component=board what='200.1 × 287 mm' room='200 × 287 mm' "
        "paper=a4 margin='5 mm' adjusted=''"
    ]


@pytest.mark.parametrize("margin, shown", [(105.0, "105 mm"), (200.0, "200 mm")])
def test_margins_that_leave_nothing(margin: float, shown: str):
    labels, (problem,) = refusals(leaves("poker", 63, 88) + leaves("tile", 25, 25), margin=margin)
    assert labels == []
    assert facts(problem) == f"poker.yaml:4:5 PNP401 margin='{shown}' paper=a4 size='210 × 297 mm'"
    assert "105 mm" in problem.hint


def test_pages_are_counted_through_the_file():
    seen = []
    captions = Captions(lambda title, page, pages: seen.append((title, page, pages)) or "footer", "")
    stock = leaves("poker", 63, 88, 10, backs="all") + leaves("tile", 25.4, 25.4)
    chosen = press(sides="duplex", together="no")
    impose(stock, chosen, captions, typeset, dict.fromkeys(("poker", "tile"), Span("")))
    printed = [(title, page) for title, page, pages in seen if pages == 6]
    assert printed == [("Poker", 1), ("Poker", 2), ("Poker", 3), ("Poker", 4), ("Tile", 5), ("Tile", 6)]


def pages(component: str, count: int, w: float = 190, h: float = 260) -> list[Leaf]:
    return [leaf._replace(format=leaf.format._replace(is_cut=False)) for leaf in leaves(component, w, h, count)]


def printed(stock: list[Leaf], before: int = 0, **wishes: object) -> Imposed:
    spans = {leaf.component: Span("") for leaf in stock}
    return impose(stock, press(**wishes), CAPTIONS, typeset, spans, before)


def sides_of(sheets: tuple[Sheet, ...]) -> list[str]:
    return [f"{sheet.side}: {' '.join(p.face.label for p in sheet.placements)}".rstrip(": ") for sheet in sheets]


DECK = leaves("deck", 63, 88, 1, backs="all")


def test_they_come_before_the_pieces_whatever_the_game_names_first():
    assert sides_of(sheets_of(DECK + pages("rules", 2) + pages("map", 1))) == [
        "front: rules/a",
        "front: rules/b",
        "front: map/a",
        "front: deck/a",
    ]


def test_in_duplex_each_takes_the_next_side_and_pieces_begin_on_a_new_sheet():
    assert sides_of(sheets_of(DECK + pages("rules", 2) + pages("map", 1), sides="duplex")) == [
        "front: rules/a",
        "back: rules/b",
        "front: map/a",
        "back",
        "front: deck/a",
        "back: deck/a back",
    ]


@pytest.mark.parametrize(
    ("before", "count", "found"),
    [
        (1, 1, ["back: rules/a", "front: deck/a", "back: deck/a back"]),
        (1, 2, ["back: rules/a", "front: rules/b", "back", "front: deck/a", "back: deck/a back"]),
        (1, 0, ["back", "front: deck/a", "back: deck/a back"]),
        (2, 0, ["front: deck/a", "back: deck/a back"]),
    ],
)
def test_the_back_of_what_comes_before_is_used_too(before: int, count: int, found: list[str]):
    result = printed(pages("rules", count) + DECK, before, sides="duplex")
    assert sides_of(result.sheets) == found
    assert result.printout.pages == len(found) and result.printout.papers == (before + len(found)) // 2 - 1 * (
        before > 0
    )
    batches = result.printout.batches
    assert [(batch.first, batch.last) for batch in batches[-1:]] == [(before + len(found) - 1, before + len(found))]
    for batch in batches:
        on = [n for n, side in enumerate(found, before + 1) if batch.shares[0].component in side]
        assert (batch.first, batch.last) == (on[0], on[-1])


@pytest.mark.parametrize(("flip", "turn"), [("long", 0), ("short", 180)])
def test_the_second_side_is_turned_as_the_sheet_is(flip: str, turn: int):
    front, back = sheets_of(pages("rules", 2), sides="duplex", flip=flip)
    assert (front.placements[0].turn, back.placements[0].turn) == (0, turn)
    assert rect(front.placements[0]) == pytest.approx(rect(back.placements[0]))


def test_a_leaflet_of_two_pages_can_be_printed_on_both_sides_and_one_page_cannot():
    assert sides_of(sheets_of(pages("rules", 2), sides="duplex")) == ["front: rules/a", "back: rules/b"]
    for before in (0, 1):
        sheets, problems, printout = printed(pages("rules", 1), before, sides="duplex")
        assert (sheets, printout.pages, [problem.code for problem in problems]) == ((), 0, ["PNP403"])
    _, problems = imposed(pages("rules", 2), sides="fold")
    assert [problem.code for problem in problems] == ["PNP403"]


def test_the_file_ends_with_a_whole_sheet():
    assert sides_of(sheets_of(pages("rules", 3), sides="duplex"))[-1] == "back"


def test_they_have_footers_with_their_number_and_no_marks():
    sheets = sheets_of(pages("rules", 3), sides="duplex")
    says = [text.says for sheet in sheets for item in [footer_of(sheet)] if item for text, _ in texts(item)]
    assert [line.rpartition(" ")[2] for line in says] == ["1/4", "2/4", "3/4"]
    assert [marks_of(sheet) for sheet in sheets] == [None] * 4


def test_they_are_no_pieces_and_take_no_cuts():
    found = printed(pages("rules", 3) + DECK).printout
    assert [(plan.component, plan.is_cut) for plan in found.components] == [("rules", False), ("deck", True)]
    assert [(batch.is_cut, batch.cuts) for batch in found.batches] == [(False, 0), (True, 4)]


def test_places_of_the_first_sheet_with_pieces_are_skipped():
    rules, deck = sheets_of(pages("rules", 1) + leaves("deck", 63, 88, 2), skip=3)
    assert len(rules.placements) == 1 and rect(deck.placements[0]).y > 88
