"""Sheets as they will print."""

import pytest

from pnp.model.problem import UsageError
from pnp.proof.pictures import Pictures
from pnp.proof.session import EditionChoice, ProofSession
from pnp.proof.web_app import impose_sheets


def test_pieces_on_paper(session: ProofSession) -> None:
    found = impose_sheets(session, session.edition(EditionChoice()), "letter", "duplex", "edges")
    assert {(each["w"], each["h"]) for each in found["sheets"]} == {(215.9, 279.4)}
    png = Pictures(session.find).picture(found["sheets"][-1]["digest"], 300)
    assert png is not None and png.startswith(b"\x89PNG")
    assert found["pages"] == len(found["sheets"])


@pytest.mark.parametrize(("paper", "sides"), [("a99", "fronts"), ("a4", "insides")])
def test_what_there_is_not_is_refused(session: ProofSession, paper: str, sides: str) -> None:
    with pytest.raises(UsageError):
        impose_sheets(session, session.edition(EditionChoice()), paper, sides, "edges")
