"""Words of the glossary, as texts write them and as they write others for them."""

from pathlib import Path

import pytest
from card_texts import facts_of

from pnp.check.glossary import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sail to the port.", "word=port right=Harbor"),
        ("Port is drunk.", "word=Port right=Harbor"),
        ("Drink Port Wine.", ""),
        ("Drink port wine.", "word='port wine' right='Port Wine'"),
        ("Give Port Royal or Old Port away.", ""),
        ("Port Harbor.", "word=Port right=Harbor"),
        ("Sail to the Port.", "word=Port right=Harbor"),
        ("The airport and the ports.", ""),
        ("The **harbor**.", "word=harbor right=Harbor"),
        ("HARBOR, Harbors.", ""),
        ("Coins or COIN or a Coin.", ""),
        ("Sail [port] away.", ""),
        ("To the po\u00adrt.", "word=port right=Harbor"),
    ],
)
def test_words_of_the_glossary(tmp_path: Path, text: str, expected: str) -> None:
    terms = "- {term: Harbor, forms: [Harbors], avoid: [port]}\n- {term: Port Wine}\n- {term: coin, forms: [coins]}\n"
    found = facts_of(tmp_path, words, f"rule: '{text}'", glossary=terms)
    assert found == ([f"PNP160 path=rule {expected}"] if expected else [])


def test_a_noun_with_a_capital_is_no_name(tmp_path: Path) -> None:
    found = facts_of(
        tmp_path, words, "rule: Gib zwei Personen Taler.", language="de", glossary="- {term: Münze, avoid: [Taler]}\n"
    )
    assert found == ["PNP160 path=rule word=Taler right=Münze"]
