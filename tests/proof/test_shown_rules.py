"""Setup, rules and victory of the bundled games, as the page tells them."""

from pathlib import Path

import pytest
from nightly import every

from pnp.io.project import find_project
from pnp.model.options import Options
from pnp.proof.session import EditionChoice, ProofSession
from pnp.proof.shown_rules import rules_values

REPOSITORY = Path(__file__).parents[2]


@pytest.mark.parametrize("language", every(2, ["", "de"]))
def test_all_that_a_game_proves(language: str) -> None:
    session = ProofSession(find_project(REPOSITORY), Options("hidden-leaders", jobs=1))
    found = rules_values(session.edition(EditionChoice(language)))
    assert [step["number"] for step in found["setup"]["steps"]] == list(range(1, 8))
    assert found["setup"]["wrong"] == found["victory"]["wrong"] == []
    assert found["victory"]["states"] == 144
    assert all(rule["say"] and not rule["wrong"] for rule in found["rules"])
    said = {rule["id"]: rule["say"] for rule in found["rules"]}
    assert not [text for text in said.values() if "{" in text or "…" in text or "  " in text]
    assert (
        said["harbor"]
        == {
            "": "After the setup 43–63 Heroes are in the Harbor.",
            "de": "Nach dem Spielaufbau sind 43–63 Charaktere im Hafen.",
        }[language]
    )
    if not language:
        around = "Three Heroes lie on the Tavern, one on the Graveyard, two–six on the Wilderness."
        assert said["around-the-board"] == around


def test_a_game_without_any(session: ProofSession) -> None:
    assert rules_values(session.edition(EditionChoice())) == {}
