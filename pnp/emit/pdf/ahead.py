"""Things that are made when their turn comes → the same, of which the next few are made meanwhile, by other threads."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

_MOST = 4  # at a time: each is a picture, unpacked


def made_ahead(makers: Iterable[Callable[[], T]]) -> Iterator[T]:
    """In their order. What one raises is raised when it is its turn."""
    count = min(os.cpu_count() or 1, _MOST)
    with ThreadPoolExecutor(count) as threads:
        waiting = deque[Future[T]]()
        for make in makers:
            waiting.append(threads.submit(make))
            if len(waiting) > count:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
