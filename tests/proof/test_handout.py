"""What is handed out of each piece: its words with sizes, beside the source's, and its problems."""

import pytest
from changing import change, path_of

from pnp.io.project import Project
from pnp.model.options import Options
from pnp.model.problem import PnpError
from pnp.proof.details import Handout, PrintedText, make_handout
from pnp.proof.session import ProofSession


def handout_for(project: Project, language: str = "") -> Handout:
    return make_handout(ProofSession(project, Options("inn", language=language, jobs=1)))


def words(found: Handout, label: str) -> dict[str, tuple[str, str | None]]:
    piece = next(each for each in found.pieces if each.values["label"] == label)
    return {each.path: (each.said.text, each.source.text if each.source else None) for each in piece.words}


def test_words_of_the_source(project: Project) -> None:
    found = handout_for(project)
    assert not found.is_translated
    assert words(found, "guests/smith") == {"name": ("The Smith", None), "rule": ("Take a coin.", None)}
    assert [piece.values["label"] for piece in found.pieces] == [
        *("guests/smith", "guests/widow", "rooms/red", "rooms/blue")
    ]


def test_a_translation_stands_beside_its_source_with_its_own_size(project: Project) -> None:
    change(project, "locale/de.po", "Nimm eine Münze.", "Nimm dir bitte eine Münze oder auch deren zwei. " * 2)
    found = handout_for(project, "de")
    assert words(found, "guests/smith")["name"] == ("Der Schmied", "The Smith")
    said, source = next((each.said, each.source) for each in found.pieces[0].words if each.path == "rule")
    assert source == PrintedText("Take a coin.", pytest.approx(3.175), pytest.approx(3.175))
    assert said.size < said.full
    assert len(found.pieces[0].source) == len(found.pieces[0].leaves) == 1


def test_marks_are_not_words(project: Project) -> None:
    change(project, "guests.yaml", "Take a coin.", "Take **a** coin.")
    assert words(handout_for(project), "guests/smith")["rule"][0] == "Take a coin."


def test_a_problem_belongs_to_its_piece(project: Project) -> None:
    change(project, "guests.yaml", "Take a coin.", "Take [gold] now.")
    wrong = {piece.values["label"]: [each["code"] for each in piece.problems] for piece in handout_for(project).pieces}
    assert wrong["guests/smith"]
    assert not wrong["guests/widow"]


def test_what_cannot_be_read_is_told_in_one_line(project: Project) -> None:
    path_of(project, "game.yaml").write_text("title: [")
    with pytest.raises(PnpError, match=r"card_data/inn/game\.yaml:2"):
        handout_for(project)
