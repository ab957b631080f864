"""The line below a problem: the caret stands under the place whatever the line is made of."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.diagnostics.sources import excerpt
from pnp.model.span import Span


def show_excerpt(line: str, column: int, number: int = 6) -> list[str]:
    return list(excerpt(line, Span("cards.yaml", number, column)))


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("  nmae: Second", 3, [" 6 |   nmae: Second", "   |   ^"]),
        ("a: b", 5, [" 6 | a: b", "   |     ^"]),  # behind its end
        ("", 1, [" 6 |", "   | ^"]),
        ("a: b   ", 4, [" 6 | a: b", "   |    ^"]),
        ("\tx: 1", 2, [" 6 |     x: 1", "   |     ^"]),
        ("名前: 狐, a: 1", 8, [" 6 | 名前: 狐, a: 1", "   |           ^"]),  # 名前狐 are two columns each
        ("ae\u0301i: 1", 4, [" 6 | ae\u0301i: 1", "   |   ^"]),  # an accent of its own has none
        ("a\x1b[31m\u202eb: 1", 8, [" 6 | a\ufffd[31m\ufffdb: 1", "   |        ^"]),  # nothing that a terminal obeys
    ],
)
def test_the_caret_stands_under_the_place(line: str, column: int, expected: list[str]) -> None:
    assert show_excerpt(line, column) == expected


def test_the_gutter_is_as_wide_as_the_number() -> None:
    assert show_excerpt("ab", 2, number=1234) == [" 1234 | ab", "      |  ^"]


@pytest.mark.parametrize("column", [0, -1, 6])
def test_a_place_that_is_not_in_the_line_has_no_caret(column: int) -> None:
    assert show_excerpt("a: b", column) == [" 6 | a: b", ""]


def test_a_long_line_is_cut_where_the_place_is_not() -> None:
    line = "".join(f"{n:>5}" for n in range(100))
    assert show_excerpt(line, 1) == [f" 6 | {line[:100]}…", "   | ^"]
    assert show_excerpt(line, 301) == [f" 6 | …{line[240:339]}…", f"   | {' ' * 61}^"]
    assert show_excerpt(line, 500) == [f" 6 | …{line[439:]}", f"   | {' ' * 61}^"]
    assert show_excerpt(line, 0) == [f" 6 | {line[:100]}…", ""]


def test_a_long_line_of_wide_letters() -> None:
    assert show_excerpt("狐" * 200, 101) == [f" 6 | …{'狐' * 30}{'狐' * 19}…", f"   | {' ' * 61}^"]


@settings(max_examples=200)
@given(st.text(st.sampled_from("ab :\t狐\u0301\x1b\u200d🦊"), max_size=400), st.integers(0, 401))
def test_it_never_gets_wide(line: str, column: int) -> None:
    above, below = show_excerpt(line, column)
    assert len(above) <= 5 + 100 + 1 + sum(above.count(mark) for mark in "\u0301\u200d")
    assert len(below) <= 5 + 100 + 2
    assert bool(below) == (1 <= column <= len(line) + 1)
    assert below.strip(" |^") == "" and below.count("^") == bool(below)
