"""Work that many could do → its results: done here, by copies of this process, by new ones, or by a cluster.

What others fail to do is done here. Nobody else knows of processes.
"""

import gc
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from types import FrameType
from typing import Any

from pnp.build import END_SIGNALS
from pnp.build.work import S, T, Task, in_short
from pnp.model.problem import PnpError, UsageError

HERE = "here"
_CLUSTER = re.compile(
    r"(?P<scheme>dask|tls)://(?P<host>[\w.-]+|\[[0-9A-Fa-f:.]+\]):(?P<port>[1-9][0-9]{0,4})", re.ASCII
)
_LOOK = 0.08  # seconds of drawing that tell how long all of it will take
_WORTH_COPIES = 0.35  # seconds that the rest takes
_WORTH_PROCESSES = 2.0  # which have to import pnp and load the edition
_MOST = 61  # processes of a pool, on Windows
_SAFE_PATH = "PYTHONSAFEPATH"
_LOST = "a process that drew was lost: what is left is drawn by one"


def processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def address_of(executor: str) -> tuple[str, str, int] | None:
    """Return scheme, host and port; None is here. Raises UsageError for what is neither."""
    if executor == HERE:
        return None
    if not (found := _CLUSTER.fullmatch(executor)) or int(found["port"]) > 65535:
        said = (
            f'--executor is {HERE}, dask://HOST:PORT or tls://HOST:PORT, like dask://localhost:8786, not "{executor}"'
        )
        raise UsageError(said, executor)
    return found["scheme"], found["host"].strip("[]"), int(found["port"])


def results(work: Task[S, T], jobs: int, executor: str = HERE) -> Iterator[T]:
    """In the order of the items. `jobs`: how many processes work; 0: one a processor, if there is enough to do. Raises
    UsageError where there is no such cluster."""
    if address := address_of(executor):
        from pnp.build.dask_cluster import by_cluster

        yield from by_cluster(address, work)
        return
    began, number, count = perf_counter(), 0, jobs or processors()
    while number < len(work.items) and (count == 1 or not (work.is_long or perf_counter() - began >= _LOOK)):
        yield work.do(work.items[number])
        number += 1
    share = sum(work.weights[number:]) / (sum(work.weights[:number]) or 1)
    seconds = (perf_counter() - began) * share
    work.pause()
    # a copy would find locks closed for ever
    can_copy = sys.platform == "linux" and threading.active_count() == 1
    worth = _WORTH_COPIES if can_copy else _WORTH_PROCESSES if work.apart else float("inf")
    is_worth_it = work.is_long or jobs or seconds > worth
    if number < len(work.items) and count > 1 and (work.apart or can_copy) and is_worth_it:
        left = range(number, len(work.items))
        with _hide_current_folder():
            for result in _by_processes(work, left, count, can_copy=can_copy):
                yield result
                number += 1
    else:
        work.meanwhile()
    for item in work.items[number:]:
        yield work.do(item)


@contextmanager
def _hide_current_folder() -> Iterator[None]:
    """Have new processes import nothing from the folder one stands in: it may be a stranger's."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        del os.environ[_SAFE_PATH]
        if before is not None:
            os.environ[_SAFE_PATH] = before


_work: Task[Any, Any]  # of a process that does nothing else


def _begin(work: Task[Any, Any]) -> None:
    global _work
    _follow_parent()
    _work = work
    work.begin()


def _do(number: int) -> Any:
    return _work.do(_work.items[number])


def _as_it_is(result: T) -> T:
    return result


def _follow_parent() -> None:
    """Make this worker end at once when it is asked to, and when the process that started it has ended in any way."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    from pnp.io.writing import remove_unfinished

    def end(number: int, frame: FrameType | None = None) -> None:
        remove_unfinished()
        os._exit(128 + number)  # whoever waits for results has gone: raising would only end the piece at hand

    def watch(parent: int) -> None:
        wait([parent])
        end(signal.SIGTERM)

    parent = parent_process()
    assert parent is not None
    for each in END_SIGNALS:
        if signal.getsignal(each) is not signal.SIG_IGN:  # as under nohup
            signal.signal(each, end)
    if sys.platform == "linux":  # the system itself ends whoever is busy in C, where no thread gets its turn
        import fcntl

        fcntl.fcntl(parent.sentinel, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(parent.sentinel, fcntl.F_SETFL, os.O_ASYNC)
    threading.Thread(target=watch, args=(parent.sentinel,), daemon=True).start()
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, END_SIGNALS)


def end_workers(*, kill: bool = False) -> None:
    """Ask all workers of this process to end; with `kill`, end them."""
    from multiprocessing import active_children

    for worker in active_children():
        if kill:
            worker.kill()
        else:
            worker.terminate()


def _by_processes(work: Task[S, T], numbers: range, count: int, *, can_copy: bool) -> Iterator[T]:
    """The results up to where processes can't be had, or were lost midway."""
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    if can_copy:
        pool = ProcessPoolExecutor(count, get_context("fork"), _begin, (work,))
        calls: list[Callable[[], Any]] = [partial(_do, number) for number in numbers]
        read: Callable[[Any], T] = _as_it_is
    else:
        assert work.apart
        apart = work.apart()
        pool = ProcessPoolExecutor(min(count, _MOST), get_context("spawn"), _follow_parent)
        calls, read = [apart.call(work.items[number]) for number in numbers], apart.read
    gc.freeze()
    futures: list[Future[Any]] = []
    try:
        with _uninterrupted():
            futures += (pool.submit(call) for call in calls)
    except OSError as error:
        work.tell(f"no more processes can be had ({error.strerror or error}): what is left is drawn by one")
        futures = []
    except BrokenProcessPool:  # the futures that there are say so, too
        if not futures:
            work.tell(_LOST)
    try:
        work.meanwhile()
        for number, future in zip(numbers, futures, strict=False):
            why = ""
            try:
                yield read(future.result())
                continue
            except BrokenProcessPool:
                work.tell(_LOST)
                return
            except PnpError:  # here it comes with the piece
                pass
            except Exception as error:
                why = in_short(error)
            yield work.do(work.items[number])
            if why:
                work.tell(f"a process could not draw ({why}): it is drawn by the one that asked")
    finally:
        pool.shutdown(cancel_futures=True)
        gc.unfreeze()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold back signals that ask for an end: processes that start here take them when they have begun."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, END_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
