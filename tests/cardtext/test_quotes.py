"""Each language quotes in its own way."""

import pytest

from pnp.cardtext.punctuation import quotes_of


@pytest.mark.parametrize(
    ("language", "quoted"),
    [("en", "“a”"), ("de", "„a“"), ("de-AT", "„a“"), ("de-CH", "«a»"), ("fr", "«a»"), ("ja", "「a」"), ("xx", "“a”")],
)
def test_quotes_of_a_language_or_of_its_parent(language: str, quoted: str) -> None:
    quotes = quotes_of(language)
    assert f"{quotes.opens}a{quotes.closes}" == quoted
    assert set(quoted) - {"a"} <= quotes.marks


def test_the_apostrophe_may_stand_in_any_text() -> None:
    assert all(quotes_of(tag).apostrophe in quotes_of(tag).marks for tag in ("en", "de", "he", "nl", "ru"))
