"""Work that any process can begin by itself: how it is begun, and an item of it → what comes back, as bytes.

Whoever is asked begins it, unless that was done before, and does it only with the very same programs; else it says what
it lacks.
"""

import pickle
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from platform import python_version
from threading import Lock
from typing import Any, NamedTuple

from pnp import __version__
from pnp.build.work import Unusable
from pnp.io.digests import code_content

MOST = 2  # workers that a process keeps, for as many who ask
# by which results come out as they do
_PACKAGES = ("uharfbuzz", "pillow", "jinja2", "pyphen", "babel", "pythainlp", "resvg-py", "segno")
_one_at_a_time = Lock()  # of the threads that a process may have

Makers = tuple[tuple[str, str], ...]  # programs that make results, and their versions
Worker = Callable[[Any], bytes]


class Request(NamedTuple):
    """An item of somebody's work."""

    id: str  # of all that this one asks for: whoever works for several keeps them apart
    makers: Makers
    begin: bytes  # a pickled () → Worker, read only by those who have the same makers
    item: Any


def answered(request: Request) -> bytes:
    """A pickled sentence where it isn't to be had here."""
    with _one_at_a_time:
        try:
            for (name, here), (_, wanted) in zip(makers(), request.makers, strict=True):
                if here != wanted:
                    raise Unusable(f"it has {name} {here}, not {wanted}")
            work = _worker(request.id, request.begin)
        except Unusable as error:
            return pickle.dumps(str(error))
        return work(request.item)


@lru_cache(MOST)
def _worker(_: str, begin: bytes) -> Worker:
    made: Worker = pickle.loads(begin)()
    return made


@cache
def makers() -> Makers:
    own = f"{__version__} ({code_content().hex()[:8]})"
    return ("pnp", own), ("Python", python_version()), *((name, _version(name)) for name in _PACKAGES)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"
