"""Notes where a few millimetres of a piece, or a printer's margin, cost sheets of paper."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paper_reader import imposed, leaves

from pnp.model.sheet import Printer


def notes(stock: list, **wishes: object) -> list[str]:
    _, problems = imposed(stock, **{"margin": None, **wishes})
    return [str(problem).partition(" note ")[2] for problem in problems if problem.code in ("PNP408", "PNP409")]


@pytest.mark.parametrize(
    ("w", "h", "count", "said"),
    [
        (210, 148, 6, "10 mm less width and 4.5 mm less height would save 3 sheets: 2 a sheet (size: 200 x 143.5)"),
        (101, 140, 8, "1 mm less width would save 2 sheets: 4 a sheet (size: 100 x 140)"),
        (204, 204, 1, "4 mm less width would save 1 sheet: 1 a sheet (size: 200 x 204)"),  # else two pages to glue
        (63, 88, 77, ""),
        (101, 140, 2, ""),
        (106, 140, 8, ""),  # more than a twentieth
    ],
)
def test_a_slightly_smaller_piece(w: float, h: float, count: int, said: str):
    assert notes(leaves("mats", w, h, count)) == ([f"PNP408 mats: {said}"] if said else [])


def test_round_pieces_keep_their_size():
    assert notes(leaves("discs", 101, 101, 8, outline="circle")) == []


@pytest.mark.parametrize(
    ("margin", "said"),
    [(5, []), (3, []), (12, ["PNP409 printer old: margins of 12 mm take 3 sheets instead of 2 with 5 mm"])],
)
def test_wide_margins(margin: float, said: list[str]):
    assert notes(leaves("poker", 63, 88, 18, copies=1), printer=Printer("old", margin=margin))[-1:] == said


lengths = st.integers(200, 2800).map(lambda tenths: tenths / 10)


@settings(max_examples=80)
@given(lengths, lengths, st.integers(1, 60))
def test_what_is_promised_is_true(w: float, h: float, count: int):
    stock = leaves("cards", w, h, 1, copies=count)
    for note in notes(stock):
        saved = int(note.partition("would save ")[2].split()[0])
        smaller_w, smaller_h = map(float, note.partition("size: ")[2].rstrip(")").split(" x "))
        before, _ = imposed(stock, margin=None)
        after, _ = imposed(leaves("cards", smaller_w, smaller_h, 1, copies=count), margin=None)
        assert len(before) - len(after) == saved > 0
        assert 0.95 * w <= smaller_w <= w and 0.95 * h <= smaller_h <= h
