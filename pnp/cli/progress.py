"""A line that says how far a build is: on a terminal only, and only after a second."""

import sys
from time import monotonic

_AFTER = 1.0
_EVERY = 0.1


class ProgressLine:
    """Call it with what is being done; use it as a context manager so that the line is gone at the end."""

    def __init__(self) -> None:
        self._shows = sys.stderr.isatty()
        self._next = monotonic() + _AFTER
        self._shown = False

    def __call__(self, what: str, done: int, total: int) -> None:
        if not self._shows or monotonic() < self._next:
            return
        self._next = monotonic() + _EVERY
        self._shown = True
        share = f" {done}/{total}" if total > 1 else ""
        print(f"\r\x1b[K{what}{share} …", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> "ProgressLine":
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
