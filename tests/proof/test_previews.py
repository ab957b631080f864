"""A text as it is being typed: how it would look, and nothing is written."""

from pnp.io.project import Project
from pnp.proof.pictures import preview
from pnp.proof.session import EditionChoice, ProofSession

EN, DE = EditionChoice(), EditionChoice("de")


def preview_digest(session: ProofSession, text: str, choice: EditionChoice = EN) -> str:
    return str(preview(session, choice, "guests/smith", "rule", text)["leaves"][0]["front"]["digest"])


def test_the_same_text_looks_the_same(session: ProofSession) -> None:
    wall = session.edition(EN).wall
    assert wall is not None
    assert preview_digest(session, "Take a coin.") == wall.pieces["guests/smith"]["leaves"][0]["front"]["digest"]


def test_a_longer_one_shrinks_then_does_not_fit(session: ProofSession) -> None:
    fits = preview(session, EN, "guests/smith", "rule", "Take one.")
    assert (fits["size"]["shrunk"], fits["problems"]) == (False, [])
    shrinks = preview(session, EN, "guests/smith", "rule", "Take one coin of each of the others, then two of the bank.")
    assert (shrinks["size"]["shrunk"], shrinks["problems"]) == (True, [])
    overflows = preview(session, EN, "guests/smith", "rule", "Take one coin of each of the others. " * 6)
    assert [each["severity"] for each in overflows["problems"]] == ["error"]


def test_what_stands_in_braces_is_filled_in(session: ProofSession) -> None:
    assert preview_digest(session, "Take {age} coins.") == preview_digest(session, "Take 40 coins.")


def test_marks_count(session: ProofSession) -> None:
    assert preview_digest(session, "Take **a** coin.") != preview_digest(session, "Take a coin.")


def test_a_translation_is_tried_in_its_language(session: ProofSession, project: Project) -> None:
    before = (project.root / "card_data/inn/locale/de.po").read_bytes()
    assert preview_digest(session, "Nimm zwei.", DE) != preview_digest(session, "Nimm zwei.", EN)
    wall = session.edition(DE).wall
    assert wall is not None
    assert (
        preview_digest(session, "Nimm eine Münze.", DE) == wall.pieces["guests/smith"]["leaves"][0]["front"]["digest"]
    )
    assert (project.root / "card_data/inn/locale/de.po").read_bytes() == before
