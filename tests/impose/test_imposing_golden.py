"""Whole sheets as text: every placement, mark, footer and ruler. `pytest --update` rewrites the files."""

from collections.abc import Callable

from paper_reader import leaves, listing, picture, sheets_of

Golden = Callable[[str, str], None]


def test_poker_on_a4(golden: Golden):
    sheets = sheets_of(leaves("poker", 63, 88, 11))
    golden("poker_on_a4", f"{picture(sheets[0])}\n\n{listing(sheets)}")


def test_poker_on_letter(golden: Golden):
    sheets = sheets_of(leaves("poker", 63, 88, 11), "letter")
    golden("poker_on_letter", f"{picture(sheets[0])}\n\n{listing(sheets)}")


def test_two_sided_turned_cards(golden: Golden):
    sheets = sheets_of(leaves("cr80", 54, 85.6, 3, backs="a c"), marks="corners", sides="duplex")
    golden("two_sided_turned_cards", f"{picture(sheets[0])}\n\n{picture(sheets[1])}\n\n{listing(sheets)}")


def test_round_tokens(golden: Golden):
    sheets = sheets_of(leaves("token", 30, 30, 5, copies=2, outline="circle"))
    golden("round_tokens", f"{picture(sheets[0])}\n\n{listing(sheets)}")


def test_a_board_as_large_as_the_page(golden: Golden):
    sheets = sheets_of(leaves("board", 280, 190))
    golden("board", f"{picture(sheets[0])}\n\n{listing(sheets)}")
