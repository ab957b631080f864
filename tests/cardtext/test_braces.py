"""What stands in braces is filled in; a backslash before a brace prints the brace."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.cardtext.braces import (
    MASK,
    Hole,
    drop_wording,
    elide_holes,
    fill_names,
    find_holes,
    find_lone_brace,
    mask_holes,
    show_masked,
    split_holes,
)
from pnp.cardtext.icons import icon_names

texts = st.text(st.sampled_from("ab{}\\ |[]*") | st.characters(codec="utf-8"), max_size=24)


def test_holes_and_their_places() -> None:
    assert list(find_holes(r"Deal {hands|word} \{not} {x}")) == [Hole("hands|word", 6, 16), Hole("x", 26, 27)]


@pytest.mark.parametrize(
    ("text", "at"), [("no braces", None), ("{a} {b}", None), (r"\{", None), ("a {b", 2), ("b}", 1), ("{a {b}", 0)]
)
def test_a_brace_without_its_other(text: str, at: int | None) -> None:
    assert find_lone_brace(text) == at


def test_what_is_filled_in() -> None:
    parts = [part if isinstance(part, str) else part.text.upper() for part in split_holes(r"{a} of \{b\} \\{c}")]
    assert "".join(parts) == r"A of {b} \\C"
    assert elide_holes("{a} of {b}") == "… of …"


def test_names_without_a_value_stay() -> None:
    values = {"count": 3, "a-b": "x"}
    assert fill_names("{count} {a-b} {other} {a b}", values.get) == "3 x {other} {a b}"


def test_a_backslash_before_a_brace_is_the_same_for_names() -> None:
    assert fill_names(r"\{count} \\{count}", {"count": 3}.get) == r"{count} \\3"


@pytest.mark.parametrize(
    ("hole", "figure"),
    [("hands|word", "hands"), ("n | form('a', 'b') | capital", "n"), ("a  +  b", "a + b"), ("x|first", "x|first")],
)
def test_the_figure_in_a_hole(hole: str, figure: str) -> None:
    assert drop_wording(hole) == figure


@settings(max_examples=300)
@given(texts)
def test_masking_moves_nothing(text: str) -> None:
    hidden = mask_holes(text)
    assert len(hidden) == len(text)
    for hole in find_holes(text):
        assert text[hole.start : hole.end] == hole.text
        assert set(hidden[hole.start - 1 : hole.end + 1]) == {MASK}


@settings(max_examples=300)
@given(texts)
def test_each_hole_is_filled_once_and_nothing_else_changes(text: str) -> None:
    parts = list(split_holes(text))
    said = [part.text for part in parts if isinstance(part, Hole)]
    printed = "".join([part for part in parts if isinstance(part, str)])
    assert said == [hole.text for hole in find_holes(text)]
    kept = [c for c in text if c not in "{}\\"]
    inside = [c for hole in said for c in hole if c not in "\\"]
    assert len([c for c in printed if c not in "{}\\"]) == len(kept) - len(inside)


def test_a_masked_text_is_shown_with_dots() -> None:
    assert show_masked(mask_holes("Deal {hands} to {each}")) == "Deal {…} to {…}"


def test_an_index_in_braces_is_no_icon_and_backslashes_before_icons_stay() -> None:
    assert icon_names(mask_holes(r"{cards[4]} [coin]")) == ["coin"]
    assert icon_names(mask_holes(r"{a} \\[coin] \[hand]")) == icon_names(r"\\[coin] \[hand]") == ["coin"]
