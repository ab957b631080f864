"""Chunks of pieces → their batches: drawn here, or by processes of this machine. Nobody else knows of processes."""

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter

from pnp.build.drawing import DrawnBatch, PieceDrawer

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
    """Each batch is `done` in the order of its chunk; `meanwhile` is done, too, while others draw.

    `jobs`: how many processes draw; 0: as many as there are processors, if there is enough to do.
    """
    left = list(chunks)
    began, there = perf_counter(), sum(map(len, left))
    while left and (jobs == 1 or perf_counter() - began < _LOOK):
        done(drawer.batch(left.pop(0)))
    pieces = sum(map(len, left))
    seconds = (perf_counter() - began) / max(there - pieces, 1) * pieces
    count = jobs or processors()
    if left and count > 1 and (jobs or seconds > _WORTH_PROCESSES):
        left = _by_processes(drawer, left, count, meanwhile, done)
    else:
        meanwhile()
    for chunk in left:
        done(drawer.batch(chunk))


_drawer: PieceDrawer  # of a process that only draws


def _begin(drawer: PieceDrawer) -> None:
    global _drawer
    _drawer = drawer
    drawer.begin()


def _draw(chunk: Chunk) -> DrawnBatch:
    return _drawer.batch(chunk)


def _by_processes(
    drawer: PieceDrawer, chunks: list[Chunk], count: int, meanwhile: Callable[[], None], done: Done
) -> list[Chunk]:
    """The chunks that are left where processes can't be had, or were lost midway."""
    drawer.pause()
    if sys.platform != "linux" or threading.active_count() > 1:  # a copy would find locks closed for ever
        meanwhile()
        return chunks
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    left = list(chunks)
    gc.freeze()
    pool = ProcessPoolExecutor(count, get_context("fork"), _begin, (drawer,))
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # it is for the one who asked for the work
    try:
        futures = [pool.submit(_draw, chunk) for chunk in chunks]
    except OSError:  # no more processes for this user
        futures = []
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    try:
        meanwhile()
        for future in futures:
            done(future.result())
            left.pop(0)
    except BrokenProcessPool:  # one was killed
        return left
    finally:
        pool.shutdown(cancel_futures=True)
        gc.unfreeze()
    return left
