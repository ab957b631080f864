"""A task that can be sent anywhere → its results, from the workers of a dask cluster. No other module knows of dask.

A worker that can't do its part, fails or is lost costs a line that is reported; what no worker does is done here.
"""

import gc
import logging
import socket
import ssl
import warnings
from asyncio import CancelledError
from collections import deque
from collections.abc import Callable, Iterator
from concurrent import futures
from contextlib import ExitStack, contextmanager
from time import monotonic
from typing import Any, Generic

from pnp.build.executors import S, T, Task, Unusable, summarize
from pnp.io import installing
from pnp.model.problem import PnpError, UsageError

_PATIENCE = 4  # seconds until a scheduler or a worker answers
_EVERY = 1.0  # seconds between looks at which workers are there
_NO_SCHEDULER = "at {} is no scheduler of dask that can be understood ({})"
_FAILURES = 3  # one after the other, until nothing more is sent


def run_on_cluster(address: tuple[str, str, int], task: Task[S, T]) -> Iterator[T]:
    """Yield the results in the order of the items; send no more than keeps the workers busy.

    Raise UsageError where there is no cluster.
    """
    left = deque(task.items)
    with _connect(*address) as client:
        crew, sent, is_first = _Crew(client, "{}://{}:{}".format(*address), task), deque[Any](), True
        while left or sent:
            while left and len(sent) < crew.busy:
                item = left.popleft()
                sent.append((item, crew.submit(item)))
            if is_first:
                task.meanwhile()
                is_first = False
            item, future = sent.popleft()
            result, why = crew.result(item, future)
            yield task.do(item) if result is None else result
            if why:
                crew.tell(why)
        crew.look()


@contextmanager
def _connect(scheme: str, host: str, port: int) -> Iterator[Any]:
    """Yield a client, which reports nothing by itself; by tls:// with the certificates of dask's own configuration."""
    name = f"{scheme}://{host}:{port}"
    try:
        import dask
        from distributed import Client, Security
    except ImportError:
        raise UsageError(f"--executor {name} needs dask: {installing.extra_command('dask')}", name) from None
    try:
        security = Security()
        tls = security.get_connection_args("client")["ssl_context"] if scheme == "tls" else None
    except Exception as error:  # of any kind: the configuration holds anything
        raise UsageError(f"{name}: dask's configuration of TLS can't be used ({summarize(error)})", name) from None
    if scheme == "tls" and tls is None:
        raise UsageError(f"{name} needs certificates: dask's configuration names none (distributed.comm.tls)", name)
    _check_scheduler(host, port, name, tls)
    disabled = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings(), dask.config.set({"distributed.comm.timeouts.connect": _PATIENCE}):
            warnings.simplefilter("ignore")
            protocol, there = "tls" if tls else "tcp", f"[{host}]" if ":" in host else host
            try:
                client = Client(
                    f"{protocol}://{there}:{port}", timeout=_PATIENCE, set_as_default=False, security=security
                )
            except Exception as error:
                raise UsageError(_NO_SCHEDULER.format(name, summarize(error)), name) from None
            try:
                yield client
            finally:
                is_well = client.status == "running"
                client.close(timeout=_PATIENCE)
                if not is_well:  # what its tasks died of would be said when they are collected
                    gc.collect()
    finally:
        logging.disable(disabled)


def _check_scheduler(host: str, port: int, name: str, tls: ssl.SSLContext | None) -> None:
    """Raise UsageError unless a scheduler speaks first, as they do: a client would wait for ever for a silent one."""
    try:
        with ExitStack() as opened:
            there = opened.enter_context(socket.create_connection((host, port), _PATIENCE))
            there.settimeout(_PATIENCE)
            if tls:
                there = opened.enter_context(tls.wrap_socket(there))
            is_speaking = bool(there.recv(1))
    except TimeoutError:
        is_speaking = False
    except ssl.SSLError as error:
        raise UsageError(_NO_SCHEDULER.format(name, summarize(error)), name) from None
    except OSError as error:
        raise UsageError(f"nobody listens at {name}: {(error.strerror or str(error)).lower()}", name) from None
    if not is_speaking:
        raise UsageError(_NO_SCHEDULER.format(name, "it says nothing"), name)


class _Crew(Generic[S, T]):
    """The workers of a cluster, as far as they are of use."""

    def __init__(self, client: Any, name: str, task: Task[S, T]) -> None:
        assert task.remote
        self._client, self._name, self._task, self._remote = client, name, task, task.remote()
        self._threads: dict[str, int] = {}  # of each worker
        self._unusable: set[str] = set()
        self._told: set[str] = set()
        self._failures = 0
        self._is_of_use = True
        self._seen = monotonic()  # when there was a worker
        self.look()

    @property
    def busy(self) -> int:
        """Return how many items keep all of them busy."""
        return 2 * sum(self._threads.values()) + 2

    def tell(self, line: str) -> None:
        """Report a line once."""
        if line not in self._told:
            self._told.add(line)
            self._task.tell(f"{self._name}: {line}")

    def submit(self, item: S) -> Any:
        """Return a future, or None where there is no worker to send the item to."""
        if not self._is_of_use:
            return None
        usable = sorted(self._threads.keys() - self._unusable) if self._unusable else None
        call = self._remote.call(item)
        try:
            return self._client.submit(_call_with_address, call, pure=False, workers=usable, allow_other_workers=False)
        except Exception as error:
            self._give_up(str(error))
            return None

    def result(self, item: S, future: Any) -> tuple[T | None, str]:
        """Return None where it has to be done here, and a line to report once that is done."""
        from distributed import KilledWorker, comm

        while future is not None and (self._is_of_use or future.done()):
            try:
                worker, answer = future.result(timeout=_EVERY)
            except KilledWorker:
                return None, "workers were lost again and again over the same pieces: these are drawn here"
            except (CancelledError, futures.CancelledError, comm.CommClosedError):
                self._give_up("it does not answer any more")
                break
            except PnpError:  # which comes here, too, with its piece
                break
            except Exception as error:
                if isinstance(error, TimeoutError) and future.status != "error":  # ours, perhaps as it was done
                    self.look()
                    continue
                self._failures += 1
                if self._failures < _FAILURES:
                    return None, f"a worker could not draw ({summarize(error)}): it is drawn here"
                self._is_of_use = False
                return None, f"a worker could not draw ({summarize(error)}): what is left is drawn here"
            try:
                result = self._remote.read(answer)
            except Unusable as error:
                self._unusable.add(worker)
                self.tell(f"a worker can't be used: {error}")
                self.look()
                future = self.submit(item)
                continue
            self._failures = 0
            return result, ""
        return None, ""

    def look(self) -> None:
        """Find out which workers are there, and which aren't any more."""
        if not self._is_of_use:
            return
        try:
            threads = dict(self._client.nthreads())
        except Exception:
            self._give_up("it does not answer any more")
            return
        if lost := self._threads.keys() - threads.keys():
            count = f"{len(lost)} workers were" if len(lost) > 1 else "a worker was"
            self._task.tell(f"{self._name}: {count} lost: what is missing is drawn again")
        self._threads = threads
        if threads:
            self._seen = monotonic()
        if threads and threads.keys() <= self._unusable:
            self._give_up("no worker can be used")
        elif monotonic() - self._seen > _PATIENCE:
            self._give_up("there are no workers")

    def _give_up(self, why: str) -> None:
        self._is_of_use = False
        self.tell(f"{why}: what is left is drawn here")


def _call_with_address(call: Callable[[], Any]) -> tuple[str, Any]:
    """Return the address of this worker, and what the call returns."""
    from distributed import get_worker

    return get_worker().address, call()
