"""Workers of a cluster of dask on this machine, and how tests change them."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[2]


class Workers:
    """Two of them, processes of this machine."""

    def __init__(self, *words: str, **environment: str) -> None:
        from distributed import Client

        command = [sys.executable, str(REPOSITORY / "tests/local_cluster.py"), *words]
        environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), **environment}
        streams: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self._cluster = subprocess.Popen(command, env=environment, text=True, **streams)
        assert self._cluster.stdout
        address = self._cluster.stdout.readline().strip()
        self._client = Client(address, set_as_default=False)
        self.executor = address.replace("tcp://", "dask://")

    def run(self, do: Callable[[], object], only_one: bool = False) -> None:
        """In each worker, or in one."""
        workers = sorted(self._client.nthreads())
        self._client.run(do, workers=workers[:1] if only_one else workers)

    def kill_one(self) -> None:
        os.kill(next(iter(self._client.run(os.getpid).values())), signal.SIGKILL)

    def end(self) -> None:
        if self._cluster.poll() is None:
            self._client.close()
            self._cluster.communicate()


def changing(where: str, name: str, to: object) -> Callable[[], None]:
    """For a worker: this name of a module, or of a class in it, means something else from now on."""

    def change() -> None:
        import sys
        from operator import attrgetter

        package, _, inside = where.partition(":")
        __import__(package)
        holder = attrgetter(inside)(sys.modules[package]) if inside else sys.modules[package]
        sys.modules.setdefault("changed_by_tests", []).append((holder, name, getattr(holder, name)))  # type: ignore
        setattr(holder, name, to)

    return change
