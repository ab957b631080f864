"""`checks:` in game.yaml: warnings that a game is without, and warnings that are errors to it."""

import pytest

from pnp.diagnostics.kinds_of_game import as_set, wrong_settings
from pnp.model.game import KindSetting
from pnp.model.problem import Problem, Severity
from pnp.model.span import Span

HERE = Span("game.yaml", 3, 5)


def told(severity: Severity, code: str, *settings: tuple[str, bool]) -> list[Severity]:
    problem = Problem(code, severity, Span("cards.yaml", 1, 1), "it is so")
    return [each.severity for each in as_set([problem], [KindSetting(*each, HERE) for each in settings])]


@pytest.mark.parametrize(
    ("settings", "severities"),
    [
        ([], [Severity.WARNING]),
        ([("PNP152", True)], []),
        ([("PNP152", False)], [Severity.ERROR]),
        ([("PNP15", True)], []),
        ([("PNP15", True), ("PNP152", False)], [Severity.ERROR]),
        ([("PNP152", True), ("PNP15", False)], []),
        ([("PNP154", True), ("PNP350", False)], [Severity.WARNING]),
    ],
)
def test_the_longest_beginning_of_a_code_counts(settings: list[tuple[str, bool]], severities: list[Severity]) -> None:
    assert told(Severity.WARNING, "PNP152", *settings) == severities


@pytest.mark.parametrize("severity", [Severity.ERROR, Severity.NOTE])
def test_what_is_no_warning_stays_what_it_is(severity: Severity) -> None:
    assert told(severity, "PNP152", ("PNP152", True)) == [severity]
    assert told(severity, "PNP152", ("PNP152", False)) == [severity]


def test_what_does_nothing_is_told() -> None:
    said = [("PNP152", True), ("PNP999", True), ("PNP310", True), ("PNP310", False), ("PNP35", True), ("PNP152", False)]
    found = [str(each) for each in wrong_settings([KindSetting(*each, HERE) for each in said])]
    assert [line.partition(": error ")[2] for line in found] == [
        "PNP080 there is no code PNP999 (did you mean PNP099?)",
        "PNP081 PNP310 is an error, which can't be ignored for a whole game"
        " (a comment can, at one place: # pnp: ignore PNP310)",
        "PNP082 PNP310 is both to be ignored and an error (delete one) [game.yaml:3:5]",
        "PNP082 PNP152 is both to be ignored and an error (delete one) [game.yaml:3:5]",
    ]
