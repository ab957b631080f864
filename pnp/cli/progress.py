"""A line that says how far a build is: on a terminal only, and only after a second."""

from time import monotonic
from typing import TYPE_CHECKING

from pnp.cli.report import is_terminal

if TYPE_CHECKING:
    from rich.progress import Progress

_AFTER = 1.0  # seconds
_EVERY = 0.1


class ProgressLine:
    """Call it with what is being done; use it as a context manager so that the line is gone at the end."""

    def __init__(self) -> None:
        self._shows = is_terminal()
        self._next = monotonic() + _AFTER
        self._bar: Progress | None = None

    def __call__(self, what: str, done: int, total: int) -> None:
        if not self._shows or monotonic() < self._next:
            return
        self._next = monotonic() + _EVERY
        if self._bar is None:
            self._bar = _started_bar()
        task = self._bar.task_ids[0]
        self._bar.update(task, description=what, completed=done, total=total if total > 1 else None, refresh=True)

    def __enter__(self) -> "ProgressLine":
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


def _started_bar() -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    bar = Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
    bar.add_task("")
    bar.start()
    return bar
