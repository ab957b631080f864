"""Digests of what turned out to be right, in a file of the user's cache."""

from functools import cached_property

from pnp.engine.cache import Cache
from pnp.files.digests import SIZE, digest_of

MOST = 1000


class Verdicts:
    def __init__(self, cache: Cache, name: str) -> None:
        self._cache, self._name = cache, name

    def __contains__(self, digest: bytes) -> bool:
        return digest in self._kept

    @cached_property
    def _kept(self) -> dict[bytes, None]:
        """Nothing where it isn't what was written."""
        packed = self._cache.read(self._name)
        digest, data = packed[:SIZE], packed[SIZE:]
        ends = range(SIZE, len(data) + 1, SIZE) if digest == digest_of(data) else ()
        return dict.fromkeys(data[end - SIZE : end] for end in ends)

    def keep(self, new: list[bytes]) -> None:
        if any(digest not in self._kept for digest in new):
            del self._kept  # others may have written meanwhile
            data = b"".join(list(dict.fromkeys([*self._kept, *new]))[-MOST:])
            self._cache.write(self._name, digest_of(data) + data)
