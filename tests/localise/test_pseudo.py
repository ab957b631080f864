"""Languages that nobody speaks: longer, bracketed, and whatever means something is kept."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.localise.pseudo import Pseudo, accented, mirrored


def test_accents_and_brackets() -> None:
    assert accented("**Stay:** Take 3 [coin] from {name}.") == "«**Šťåý:** Ťåķé 3 [coin] fŕöm {name}. öñé ťŵö»"
    assert accented("\\*") == "«\\*»"


def test_marks_of_direction() -> None:
    assert mirrored("Take [coin]!") == "\u200f\u202eTake\u202c [coin]\u202e!\u202c"


def test_both_forms() -> None:
    said = Pseudo("en-XA").find("c", "{n} card", "{n} cards")
    assert said is not None
    assert said.forms == ("«{n} çåŕď öñé»", "«{n} çåŕďš öñé»")
    assert Pseudo("en-XA").find("c", " ") is None


@given(st.text("abcXYZ .[]{}*\\1-\n", max_size=80).map(lambda text: text.rstrip("\\")))
@settings(max_examples=200, deadline=None)
def test_what_means_something_is_kept(text: str) -> None:
    kept = r"\\.|\[[a-z0-9][a-z0-9_-]*\]|\{[^{}]*\}|\*+|\d+"
    assert re.findall(kept, accented(text)) == re.findall(kept, text)
    assert mirrored(text).translate({0x200F: None, 0x202E: None, 0x202C: None}) == text
