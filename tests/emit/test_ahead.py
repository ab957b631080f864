"""What is made ahead comes in its turn, and no more of it is there than is soon wanted."""

import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from pnp.emit.pdf import ahead
from pnp.emit.pdf.ahead import made_ahead


def test_in_their_order_and_a_few_at_a_time() -> None:
    begun = list[int]()

    def make(number: int) -> int:
        begun.append(number)
        return number * number

    made = made_ahead(partial(make, number) for number in range(50))
    assert next(made) == 0
    assert len(begun) <= ahead._MOST + 1
    assert list(made) == [number * number for number in range(1, 50)]


def test_several_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    both = threading.Barrier(2, timeout=10)  # which one alone would never get through
    assert len(list(made_ahead([both.wait, both.wait]))) == 2


def test_what_goes_wrong_is_raised_in_its_turn() -> None:
    def wrong() -> int:
        raise ValueError("no")

    made = made_ahead([lambda: 1, wrong])
    assert next(made) == 1
    with pytest.raises(ValueError, match="no"):
        next(made)


def test_no_more_are_begun_than_are_wanted_soon() -> None:
    taken: list[int] = []

    def makers() -> Iterator[Callable[[], int]]:
        for number in range(50):
            taken.append(number)
            yield lambda number=number: number  # type: ignore[misc]

    assert next(made_ahead(makers())) == 0
    assert len(taken) <= ahead._MOST + 1
