"""Problems as users see them."""

import pytest

from pnp.model import problem
from pnp.model.problem import Code, Severity, code, has_errors, in_reading_order
from pnp.model.span import Span
from pnp.model.suggest import did_you_mean

WORN = Code("PNP990", "worn", "For these tests.", Severity.WARNING)
TORN = Code("PNP991", "torn", "For these tests.", Severity.ERROR)


def test_a_problem_is_one_line_with_hint_and_origin() -> None:
    wrong = TORN.at(Span("card_data/x/a.yaml", 41, 5), 'no "blue"', hint="did you mean green?", origin=Span("b.j2", 3))
    assert str(wrong) == 'card_data/x/a.yaml:41:5: error PNP991 no "blue" (did you mean green?) [b.j2:3]'


def test_a_span_without_a_line_is_the_file() -> None:
    assert [str(Span("a")), str(Span("a", 3)), str(Span("a", 3, 4))] == ["a", "a:3", "a:3:4"]


def test_problems_are_said_once_in_reading_order() -> None:
    late, early = TORN.at(Span("a", 9, 1), "late"), WORN.at(Span("a", 2, 1), "early")
    assert in_reading_order([late, early, late]) == [early, late]


def test_warnings_are_no_errors() -> None:
    assert not has_errors([WORN.at(Span("a"), "x")])
    assert has_errors([TORN.at(Span("a"), "x")])


def test_a_code_is_declared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problem, "_codes", {})
    first = code("PNP991", "torn", "For these tests.")
    with pytest.raises(AssertionError, match="PNP991 is declared twice: torn and again"):
        code("PNP991", "again", "")
    assert problem.declared_codes()["PNP991"] is first


@pytest.mark.parametrize(
    ("wrong", "known", "hint"),
    [
        ("titel", ["title", "text"], "did you mean title?"),
        ("TITLE", ["title"], "did you mean title?"),
        ("zzz", ["b", "a"], "there are: a, b"),
        ("zzz", [f"name{i}" for i in range(40)], ""),
        ("zzz", [], ""),
    ],
)
def test_hints_name_the_nearest_or_all(wrong: str, known: list[str], hint: str) -> None:
    assert did_you_mean(wrong, known) == hint
