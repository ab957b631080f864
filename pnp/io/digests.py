"""Files and values → digests that tell whether they are the same; and stamps that tell it without reading a file."""

import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path

from pnp.io.opening import open_input

SIZE = 16  # bytes of a digest
_LARGE = 2_000_000  # bytes of a file
_MADE = ("schema", "__pycache__")  # folders that pnp itself writes

Stamp = tuple[int, int]  # when it was changed, how many bytes it has


def stamp(path: str) -> Stamp:
    """Return when a file was changed and its size; -1 and -1 if it isn't there."""
    try:
        about = os.stat(path)  # noqa: PTH116 - five times as fast as Path, and there are thousands
    except OSError:
        return -1, -1
    return about.st_mtime_ns, about.st_size


def names_in(folder: str) -> list[str]:
    """Return the names of its files, of folders, which end in a slash, and of links to folders, which end in two."""
    try:
        with os.scandir(folder) as found:
            there = [each for each in found if each.name not in _MADE]
            return sorted(each.name + ("//" if each.is_symlink() else "/") * each.is_dir() for each in there)
    except OSError:
        return []


def folders_below(top: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each folder with the names in it. Links aren't followed."""
    names = names_in(top)
    yield top, names
    for name in names:
        if name[-1] == "/" and name[-2] != "/":
            yield from folders_below(f"{top}/{name[:-1]}")


def files_below(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in _MADE and name[0] != ".")
        yield from (Path(root, name) for name in sorted(names))


def digest_of(*parts: str | bytes) -> bytes:
    digest = blake2b(digest_size=SIZE)
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode(errors="surrogatepass")
        digest.update(b"%d " % len(data) + data)
    return digest.digest()


def name_and_content(path: Path) -> bytes:
    """Return a file's name and content; of a large one, which is a picture or nothing of ours, its size and time."""
    name = str(path).encode(errors="surrogatepass")
    try:
        with open_input(path) as file:
            about = os.fstat(file.fileno())
            if about.st_size > _LARGE:
                return name + b" %d %d" % (about.st_size, about.st_mtime_ns)
            return name + file.read(_LARGE)
    except OSError:
        return b"?"


def digest_file(path: Path) -> bytes:
    """Return a digest of all that is in a file."""
    try:
        with open_input(path) as file:
            digest = blake2b(digest_size=SIZE)
            while part := file.read(_LARGE):
                digest.update(part)
            return digest.digest()
    except OSError:
        return b"?"


def name_below(path: Path, bases: Sequence[Path]) -> str:
    """Return a file's name in the first of these folders that it lies in."""
    base = next((base for base in bases if path.is_relative_to(base)), path.parent)
    return path.relative_to(base).as_posix()


@cache
def code_stamp() -> tuple[float, ...]:
    """Return what changes with pnp itself, also in a checkout, and with the packages with which it lays out."""
    package = str(Path(__file__).parents[1])
    files = [f"{folder}/{name}" for folder, names in folders_below(package) for name in names]
    times, sizes = zip(*[stamp(file) for file in files if file.endswith((".py", ".yaml"))], strict=True)
    packages = [stamp(path)[0] for path in sys.path if path.endswith("site-packages")]
    return max(times), sum(sizes), *packages


@cache
def code_digest() -> bytes:
    """Return a digest of pnp itself, which is the same wherever it is installed."""
    package = Path(__file__).parents[1]
    files = [path for path in files_below(package) if not path.is_relative_to(package / "bundled")]
    return digest_of(*[part for path in files for part in (name_below(path, [package]), digest_file(path))])
