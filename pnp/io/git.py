"""A git revision → a folder with the project's files as they were then.

The repository may be a stranger's, and its configuration names programs: filters, hooks, pagers, transports. Git is
used to read objects alone, which starts none of them, and configured to start none.
"""

import os
import re
import shutil
import subprocess
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NamedTuple

from pnp.io.opening import is_outside, path_inside, read_input
from pnp.io.writing import temporary_folder, write_temporary
from pnp.model.problem import FileError, LimitError, UsageError

PARTS = ("card_data", "layouts", "fonts")  # what a project is made of
_LISTED = 64 << 20  # bytes of all names
_MOST = 4 << 30  # bytes of all files
_PATIENCE = 60  # seconds
_LINK = b"120000"
_SMALL = 4096  # bytes, which a link has, and what git-lfs writes
_NO_PROGRAMS = ("safe.bareRepository=explicit", "core.fsmonitor=false", f"core.hooksPath={os.devnull}")
# Variables for git that are kept: where repositories end, and which configuration is the user's.
_KEPT = ("GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_CONFIG_")
# A file that git-lfs keeps elsewhere: what stands in its place.
_POINTER = re.compile(rb"version https://git-lfs\.github\.com/spec/v1\noid sha256:([0-9a-f]{64})\nsize \d+\n")


class _Blob(NamedTuple):
    mode: bytes
    id: bytes
    name: str


@contextmanager
def check_out(root: Path, revision: str, parts: Sequence[str] = PARTS) -> Iterator[Path]:
    """Yield a folder with these parts of the project at `root` as they were then.

    Raises UsageError, FileError, LimitError.
    """
    store, commit = _find_commit(root, revision)
    with _open_output(root, "ls-tree", "-r", "-z", commit, "--", *parts) as listed:
        text = listed.read(_LISTED + 1)
        if len(text) > _LISTED:
            raise LimitError(f"{revision} has too many files for a project")
    entries = [entry.partition(b"\t") for entry in text.split(b"\0") if entry]
    blobs = [  # a submodule's files are in another repository
        _Blob(mode, id, os.fsdecode(name))
        for mode, kind, id, name in ((*about.split(), name) for about, _, name in entries)
        if kind == b"blob"
    ]
    if not any(blob.name.startswith("card_data/") for blob in blobs):
        raise UsageError(f"at {revision} there was no card_data/ in {root.name}/")
    with temporary_folder() as folder:
        try:
            _unpack(root, revision, blobs, folder, store)
        except OSError as error:
            raise FileError(f"{revision} can't be unpacked: {error.filename}: {error.strerror}") from None
        yield folder


def _find_commit(root: Path, revision: str) -> tuple[Path, str]:
    """Return the repository's folder and the revision's full name. Raises UsageError where there is none, FileError."""
    message, words = f'"{revision}" is no folder, no build record', ("--git-common-dir", "--verify", "--quiet")
    command, environment = _command(root, "rev-parse", *words, "--end-of-options", f"{revision}^{{commit}}")
    if not command:
        raise UsageError(f"{message}, and without git installed no revision can be looked for")
    try:
        found = subprocess.run(
            command, cwd=root, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE
        )
    except OSError as error:
        raise FileError(f"git cannot be run: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise FileError("git rev-parse does not end") from None
    if b"not a git repository" in found.stderr:
        raise UsageError(f"{message}, and {root.name}/ is in no git repository, where it could be a revision")
    if found.returncode > 1:
        raise FileError(f"git rev-parse failed: {_last_line(found.stderr)}")
    if found.returncode:
        raise UsageError(
            f"{message} and no revision of this repository (like HEAD~3, a tag, a branch; git log has all)"
        )
    folder, _, commit = found.stdout.rstrip().rpartition(b"\n")
    return root / os.fsdecode(folder), commit.decode()


def _unpack(root: Path, revision: str, blobs: Sequence[_Blob], folder: Path, store: Path) -> None:
    """Write files inside of the folder, then links, so that none is written through one. Raises OSError, PnpError."""
    links, left = list[tuple[Path, str]](), _MOST
    with _open_output(root, "cat-file", "--batch", given=b"".join(b"%s\n" % blob.id for blob in blobs)) as contents:
        for blob in blobs:
            _, kind, *sizes = contents.readline().split() or (b"", b"")
            if kind != b"blob":
                message = "is not in this clone, which leaves files out"
                raise FileError(f"{revision}: {blob.name} {message} (git checkout {revision} fetches it)")
            size = int(sizes[0])
            left -= size
            if left < 0:
                raise LimitError(f"{revision} has more than {_MOST >> 30} GB of files")
            parts: Iterable[bytes] = _read_parts(contents, size)
            path = path_inside(folder, blob.name)
            if path and blob.mode != _LINK:
                if size < _SMALL:
                    small = b"".join(parts)
                    parts = [_read_kept_elsewhere(store, small) or small]
                write_temporary(path, parts)
            elif path and size < _SMALL:
                links.append((path, os.fsdecode(b"".join(parts))))
            deque(parts, 0)  # skip what isn't written
            contents.read(1)  # the line's end
    for path, aim in links:
        with suppress(OSError, ValueError):
            path.symlink_to(aim)
    for path, _ in links:  # one may lead through another
        if is_outside(path, folder):
            path.unlink(missing_ok=True)


def _read_parts(source: IO[bytes], size: int) -> Iterator[bytes]:
    while size and (data := source.read(min(size, 1 << 20))):
        yield data
        size -= len(data)


def _read_kept_elsewhere(store: Path, data: bytes) -> bytes | None:
    """Return what git-lfs keeps in place of a file, or None where it doesn't or isn't here."""
    if not (found := _POINTER.fullmatch(data)):
        return None
    digest = found[1].decode()
    try:
        return read_input(store / "lfs/objects" / digest[:2] / digest[2:4] / digest, _MOST, store)
    except OSError:
        return None


@contextmanager
def _open_output(root: Path, *words: str, given: bytes = b"") -> Iterator[IO[bytes]]:
    """Yield git's output as it comes. Raises FileError where git fails in the end."""
    command, environment = _command(root, *words)
    with TemporaryFile() as input_file, TemporaryFile() as errors:
        input_file.write(given)
        input_file.seek(0)
        process = subprocess.Popen(
            command, cwd=root, env=environment, stdin=input_file, stdout=subprocess.PIPE, stderr=errors
        )
        assert process.stdout
        try:
            yield process.stdout
            if process.wait():
                errors.seek(0)
                raise FileError(f"git {words[0]} failed: {_last_line(errors.read())}")
        finally:
            process.kill()
            process.stdout.close()
            process.wait()


def _command(root: Path, *words: str) -> tuple[list[str], dict[str, str]]:
    """Return a command that only reads, and its environment; no command where there is no git."""
    environment = {name: value for name, value in os.environ.items() if name[:4] != "GIT_" or name.startswith(_KEPT)}
    environment |= {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": ""}
    settings = [word for setting in _NO_PROGRAMS for word in ("-c", setting)]
    git = _find_git(root)
    return [git, "--no-pager", *settings, *words] if git else [], environment


def _find_git(root: Path) -> str | None:
    """Return the path of a git that neither the project brings nor the current folder, where Windows looks first."""
    for folder in map(Path, os.get_exec_path()):
        found = shutil.which(str(folder / ("git.exe" if os.name == "nt" else "git")))
        if found and folder.is_absolute() and is_outside(folder, root):
            return found
    return None


def _last_line(output: bytes) -> str:
    return output.decode(errors="replace").strip().rpartition("\n")[2].removeprefix("fatal: ") or "nobody knows why"
