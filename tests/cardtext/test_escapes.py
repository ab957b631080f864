"""A backslash before a sign takes its meaning: any text can be printed as it is."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.cardtext.icons import ICON_CHARACTER
from pnp.cardtext.marks import SIGNS, Bit, lone_marks, plain, printed, read_marks
from pnp.cardtext.punctuation import escaped, masked_escapes

texts = st.text(st.sampled_from("ab *[]\\\n") | st.characters(codec="utf-8"), max_size=30)


def test_signs_of_others_mean_nothing() -> None:
    assert escaped("a *b* [c] \\") == "a \\*b\\* \\[c\\] \\\\"


@settings(max_examples=300)
@given(texts)
def test_an_escaped_text_prints_itself(text: str) -> None:
    assert plain(escaped(text)) == printed(escaped(text)) == text
    assert all(bit == Bit(bit.text) for bit in read_marks(escaped(text)))


def test_what_means_nothing_is_masked_with_its_bracket() -> None:
    masked = ICON_CHARACTER
    assert masked_escapes(r"\[Coin] [coin]") == masked * 7 + " [coin]"
    assert masked_escapes(r"\* * \\[a]") == f"{masked * 2} * {masked * 2}[a]"
    assert masked_escapes("C:\\games \\\n") == "C:\\games \\\n"


@settings(max_examples=300)
@given(texts)
def test_masking_moves_nothing(text: str) -> None:
    masked = masked_escapes(text)
    assert len(masked) == len(text)
    assert all(one == other or other == ICON_CHARACTER for one, other in zip(text, masked, strict=True))
    assert [lone[1:] for lone in lone_marks(masked)] == [lone[1:] for lone in lone_marks(text)]
    assert not set(SIGNS) & set(masked_escapes(escaped(text)))
