"""Reports of something else where a list is wanted."""

import pytest
import yaml
from facts import Fact, read_facts

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
        (Integer(1, 99), "3", "[3]"),
        (Integer(1, 99), "2-6", "[2, 3, 4, 5, 6]"),
        (Integer(1, 99), "2 to 4", "[2, 3, 4]"),
        (Integer(1, 99), "6-2", ""),
        (Integer(1, 99), "many", ""),
        (ID, "owl", "[owl]"),
        (ID, "Old Owl", ""),
        (ACTION, "nothing", ""),
    ],
)
def test_a_hint_that_would_be_right(of, text: str, hint: str) -> None:
    problems: list[Problem] = []
    with pytest.raises(Unreadable):
        Items(of).read(yaml.compose(text), "them", Sink("x.yaml", problems, text))
    found = Fact("x.yaml:1:1", "error", "PNP020", {"path": "them", "wanted": "a list", "found": f'"{text}"'})
    assert read_facts(problems) == [found]
    assert hint in problems[0].hint if hint else not problems[0].hint
