"""Problems as users see them."""

import pytest

from pnp.model import problem
from pnp.model.problem import Code, Severity, code, has_errors, sort_problems
from pnp.model.span import Span

WORN = Code("PNP990", Severity.WARNING, "{what} is worn")
TORN = Code("PNP991", Severity.ERROR, "{names} lack {count:,} of {kind}", frozenset({"kind"}))


def test_a_problem_is_one_line_with_hint_and_origin() -> None:
    wrong = WORN.at(
        Span("card_data/x/a.yaml", 41, 5), hint="did you mean green?", origin=Span("b.j2", 3), what='"blue"'
    )
    assert str(wrong) == 'card_data/x/a.yaml:41:5: warning PNP990 "blue" is worn (did you mean green?) [b.j2:3]'


def test_its_sentence_names_values_whom_it_is_said_of_and_when() -> None:
    wrong = TORN.at(Span("a"), names=("ann", "ben"), count=1200, kind="coins")._replace(about=("heroes/owl",))
    assert wrong._replace(when=(" (with 3 players)",)).message == (
        "heroes/owl: ann, ben lack 1,200 of coins (with 3 players)"
    )
    assert (wrong.value("names"), wrong.value("count"), wrong.value("nobody")) == (("ann", "ben"), 1200, "")


def test_numbers_and_what_varies_do_not_make_another_mistake() -> None:
    one = TORN.at(Span("a"), names=("ann",), count=1, kind="coins")
    assert one.mistake == TORN.at(Span("b"), names=("ann",), count=2, kind="gems").mistake
    assert one.mistake != TORN.at(Span("a"), names=("ben",), count=1, kind="coins").mistake


@pytest.mark.parametrize("values", [{}, {"what": "a", "hue": "red"}])
def test_what_a_sentence_does_not_say_is_refused(values: dict[str, str]) -> None:
    with pytest.raises(AssertionError, match="PNP990 says"):
        WORN.at(Span("a"), **values)


def test_a_line_names_three_places_and_counts_the_others() -> None:
    wrong = WORN.at(Span("a", 1), what="it")._replace(others=tuple(Span("a", line) for line in range(2, 6)))
    assert str(wrong) == "a:1: warning PNP990 it is worn, also at a:2, a:3 and 2 more"
    assert len(wrong.places) == 5


def test_a_span_without_a_line_is_the_file() -> None:
    assert [str(Span("a")), str(Span("a", 3)), str(Span("a", 3, 4))] == ["a", "a:3", "a:3:4"]


def test_problems_are_said_once_in_reading_order() -> None:
    late, early = WORN.at(Span("a", 9, 1), what="late"), WORN.at(Span("a", 2, 1), what="early")
    assert sort_problems([late, early, late]) == [early, late]


def test_warnings_are_no_errors() -> None:
    assert not has_errors([WORN.at(Span("a"), what="x")])
    assert has_errors([TORN.at(Span("a"), names=(), count=1, kind="x")])


def test_a_code_is_declared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problem, "_codes", {})
    first = code("PNP991")
    with pytest.raises(AssertionError, match="PNP991 is declared twice"):
        code("PNP991")
    assert problem.declared_codes()["PNP991"] is first
