"""A command that was run before → what it said, if all that it read and wrote is as it was then.

This is asked before anything heavy is imported. Files count by size and time of change, folders by the names in them;
a file that was changed while the command ran, or just before, makes that it isn't remembered.
"""

import marshal
import os
import sys
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING, NamedTuple

from pnp import __version__
from pnp.build.cache import user_cache
from pnp.io.digests import Stamp, folders_below, names_in, stamp

if TYPE_CHECKING:
    from pnp.io.project import Project

_PARTS = ("card_data", "layouts", "fonts")
_TICK = 50_000_000  # nanoseconds in which a file may change twice and seem the same
_ENVIRONMENT = ("PNP_", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM", "LANG", "LC_", "XDG_", "HOME", "PYTHON")


class Answer(NamedTuple):
    exit_code: int
    out: str
    err: str


class Manifest:
    """Of one command line in one folder; `words` say, too, what else it depends on."""

    def __init__(self, words: Sequence[str]) -> None:
        self._began = time_ns()
        self._cache = user_cache("manifests")
        environment = sorted((name, value) for name, value in os.environ.items() if name.startswith(_ENVIRONMENT))
        asked = (*words, str(Path.cwd()), __version__, sys.version, sys.executable, environment)
        self._name = blake2b(repr(asked).encode(errors="surrogatepass"), digest_size=16).hexdigest()
        self._depends: tuple[dict[str, Stamp], dict[str, list[str]]] | None = None

    def said(self) -> Answer | None:
        """None where it isn't known, or something has changed."""
        try:
            files, folders, *said = marshal.loads(self._cache.read(self._name))
            is_same = all(stamp(path) == stat for path, stat in files.items())
            is_same = is_same and all(names_in(path) == names for path, names in folders.items())
            return Answer(*said) if is_same else None
        except (ValueError, TypeError, EOFError, AttributeError, OSError):
            return None

    def depends_on(self, project: "Project", others: Iterable[Path], written: Iterable[Path]) -> bool:
        """Whether it can be known. `others`: files that were read besides those of the project."""
        code = Path(__file__).parents[1]
        tops = {base / part for base in (project.root, project.bundled) for part in _PARTS} | {code}
        folders = {folder: names for top in sorted(tops) for folder, names in folders_below(str(top))}
        if any(name.endswith("//") for names in folders.values() for name in names):
            return False  # nobody knows the files behind such a link
        read = [f"{folder}/{name}" for folder, names in folders.items() for name in names if name[-1] != "/"]
        read += [*map(str, others), *(path for path in sys.path if path.endswith("site-packages"))]
        files = {path: stamp(path) for path in read}
        if all(time < self._began - _TICK for time, _ in files.values()):
            self._depends = files | {path: stamp(path) for path in map(str, written)}, folders
        return self._depends is not None

    def keep(self, answer: Answer) -> None:
        """If it is known what that depends on."""
        if self._depends:
            self._cache.write(self._name, marshal.dumps((*self._depends, *answer)))
