"""Compiled templates ⇄ files in the user's cache: compiling takes longer than rendering a game does.

What is read there is run. So nothing is read that somebody else could have written, or that isn't whole: each file
begins with a digest of what it was made from and of the rest. Whatever goes wrong with a file or the folder, templates
are compiled as if there were no cache.
"""

import marshal
import os
import stat
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from types import CodeType

import jinja2.compiler
from jinja2 import Environment
from jinja2.bccache import Bucket, BytecodeCache

MANY = 1000  # files; then the older half goes
_DIGEST = 32  # bytes
_MAKERS = (
    "codegen.py",
    "sandbox.py",
    "filters.py",
    "stamps.py",
    "labels.py",
)  # in a checkout they change, and the version doesn't
_BINARY = getattr(os, "O_BINARY", 0)
_READ = os.O_RDONLY | _BINARY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY


class Compiled(BytecodeCache):
    """The compiled templates of these layout folders, with or without stamps, in a folder of the user's."""

    def __init__(self, folder: Path, layouts: Sequence[Path], *, stamped: bool) -> None:
        self._folder = folder
        self._about = repr((_maker(), [str(path) for path in layouts], stamped))
        self._readable = _is_own(folder)
        self._writable = True

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        key = sha256(f"{self._about} {name!r}".encode(errors="surrogatepass")).hexdigest()[:32]
        checksum = sha256(f"{key} {filename!r} {source}".encode(errors="surrogatepass")).hexdigest()
        bucket = Bucket(environment, key, checksum)
        if self._readable:
            self.load_bytecode(bucket)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        data = _read_own(self._folder / bucket.key)
        if data[:_DIGEST] == _digest(bucket, data[_DIGEST:]):
            code = marshal.loads(data[_DIGEST:])
            bucket.code = code if isinstance(code, CodeType) else None

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Written beside it, then renamed: whoever reads meanwhile finds a whole file."""
        if bucket.code is None or not self._writable:
            return
        data = marshal.dumps(bucket.code)
        temporary = self._folder / f"{os.urandom(8).hex()}.new"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _is_own(self._folder):
                raise PermissionError
            with os.fdopen(os.open(temporary, _WRITE, 0o600), "wb") as file:
                file.write(_digest(bucket, data) + data)
            temporary.replace(self._folder / bucket.key)
            self._tidy()
        except OSError:  # read-only, full, or somebody else's
            self._writable = False

    def _tidy(self) -> None:
        files = list(self._folder.iterdir())
        if len(files) > MANY:
            for file in sorted(files, key=lambda file: file.lstat().st_mtime)[: len(files) // 2]:
                file.unlink(missing_ok=True)


def _maker() -> list[object]:
    """What compiled code depends on besides its template; the version of pnp is in the folder's name."""
    files = [*(Path(__file__).with_name(name) for name in _MAKERS), Path(jinja2.compiler.__file__)]
    found = [file.stat() for file in files if file.exists()]
    return [sys.version, *((about.st_mtime_ns, about.st_size) for about in found)]


def _digest(bucket: Bucket, data: bytes) -> bytes:
    return sha256(f"{bucket.checksum} ".encode() + data).digest()


def _is_own(folder: Path) -> bool:
    try:
        about = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(about.st_mode) and _is_private(about)


def _read_own(path: Path) -> bytes:
    """The content of a plain file that nobody else can write to; nothing of others."""
    try:
        with os.fdopen(os.open(path, _READ), "rb") as file:
            about = os.fstat(file.fileno())
            return file.read() if stat.S_ISREG(about.st_mode) and _is_private(about) else b""
    except OSError:
        return b""


def _is_private(about: os.stat_result) -> bool:
    """On Windows a user's folders are closed to others as a whole."""
    return os.name != "posix" or (about.st_uid == os.geteuid() and not about.st_mode & 0o022)
