"""Somebody who waits for a build or a check, and notes what is told on the way."""

from collections.abc import Callable


class Waiting:
    """`at` is called with each step."""

    def __init__(self, at: Callable[[], object] = lambda: None) -> None:
        self.steps: list[tuple[str, int, int]] = []
        self.told: list[str] = []
        self._at = at

    def __call__(self, what: str, done: int, total: int) -> None:
        self.steps.append((what, done, total))
        self._at()

    def tell(self, line: str) -> None:
        self.told.append(line)
