"""A template that renders for too long → LimitError; one thread watches all renderings until it is stopped."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from pnp.model.problem import LimitError

MAX_SECONDS = 5.0  # that rendering one face may take


class TooLong(BaseException):
    """Thrown into the rendering thread; no template construct can catch it."""


class Watch:
    """Interrupts what runs under `rendering` in the thread that made it."""

    def __init__(self) -> None:
        self._seconds = MAX_SECONDS
        self._began: float | None = None
        self._thread = threading.get_ident()
        self._changing = threading.Lock()
        self._finished = threading.Event()
        self._watcher = threading.Thread(target=self._look, daemon=True)
        self._watcher.start()

    def __enter__(self) -> "Watch":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._finished.set()
        self._watcher.join()

    @contextmanager
    def rendering(self) -> Iterator[None]:
        """Raises LimitError where what is inside takes too long."""
        try:
            self._began = monotonic()
            try:
                yield
            finally:
                with self._changing:  # once it is taken, nothing is thrown any more
                    self._began = None
        except TooLong:
            raise LimitError(f"it rendered for more than {self._seconds:g} seconds") from None

    def _look(self) -> None:
        while not self._finished.wait(min(0.25, self._seconds / 4)):
            with self._changing:
                if self._began is not None and monotonic() - self._began > self._seconds:
                    self._began = None
                    import ctypes  # hardly ever needed

                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(TooLong))
