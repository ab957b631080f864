"""Python's garbage collector, out of the way while much is made and little of it thrown away."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Many small values are made and few of them are garbage: looking for it costs a tenth of the time, in vain."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
