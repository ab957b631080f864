"""What is shown of two values that aren't equal."""

import pytest

from pnp.model.values import Record
from pnp.rules.expressions.values import contrast

LONG = tuple(range(-20, 21))
TEXT = "a text that goes on and on until nobody wants to read any more of it, "


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (3, 4, ("3", "4")),
        ((1, 2), (1, 3), ("1, 2", "1, 3")),
        (True, "true", ("true", "'true'")),
        ((1, 2), ("1", "2"), ("1, 2", "'1', '2'")),
        ((1, (2, "3")), (1, (2, 3)), ("1, (2, '3')", "1, (2, 3)")),
        (LONG, (*LONG[:30], 5, *LONG[31:]), ("10 in place 31 of 41", "5 in place 31 of 41")),
        (LONG, (*LONG[:30], "10", *LONG[31:]), ("10 in place 31 of 41", "'10' in place 31 of 41")),
        (
            LONG,
            LONG[:-1],
            (
                "-20, -19, -18, -17, -16, -15, -14, -13, -12, -11, -10, -9 and 29 more",
                "-20, -19, -18, -17, -16, -15, -14, -13, -12, -11, -10, -9 and 28 more",
            ),
        ),
        (f"{TEXT}one", f"{TEXT}two", ("…more of it, one", "…more of it, two")),
        (Record({}, "owl"), "owl", ("owl", "owl")),
    ],
)
def test_one_sees_the_difference(one: object, other: object, said: tuple[str, str]) -> None:
    assert contrast(one, other) == said
