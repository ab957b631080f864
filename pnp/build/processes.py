"""Work → its results, by this process and a copy of it that runs beside it; and what else makes one process faster."""

import gc
import io
import itertools
import os
import pickle
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

S = TypeVar("S")
T = TypeVar("T")

TOO_MANY_TO_COPY = 4000  # pieces: a copy has what it reads twice, memory that costs more than the time is worth
MOST_JOBS = 4096  # bytes that a pipe holds on every system


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


def can_fork() -> bool:
    """Where there are processors for two, and no threads whose locks a copy would find closed for ever."""
    if not hasattr(os, "fork") or threading.active_count() > 1:
        return False
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return processors > 1


def may_fork(pieces: int) -> bool:
    """Whether a copy may work on so many."""
    return pieces <= TOO_MANY_TO_COPY and can_fork()


class Copy(Generic[T]):
    """A copy of this process: it starts its work on entering, `result` waits for it, and it is gone on leaving."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._child = 0

    def __enter__(self) -> Self:
        reading, writing = os.pipe()
        try:
            self._child = os.fork()
        except OSError:  # no more processes for this user: `result` does the work
            os.close(writing)
        else:
            if self._child == 0:
                os.close(reading)
                _answer(self._work, writing)
            os.close(writing)
        self._pipe = os.fdopen(reading, "rb")
        return self

    def result(self) -> T:
        data = self._pipe.read()
        if self._child and self._wait() == 0:
            answer: T = pickle.loads(data)
            return answer
        return self._work()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pipe.close()  # a copy that is still writing ends here
        self._wait()

    def _wait(self) -> int:
        if not self._child:
            return 0
        _, status = os.waitpid(self._child, 0)
        self._child = 0
        return status


def both(here: Callable[[], S], there: Callable[[], T]) -> tuple[S, T]:
    """The results of two pieces of work, the second of which a copy of this process does meanwhile."""
    with Copy(there) as copy:
        done = here()
        return done, copy.result()


def shared(jobs: Sequence[Callable[[], T]], done: Callable[[int, int], None] = lambda *_: None) -> list[T]:
    """The results of all jobs, which a copy of this process does with it: it from the first on, the copy from the last.

    What a job costs needn't be known; but what takes long should be near one of the ends. `done` hears how many are
    done here, and there. What one raises here is raised; where one raises in the copy, this process does what the copy
    had to do.
    """
    assert len(jobs) <= MOST_JOBS
    reading, writing = os.pipe()  # as many bytes as there are jobs that nobody has taken
    os.write(writing, bytes(len(jobs)))
    os.close(writing)

    def taken(numbers: range) -> Iterator[int]:
        return itertools.takewhile(lambda _: os.read(reading, 1), numbers)

    def work_there() -> bytes:
        """Packing a result is part of its job: in the end, when nobody does anything else, nothing is left to pack."""
        packed = io.BytesIO()
        pickler = pickle.Pickler(packed, pickle.HIGHEST_PROTOCOL)
        for number in taken(range(len(jobs) - 1, -1, -1)):
            pickler.dump(jobs[number]())
        return packed.getvalue()

    here: list[T] = []
    try:
        with Copy(work_there) as copy:
            try:
                for number in taken(range(len(jobs))):
                    here.append(jobs[number]())
                    taken_there = len(jobs) - _waiting(reading) - len(here)
                    done(len(here), max(taken_there - 1, 0))
            except BaseException:
                os.read(reading, MOST_JOBS)  # nothing is left for the copy
                raise
            there = list(_unpacked(copy.result()))
    finally:
        os.close(reading)
    between = jobs[len(here) : len(jobs) - len(there)]  # what a copy that failed had taken
    return [*here, *[job() for job in between], *reversed(there)]


def _unpacked(packed: bytes) -> Iterator[Any]:
    stream = io.BytesIO(packed)
    unpickler = pickle.Unpickler(stream)
    while stream.tell() < len(packed):
        yield unpickler.load()


def _waiting(pipe: int) -> int:
    """How many bytes stand in it."""
    import fcntl
    import termios

    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def _answer(work: Callable[[], object], writing: int) -> None:
    """The copy's whole life. It must not return into the code of the process it was copied from."""
    status = 1
    try:
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(work(), pipe, pickle.HIGHEST_PROTOCOL)
        status = 0
    finally:
        os._exit(status)
