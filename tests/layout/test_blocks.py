"""Filling columns is a walk over slices; here they are letters, in capitals where a column may end after them."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.layout.element import Placed
from pnp.layout.elements.flow import Column, Slice, balanced, fill, height

HEAD = Placed()


def _slices(letters: str, h: float = 1.0) -> list[Slice]:
    """Each a millimetre high; `|` before a letter begins a column, `/` a page, `.` is half a millimetre of space."""
    made: list[Slice] = []
    breaks, space = "", 0.0
    for letter in letters:
        if letter in "|/":
            breaks = {"|": "column", "/": "page"}[letter]
        elif letter == ".":
            space = 0.5
        else:
            made.append(Slice(Placed(), h, space, letter.isupper(), breaks=breaks, tag=letter))
            breaks, space = "", 0.0
    return made


def _list_tags(columns: Sequence[Column]) -> list[str]:
    return ["".join(piece.tag for piece in column) for column in columns]


def _pages(letters: str, count: int, h: float) -> list[list[str]]:
    slices, start, pages = _slices(letters), 0, []
    while start < len(slices):
        start, columns = fill(slices, start, count, h)
        pages.append(_list_tags(columns))
    return pages


@pytest.mark.parametrize(
    ("letters", "count", "h", "pages"),
    [
        ("ABCDE", 1, 2, [["AB"], ["CD"], ["E"]]),
        ("ABCDE", 2, 2, [["AB", "CD"], ["E"]]),
        ("A.B.C", 1, 2.5, [["AB"], ["C"]]),
        ("A.B.C", 1, 2.4, [["A"], ["B"], ["C"]]),
        ("AbCDE", 1, 2, [["A"], ["bC"], ["DE"]]),
        ("aBcDE", 1, 3, [["aB"], ["cDE"]]),
        ("AB|CD", 2, 3, [["AB", "CD"]]),
        ("AB|CD", 1, 3, [["AB"], ["CD"]]),
        ("AB/CD", 2, 3, [["AB"], ["CD"]]),
        ("/A/B", 2, 3, [["A"], ["B"]]),
        ("AB/C|D", 2, 3, [["AB"], ["C", "D"]]),
        ("abcdE", 1, 2, [["ab"], ["cd"], ["E"]]),
        ("ABC", 3, 1, [["A", "B", "C"]]),
    ],
)
def test_columns_end_where_they_are_full_and_may(letters: str, count: int, h: float, pages: list[list[str]]) -> None:
    assert _pages(letters, count, h) == pages


def test_a_slice_higher_than_the_page_has_a_column_of_its_own() -> None:
    slices = [*_slices("A"), *_slices("B", 5), *_slices("C")]
    end, columns = fill(slices, 0, 3, 2)
    assert (end, _list_tags(columns)) == (3, ["A", "B", "C"])
    assert [height(column) for column in columns] == [1, 5, 1]


def test_where_nothing_may_end_a_column_it_ends_where_it_may_if_it_must() -> None:
    slices = [piece._replace(if_must=piece.tag == "b") for piece in _slices("abcd")]
    assert _list_tags(fill(slices, 0, 2, 3)[1]) == ["ab", "cd"]
    assert _list_tags(fill(slices, 1, 2, 2)[1]) == ["b", "cd"]
    assert _list_tags(fill([*_slices("A"), *slices], 0, 2, 4)[1]) == ["A", "abcd"], "there is a better place"


@pytest.mark.parametrize(
    ("letters", "taken"), [("ABCD", ["AB"]), ("AbcD", ["A"]), ("ABC/D", ["ABC"]), ("abcD", ["abc"])]
)
def test_a_page_leaves_no_line_alone_to_the_next(letters: str, taken: list[str]) -> None:
    slices = [piece._replace(is_line=True) for piece in _slices(letters)]
    assert _list_tags(fill(slices, 0, 1, 3)[1]) == taken
    assert _list_tags(fill(_slices("ABCD"), 0, 1, 3)[1]) == ["ABC"], "a figure may be"
    assert _list_tags(fill([piece._replace(is_line=True) for piece in _slices("ABCD")], 0, 2, 3)[1]) == ["ABC", "D"]


@settings(max_examples=200)
@given(letters=st.text("abcABC..|/", min_size=1, max_size=30), count=st.integers(1, 3), h=st.floats(1, 6))
def test_columns_end_where_they_may_if_there_is_such_a_place(letters: str, count: int, h: float) -> None:
    slices = [piece._replace(is_line=True, if_must=piece.tag in "bc") for piece in _slices(letters)]
    at = 0
    while at < len(slices):
        at, columns = fill(slices, at, count, h)
        behind = [column[0] for column in columns[1:]] + list(slices[at : at + 1])
        for column, next_one in zip(columns, behind, strict=False):
            if not (column[-1].may_break or next_one.breaks):
                assert column[-1].if_must or not any(piece.if_must for piece in column)
                assert not any(piece.may_break for piece in column)


def test_a_repeated_head_takes_its_room() -> None:
    rows = [Slice(Placed(), 1, may_break=False, tag="h")]
    rows += [Slice(Placed(), 1, repeats=HEAD, repeats_h=1, tag=letter) for letter in "ABCDE"]
    end, columns = fill(rows, 0, 3, 3)
    assert (end, _list_tags(columns)) == (6, ["hAB", "CD", "E"])
    assert [height(column) for column in columns] == [3, 3, 2]


@pytest.mark.parametrize(
    ("letters", "count", "columns"),
    [
        ("ABCD", 2, ["AB", "CD"]),
        ("ABCDE", 2, ["ABC", "DE"]),
        ("ABCDEF", 3, ["AB", "CD", "EF"]),
        ("abC", 2, ["abC"]),
        ("aBC", 2, ["aB", "C"]),
        ("AbcD", 2, ["A", "bcD"]),
        ("A", 2, ["A"]),
    ],
)
def test_the_last_columns_are_balanced_without_ending_where_they_must_not(
    letters: str, count: int, columns: list[str]
) -> None:
    assert _list_tags(balanced(_slices(letters), 0, count, 10) or []) == columns


def test_columns_with_a_forced_break_are_not_balanced() -> None:
    assert balanced(_slices("AB|CD"), 0, 2, 10) is None
    assert balanced(_slices("AB|CD"), 2, 2, 10) is not None


@settings(max_examples=200)
@given(letters=st.text("abcABC..|/", max_size=30), count=st.integers(1, 3), h=st.floats(1, 6), start=st.integers(0, 3))
def test_all_slices_come_once_and_in_order(letters: str, count: int, h: float, start: int) -> None:
    slices = _slices(letters)
    at, seen = min(start, len(slices)), []
    while at < len(slices):
        at, columns = fill(slices, at, count, h)
        assert columns
        assert len(columns) <= count
        assert all(height(column) <= h + 1e-5 for column in columns)
        better = balanced(slices, at - sum(map(len, columns)), count, h) if at == len(slices) else None
        if better:
            assert "".join(_list_tags(better)) == "".join(_list_tags(columns))
            assert max(map(height, better)) <= max(map(height, columns)) + 1e-3
        seen += _list_tags(columns)
    assert "".join(seen) == "".join(piece.tag for piece in slices)[start:]
