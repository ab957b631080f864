"""Digests of what turned out to be right, in a file of the user's cache."""

from functools import cached_property

from pnp.engine.cache import Cache
from pnp.files.digests import SIZE

MOST = 1000


class Verdicts:
    def __init__(self, cache: Cache, name: str) -> None:
        self._cache, self._name = cache, name

    def __contains__(self, digest: bytes) -> bool:
        return digest in self._kept

    @cached_property
    def _kept(self) -> dict[bytes, None]:
        data = self._cache.read(self._name)
        ends = range(SIZE, len(data) + 1, SIZE)
        return dict.fromkeys(data[end - SIZE : end] for end in ends)

    def keep(self, new: list[bytes]) -> None:
        if any(digest not in self._kept for digest in new):
            del self._kept  # others may have written meanwhile
            data = b"".join(list(dict.fromkeys([*self._kept, *new]))[-MOST:])
            self._cache.write(self._name, data)
