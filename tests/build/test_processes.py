"""Jobs that two processes share: all are done once, results are in order, and whatever fails is made up for."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.build.processes import MOST_JOBS, Copy, both, can_fork, shared

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

OPEN = Path("/dev/fd")


def slow(result: int) -> Callable[[], tuple[int, int]]:
    def job() -> tuple[int, int]:
        time.sleep(0.02)
        return result, os.getpid()

    return job


def test_results_are_in_order_and_both_processes_have_a_share() -> None:
    done: list[tuple[int, int]] = []
    results = shared([slow(n) for n in range(8)], lambda *counts: done.append(counts))
    assert [result for result, _ in results] == list(range(8))
    here = [n for n, process in results if process == os.getpid()]
    assert 0 < len(here) < 8
    assert here == list(range(len(here)))  # this one works from the first on
    assert [first for first, _ in done] == list(range(1, len(here) + 1))
    there = [last for _, last in done]
    assert there == sorted(there)
    assert 0 < there[-1] <= 8 - len(here)


@pytest.mark.parametrize("count", [0, 1, 2, MOST_JOBS])
def test_any_number_of_jobs_is_done(count: int) -> None:
    assert shared([lambda n=n: n * n for n in range(count)]) == [n * n for n in range(count)]


def test_what_fails_in_the_copy_is_done_here() -> None:
    here = os.getpid()

    def job() -> str:
        time.sleep(0.01)
        if os.getpid() != here:
            raise RuntimeError("the copy fails")
        return "done"

    assert shared([job] * 6) == ["done"] * 6


def test_what_fails_wherever_it_is_done_is_raised() -> None:
    def job() -> None:
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        shared([slow(0), slow(1), slow(2), job])
    with pytest.raises(ValueError, match="wrong"):
        shared([job, slow(1), slow(2)])


def test_without_another_process_all_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_more() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", no_more)
    assert {process for _, process in shared([slow(n) for n in range(3)])} == {os.getpid()}


def test_nothing_is_left_open() -> None:
    before = len([*OPEN.iterdir()])
    shared([slow(1)] * 3)
    with pytest.raises(ZeroDivisionError):
        shared([lambda: 1 // 0, lambda: 2])
    assert len([*OPEN.iterdir()]) == before


def test_a_process_with_threads_is_not_copied() -> None:
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    try:
        assert not can_fork()
    finally:
        end.set()
        thread.join()


def test_a_copy_that_dies_is_made_up_for() -> None:
    here = os.getpid()
    with Copy(lambda: _only_in(here)) as copy:
        assert copy.result() == "done here"


def _only_in(process: int) -> str:
    if os.getpid() != process:
        raise RuntimeError("the copy fails")
    return "done here"


def test_work_fails_here_as_it_fails_there() -> None:
    with pytest.raises(ZeroDivisionError), Copy(lambda: 1 / 0) as copy:
        copy.result()


def test_leaving_early_ends_the_copy() -> None:
    with pytest.raises(KeyboardInterrupt), Copy(lambda: "x" * 10_000_000) as copy:
        child = copy._child
        raise KeyboardInterrupt
    with pytest.raises(ChildProcessError):
        os.waitpid(child, 0)


def test_both_are_done_at_once() -> None:
    here, there = both(os.getpid, os.getpid)
    assert here == os.getpid() != there
