"""Words of the glossary, as texts write them and as they write others for them."""

from pathlib import Path

import pytest
from card_texts import list_messages

from pnp.check.glossary import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sail to the port.", "says port, the glossary’s word is Harbor"),
        ("Port is drunk.", "says Port, the glossary’s word is Harbor"),
        ("Drink Port Wine.", ""),
        ("Drink port wine.", "says port wine, the glossary writes Port Wine"),
        ("The airport and the ports.", ""),
        ("The **harbor**.", "says harbor, the glossary writes Harbor"),
        ("HARBOR, Harbors.", ""),
        ("Coins or COIN or a Coin.", ""),
        ("Sail [port] away.", ""),
        ("To the po\u00adrt.", "says port, the glossary’s word is Harbor"),
    ],
)
def test_words_of_the_glossary(tmp_path: Path, text: str, expected: str) -> None:
    terms = "- {term: Harbor, forms: [Harbors], avoid: [port]}\n- {term: Port Wine}\n- {term: coin, forms: [coins]}\n"
    found = list_messages(tmp_path, words, f"rule: '{text}'", glossary=terms)
    assert found == ([f'"rule" {expected}'] if expected else [])
