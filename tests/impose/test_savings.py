"""Notes where a few millimetres of a piece, or a printer's margin, cost sheets of paper."""

import pytest
from facts import facts, list_facts
from hypothesis import given, settings
from hypothesis import strategies as st
from paper_reader import imposed, leaves

from pnp.model.problem import Problem
from pnp.model.sheet import Printer


def notes(stock: list, **wishes: object) -> list[Problem]:
    _, problems = imposed(stock, **{"margin": None, **wishes})
    return [problem for problem in problems if problem.code in ("PNP408", "PNP409")]


@pytest.mark.parametrize(
    ("w", "h", "count", "values", "size"),
    [
        (210, 148, 6, "less='10 mm less width and 4.5 mm less height' saved='3 sheets' places=2", "200 x 143.5"),
        (101, 140, 8, "less='1 mm less width' saved='2 sheets' places=4", "100 x 140"),
        (204, 204, 1, "less='4 mm less width' saved='1 sheet' places=1", "200 x 204"),  # else two pages to glue
    ],
)
def test_a_slightly_smaller_piece(w: float, h: float, count: int, values: str, size: str):
    (note,) = notes(leaves("mats", w, h, count))
    assert facts(note) == f"mats.yaml:4:5 PNP408 component=mats {values}"
    assert note.hint == f"size: {size}"


@pytest.mark.parametrize(
    ("w", "h", "count"),
    [
        (63, 88, 77),
        (101, 140, 2),
        (106, 140, 8),  # more than a twentieth
    ],
)
def test_smaller_pieces_that_save_nothing(w: float, h: float, count: int):
    assert notes(leaves("mats", w, h, count)) == []


def test_round_pieces_keep_their_size():
    assert notes(leaves("discs", 101, 101, 8, outline="circle")) == []


@pytest.mark.parametrize(
    ("margin", "expected"),
    [
        (5, []),
        (3, []),
        (12, ["poker.yaml:4:5 PNP409 margin='12 mm' sheets=3 usual=2 least='5 mm' ~about='printer old'"]),
    ],
)
def test_wide_margins(margin: float, expected: list[str]):
    found = notes(leaves("poker", 63, 88, 18, copies=1), printer=Printer("old", margin=margin))
    assert list_facts(found[-1:]) == expected


lengths = st.integers(200, 2800).map(lambda tenths: tenths / 10)


@settings(max_examples=80)
@given(lengths, lengths, st.integers(1, 60))
def test_what_is_promised_is_true(w: float, h: float, count: int):
    stock = leaves("cards", w, h, 1, copies=count)
    for note in notes(stock):
        saved = int(str(note.value("saved")).split()[0])
        smaller_w, smaller_h = map(float, note.hint.removeprefix("size: ").split(" x "))
        before, _ = imposed(stock, margin=None)
        after, _ = imposed(leaves("cards", smaller_w, smaller_h, 1, copies=count), margin=None)
        assert len(before) - len(after) == saved > 0
        assert 0.95 * w <= smaller_w <= w and 0.95 * h <= smaller_h <= h
