"""Records and pieces."""

import pytest

from pnp.model.game import Piece
from pnp.model.span import Span
from pnp.model.values import Record, Value, value_text


def test_a_record_prints_and_compares_as_its_id() -> None:
    spring = Record({"name": "Spring"}, "spring")
    assert (str(spring), spring == "spring", spring == "summer", spring["name"]) == ("spring", True, False, "Spring")


def test_a_record_without_an_id_equals_no_text() -> None:
    assert Record({}) != ""


def test_the_place_of_a_value_is_the_nearest_that_was_written() -> None:
    piece = Piece("owl", "birds", 1, {}, "b.yaml", 3, 1, {"steps": (5, 3), "steps.1": (7, 5)})
    assert [piece.span_of(path) for path in ("steps.1", "steps.0", "name")] == [
        Span("b.yaml", 7, 5),
        Span("b.yaml", 5, 3),
        Span("b.yaml", 3, 1),
    ]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, ""),
        ("a, b", "a, b"),
        (3, "3"),
        (2.0, "2"),
        (0.25, "0.25"),
        (True, "yes"),
        ((1, False, Record({}, "owl")), "1, no, owl"),
    ],
)
def test_what_readers_see_of_a_value(value: Value, expected: str) -> None:
    assert value_text(value, "yes", "no") == expected
