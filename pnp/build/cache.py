"""Bytes by name ⇄ files in a folder of the user's own, which may be lost at any time.

Nothing here raises: what can't be read isn't there, what can't be written isn't kept. Since what comes back may be run,
each file begins with a MAC of its name and content under a key that lies outside of the folder: what another user,
another machine or a restored archive has put there isn't read.
"""

import os
import stat
from contextlib import suppress
from functools import cached_property
from hashlib import blake2b
from hmac import compare_digest
from pathlib import Path

from pnp import __version__
from pnp.io.opening import open_input
from pnp.io.user_folders import caches_folder, get_secret, is_private

MANY = 1000  # files; then the older half goes
MUCH = 1 << 30  # bytes of all files; then the oldest go
LARGEST = 256 << 20  # bytes of a file
_MAC = 32  # bytes


class Cache:
    """The folder needn't be there; None is one that keeps nothing."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._readable = folder is not None and _is_own(folder)
        self._writable = folder is not None
        self._is_tidy = False

    @property
    def is_wanted(self) -> bool:
        return self._folder is not None

    @cached_property
    def _key(self) -> bytes | None:
        return get_secret("cache.key")

    def _sign(self, name: str, data: bytes) -> bytes:
        """Return the MAC of an entry under a key for its place."""
        assert self._folder is not None and self._key is not None
        key = blake2b(f"{self._folder.name}/{name}".encode(), key=self._key).digest()
        return blake2b(data, key=key, digest_size=_MAC).digest()

    def read(self, name: str) -> bytes:
        """Return what this user wrote under that name; nothing where there is none."""
        if self._folder is None or not self._readable or self._key is None:
            return b""
        path = self._folder / name
        try:
            if path.is_symlink():
                return b""
            with open_input(path) as file:
                if not is_private(os.fstat(file.fileno())):
                    return b""
                mac, data = file.read(_MAC), file.read(LARGEST + 1)
        except OSError:
            return b""
        return data if len(data) <= LARGEST and compare_digest(mac, self._sign(name, data)) else b""

    def write(self, name: str, data: bytes) -> None:
        """Written beside it, then renamed: whoever reads meanwhile finds a whole file."""
        if self._folder is None or not self._writable or self._key is None:
            return
        from pnp.io.writing import replace_file

        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _is_own(self._folder):
                raise PermissionError
            replace_file(self._folder / name, self._sign(name, data) + data, 0o600, syncs=False)
            if not self._is_tidy:  # looking at a thousand files takes longer than writing one
                self._is_tidy = True
                self._tidy(self._folder)
        except OSError:  # read-only, full, or somebody else's
            self._writable = False

    @staticmethod
    def _tidy(folder: Path) -> None:
        """Remove the oldest of many entries, or of much."""
        found = {path: path.lstat() for path in folder.iterdir()}
        kept, size = len(found) - len(found) // 2 if len(found) > MANY else MANY, 0
        for number, path in enumerate(sorted(found, key=lambda path: found[path].st_mtime, reverse=True)):
            size += found[path].st_size
            if number >= kept or (size > MUCH and number):
                path.unlink(missing_ok=True)


def user_cache(kind: str, *, wanted: bool = True) -> Cache:
    """What this version of pnp keeps of that kind; nothing where it isn't wanted, or there is no home.

    Whether it can be read or written is seen when it is.
    """
    with suppress(RuntimeError):
        folder = caches_folder() / f"{kind}-{__version__}"
        return Cache(folder if wanted and folder.is_absolute() else None)
    return Cache(None)


def _is_own(folder: Path) -> bool:
    try:
        about = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(about.st_mode) and is_private(about)
