"""Compiled templates ⇄ files in the user's cache: compiling takes longer than rendering a game does.

What is read there is run. So nothing is run that isn't whole: each file begins with a digest of what it was made from
and of the rest; that nobody else wrote it, `Cache` sees to. Whatever goes wrong with a file or the folder, templates
are compiled as if there were no cache.
"""

import marshal
import sys
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import CodeType

import jinja2.compiler
from jinja2 import Environment
from jinja2.bccache import Bucket, BytecodeCache

from pnp.model.cache import Cache

_DIGEST = 32  # bytes
_MAKERS = (
    "codegen.py",
    "sandbox.py",
    "filters.py",
    "stamps.py",
    "labels.py",
)  # in a checkout they change, and the version doesn't


class Compiled(BytecodeCache):
    """The compiled templates of these layout folders, with or without stamps, in a folder of the user's."""

    def __init__(self, folder: Path, layouts: Sequence[Path], *, stamped: bool) -> None:
        self._cache = Cache(folder)
        self._about = repr((_maker(), [str(path) for path in layouts], stamped))

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        key = sha256(f"{self._about} {name!r}".encode(errors="surrogatepass")).hexdigest()[:32]
        checksum = sha256(f"{key} {filename!r} {source}".encode(errors="surrogatepass")).hexdigest()
        bucket = Bucket(environment, key, checksum)
        self.load_bytecode(bucket)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        data = self._cache.read(bucket.key)
        if data[:_DIGEST] == _digest(bucket, data[_DIGEST:]):
            with suppress(ValueError, TypeError, EOFError):
                code = marshal.loads(data[_DIGEST:])
                bucket.code = code if isinstance(code, CodeType) else None

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            data = marshal.dumps(bucket.code)
            self._cache.write(bucket.key, _digest(bucket, data) + data)


def _maker() -> list[object]:
    """What compiled code depends on besides its template; the version of pnp is in the folder's name."""
    files = [*(Path(__file__).with_name(name) for name in _MAKERS), Path(jinja2.compiler.__file__)]
    found = [file.stat() for file in files if file.exists()]
    return [sys.version, *((about.st_mtime_ns, about.st_size) for about in found)]


def _digest(bucket: Bucket, data: bytes) -> bytes:
    return sha256(f"{bucket.checksum} ".encode() + data).digest()
