"""Files and values → digests that tell whether they are the same, and as digests of what."""

import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path

from pnp.io.opening import open_input
from pnp.io.stamps import folders_below, stamp

SIZE = 16  # bytes of a digest
_LARGE = 2_000_000  # bytes of a file


def files_below(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in ("schema", "__pycache__") and name[0] != ".")
        yield from (Path(root, name) for name in sorted(names))


def digest_of(*parts: str | bytes) -> bytes:
    digest = blake2b(digest_size=SIZE)
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode(errors="surrogatepass")
        digest.update(b"%d " % len(data) + data)
    return digest.digest()


def content_of(path: Path) -> bytes:
    """Of a large file, which is a picture or nothing of ours, only its size and when it was written."""
    name = str(path).encode(errors="surrogatepass")
    try:
        with open_input(path) as file:
            about = os.fstat(file.fileno())
            if about.st_size > _LARGE:
                return name + b" %d %d" % (about.st_size, about.st_mtime_ns)
            return name + file.read(_LARGE)
    except OSError:
        return b"?"


def bytes_of(path: Path) -> bytes:
    """A digest of all that is in a file."""
    try:
        with open_input(path) as file:
            digest = blake2b(digest_size=SIZE)
            while part := file.read(_LARGE):
                digest.update(part)
            return digest.digest()
    except OSError:
        return b"?"


def name_below(path: Path, bases: Sequence[Path]) -> str:
    """A file's name in the first of these folders that it lies in."""
    base = next((base for base in bases if path.is_relative_to(base)), path.parent)
    return path.relative_to(base).as_posix()


@cache
def code_digest() -> tuple[float, ...]:
    """In a checkout pnp changes, and its version doesn't; with the packages that are installed it may lay out anew."""
    package = str(Path(__file__).parents[1])
    files = [f"{folder}/{name}" for folder, names in folders_below(package) for name in names]
    times, sizes = zip(*[stamp(file) for file in files if file.endswith((".py", ".yaml"))], strict=True)
    packages = [stamp(path)[0] for path in sys.path if path.endswith("site-packages")]
    return max(times), sum(sizes), *packages


@cache
def code_content() -> bytes:
    """Of pnp itself, wherever it is installed."""
    package = Path(__file__).parents[1]
    files = [path for path in files_below(package) if not path.is_relative_to(package / "bundled")]
    return digest_of(*[part for path in files for part in (name_below(path, [package]), bytes_of(path))])
