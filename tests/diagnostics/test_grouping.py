"""A few of each kind of warnings and notes, many errors, and a line for the others."""

import pytest

from pnp.diagnostics.codes import all_codes
from pnp.diagnostics.report import MANY, limit_each_kind
from pnp.model.problem import Problem, Severity
from pnp.model.span import Span

WARNING, NOTE, ERROR = Severity.WARNING, Severity.NOTE, Severity.ERROR


def problems(count: int, code: str = "PNP152", severity: Severity = WARNING) -> list[Problem]:
    return [Problem(code, severity, Span("a.yaml", line + 1), "is wrong") for line in range(count)]


@pytest.mark.parametrize(("count", "told", "left"), [(0, 0, []), (5, 5, []), (6, 6, []), (7, 5, [2]), (317, 5, [312])])
def test_the_first_five_are_told_and_the_others_counted(count: int, told: int, left: list[int]) -> None:
    found, others = limit_each_kind(problems(count))
    assert found == problems(count)[:told]
    assert [each.count for each in others] == left


def test_each_kind_by_itself_in_the_order_of_problems() -> None:
    mixed = [each for both in zip(problems(9, "PNP350"), problems(9), strict=True) for each in both]
    found, others = limit_each_kind(mixed)
    assert found == mixed[:10]
    assert [(each.code, each.count) for each in others] == [("PNP350", 4), ("PNP152", 4)]


def test_errors_are_told_one_by_one_beside_warnings_of_their_code() -> None:
    found, others = limit_each_kind([*problems(20, severity=ERROR), *problems(20)])
    assert [each.severity for each in found] == [ERROR] * 20 + [WARNING] * 5
    assert [(each.severity, each.count) for each in others] == [(WARNING, 15)]


def test_errors_are_told_one_by_one_up_to_many() -> None:
    found, others = limit_each_kind(problems(20_000, severity=ERROR))
    assert (found, [each.count for each in others]) == (problems(MANY, severity=ERROR), [20_000 - MANY])


def test_what_is_grave_is_counted_beyond_many() -> None:
    found, others = limit_each_kind(problems(317, all_codes()["PNP158"].id))
    assert (len(found), [each.count for each in others]) == (MANY, [317 - MANY])


def test_without_the_option_all_kinds_are_told_up_to_many() -> None:
    found, (others,) = limit_each_kind(problems(317, severity=NOTE), MANY, has_option=False)
    assert (len(found), others.count, others.severity, "--all-warnings" in str(others)) == (MANY, 267, NOTE, False)


@pytest.mark.parametrize(
    ("severity", "line"),
    [
        (
            WARNING,
            "warning PNP152 and 312 more of its kind "
            "(--all-warnings says each; checks: {ignore: [PNP152]} in game.yaml silences them)",
        ),
        (ERROR, "error PNP152 and 267 more of its kind (--all-warnings says each)"),
        (NOTE, "note PNP152 and 312 more of its kind (--all-warnings says each)"),
    ],
)
def test_the_line_says_what_helps(severity: Severity, line: str) -> None:
    _, (others,) = limit_each_kind(problems(317, severity=severity))
    assert str(others) == line


def test_what_is_cut_off_on_paper_comes_first_and_is_not_only_counted() -> None:
    found, others = limit_each_kind([*problems(9), *problems(9, all_codes()["PNP158"].id)])
    assert [problem.code for problem in found] == ["PNP158"] * 9 + ["PNP152"] * 5
    assert [(each.code, each.count) for each in others] == [("PNP152", 4)]
