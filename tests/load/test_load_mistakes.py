"""Each mistake in the games of projects/bad is reported where and how the comment at its line says."""

from pathlib import Path

import pytest
from expected_problems import assert_as_expected

from pnp.build.loading import load_game
from pnp.diagnostics.report import drop_consequences
from pnp.io.project import Project
from pnp.model.values import Poison

BAD = Path(__file__).parent / "projects" / "bad"


@pytest.mark.parametrize("game", sorted(path.name for path in (BAD / "card_data").iterdir()))
def test_mistakes_are_reported_at_their_lines(game: str) -> None:
    loaded, problems = load_game(Project(BAD, BAD), game)
    assert loaded is not None, "the structure could be read, so later stages get a game"
    assert_as_expected(BAD, (BAD / "card_data" / game).glob("*.yaml"), drop_consequences(problems))


def test_problems_of_a_piece_name_it() -> None:
    _, problems = load_game(Project(BAD, BAD), "values")
    subjects = {problem.span.line: problem.subject for problem in problems}
    assert subjects[3] == "creatures/owl"
    assert subjects[6] == "", "a piece without an id can't be named"


def test_wrong_values_are_poison_and_the_rest_of_the_piece_stays() -> None:
    loaded, _ = load_game(Project(BAD, BAD), "values")
    assert loaded is not None
    pieces = {piece.id: piece for piece in loaded.components["creatures"].pieces}
    power = pieces["numbers"].fields["power"]
    assert pieces["numbers"].fields["name"] == "Numbers"
    assert isinstance(power, Poison) and power.problem.span == pieces["numbers"].span_of("power")
    assert pieces["numbers"].copies == 1
    assert pieces["owl"].fields["name"] == "Owl", "of two pieces with the same id the first stays"


def test_wrong_formats_are_replaced_by_something_that_prints() -> None:
    loaded, _ = load_game(Project(BAD, BAD), "stalls")
    assert loaded is not None
    formats = {component.id: component.format for component in loaded.components.values()}
    assert (formats["creatures"].w, formats["creatures"].h) == (63, 88)
    assert (formats["rings"].w, formats["rings"].h) == (30, 30)
    assert formats["stones"].corner == 5
