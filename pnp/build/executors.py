"""A task that many could do → its results: done here, by copies of this process, or by new ones.

What others fail to do is done here. No other module but the cluster's knows of processes.
"""

import gc
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from types import FrameType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pnp.build import END_SIGNALS
from pnp.io.writing import remove_unfinished
from pnp.model.problem import PnpError, UsageError

if sys.platform == "linux":
    import fcntl
if TYPE_CHECKING:
    from concurrent.futures import Future

S = TypeVar("S")
T = TypeVar("T")

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


class Unusable(Exception):
    """A worker can't do the work as this process would, and why: "it has Python 3.14.0, not 3.13.1"."""


@dataclass(frozen=True)
class RemoteCalls(Generic[S, T]):
    """A task for processes that aren't copies of this one."""

    call: Callable[[S], Callable[[], Any]]  # what is sent of an item, which can be pickled
    read: Callable[[Any], T]  # what comes back; raises Unusable


@dataclass(frozen=True)
class Task(Generic[S, T]):
    """Something to do with each of many items, in any process."""

    do: Callable[[S], T]
    items: Sequence[S]
    weights: Sequence[float]  # about how long each item takes, compared with the others
    pause: Callable[[], None] = lambda: None  # before processes are copied
    begin: Callable[[], None] = lambda: None  # in a process that is a copy
    remote: Callable[[], RemoteCalls[S, T]] | None = None
    meanwhile: Callable[[], None] = lambda: None  # something else, done here while others work
    tell: Callable[[str], None] = lambda line: None  # what went wrong with others and changes no result
    is_long: bool = False  # each item is worth a process: none is done first to see how long it takes


def summarize(error: BaseException) -> str:
    """Return an error in one short line."""
    return " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")[:200]


def count_processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def parse_address(executor: str) -> tuple[str, str, int] | None:
    """Return scheme, host and port of a cluster, or None for this machine.

    Raise UsageError for what is neither.
    """
    if executor == HERE:
        return None
    if not (found := _CLUSTER.fullmatch(executor)) or int(found["port"]) > 65535:
        why = f'--executor is {HERE}, dask://HOST:PORT or tls://HOST:PORT, like dask://localhost:8786, not "{executor}"'
        raise UsageError(why, executor)
    return found["scheme"], found["host"].strip("[]"), int(found["port"])


def run_task(task: Task[S, T], jobs: int) -> Iterator[T]:
    """Yield the results in the order of the items.

    `jobs` is the number of processes that work; with 0 it is one a processor, if there is enough to do.
    """
    began, number, count = perf_counter(), 0, jobs or count_processors()
    while number < len(task.items) and (count == 1 or not (task.is_long or perf_counter() - began >= _LOOK)):
        yield task.do(task.items[number])
        number += 1
    share = sum(task.weights[number:]) / (sum(task.weights[:number]) or 1)
    seconds = (perf_counter() - began) * share
    task.pause()
    # a copy would find locks closed for ever
    can_copy = sys.platform == "linux" and threading.active_count() == 1
    worth = _WORTH_COPIES if can_copy else _WORTH_PROCESSES if task.remote else float("inf")
    is_worth_it = task.is_long or jobs or seconds > worth
    if number < len(task.items) and count > 1 and (task.remote or can_copy) and is_worth_it:
        left = range(number, len(task.items))
        # so that new processes import nothing from the current folder: it may be a stranger's
        before = os.environ.get(_SAFE_PATH)
        os.environ[_SAFE_PATH] = "1"
        try:
            for result in _run_processes(task, left, count, can_copy=can_copy):
                yield result
                number += 1
        finally:
            del os.environ[_SAFE_PATH]
            if before is not None:
                os.environ[_SAFE_PATH] = before
    else:
        task.meanwhile()
    for item in task.items[number:]:
        yield task.do(item)


_task: Task[Any, Any]  # of a process that does nothing else


def _begin(task: Task[Any, Any]) -> None:
    global _task
    _follow_parent()
    _task = task
    task.begin()


def _do(number: int) -> Any:
    return _task.do(_task.items[number])


def _follow_parent() -> None:
    """Make this worker end at once when it is asked to, and when the process that started it has ended in any way."""
    from multiprocessing import connection, parent_process

    def end(number: int, frame: FrameType | None = None) -> None:
        remove_unfinished()
        os._exit(128 + number)  # no process waits for results any more: raising would only end the piece at hand

    def watch(parent: int) -> None:
        connection.wait([parent])
        end(signal.SIGTERM)

    parent = parent_process()
    assert parent is not None
    for each in END_SIGNALS:
        if signal.getsignal(each) is not signal.SIG_IGN:  # as under nohup
            signal.signal(each, end)
    if sys.platform == "linux":  # the system itself ends whoever is busy in C, where no thread gets its turn
        fcntl.fcntl(parent.sentinel, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(parent.sentinel, fcntl.F_SETFL, os.O_ASYNC)
    threading.Thread(target=watch, args=(parent.sentinel,), daemon=True).start()
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, END_SIGNALS)


def end_workers(*, kill: bool = False) -> None:
    """Ask all workers of this process to end; with `kill`, end them."""
    from multiprocessing import active_children

    for worker in active_children():
        (worker.kill if kill else worker.terminate)()


def _run_processes(task: Task[S, T], numbers: range, count: int, *, can_copy: bool) -> Iterator[T]:
    """Yield the results up to where processes can't be had, or were lost midway."""
    from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
    from multiprocessing import get_context

    remote = None if can_copy or not task.remote else task.remote()
    if remote is None:
        pool = ProcessPoolExecutor(count, get_context("fork"), _begin, (task,))
        calls: list[Callable[[], Any]] = [partial(_do, number) for number in numbers]
    else:
        pool = ProcessPoolExecutor(min(count, _MOST), get_context("spawn"), _follow_parent)
        calls = [remote.call(task.items[number]) for number in numbers]
    gc.freeze()
    futures: list[Future[Any]] = []
    # signals that ask for an end are held back: processes that start here take them when they have begun
    mask_signals = getattr(signal, "pthread_sigmask", None)
    blocked = mask_signals and mask_signals(signal.SIG_BLOCK, END_SIGNALS)
    try:
        futures += (pool.submit(call) for call in calls)
    except OSError as error:
        task.tell(f"no more processes can be had ({error.strerror or error}): what is left is drawn by one")
        futures = []
    except BrokenProcessPool:  # the futures that there are say so, too
        if not futures:
            task.tell(_LOST)
    finally:
        if mask_signals:
            mask_signals(signal.SIG_SETMASK, blocked)
    try:
        task.meanwhile()
        for number, future in zip(numbers, futures, strict=False):
            why = ""
            try:
                result = future.result()
                yield remote.read(result) if remote else result
                continue
            except BrokenProcessPool:
                task.tell(_LOST)
                return
            except PnpError:  # here it comes with the piece
                pass
            except Exception as error:
                why = summarize(error)
            yield task.do(task.items[number])
            if why:
                task.tell(f"a process could not draw ({why}): it is drawn by the one that asked")
    finally:
        pool.shutdown(cancel_futures=True)
        gc.unfreeze()
