"""Bytes by name ⇄ files in a folder of the user's own, which may be lost at any time; and what a command printed.

Nothing here raises: what can't be read isn't there, what can't be written isn't kept. Since what comes back may be run,
each file begins with a MAC of its name and content under a key that lies outside of the folder: what another user,
another machine or a restored archive has put there isn't read.

A command that was run before prints the same, if all that it read and wrote is as it was then. This is asked before
anything heavy is imported. Files count by size and time of change, folders by the names in them; a file that was
changed while the command ran, or just before, makes that it isn't remembered.
"""

import marshal
import os
import stat
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from hashlib import blake2b
from hmac import compare_digest
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING, NamedTuple

from pnp import __version__
from pnp.io.digests import Stamp, folders_below, names_in, stamp
from pnp.io.opening import open_input
from pnp.io.user_folders import get_secret, is_private, user_folder

if TYPE_CHECKING:
    from pnp.io.project import Project

MANY = 1000  # files; then the older half goes
MUCH = 1 << 30  # bytes of all files; then the oldest go
LARGEST = 256 << 20  # bytes of a file
_MAC = 32  # bytes


class Cache:
    """A folder, which needn't be there; None is one that keeps nothing."""

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
        """Return what this user wrote under that name, or nothing."""
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
        """Write a file beside the old one and rename it, so that what is read meanwhile is a whole file.

        With the first one, remove the oldest of many entries, or of much.
        """
        if self._folder is None or not self._writable or self._key is None:
            return
        from pnp.io.writing import replace_file

        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _is_own(self._folder):
                raise PermissionError
            replace_file(self._folder / name, self._sign(name, data) + data, 0o600, syncs=False)
            if self._is_tidy:  # looking at a thousand files takes longer than writing one
                return
            self._is_tidy = True
            found = {path: path.lstat() for path in self._folder.iterdir()}
            kept, size = len(found) - len(found) // 2 if len(found) > MANY else MANY, 0
            for number, path in enumerate(sorted(found, key=lambda path: found[path].st_mtime, reverse=True)):
                size += found[path].st_size
                if number >= kept or (size > MUCH and number):
                    path.unlink(missing_ok=True)
        except OSError:  # read-only, full, or another user's
            self._writable = False


def user_cache(kind: str, *, wanted: bool = True) -> Cache:
    """Return the cache of this version of pnp of that kind; one that keeps nothing if not wanted, or without a home.

    Whether it can be read or written is found out later.
    """
    with suppress(RuntimeError):
        folder = user_folder("cache") / f"{kind}-{__version__}"
        return Cache(folder if wanted and folder.is_absolute() else None)
    return Cache(None)


def _is_own(folder: Path) -> bool:
    try:
        about = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(about.st_mode) and is_private(about)


_PARTS = ("card_data", "layouts", "fonts")
_TICK = 50_000_000  # nanoseconds in which a file may change twice and seem the same
_ENVIRONMENT = ("PNP_", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM", "LANG", "LC_", "XDG_", "HOME", "PYTHON")


class Answer(NamedTuple):
    """The output and exit code of a command."""

    exit_code: int
    out: str
    err: str


class Manifest:
    """The output of one command line in one folder, with the files that it depends on."""

    def __init__(self, words: Sequence[str]) -> None:
        """`words` are the command line, and whatever else it depends on."""
        self._began = time_ns()
        self._cache = user_cache("manifests")
        environment = sorted((name, value) for name, value in os.environ.items() if name.startswith(_ENVIRONMENT))
        asked = (*words, str(Path.cwd()), __version__, sys.version, sys.executable, environment)
        self._name = blake2b(repr(asked).encode(errors="surrogatepass"), digest_size=16).hexdigest()
        self._depends: tuple[dict[str, Stamp], dict[str, list[str]]] | None = None

    def read_answer(self) -> Answer | None:
        """Return what the command printed, or None where it isn't known, or something has changed."""
        try:
            files, folders, *answer = marshal.loads(self._cache.read(self._name))
            is_same = all(stamp(path) == stat for path, stat in files.items())
            is_same = is_same and all(names_in(path) == names for path, names in folders.items())
            return Answer(*answer) if is_same else None
        except (ValueError, TypeError, EOFError, AttributeError, OSError):
            return None

    def depends_on(self, project: "Project", others: Iterable[Path], written: Iterable[Path]) -> bool:
        """Note the files that the command depends on, and return whether they can be known.

        `others` are files that were read besides those of the project.
        """
        code = Path(__file__).parents[1]
        tops = {base / part for base in (project.root, project.bundled) for part in _PARTS} | {code}
        folders = {folder: names for top in sorted(tops) for folder, names in folders_below(str(top))}
        if any(name.endswith("//") for names in folders.values() for name in names):
            return False  # the files behind such a link aren't known
        read = [f"{folder}/{name}" for folder, names in folders.items() for name in names if name[-1] != "/"]
        read += [*map(str, others), *(path for path in sys.path if path.endswith("site-packages"))]
        files = {path: stamp(path) for path in read}
        if all(time < self._began - _TICK for time, _ in files.values()):
            self._depends = files | {path: stamp(path) for path in map(str, written)}, folders
        return self._depends is not None

    def keep(self, answer: Answer) -> None:
        """Keep what the command printed, if it is known what that depends on."""
        if self._depends:
            self._cache.write(self._name, marshal.dumps((*self._depends, *answer)))
