"""Reports of something else where a list is wanted."""

import pytest
import yaml

from pnp.load.kinds import ID
from pnp.load.rules_file import ACTION
from pnp.load.scalars import Integer
from pnp.load.sink import Sink
from pnp.load.structures import Items
from pnp.model.problem import Problem
from pnp.model.values import Unreadable


@pytest.mark.parametrize(
    ("of", "text", "hint"),
    [
        (Integer(1, 99), "3", " (write [3])"),
        (Integer(1, 99), "2-6", " (write [2, 3, 4, 5, 6])"),
        (Integer(1, 99), "2 to 4", " (write [2, 3, 4])"),
        (Integer(1, 99), "6-2", ""),
        (Integer(1, 99), "many", ""),
        (ID, "owl", " (write [owl])"),
        (ID, "Old Owl", ""),
        (ACTION, "nothing", ""),
    ],
)
def test_a_hint_that_would_be_right(of, text: str, hint: str) -> None:
    problems: list[Problem] = []
    with pytest.raises(Unreadable):
        Items(of).read(yaml.compose(text), "them", Sink("x.yaml", problems, text))
    assert [str(problem) for problem in problems] == [
        f'x.yaml:1:1: error PNP020 "them" must be a list, not "{text}"{hint}'
    ]
