"""Choose which of the slow tests run: `@pytest.mark.nightly`, `pytest --nightly` and `pytest --tenth N`.

    @pytest.mark.nightly                # runs with --nightly, and in one of the ten tenths
    def test_…

    @pytest.mark.nightly(examples=25)   # a property: a plain run tries 25 examples, --nightly all of its settings
    @settings(max_examples=300)
    @given(…)
    def test_…

    @pytest.mark.parametrize("seed", every(10, range(120)))   # a plain run takes 0, 10, 20 …, --nightly takes all

The name of a test decides in which tenth it is. `.ci/run` adds one tenth to the plain run, by the commit's digest.
"""

from collections.abc import Iterable
from typing import Any
from zlib import crc32

import pytest
from hypothesis import settings

TENTHS = 10


def every(step: int, values: Iterable[Any], *, unpack: bool = False) -> list[Any]:
    """Return the values of a parameter, all but each `step`-th of them marked as nightly.

    Arguments:
        unpack: each value is a tuple with one value for each of several parameters
    """
    marks = pytest.mark.nightly
    return [
        pytest.param(*(value if unpack else (value,)), marks=marks) if number % step else value
        for number, value in enumerate(values)
    ]


def tenth_of(name: str) -> int:
    """Return the tenth that a test is in: the same on each machine and in each worker."""
    return crc32(name.encode()) % TENTHS


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help="run all nightly tests too, and all examples of properties")
    parser.addoption("--tenth", type=int, choices=range(TENTHS), help="run one tenth of the nightly tests too")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "nightly(examples): too slow for every run, or for more than so many examples")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the nightly tests that aren't asked for; with `examples`, run them with so many."""
    left_out = [] if config.getoption("nightly") else [item for item in items if _is_left_out(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def _is_left_out(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("nightly")
    if mark is None:
        return False
    examples = mark.kwargs.get("examples")
    name = item.nodeid.partition("[")[0] if examples else item.nodeid  # all parameters share one function's settings
    if tenth_of(name) == item.config.getoption("tenth"):
        return False
    if examples:
        function = item.function  # type: ignore[attr-defined]
        whole = function._hypothesis_internal_use_settings
        function._hypothesis_internal_use_settings = settings(whole, max_examples=min(examples, whole.max_examples))
    return not examples
