"""A command that was run before → what it said, if all that it read and wrote is as it was then.

This is asked before anything heavy is imported. Files count by size and time of change, folders by the names in them;
a file that was changed while the command ran, or just before, makes that it isn't remembered.
"""

import io
import marshal
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp import __version__

if TYPE_CHECKING:
    from pnp.files.project import Project

_PARTS = ("card_data", "layouts", "fonts")
_MADE = ("schema", "__pycache__")  # folders that pnp itself writes
_TICK = 50_000_000  # nanoseconds in which a file may change twice and seem the same
_ENVIRONMENT = ("PNP_", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM", "LANG", "LC_", "XDG_", "HOME", "PYTHON")


class Answer(NamedTuple):
    exit_code: int
    out: str
    err: str


class _Recording(io.TextIOBase):
    """A stream that keeps what is written to it."""

    def __init__(self, stream: Any) -> None:
        self.stream, self.kept = stream, list[str]()

    def write(self, text: str) -> int:
        self.kept.append(text)
        return int(self.stream.write(text))

    def flush(self) -> None:
        self.stream.flush()

    def isatty(self) -> bool:
        return bool(self.stream.isatty())

    def fileno(self) -> int:
        return int(self.stream.fileno())

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return str(self.stream.encoding)


class Manifest:
    """Of one command line in one folder."""

    def __init__(self, words: Sequence[str]) -> None:
        from pnp.build.cache import user_cache

        self._began = time_ns()
        self._cache = user_cache("manifests")
        environment = sorted((name, value) for name, value in os.environ.items() if name.startswith(_ENVIRONMENT))
        ttys = [stream.isatty() for stream in (sys.stdout, sys.stderr)]
        asked = (*words, str(Path.cwd()), __version__, sys.version, sys.executable, environment, ttys)
        self._name = blake2b(repr(asked).encode(errors="surrogatepass"), digest_size=16).hexdigest()
        self._depends: tuple[dict[str, _Stat], dict[str, list[str]]] | None = None
        self._recorded: tuple[_Recording, _Recording] | None = None

    def said(self) -> Answer | None:
        """None where it isn't known, or something has changed."""
        try:
            files, folders, *said = marshal.loads(self._cache.read(self._name))
            is_same = all(_stat(path) == stat for path, stat in files.items())
            is_same = is_same and all(_names(path) == names for path, names in folders.items())
            return Answer(*said) if is_same else None
        except (ValueError, TypeError, EOFError, AttributeError, OSError):
            return None

    def depends_on(self, project: "Project", others: Iterable[Path], written: Iterable[Path]) -> None:
        """From here on it is recorded what is said. `others`: files that were read besides those of the project."""
        code = Path(__file__).parents[1]
        tops = {base / part for base in (project.root, project.bundled) for part in _PARTS} | {code}
        folders = {folder: _names(folder) for top in sorted(tops) for folder in _below(str(top))}
        read = [f"{folder}/{name}" for folder, names in folders.items() for name in names if name[-1] != "/"]
        has_links = any(Path(path).is_symlink() and Path(path).is_dir() for path in read)  # whose files aren't known
        read += [*map(str, others), *(path for path in sys.path if path.endswith("site-packages"))]
        if not has_links and all(_stat(path)[0] < self._began - _TICK for path in read):
            files = {path: _stat(path) for path in (*read, *map(str, written))}
            self._depends = files, folders
            out, err = self._recorded = _Recording(sys.stdout), _Recording(sys.stderr)
            sys.stdout, sys.stderr = out, err

    def keep(self, exit_code: int) -> None:
        """What was said since."""
        if self._recorded is None or self._depends is None:
            return
        out, err = self._recorded
        sys.stdout, sys.stderr = out.stream, err.stream
        data = (*self._depends, exit_code, "".join(out.kept), "".join(err.kept))
        self._cache.write(self._name, marshal.dumps(data))


_Stat = tuple[int, int]  # when it was changed, how many bytes it has


def _stat(path: str) -> _Stat:
    """Of a file that isn't there: that."""
    try:
        about = Path(path).stat()
    except OSError:
        return -1, -1
    return about.st_mtime_ns, about.st_size


def _names(folder: str) -> list[str]:
    """Of the files in it, and of the folders, which end in a slash."""
    try:
        with os.scandir(folder) as found:
            return sorted(
                each.name + "/" * each.is_dir(follow_symlinks=False) for each in found if each.name not in _MADE
            )
    except OSError:
        return []


def _below(top: str) -> Iterator[str]:
    yield top
    for name in _names(top):
        if name.endswith("/"):
            yield from _below(f"{top}/{name[:-1]}")
