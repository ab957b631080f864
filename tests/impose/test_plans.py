"""The work that is left: sheets, cuts and folds, counted."""

from collections import Counter

from paper_reader import CAPTIONS, leaves, press, typeset

from pnp.impose import impose
from pnp.model.sheet import Batch, Fold, Leaf, Pages, Plan, Printout, Share
from pnp.model.span import Span


def printout(stock: list[Leaf], **wishes: object) -> Printout:
    spans = {leaf.component: Span("") for leaf in stock}
    return impose(stock, press(**wishes), CAPTIONS, typeset, spans).printout


def cuts_of(stock: list[Leaf], **wishes: object) -> list[tuple[str, int]]:
    return [("+".join(s.component for s in batch.shares), batch.cuts) for batch in printout(stock, **wishes).batches]


def test_a_deck_of_two_sheets():
    found = printout(leaves("poker", 63, 88, 11, backs="all"), sides="duplex", flip="short", copies=1)
    assert found[:4] == ("duplex", "short", 2, 4)
    assert (found.cuts, found.folds) == (8 + 5, 0)  # 4 and 4; two cards on the second sheet: 3 and 2
    assert found.components == (
        Plan(
            component="poker",
            title="Poker",
            pieces=11,
            printed=11,
            sheets=2,
            per_sheet=9,
            shared=0,
            is_cut=True,
            bleed="",
        ),
    )
    assert found.batches == (
        Batch((Share("poker", "Poker", 11, 11, True, 11),), 1, 4, 2, 13, (), False, False, False, False),
    )


def test_copies_count_and_fronts_have_no_edge_to_flip():
    found = printout(leaves("poker", 63, 88, 3, copies=2), copies=3)
    assert (found.flip, found.papers, found.components[0].pieces, found.components[0].printed) == ("", 2, 3, 18)


WIDE_ACROSS = Fold(is_wide=True, is_upright=False)
UPRIGHT_HALVES = Fold(is_wide=True, is_upright=True)


def test_folds_and_the_cuts_they_save():
    (batch,) = printout(leaves("poker", 63, 88, 4, backs="all"), sides="fold").batches
    assert (batch.papers, batch.folds, batch.cuts) == (1, (WIDE_ACROSS,), 5 + 2)
    (batch,) = printout(leaves("board", 140, 190, 1, backs="all"), sides="fold").batches
    assert (batch.folds, batch.cuts) == ((UPRIGHT_HALVES,), 4)
    (batch,) = printout(leaves("board", 143, 190, 1, backs="all"), sides="fold").batches
    assert (batch.folds, batch.cuts) == ((UPRIGHT_HALVES,), 3)  # it lies at the fold itself


def test_round_pieces_are_cut_along_their_outlines():
    found = printout(leaves("token", 25, 25, 5, copies=2, outline="circle"))
    assert (found.cuts, found.batches[0].has_outlines) == (0, True)


def test_rounded_corners_have_crosses():
    found = printout(leaves("poker", 63, 88, 2, outline="rounded", corner=3))
    assert (found.cuts, found.batches[0].has_crosses) == (5, True)


def test_a_piece_whose_faces_lie_side_by_side_is_one_piece():
    stock = leaves("token", 25, 25, 6, copies=2, backs="all", outline="circle")
    stock = [leaf._replace(format=leaf.format._replace(is_double_sided=True)) for leaf in stock]
    for sides, faces in (("fronts", 24), ("duplex", 12), ("fold", 12)):
        found = printout(stock, sides=sides)
        assert [(part.pieces, part.printed) for part in found.components] == [(6, 12)], sides
        (batch,) = found.batches
        assert batch.shares == (Share("token", "Token", 12, 6, True, faces),), sides
        assert (batch.small, batch.small_backed) == ((12, 0) if sides == "fronts" else (0, 12)), sides


def test_a_sheet_with_but_the_reverse_of_a_piece_has_a_face_and_no_piece():
    (leaf,) = leaves("board", 180, 180, 1, backs="all")
    found = printout([leaf._replace(format=leaf.format._replace(is_double_sided=True))])
    assert found.components[0].printed == 1
    assert [(share.printed, share.faces) for batch in found.batches for share in batch.shares] == [(1, 2)]


def test_shared_sheets_are_cut_apart_first():
    stock = leaves("poker", 63, 88, 2) + leaves("square", 70, 70, 2)
    found = printout(stock)
    assert [(part.sheets, part.shared, part.per_sheet) for part in found.components] == [(0, 1, 0)] * 2
    assert (found.papers, found.batches[0].has_blocks) == (1, True)
    assert cuts_of(stock) == [("poker+square", 5 + 5 + 1)]


def test_what_lies_in_a_place_of_a_grid_is_freed_with_it():
    assert cuts_of(leaves("poker", 63, 88, 2) + leaves("token", 20, 20, 4, outline="circle")) == [("poker+token", 5)]


def test_the_lines_of_the_checklist_add_up():
    stock = leaves("poker", 63, 88, 29) + leaves("tarot", 70, 120, 3) + leaves("token", 20, 20, 40, outline="circle")
    found = printout(stock)
    assert found.cuts == sum(cuts for _, cuts in cuts_of(stock)) > 0
    counted: Counter[str] = Counter()
    for batch in found.batches:
        counted.update({share.component: share.printed for share in batch.shares})
    assert counted == {"poker": 29, "tarot": 3, "token": 40}
    assert [batch.first for batch in found.batches] == [1, *(batch.last + 1 for batch in found.batches[:-1])]


def test_the_pages_of_a_tiled_board():
    found = printout(leaves("board", 400, 300))
    (part,) = found.components
    assert (part.printed, part.sheets, part.tiled) == (1, 4, Pages(2, 2, 205, 155, 10))
    assert found.cuts == 2 + 3 + 3 + 4


def test_what_was_chosen_for_the_bleed():
    (part,) = printout(leaves("cards", 63, 88, 9, bleed=3)).components
    assert part.bleed == "9 a sheet with 1.4 mm bleed; 3 mm would leave 8"


def test_sheets_without_backs_are_not_printed_in_a_file_of_backs():
    found = printout(leaves("poker", 63, 88, 9, backs="all") + leaves("map", 150, 200, 3), sides="backs")
    assert (found.flip, found.papers, found.pages) == ("long", 1, 1)
    assert [part.component for part in found.components] == ["poker"]


def test_a_file_of_backs_counts_no_pieces_without_any_on_shared_sheets():
    stock = leaves("poker", 63, 88, 2, backs="all") + leaves("mini", 45, 68, 3, backs="a b") + leaves("map", 50, 50)
    assert printout(stock).papers == 1
    found = printout(stock, sides="backs")
    assert [(part.component, part.printed, part.shared) for part in found.components] == [
        ("poker", 2, 1),
        ("mini", 2, 1),
    ]
    assert found.papers == 1
