"""Pseudo languages: longer, bracketed, and with all marks, icons and numbers kept."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.cardtext.braces import find_holes, mask_holes
from pnp.cardtext.icons import icon_names
from pnp.cardtext.marks import count_emphasis
from pnp.localise.edition import Pseudo, accent, mirror


def test_accents_and_brackets() -> None:
    assert accent("**Stay:** Take 3 [coin] from {name}.") == "«**Šťåý:** Ťåķé 3 [coin] fŕöm {name}. öñé ťŵö»"
    assert accent("\\*") == "«\\*»"


def test_marks_of_direction() -> None:
    assert mirror("Take [coin]!") == "\u200f\u202eTake\u202c [coin]\u202e!\u202c"


def test_both_forms() -> None:
    said = Pseudo("en-XA").find("c", "{n} card", "{n} cards")
    assert said is not None
    assert said.forms == ("«{n} çåŕď öñé»", "«{n} çåŕďš öñé»")
    assert Pseudo("en-XA").find("c", " ") is None


def test_a_backslash_stays_before_its_line_break() -> None:
    assert "\\\n" in mirror("one\\\ntwo")


@given(st.text("abcXYZ .[]{}*\\1-\n", max_size=80))
@settings(max_examples=300)
def test_what_means_something_is_kept(text: str) -> None:
    for make in (accent, mirror):
        made = make(text)
        assert [hole.text for hole in find_holes(made)] == [hole.text for hole in find_holes(text)]
        assert icon_names(mask_holes(made)) == icon_names(mask_holes(text))
        assert count_emphasis(mask_holes(made)) == count_emphasis(mask_holes(text))
        assert re.findall(r"\d+", made) == re.findall(r"\d+", text)
    assert mirror(text).translate({0x200F: None, 0x202E: None, 0x202C: None}) == text
