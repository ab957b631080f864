"""Work that many could do → its results: done here, or by processes of this machine. Nobody else knows of these."""

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, TypeVar

from pnp.build.drawing import DrawnBatch, PieceDrawer

S = TypeVar("S")
T = TypeVar("T")
Chunk = Sequence[int]
Done = Callable[[DrawnBatch], None]

_LOOK = 0.08  # seconds of drawing that tell how long all of it will take
_WORTH_PROCESSES = 0.35  # seconds that the rest takes


@contextmanager
def collector_paused() -> Iterator[None]:
    """Many small values are made and few of them are garbage: looking for it costs a tenth of the time, in vain."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def draw_all(
    drawer: PieceDrawer, chunks: Sequence[Chunk], jobs: int, meanwhile: Callable[[], None], done: Done
) -> None:
    """Each batch is `done` in the order of its chunk; `meanwhile` is done, too, while others draw."""
    work = Task(drawer.batch, chunks, [len(chunk) for chunk in chunks], drawer.pause, drawer.begin)
    for batch in results(work, jobs, meanwhile):
        done(batch)


@dataclass(frozen=True)
class Task(Generic[S, T]):
    """Something to be done with each of many items, by anybody."""

    do: Callable[[S], T]
    items: Sequence[S]
    weights: Sequence[float]  # of the items: about how long each takes beside the others
    pause: Callable[[], None] = lambda: None  # before processes are copied
    begin: Callable[[], None] = lambda: None  # in a new process


def results(work: Task[S, T], jobs: int, meanwhile: Callable[[], None] = lambda: None) -> Iterator[T]:
    """In the order of the items. `jobs`: how many processes work; 0: one a processor, if there is enough to do."""
    began, number, count = perf_counter(), 0, jobs or processors()
    while number < len(work.items) and (count == 1 or perf_counter() - began < _LOOK):
        yield work.do(work.items[number])
        number += 1
    share = sum(work.weights[number:]) / (sum(work.weights[:number]) or 1)
    if number < len(work.items) and count > 1 and (jobs or (perf_counter() - began) * share > _WORTH_PROCESSES):
        for result in _by_processes(work, range(number, len(work.items)), count, meanwhile):
            yield result
            number += 1
    else:
        meanwhile()
    for item in work.items[number:]:
        yield work.do(item)


_work: Task[Any, Any]  # of a process that does nothing else


def _begin(work: Task[Any, Any]) -> None:
    global _work
    _work = work
    work.begin()


def _do(number: int) -> Any:
    return _work.do(_work.items[number])


def _by_processes(work: Task[S, T], numbers: range, count: int, meanwhile: Callable[[], None]) -> Iterator[T]:
    """The results up to where processes can't be had, or were lost midway."""
    work.pause()
    if sys.platform != "linux" or threading.active_count() > 1:  # a copy would find locks closed for ever
        meanwhile()
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    gc.freeze()
    pool = ProcessPoolExecutor(count, get_context("fork"), _begin, (work,))
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # it is for the one who asked for the work
    try:
        futures = [pool.submit(_do, number) for number in numbers]
    except OSError:  # no more processes for this user
        futures = []
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    try:
        meanwhile()
        for future in futures:
            yield future.result()
    except BrokenProcessPool:  # one was killed
        return
    finally:
        pool.shutdown(cancel_futures=True)
        gc.unfreeze()
