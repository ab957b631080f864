"""Work that can be sent anywhere → its results, from the workers of a dask cluster. Nobody else knows of dask.

Whoever can't do it, fails or is lost costs a line that is told; what nobody there does is done here.
"""

import gc
import logging
import socket
import ssl
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic
from typing import Any, Generic

from pnp.build.work import S, T, Task, Unusable, in_short
from pnp.model.problem import PnpError, UsageError

_PATIENCE = 4  # seconds until somebody answers
_EVERY = 1.0  # seconds between looks at who is there
_NO_SCHEDULER = "at {} is no scheduler of dask that can be understood ({})"
_FAILURES = 3  # one after the other, until nothing more is sent


def by_cluster(address: tuple[str, str, int], work: Task[S, T]) -> Iterator[T]:
    """In the order of the items; no more is sent than the workers need to be busy. Raises UsageError where there is no
    cluster."""
    left = deque(work.items)
    with _connected(*address) as client:
        crew, sent, is_first = _Crew(client, "{}://{}:{}".format(*address), work), deque[Any](), True
        while left or sent:
            while left and len(sent) < crew.busy:
                item = left.popleft()
                sent.append((item, crew.begun(item)))
            if is_first:
                work.meanwhile()
                is_first = False
            item, future = sent.popleft()
            result, why = crew.result(item, future)
            yield work.do(item) if result is None else result
            if why:
                crew.tell(why)
        crew.look()


@contextmanager
def _connected(scheme: str, host: str, port: int) -> Iterator[Any]:
    """Yield a client, which reports nothing by itself; by tls:// with the certificates of dask's own configuration."""
    name = f"{scheme}://{host}:{port}"
    try:
        import dask
        from distributed import Client, Security
    except ImportError:
        from pnp.io.installing import extra_command

        raise UsageError(f"--executor {name} needs dask: {extra_command('dask')}", name) from None
    try:
        security = Security()
        tls = security.get_connection_args("client")["ssl_context"] if scheme == "tls" else None
    except Exception as error:  # whatever stands in the configuration
        raise UsageError(f"{name}: dask's configuration of TLS can't be used ({in_short(error)})", name) from None
    if scheme == "tls" and tls is None:
        raise UsageError(f"{name} needs certificates: dask's configuration names none (distributed.comm.tls)", name)
    _check_there(host, port, name, tls)
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
            except Exception as error:  # whatever it is, and whatever it says
                raise UsageError(_NO_SCHEDULER.format(name, in_short(error)), name) from None
            try:
                yield client
            finally:
                is_well = client.status == "running"
                client.close(timeout=_PATIENCE)
                if not is_well:  # what its tasks died of would be said when they are collected
                    gc.collect()
    finally:
        logging.disable(disabled)


def _check_there(host: str, port: int, name: str, tls: ssl.SSLContext | None) -> None:
    """Raise UsageError unless a scheduler speaks first, as they do: a client would wait without end for a listener that
    is silent."""
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
        raise UsageError(_NO_SCHEDULER.format(name, in_short(error)), name) from None
    except OSError as error:
        raise UsageError(f"nobody listens at {name}: {(error.strerror or str(error)).lower()}", name) from None
    if not is_speaking:
        raise UsageError(_NO_SCHEDULER.format(name, "it says nothing"), name)


class _Crew(Generic[S, T]):
    """The workers of a cluster, as far as they are of use."""

    def __init__(self, client: Any, name: str, work: Task[S, T]) -> None:
        assert work.apart
        self._client, self._name, self._work, self._apart = client, name, work, work.apart()
        self._threads: dict[str, int] = {}  # of each worker
        self._unusable: set[str] = set()
        self._told: set[str] = set()
        self._failures = 0
        self._is_of_use = True
        self._seen = monotonic()  # when there was somebody
        self.look()

    @property
    def busy(self) -> int:
        """How many tasks keep all of them busy."""
        return 2 * sum(self._threads.values()) + 2

    def tell(self, line: str) -> None:
        """Once."""
        if line not in self._told:
            self._told.add(line)
            self._work.tell(f"{self._name}: {line}")

    def begun(self, item: S) -> Any:
        """A future; None where nobody can be asked."""
        if not self._is_of_use:
            return None
        usable = sorted(self._threads.keys() - self._unusable) if self._unusable else None
        call = self._apart.call(item)
        try:
            return self._client.submit(_with_address, call, pure=False, workers=usable, allow_other_workers=False)
        except Exception as error:
            self._give_up(str(error))
            return None

    def result(self, item: S, future: Any) -> tuple[T | None, str]:
        """None where it has to be done here; and what is to be told once that is done."""
        from asyncio import CancelledError
        from concurrent import futures

        from distributed import KilledWorker
        from distributed.comm import CommClosedError

        while future is not None and (self._is_of_use or future.done()):
            try:
                worker, answer = future.result(timeout=_EVERY)
            except KilledWorker:
                return None, "workers were lost again and again over the same pieces: these are drawn here"
            except (CancelledError, futures.CancelledError, CommClosedError):
                self._give_up("it does not answer any more")
                break
            except PnpError:  # which comes here, too, with its piece
                break
            except Exception as error:
                if isinstance(error, TimeoutError) and future.status != "error":  # ours, perhaps as it was done
                    self.look()
                    continue
                return None, self._failed(error)
            try:
                result = self._apart.read(answer)
            except Unusable as error:
                self._unusable.add(worker)
                self.tell(f"a worker can't be used: {error}")
                self.look()
                future = self.begun(item)
                continue
            self._failures = 0
            return result, ""
        return None, ""

    def look(self) -> None:
        """Who is there, and who isn't any more."""
        if not self._is_of_use:
            return
        try:
            threads = dict(self._client.nthreads())
        except Exception:
            self._give_up("it does not answer any more")
            return
        if lost := self._threads.keys() - threads.keys():
            count = f"{len(lost)} workers were" if len(lost) > 1 else "a worker was"
            self._work.tell(f"{self._name}: {count} lost: what is missing is drawn again")
        self._threads = threads
        if threads:
            self._seen = monotonic()
        if threads and threads.keys() <= self._unusable:
            self._give_up("no worker can be used")
        elif monotonic() - self._seen > _PATIENCE:
            self._give_up("there are no workers")

    def _failed(self, error: Exception) -> str:
        self._failures += 1
        if self._failures >= _FAILURES:
            self._is_of_use = False
            return f"a worker could not draw ({in_short(error)}): what is left is drawn here"
        return f"a worker could not draw ({in_short(error)}): it is drawn here"

    def _give_up(self, why: str) -> None:
        self._is_of_use = False
        self.tell(f"{why}: what is left is drawn here")


def _with_address(call: Callable[[], Any]) -> tuple[str, Any]:
    """By a worker."""
    from distributed import get_worker

    return get_worker().address, call()
